import Glibc

/// A process that this one started. It ends with this object at the latest.
final class Child {
  let id: pid_t
  private let keeper: Keeper?
  private var isReaped = false

  /// Starts a program, found along PATH.
  ///
  /// - Parameters:
  ///   - environment: set over this process's own.
  ///   - descriptors: what it gets as descriptors 0, 1, 2, …; without it, /dev/null thrice.
  ///   - log: the file that takes standard output and standard error, unless `descriptors` are given.
  ///   - keeper: ends it should this process die before.
  init(
    _ words: [String], environment: [(String, String)] = [], descriptors: [Int32] = [], log: String = "/dev/null",
    keeper: Keeper? = nil
  ) throws(BenchError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if descriptors.isEmpty {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
    }
    for (index, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(index))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own: what is typed at the terminal reaches this process alone, which ends the others in order.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var id: pid_t = 0
    let result = withCStrings(words) { arguments in
      withCStrings(Self.environment(with: environment)) {
        posix_spawnp(&id, words[0], &actions, &attributes, arguments, $0)
      }
    }
    guard result == 0 else { throw BenchError("cannot start \(words[0]): \(String(cString: strerror(result)))") }
    self.id = id
    self.keeper = keeper
    keeper?.watch(id)
  }

  deinit { end() }

  var hasEnded: Bool {
    if !isReaped, waitpid(id, nil, WNOHANG) == id { isReaped = true }
    return isReaped
  }

  /// SIGTERM, and SIGKILL when that does not help within a second.
  func end() {
    guard !isReaped else { return }
    kill(id, SIGTERM)
    let limit = now() + 1
    while !hasEnded && now() < limit { usleep(5000) }
    if !isReaped {
      kill(id, SIGKILL)
      waitpid(id, nil, 0)
      isReaped = true
    }
    keeper?.forget(id)
  }

  private static func environment(with changes: [(String, String)]) -> [String] {
    let own = (contents(of: "/proc/self/environ") ?? "").split(separator: "\0").map(String.init)
    let kept = own.filter { line in !changes.contains { line.hasPrefix($0.0 + "=") } }
    return kept + changes.map { "\($0.0)=\($0.1)" }
  }
}

/// A process that ends the others should the benchmark itself be killed: it reads ids from a pipe, and acts when that
/// closes.
final class Keeper {
  private let process: Child
  private let pipe: Pipe

  /// - Parameter program: this executable.
  init(program: String) throws(BenchError) {
    pipe = try Pipe()
    process = try Child([program, "keeper"], descriptors: [pipe.readEnd])
    pipe.closeReadEnd()
  }

  func watch(_ id: pid_t) { put("+\(id)\n", to: pipe.writeEnd) }

  func forget(_ id: pid_t) { put("-\(id)\n", to: pipe.writeEnd) }

  /// The keeper's own life.
  static func run() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
    var ids: Set<pid_t> = []
    while let line = readLine() {
      guard let id = pid_t(line.dropFirst()), id > 1 else { continue }
      if line.hasPrefix("+") { ids.insert(id) } else { ids.remove(id) }
    }
    for id in ids { kill(id, SIGTERM) }
    if !ids.isEmpty { sleep(1) }
    for id in ids { kill(id, SIGKILL) }
  }
}

/// `pipe(2)`; what is open closes with it.
final class Pipe {
  private(set) var readEnd: Int32 = -1
  private(set) var writeEnd: Int32 = -1

  init() throws(BenchError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    closeReadEnd()
    closeWriteEnd()
  }

  func closeReadEnd() {
    if readEnd >= 0 { close(readEnd) }
    readEnd = -1
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  /// The next line, without its end.
  func line(within seconds: Double) throws(BenchError) -> String {
    let limit = now() + seconds
    var bytes: [UInt8] = []
    while true {
      var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
      let left = max(0, limit - now())
      guard poll(&entry, 1, Int32(left * 1000)) > 0 else { throw BenchError("no answer within \(seconds) s") }
      var byte: UInt8 = 0
      guard read(readEnd, &byte, 1) == 1 else { throw BenchError("the other end has closed") }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }
}

/// A null-terminated array of C strings, as `exec(3)` takes it.
private func withCStrings<Result>(
  _ words: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  pointers.append(nil)
  return pointers.withUnsafeBufferPointer { buffer in
    // Not empty: it holds the null at least.
    buffer.baseAddress.map(body) ?? body([])
  }
}

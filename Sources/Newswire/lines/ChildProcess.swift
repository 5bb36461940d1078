package import Base
internal import Glibc
internal import ScrollCore
internal import Synchronization

/// A running command: its process group, its output and its standard error.
final class ChildProcess {
  /// How the command ended.
  enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)

    /// Nil for success.
    var reason: String? {
      switch self {
      case .status(0): nil
      case .status(let code): "failed with status \(code)"
      case .signal(let number): "was ended by signal \(number) (\(String(cString: strsignal(number))))"
      }
    }
  }

  /// When to call `poll` again even without output: a child's end is not an event.
  private(set) var lookAgainAt = 0.0
  private var lookInterval = 0.5
  private let process: pid_t
  private let output: Int32
  private let errors: Int32
  /// Its standard input; nil if that is /dev/null.
  private let input: LineSocket?
  private var isOutputOpen = true
  private var areErrorsOpen = true
  private var ending: Ending?
  private var errorBytes: [UInt8] = []
  /// The limit for unsent input, in bytes.
  private static let mostWaiting = 16 << 20

  /// Starts the program (`posix_spawnp(3)`). Its standard input is /dev/null unless `takesInput`.
  init(arguments: [String], takesInput: Bool = false) throws(Failure) {
    let name = arguments.joined(separator: " ")
    let (out, err) = (makePair { pipe(&$0) }, makePair { pipe(&$0) })
    let talk = takesInput ? makePair { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &$0) } : nil
    guard let out, let err, !takesInput || talk != nil else {
      let code = errno
      for pair in [out, err, talk] {
        if let pair { for end in [pair.0, pair.1] { Glibc.close(end) } }
      }
      throw Failure(of: name, doing: "cannot start", errno: code)
    }
    for end in [out.0, err.0] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    var process: pid_t = 0
    let code = spawn(arguments, input: talk?.1, output: out.1, errors: err.1, process: &process)
    for end in [out.1, err.1, talk?.1 ?? -1] where end >= 0 { Glibc.close(end) }
    (self.process, output, errors) = (process, out.0, err.0)
    input = talk.map { LineSocket(Descriptor($0.0), longestLine: 0) }
    guard code == 0 else {
      ending = .status(127)
      throw Failure(of: name, doing: "cannot start", errno: code)
    }
  }

  deinit {
    kill()
    for end in [output, errors] { Glibc.close(end) }
  }

  /// Writes a line to its standard input. The rest is queued, up to a limit.
  func send(_ line: String) {
    guard let input, input.unsent + line.utf8.count <= Self.mostWaiting else { return }
    input.send(line)
    input.flush()
  }

  /// Writes as much queued input as possible.
  func flushInput() { input?.flush() }

  func appendDescriptors(to descriptors: inout [pollfd]) {
    if isOutputOpen { descriptors.append(pollfd(fd: output, events: Int16(POLLIN), revents: 0)) }
    if areErrorsOpen { descriptors.append(pollfd(fd: errors, events: Int16(POLLIN), revents: 0)) }
    if let input, input.unsent > 0, input.failure == nil { descriptors.append(input.descriptor(reads: false)) }
  }

  func readOutput(into room: UnsafeMutableRawBufferPointer) -> ReadResult {
    guard isOutputOpen else { return .end }
    let result = ReadResult(Glibc.read(output, room.baseAddress, room.count))
    isOutputOpen = !result.isLast
    return result
  }

  /// Returns how it ended, once its leader has and all output is read; nil before.
  func poll(now: Double) -> Ending? {
    drainErrors()
    if ending == nil { reap() }
    if ending != nil, !isOutputOpen || !isReadable(output) { return ending }
    // After its output has closed the end is near. Before that it polls rarely, for a leader whose child keeps the
    // output open.
    lookAgainAt = now + (isOutputOpen ? lookInterval : 0.01)
    lookInterval = min(lookInterval * 2, 60)
    return nil
  }

  /// The last line of its standard error, cleaned.
  var errorOutput: String {
    let lines = errorBytes.split { $0 == 0x0A || $0 == 0x0D }
    return lines.last.map { TextCleaner.line(String(decoding: $0, as: UTF8.self), limit: 200) } ?? ""
  }

  /// Kills the whole group (`SIGKILL`) without waiting for its end, which may take a while.
  func kill() {
    guard ending == nil else { return }
    Glibc.kill(-process, SIGKILL)
    ending = .signal(SIGKILL)
    collectStatus(of: process)
  }

  private func drainErrors() {
    guard areErrorsOpen else { return }
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { room in
      for _ in 0..<16 {
        let result = ReadResult(Glibc.read(errors, room.baseAddress, room.count))
        areErrorsOpen = !result.isLast
        guard case .bytes(let count) = result else { return }
        errorBytes.append(contentsOf: room[..<count])
        if errorBytes.count > 8192 { errorBytes.removeFirst(errorBytes.count - 4096) }
      }
    }
  }

  /// Collects the leader's status if it has ended. Kills the group first, while the leader's process ID is still
  /// reserved.
  private func reap() {
    var info = siginfo_t()
    guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0, info.si_signo != 0 else { return }
    Glibc.kill(-process, SIGKILL)
    let status = exitStatus(of: process)
    ending = status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }
}

/// Waits for the end of a process, and returns its status (`waitpid(2)`).
@discardableResult
private func exitStatus(of process: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  return status
}

/// Collects the status of a killed process on a thread, so that it does not stay a zombie.
private func collectStatus(of process: pid_t) {
  if waitpid(process, nil, WNOHANG) == process { return }
  var thread = pthread_t()
  let isStarted = pthread_create(
    &thread, nil,
    { process in
      exitStatus(of: pid_t(Int(bitPattern: process)))
      return nil
    }, UnsafeMutableRawPointer(bitPattern: Int(process)))
  if isStarted == 0 { pthread_detach(thread) }
}

/// Creates two connected descriptors, close-on-exec; nil if there are none left.
private func makePair(_ make: (inout [Int32]) -> Int32) -> (Int32, Int32)? {
  var ends: [Int32] = [-1, -1]
  guard make(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// Calls `posix_spawnp(3)` with a process group of its own and no signal blocked or ignored, and returns the error code.
/// Without an input it has /dev/null. `environment` adds variables to ours.
func spawn(
  _ arguments: [String], input: Int32? = nil, output: Int32, errors: Int32, environment: [String: String] = [:],
  process: inout pid_t
) -> Int32 {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  if let input {
    posix_spawn_file_actions_adddup2(&actions, input, 0)
  } else {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  }
  posix_spawn_file_actions_adddup2(&actions, output, 1)
  posix_spawn_file_actions_adddup2(&actions, errors, 2)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var (none, all) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  sigfillset(&all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setpgroup(&attributes, 0)
  let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
  posix_spawnattr_setflags(&attributes, Int16(flags))
  let words = arguments.map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  guard !environment.isEmpty else {
    return withOrdinaryTimers { posix_spawnp(&process, arguments[0], &actions, &attributes, words, environ) }
  }
  let variables = variables(with: environment).map { strdup($0) } + [nil]
  defer { for variable in variables { free(variable) } }
  return withOrdinaryTimers { posix_spawnp(&process, arguments[0], &actions, &attributes, words, variables) }
}

/// Our environment with these variables added, as `NAME=VALUE`.
private func variables(with others: [String: String]) -> [String] {
  var result = others.map { "\($0)=\($1)" }
  var entry = environ
  while let text = entry.pointee {
    let variable = String(cString: text)
    if others[String(variable.prefix { $0 != "=" })] == nil { result.append(variable) }
    entry += 1
  }
  return result
}

/// Starts programs that outlive this one.
package enum Detached {
  /// The processes whose status is not awaited.
  private static let children = Mutex<[pid_t]>([])

  /// A started program whose status can be queried.
  package final class Child {
    private let process: pid_t
    private var ended: Int32?

    fileprivate init(_ process: pid_t) { self.process = process }

    /// Its exit status as in a shell; nil while it runs.
    package var status: Int32? {
      guard ended == nil else { return ended }
      var status: Int32 = 0
      guard waitpid(process, &status, WNOHANG) == process else { return nil }
      ended = shellStatus(status)
      return ended
    }

    deinit { if ended == nil { Detached.children.withLock { $0.append(process) } } }
  }

  /// Starts a program by its argument vector (`posix_spawnp(3)`), without a shell, with its standard streams on
  /// /dev/null, in its own session.
  ///
  /// - Throws: `Failure` if it cannot be started.
  package static func start(_ arguments: [String]) throws(Failure) { _ = try watch(arguments) }

  /// Starts a program like `start`, and returns it to query its status.
  package static func watch(_ arguments: [String]) throws(Failure) -> Child {
    // Collects the ended processes.
    children.withLock { children in children.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard let name = arguments.first, null >= 0 else { throw Failure(of: arguments.first ?? "", doing: "cannot start") }
    var process: pid_t = 0
    let code = spawn(arguments, output: null, errors: null, process: &process)
    Glibc.close(null)
    guard code == 0 else { throw Failure(of: name, doing: "cannot start", errno: code) }
    return Child(process)
  }

  /// Runs a program that takes over the terminal, such as an editor, and waits for its end.
  ///
  /// - Returns: Its exit status as in a shell.
  /// - Throws: `Failure` if it cannot be started.
  package static func runInTerminal(_ arguments: [String]) throws(Failure) -> Int32 {
    var process: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let code = withOrdinaryTimers { posix_spawnp(&process, arguments[0], nil, nil, words, environ) }
    guard code == 0 else { throw Failure(of: arguments[0], doing: "cannot start", errno: code) }
    return shellStatus(exitStatus(of: process))
  }

  private static func shellStatus(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
  }
}

package import Base
internal import Glibc
internal import ScrollCore
internal import Synchronization

/// A running command: its process group, its output and what it says on standard error.
final class ChildProcess {
  /// How it ended.
  enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)

    /// nil for success.
    var reason: String? {
      switch self {
      case .status(0): nil
      case .status(let code): "failed with status \(code)"
      case .signal(let number): "was ended by signal \(number) (\(String(cString: strsignal(number))))"
      }
    }
  }

  /// When `poll` wants to be called though nothing was written: its end is seen by asking only.
  private(set) var lookAgainAt = 0.0
  private var lookInterval = 0.5
  private let process: pid_t
  private let output: Int32
  private let errors: Int32
  /// To its standard input; nil where that is closed to the world.
  private let input: LineSocket?
  private var isOutputOpen = true
  private var areErrorsOpen = true
  private var ending: Ending?
  private var errorBytes: [UInt8] = []
  /// Bytes that its standard input has not taken yet.
  private static let mostWaiting = 16 << 20

  /// Starts the program (`posix_spawnp(3)`), its standard input closed to the world unless it is to be written to.
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

  /// Writes a line to its standard input; what it does not take at once waits, up to a bound.
  func send(_ line: String) {
    guard let input, input.unsent + line.utf8.count <= Self.mostWaiting else { return }
    input.send(line)
    input.flush()
  }

  /// Writes what waits, as far as it is taken.
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

  /// How it ended, once its leader has and all of its output was read; nil while it runs.
  func poll(now: Double) -> Ending? {
    drainErrors()
    if ending == nil { reap() }
    if ending != nil, !isOutputOpen || !isReadable(output) { return ending }
    // Once it has shut its output its end is near; before, only a look now and then for a leader that
    // left a child behind holding the output open.
    lookAgainAt = now + (isOutputOpen ? lookInterval : 0.01)
    lookInterval = min(lookInterval * 2, 60)
    return nil
  }

  /// The last line it wrote on standard error, as clean text.
  var errorOutput: String {
    let lines = errorBytes.split { $0 == 0x0A || $0 == 0x0D }
    return lines.last.map { TextCleaner.line(String(decoding: $0, as: UTF8.self), limit: 200) } ?? ""
  }

  /// Ends the whole group, at once (`SIGKILL`). Nobody waits for it here: on a busy machine it takes a while.
  func kill() {
    guard ending == nil else { return }
    Glibc.kill(-process, SIGKILL)
    ending = .signal(SIGKILL)
    takeStatus(of: process)
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

  /// Collects the leader's status if it has ended. The group is killed before, while the leader's number
  /// cannot belong to anyone else.
  private func reap() {
    var info = siginfo_t()
    guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0, info.si_signo != 0 else { return }
    Glibc.kill(-process, SIGKILL)
    let status = exitStatus(of: process)
    ending = status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }
}

/// Waits for the end of a process, and takes its status (`waitpid(2)`).
@discardableResult
private func exitStatus(of process: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  return status
}

/// Takes the status of a process that is about to end, in a thread that waits for it, so that it does not stay as a zombie.
private func takeStatus(of process: pid_t) {
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

/// Two ends that `make` connects, close-on-exec; nil where the system has no descriptors left.
private func makePair(_ make: (inout [Int32]) -> Int32) -> (Int32, Int32)? {
  var ends: [Int32] = [-1, -1]
  guard make(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// `posix_spawnp(3)` in a group of its own, with no signal blocked or ignored; its error code. Without an input it has
/// /dev/null. The environment is ours, with these variables besides.
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

/// Our environment with these in it, as `NAME=VALUE`.
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

/// Starts programs that live on their own.
package enum Detached {
  /// Those whose end nobody waits for.
  private static let children = Mutex<[pid_t]>([])

  /// A program that was started, and whose end somebody wants to know.
  package final class Child {
    private let process: pid_t
    private var ended: Int32?

    fileprivate init(_ process: pid_t) { self.process = process }

    /// Its exit status, as a shell has it; nil while it runs.
    package var status: Int32? {
      guard ended == nil else { return ended }
      var status: Int32 = 0
      guard waitpid(process, &status, WNOHANG) == process else { return nil }
      ended = shellStatus(status)
      return ended
    }

    deinit { if ended == nil { Detached.children.withLock { $0.append(process) } } }
  }

  /// Starts a program by its argument vector (`posix_spawnp(3)`), without a shell, its standard streams on
  /// /dev/null, in a session of its own.
  ///
  /// - Throws: `Failure` where it cannot be started.
  package static func start(_ arguments: [String]) throws(Failure) { _ = try watch(arguments) }

  /// Does the same for somebody who wants to know how it ends.
  package static func watch(_ arguments: [String]) throws(Failure) -> Child {
    // Takes the exit statuses of those that have ended.
    children.withLock { children in children.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard let name = arguments.first, null >= 0 else { throw Failure(of: arguments.first ?? "", doing: "cannot start") }
    var process: pid_t = 0
    let code = spawn(arguments, output: null, errors: null, process: &process)
    Glibc.close(null)
    guard code == 0 else { throw Failure(of: name, doing: "cannot start", errno: code) }
    return Child(process)
  }

  /// Runs a program that takes the terminal over, as an editor, and waits for its end.
  ///
  /// - Returns: its exit status, as a shell has it.
  /// - Throws: `Failure` where it cannot be started.
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

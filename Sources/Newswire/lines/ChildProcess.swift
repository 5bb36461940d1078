internal import Base
internal import Glibc
internal import ScrollCore

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

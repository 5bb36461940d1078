import Base
import Glibc
import Synchronization

/// How a process ended.
package enum Ending: Equatable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
}

/// A process that was started here. It ends with this object, and with this program, however that ends.
package final class Child: Sendable {
  package let id: Int32
  /// When it was started, on the monotonic clock.
  package let start: Double
  private let state: Mutex<State>

  private struct State {
    /// Our ends of its pipes; -1 where closed.
    var input: Int32 = -1
    var output: Stream
    var errors: Stream
    var ending: Ending?
    var guardian: Int32 = -1
    var guardianInput: Int32 = -1
  }

  /// What has come through a pipe and was not asked for yet.
  private struct Stream {
    var file: Int32
    var bytes: [UInt8] = []
    var all: [UInt8] = []
  }

  /// What standard input is.
  package enum Input: Sendable {
    case null, pipe
    case file(String)
  }

  /// Starts a program of the search path, or of a path with slashes. The environment is ours with these changes; nil
  /// removes. Extra descriptors are inherited at the numbers given.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:], input: Input = .null,
    descriptors: [(number: Int32, file: Int32)] = []
  ) throws {
    let path = try Spawning.path(of: program)
    Spawning.ignoresClosedPipes
    let output = try Pipe()
    let errors = try Pipe()
    var inputEnd: Int32 = -1
    var files: [(number: Int32, file: Int32)] = [(1, output.write), (2, errors.write)]
    var inherited: [Int32] = [output.write, errors.write]
    switch input {
    case .null: files.append((0, open("/dev/null", O_RDONLY | O_CLOEXEC)))
    case .file(let path): files.append((0, open(path, O_RDONLY | O_CLOEXEC)))
    case .pipe:
      let pipe = try Pipe()
      files.append((0, pipe.read))
      inputEnd = pipe.write
    }
    inherited.append(files[files.count - 1].file)
    files += descriptors
    defer { for file in inherited { close(file) } }
    let guardian = try Spawning.guardian()
    start = monotonicNow()
    do {
      id = try Spawning.spawn(path, arguments, environment: environment, files: files)
    } catch {
      close(guardian.input)
      throw error
    }
    let group = Array("\(id)\n".utf8)
    _ = write(guardian.input, group, group.count)
    for file in [output.read, errors.read] { _ = fcntl(file, F_SETFL, O_NONBLOCK) }
    state = Mutex(
      State(
        input: inputEnd, output: Stream(file: output.read), errors: Stream(file: errors.read),
        guardian: guardian.id, guardianInput: guardian.input))
  }

  deinit { end() }
}

// MARK: - Talking to it

extension Child {
  /// Writes to its standard input; waits while the pipe is full.
  package func send(_ text: String) throws {
    let file = state.withLock { $0.input }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw HarnessError("cannot write to \(id): \(String(cString: strerror(errno)))") }
      rest = rest.dropFirst(count)
    }
  }

  package func closeInput() {
    state.withLock { state in
      if state.input >= 0 { close(state.input) }
      state.input = -1
    }
  }

  package func signal(_ signal: Int32) {
    state.withLock { if $0.ending == nil { kill(id, signal) } }
  }

  /// The next line of standard output, without its end.
  package func line(within limit: Duration = patience) async throws -> String {
    try await waitFor("a line; so far \(output.suffix(200)), errors \(errors.suffix(500))", within: limit) {
      try nextLine()
    }
  }

  /// Everything that has come to standard output so far.
  package var output: String { state.withLock { String(decoding: Child.drained(&$0.output), as: UTF8.self) } }

  /// Everything that has come to standard error so far.
  package var errors: String { state.withLock { String(decoding: Child.drained(&$0.errors), as: UTF8.self) } }

  /// How it ended, once it has.
  package func ending(within limit: Duration = patience) async throws -> Ending {
    try await waitFor("the end of process \(id); errors \(errors.suffix(500))", within: limit) {
      state.withLock {
        Child.drain(&$0)
        return Child.reaped(&$0, id)
      }
    }
  }

  /// The same for callers that cannot be suspended: it blocks the thread for as long as it takes.
  package func waitForEnd() -> Ending {
    while true {
      let ending = state.withLock {
        Child.drain(&$0)
        return Child.reaped(&$0, id)
      }
      if let ending { return ending }
      usleep(2000)
    }
  }

  package var isRunning: Bool {
    state.withLock {
      Child.drain(&$0)
      return Child.reaped(&$0, id) == nil
    }
  }

  /// Asks it to end (SIGTERM), waits a second at most, and ends what is left.
  package func endGently() {
    signal(SIGTERM)
    let limit = monotonicNow() + 1
    while isRunning && monotonicNow() < limit { usleep(5000) }
    end()
  }

  /// Ends it and all that it has started, at once.
  package func end() {
    state.withLock { state in
      kill(-id, SIGKILL)
      if state.ending == nil {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        state.ending = Child.ending(status)
      }
      if state.guardian > 0 {
        kill(state.guardian, SIGKILL)
        while waitpid(state.guardian, nil, 0) < 0, errno == EINTR {}
        state.guardian = -1
      }
      for file in [state.input, state.output.file, state.errors.file, state.guardianInput] where file >= 0 {
        close(file)
      }
      (state.input, state.output.file, state.errors.file, state.guardianInput) = (-1, -1, -1, -1)
    }
  }

  private func nextLine() throws -> String? {
    try state.withLock { state in
      _ = Child.drained(&state.output)
      if let end = state.output.bytes.firstIndex(of: 10) {
        let line = String(decoding: state.output.bytes[..<end], as: UTF8.self)
        state.output.bytes.removeFirst(end + 1)
        return line
      }
      if let ending = Child.reaped(&state, id), state.output.file < 0 {
        let errors = String(decoding: Child.drained(&state.errors), as: UTF8.self)
        throw HarnessError("there is no line, for it has ended (\(ending)): \(errors)")
      }
      return nil
    }
  }

  /// Takes what waits in both pipes: a full one would keep it from ending.
  private static func drain(_ state: inout State) {
    _ = drained(&state.output)
    _ = drained(&state.errors)
  }

  /// All that has come, after taking what waits in the pipe; closes it at its end.
  private static func drained(_ stream: inout Stream) -> [UInt8] {
    while stream.file >= 0 {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, initialized in
        count = read(stream.file, buffer.baseAddress, buffer.count)
        initialized = max(count, 0)
      }
      stream.bytes += chunk
      stream.all += chunk
      if count < 0, errno == EINTR { continue }
      if count < 0 { break }
      if count == 0 {
        close(stream.file)
        stream.file = -1
      }
    }
    return stream.all
  }

  private static func reaped(_ state: inout State, _ id: Int32) -> Ending? {
    var status: Int32 = 0
    if state.ending == nil, waitpid(id, &status, WNOHANG) == id { state.ending = ending(status) }
    return state.ending
  }

  private static func ending(_ status: Int32) -> Ending {
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }
}

internal import Glibc
internal import Synchronization

/// How a process ended.
public enum Ending: Equatable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
}

/// A process that a test has started. It ends with this object, and with the tests, however they end.
public final class Child: Sendable {
  public let id: Int32
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
  public enum Input: Sendable {
    case null, pipe
    case file(String)
  }

  /// Starts a program of the search path, or of a path with slashes. The environment is ours with these changes; nil
  /// removes. Extra descriptors are inherited at the numbers given.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:], input: Input = .null,
    descriptors: [(number: Int32, file: Int32)] = []
  ) throws {
    let path = try Child.path(of: program)
    Child.ignoresClosedPipes
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
    let guardian = try Child.guardian()
    do {
      id = try Child.spawn(path, arguments, environment: environment, files: files)
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

  /// A pipe whose ends no child inherits unasked.
  struct Pipe {
    let read: Int32
    let write: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      // Glibc's module has no pipe2: no child may start before the ends are marked.
      let status = Child.starting.withLock { _ in
        let status = pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return status
      }
      guard status == 0 else { throw HarnessError("pipe: \(String(cString: strerror(errno)))") }
      (read, write) = (ends[0], ends[1])
    }
  }
}

// MARK: - Talking to it

extension Child {
  /// Writes to its standard input; waits while the pipe is full.
  public func send(_ text: String) throws {
    let file = state.withLock { $0.input }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw HarnessError("cannot write to \(id): \(String(cString: strerror(errno)))") }
      rest = rest.dropFirst(count)
    }
  }

  public func closeInput() {
    state.withLock { state in
      if state.input >= 0 { close(state.input) }
      state.input = -1
    }
  }

  public func signal(_ signal: Int32) {
    state.withLock { if $0.ending == nil { kill(id, signal) } }
  }

  /// The next line of standard output, without its end.
  public func line(within limit: Duration = .seconds(10)) async throws -> String {
    try await waitFor("a line; so far \(output.suffix(200)), errors \(errors.suffix(500))", within: limit) {
      try nextLine()
    }
  }

  /// Everything that has come to standard output so far.
  public var output: String { state.withLock { String(decoding: Child.drained(&$0.output), as: UTF8.self) } }

  /// Everything that has come to standard error so far.
  public var errors: String { state.withLock { String(decoding: Child.drained(&$0.errors), as: UTF8.self) } }

  /// How it ended, once it has.
  public func ending(within limit: Duration = .seconds(10)) async throws -> Ending {
    try await waitFor("the end of process \(id); errors \(errors.suffix(500))", within: limit) {
      state.withLock {
        // A full pipe must not keep it from ending.
        _ = Child.drained(&$0.output)
        _ = Child.drained(&$0.errors)
        return Child.reaped(&$0, id)
      }
    }
  }

  public var isRunning: Bool { state.withLock { Child.reaped(&$0, id) == nil } }

  /// Ends it and all that it has started, at once.
  public func end() {
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

// MARK: - Starting

extension Child {
  /// Writing to a child that is gone is an error, not the end of the tests.
  private static let ignoresClosedPipes: Void = { _ = Glibc.signal(SIGPIPE, SIG_IGN) }()

  /// Held while descriptors are made or inherited.
  private static let starting = Mutex(())

  /// The Debian packages of the tools that the tests run.
  private static let packages = [
    "Xvfb": "xvfb", "i3": "i3-wm", "i3-msg": "i3-wm", "xset": "x11-xserver-utils", "xev": "x11-utils",
    "xprop": "x11-utils", "xwininfo": "x11-utils",
  ]

  private static func path(of program: String) throws -> String {
    if program.contains("/") {
      guard access(program, X_OK) == 0 else { throw HarnessError("\(program) is not there; 'swift build' makes it") }
      return program
    }
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":") where access("\(folder)/\(program)", X_OK) == 0 {
      return "\(folder)/\(program)"
    }
    throw HarnessError(
      "\(program) is not installed: 'make test-deps', or apt-get install \(packages[program] ?? program)")
  }

  /// In a process group of its own, with default signals, and with those files alone: (its number, ours).
  private static func spawn(
    _ path: String, _ arguments: [String], environment: [String: String?], files: [(Int32, Int32)]
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in files {
      guard file >= 0 else { throw HarnessError("\(path): cannot open what it should read") }
      posix_spawn_file_actions_adddup2(&actions, file, number)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var id: pid_t = 0
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = Child.variables(environment).map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    let status = starting.withLock { _ in posix_spawn(&id, path, &actions, &attributes, words, variables) }
    guard status == 0 else { throw HarnessError("\(path): \(String(cString: strerror(status)))") }
    return id
  }

  private static func variables(_ changes: [String: String?]) -> [String] {
    var result: [String] = []
    var next = environ
    while let entry = next.pointee {
      let variable = String(cString: entry)
      if !changes.keys.contains(String(variable.prefix { $0 != "=" })) { result.append(variable) }
      next += 1
    }
    return result + changes.compactMap { name, value in value.map { "\(name)=\($0)" } }
  }

  /// Leaves a guardian that ends the process group it is told when the tests are gone, for then its input closes.
  private static func guardian() throws -> (id: Int32, input: Int32) {
    let pipe = try Pipe()
    defer { close(pipe.read) }
    let id = try Child.spawn(
      "/bin/sh", ["-c", "read group || exit; cat; kill -KILL \"-$group\""], environment: [:], files: [(0, pipe.read)]
    )
    return (id, pipe.write)
  }
}

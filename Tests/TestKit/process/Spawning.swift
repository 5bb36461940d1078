import Glibc
import Synchronization

/// A pipe whose ends no child inherits unasked.
struct Pipe {
  let read: Int32
  let write: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    // Glibc's module has no pipe2: no child may start before the ends are marked.
    let status = Spawning.lock.withLock { _ in
      let status = pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return status
    }
    guard status == 0 else { throw HarnessError("pipe: \(String(cString: strerror(errno)))") }
    (read, write) = (ends[0], ends[1])
  }
}

/// How processes are started: `posix_spawn(3)`.
enum Spawning {
  /// Writing to a child that is gone is an error, not the end of the tests.
  static let ignoresClosedPipes: Void = { _ = Glibc.signal(SIGPIPE, SIG_IGN) }()

  /// Held while descriptors are made or inherited.
  fileprivate static let lock = Mutex(())

  /// The Debian packages of the tools that the tests run.
  private static let packages = [
    "Xvfb": "xvfb", "i3": "i3-wm", "i3-msg": "i3-wm", "xset": "x11-xserver-utils", "xev": "x11-utils",
    "xprop": "x11-utils", "xwininfo": "x11-utils", "pgrep": "procps",
  ]

  static func path(of program: String) throws -> String {
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
  static func spawn(
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
    let variables = Self.variables(environment).map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    let status = lock.withLock { _ in posix_spawn(&id, path, &actions, &attributes, words, variables) }
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

  /// Leaves a guardian that ends a process group when the tests are gone, as its input closes then.
  static func guardian() throws -> (id: Int32, input: Int32) {
    let pipe = try Pipe()
    defer { close(pipe.read) }
    let id = try spawn(
      "/bin/sh", ["-c", "read group || exit; cat; kill -KILL \"-$group\""], environment: [:], files: [(0, pipe.read)]
    )
    return (id, pipe.write)
  }
}

internal import Glibc
internal import Synchronization

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

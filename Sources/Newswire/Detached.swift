package import Base
internal import Glibc
internal import Synchronization

/// Starts programs that live on their own.
package enum Detached {
  private static let children = Mutex<[pid_t]>([])

  /// Starts a program by its argument vector (`posix_spawnp(3)`), without a shell, its standard streams on
  /// /dev/null, in a session of its own.
  ///
  /// - Throws: `Failure` where it cannot be started.
  package static func start(_ arguments: [String]) throws(Failure) {
    collect()
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard let name = arguments.first, null >= 0 else {
      throw Failure(of: arguments.first ?? "", doing: "cannot start")
    }
    var process: pid_t = 0
    let code = spawn(arguments, output: null, errors: null, process: &process)
    Glibc.close(null)
    guard code == 0 else { throw Failure(of: name, doing: "cannot start", errno: code) }
    children.withLock { $0.append(process) }
  }

  /// Takes the exit statuses of those that have ended.
  private static func collect() {
    children.withLock { children in
      children.removeAll { waitpid($0, nil, WNOHANG) != 0 }
    }
  }
}

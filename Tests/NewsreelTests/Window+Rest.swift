import Base
import Glibc
import Newsreel
import TestKit

extension Window {
  /// Lets it run until it has nothing to do for a while, and the server neither: what has been asked for is on the screen
  /// then. For windows in which nothing moves.
  func rest(on server: XServer) throws {
    var repeats = 0
    let end = monotonicNow() + patience / .seconds(1)
    while repeats < 4 {
      guard monotonicNow() < end else { throw HarnessError("waited in vain for rest") }
      serve()
      let hasNothing = nextDeadline > monotonicNow() + 10 && !hasNews(within: 5)
      repeats = try hasNothing && server.isAsleep() ? repeats + 1 : 0
    }
  }

  /// Lets it run until that is so.
  func run(_ what: @autoclosure () -> String, until condition: () throws -> Bool) throws {
    let end = monotonicNow() + patience / .seconds(1)
    while try !condition() {
      guard monotonicNow() < end else { throw HarnessError("waited in vain for \(what())") }
      _ = run(for: 0.02)
    }
  }

  /// Whether something comes from the server within so many milliseconds.
  private func hasNews(within milliseconds: Int32) -> Bool {
    var poll = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, milliseconds) > 0
  }
}

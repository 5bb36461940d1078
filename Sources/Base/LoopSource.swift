package import Glibc

/// A source of events in a run loop. It declares what it waits for, and then does a bounded amount of work.
///
/// A turn of the loop: `appendDescriptors` and `deadline` of every source → `ppoll` → `service` of those with work.
package protocol LoopSource: AnyObject {
  /// Appends the descriptors to poll; none if it waits only for its deadline.
  func appendDescriptors(to descriptors: inout [pollfd])

  /// When to call `service` even if no descriptor is ready, in seconds of the monotonic clock (`monotonicNow`);
  /// `.infinity` for never. A time in the past means "at once".
  var deadline: Double { get }

  /// Does at most about 2 ms or 256 KB of work, without blocking. Spurious calls are harmless.
  func service(now: Double) -> ServiceResult

  /// Ends the source and frees its resources. It delivers nothing afterwards.
  func close()
}

/// The result of a piece of work.
package enum ServiceResult: Sendable, Equatable {
  /// Nothing to do until a descriptor is ready or the deadline is reached.
  case idle
  /// More is waiting: call again after the next frame.
  case more
  /// It has ended and can be dropped.
  case finished
}

/// The time and bytes that one `service` may spend.
package struct Budget {
  package static let seconds = 0.002
  package static let bytes = 256 << 10
  private let end = monotonicNow() + Budget.seconds

  package init() {}

  package var isSpent: Bool { monotonicNow() >= end }
}

/// A part of the loop that draws. It takes precedence over all sources, which use the remaining time.
package protocol LoopForeground: AnyObject {
  /// The descriptor of its events.
  var descriptor: Int32 { get }

  /// Whether events are waiting that the descriptor does not signal.
  var hasQueuedEvents: Bool { get }

  /// Whether anything has been drawn yet.
  var hasDrawn: Bool { get }

  /// Sends pending requests; called before the loop sleeps.
  func flush()

  /// Handles waiting events and draws the frame if one is due.
  ///
  /// - Parameters:
  ///   - hasNews: Whether sources may have delivered something since the last call.
  ///   - isReadable: Whether its descriptor is readable.
  func step(hasNews: Bool, isReadable: Bool) -> LoopTurn
}

/// The result of a foreground's turn.
package struct LoopTurn {
  /// When it has to be called again at the latest.
  package var due: Double
  /// Whether a frame was drawn.
  package var hasDrawn: Bool
  /// Whether it has done nothing else, and has flushed, so that the sources' descriptors and deadlines are still valid.
  package var isQuiet: Bool

  package init(due: Double, hasDrawn: Bool, isQuiet: Bool = false) {
    (self.due, self.hasDrawn, self.isQuiet) = (due, hasDrawn, isQuiet)
  }
}

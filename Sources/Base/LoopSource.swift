package import Glibc

/// Something that a run loop serves: it says what it waits for, and does a bounded piece of its work when that has
/// come.
///
/// The loop, once round: `appendDescriptors` and `deadline` of every source → `ppoll` → `service` of those that have
/// something to do.
package protocol LoopSource: AnyObject {
  /// Appends what is to be watched; nothing while the source waits for nothing but its deadline.
  func appendDescriptors(to descriptors: inout [pollfd])

  /// When `service` wants to be called even if no descriptor is ready, in seconds of the monotonic clock
  /// (`monotonicNow`); `.infinity` for never. A deadline in the past means "at once".
  var deadline: Double { get }

  /// Does at most about 2 ms or 256 KB of work, without ever waiting. Spurious calls are harmless.
  func service(now: Double) -> ServiceResult

  /// Ends the source and gives back all that it holds. It delivers nothing afterwards.
  func close()
}

/// What a source says after a piece of work.
package enum ServiceResult: Sendable, Equatable {
  /// Nothing more until a descriptor is ready or the deadline has come.
  case idle
  /// More is waiting already: call again, after the next frame.
  case more
  /// It has ended and may be dropped.
  case finished
}

/// What one `service` may spend.
package struct Budget {
  package static let seconds = 0.002
  package static let bytes = 256 << 10
  private let end = monotonicNow() + Budget.seconds

  package init() {}

  package var isSpent: Bool { monotonicNow() >= end }
}

/// What draws, and goes before all sources: sources are served in the time that it leaves.
package protocol LoopForeground: AnyObject {
  /// The descriptor on which its events come.
  var descriptor: Int32 { get }

  /// Whether there are events that the descriptor does not tell of.
  var hasQueuedEvents: Bool { get }

  /// Whether anything has been drawn yet.
  var hasDrawn: Bool { get }

  /// Sends what it has asked for; called before the loop sleeps.
  func flush()

  /// Takes the events that have come and draws what is due.
  ///
  /// - Parameters:
  ///   - hasNews: whether something may have come from sources since the last call.
  ///   - isReadable: whether its descriptor has something to read.
  func step(hasNews: Bool, isReadable: Bool) -> LoopTurn
}

/// What a foreground says of a turn.
package struct LoopTurn {
  /// When it has to be called again at the latest.
  package var due: Double
  /// A frame was drawn.
  package var hasDrawn: Bool
  /// Nothing else was done, and it has been sent: sources wait for what they waited for before.
  package var isQuiet: Bool

  package init(due: Double, hasDrawn: Bool, isQuiet: Bool = false) {
    (self.due, self.hasDrawn, self.isQuiet) = (due, hasDrawn, isQuiet)
  }
}

/// A moment of the calendar, by the clock on the wall.
///
/// It is a type of its own, so that the compiler tells it from `Seconds`, the time of the loop, which counts from the start of
/// the machine: one never stands for the other. A program converts it where it reads a clock (Base), and where a file or a
/// message holds a number.
package struct UnixTime: Comparable, Hashable, Sendable {
  /// Seconds since 1970, in UTC.
  package var seconds: Double

  package init(seconds: Double) { self.seconds = seconds }

  package init(seconds: Int) { self.seconds = Double(seconds) }

  /// The start of 1970.
  package static let epoch = UnixTime(seconds: 0)
  /// Nothing of this program is from before 2001: such a time was not read from a clock that was right.
  package static let firstPlausible = UnixTime(seconds: 1_000_000_000)
  /// Before and after all others.
  package static let distantPast = UnixTime(seconds: -.infinity)
  package static let distantFuture = UnixTime(seconds: .infinity)

  /// The whole seconds, within the years that a calendar has: 0 for a time before 1970.
  package var wholeSeconds: Int { Int(max(0, min(seconds, 1e11))) }

  package static func < (a: UnixTime, b: UnixTime) -> Bool { a.seconds < b.seconds }

  package static func + (time: UnixTime, span: Seconds) -> UnixTime { UnixTime(seconds: time.seconds + span) }
  package static func - (time: UnixTime, span: Seconds) -> UnixTime { UnixTime(seconds: time.seconds - span) }
  package static func - (end: UnixTime, start: UnixTime) -> Seconds { end.seconds - start.seconds }
  package static func += (time: inout UnixTime, span: Seconds) { time.seconds += span }
}

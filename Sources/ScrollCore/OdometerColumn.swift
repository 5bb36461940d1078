/// A digit or symbol of an odometer: where it stands among the others, how wide it has grown, what it shows.
public struct OdometerColumn: Sendable {
  public let slot: NumberPart.Slot
  /// The digit it shows when at rest; 0 for a symbol.
  public private(set) var digit: Int
  /// It is on its way out, and not part of the number any more.
  public private(set) var isLeaving = false
  private var reel: Reel
  private var growth: ReelMotion

  /// At rest and full grown.
  init(resting part: NumberPart) {
    slot = part.slot
    digit = part.digit
    reel = Reel(restingOn: part.digit)
    growth = ReelMotion(restingAt: 1)
  }

  /// About to grow in: a digit from 0, of no width.
  init(entering slot: NumberPart.Slot) {
    self.slot = slot
    digit = 0
    isLeaving = true
    reel = Reel(restingOn: 0)
    growth = ReelMotion(restingAt: 0)
  }

  // MARK: What is shown

  /// How much of its width, and of its opacity, it has at `t`: 0 to 1.
  public func presence(at t: Seconds) -> Double { min(1, max(0, growth.value(at: t))) }

  /// Where its reel stands, in cells. It is continuous from the first number on, but for the start of a spin.
  public func position(at t: Seconds) -> Double { reel.motion.value(at: t) }

  /// Cells a second.
  public func velocity(at t: Seconds) -> Double { reel.motion.velocity(at: t) }

  /// The digits in its window.
  public func cells(at t: Seconds) -> ReelCells { reel.cells(at: t) }

  /// From then on it is at rest.
  public var end: Seconds { max(reel.motion.end, growth.end) }

  // MARK: What happens to it

  /// Whether it already goes to `part`.
  func goes(to part: NumberPart) -> Bool { !isLeaving && slot == part.slot && digit == part.digit }

  /// Turns to a digit. Nothing happens where it is already on the way to it.
  mutating func roll(to digit: Int, _ direction: ReelDirection, at t: Seconds, duration: Seconds) {
    guard digit != self.digit else { return }
    self.digit = digit
    reel.roll(to: digit, direction, at: t, duration: duration)
  }

  /// Turns to a digit in the direction of a spin. Nothing happens where it is already on the way to it.
  mutating func spinOn(to digit: Int, isAscending: Bool, at t: Seconds, duration: Seconds) {
    guard digit != self.digit else { return }
    self.digit = digit
    reel.spinOn(to: digit, isAscending: isAscending, at: t, duration: duration)
  }

  mutating func spin(to digit: Int, density: Int, isAscending: Bool, at t: Seconds, duration: Seconds) {
    self.digit = digit
    reel = Reel(spinningTo: digit, density: density, isAscending: isAscending, at: t, duration: duration)
  }

  /// Grows to its full width. Nothing happens where it already does.
  mutating func enter(at t: Seconds, duration: Seconds) {
    guard isLeaving else { return }
    isLeaving = false
    growth = growth.redirected(to: 1, at: t, duration: duration)
  }

  /// Shrinks to nothing. Nothing happens where it already does.
  mutating func leave(at t: Seconds, duration: Seconds) {
    guard !isLeaving else { return }
    isLeaving = true
    growth = growth.redirected(to: 0, at: t, duration: duration)
  }
}

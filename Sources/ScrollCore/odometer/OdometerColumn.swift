/// A digit or symbol of an odometer: its slot, width and motion.
///
/// A digit is shown by a reel, a strip of digits that turns. Positions on it count cells: at position p, the top of
/// cell p is at the top of the window, and cells with larger numbers lie below.
public struct OdometerColumn: Sendable {
  /// Its place in the number.
  public let slot: NumberPart.Slot
  /// The digit it shows when at rest; 0 for a symbol.
  public private(set) var digit: Int
  /// Whether it is shrinking and no longer part of the number.
  public private(set) var isLeaving = false
  private var strip: Strip
  /// The motion of the reel.
  private var motion: Transition
  private var growth: Transition

  /// At rest and fully grown.
  init(resting part: NumberPart) {
    slot = part.slot
    digit = part.digit
    strip = .resting(digit, at: digit)
    motion = Transition(restingAt: Double(digit))
    growth = Transition(restingAt: 1)
  }

  /// About to grow in: a digit starts from 0, with width 0.
  init(entering slot: NumberPart.Slot) {
    self.init(resting: NumberPart(slot: slot, digit: 0))
    isLeaving = true
    growth = Transition(restingAt: 0)
  }

  // MARK: Display

  /// Its share of full width and opacity at `t`: 0 to 1.
  public func presence(at t: Seconds) -> Double { min(1, max(0, growth.value(at: t))) }

  /// The position of its reel, in cells. Continuous except at the start of a spin.
  public func position(at t: Seconds) -> Double { motion.value(at: t) }

  /// Cells per second.
  public func velocity(at t: Seconds) -> Double { motion.velocity(at: t) }

  /// The digits in its window.
  public func cells(at t: Seconds) -> ReelCells {
    let position = position(at: t)
    let cell = position.wholeBelow
    return ReelCells(
      upper: strip.digit(at: cell), lower: strip.digit(at: cell + 1), fraction: position - Double(cell))
  }

  /// The time when it is at rest.
  public var end: Seconds { max(motion.end, growth.end) }

  // MARK: Events

  /// Whether it already rolls to `part`.
  func goes(to part: NumberPart) -> Bool { !isLeaving && slot == part.slot && digit == part.digit }

  /// Rolls from the present position and velocity to the next cell of `digit` in this direction. If it already moves
  /// that way, it skips cells that it would overshoot, so that it never turns back; otherwise the cell that fills most
  /// of the window counts as the first. Does nothing if it already rolls to `digit`.
  mutating func roll(to digit: Int, _ direction: ReelDirection, at t: Seconds, duration: Seconds) {
    guard digit != self.digit else { return }
    self.digit = digit
    let position = motion.value(at: t)
    let coast = motion.velocity(at: t) * duration / 3
    if t >= motion.end {
      strip = .resting(strip.digit(at: position.wholeBelow), at: position.wholeBelow)
    } else {
      strip.straighten(around: position)
    }
    let way: Int? =
      switch direction {
      case .shortest: nil
      case .up: strip.step
      case .down: -strip.step
      case .spin(let isAscending): isAscending ? 1 : -1
      }
    let target: Int
    if let way {
      let isUnderWay = coast * Double(way) > 0
      target = strip.cell(of: digit, from: position + (isUnderWay ? coast : -0.5 * Double(way)), way: way)
    } else {
      target = strip.cell(of: digit, nearestTo: position + coast)
    }
    motion = motion.redirected(to: Double(target), at: t, duration: duration)
  }

  /// Spins over `density` cells to a digit. From its lower end the strip is d, d + 1, …, and d again at the top;
  /// it moves down from the lowest cell to the top one, or up the other way when ascending.
  mutating func spin(to digit: Int, density: Int, isAscending: Bool, at t: Seconds, duration: Seconds) {
    self.digit = digit
    let lastCell = max(0, density) + 1
    let last = Double(lastCell)
    strip = Strip(step: -1, above: digit, below: digit + lastCell)
    motion = Transition(
      curve: .easeOut, start: t, duration: duration, from: isAscending ? 0 : last, to: isAscending ? last : 0)
  }

  /// Grows to its full width, unless it already does.
  mutating func enter(at t: Seconds, duration: Seconds) {
    guard isLeaving else { return }
    isLeaving = false
    growth = growth.redirected(to: 1, at: t, duration: duration)
  }

  /// Shrinks to nothing, unless it already does.
  mutating func leave(at t: Seconds, duration: Seconds) {
    guard !isLeaving else { return }
    isLeaving = true
    growth = growth.redirected(to: 0, at: t, duration: duration)
  }
}

/// Which way a reel turns to its digit: the strip of digits 0, 1, 2, … moves up as digits rise.
enum ReelDirection: Sendable {
  case up, down, shortest
  /// Like a spin.
  case spin(isAscending: Bool)
}

/// The visible cells of a reel: one, and the next one below if it lies between two.
public struct ReelCells: Equatable, Sendable {
  /// The digit of the cell whose top is at or above the window's.
  public let upper: Int
  /// The digit of the cell below it.
  public let lower: Int
  /// How much of the upper cell has left the window at its top: from 0 to less than 1.
  public let fraction: Double
}

/// An endless strip of digits. From a cell to the one below, digits rise by `step`, 1 or -1, except between the cells 0
/// and 1, the seam of a spin.
private struct Strip: Equatable, Sendable {
  let step: Int
  var above: Int
  var below: Int

  /// Rising digits, with `digit` in `cell`.
  static func resting(_ digit: Int, at cell: Int) -> Strip {
    Strip(step: 1, above: digit - cell, below: digit - cell)
  }

  func digit(at cell: Int) -> Int {
    let digit = ((cell <= 0 ? above : below) + step * cell) % 10
    return digit < 0 ? digit + 10 : digit
  }

  /// The first cell of `digit` at or beyond `position`, that way.
  func cell(of digit: Int, from position: Double, way: Int) -> Int {
    var cell = way > 0 ? position.rounded(.up).wholeBelow : position.wholeBelow
    while self.digit(at: cell) != digit { cell += way }
    return cell
  }

  func cell(of digit: Int, nearestTo position: Double) -> Int {
    let below = cell(of: digit, from: position, way: 1)
    let above = cell(of: digit, from: position, way: -1)
    return abs(Double(below) - position) <= abs(position - Double(above)) ? below : above
  }

  /// Removes the seam if it is out of sight at `position`, so that a reel never passes it twice.
  mutating func straighten(around position: Double) {
    if position <= 0 { below = above }
    if position >= 1 { above = below }
  }
}

/// A rolling number: place-value columns that turn to each new number and stop at its exact text.
///
/// The state at time t depends only on the properties and the times of the events (`show`, `start`, `stop`). It can be
/// read for any time from the last event on, in any order.
///
///     var counter = Odometer()
///     counter.show(DecimalNumber(9), at: 0)
///     counter.show(DecimalNumber(10), at: 1)
///     counter.text(at: 3)                   // "10"
///     counter.columns[1].position(at: 2.5)  // 10: the ones have rolled on from 9
///     counter.properties.roll = .spin
///     counter.start(at: 10)
///     counter.columns[1].position(at: 10)   // 6: from there five digits, and the last, run down to 0
public struct Odometer: Sendable {
  /// A recent rise or fall of the number.
  public struct Flash: Equatable, Sendable {
    /// Whether the number became greater.
    public let isRise: Bool
    /// From 1 down to 0.
    public let strength: Double
  }

  /// How long a flash lasts.
  public static let flashDuration: Seconds = 0.6

  /// Setting these starts no motion. A change of format shows at once, and columns whose digit stays keep rolling. All
  /// other properties apply from the next event on.
  public var properties: OdometerProperties {
    didSet {
      properties = properties.bounded()
      if properties.format != oldValue.format { reformat() }
    }
  }
  /// The number that it shows or rolls to; nil shows a dash.
  public private(set) var number: DecimalNumber?
  /// From left to right, including columns that are leaving.
  public private(set) var columns: [OdometerColumn] {
    didSet { end = columns.reduce(-.infinity) { max($0, $1.end) } }
  }
  /// The time when all columns are at rest.
  public private(set) var end: Seconds = -.infinity
  private var parts: [NumberPart]
  private var lastTrend: (isRise: Bool, start: Seconds)?
  private var hasShownNumber = false
  /// When it last got another number, and how long it had shown the one before.
  private var lastChange = (time: -Seconds.infinity, interval: Seconds.infinity)

  /// Shows a dash until the first number.
  public init(_ properties: OdometerProperties = OdometerProperties()) {
    let properties = properties.bounded()
    self.properties = properties
    parts = properties.format.parts(of: nil)
    columns = parts.map(OdometerColumn.init(resting:))
  }

  // MARK: Events

  /// Rolls to a number from wherever the columns are; nil shows a dash. The first one shows at rest, and so does one whose
  /// time is NaN.
  public mutating func show(_ number: DecimalNumber?, at t: Seconds) { show(number, flashing: true, at: t) }

  /// - Parameter flashing: Whether a rise or fall flashes.
  package mutating func show(_ number: DecimalNumber?, flashing: Bool, at t: Seconds) {
    let t = Self.time(t)
    let next = properties.format.parts(of: number)
    defer { self.number = number }
    guard hasShownNumber else {
      hasShownNumber = number != nil
      noteChange(at: t)
      parts = next
      columns = next.map(OdometerColumn.init(resting:))
      return
    }
    guard next != parts else { return }
    noteChange(at: t)
    if flashing, let number, let old = self.number, number != old { lastTrend = (number > old, t) }
    let isSpin = properties.roll == .spin && isResting(at: t)
    let direction = direction(to: number)
    parts = next
    let way = properties.roll == .spin ? .spin(isAscending: properties.isAscending) : direction
    retarget(at: t, pace, rolling: isSpin ? nil : way, leaving: number == nil ? nil : direction)
  }

  /// Flashes as after a rise or a fall, whatever the number does.
  package mutating func flash(isRise: Bool, at t: Seconds) { lastTrend = (isRise, Self.time(t)) }

  /// Spins every column to the digit it shows.
  public mutating func start(at t: Seconds) {
    columns = parts.map(OdometerColumn.init(resting:))
    retarget(at: Self.time(t), properties, rolling: nil, leaving: nil)
  }

  /// Shows the final number at once.
  public mutating func stop() {
    settle()
    lastTrend = nil
  }

  /// The same, but a flash goes on.
  package mutating func settle() { columns = parts.map(OdometerColumn.init(resting:)) }

  // MARK: Display

  /// The text at rest.
  public var text: String { properties.format.text(of: number) }

  /// The visible text at `t`: of each column the digit that fills most of its window, without columns less than half
  /// grown.
  public func text(at t: Seconds) -> String {
    var text = ""
    for column in columns where column.presence(at: t) > 0.5 {
      let cells = column.cells(at: t)
      let digit = cells.fraction < 0.5 ? cells.upper : cells.lower
      text += properties.format.text(of: NumberPart(slot: column.slot, digit: digit))
    }
    return text
  }

  /// The rise or fall to show at `t`; nil from 0.6 s after it.
  public func flash(at t: Seconds) -> Flash? {
    guard let lastTrend, t < lastTrend.start + Self.flashDuration else { return nil }
    let elapsed = max(0, t - lastTrend.start)
    return Flash(isRise: lastTrend.isRise, strength: 1 - elapsed / Self.flashDuration)
  }

  /// Whether no column moves from `t` on.
  public func isResting(at t: Seconds) -> Bool { t >= end }

  /// `t` while a column moves, else infinity. Does not include flashes.
  public func nextChange(at t: Seconds) -> Seconds { isResting(at: t) ? .infinity : t }

  // MARK: Help

  /// NaN counts as long ago.
  private static func time(_ t: Seconds) -> Seconds { t.isNaN ? -.infinity : t }

  /// Changes at the same time are one.
  private mutating func noteChange(at t: Seconds) {
    if t > lastChange.time { lastChange = (t, t - lastChange.time) }
  }

  /// The durations of a roll at the last change.
  private var pace: OdometerProperties {
    var pace = properties
    if properties.rests { pace.duration = min(pace.duration, lastChange.interval / 2) }
    return pace
  }

  private func direction(to number: DecimalNumber?) -> ReelDirection {
    switch properties.trend {
    case .up: return .up
    case .down: return .down
    case .shortest: return .shortest
    case .auto:
      guard let number, let old = self.number else { return .shortest }
      return old.isSmaller(than: number) ? .up : number.isSmaller(than: old) ? .down : .shortest
    }
  }

  /// Keeps the columns that a new format leaves alone, and shows the rest at rest.
  private mutating func reformat() {
    parts = properties.format.parts(of: number)
    let old = columns
    columns = parts.map { part in old.first { $0.goes(to: part) } ?? OdometerColumn(resting: part) }
  }

  /// Updates the columns to `parts`. Those with a digit roll in the direction `rolling`, or spin if it is nil. New ones
  /// grow in. Others leave: digits roll to 0 in the direction `leaving`, or do not roll if it is nil.
  ///
  /// - Parameter pace: The durations.
  private mutating func retarget(
    at t: Seconds, _ pace: OdometerProperties, rolling: ReelDirection?, leaving: ReelDirection?
  ) {
    let count = parts.count { $0.slot.isDigit }
    var columnsToRight = count
    var next = 0
    var merged: [OdometerColumn] = []
    merged.reserveCapacity(columns.count + parts.count)
    func leave(_ column: OdometerColumn) {
      if column.isLeaving, column.end <= t { return }
      var column = column
      if !column.isLeaving {
        let duration = pace.duration(columnsToRight: columnsToRight, of: count)
        if let leaving { column.roll(to: 0, leaving, at: t, duration: duration) }
        column.leave(at: t, duration: duration)
      }
      merged.append(column)
    }
    for part in parts {
      while next < columns.count, columns[next].slot < part.slot {
        leave(columns[next])
        next += 1
      }
      if part.slot.isDigit { columnsToRight -= 1 }
      let duration = pace.duration(columnsToRight: columnsToRight, of: count)
      let isKept = next < columns.count && columns[next].slot == part.slot
      var column = isKept ? columns[next] : OdometerColumn(entering: part.slot)
      if isKept { next += 1 }
      if part.slot.isDigit, let rolling {
        column.roll(to: part.digit, rolling, at: t, duration: duration)
      } else if part.slot.isDigit {
        column.spin(
          to: part.digit, density: properties.density, isAscending: properties.isAscending, at: t, duration: duration)
      }
      column.enter(at: t, duration: duration)
      merged.append(column)
    }
    for column in columns[next...] { leave(column) }
    columns = merged
  }
}

/// How a counter's columns change to a new number.
public enum RollStyle: String, CaseIterable, Sendable {
  /// Only columns that change, from the old digit to the new one.
  case changed
  /// Every column, over several cells.
  case spin
}

/// Which way digits roll: the strip of digits moves up as they rise.
public enum RollTrend: String, CaseIterable, Sendable {
  /// Up when the magnitude grows, down when it shrinks.
  case auto
  /// Always up, always down, or the shortest way.
  case up, down, shortest
}

/// The properties of an `Odometer`.
public struct OdometerProperties: Equatable, Sendable {
  /// The time until the last column is at rest, in seconds.
  public var duration: Seconds = 1.5
  /// How much earlier each column to the left stops, in seconds; less if the first would get under a fifth of
  /// `duration`.
  public var durationOffset: Seconds = 0.2
  /// Whether a roll takes at most half of the time since the change before, so that a number that changes often can be
  /// read.
  public var rests = false
  /// Cells rolled before the digit arrives, in a spin.
  public var density = 5
  /// Whether a spin moves its digits up instead of down.
  public var isAscending = false
  /// Which columns roll to a new number, and how.
  public var roll = RollStyle.changed
  /// Which way digits roll.
  public var trend = RollTrend.auto
  /// How the number is written.
  public var format = NumberFormat()

  /// All properties have their defaults.
  public init() {}

  /// The properties with which the program's counters start: their numbers are read while they change.
  package static let brief: OdometerProperties = {
    var properties = OdometerProperties()
    (properties.duration, properties.rests) = (0.6, true)
    return properties
  }()

  /// How long a column with `columns` columns to its right rolls, out of `count`. The stagger shrinks if the leftmost
  /// would get less than a fifth of `duration`.
  public func duration(columnsToRight columns: Int, of count: Int) -> Seconds {
    guard count > 1 else { return duration }
    let offset = min(durationOffset, 0.8 * duration / Double(count - 1))
    return duration - Double(min(columns, count - 1)) * offset
  }
}

extension OdometerProperties: HasProperties {
  /// All properties, in the order of the help.
  public static let properties: [Property<OdometerProperties>] =
    [
      .number("duration", \.duration, range: 0...1_000_000, unit: "s", "Until the last column is at rest"),
      .number(
        "durationOffset", \.durationOffset, range: 0...1_000_000, unit: "s",
        "How much earlier each column to the left ends; less where the first would get under a fifth of duration"),
      .flag("rests", \.rests, "A roll takes at most half of the time since the change before"),
      .integer("density", \.density, range: 0...1000, "Cells rolled before the digit arrives, in a spin"),
      .flag("isAscending", \.isAscending, "A spin moves the strip up instead of down"),
      .choice("roll", \.roll, "changed: only the columns that change, from digit to digit; spin: every column spins"),
      .choice("trend", \.trend, "Which way digits roll; auto: up as the number grows, down as it shrinks"),
    ] + NumberFormat.properties.map { $0.lifted(\.format) }
}

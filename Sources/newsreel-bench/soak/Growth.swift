import Foundation

/// A figure over time, and what it may not do once the program has run for a while.
struct Growth {
  enum Limit {
    /// Less than that much more in an hour, by the line through all values.
    case perHour(Double)
    /// The least value of the last third is no higher than the highest of the leasts of three stretches of the first third:
    /// what is kept for good raises the least of all later stretches, and what comes and goes by chance does not.
    case stays
    /// The least value of the last third is less than that much an hour above that of the first.
    case leastPerHour(Double)
    /// All values lie within that.
    case within(Double)
    /// Told, and not judged.
    case told
  }

  let name: String
  let unit: String
  let digits: Int
  let limit: Limit
  private(set) var values: [(time: Double, value: Double)] = []
  /// Values from before this time are told and not judged.
  let warm: Double

  init(_ name: String, _ unit: String, digits: Int = 0, _ limit: Limit, warm: Double) {
    (self.name, self.unit, self.digits, self.limit, self.warm) = (name, unit, digits, limit, warm)
  }

  mutating func add(_ value: Double, at time: Double) { values.append((time, value)) }

  private var judged: ArraySlice<(time: Double, value: Double)> { values.drop { $0.time < warm } }

  /// How much it grows in an hour, by least squares; nil of fewer than three values.
  var perHour: Double? {
    let judged = judged
    guard judged.count > 2 else { return nil }
    let count = Double(judged.count)
    let time = judged.reduce(0) { $0 + $1.time } / count
    let value = judged.reduce(0) { $0 + $1.value } / count
    let power = judged.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
    return power > 0 ? judged.reduce(0) { $0 + ($1.time - time) * ($1.value - value) } / power * 3600 : nil
  }

  /// How much the least grows in an hour, from the first to the last third.
  private var leastPerHour: Double? {
    guard let floors, let first = judged.first?.time, let last = judged.last?.time, last > first else { return nil }
    return (floors.last - floors.first) / (2 * (last - first) / 3) * 3600
  }

  /// The least of the first and of the last third.
  private var floors: (first: Double, last: Double)? {
    let third = judged.count / 3
    guard let first = judged.prefix(third).map(\.value).min(), let last = judged.suffix(third).map(\.value).min()
    else { return nil }
    return (first, last)
  }

  /// Whether the least of the last third is no higher than that of a stretch of the first, of which that has three.
  private var stays: Bool {
    let values = judged.map(\.value)
    let stretch = values.count / 9
    guard stretch > 0, let last = values.suffix(values.count / 3).min() else { return false }
    return (0..<3).contains { index in
      values[index * stretch..<(index + 1) * stretch].min().map { last <= $0 } ?? false
    }
  }

  /// Nothing that could be judged does not pass.
  var passes: Bool {
    switch limit {
    case .perHour(let most): perHour.map { $0 < most } ?? false
    case .stays: stays
    case .leastPerHour(let most): leastPerHour.map { $0 < most } ?? false
    case .within(let most): !judged.isEmpty && judged.allSatisfy { abs($0.value) < most }
    case .told: true
    }
  }

  private var limitWords: String {
    switch limit {
    case .perHour(let most): "< \(decimal(most, digits: digits)) an hour"
    case .stays: "the least stays"
    case .leastPerHour(let most): "least: < \(decimal(most, digits: digits)) an hour"
    case .within(let most): "within \(decimal(most, digits: digits))"
    case .told: "–"
    }
  }

  /// "| strip: anonymous | 21.20 | 21.30 | 21.41 | 0.08 | < 1.00 an hour | holds |"
  var row: String {
    func text(_ value: Double?) -> String { value.map { decimal($0, digits: digits) } ?? "–" }
    let known = judged.map(\.value)
    let cells = [
      "\(name), \(unit)", text(values.first?.value), text(known.first), text(known.last), text(known.min()),
      text(known.max()), text(perHour), limitWords, passes ? "holds" : "**exceeded**",
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  static let head = """
    | figure | at the start | after warming up | at the end | least | most | an hour | limit | |
    | --- | --- | --- | --- | --- | --- | --- | --- | --- |
    """
}

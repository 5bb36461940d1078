/// Writes to a file that have failed one after the other.
struct WriteFailures {
  /// Until the next try, in seconds: nothing new may come by then.
  private var wait = Self.waits.lowerBound
  private(set) var isEmpty = true

  private static let waits = 60.0...3600

  /// Adds a failure. Returns the seconds until the next try, twice as many each time.
  mutating func add() -> Double {
    defer { (wait, isEmpty) = (min(wait * 2, Self.waits.upperBound), false) }
    return wait
  }
}

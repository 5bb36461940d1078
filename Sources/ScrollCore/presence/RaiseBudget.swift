/// Limits how often a window raises itself, or moves back: a few times at once, then once in a while. Otherwise two
/// windows that cover each other would go on forever.
package struct RaiseBudget {
  private var left = RaiseBudget.most
  private var last = -Double.infinity

  package init() {}

  package static let most = 5.0
  /// Seconds until one more raise is granted.
  package static let pause = 2.0

  /// Spends one raise. False if the budget is empty.
  package mutating func spend(at now: Double) -> Bool {
    left = min(Self.most, left + max(0, now - last) / Self.pause)
    last = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}

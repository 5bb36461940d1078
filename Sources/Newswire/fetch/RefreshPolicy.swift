internal import Base

/// The times between fetches.
package struct RefreshPolicy: Sendable {
  /// Seconds between fetches by default.
  package var interval = 900.0
  /// The bounds for any interval, in seconds.
  package var shortest = 60.0
  package var longest = 86_400.0
  /// The random part that lengthens a wait, so that feeds spread out. A wait is never shorter than promised.
  package var jitter = 0.1

  package init() {}

  /// Alerts are fetched each minute, and after failures each quarter of an hour at least.
  var forAlerts: RefreshPolicy {
    var policy = self
    (policy.interval, policy.longest) = (min(interval, shortest), min(longest, 900))
    return policy
  }

  /// The wait after a success: the feed's interval, or a longer one that the server or the feed demands.
  func wait(interval own: Double?, maxAge: Double?, timeToLive: Double?) -> Double {
    let asked = max(own ?? interval, maxAge ?? 0, own == nil ? timeToLive ?? 0 : 0)
    return jittered(min(max(asked, shortest), longest))
  }

  /// The wait after `failures` failures in a row, doubled each time. `Retry-After` is a minimum.
  func wait(failures: Int, retryAfter: Double?) -> Double {
    // The first retry comes early, as most failures pass.
    var wait = max(interval / 8, shortest)
    for _ in 1..<max(failures, 1) where wait < longest { wait *= 2 }
    return min(jittered(max(min(wait, longest), retryAfter ?? 0)), longest * 7)
  }

  private func jittered(_ wait: Double) -> Double {
    var random = SystemRandom()
    return wait * (1 + Double.random(in: 0...jitter, using: &random))
  }
}

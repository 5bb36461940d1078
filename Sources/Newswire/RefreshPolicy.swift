/// When a feed is looked at again.
package struct RefreshPolicy: Sendable {
  /// Seconds between looks, where neither the feed's own settings nor the server say more.
  package var interval = 900.0
  /// The least and the most that anything may make of it.
  package var shortest = 60.0
  package var longest = 86_400.0
  /// The part of a wait by which it varies, either way, so that feeds do not come in step.
  package var jitter = 0.1

  package init() {}

  /// After a success: the feed's own interval, or a longer one that the server or the feed asks for.
  func wait(interval own: Double?, maxAge: Double?, timeToLive: Double?, random: inout SeededRandom) -> Double {
    let asked = max(own ?? interval, maxAge ?? 0, own == nil ? timeToLive ?? 0 : 0)
    return jittered(min(max(asked, shortest), longest), &random)
  }

  /// After `failures` failures in a row: twice as long each time. Nothing shortens what `Retry-After` asks for.
  func wait(failures: Int, retryAfter: Double?, random: inout SeededRandom) -> Double {
    // The first retry comes early: most failures pass.
    var wait = max(interval / 8, shortest)
    for _ in 1..<max(failures, 1) where wait < longest { wait *= 2 }
    return max(jittered(min(wait, longest), &random), min(retryAfter ?? 0, longest * 7))
  }

  private func jittered(_ wait: Double, _ random: inout SeededRandom) -> Double {
    wait * (1 + Double.random(in: -jitter...jitter, using: &random))
  }
}

/// SplitMix64: a generator that a seed determines, so that what is random can be tested.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

import ScrollCore
import TestKit
import Testing

/// A window that hides itself, followed in small steps.
private struct SteppedPresence {
  var hides = false
  var glide = 0.0
  var holds: Presence.Holds = []
  var stay = -Seconds.infinity
  var way = 1.0
  private(set) var time: Seconds = 0

  var isWanted: Bool { !hides || !holds.isEmpty || time < stay }

  mutating func follow(to t: Seconds) {
    while time < t {
      let step = min(1.0 / 1024, t - time)
      if glide > 0 { way = max(0, min(1, way + (isWanted ? step : -step) / glide)) }
      time += step
      if glide <= 0 { way = isWanted ? 1 : 0 }
    }
  }

  mutating func change(_ change: Change) {
    switch change {
    case .set(let hides, let glide): (self.hides, self.glide) = (hides, glide)
    case .show(let seconds): stay = max(stay, time + seconds)
    case .hold(let hold, true): holds.insert(hold)
    case .hold(let hold, false):
      if holds.remove(hold) != nil { stay = max(stay, time + Presence.patience) }
    case .dismiss: (holds, stay) = ([], time)
    }
    if glide <= 0 { way = isWanted ? 1 : 0 }
  }

  enum Change {
    case set(hides: Bool, glide: Double)
    case show(Double)
    case hold(Presence.Holds, Bool)
    case dismiss

    init(using random: inout SeededRandom) {
      let hold = [.pointer, .keyboard, .menu].randomElement(using: &random) ?? Presence.Holds.pointer
      self =
        switch Int.random(in: 0..<10, using: &random) {
        case 0: .set(hides: .random(using: &random), glide: [0, 0.25, 0.5].randomElement(using: &random) ?? 0)
        case 1, 2: .show(Double(Int.random(in: 0...40, using: &random)) / 8)
        case 3...5: .hold(hold, true)
        case 6...8: .hold(hold, false)
        default: .dismiss
        }
    }
  }
}

extension Presence {
  fileprivate mutating func change(_ change: SteppedPresence.Change, at t: Seconds) {
    switch change {
    case .set(let hides, let glide): set(hides: hides, glide: glide, at: t)
    case .show(let seconds): show(for: seconds, at: t)
    case .hold(let hold, let isHeld): self.hold(hold, isHeld, at: t)
    case .dismiss: dismiss(at: t)
    }
  }
}

@Suite("Whatever happens to a window that hides itself") struct PresenceLawTests {
  @Test("It is where one is that is followed in small steps", arguments: 0..<12 as Range<UInt64>)
  func stepped(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (presence, stepped) = (Presence(), SteppedPresence())
    var t = 0.0
    presence.set(hides: true, glide: 0.25, at: 0)
    stepped.change(.set(hides: true, glide: 0.25))
    for event in 0..<60 {
      let end = t + Double.random(in: 0...1.2, using: &random)
      for part in 1...3 {
        let moment = t + (end - t) * Double(part) / 3
        stepped.follow(to: moment)
        let way = stepped.way
        guard abs(presence.share(at: moment) - way * way * (3 - 2 * way)) < 0.03 || stepped.glide <= 0 else {
          Issue.record("\(seed), event \(event) at \(moment): \(presence.share(at: moment)) for a way of \(way)")
          return
        }
      }
      t = end
      let change = SteppedPresence.Change(using: &random)
      presence.change(change, at: t)
      stepped.change(change)
    }
  }

  @Test(
    "Until its next change nothing changes, and it is away only when it does not come back by itself",
    arguments: 20..<40 as Range<UInt64>)
  func wakeUps(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (presence, twin) = (Presence(), Presence())
    var t = 0.0
    presence.set(hides: true, glide: 0.25, at: 0)
    twin = presence
    for event in 0..<60 {
      let end = t + Double.random(in: 0...1.2, using: &random)
      let next = presence.nextChange(after: t)
      let (share, isAway) = (presence.share(at: t), presence.isAway(at: t))
      for part in 1...6 {
        let moment = t + (end - t) * Double(part) / 6
        // Looked at, and told again what it knows.
        if moment < end { twin.set(hides: twin.hides, glide: twin.glide, at: moment) }
        #expect(isNear(twin.share(at: moment), presence.share(at: moment)), "\(seed), event \(event)")
        guard moment < next else { continue }
        #expect(presence.share(at: moment) == share && presence.isAway(at: moment) == isAway, "\(seed), event \(event)")
      }
      if isAway { #expect(next == .infinity && share == 0) }
      t = end
      let change = SteppedPresence.Change(using: &random)
      presence.change(change, at: t)
      twin.change(change, at: t)
      // A second time it is nothing new.
      twin.change(change, at: t)
    }
  }
}

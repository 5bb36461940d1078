/// When a window that hides itself is on the screen, and how far it has glided in: a pure function of time and its events.
///
/// It appears for a headline, or when the pointer touches the screen's edge, stays while it is in use, and disappears.
package struct Presence: Equatable, Sendable {
  /// The reasons that keep the window on the screen.
  package struct Holds: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let pointer = Holds(rawValue: 1)
    package static let keyboard = Holds(rawValue: 2)
    package static let menu = Holds(rawValue: 4)
  }

  /// Whether it hides itself; otherwise it is always visible.
  package private(set) var hides = false
  /// The time to glide in or out, in seconds; 0 for none.
  package private(set) var glide = 0.0
  private var holds: Holds = []
  /// Until when it stays even if nothing holds it.
  private var stay = -Seconds.infinity
  /// How far it was in at the last event, and when that was.
  private var last: (share: Double, time: Seconds) = (1, -.infinity)

  /// How long it stays after the last hold has ended, in seconds: the pointer may come back.
  package static let patience = 0.6
  package static let glideTime = 0.2

  package init() {}

  package static func == (a: Presence, b: Presence) -> Bool {
    (a.hides, a.glide, a.holds, a.stay) == (b.hides, b.glide, b.holds, b.stay) && a.last == b.last
  }

  /// When it starts to glide out.
  private var end: Seconds { !hides || !holds.isEmpty ? .infinity : stay }

  // MARK: - What happens

  /// Lets it hide itself from now on, or keeps it visible.
  package mutating func set(hides: Bool, glide: Double, at t: Seconds) {
    note(t)
    (self.hides, self.glide) = (hides, glide)
  }

  /// Shows it for at least this long.
  package mutating func show(for seconds: Double, at t: Seconds) {
    note(t)
    stay = max(stay, t + seconds)
  }

  /// Starts or ends a hold.
  package mutating func hold(_ hold: Holds, _ isHeld: Bool, at t: Seconds) {
    guard holds.contains(hold) != isHeld else { return }
    note(t)
    if isHeld {
      holds.insert(hold)
    } else {
      holds.remove(hold)
      stay = max(stay, t + Self.patience)
    }
  }

  /// Hides it at once, despite all reasons to stay.
  package mutating func dismiss(at t: Seconds) {
    note(t)
    (holds, stay) = ([], t)
  }

  private mutating func note(_ t: Seconds) {
    let t = max(t, last.time)
    last = (way(at: t), t)
  }

  // MARK: - Asking

  /// How much of it is visible, 0 to 1.
  package func share(at t: Seconds) -> Double {
    let way = way(at: t)
    return way * way * (3 - 2 * way)
  }

  /// Whether it is hidden until the next event.
  package func isAway(at t: Seconds) -> Bool { t >= end && way(at: t) <= 0 }

  /// The next visible change: `t` itself while it glides.
  package func nextChange(after t: Seconds) -> Seconds {
    let way = way(at: t)
    if t >= end { return way > 0 ? t : .infinity }
    return way < 1 ? t : end
  }

  /// How far it has glided in, linear in time.
  private func way(at t: Seconds) -> Double {
    let (end, start) = (self.end, last.time)
    if t < end { return moved(from: last.share, for: t - start, by: 1) }
    let top = end > start ? moved(from: last.share, for: end - start, by: 1) : last.share
    return moved(from: top, for: t - max(end, start), by: -1)
  }

  private func moved(from share: Double, for seconds: Seconds, by direction: Double) -> Double {
    guard glide > 0, seconds < glide else { return direction > 0 ? 1 : 0 }
    return max(0, min(1, share + direction * max(0, seconds) / glide))
  }
}

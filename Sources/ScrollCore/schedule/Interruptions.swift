/// Which of several break-ins is on the screen: a pure function of when they came, and were withdrawn or acknowledged.
///
/// The highest priority goes first, the first to come among equals. A higher one stops a lower one at once; that comes back
/// for the rest of its hold, and at least as long as it takes to read.
package struct Interruptions: Sendable {
  /// A break-in's time on the screen.
  package struct Turn: Equatable, Sendable {
    package let id: Int
    package let priority: Int
    package let hold: Airing.Hold?
    /// How long it takes to read once, in seconds.
    package fileprivate(set) var reading: Seconds
    /// When it begins to come in.
    package fileprivate(set) var start = Seconds.infinity
    /// When it is there, and its hold begins.
    package fileprivate(set) var since = Seconds.infinity
    /// When it has gone.
    package fileprivate(set) var end = Seconds.infinity
    /// How long it was held in earlier turns.
    fileprivate var held: Seconds = 0
    /// Whether it is going, because it was acknowledged or withdrawn.
    fileprivate var leaves = false
    /// Whether `begun` has had it.
    fileprivate var hasBegun = false
    /// The number of break-ins before it.
    package let number: Int

    /// How long to hold it in this turn.
    fileprivate var rest: Seconds {
      switch hold {
      case nil: reading
      case .time(let seconds): max(seconds - held, min(seconds, reading))
      // A cycle that was cut off is repeated.
      case .cycles(let count): max(1, Double(count) - (held / max(reading, 0.001) + 1e-9).rounded(.down)) * reading
      case .acknowledged: .infinity
      }
    }
  }

  /// How long a break-in takes to come in, and to go, in seconds.
  package var wipe: Seconds = 0.25
  /// The maximum number of waiting ones; beyond it the lowest and latest are dropped.
  package static let most = 20

  /// In the order of their turns; the first may have begun.
  private var turns: [Turn] = []
  /// The one that the present one interrupted, unchanged.
  private var cut: Turn?
  private var count = 0
  /// The IDs that have ended since they were last returned.
  private var over: [Int] = []
  /// The IDs that have come on the screen since they were last returned.
  private var begun: [Int] = []

  package init() {}

  // MARK: - What happens

  /// A break-in comes. It replaces one with the same ID in place, and its holding time restarts.
  ///
  /// - Parameter reading: How long it takes to read once, in seconds.
  package mutating func add(_ id: Int, priority: Int, hold: Airing.Hold? = nil, reading: Seconds, at t: Seconds) {
    settle(at: t)
    let former = turns.firstIndex { $0.id == id }
    var turn = Turn(
      id: id, priority: priority, hold: hold, reading: reading, number: former.map { turns[$0].number } ?? count)
    count += 1
    if let former {
      if turns[former].start <= t { (turn.start, turn.since) = (turns[former].start, max(turns[former].since, t)) }
      turn.hasBegun = turns[former].hasBegun
      turns[former] = turn
    } else {
      turns.append(turn)
    }
    plan(at: t)
    if turns.count > Self.most { over.append(turns.removeLast().id) }
  }

  /// A break-in ends: it was acknowledged or withdrawn. Returns whether it was there.
  @discardableResult
  package mutating func end(_ id: Int, at t: Seconds) -> Bool {
    settle(at: t)
    guard let place = turns.firstIndex(where: { $0.id == id }) else { return false }
    if turns[place].start < t {
      (turns[place].end, turns[place].leaves) = (min(turns[place].end, t + wipe), true)
    } else {
      over.append(turns.remove(at: place).id)
    }
    plan(at: t)
    return true
  }

  /// Texts have another size: how long each takes to read.
  package mutating func measure(at t: Seconds, reading: (_ id: Int) -> Seconds) {
    settle(at: t)
    for i in turns.indices { turns[i].reading = reading(turns[i].id) }
    plan(at: t)
  }

  /// Returns and clears the IDs that have come on the screen, each once, whether anyone has looked meanwhile or not.
  package mutating func takeBegun(at t: Seconds) -> [Int] {
    settle(at: t)
    noteBegun { $0.start <= t }
    defer { begun = [] }
    return begun
  }

  /// Returns and clears the IDs that have ended.
  package mutating func takeOver(at t: Seconds) -> [Int] {
    settle(at: t)
    defer { over = [] }
    return over
  }

  // MARK: - Asking

  package var isEmpty: Bool { turns.isEmpty }

  /// All of them, in the order of their turns.
  package var ids: [Int] { turns.map(\.id) }

  /// The one on the screen.
  package func turn(at t: Seconds) -> Turn? { turns.first { $0.start <= t && t < $0.end } }

  /// The one on the screen at `t`, or else the next one.
  package func next(after t: Seconds) -> Turn? { turns.first { $0.end > t } }

  /// The one that is being covered by `turn`.
  package func covered(by turn: Turn, at t: Seconds) -> Turn? {
    guard let cut, cut.end == turn.start, t < turn.start + wipe else { return nil }
    return cut
  }

  /// Whether one is still to come, or to come back, after `t`.
  package func waits(_ id: Int, at t: Seconds) -> Bool { turns.contains { $0.id == id && t < $0.end } }

  /// The turns visible between two times, if nothing happens in between.
  package func seen(from start: Seconds, to end: Seconds) -> [Sight] {
    var seen: [Sight] = []
    // Another one wipes across the one that it has stopped.
    if let cut, let first = turns.first, first.start == cut.end, cut.end + wipe > start {
      seen.append(Sight(id: cut.id, visible: start...max(start, min(end, cut.end + wipe))))
    }
    for turn in turns where turn.start < end && turn.end > start {
      var sight = Sight(id: turn.id, visible: max(start, turn.start)...min(end, turn.end))
      let (from, to) = (max(start, turn.since), min(end, turn.end - wipe))
      if from < to { sight.whole = from...to }
      seen.append(sight)
    }
    return seen
  }

  /// When something of a break-in is seen, and when all of it is there.
  package struct Sight: Equatable, Sendable {
    package let id: Int
    package let visible: ClosedRange<Seconds>
    package var whole: ClosedRange<Seconds>?
  }

  // MARK: - Turns

  private mutating func noteBegun(where hasBegun: (Turn) -> Bool) {
    for i in turns.indices where !turns[i].hasBegun && hasBegun(turns[i]) {
      turns[i].hasBegun = true
      begun.append(turns[i].id)
    }
  }

  /// Notes turns that have begun, and drops finished ones. What ends at the moment at which it would begin is never seen.
  private mutating func settle(at t: Seconds) {
    noteBegun { $0.start < t }
    while let first = turns.first, first.end <= t { over.append(turns.removeFirst().id) }
    if let cut, turns.first.map({ $0.start != cut.end || t >= $0.start + wipe }) ?? true { self.cut = nil }
  }

  /// Gives all their turns from `t` on.
  private mutating func plan(at t: Seconds) {
    var head = turns.first.flatMap { $0.start <= t ? $0 : nil }
    var waiting = Array(turns.dropFirst(head == nil ? 0 : 1))
    if let shown = head, let top = waiting.max(by: { $1.goesBefore($0) }), top.priority > shown.priority {
      var stopped = shown
      stopped.held += max(0, t - shown.since)
      (stopped.start, stopped.since, stopped.end) = (.infinity, .infinity, .infinity)
      // One that is leaving does not come back.
      if shown.end == .infinity || t < shown.end - wipe { waiting.append(stopped) } else { over.append(shown.id) }
      cut = shown
      cut?.end = t
      head = nil
    }
    waiting.sort { $0.goesBefore($1) }
    var start = t
    if var shown = head {
      if !shown.leaves { shown.end = shown.since + shown.rest + wipe }
      start = shown.end
      head = shown
    }
    for i in waiting.indices {
      waiting[i].start = start
      waiting[i].since = start + wipe
      waiting[i].end = waiting[i].since + waiting[i].rest + wipe
      start = waiting[i].end
    }
    turns = (head.map { [$0] } ?? []) + waiting
  }
}

extension Interruptions.Turn {
  fileprivate func goesBefore(_ other: Self) -> Bool {
    (-priority, number) < (-other.priority, other.number)
  }
}

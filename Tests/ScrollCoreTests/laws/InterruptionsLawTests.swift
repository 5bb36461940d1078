import ScrollCore
import TestKit
import Testing

/// Break-ins, followed in ticks of a sixteenth of a second: a second opinion.
private struct TickedTurns {
  struct Entry {
    var id: Int
    var priority: Int
    var hold: Airing.Hold?
    var reading: Seconds
    var rank: Int
    var held = 0.0
  }

  /// The one on the screen: since when it is there, and when it goes if it has been ended.
  var shown: (entry: Entry, since: Seconds, leaves: Seconds?)?
  var waiting: [Entry] = []
  var over: [Int] = []
  private var count = 0
  private(set) var time: Seconds = 0
  static let tick = 1.0 / 16
  static let wipe = 0.25

  mutating func follow(to t: Seconds) {
    while time < t {
      time += Self.tick
      settle()
    }
  }

  /// Takes off what has ended, and begins what is next.
  private mutating func settle() {
    if let (entry, _, _) = shown, time >= end {
      over.append(entry.id)
      shown = nil
    }
    guard let next = waiting.min(by: { ($1.priority, $0.rank) < ($0.priority, $1.rank) }) else { return }
    if let (shown, since, leaves) = shown {
      guard next.priority > shown.priority else { return }
      var entry = shown
      entry.held += max(0, time - since)
      // What is going anyway does not come back.
      if time < (leaves ?? end) - Self.wipe { waiting.append(entry) } else { over.append(entry.id) }
    }
    waiting.removeAll { $0.id == next.id }
    shown = (next, time + Self.wipe, nil)
  }

  private var end: Seconds {
    guard let (entry, since, leaves) = shown else { return .infinity }
    let rest: Seconds =
      switch entry.hold {
      case nil: entry.reading
      case .time(let seconds): max(seconds - entry.held, min(seconds, entry.reading))
      case .cycles(let count): max(1, Double(count) - (entry.held / entry.reading).rounded(.down)) * entry.reading
      case .acknowledged: .infinity
      }
    return min(leaves ?? .infinity, since + rest + Self.wipe)
  }

  mutating func add(_ id: Int, priority: Int, hold: Airing.Hold?, reading: Seconds) {
    var entry = Entry(id: id, priority: priority, hold: hold, reading: reading, rank: count)
    count += 1
    if let (former, since, _) = shown, former.id == id {
      entry.rank = former.rank
      shown = (entry, max(since, time), nil)
    } else if let former = waiting.firstIndex(where: { $0.id == id }) {
      entry.rank = waiting[former].rank
      waiting[former] = entry
    } else {
      waiting.append(entry)
    }
    settle()
  }

  mutating func end(_ id: Int) {
    if let (entry, since, leaves) = shown, entry.id == id {
      // One that has only just begun is not seen to go.
      if since - Self.wipe == time, leaves == nil {
        over.append(id)
        shown = nil
      } else {
        let end = min(end, time + Self.wipe)
        shown?.leaves = end
      }
    } else if waiting.contains(where: { $0.id == id }) {
      waiting.removeAll { $0.id == id }
      over.append(id)
    }
    settle()
  }
}

@Suite("Whatever breaks in") struct InterruptionsLawTests {
  @Test("What is on the screen is what one sees who follows in ticks", arguments: 0..<40 as Range<UInt64>)
  func ticked(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (turns, ticked) = (Interruptions(), TickedTurns())
    var (t, over) = (0.0, [Int]())
    for event in 0..<80 {
      let end = t + TickedTurns.tick * Double(Int.random(in: 0...40, using: &random))
      while t < end {
        t += TickedTurns.tick
        ticked.follow(to: t)
        // Asked at times, which changes nothing.
        if Int.random(in: 0..<20, using: &random) == 0 { over += turns.takeOver(at: t) }
        guard turns.turn(at: t)?.id == ticked.shown?.entry.id else {
          let (is_, due) = (turns.turn(at: t)?.id ?? -1, ticked.shown?.entry.id ?? -1)
          Issue.record("\(seed), event \(event) at \(t): \(is_) is shown instead of \(due)")
          return
        }
      }
      let id = Int.random(in: 0..<6, using: &random)
      if Int.random(in: 0..<3, using: &random) > 0 {
        let hold: Airing.Hold? =
          switch Int.random(in: 0..<8, using: &random) {
          case 0: .acknowledged
          case 1, 2: .cycles(Int.random(in: 1...3, using: &random))
          case 3, 4: .time(Double(Int.random(in: 1...8, using: &random)))
          default: nil
          }
        let priority = Int.random(in: 6...8, using: &random)
        turns.add(id, priority: priority, hold: hold, reading: 2, at: t)
        ticked.add(id, priority: priority, hold: hold, reading: 2)
      } else {
        turns.end(id, at: t)
        ticked.end(id)
      }
      #expect(turns.waits(id, at: t) == (ticked.shown?.entry.id == id || ticked.waiting.contains { $0.id == id }))
    }
    over += turns.takeOver(at: t)
    #expect(over.sorted() == ticked.over.sorted(), "\(seed)")
  }

  @Test("Until the next turn nothing comes or goes", arguments: 100..<120 as Range<UInt64>)
  func wakeUps(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var turns = Interruptions()
    var t = 0.0
    for event in 0..<60 {
      turns.add(
        Int.random(in: 0..<9, using: &random), priority: Int.random(in: 6...8, using: &random),
        hold: Bool.random(using: &random) ? .time(1.5) : nil, reading: 2, at: t)
      if Bool.random(using: &random) { turns.end(Int.random(in: 0..<9, using: &random), at: t) }
      let end = t + Double.random(in: 0...6, using: &random)
      let now = turns.turn(at: t)
      let next = now?.end ?? turns.next(after: t)?.start ?? .infinity
      for part in 1...8 {
        let moment = t + (end - t) * Double(part) / 8
        if moment < next { #expect(turns.turn(at: moment)?.id == now?.id, "\(seed), event \(event)") }
        let seen = turns.seen(from: t, to: moment).map(\.id)
        #expect(turns.turn(at: moment).map { seen.contains($0.id) || moment == $0.start } ?? true)
      }
      t = end
    }
  }
}

import TestKit
import Testing

@testable import ScrollCore

/// Random schedules and random break-ins against second, simple implementations.
@Suite("Random schedules") struct ScheduleStormTests {
  /// Clocks that change: in Berlin by an hour, on Lord Howe Island by half an hour, from 10:30 to 11:00.
  enum Zone: CaseIterable {
    case berlin, lordHowe

    /// The changes of 2026, in seconds since 1970.
    var changes: (Int, Int) { self == .berlin ? (1_774_746_000, 1_792_890_000) : (1_775_314_800, 1_791_041_400) }

    func offset(_ time: Int) -> Int {
      let isBetween = (changes.0..<changes.1).contains(time)
      return self == .berlin ? (isBetween ? 7200 : 3600) : (isBetween ? 37_800 : 39_600)
    }
  }

  /// What a schedule says, in parts: the first day and the number of days, and quarters of an hour since midnight.
  private struct Plan {
    var parts: [(day: Int, count: Int, from: Int, to: Int)] = []
    var (notBefore, notAfter): (Int?, Int?)

    static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static func clock(_ quarter: Int) -> String {
      let (hour, minute) = (quarter / 4, quarter % 4 * 15)
      return (hour < 10 ? "0" : "") + "\(hour):" + (minute == 0 ? "00" : "\(minute)")
    }

    var text: String {
      parts.map { part in
        let last = Self.names[(part.day + part.count - 1) % 7]
        let days = part.count == 1 ? last : Self.names[part.day] + "-" + last
        return "\(days) \(Self.clock(part.from))-\(Self.clock(part.to))"
      }.joined(separator: ", ")
    }

    init(_ random: inout SeededRandom, near time: Int) {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let (from, length) = (Int.random(in: 0..<96, using: &random), Int.random(in: 1..<96, using: &random))
        let to = from + length <= 96 ? from + length : from + length - 96
        parts.append((.random(in: 0..<7, using: &random), .random(in: 1...7, using: &random), from, to))
      }
      func moment() -> Int? {
        Bool.random(using: &random) ? nil : time + 900 * Int.random(in: -300...300, using: &random)
      }
      (notBefore, notAfter) = (moment(), moment())
    }

    /// Looks at each part and each of its days.
    func allows(_ time: Int, _ offset: (Int) -> Int) -> Bool {
      if let notBefore, time < notBefore { return false }
      if let notAfter, time >= notAfter { return false }
      if parts.isEmpty { return true }
      let local = time + offset(time)
      let (date, quarter) = (local / 86_400, local % 86_400 / 900)
      // 1970 began on a Thursday.
      let (today, yesterday) = ((date + 3) % 7, (date + 2) % 7)
      for part in parts {
        for day in (part.day..<part.day + part.count).map({ $0 % 7 }) {
          if part.to > part.from {
            if day == today, quarter >= part.from, quarter < part.to { return true }
          } else if day == today && quarter >= part.from || day == yesterday && quarter < part.to {
            return true
          }
        }
      }
      return false
    }
  }

  @Test(
    "10,000 schedules say the same as a look at each quarter of an hour, over the changes of clocks",
    arguments: Zone.allCases)
  func schedules(_ zone: Zone) throws {
    var random = SeededRandom(seed: 38)
    for round in 0..<5000 {
      let change = Bool.random(using: &random) ? zone.changes.0 : zone.changes.1
      let time = change + 900 * Int.random(in: -200...200, using: &random)
      let plan = Plan(&random, near: time)
      var airing = Airing()
      airing.hours = try WeekHours(parsing: plan.text)
      airing.notBefore = plan.notBefore.map(WallTime.init)
      airing.notAfter = plan.notAfter.map(WallTime.init)
      let isNow = plan.allows(time, zone.offset)
      #expect(airing.allows(time, zone.offset) == isNow, "\(round): \(plan)")
      let next = airing.nextChange(after: time, zone.offset)
      // A day, and the change itself: nothing in between, and nothing that is missed.
      let limit = min(next ?? .max, time + 86_400)
      let same = stride(from: time, to: limit, by: 900).allSatisfy { plan.allows($0, zone.offset) == isNow }
      #expect(same, "\(round): \(plan), next \(String(describing: next))")
      if let next { #expect(plan.allows(next, zone.offset) != isNow, "\(round): \(plan) at \(next)") }
      if let next { #expect(plan.allows(next - 1, zone.offset) == isNow, "\(round): \(plan) before \(next)") }
    }
  }

  // MARK: - Break-ins

  /// Goes from quarter of a second to quarter of a second, with one on the screen at most.
  private struct Ticker {
    struct Entry {
      var id: Int
      var priority: Int
      var number: Int
      var hold: Airing.Hold?
      /// In ticks: to read once, and held so far.
      var reading: Int
      var held = 0
    }

    enum Phase { case coming, held, going }

    var waiting: [Entry] = []
    var shown: (entry: Entry, phase: Phase, left: Int)?

    static func ticks(_ entry: Entry) -> Int {
      switch entry.hold {
      case nil: entry.reading
      case .time(let seconds): max(Int(seconds * 4) - entry.held, min(Int(seconds * 4), entry.reading))
      case .cycles(let count): max(1, count - entry.held / entry.reading) * entry.reading
      case .acknowledged: 1 << 40
      }
    }

    private func goesBefore(_ a: Entry, _ b: Entry) -> Bool { (-a.priority, a.number) < (-b.priority, b.number) }

    mutating func add(_ entry: Entry) {
      waiting.append(entry)
      waiting.sort(by: goesBefore)
    }

    mutating func end(_ id: Int) {
      waiting.removeAll { $0.id == id }
      if let now = shown, now.entry.id == id, now.phase != .going { shown = (now.entry, .going, 1) }
    }

    /// The one on the screen in the tick that begins now.
    mutating func tick() -> Int? {
      if var former = shown, let top = waiting.first, top.priority > former.entry.priority {
        if former.phase == .held { former.entry.held += Self.ticks(former.entry) - former.left }
        if former.phase != .going { waiting.append(former.entry) }
        waiting.sort(by: goesBefore)
        shown = nil
      }
      if shown == nil, !waiting.isEmpty { shown = (waiting.removeFirst(), .coming, 1) }
      guard let now = shown else { return nil }
      shown?.left -= 1
      if now.left == 1 {
        switch now.phase {
        case .coming: shown = (now.entry, .held, Self.ticks(now.entry))
        case .held: shown = (now.entry, .going, 1)
        case .going: shown = nil
        }
      }
      return now.entry.id
    }
  }

  @Test("10,000 histories of break-ins are those of a simple look at each quarter of a second") func breakIns() {
    var random = SeededRandom(seed: 83)
    for round in 0..<10_000 {
      var (turns, ticker) = (Interruptions(), Ticker())
      var (log, number) = ("", 0)
      for tick in 0..<Int.random(in: 20...90, using: &random) {
        let t = Double(tick) / 4
        if Int.random(in: 0..<12, using: &random) == 0, let id = turns.ids.randomElement(using: &random) {
          log += " -\(id) @\(t)"
          turns.end(id, at: t)
          ticker.end(id)
        }
        for _ in 0..<(Int.random(in: 0..<8, using: &random) == 0 ? 2 : 0) where turns.ids.count < 8 {
          let holds: [Airing.Hold?] = [nil, nil, .time(1), .time(3), .cycles(1), .cycles(3), .acknowledged]
          let entry = Ticker.Entry(
            id: tick * 4 + .random(in: 0..<2, using: &random), priority: .random(in: 0...3, using: &random), number: 0,
            hold: holds.randomElement(using: &random) ?? nil, reading: .random(in: 1...12, using: &random))
          if turns.ids.contains(entry.id) { continue }
          log += " +\(entry.id) p\(entry.priority) \(entry.hold?.text ?? "-") r\(entry.reading) @\(t)"
          turns.add(
            entry.id, priority: entry.priority, hold: entry.hold, reading: Double(entry.reading) / 4, at: t)
          var placed = entry
          placed.number = number
          number += 1
          ticker.add(placed)
        }
        let (turn, shown) = (turns.turn(at: t)?.id, ticker.tick())
        if turn != shown {
          Issue.record("\(round): \(String(describing: turn)) instead of \(String(describing: shown)) at \(t):\(log)")
          return
        }
      }
    }
  }
}

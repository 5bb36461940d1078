import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Windows

/// Later versions of what breaks in, by every way on which they come.
@Suite("Versions of what breaks in") struct BreakInVersionTests {
  /// Severity and urgency of an alert, with what is to follow from them.
  struct Rank: CustomTestStringConvertible, Sendable {
    let severity: String
    let isPressing: Bool
    let priority: Int
    let breaksIn: Bool
    var testDescription: String { "\(severity) \(priority)" }

    func message(_ id: String, ending old: String? = nil, expires: Double? = nil) -> String {
      let facts = CAPText.facts(isPressing ? "Immediate" : "Future", severity, "Observed")
      let end = expires.map { "<expires>\(Int($0))</expires>" } ?? ""
      return CAPText.message(
        id, as: old == nil ? "Alert" : "Update", ending: old.map { [$0] } ?? [],
        "\(facts)\(end)<headline>Flood \(id)</headline>")
    }

    /// Whether it comes on the air anew in the place of another.
    func escalates(_ former: Rank) -> Bool { breaksIn && (!former.breaksIn || priority > former.priority) }
  }

  private static let ranks = [
    Rank(severity: "Minor", isPressing: true, priority: 350, breaksIn: false),
    Rank(severity: "Severe", isPressing: false, priority: 700, breaksIn: false),
    Rank(severity: "Extreme", isPressing: false, priority: 900, breaksIn: false),
    Rank(severity: "Severe", isPressing: true, priority: 750, breaksIn: true),
    Rank(severity: "Extreme", isPressing: true, priority: 950, breaksIn: true),
  ]

  @Test(
    "An update that makes an alert more urgent breaks in, and is reported; any other takes its place in silence",
    arguments: ranks, ranks)
  func updated(_ old: Rank, _ new: Rank) throws {
    // While the first one is shown, and after it has been read.
    for wait in [1.5, 20] {
      try OnAirDesk.run { desk in
        try desk.publish([old.message("1")])
        desk.run(for: wait)
        #expect(desk.alerts == ["Flood 1"] && desk.urgent == (old.breaksIn ? ["Flood 1"] : []))
        let wasShown = desk.band != nil
        #expect(wasShown == (old.breaksIn && wait < 5))
        try desk.publish([new.message("2", ending: "1")])
        desk.run(for: 1.5)
        let more = new.escalates(old) ? ["Flood 2"] : []
        #expect(desk.alerts == ["Flood 1"] + more, "after \(wait)")
        #expect(desk.urgent == (old.breaksIn ? ["Flood 1"] : []) + more, "after \(wait)")
        #expect(desk.band == (new.escalates(old) || wasShown && new.breaksIn ? "Flood 2" : nil), "after \(wait)")
        #expect(desk.agrees && !desk.shows("Flood 1"))
        desk.run(for: 30)
        #expect(desk.band == nil && desk.alerts.count == 1 + more.count)
      }
    }
  }

  @Test("An alert that is lowered and raised again breaks in again; each time once") func again() throws {
    let (low, high) = (Self.ranks[0], Self.ranks[4])
    try OnAirDesk.run { desk in
      var messages: [String] = []
      for number in 1...6 {
        let rank = number.isMultiple(of: 2) ? high : low
        messages.append(rank.message("\(number)", ending: number > 1 ? "\(number - 1)" : nil))
        // All of them, or the last one alone.
        try desk.publish(number < 4 ? messages : messages.suffix(1))
        desk.run(for: 15)
      }
      #expect(desk.urgent == ["Flood 2", "Flood 4", "Flood 6"])
      #expect(desk.alerts == ["Flood 1", "Flood 2", "Flood 4", "Flood 6"])
    }
  }

  @Test("Half a source of alerts changes nothing, also while one is held up to view; the whole one sounds nothing")
  func half() throws {
    try OnAirDesk.run { desk in
      let messages = [Self.ranks[4].message("1"), Self.ranks[0].message("2")]
      try desk.publish(messages)
      desk.run(for: 2)
      let (urgent, alerts) = (desk.urgent, desk.alerts)
      #expect(urgent == ["Flood 1"] && Set(alerts) == ["Flood 1", "Flood 2"])
      for part in [0.95, 0.5, 0.2, 0.01] {
        try desk.publish(messages, part: part)
        desk.run(for: 1)
        #expect(desk.feeds?.queue.items.filter { $0.alert != nil }.count == 2, "\(part)")
        #expect(desk.feeds?.topics.hasFailing == true, "\(part)")
        try desk.publish(messages)
        desk.run(for: 1)
        #expect(desk.feeds?.topics.hasFailing == false, "\(part)")
      }
      #expect(desk.urgent == urgent && desk.alerts == alerts)
    }
  }

  /// How a held break-in comes.
  enum Start: Sendable {
    case message(String)
    case line(String)
    case channel(String)
    case alert(String)

    func begin(_ desk: OnAirDesk) throws {
      switch self {
      case .message(let line): try desk.add(line)
      case .line(let line): desk.send(line)
      case .channel(let line): try desk.publish(line)
      case .alert(let message): try desk.publish([message])
      }
    }
  }

  /// What ends it.
  struct End: CustomTestStringConvertible, Sendable {
    let start: Start
    let testDescription: String
    /// What stands there then.
    var next: String?
    /// How many can be acknowledged then: that of a topic that is off comes back with it.
    var count = 0.0
    let end: @Sendable (OnAirDesk) throws -> Void
  }

  private static let drill = #"{"text":"Fire drill","id":"1","placing":"break-in","hold":"acknowledged","key":"d"}"#
  private static let over = #"{"text":"It is over","id":"2","key":"d"}"#
  private static let second = #"{"text":"Second floor","id":"3","placing":"break-in","hold":"acknowledged","key":"d"}"#
  private static let lasting = #"{"text":"Fire drill","id":"1","placing":"break-in","hold":"acknowledged","key":"d","#

  private static func expectOne(_ answer: JSON?) { #expect(answer?.number == 1) }

  private static let ends: [End] = [
    End(start: .message(drill), testDescription: "key", end: { try $0.add(over) }),
    End(
      start: .message(drill), testDescription: "key, again", next: "Second floor", count: 1, end: { try $0.add(second) }
    ),
    End(start: .message(drill), testDescription: "same ID", end: { try $0.add(#"{"text":"No","id":"1"}"#) }),
    End(start: .message(drill), testDescription: "remove", end: { try expectOne($0.ask("remove", "1")) }),
    End(start: .message(drill), testDescription: "remove by key", end: { try expectOne($0.ask("remove", "d")) }),
    End(start: .message(drill), testDescription: "acknowledge", end: { try expectOne($0.ask("acknowledge")) }),
    End(start: .message(drill), testDescription: "replace", end: { try $0.ask("replace", "A notice") }),
    End(start: .message(lasting + #""ttl":3}"#), testDescription: "time to live", end: { $0.run(for: 1.05) }),
    End(
      start: .message(lasting + #""not-after":1790000004}"#), testDescription: "not-after", end: { $0.run(for: 1.05) }),
    End(
      start: .message(lasting + #""topic":"T"}"#), testDescription: "topic off", count: 1,
      end: { try $0.ask("token", "off", "T") }),
    End(start: .line(drill), testDescription: "key", end: { $0.send(over) }),
    End(start: .line(drill), testDescription: "key, again", next: "Second floor", count: 1, end: { $0.send(second) }),
    End(
      start: .line(drill), testDescription: "restart",
      end: {
        $0.feeds?.accept(.restarted)
        $0.feeds?.accept(.finished)
      }),
    End(
      start: .line(drill), testDescription: "key, while quiet",
      end: {
        $0.controller.headlines.setQuiet(true, at: $0.t)
        $0.send(over)
      }),
    End(start: .channel(drill), testDescription: "key", end: { try $0.publish(over) }),
    End(
      start: .channel(drill), testDescription: "key, again", next: "Second floor", count: 1,
      end: { try $0.publish(second) }),
    End(start: .channel(drill), testDescription: "same ID", end: { try $0.publish(#"{"text":"No","id":"1"}"#) }),
    End(start: .channel(drill), testDescription: "remove", end: { $0.unsend("1") }),
    End(
      start: .alert(ranks[4].message("1")), testDescription: "update",
      end: { try $0.publish([ranks[0].message("2", ending: "1")]) }),
    End(start: .alert(ranks[4].message("1")), testDescription: "withdrawn", end: { try $0.publish([]) }),
    End(
      start: .alert(ranks[4].message("1", expires: 1_790_000_004)), testDescription: "expires",
      end: { $0.run(for: 1.05) }),
  ]

  @Test("Whatever ends or replaces a held one is seen within half a second; state and rundown agree", arguments: ends)
  func ended(_ way: End) throws { try OnAirDesk.run { try Self.check(way, on: $0) } }

  private static func check(_ way: End, on desk: OnAirDesk) throws {
    try way.start.begin(desk)
    desk.run(for: 2)
    let first = try #require(desk.band)
    #expect(desk.agrees)
    try way.end(desk)
    desk.run(for: 0.5)
    // A file has time to be completed.
    if case .alert = way.start { desk.run(for: 0.3) }
    let next = way.next
    #expect(desk.band == next)
    #expect(desk.agrees && !desk.shows(first))
    // Commands count what is there.
    let byKey = try desk.ask("acknowledge", .string("d"))?.number
    let all = try desk.ask("acknowledge")?.number
    #expect(byKey == way.count && all == 0)
    desk.run(for: 1)
    #expect(desk.band == nil && desk.agrees)
  }

  @Test("What a broker has kept does not end what has broken in, nor begin it again", arguments: [false, true])
  func kept(_ isNew: Bool) throws {
    try OnAirDesk.run { desk in
      try desk.publish(Self.drill)
      desk.run(for: 2)
      #expect(desk.band == "Fire drill")
      desk.rejoin(asNew: isNew)
      desk.run(for: 2)
      #expect(desk.band == "Fire drill" && desk.urgent == ["Fire drill"] && desk.agrees)
      try desk.publish(Self.over)
      desk.run(for: 0.5)
      #expect(desk.band == nil && desk.agrees)
    }
  }

  @Test("A later one of the same rank takes the place in silence; one of a higher rank breaks in") func keyed() throws {
    try OnAirDesk.run { desk in
      for (number, priority) in [(1, 5), (2, 5), (3, 9), (4, 1), (5, 1)] {
        let held = #""placing":"break-in","hold":60,"key":"f","priority":\#(priority)"#
        try desk.add(#"{"text":"Stage \#(number)","id":"\#(number)",\#(held)}"#)
        desk.run(for: 2)
        #expect(desk.band == "Stage \(number)" && desk.agrees)
      }
      #expect(desk.urgent == ["Stage 1", "Stage 3"])
    }
  }

  @Test("An all-clear comes after what waits, and what waits does not bring the former back") func quiet() throws {
    try OnAirDesk.run { desk in
      desk.controller.headlines.setQuiet(true, at: desk.t)
      try desk.add(#"{"text":"Watch","id":"w","key":"f"}"#)
      desk.run(for: 1)
      try desk.add(#"{"text":"Warning","id":"x","placing":"break-in","hold":"acknowledged","key":"f"}"#)
      desk.run(for: 1)
      #expect(desk.band == "Warning")
      desk.controller.headlines.setQuiet(false, at: desk.t)
      desk.run(for: 1)
      #expect(desk.band == "Warning" && desk.agrees)
      #expect(desk.feeds?.queue.items.contains { $0.title == "Watch" } == false)
    }
  }
}

import Formats
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// A display of a broker's channel at every start but the first, in virtual time, without a broker: what it kept, and what
/// the broker says again, is what one that ran on shows.
@Suite("A channel at every start") struct ChannelStartTests {
  enum Later: String, CaseIterable {
    case runsOn, readsAgain, readerRestarts, startsWithoutCache, startsAway, restarts, isKilled, startsTwiceAway
    case restartsTwice, rebootsTwice

    /// Whether the display knows what it showed before.
    var keepsCache: Bool { self != .startsWithoutCache }
  }

  /// What is seen of a display.
  struct Shown: Equatable {
    var titles: [String]
    /// The chips: what is off is in parentheses.
    var chips: [String]
    var numbers: [String: String]
    /// When the headlines came, in seconds from the beginning.
    var arrivals: [Seconds]
  }

  private final class Display {
    let home: VirtualHome
    private let address: BrokerAddress
    /// What the broker keeps, by topic.
    private var retained: [String: String] = [:]
    private var feeds: NewsDesk
    private var keeper: ChannelKeeper
    private var inbox: BrokerInbox
    private var numbers: [String: String] = [:]
    private var isConnected = false
    private static let root = "newsreel/channel/lobby/"

    init(in home: VirtualHome) throws {
      self.home = home
      address = try BrokerAddress("mqtt://broker.example.org/lobby")
      (feeds, keeper) = (Self.controller(), ChannelKeeper(of: address))
      inbox = BrokerInbox(BrokerSettings(address))
      start()
      try connect()
    }

    private static func controller() -> NewsDesk {
      let feeds = NewsDesk(
        feeds: [], options: NewsFeeds(), crawl: CrawlScene(), color: { Color(rgb: UInt32($0)) },
        readState: UserPaths.readState, colors: UserPaths.topicColors)
      feeds.open(in: RunLoop(), time: { monotonicNow() }, onChange: { _ in })
      return feeds
    }

    // MARK: The display

    func start(usingCache: Bool = true) {
      (feeds, keeper, numbers) = (Self.controller(), ChannelKeeper(of: address), [:])
      feeds.join(address)
      for event in usingCache ? keeper.load() : [] { pass(event) }
      serve()
    }

    func stop() {
      feeds.close()
      keeper.close()
      isConnected = false
    }

    /// The user switches a topic.
    func turn(_ name: String, on isOn: Bool) {
      guard let id = feeds.topics.entries.firstIndex(where: { $0.name == name }) else { return }
      feeds.perform(.turn(id, on: isOn), at: monotonicNow())
    }

    private func pass(_ event: BrokerEvent) {
      switch event {
      case .value(let name, let number): numbers[name] = number
      case .feed(let event): feeds.receive(event)
      case .token(let name, let isOn): feeds.accept(.switched(topic: name, isOn: isOn))
      case .line, .wall, .welcome: break
      }
    }

    private func serve() { _ = feeds.service(now: .infinity) }

    func wait(_ seconds: Seconds) {
      home.system.now += seconds
      _ = keeper.service(now: monotonicNow())
      serve()
    }

    // MARK: The process that reads the broker

    func connect() throws {
      isConnected = true
      var settings = BrokerSettings(address)
      settings.known = feeds.newsroom.places(in: address)
      inbox = BrokerInbox(try #require(BrokerSettings(json: settings.json)))
      try receiveAll()
    }

    /// The broker says all that it keeps.
    func receiveAll() throws {
      for (topic, text) in retained.sorted(by: { $0.key < $1.key }) { try receive(topic, text, isRetained: true) }
      flush()
    }

    private func receive(_ topic: String, _ text: String, isRetained: Bool) throws {
      try Array(text.utf8).withUnsafeBytes {
        try inbox.receive(topic, $0, isRetained: isRetained, now: wallClockNow())
      }
    }

    func send(_ messages: KeyValuePairs<String, String>) throws {
      for (topic, text) in messages {
        if topic != "urgent" { retained[Self.root + topic] = text.isEmpty ? nil : text }
        if isConnected { try receive(Self.root + topic, text, isRetained: false) }
      }
      flush()
    }

    /// The process passes on what has changed, as lines.
    private func flush() {
      inbox.expire(now: wallClockNow())
      for line in inbox.takeChanges(now: monotonicNow()).flatMap(\.jsonLines) {
        let event = Array(line.utf8).withUnsafeBytes { BrokerEvent(jsonLine: $0, now: wallClockNow()) }
        guard let event else { continue }
        keeper.note(event)
        pass(event)
      }
      serve()
    }

    // MARK: What comes

    func begin() throws {
      try send([
        "item/b": #"{"text":"b","seq":2,"topic":"Mail"}"#, "item/a": #"{"text":"a","seq":1,"topic":"News"}"#,
        "item/0": #"{"text":"of all","seq":0}"#,
      ])
      wait(100)
      try send([
        "item/c": #"{"text":"c {power}","seq":3,"topic":"Sport"}"#,
        "item/d": #"{"text":"ends","seq":4,"expires":\#(1_790_000_500)}"#,
        "item/e": #"{"text":"goes","seq":5,"topic":"Mail"}"#, "urgent": "now",
      ])
      wait(100)
      try send([
        "item/a": #"{"text":"a, corrected","seq":6,"topic":"News"}"#, "item/e": "",
        "index": #"{"seq":7,"ids":["0","b","c","d","a"]}"#, "value/power": "3", "token/Sport": "off",
      ])
      wait(1000)
    }

    func go(on later: Later) throws {
      switch later {
      case .runsOn: break
      case .readsAgain: try receiveAll()
      case .readerRestarts: try connect()
      case .startsWithoutCache:
        stop()
        start(usingCache: false)
        try connect()
      case .startsAway: restart()
      case .startsTwiceAway:
        restart()
        restart()
      case .restarts:
        restart()
        try connect()
      case .isKilled:
        start()
        try connect()
      case .restartsTwice, .rebootsTwice:
        for _ in 0..<2 {
          stop()
          if later == .rebootsTwice { home.reboot() }
          start()
          try connect()
          wait(50)
        }
      }
    }

    private func restart() {
      stop()
      start()
    }

    var shown: Shown {
      let items = feeds.queue.ordered
      let tokens = feeds.tokens(now: monotonicNow())
      return Shown(
        titles: items.map(\.title), chips: tokens.map { $0.state == .on ? $0.label : "(\($0.label))" },
        numbers: numbers, arrivals: items.map { ($0.arrived - 1_790_000_000).rounded() })
    }
  }

  private static func without(_ shown: Shown, _ later: Later) -> Shown {
    if later.keepsCache { return shown }
    // The broker does not say when something came first.
    var shown = shown
    (shown.arrivals, shown.chips) = ([], shown.chips.sorted())
    return shown
  }

  @Test(
    "It shows the same headlines, numbers and topics, in their order and with their times", arguments: Later.allCases)
  func same(_ later: Later) throws {
    let home = try VirtualHome()
    try home.system.run {
      let display = try Display(in: home)
      try display.begin()
      try display.go(on: later)
      let expected = Shown(
        titles: ["of all", "b", "c {power}", "a, corrected"], chips: ["lobby", "News", "Mail", "(Sport)"],
        numbers: ["power": "3"], arrivals: [0, 0, 100, 0])
      #expect(Self.without(display.shown, later) == Self.without(expected, later))
    }
  }

  @Test("What is sent then changes it alike, also while it was away", arguments: Later.allCases)
  func next(_ later: Later) throws {
    let home = try VirtualHome()
    try home.system.run {
      let display = try Display(in: home)
      try display.begin()
      try display.go(on: later)
      display.wait(100)
      try display.send([
        "item/b": "", "item/g": #"{"text":"g","seq":8,"topic":"Sport"}"#,
        "index": #"{"seq":9,"ids":["0","c","a","g"]}"#,
        "value/power": "4", "token/Sport": "on", "token/News": "off",
      ])
      try display.connect()
      let came = (wallClockNow() - 1_790_000_000).rounded()
      let expected = Shown(
        titles: ["of all", "c {power}", "a, corrected", "g"], chips: ["lobby", "(News)", "Mail", "Sport"],
        numbers: ["power": "4"], arrivals: [0, 100, 0, came])
      for _ in 0..<3 {
        var shown = display.shown
        // A chip without a headline stays until the next start.
        shown.chips.removeAll { $0 == "Mail" }
        var wanted = expected
        wanted.chips.removeAll { $0 == "Mail" }
        #expect(Self.without(shown, later) == Self.without(wanted, later))
        display.wait(10)
        display.stop()
        display.start()
        try display.connect()
      }
    }
  }

  @Test(
    "A topic that the user has switched since stays so until its sender changes its mind",
    arguments: [Later.runsOn, .readsAgain])
  func switched(_ later: Later) throws {
    let home = try VirtualHome()
    try home.system.run {
      let display = try Display(in: home)
      try display.begin()
      display.turn("Sport", on: true)
      display.turn("Mail", on: false)
      for _ in 0..<2 {
        try display.go(on: later)
        #expect(display.shown.chips == ["lobby", "News", "(Mail)", "Sport"])
      }
      // What is sent once more, by its sender, is another mind.
      for (state, chip) in [("off", "(Sport)"), ("on", "Sport"), ("off", "(Sport)")] {
        try display.send(["token/Sport": state])
        #expect(display.shown.chips == ["lobby", "News", "(Mail)", chip])
      }
    }
  }

  @Test("What a full disk did not take is written once there is room, with nothing new") func fullDisk() throws {
    let home = try VirtualHome()
    try home.system.run {
      let display = try Display(in: home)
      try display.begin()
      try display.send(["item/h": #"{"text":"h","seq":8}"#])
      home.system.disk.fail(.full, after: 1)
      display.wait(20)
      // It is killed.
      display.start()
      #expect(!display.shown.titles.contains("h"))
      try display.connect()
      try display.send(["item/i": #"{"text":"i","seq":9}"#])
      home.system.disk.fail(.full, after: 1)
      display.wait(20)
      display.wait(100)
      for _ in 0..<2 {
        display.start()
        #expect(display.shown.titles.suffix(2) == ["h", "i"])
      }
    }
  }

  @Test(
    "What changes alone is in the cache, too",
    arguments: [
      ("item/b", ""), ("item/c", ""), ("item/a", #"{"text":"a, again","seq":10,"topic":"News"}"#), ("value/power", "5"),
      ("token/Sport", "on"), ("token/News", "off"),
    ])
  func alone(_ topic: String, _ text: String) throws {
    let home = try VirtualHome()
    try home.system.run {
      let display = try Display(in: home)
      try display.begin()
      let first = display.shown
      try display.send([topic: text])
      display.wait(10)
      var shown = display.shown
      #expect(shown != first)
      // A chip without a headline stays until the next start.
      if text.isEmpty { shown.chips.removeAll { $0 == (topic == "item/b" ? "Mail" : "(Sport)") } }
      for _ in 0..<2 {
        // It is killed.
        display.start()
        #expect(display.shown == shown)
      }
    }
  }
}

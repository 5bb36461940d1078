import Glibc
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import Base
@testable import Newswire

/// Reading real brokers.
@Suite("Brokers", .serialized, .tags(.network)) struct BrokerTests {
  /// Reads a broker and keeps what it says.
  private final class Display {
    let loop = RunLoop()
    private(set) var items: [String: NewsItem] = [:]
    /// How often an item came.
    private(set) var counts: [String: Int] = [:]
    private(set) var log: [String] = []
    private(set) var values: [String: String] = [:]
    private(set) var outcomes: [FeedStatus.Outcome] = []

    init(_ settings: BrokerSettings, passwords: String? = nil) {
      loop.add(BrokerReader(settings, passwords: passwords) { [unowned self] in take($0) })
    }

    private func take(_ event: BrokerEvent) {
      switch event {
      case .feed(.items(let new, _)):
        for item in new {
          items[item.id.guid] = item
          counts[item.id.guid, default: 0] += 1
          if item.breaksIn { log.append("urgent \(item.title)") }
        }
      case .feed(.withdrawn(let ids, _)): for id in ids { items[id] = nil }
      case .feed(.status(let status)): outcomes.append(status.outcome)
      case .feed(.error(let error)): log.append(error.description)
      case .feed: break
      case .value(let name, let number): values[name] = number
      case .token(let name, let isOn): log.append("\(name) \(isOn)")
      case .line(let text): log.append("line \(text)")
      case .wall, .welcome: break
      }
    }

    var isUp: Bool { outcomes.last == .read }
    /// The texts in the order in which a strip shows them.
    var texts: [String] {
      items.values.filter { !$0.breaksIn }.sorted { ($0.place ?? 0) < ($1.place ?? 0) }.map(\.title)
    }
  }

  private func settings(
    _ address: String, _ version: BrokerOptions.Version = .automatic
  ) throws -> BrokerSettings {
    var settings = BrokerSettings(try BrokerAddress(address))
    settings.options.version = version
    return settings
  }

  @Test(
    "A channel is read with both versions, and by the MQTT of NATS",
    arguments: [
      (Broker.Kind.mosquitto, BrokerOptions.Version.five), (.mosquitto, .three), (.nats, .three), (.nats, .automatic),
    ])
  func versions(_ kind: Broker.Kind, _ version: BrokerOptions.Version) async throws {
    let broker = try await Broker(kind)
    let root = "newsreel/channel/lobby/"
    try await broker.publish(root + "item/a", #"{"text":"kept","seq":1}"#, isRetained: true)
    try await broker.publish(root + "value/power", "7", isRetained: true)
    var settings = try settings(broker.address("lobby"), version)
    settings.options.lines = [try TopicFilter("sensors/+/power")]
    settings.numbers = ["plain/topic"]
    let display = Display(settings)
    #expect(run(display.loop) { display.texts == ["kept"] && display.values["power"] == "7" })
    try await broker.publish(root + "urgent", "now")
    try await broker.publish("sensors/kitchen/power", "12 W")
    try await broker.publish("plain/topic", "3.5")
    try await broker.publish(root + "token/Sports", "off")
    let wanted: Set = ["urgent now", "line 12 W", "Sports false"]
    #expect(run(display.loop) { wanted.isSubset(of: display.log) && display.values["mqtt:plain/topic"] == "3.5" })
    try await broker.publish(root + "item/a", "", isRetained: true)
    #expect(run(display.loop) { display.texts.isEmpty })
    display.loop.removeAll()
  }

  @Test("Its attempts come later each time, and early again after half a minute of sound life, not after less")
  func soundLife() async throws {
    let broker = try await Broker()
    let proxy = try LinkProxy(to: broker.port)
    let connection = BrokerConnection(try settings("mqtt://127.0.0.1:\(proxy.port)/lobby"), passwords: nil)
    let system = VirtualSystem(wallTime: 0)
    var waits: [Double] = []
    connection.onDown = { waits.append($1) }
    /// Serves the connection until a condition holds.
    func serve(until condition: () -> Bool) {
      let limit = ContinuousClock.now + patience
      while !condition(), ContinuousClock.now < limit {
        _ = connection.serve(now: system.now)
        usleep(1000)
      }
    }
    system.run {
      for (life, failures) in [(0.0, 1), (29.9, 2), (0, 3), (30.01, 1), (29.9, 2), (100, 1)] {
        system.now = max(system.now, connection.deadline < .infinity ? connection.deadline : 0)
        serve { connection.isUp }
        #expect(connection.isUp)
        system.now += life
        let count = waits.count
        proxy.mend()
        serve { waits.count > count }
        let least = Double(1 << (failures - 1))
        #expect(waits.last.map { (least...least * 1.5).contains($0) } ?? false, "\(waits) after \(life) s")
      }
    }
    connection.close()
  }

  /// A broker, how to reach it, and the file of passwords if it has any.
  private func place(
    _ kind: Broker.Kind, _ version: BrokerOptions.Version, _ keys: BrokerKeys
  ) async throws -> (Broker, BrokerSettings, passwords: String?) {
    guard kind == .mosquitto else {
      let broker = try await Broker(kind)
      return (broker, try settings(broker.address("lobby"), version), nil)
    }
    let broker = try await keys.secureBroker()
    var settings = try settings(broker.address("lobby", scheme: "mqtts", host: "localhost"), version)
    settings.options.authorities = keys.path + "/server.pem"
    return (broker, settings, try keys.passwords(for: broker))
  }

  /// Sends headlines as others do, one message each, and no index.
  private func send(_ places: Range<Int>, _ settings: BrokerSettings, passwords: String?) {
    let publisher = BrokerConnection(settings, passwords: passwords)
    var arrived = 0
    publisher.handlers.onPublished = { _, refusal in if refusal == nil { arrived += 1 } }
    publisher.onUp = { [unowned publisher] in
      for place in places {
        publisher.publish(
          BrokerMessage(
            topic: "newsreel/channel/lobby/item/i\(place)", payload: #"{"text":"Headline \#(place)","seq":\#(place)}"#,
            qos: 1, isRetained: true))
      }
    }
    while arrived < places.count {
      _ = publisher.serve(now: monotonicNow())
      var descriptors: [pollfd] = []
      publisher.appendDescriptors(to: &descriptors)
      poll(&descriptors, nfds_t(descriptors.count), 20)
    }
    publisher.close()
  }

  @Test(
    "5000 items are complete, in order, and the same after a restart; with TLS and passwords where there are any",
    arguments: [
      (Broker.Kind.mosquitto, BrokerOptions.Version.five), (.mosquitto, .three), (.nats, .three),
    ])
  func restart(_ kind: Broker.Kind, _ version: BrokerOptions.Version) async throws {
    let keys = try BrokerKeys()
    let (broker, settings, passwords) = try await place(kind, version, keys)
    send(0..<5000, settings, passwords: passwords)
    let display = Display(settings, passwords: passwords)
    let wanted = (0..<5001).map { "Headline \($0)" }
    #expect(run(display.loop) { display.items.count == 5000 })
    #expect(display.texts == wanted.dropLast())
    broker.stop()
    #expect(run(display.loop) { !display.isUp })
    #expect(display.texts == wanted.dropLast())
    try await broker.start()
    #expect(run(display.loop) { display.isUp })
    send(5000..<5001, settings, passwords: passwords)
    #expect(run(display.loop) { display.items.count == 5001 })
    #expect(display.texts == wanted)
    #expect(display.counts.values.allSatisfy { $0 == 1 })
    display.loop.removeAll()
  }

  @Test(
    "What is sent while the broker is away arrives after it: all, in order, once",
    arguments: [BrokerOptions.Version.five, .three])
  func outage(_ version: BrokerOptions.Version) async throws {
    let keys = try BrokerKeys()
    let (broker, settings, passwords) = try await place(.mosquitto, version, keys)
    let display = Display(settings, passwords: passwords)
    #expect(run(display.loop) { display.isUp })
    let publisher = ChannelPublisher(settings, passwords: passwords, keeping: 5000, endsIfAway: false)
    display.loop.add(publisher)
    func send(_ places: Range<Int>) {
      for place in places {
        publisher.add([NewsItem(guid: "i\(place)", title: "Headline \(place)")])
        // As a pipe that is read while there is room.
        if publisher.isBusy { #expect(run(display.loop) { !publisher.isBusy }) }
      }
    }
    send(0..<2500)
    #expect(run(display.loop) { display.items.count > 1000 })
    broker.stop()
    #expect(run(display.loop) { !display.isUp })
    for place in 2500..<5000 { publisher.add([NewsItem(guid: "i\(place)", title: "Headline \(place)")]) }
    try await broker.start()
    #expect(run(display.loop) { display.items.count == 5000 })
    #expect(display.texts == (0..<5000).map { "Headline \($0)" })
    var endings: [Failure?] = []
    publisher.onEnd = { endings.append($0) }
    publisher.finish()
    #expect(run(display.loop) { !endings.isEmpty })
    #expect(endings.allSatisfy { $0 == nil })
    let late = Display(settings, passwords: passwords)
    #expect(run(late.loop) { late.items.count == 5000 })
    #expect(late.texts == display.texts)
    for shown in [display, late] {
      #expect(shown.counts.values.allSatisfy { $0 == 1 })
      shown.loop.removeAll()
    }
  }

  @Test(
    "A display whose link is cut is offline for others, and comes back by itself",
    arguments: [BrokerOptions.Version.five, .three])
  func cutLink(_ version: BrokerOptions.Version) async throws {
    let broker = try await Broker()
    let link = try LinkProxy(to: broker.port)
    var settings = try settings("mqtt://127.0.0.1:\(link.port)/lobby", version)
    (settings.options.keepAlive, settings.options.display) = (5, "lab")
    let topic = "newsreel/display/lab/availability"
    let listener = try broker.listen(to: topic)
    let loop = RunLoop()
    var outcomes: [FeedStatus.Outcome] = []
    let reader = BrokerReader(settings, passwords: nil) { event in
      if case .feed(.status(let status)) = event { outcomes.append(status.outcome) }
    }
    reader.onUp = { [unowned reader] in reader.publish(.availability, DisplayTopic.online) }
    loop.add(reader)
    func last() -> String? { listener.output.split(separator: "\n").last.map(String.init) }
    #expect(run(loop) { last() == topic + " online" })
    link.cut()
    #expect(run(loop) { last() == topic + " offline" })
    #expect(run(loop) { outcomes.last == .unreachable })
    link.mend()
    #expect(run(loop) { last() == topic + " online" })
    loop.removeAll()
  }

  @Test("A sound connection that is lost comes back in the same version of MQTT") func sameVersion()
    async throws
  {
    let broker = try await Broker()
    let link = try LinkProxy(to: broker.port)
    let loop = RunLoop()
    let reader = BrokerReader(try settings("mqtt://127.0.0.1:\(link.port)/lobby"), passwords: nil) { _ in }
    var comings = 0
    reader.onUp = { comings += 1 }
    loop.add(reader)
    for number in 1...2 {
      #expect(run(loop) { comings == number })
      // Its connections end.
      link.mend()
    }
    loop.removeAll()
    // The byte behind the protocol's name, in CONNECT.
    #expect(link.firstWords.prefix(2).map { $0.dropFirst(8).first } == [5, 5])
  }

  @Test("Of a wall's plans that come soon after each other the last is passed on without a further message")
  func plans() async throws {
    let broker = try await Broker()
    var settings = try settings(broker.address("lobby"))
    settings.wall = "w"
    let loop = RunLoop()
    var plans: [String] = []
    loop.add(
      BrokerReader(settings, passwords: nil) { event in
        if case .wall(.plan(let plan)) = event { plans.append(plan.name) }
      })
    defer { loop.removeAll() }
    for name in ["a", "b", "c"] {
      let items = [WallItem(id: "i", text: "text", width: 100)]
      let plan = WallPlan(name, items: items, length: 3000, gap: 50, speed: 60, at: wallClockNow())
      try await broker.publish(WallTopic.plan.name(of: "w"), WallMessage.plan(plan).json.line, isRetained: true)
      #expect(run(loop) { plans.last == name }, "\(plans)")
    }
    #expect(plans == ["a", "b", "c"])
  }

  @Test("What was taken away meanwhile goes, by the index") func whileAway() async throws {
    let broker = try await Broker()
    let root = "newsreel/channel/lobby/"
    for id in ["a", "b"] {
      try await broker.publish(root + "item/\(id)", #"{"text":"\#(id)","seq":1}"#, isRetained: true)
    }
    let display = Display(try settings(broker.address("lobby")))
    #expect(run(display.loop) { display.texts.count == 2 })
    broker.stop()
    #expect(run(display.loop) { !display.isUp })
    try await broker.start()
    try await broker.publish(root + "item/a", "", isRetained: true)
    try await broker.publish(root + "index", #"{"seq":1,"ids":["b"]}"#, isRetained: true)
    #expect(run(display.loop) { display.texts == ["b"] })
    display.loop.removeAll()
  }

  @Test("Messages that are too long are reported once for each kind of topic, and refused to who sent them")
  func tooLong() async throws {
    let broker = try await Broker()
    var settings = try settings(broker.address("lobby"))
    settings.options.display = "d"
    let display = Display(settings)
    let events = try broker.listen(to: "newsreel/display/d/event")
    try await broker.publish("newsreel/channel/lobby/item/kept", "kept", isRetained: true)
    #expect(run(display.loop) { display.texts == ["kept"] })
    let long = String(repeating: "x", count: NewsItem.longestMessage + 1)
    let channel = "newsreel/channel/lobby/"
    for topic in ["item/a", "item/b", "urgent", "value/v", "token/t"] {
      for end in ["", "y"] { try await broker.publish(channel + topic, long + end) }
    }
    let own = "newsreel/display/d/"
    for topic in ["set/scroll-speed", "command"] {
      for _ in 0..<2 { try await broker.publish(own + topic, long) }
    }
    try await broker.publish(channel + "urgent", "last")
    try #require(run(display.loop) { display.log.contains("urgent last") })
    let expected =
      ["item/a", "urgent", "value/v", "token/t"].map { channel + $0 }
      + ["set/scroll-speed", "command"].map { own + $0 }
    #expect(display.log.dropLast().map { String($0.prefix { $0 != ":" }) } == expected, "\(display.log)")
    try await waitUntil("the refusals") { events.output.split(separator: "\n").count == 4 }
    #expect(events.output.contains(#"{"event":"refused","reason":"newsreel/display/d/set/scroll-speed: "#))
    display.loop.removeAll()
  }

  @Test("An urgent headline is taken away by its sender, from displays that run; others never have it")
  func urgentWithdrawal() async throws {
    let broker = try await Broker()
    let settings = try settings(broker.address("lobby"))
    let display = Display(settings)
    #expect(run(display.loop) { display.isUp })
    let publisher = ChannelPublisher(settings, passwords: nil, keeping: 10, endsIfAway: false)
    display.loop.add(publisher)
    for (text, id) in [("By id", "e1"), ("By its text", nil), ("All", nil)] {
      publisher.sendUrgent(NewsItem(guid: id ?? text, title: text))
    }
    #expect(run(display.loop) { display.items.count == 3 })
    publisher.remove(["e1", ChannelDraft.id(of: NewsItem(guid: "By its text", title: ""))])
    #expect(run(display.loop) { display.items.values.map(\.title) == ["All"] })
    publisher.replace(with: [NewsItem(guid: "new", title: "new")])
    #expect(run(display.loop) { display.items.values.map(\.title) == ["new"] })
    let late = Display(settings)
    #expect(run(late.loop) { late.texts == ["new"] })
    #expect(late.items.count == 1)
    for shown in [display, late] { shown.loop.removeAll() }
  }

  @Test("A broker that has lost everything gets a new list, and displays follow it") func lostData() async throws {
    let broker = try await Broker()
    let settings = try settings(broker.address("lobby"))
    let display = Display(settings)
    /// A sender that ends, as `newsreel publish` with texts.
    func send(_ change: (ChannelPublisher) -> Void) {
      let publisher = ChannelPublisher(settings, passwords: nil, keeping: 100, endsIfAway: true)
      var hasEnded = false
      publisher.onEnd = { failure in hasEnded = failure == nil }
      change(publisher)
      publisher.finish()
      display.loop.add(publisher)
      #expect(run(display.loop) { hasEnded })
      publisher.close()
    }
    func items(_ names: [String]) -> [NewsItem] { names.map { NewsItem(guid: $0, title: $0) } }
    for names in [["a", "b"], ["c"], ["d", "e", "f"]] { send { $0.add(items(names)) } }
    #expect(run(display.loop) { display.texts == ["a", "b", "c", "d", "e", "f"] })
    broker.stop()
    #expect(run(display.loop) { !display.isUp })
    #expect(unlink(broker.folder.path + "/mosquitto.db") == 0)
    try await broker.start()
    #expect(run(display.loop) { display.isUp })
    send { $0.replace(with: items(["fresh"])) }
    #expect(run(display.loop) { display.texts == ["fresh"] })
    display.loop.removeAll()
  }

  @Test(
    "A sender that runs on gives a broker back what that has lost, whatever went before",
    arguments: [([false, false, true], false), ([true, true], true)])
  func lostWhileItRuns(_ losses: [Bool], sendsMore: Bool) async throws {
    let broker = try await Broker()
    let settings = try settings(broker.address("lobby"))
    let display = Display(settings)
    let publisher = ChannelPublisher(settings, passwords: nil, keeping: 100, endsIfAway: false)
    display.loop.add(publisher)
    var wanted = ["first"]
    publisher.add([NewsItem(guid: "first", title: "first")])
    #expect(run(display.loop) { display.texts == wanted })
    for (place, isLost) in losses.enumerated() {
      broker.stop()
      #expect(run(display.loop) { !display.isUp })
      if isLost { #expect(unlink(broker.folder.path + "/mosquitto.db") == 0) }
      try await broker.start()
      if sendsMore {
        wanted.append("more \(place)")
        publisher.add([NewsItem(guid: "more-\(place)", title: "more \(place)")])
      }
      #expect(run(display.loop) { display.isUp && display.texts == wanted })
      let late = Display(settings)
      let isGivenBack = run(display.loop) {
        late.loop.serveWhatIsDue()
        return late.texts == wanted
      }
      #expect(isGivenBack, "\(late.texts)")
      late.loop.removeAll()
    }
    display.loop.removeAll()
  }

  @Test("Each trouble with a certificate says what it is") func certificates() async throws {
    let made = try BrokerKeys()
    for name in ["server", "client"] { try await made.makeCertificate(name) }
    try await made.makeExpiredCertificate("old")
    func reason(_ name: String, host: String = "localhost", authorities: String? = "server") async throws -> String {
      let broker = try await Broker(
        .mosquitto,
        ["allow_anonymous true", "certfile \(made.path)/\(name).pem", "keyfile \(made.path)/\(name).key"])
      var settings = try settings(broker.address("lobby", scheme: "mqtts", host: host))
      settings.options.authorities = authorities.map { "\(made.path)/\($0).pem" }
      let display = Display(settings)
      #expect(run(display.loop) { !display.outcomes.isEmpty })
      display.loop.removeAll()
      return display.log.first ?? ""
    }
    #expect(try await reason("server") == "")
    let expired = try await reason("old", authorities: "old")
    #expect(
      expired.contains("expired on 2020-01-02") && expired.contains("issued by") && expired.contains("Old CA"),
      "\(expired)")
    let stranger = try await reason("server", authorities: "client")
    #expect(stranger.contains("not trusted") && stranger.contains("--mqtt-ca"), "\(stranger)")
    let other = try await reason("server", host: "127.0.0.1")
    #expect(other.contains("another name than 127.0.0.1"), "\(other)")
    let plain = try await Broker()
    let display = Display(try settings(plain.address("lobby", scheme: "mqtts", host: "localhost")))
    #expect(run(display.loop) { !display.outcomes.isEmpty })
    #expect(display.log.first?.contains("there is no TLS") == true, "\(display.log)")
    display.loop.removeAll()
  }

  @Test(
    "A display whose name another one has taken says so, and so does one whose topic may not be written",
    arguments: [BrokerOptions.Version.five, .three])
  func clones(_ version: BrokerOptions.Version) async throws {
    let made = try BrokerKeys()
    try made.folder.write("topic read newsreel/#\n", to: "acl")
    let broker = try await Broker(.mosquitto, ["allow_anonymous true", "acl_file \(made.path)/acl"])
    var settings = try settings(broker.address("lobby"), version)
    settings.options.display = "d1"
    var clones: [Display] = []
    for _ in 0..<2 { clones.append(Display(settings)) }
    // mosquitto 2.0 ends the connection without a reason.
    let word = "--mqtt-display"
    let isSaid = { clones.contains { $0.log.contains { $0.contains(word) } } }
    for _ in 0..<400 where !isSaid() { for clone in clones { _ = run(clone.loop, limit: 0.05) { false } } }
    #expect(isSaid(), "\(clones.map(\.log))")
    for clone in clones { clone.loop.removeAll() }
    guard version == .five else { return }
    settings.options.display = "d2"
    var errors: [String] = []
    let loop = RunLoop()
    let reader = BrokerReader(settings, passwords: nil) {
      if case .feed(.error(let error)) = $0 { errors.append(error.description) }
    }
    reader.onUp = { [unowned reader] in reader.publish(.availability, DisplayTopic.online) }
    loop.add(reader)
    #expect(
      run(loop) { errors.contains { $0.contains("newsreel/display/d2/availability was refused: not authorized") } })
    loop.removeAll()
  }

  @Test(
    "A broker that says why it ends a connection is quoted, a name that is taken with the remedy",
    arguments: [
      (0x8E, "d1", "another client has taken its name, newsreel-d1; give each display a --mqtt-display of its own"),
      (0x8E, nil, "another client has taken its name"), (0x8B, "d1", "it ends the connection: server shutting down"),
    ] as [(UInt8, String?, String)])
  func farewells(_ code: UInt8, _ display: String?, _ reason: String) throws {
    // CONNACK and DISCONNECT of MQTT 5.
    let packets: [[UInt8]] = [[0x20, 3, 0, 0, 0], [0xE0, 2, code, 0], []]
    let server = try RawServer { _, part in packets[part] }
    var settings = try settings("mqtt://127.0.0.1:\(server.port)/lobby", .five)
    settings.options.display = display
    let shown = Display(settings)
    #expect(run(shown.loop) { !shown.log.isEmpty })
    #expect(shown.log == ["\(settings.address.description): \(reason)"])
    shown.loop.removeAll()
    server.stop()
  }

  @Test("TLS is verified, with passwords and client certificates") func security() async throws {
    let made = try BrokerKeys()
    for name in ["server", "client"] { try await made.makeCertificate(name) }
    try await made.makeUsers(["ada"], password: "secret")
    let broker = try await Broker(
      .mosquitto,
      [
        "cafile \(made.path)/client.pem", "certfile \(made.path)/server.pem", "keyfile \(made.path)/server.key",
        "require_certificate true", "allow_anonymous false", "password_file \(made.path)/users",
      ])
    let passwords = try made.passwords(for: broker)
    /// What comes of it: nothing if it is welcome.
    func outcome(_ host: String, passwords: String?, _ change: (inout BrokerSettings) -> Void) throws -> String? {
      var settings = try settings(broker.address("lobby", scheme: "mqtts", host: host))
      (settings.options.authorities, settings.options.certificate, settings.options.key) = (
        made.path + "/server.pem", made.path + "/client.pem", made.path + "/client.key"
      )
      change(&settings)
      let display = Display(settings, passwords: passwords)
      #expect(run(display.loop) { !display.outcomes.isEmpty })
      display.loop.removeAll()
      return display.log.first
    }
    #expect(try outcome("localhost", passwords: passwords) { _ in } == nil)
    #expect(try outcome("localhost", passwords: nil) { _ in }?.contains("not authori") == true)
    for change in [
      { (settings: inout BrokerSettings) in settings.options.authorities = nil },
      { (settings: inout BrokerSettings) in settings.options.authorities = made.path + "/client.pem" },
    ] {
      #expect(try outcome("localhost", passwords: passwords, change) != nil)
    }
    let nameless = try outcome("localhost", passwords: passwords) {
      ($0.options.certificate, $0.options.key) = (nil, nil)
    }
    #expect(nameless?.contains("--mqtt-cert") == true, "\(nameless ?? "it is welcome")")
    let untrusted = try outcome("localhost", passwords: passwords) {
      ($0.options.certificate, $0.options.key) = (made.path + "/server.pem", made.path + "/server.key")
    }
    #expect(untrusted?.contains("does not trust") == true, "\(untrusted ?? "it is welcome")")
    let wrongName = try outcome("127.0.0.1", passwords: passwords) { _ in }
    #expect(wrongName?.contains("certificate") == true)
  }
}

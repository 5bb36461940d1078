import Glibc
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
    _ address: String, _ version: BrokerSettings.Version = .automatic
  ) throws -> BrokerSettings {
    var settings = BrokerSettings(try BrokerAddress(address))
    settings.version = version
    return settings
  }

  @Test(
    "A channel is read with both versions, and by the MQTT of NATS",
    arguments: [
      (Broker.Kind.mosquitto, BrokerSettings.Version.five), (.mosquitto, .three), (.nats, .three), (.nats, .automatic),
    ])
  func versions(_ kind: Broker.Kind, _ version: BrokerSettings.Version) async throws {
    let broker = try await Broker(kind)
    let root = "newsreel/channel/lobby/"
    try await broker.publish(root + "item/a", #"{"text":"kept","seq":1}"#, isRetained: true)
    try await broker.publish(root + "value/power", "7", isRetained: true)
    var settings = try settings(broker.address("lobby"), version)
    settings.lines = [try TopicFilter("sensors/+/power")]
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

  @Test("5000 items are complete, in order, and the same after a restart") func restart() async throws {
    let broker = try await Broker()
    let lines = (0..<5000).map { "newsreel/channel/lobby/item/i\($0) {\"text\":\"Headline \($0)\",\"seq\":\($0)}" }
    // One connection for all.
    let publisher = BrokerConnection(try settings(broker.address("lobby")), passwords: nil)
    var arrived = 0
    publisher.handlers.onPublished = { _, refusal in if refusal == nil { arrived += 1 } }
    publisher.onUp = { [unowned publisher] in
      for line in lines {
        let parts = line.split(separator: " ", maxSplits: 1)
        publisher.publish(BrokerMessage(topic: String(parts[0]), payload: String(parts[1]), qos: 1, isRetained: true))
      }
    }
    while arrived < lines.count {
      _ = publisher.serve(now: monotonicNow())
      var descriptors: [pollfd] = []
      publisher.appendDescriptors(to: &descriptors)
      poll(&descriptors, nfds_t(descriptors.count), 20)
    }
    publisher.close()
    let display = Display(try settings(broker.address("lobby")))
    let wanted = (0..<5000).map { "Headline \($0)" }
    #expect(run(display.loop) { display.items.count == 5000 })
    #expect(display.texts == wanted)
    broker.stop()
    #expect(run(display.loop) { !display.isUp })
    #expect(display.texts == wanted)
    try await broker.start()
    #expect(run(display.loop) { display.isUp })
    try await broker.publish("newsreel/channel/lobby/item/last", #"{"text":"last","seq":5000}"#, isRetained: true)
    #expect(run(display.loop) { display.items.count == 5001 })
    #expect(display.texts == wanted + ["last"])
    #expect(display.counts.values.allSatisfy { $0 == 1 })
    display.loop.removeAll()
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

  @Test("TLS is verified, with passwords and client certificates") func security() async throws {
    let made = try TemporaryFolder()
    let words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext"
    for name in ["server", "client"] {
      let files = [
        "subjectAltName=DNS:localhost", "-keyout", "\(made.path)/\(name).key", "-out", "\(made.path)/\(name).pem",
      ]
      let result = try await TestKit.run("openssl", words.split(separator: " ").map(String.init) + files)
      try #require(result.ending == .exited(0), "\(result.errors)")
    }
    let hashed = try await TestKit.run("mosquitto_passwd", ["-b", "-c", made.path + "/users", "ada", "secret"])
    try #require(hashed.ending == .exited(0), "\(hashed.errors)")
    let broker = try await Broker(
      .mosquitto,
      [
        "cafile \(made.path)/client.pem", "certfile \(made.path)/server.pem", "keyfile \(made.path)/server.key",
        "require_certificate true", "allow_anonymous false", "password_file \(made.path)/users",
      ])
    let passwords = try made.write(
      "[\"mqtts://localhost:\(broker.port)\"]\nuser = \"ada\"\npassword = \"secret\"\n", to: "passwords.toml")
    chmod(passwords, 0o600)
    /// What comes of it: nothing if it is welcome.
    func outcome(_ host: String, passwords: String?, _ change: (inout BrokerSettings) -> Void) throws -> String? {
      var settings = try settings(broker.address("lobby", scheme: "mqtts", host: host))
      (settings.authorities, settings.certificate, settings.key) = (
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
      { (settings: inout BrokerSettings) in settings.authorities = nil },
      { (settings: inout BrokerSettings) in settings.authorities = made.path + "/client.pem" },
      { (settings: inout BrokerSettings) in (settings.certificate, settings.key) = (nil, nil) },
    ] {
      #expect(try outcome("localhost", passwords: passwords, change) != nil)
    }
    let wrongName = try outcome("127.0.0.1", passwords: passwords) { _ in }
    #expect(wrongName?.contains("certificate") == true)
  }
}

import ArgumentParser
import Base
internal import Formats
import Glibc
import TestKit

/// Measures one strip beside many simulated displays on a broker of its own, and then what a flood of messages costs it.
struct Fleet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "newsreel-bench fleet",
    abstract: "Measures one strip on a broker beside many simulated displays.",
    discussion: """
      Urgent headlines: the time from before one is sent to the first pixels on the screen. Flood: values and headlines at a rate, for a \
      while; then the newest have to be there. Prints a line of JSON for each.
      """)

  @Argument(help: "The newsreel; by default the one beside this program.") var path: String?
  @Option(help: "How many displays are simulated.") var displays = 1000
  @Option(help: "How many urgent headlines are sent.") var samples = 60
  @Option(help: "Messages a second of the flood.") var rate = 10_000
  @Option(help: "How long the flood lasts, in seconds; 0 for none.") var seconds = 20
  @Flag(
    help: "Starts the broker alone, prints its address, and floods it: for another measurement.")
  var onlyFloods = false

  func run() async throws {
    catchEndingSignals()
    let broker = try await Broker()
    if onlyFloods {
      say([("broker", .string(broker.address("lobby")))])
      let sender = try BrokerSender(at: broker.port)
      while true { try flood(sender, seconds: 3600) }
    }
    let fleet = try BrokerFleet(displays, channel: "lobby", at: broker.port)
    try await waitUntil("the displays") { fleet.online == displays }
    let strip = try await FleetStrip(path ?? Project.products + "/newsreel", broker)
    try rest(3)
    try measureUrgent(try BrokerSender(at: broker.port), strip, fleet, try broker.running())
    // Ten thousand messages a second to each of a thousand displays are more than a broker sends.
    fleet.end()
    if seconds > 0 { try await measureFlood(try BrokerSender(at: broker.port), strip) }
  }

  private func say(_ members: [(String, JSON)]) { _ = writeAll(JSON.object(members).line + "\n", to: STDOUT_FILENO) }

  // MARK: - Urgent headlines

  private func measureUrgent(
    _ sender: BrokerSender, _ strip: FleetStrip, _ fleet: BrokerFleet, _ broker: Child
  ) throws {
    var (toPixel, toAll): ([Double], [Double]) = ([], [])
    let spentBefore = try broker.processorTime()
    for number in 0..<samples {
      // At another moment of the frame each time.
      try rest(Double(number % 17) / 1000)
      let start = monotonicNow()
      sender.send([.publish("newsreel/channel/lobby/urgent", #"{"text":"Fire drill \#(number)","hold":1}"#)])
      var (pixel, all): (Double?, Double?)
      try ahead {
        while pixel == nil || all == nil {
          let time = monotonicNow() - start
          if time > 10 { throw HarnessError("no pixel in 10 s, or not all have it") }
          if pixel == nil, strip.isUrgent { pixel = time }
          if all == nil, fleet.urgent >= (number + 1) * displays { all = time }
          // What is measured needs the core, too.
          try rest(0.0005)
        }
      }
      toPixel.append((pixel ?? 0) * 1000)
      toAll.append((all ?? 0) * 1000)
      while strip.isUrgent { try rest(0.05) }
      try rest(0.3)
    }
    func quantile(_ part: Double, of times: [Double]) -> JSON {
      .number((times.sorted()[min(times.count - 1, Int(Double(times.count) * part))] * 10).rounded() / 10)
    }
    let spent = try broker.processorTime() - spentBefore
    say([
      ("displays", .integer(displays)), ("samples", .integer(samples)), ("median_ms", quantile(0.5, of: toPixel)),
      ("p99_ms", quantile(0.99, of: toPixel)), ("longest_ms", quantile(1, of: toPixel)),
      ("all_median_ms", quantile(0.5, of: toAll)), ("received", .integer(fleet.urgent)), ("lost", .integer(fleet.lost)),
      ("broker_mb", .number(try megabytes(broker.residentSize()))),
      ("broker_ms_each", .number((spent / Double(samples) * 10_000).rounded() / 10)),
    ])
  }

  // MARK: - A flood

  private func measureFlood(_ sender: BrokerSender, _ strip: FleetStrip) async throws {
    let before = try strip.memory()
    let start = monotonicNow()
    try flood(sender, seconds: seconds)
    let sent = monotonicNow() - start
    let most = try strip.memory()
    sender.send([
      .publish("newsreel/channel/lobby/value/v0", "424242", isRetained: true),
      .publish("newsreel/channel/lobby/item/i0", #"{"text":"the newest","seq":424242}"#, isRetained: true),
    ])
    try await waitUntil("the newest") { try await strip.items().contains("the newest") }
    say([
      ("rate", .integer(rate)), ("seconds", .number(sent.rounded())),
      ("strip_mb_before", .number(before.strip)), ("strip_mb_after", .number(most.strip)),
      ("reader_mb_before", .number(before.reader)), ("reader_mb_after", .number(most.reader)),
      ("newest_after_ms", .number(((monotonicNow() - start - sent) * 1000).rounded())),
    ])
  }

  /// Nine of ten messages are values of a hundred names, the others headlines of fifty names.
  private func flood(_ sender: BrokerSender, seconds: Int) throws {
    let pace = 0.01
    let start = monotonicNow()
    var number = 0
    for step in 0..<Int(Double(seconds) / pace) {
      try rest(until: start + Double(step) * pace)
      let end = Int(Double(step + 1) * pace * Double(rate))
      sender.send(
        (number..<end).map { number in
          number % 10 == 0
            ? .publish(
              "newsreel/channel/lobby/item/i\(number / 10 % 50)", #"{"text":"Headline \#(number)","seq":\#(number)}"#)
            : .publish("newsreel/channel/lobby/value/v\(number % 100)", "\(number)")
        })
      number = max(number, end)
    }
  }
}

/// To a tenth.
private func megabytes(_ bytes: Int) -> Double { (Double(bytes) / 104_857.6).rounded() / 10 }

/// The strip that is looked at, on a screen of its own.
private struct FleetStrip {
  private let server: XServer
  private let child: Child
  private let place: WindowPlace
  private let label: UInt32
  /// How many pixels of a row have the label's colour while nothing is urgent.
  private let ownCount: Int
  private let environment: [String: String?]
  private let program: String
  private let folder: TemporaryFolder

  init(_ program: String, _ broker: Broker) async throws {
    folder = try TemporaryFolder()
    let server = try await XServer(width: 1280, height: 200, hasSchedulingTimer: true)
    var environment: [String: String?] = [
      "DISPLAY": server.display, "DBUS_SESSION_BUS_ADDRESS": nil, "LC_ALL": "C.UTF-8",
    ]
    for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"] { environment[name] = folder.path }
    (self.environment, self.program, self.server) = (environment, program, server)
    child = try Child(
      program,
      ["--theme", "dark", "--mqtt", broker.address("lobby"), "--mqtt-display", "real", "A headline with {v0} in it"],
      environment: environment)
    let probe = try Probe(display: server.display)
    let window = try await waitFor("a window") { probe.mappedWindow() }
    guard let place = probe.box(of: window) else { throw HarnessError("its window has gone") }
    self.place = place
    try await waitUntil("text") { server.framebuffer.inkedPixels(in: place) > 60 }
    let row = server.framebuffer.row(place.y + 3, from: place.x)
    let label = row[3] & 0xFF_FFFF
    (self.label, ownCount) = (label, (0..<place.width).count { row[$0] & 0xFF_FFFF == label })
  }

  /// Whether the label's colour has begun to cover the headlines.
  var isUrgent: Bool {
    let row = server.framebuffer.row(place.y + 3, from: place.x)
    var count = 0
    for x in 0..<place.width where row[x] & 0xFF_FFFF == label { count += 1 }
    return count > ownCount + 4
  }

  /// What the strip and the process that reads the broker have in memory, in MB.
  func memory() throws -> (strip: Double, reader: Double) {
    func resident(_ id: Int32) throws -> Double { (try ProcessUse(id).resident * 10).rounded() / 10 }
    return (try resident(child.id), try ProcessUse.child(of: child.id, "mqtt-relay").map(resident) ?? 0)
  }

  func items() async throws -> [String] {
    let answer = try await TestKit.run(program, ["msg", "state"], environment: environment)
    return (try JSON(parsing: answer.output)["items"]?.array ?? []).compactMap(\.string)
  }
}

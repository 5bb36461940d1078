import ArgumentParser
import Base
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
    try measureUrgent(try BrokerSender(at: broker.port), strip, fleet)
    // Ten thousand messages a second to each of a thousand displays are more than a broker sends.
    fleet.end()
    if seconds > 0 { try await measureFlood(try BrokerSender(at: broker.port), strip) }
  }

  private func say(_ members: [(String, JSON)]) { _ = writeAll(JSON.object(members).line + "\n", to: STDOUT_FILENO) }

  // MARK: - Urgent headlines

  private func measureUrgent(_ sender: BrokerSender, _ strip: FleetStrip, _ fleet: BrokerFleet) throws {
    var times: [Double] = []
    for number in 0..<samples {
      // At another moment of the frame each time.
      try rest(Double(number % 17) / 1000)
      let start = monotonicNow()
      sender.send([.publish("newsreel/channel/lobby/urgent", #"{"text":"Fire drill \#(number)","hold":1}"#)])
      try ahead {
        while !strip.isUrgent {
          if monotonicNow() - start > 10 { throw HarnessError("no pixel in 10 s") }
          // What is measured needs the core, too.
          try rest(0.0005)
        }
      }
      times.append((monotonicNow() - start) * 1000)
      while strip.isUrgent { try rest(0.05) }
      try rest(0.3)
    }
    times.sort()
    func quantile(_ part: Double) -> JSON {
      .number((times[min(times.count - 1, Int(Double(times.count) * part))] * 10).rounded() / 10)
    }
    say([
      ("displays", .integer(displays)), ("samples", .integer(samples)), ("median_ms", quantile(0.5)),
      ("p99_ms", quantile(0.99)), ("longest_ms", quantile(1)), ("received", .integer(fleet.urgent)),
      ("lost", .integer(fleet.lost)),
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
    func resident(_ id: Int32) throws -> Double {
      let status = try Project.text(of: "/proc/\(id)/status")
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") }
      return (line?.split(separator: " ").dropFirst().first).flatMap { Double($0) }.map { ($0 / 102.4).rounded() / 10 }
        ?? 0
    }
    let children = try Project.text(of: "/proc/\(child.id)/task/\(child.id)/children").split(separator: " ")
    let reader = try children.compactMap { Int32($0) }.first {
      try Project.text(of: "/proc/\($0)/cmdline").contains("mqtt-relay")
    }
    return (try resident(child.id), try reader.map(resident) ?? 0)
  }

  func items() async throws -> [String] {
    let answer = try await TestKit.run(program, ["msg", "state"], environment: environment)
    return (try JSON(parsing: answer.output)["items"]?.array ?? []).compactMap(\.string)
  }
}

import Base
import Formats
import Glibc
import TestKit
import TestTags
import Testing

/// Windows of a wall, on two X servers, with a broker whose network is slow.
private final class ShownWall {
  /// Where windows run: words before the program's, one list for each of two machines.
  static let machines = (getenv("NEWSREEL_WALL_MACHINES").map { String(cString: $0) } ?? "|")
    .split(separator: "|", omittingEmptySubsequences: false).map { $0.split(separator: " ").map(String.init) }
  /// This machine's address as it is seen there.
  static let host = getenv("NEWSREEL_WALL_HOST").map { String(cString: $0) } ?? "127.0.0.1"
  static let width = 400

  let broker: Broker
  let network: SlowNetwork
  let servers: [XServer]
  private(set) var screens: [Child] = []
  private(set) var places: [WindowPlace] = []
  let folders: [String] = (0..<4).map { _ in Program.runtimeFolder() }

  init() async throws {
    broker = try await Broker()
    network = try SlowNetwork(to: broker.port, delay: 0.02...0.2, loss: 0.05)
    servers = [try await XServer(width: Self.width, height: 100), try await XServer(width: Self.width, height: 100)]
  }

  /// Opens the window of a screen, 0 to 3, two to a server.
  func open(_ number: Int, _ arguments: [String] = []) async throws {
    let server = servers[number / 2]
    let address = "mqtt://\(Self.host):\(network.port)"
    let words =
      [
        "crawl", "--mqtt", address, "--wall", "w", "--screen", "\(number + 1)/4", "--name", "s\(number)", "--geometry",
        "\(Self.width)x36+0+\(number % 2 * 50)", "--scroll-speed", "120", "--separator-size", "0", "--foreground",
        "white",
        "--background", "black",
      ] + arguments
    let before = Self.machines[number / 2]
    let environment: [String: String?] = [
      "DISPLAY": server.display, "XDG_RUNTIME_DIR": folders[number], "HOME": folders[number], "LC_ALL": "C.UTF-8",
    ]
    let child = try Child(
      before.first ?? Program.path, (before.isEmpty ? [] : before.dropFirst() + [Program.path]) + words,
      environment: environment)
    screens.append(child)
    places.append(try await server.place(of: try await server.window(named: "s\(number)")))
  }

  func state(of number: Int) async throws -> JSON {
    let line = try await ControlLine(to: "s\(number)", in: folders[number])
    return try await line.ask("state")["data"]?["wall"] ?? .null
  }

  /// What the four windows show at one moment, side by side.
  func picture() -> [Screenshot] {
    // Both screens at once first: copying takes less than a millisecond.
    let shots = servers.map { $0.framebuffer.screenshot(of: WindowPlace(x: 0, y: 0, width: Self.width, height: 100)) }
    return places.enumerated().map { number, place in shots[number / 2].cropped(place) }
  }

  /// The seam pictures one below the other, as a film.
  static func film(_ rows: [[Screenshot]]) -> Screenshot {
    let height = rows.first?.first?.height ?? 0
    let total = rows.first?.map(\.width).reduce(0, +) ?? 0
    var pixels: [UInt32] = []
    for row in rows {
      for y in 0..<height {
        for shot in row { pixels += (0..<shot.width).map { shot[$0, y] } }
      }
      pixels += [UInt32](repeating: 0x404040, count: total)
    }
    return Screenshot(width: total, height: rows.count * (height + 1), pixels: pixels)
  }
}

extension Screenshot {
  /// The centres of the stems that stand whole in the picture, to parts of a pixel.
  fileprivate var stems: [Double] {
    let light = (0..<width).map { x in (0..<height).reduce(0) { $0 + Int(self[x, $1] & 0xFF) } }
    return inkColumns(on: 0, gap: 3).filter { $0.lowerBound > 2 && $0.upperBound < width - 2 }.map { run in
      let sum = run.reduce(0) { $0 + light[$1] }
      return Double(run.reduce(0) { $0 + $1 * light[$1] }) / Double(sum) + 0.5
    }
  }
}

extension OnScreen {
  @Suite("Walls on screen", .tags(.x11, .network)) struct WallOnScreenTests {
    /// The remainder nearest to 0.
    private func remainder(_ x: Double, _ length: Double) -> Double { x - (x / length).rounded() * length }

    @Test("Four windows on two servers show one crawl, in step, through a slow network") func inStep() async throws {
      let wall = try await ShownWall()
      try await wall.open(0, ["--conduct", "--repeat-spacing", "90", "I", "I", "I", "I", "I"])
      for number in 1...3 { try await wall.open(number) }
      let plan = try await run("mosquitto_sub", ["-p", "\(wall.broker.port)", "-C", "1", "-t", "newsreel/wall/w/plan"])
      let value = try JSON(parsing: plan.output)
      let width = try #require(value["items"]?.array?.first?["width"]?.number)
      let spacing = width + (try #require(value["gap"]?.number))
      #expect(spacing > 90 && value["length"]?.number == 1600 && value["speed"]?.number == 120)
      try await waitUntil("text in all windows") { wall.picture().allSatisfy { $0.stems.count >= 3 } }
      // A window that gets no processor is late; most of the time they do.
      var skews: [Double] = []
      let step = 120.0 / 60 + 1
      try await waitUntil("the windows to be in step; \(skews.suffix(200).sorted())") {
        let phases = wall.picture().enumerated().compactMap { number, picture -> Double? in
          let stems = picture.stems.map { $0 + Double(number * ShownWall.width) }
          guard let first = stems.first else { return nil }
          return first + stems.map { remainder($0 - first, spacing) }.reduce(0, +) / Double(stems.count)
        }
        guard phases.count == 4 else { return false }
        let all = phases.flatMap { a in phases.map { abs(remainder($0 - a, spacing)) } }
        skews.append(all.max() ?? .infinity)
        let recent = skews.suffix(200).sorted()
        return recent.count == 200 && recent[100] <= step
      }
      let sorted = skews.sorted()
      let (half, most) = (sorted[sorted.count / 2], sorted[sorted.count * 95 / 100])
      print("skew of four windows: median \(half) px, 95 % \(most) px, of \(sorted.count)")
      let states = [try await wall.state(of: 0), try await wall.state(of: 3)]
      #expect(states.map { $0["conducts"]?.bool } == [true, false] && states[0]["plan"] == states[1]["plan"])
      #expect(states.map { $0["offset"]?.number } == [0, 1200] && states[1]["clock"]?["kept"]?.bool != nil)
    }

    @Test("A headline crosses the seams; what is new comes in behind the last screen; without a conductor it runs on")
    func seams() async throws {
      let wall = try await ShownWall()
      try await wall.open(0, ["--conduct", "Alpha Beta Gamma Delta", "Epsilon Zeta Eta Theta"])
      for number in 1...3 { try await wall.open(number) }
      try await waitUntil("text in all windows") {
        wall.picture().allSatisfy { !$0.inkColumns(on: 0, gap: 3).isEmpty }
      }
      var rows: [[Screenshot]] = []
      for _ in 0..<24 {
        rows.append(wall.picture())
        try await Task.sleep(for: .milliseconds(100))
      }
      Attachment.record(ShownWall.film(rows).png, named: "seams.png")
      if let folder = getenv("NEWSREEL_WALL_FILM").map({ String(cString: $0) }), !folder.isEmpty {
        try Files.write(ShownWall.film(rows).png, to: folder + "/seams.png")
      }
      // New at the conductor's, by its socket.
      let line = try await ControlLine(to: "s0", in: wall.folders[0])
      _ = try await line.ask("add", "Something new")
      try await waitUntil("the news on the last screen's belt") {
        let items = try await wall.state(of: 3)["items"]?.array?.compactMap(\.string) ?? []
        return items.contains("Something new")
      }
      _ = try await line.ask("urgent", "Fire drill")
      try await waitUntil("what is urgent on the last screen's belt") {
        try await wall.state(of: 3)["items"]?.array?.contains { $0.string == "Fire drill" } == true
      }
      #expect(try await wall.state(of: 3)["late"]?.number == 0)
      // A follower leaves motion to its conductor, which stops all.
      let follower = try await ControlLine(to: "s2", in: wall.folders[2])
      for answer in [
        try await follower.ask("pause"), try await follower.ask("urgent", "Evacuate"),
        try await follower.ask("set", "scroll-speed", "300"),
      ] {
        #expect(answer["error"]?.string?.contains("as its conductor says") == true, "\(answer)")
      }
      _ = try await line.ask("pause")
      try await waitUntil("all to stand") { try await follower.ask("state")["data"]?["speed"]?.number == 0 }
      _ = try await line.ask("resume")
      try await waitUntil("all to run") { try await follower.ask("state")["data"]?["speed"]?.number == 120 }
      wall.screens[0].end()
      let place = try await follower.ask("state")["data"]?["position"]?.number ?? 0
      try await waitUntil("the followers to run on") {
        try await follower.ask("state")["data"]?["position"]?.number ?? 0 > place + 300
      }
      // A new conductor goes on with the plan, and nothing moves.
      let former = try await wall.state(of: 2)
      try await wall.open(0, ["--conduct", "Alpha Beta Gamma Delta", "Epsilon Zeta Eta Theta"])
      try await waitUntil("the new conductor's plan") { try await wall.state(of: 2)["plan"] != former["plan"] }
      let state = try await wall.state(of: 2)
      #expect(state["deviation"]?.number == 0 && state["late"]?.number == 0)
      #expect((state["operation"]?.number ?? 0) >= (former["operation"]?.number ?? .infinity))
      // Nonsense is reported, and text runs on.
      try await wall.broker.publish("newsreel/wall/w/plan", #"{"plan":"x","number":1e300}"#, isRetained: true)
      try await waitUntil("a message") { wall.screens[2].errors.contains("newsreel/wall/w/plan: ") }
      let later = try await follower.ask("state")["data"]?["position"]?.number ?? 0
      try await waitUntil("motion") { try await follower.ask("state")["data"]?["position"]?.number ?? 0 > later + 100 }
    }
  }
}

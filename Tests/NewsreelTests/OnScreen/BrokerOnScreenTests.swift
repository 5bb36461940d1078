import Base
import Glibc
import Synchronization
import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

extension OnScreen {
  /// Views that show a broker's channel.
  @Suite("Brokers on screen", .tags(.x11, .network)) struct BrokerOnScreenTests {
    private func texts(_ line: ControlLine) async throws -> [String] {
      (try await line.ask("state")["data"]?["items"]?.array ?? []).compactMap(\.string)
    }

    @Test("A channel is shown, runs on while the broker is away, and goes on after it") func channel() async throws {
      let broker = try await Broker()
      func publish(_ arguments: String...) async throws {
        let result = try await Program.run(["publish", "--mqtt", broker.address("lobby")] + arguments)
        try #require(result.ending == .exited(0), "\(result.errors)")
      }
      try await publish("one {v} and {mqtt:plain/x}", "two", "--value", "v=12")
      try await broker.publish("plain/x", "34", isRetained: true)
      let shown = try await Shown(["--mqtt", broker.address("lobby"), "--mqtt-keep-alive", "5"])
      let line = try await ControlLine(to: "strip", in: shown.runtimeFolder)
      let two = ["one {v} and {mqtt:plain/x}", "two"]
      try await waitUntil("both headlines") { try await texts(line) == two }
      broker.stop()
      try await waitUntil("a message") { shown.child.errors.contains("127.0.0.1:\(broker.port)/lobby: ") }
      #expect(try await texts(line) == two)
      let place = try await line.ask("state")["data"]?["position"]?.number
      try await waitUntil("motion") { try await line.ask("state")["data"]?["position"]?.number != place }
      try await broker.start()
      try await publish("three")
      try await waitUntil("the third headline") { try await texts(line) == two + ["three"] }
      try await publish("--remove", "two")
      try await waitUntil("its end") { try await texts(line) == [two[0], "three"] }
      // A topic is switched as soon as it comes.
      try await broker.publish("newsreel/channel/lobby/token/Sports", "off")
      try await publish("--topic", "Sports", "four")
      try await waitUntil("a topic that is off") {
        let topics = try await line.ask("state")["data"]?["topics"]?.array ?? []
        return topics.contains { $0["name"]?.string == "Sports" && $0["on"]?.bool == false }
      }
      #expect(!(try Project.text(of: "/proc/\(shown.child.id)/maps")).contains("mosquitto"))
    }

    @Test("A row comes over a broker, with a picture from a server, and its numbers roll in place") func row()
      async throws
    {
      let broker = try await Broker()
      let green = Screenshot(width: 40, height: 40, pixels: [UInt32](repeating: 0x00FF00, count: 1600)).png
      let server = try FaultServer { request in
        guard request.path == "/logo.png" else { return [.answer("404 Not Found")] }
        let head =
          "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: \(green.count)\r\nConnection: close\r\n\r\n"
        return [.text(head), .send(green)]
      }
      defer { server.stop() }
      func publish(_ score: String) async throws {
        let row = #"{"row":"score","home":"Ajax","away":"PSV","score":\#(score),"logo":"\#(server.url("/logo.png"))","#
        let result = try await Program.run(
          ["publish", "--mqtt", broker.address("lobby"), "--json-lines", "-"], input: row + #""id":"m1"}"# + "\n")
        try #require(result.ending == .exited(0), "\(result.errors)")
      }
      try await publish("[0,1]")
      let shown = try await Shown(
        ["crawl", "--mqtt", broker.address("lobby"), "--delay-at-start", "100000", "--separator-size", "0"])
      let line = try await shown.control()
      try await waitUntil("the row") { try await texts(line) == ["Ajax 0–1 PSV"] }
      // Its badge has the label's colour, and the picture that of the server's.
      let isComplete = { (picture: Screenshot) in
        picture.pixels.contains { $0 & 0xFF_FFFF == 0x00FF00 } && picture.pixels.contains { $0 & 0xFF_FFFF == 0xD4363C }
      }
      let before = try await shown.picture("badge and picture", where: isComplete)
      #expect(server.requests == ["/logo.png"])
      try await publish("[2,1]")
      try await waitUntil("the other score") { try await texts(line) == ["Ajax 2–1 PSV"] }
      let after = try await shown.stillPicture()
      #expect(isComplete(after) && after != before && server.requests == ["/logo.png"])
      // Nothing but the digits in the badge has changed.
      let changed = after.pixels.indices.filter { after.pixels[$0] != before.pixels[$0] }.map { $0 % after.width }
      let badge = after.pixels.indices.filter { after.pixels[$0] & 0xFF_FFFF == 0xD4363C }.map { $0 % after.width }
      let (least, most) = try (#require(badge.min()), #require(badge.max()))
      #expect(changed.allSatisfy { least...most ~= $0 })
    }

    @Test("A counter shows the last number of a topic") func counter() async throws {
      let broker = try await Broker()
      try await broker.publish("sensors/a/power", "12 W", isRetained: true)
      let shown = try await Shown(
        ["counter", "--mqtt", broker.address(), "--mqtt-topic", "sensors/+/power", "--match", "^([0-9]+)"])
      let line = try await ControlLine(to: "counter", in: shown.runtimeFolder)
      try await waitUntil("12") { try await line.ask("state")["data"]?["number"]?.number == 12 }
      try await broker.publish("sensors/b/power", "345 W")
      try await waitUntil("345") { try await line.ask("state")["data"]?["number"]?.number == 345 }
    }

    @Test("What a broker or its line does wrong is reported, and text runs on", arguments: ["huge", "flipped"])
    func hostile(_ kind: String) async throws {
      let broker = try await Broker()
      for number in 0..<50 {
        try await broker.publish(
          "newsreel/channel/lobby/item/i\(number)", #"{"text":"Headline \#(number)","seq":\#(number)}"#,
          isRetained: true)
      }
      let random = Mutex(SeededRandom(seed: 3))
      let link = try LinkProxy(to: broker.port) { bytes in
        guard kind == "flipped" else { return }
        // A bit in each 64 bytes.
        random.withLock { random in
          for start in stride(from: 0, to: bytes.count - 64, by: 64) {
            bytes[start + Int.random(in: 0..<64, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          }
        }
      }
      // 100 MB, as the length of one message, and as much of it as is taken.
      let raw = try RawServer { _, part in
        if part == 0 { return MQTTPacket.welcome.bytes }
        return part == 1 ? [0x30, 0x80, 0xC2, 0xD7, 0x2F] : [UInt8](repeating: 0x61, count: 1 << 20)
      }
      let port = kind == "huge" ? raw.port : link.port
      let shown = try await Shown([
        "--mqtt", "mqtt://127.0.0.1:\(port)/lobby", "--mqtt-version", "3.1.1", "a text of its own",
      ])
      let line = try await ControlLine(to: "strip", in: shown.runtimeFolder)
      try await waitUntil("a message") { shown.child.errors.contains("mqtt://127.0.0.1:\(port)/lobby: ") }
      for _ in 0..<3 {
        let place = try await line.ask("state")["data"]?["position"]?.number
        try await waitUntil("motion") { try await line.ask("state")["data"]?["position"]?.number != place }
      }
      #expect(try await texts(line).contains("a text of its own"))
      #expect(shown.child.isRunning)
    }

    @Test("A display is announced, is set, and is offline when it stops") func display() async throws {
      let broker = try await Broker()
      let sub = try broker.listen(to: "newsreel/display/lab/#")
      let shown = try await Shown(
        ["--mqtt", broker.address("lobby"), "--mqtt-keep-alive", "5", "--mqtt-display", "lab", "text"])
      let root = "newsreel/display/lab/"
      try await waitUntil("its state") { sub.output.contains(root + "state {") }
      try await broker.publish(root + "set/scroll-speed", "77")
      try await broker.publish(root + "set/scroll-speed", "fast")
      try await waitUntil("events") {
        sub.output.contains(#"event {"event":"property","name":"scroll-speed","value":77}"#)
          && sub.output.contains(#"event {"event":"refused","reason":"scroll-speed: "#)
      }
      func count(_ word: String) -> Int {
        sub.output.split(separator: "\n").count { $0 == root + "availability " + word }
      }
      let relay = try await waitFor("the process") {
        try Project.text(of: "/proc/\(shown.child.id)/task/\(shown.child.id)/children").split(separator: " ")
          .compactMap { Int32($0) }.first { try Project.text(of: "/proc/\($0)/cmdline").contains("mqtt-relay") }
      }
      // The process that reads the broker falls silent, then the window.
      for process in [relay, shown.child.id] {
        let (off, on) = (count("offline"), count("online"))
        kill(process, SIGSTOP)
        try await waitUntil("offline") { count("offline") > off }
        kill(process, SIGCONT)
        try await waitUntil("online") { count("online") > on }
      }
      // A broker that has lost all that it kept is told again, though nothing has changed.
      broker.stop()
      #expect(unlink(broker.folder.path + "/mosquitto.db") == 0)
      try await broker.start()
      let late = try broker.listen(to: root + "#")
      try await waitUntil("its state again") {
        late.output.contains(root + "state {") && late.output.contains(root + "availability online")
      }
      shown.child.end()
      try await waitUntil("its end") { late.output.contains(root + "availability offline") }
    }
  }
}

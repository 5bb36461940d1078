import Base
import Formats
import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

extension OnScreen {
  /// A display that Home Assistant finds on a real broker.
  @Suite("Home Assistant on screen", .tags(.x11, .network)) struct HomeAssistantOnScreenTests {
    private let topic = "homeassistant/device/newsreel-lab/config"
    private let root = "newsreel/display/lab/"

    /// The messages of a topic that a listener has printed.
    private func messages(_ listener: Child, _ topic: String) -> [String] {
      listener.output.split(separator: "\n").filter { $0.hasPrefix(topic + " ") }
        .map { String($0.dropFirst(topic.utf8.count + 1)) }
    }

    private func start(_ broker: Broker, _ arguments: String...) async throws -> Shown {
      try await Shown(
        ["--mqtt", broker.address("lobby"), "--mqtt-keep-alive", "5", "--mqtt-display", "lab"] + arguments)
    }

    @Test("It is announced, at each birth too; its entities act, and show what comes of it") func device() async throws
    {
      let broker = try await Broker()
      let home = try broker.listen(to: "homeassistant/#")
      let display = try broker.listen(to: root + "#")
      let shown = try await start(broker, "--home-assistant", "one", "two")
      try await waitUntil("the announcement") { messages(home, topic).count == 1 }
      let device = try JSON(parsing: messages(home, topic)[0])
      #expect(device["device"]?["identifiers"]?.line == #"["newsreel-lab"]"#)
      #expect(device["availability_topic"]?.string == root + "availability")
      func state() -> JSON? { messages(display, root + "state").last.flatMap { try? JSON(parsing: $0) } }
      try await waitUntil("its text") { state()?["text"]?.string == "one • two" }

      // As Home Assistant writes, by the templates of the announcement.
      func write(_ key: String, _ value: String) async throws {
        let entity = try #require(device["components"]?[key])
        let text = (entity["command_template"]?.string ?? "{{ value }}").replacing("{{ value }}", with: value)
        try await broker.publish(try #require(entity["command_topic"]?.string), text)
      }
      try await write("urgent", "three")
      try await waitUntil("an urgent headline") { state()?["text"]?.string?.contains("three") == true }
      try await write("text", "four five")
      try await waitUntil("another text") { state()?["short"]?.string == "four five" }
      try await write("text", "")
      try await write("scroll-speed", "77")
      try await waitUntil("a speed") { state()?["settings"]?["scroll-speed"]?.number == 77 }
      try await write("pause", "pause")
      try await waitUntil("a pause") { state()?["paused"]?.bool == true }
      try await broker.publish(root + "set/place", "in-top")
      try await waitUntil("a place") { state()?["settings"]?["place"]?.string == "in-top" }
      try await broker.publish(root + "command", "quit")
      try await waitUntil("a refusal") {
        messages(display, root + "event").contains { $0.contains("'quit' is not a command for a display") }
      }

      let before = messages(home, topic)
      try await broker.publish("homeassistant/status", "online")
      try await waitUntil("the announcement") { messages(home, topic).count == before.count + 1 }
      #expect(messages(home, topic).last == before.last)
      broker.stop()
      try await broker.start()
      let again = try broker.listen(to: "homeassistant/#")
      try await waitUntil("what the broker has kept") { messages(again, topic).last == before.last }
      #expect(shown.child.isRunning)
    }

    @Test("After its second start, and at Home Assistant's, it is announced the same; what went stays gone")
    func secondStart() async throws {
      let broker = try await Broker()
      let (home, display) = (try broker.listen(to: topic), try broker.listen(to: root + "availability"))
      /// The next announcement after those that there were.
      func next(after count: Int, where isRight: (JSON) -> Bool = { _ in true }) async throws -> JSON {
        try await waitFor("an announcement; there are \(messages(home, topic).dropFirst(count))") {
          messages(home, topic).dropFirst(count).compactMap { try? JSON(parsing: $0) }.first(where: isRight)
        }
      }
      /// Ends the display; returns the number of announcements so far.
      func end(_ shown: Shown) async throws -> Int {
        shown.child.end()
        try await waitUntil("its end") { messages(display, root + "availability").last == "offline" }
        return messages(home, topic).count
      }
      func birth() async throws -> JSON {
        let count = messages(home, topic).count
        try await broker.publish("homeassistant/status", "online")
        return try await next(after: count)
      }

      let strip = try await start(broker, "--home-assistant", "one")
      let first = try await next(after: 0)
      try expectEntities(of: first)
      #expect(try await birth().line == first.line)
      var count = try await end(strip)
      let again = try await start(broker, "--home-assistant", "one")
      #expect(try await next(after: count).line == first.line)
      #expect(try await birth().line == first.line)

      // A counter has no headlines: these parts go.
      count = try await end(again)
      func startCounter(_ number: String) async throws -> Shown {
        try await Shown([
          "counter", number, "--mqtt", broker.address("lobby"), "--mqtt-keep-alive", "5", "--mqtt-display", "lab",
          "--home-assistant",
        ])
      }
      let gone = #"{"platform":"notify"}"#
      let counter = try await startCounter("12.5")
      let second = try await next(after: count) { $0["components"]?["urgent"]?.line == gone }
      #expect(second["components"]?["pause"]?.line == #"{"platform":"switch"}"#)
      try expectEntities(of: second)
      #expect(try await birth().line == second.line)
      count = try await end(counter)
      let last = try await startCounter("12.5")
      let third = try await next(after: count)
      #expect(third["components"]?["urgent"] == nil && third["components"]?["pause"] == nil)
      guard case .object(let left)? = third["components"], case .object(let before)? = second["components"] else {
        Issue.record("there are no components")
        return
      }
      let kept = before.filter { $0.1["unique_id"] != nil }
      #expect(JSON.object(left).line == JSON.object(kept).line)
      try expectEntities(of: third)
      #expect(try await birth().line == third.line)
      #expect(last.child.isRunning)
    }

    /// Each part has its quality of service, an ID in the platform's domain, numbers as numbers, and settings are known as such.
    private func expectEntities(of announcement: JSON) throws {
      guard case .object(let parts)? = announcement["components"] else { throw HarnessError("there are no components") }
      let present = parts.filter { $0.1["unique_id"] != nil }
      #expect(announcement["qos"] == nil && present.contains { $0.0 == "start" })
      for (key, part) in present {
        let platform = try #require(part["platform"]?.string)
        #expect(part["qos"]?.line == "1", "\(key)")
        let name = key.replacing("-", with: "_").replacing(".", with: "_")
        #expect(part["default_entity_id"]?.string == "\(platform).lab_\(name)")
        let isSetting = part["command_topic"]?.string?.hasPrefix(root + "set/") == true
        #expect(part["entity_category"]?.string == (isSetting ? "config" : nil), "\(key)")
        for member in ["min", "max", "step"] where platform == "number" {
          #expect(part[member]?.number != nil, "\(key): \(member)")
        }
      }
      for (key, part) in parts where part["unique_id"] == nil {
        guard case .object(let members) = part else { throw HarnessError("\(key) is no object") }
        #expect(members.map(\.0) == ["platform"], "\(key)")
      }
    }

    @Test("Taken away, nothing of it stays on the broker") func removal() async throws {
      let broker = try await Broker()
      let shown = try await start(broker, "--home-assistant", "one")
      let home = try broker.listen(to: "homeassistant/#")
      try await waitUntil("the announcement") { !messages(home, topic).isEmpty }
      shown.child.end()
      let off = try await start(broker, "--no-home-assistant", "one")
      try await waitUntil("its end") { messages(home, topic).last == "(null)" }
      let display = try broker.listen(to: root + "#")
      try await waitUntil("the display") { messages(display, root + "availability").last == "online" }
      off.child.end()
      try await waitUntil("the display's end") { messages(display, root + "availability").last == "offline" }
      let result = try await Program.run(["publish", "--mqtt", broker.address("lobby"), "--forget-display", "lab"])
      #expect(result.ending == .exited(0))
      let left = try broker.listen(to: "#")
      try await waitUntil("a message") {
        try await broker.publish("end", "x")
        return left.output.contains("end x")
      }
      #expect(left.output.split(separator: "\n").allSatisfy { $0 == "end x" }, "\(left.output)")
    }
  }
}

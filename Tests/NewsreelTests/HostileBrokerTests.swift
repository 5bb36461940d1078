import Base
import Formats
import Glibc
import Newswire
import TestKit
import TestTags
import Testing

/// The process that reads a broker, and brokers that mean no good.
@Suite("Hostile brokers", .serialized, .tags(.network)) struct HostileBrokerTests {
  private static let welcome = MQTTPacket.welcome.bytes

  private static func message(_ topic: [UInt8], _ payload: [UInt8]) -> [UInt8] {
    MQTTPacket.publish(topic: topic, payload: payload).bytes
  }

  private static func message(_ topic: String, _ payload: String) -> [UInt8] {
    message(Array(topic.utf8), Array(payload.utf8))
  }

  private func relay(_ port: Int) throws -> Child {
    let child = try Program.start("mqtt-relay", input: .pipe)
    var settings = BrokerSettings(try BrokerAddress("mqtt://127.0.0.1:\(port)/lobby"))
    settings.options.version = .three
    try child.send(settings.json.line + "\n")
    return child
  }

  private static let item = message("newsreel/channel/lobby/item/good", "a good headline")

  @Test(
    "A broker's nonsense ends in a message, and what is good comes after it",
    arguments: ["huge", "topic", "payload", "json", "names", "zeros", "noise"])
  func nonsense(_ kind: String) async throws {
    let server = try RawServer { connection, part in
      if connection > 0 { return part == 0 ? Self.welcome + Self.item : nil }
      if part == 0 { return Self.welcome }
      switch kind {
      // 256 MB, and as much of it as is taken.
      case "huge": return part == 1 ? [0x30, 0xFF, 0xFF, 0xFF, 0x7F] : [UInt8](repeating: 0x61, count: 1 << 20)
      case "topic": return part == 1 ? Self.message([0xFF, 0xC0, 0x61], [0x61]) : []
      case "payload":
        return part == 1 ? Self.message(Array("newsreel/channel/lobby/item/a".utf8), [0xFF, 0xFE]) + Self.item : nil
      case "json": return part == 1 ? Self.message("newsreel/channel/lobby/index", #"{"seq":1e999}"#) + Self.item : nil
      case "names":
        if part == 22 { return Self.item }
        return part > 22
          ? nil
          : (0..<1000).flatMap { Self.message("newsreel/channel/lobby/value/n\(part)-\($0)", "1") }
      case "zeros": return part == 1 ? [UInt8](repeating: 0, count: 1000) : []
      default:
        var random = SeededRandom(seed: 7)
        return part == 1 ? (0..<1000).map { _ in UInt8.random(in: 0...255, using: &random) } : []
      }
    }
    let child = try relay(server.port)
    try await waitUntil("a message, then the good headline") {
      child.output.contains("\"error\"") && child.output.contains("a good headline")
    }
    #expect(child.isRunning)
    let status = try Project.text(of: "/proc/\(child.id)/status")
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }?.split(separator: " ").dropFirst().first
    #expect(try #require(peak.flatMap { Int($0) }) < 256 << 10)
  }

  @Test("A flipped byte in a broker's stream ends nothing", arguments: [1, 2, 3])
  func flipped(_ seed: Int) async throws {
    let server = try RawServer { connection, part in
      if part > 0 { return connection > 5 ? nil : [] }
      if connection > 5 { return Self.welcome + Self.item }
      var random = SeededRandom(seed: UInt64(seed * 100 + connection))
      var bytes =
        Self.welcome
        + (0..<50).flatMap { Self.message("newsreel/channel/lobby/item/i\($0)", "{\"text\":\"x\",\"seq\":\($0)}") }
      let place = Int.random(in: bytes.indices, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      return bytes
    }
    let child = try relay(server.port)
    try await waitUntil("something") { child.output.contains("\"items\"") || child.output.contains("\"error\"") }
    #expect(child.isRunning)
  }
}

package import Base
internal import ScrollCore

/// How to reach a broker, and what to read of it.
package struct BrokerSettings: Equatable, Sendable {
  /// The versions of MQTT.
  package enum Version: String, CaseIterable, Sendable {
    /// 5, and 3.1.1 with a broker that does not know it.
    case automatic = "auto"
    case five = "5"
    case three = "3.1.1"
  }

  package let address: BrokerAddress
  package var version = Version.automatic
  /// Seconds between two signs of life.
  package var keepAlive = 60
  /// The file of the authorities that vouch for the broker; nil for the system's.
  package var authorities: String?
  /// The files of the certificate and key that vouch for this end; nil for none.
  package var certificate: String?
  package var key: String?
  /// The filters of the topics whose messages are lines.
  package var lines: [TopicFilter] = []
  /// The topics whose messages are the numbers of `{mqtt:TOPIC}`.
  package var numbers: [String] = []
  /// The name under which the display is announced, and the name of its window's socket.
  package var display: String?
  package var window: String?
  /// The wall that the window is a part of, and whether it conducts it.
  package var wall: String?
  package var conducts = false

  package static let keepAlives = 5...3600

  package init(_ address: BrokerAddress) { self.address = address }
}

extension BrokerSettings {
  /// The topics whose numbers texts show: `{mqtt:sensors/kitchen/power}`.
  package static func topics(in texts: [String]) -> [String] {
    let names = texts.flatMap { TextPart.parts(of: $0) }.compactMap { part in
      if case .value(let name) = part, name.hasPrefix(numberPrefix) {
        String(name.dropFirst(numberPrefix.count))
      } else {
        nil
      }
    }
    let topics = Set(names).filter { !$0.contains { "+#".contains($0) } && (try? TopicFilter($0)) != nil }
    return topics.sorted().prefix(mostNumbers).map { $0 }
  }

  static let numberPrefix = "mqtt:"
  /// The limit for topics of numbers.
  static let mostNumbers = 1000

  /// As JSON, from one process to the other. There is no secret in it.
  package var json: JSON {
    .object(
      JSON.members([
        ("broker", address.written), ("version", version.rawValue), ("authorities", authorities),
        ("certificate", certificate),
        ("key", key), ("display", display), ("window", window), ("wall", wall),
      ]) + [
        ("conducts", .bool(conducts)),
        ("keepAlive", .integer(keepAlive)), ("lines", .array(lines.map { .string($0.text) })),
        ("numbers", .array(numbers.map(JSON.string))),
      ])
  }

  /// Reads the format of `json`; nil for anything else.
  package init?(json: JSON) {
    guard let text = json["broker"]?.string, let address = try? BrokerAddress(text) else { return nil }
    self.init(address)
    version = json["version"]?.string.flatMap(Version.init(rawValue:)) ?? .automatic
    keepAlive = json["keepAlive"]?.number.flatMap { Int(exactly: $0) } ?? keepAlive
    (authorities, certificate, key) = (
      json["authorities"]?.string, json["certificate"]?.string, json["key"]?.string
    )
    lines = (json["lines"]?.array ?? []).compactMap { $0.string.flatMap { try? TopicFilter($0) } }
    numbers = (json["numbers"]?.array ?? []).compactMap(\.string)
    (display, window) = (json["display"]?.string, json["window"]?.string)
    (wall, conducts) = (
      json["wall"]?.string.flatMap { BrokerAddress.isName($0) ? $0 : nil }, json["conducts"]?.bool ?? false
    )
  }
}

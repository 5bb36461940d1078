internal import Base

/// The user's options for a broker: protocol, topics, certificates, display name.
package struct BrokerOptions: Equatable, Sendable {
  /// The versions of MQTT.
  package enum Version: String, CaseIterable, Sendable {
    /// 5, and 3.1.1 with a broker that does not know it.
    case automatic = "auto"
    case five = "5"
    case three = "3.1.1"
  }

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
  /// The name under which the display is announced.
  package var display: String?
  /// Whether Home Assistant finds the display; nil leaves the broker's state unchanged.
  package var isAtHome: Bool?

  package static let keepAlives = 5...3600

  package init() {}
}

extension BrokerOptions {
  /// As members of a JSON object, from one process to the other. No secrets.
  var members: [(String, JSON)] {
    JSON.members([
      ("version", version.rawValue), ("authorities", authorities), ("certificate", certificate), ("key", key),
      ("display", display),
    ]) + [("keepAlive", .integer(keepAlive)), ("lines", .array(lines.map { .string($0.text) }))]
      + (isAtHome.map { [("isAtHome", .bool($0))] } ?? [])
  }

  /// Reads the members of an object.
  init(members json: JSON) {
    version = json["version"]?.string.flatMap(Version.init(rawValue:)) ?? .automatic
    keepAlive = json["keepAlive"]?.number.flatMap { Int(exactly: $0) } ?? keepAlive
    (authorities, certificate, key) = (json["authorities"]?.string, json["certificate"]?.string, json["key"]?.string)
    // The sender, our own window, has checked them.
    lines = (json["lines"]?.array ?? []).compactMap { $0.string.flatMap { try? TopicFilter($0) } }
    (display, isAtHome) = (json["display"]?.string, json["isAtHome"]?.bool)
  }
}

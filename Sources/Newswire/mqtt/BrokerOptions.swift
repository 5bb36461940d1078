internal import Base
package import Formats

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

/// For the process that reads the broker; no secrets. The sender, our own window, has checked them.
extension BrokerOptions: Recorded {
  package static let record = Record(
    BrokerOptions(),
    [
      .usual("version", \.version, .word), .optional("authorities", \.authorities, .text),
      .optional("certificate", \.certificate, .text), .optional("key", \.key, .text),
      .optional("display", \.display, .text), .usual("keepAlive", \.keepAlive, .integer(keepAlives)),
      .usual("lines", \.lines, .list(of: Coding.text.checked(\.text, TopicFilter.init))),
      .optional("isAtHome", \.isAtHome, .flag),
    ])
}

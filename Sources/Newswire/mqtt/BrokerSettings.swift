internal import Base
package import Formats
internal import Glibc
internal import ScrollCore

/// How to reach a broker, and which of its topics to read.
package struct BrokerSettings: Equatable, Sendable {
  package var address: BrokerAddress
  package var options = BrokerOptions()
  /// The topics whose messages are the numbers of `{mqtt:TOPIC}`.
  package var numbers: [String] = []
  /// The name of the socket of the window that is announced.
  package var window: String?
  /// The wall that the window is a part of, and whether it conducts it.
  package var wall: String?
  package var conducts = false
  /// The channel's items that the window already shows, by sequence number. Those no longer on the broker are withdrawn.
  package var known: [String: Int] = [:]

  /// The password of the environment; nil for that of the user's file.
  package var password: String?

  /// The password in NEWSREEL_MQTT_PASSWORD, or nil. It is removed from the environment, so that child processes do not
  /// inherit it.
  package static let passwordOfEnvironment: String? = {
    let name = "NEWSREEL_MQTT_PASSWORD"
    guard let password = getenv(name).map({ String(cString: $0) }) else { return nil }
    unsetenv(name)
    return password
  }()

  package init(_ address: BrokerAddress, _ options: BrokerOptions = BrokerOptions()) {
    (self.address, self.options) = (address, options)
  }
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
    // A text that MQTT does not allow as a topic names none.
    let topics = Set(names).filter { !$0.contains { "+#".contains($0) } && (try? TopicFilter($0)) != nil }
    return topics.sorted().prefix(mostNumbers).map { $0 }
  }

  static let numberPrefix = "mqtt:"
  /// The limit for topics of numbers.
  static let mostNumbers = 1000
}

/// For the process that reads the broker, over a private socket.
extension BrokerSettings: Recorded {
  package static let record = Record(
    BrokerSettings(BrokerAddress()),
    [
      .required("broker", \.address, Coding.text.checked(\.written, BrokerAddress.init)),
      .optional("window", \.window, .text), .optional("wall", \.wall, .name), .optional("password", \.password, .text),
      .members(of: \.options), .usual("conducts", \.conducts, .flag), .usual("numbers", \.numbers, .list(of: .text)),
      .usual("known", \.known, .table(of: .integer(), atMost: ChannelIndex.most)),
    ])
}

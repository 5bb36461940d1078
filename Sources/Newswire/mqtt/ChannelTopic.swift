/// The topics of a channel: those below `newsreel/channel/NAME`.
package enum ChannelTopic: Equatable, Sendable {
  /// A headline, retained: a JSON object, or nothing to take it away.
  case item(String)
  /// The order of the items, retained.
  case index
  /// A headline that comes in next, not retained.
  case urgent
  /// A number for `{name}` in headlines, retained.
  case value(String)
  /// Whether a topic of the strip is on, retained: on or off.
  case token(String)

  /// The name of the topic in a channel.
  package func name(in channel: String) -> String {
    switch self {
    case .item(let name), .value(let name), .token(let name): Self.root(channel) + "\(kind)/\(name)"
    case .index, .urgent: Self.root(channel) + kind
    }
  }

  /// The item that it holds; nil for another topic.
  var item: String? { if case .item(let id) = self { id } else { nil } }

  /// What its messages are about, by the word in its name.
  var kind: String {
    switch self {
    case .item: "item"
    case .index: "index"
    case .urgent: "urgent"
    case .value: "value"
    case .token: "token"
    }
  }

  /// Reads a topic's name; nil for one of another channel, or of none.
  package init?(_ topic: String, in channel: String) {
    let root = Self.root(channel)
    guard topic.hasPrefix(root) else { return nil }
    let rest = topic.dropFirst(root.count)
    guard let slash = rest.firstIndex(of: "/") else {
      switch rest {
      case "index": self = .index
      case "urgent": self = .urgent
      default: return nil
      }
      return
    }
    let name = String(rest[rest.index(after: slash)...])
    guard !name.isEmpty else { return nil }
    switch rest[..<slash] {
    case "item":
      guard BrokerAddress.isName(name) else { return nil }
      self = .item(name)
    case "value": self = .value(name)
    case "token": self = .token(name)
    default: return nil
    }
  }

  /// A display's subscriptions, with the quality of service. Brokers bound the retained messages of QoS 1, not those of
  /// QoS 0.
  package static func subscriptions(to channel: String) -> [(filter: String, qos: Int32)] {
    [("index", 0), ("item/+", 0), ("value/#", 0), ("token/#", 0), ("urgent", 1)].map { (root(channel) + $0.0, $0.1) }
  }

  private static func root(_ channel: String) -> String { "newsreel/channel/\(channel)/" }
}

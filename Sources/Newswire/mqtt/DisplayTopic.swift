/// The topics of a display: those below `newsreel/display/NAME`.
package enum DisplayTopic: Equatable, Sendable {
  /// online or offline, retained; the broker says offline if the display falls silent.
  case availability
  /// What it shows and does, retained: a JSON object.
  case state
  /// A property to be set, not retained.
  case set(String)
  /// What happens on it, not retained: a JSON object.
  case event

  package static let online = "online"
  package static let offline = "offline"

  /// The name of the topic of a display.
  package func name(of display: String) -> String {
    let end =
      switch self {
      case .availability: "availability"
      case .state: "state"
      case .set(let property): "set/\(property)"
      case .event: "event"
      }
    return "newsreel/display/\(display)/\(end)"
  }

  /// The property of a request's topic; nil for another topic.
  static func property(_ topic: String, of display: String) -> String? {
    let root = DisplayTopic.set("").name(of: display)
    guard topic.hasPrefix(root), BrokerAddress.isName(topic.dropFirst(root.count)) else { return nil }
    return String(topic.dropFirst(root.count))
  }
}

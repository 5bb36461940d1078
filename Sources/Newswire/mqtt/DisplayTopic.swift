internal import Base

/// The topics of a display: those below `newsreel/display/NAME`, and its announcement to Home Assistant.
package enum DisplayTopic: Equatable, Sendable {
  /// online or offline, retained; the broker says offline if the display falls silent.
  case availability
  /// Its state, retained: a JSON object.
  case state
  /// A property to be set, not retained.
  case set(String)
  /// Its events, not retained: a JSON object.
  case event
  /// A command as for `newsreel msg`, not retained: its word, a space and its argument.
  case command
  /// The description of a device for Home Assistant, retained: a JSON object.
  case announcement

  package static let online = "online"
  package static let offline = "offline"

  /// Home Assistant's birth message: online when it starts.
  static let birth = "homeassistant/status"

  /// The messages of a display that the broker retains.
  static let retained: [DisplayTopic] = [.availability, .state, .announcement]

  /// The name of the topic of a display.
  package func name(of display: String) -> String {
    let end =
      switch self {
      case .availability: "availability"
      case .state: "state"
      case .set(let property): "set/\(property)"
      case .event: "event"
      case .command: "command"
      case .announcement: ""
      }
    if self == .announcement { return "homeassistant/device/\(Self.device(display))/config" }
    return "newsreel/display/\(display)/\(end)"
  }

  /// The name of a display among all devices of a home.
  package static func device(_ display: String) -> String { "newsreel-\(display)" }

  /// Whether Home Assistant takes the name in a topic.
  package static func isDevice(_ display: String) -> Bool { !display.utf8.contains(UInt8(ascii: ".")) }
}

/// A request to a display.
package enum DisplayRequest: Equatable, Sendable {
  /// To set a property.
  case set(_ property: String, to: String)
  /// A command, as in its topic.
  case command(String)
  /// Home Assistant has started: to be announced to it.
  case announcement
  /// The announcement of another run.
  case announced(String)

  /// The longest value of a property, in bytes.
  private static let longestValue = 4096
  private static let longestAnnouncement = 256 << 10

  /// Reads a message; nil for one of another topic.
  ///
  /// - Parameter isRetained: A retained one would be executed at each start, so it is not a request, except for the birth
  ///   message.
  /// - Throws: `Failure` for one that is too long.
  init?(
    _ topic: String, _ payload: UnsafeRawBufferPointer, isRetained: Bool, of display: String
  ) throws(Failure) {
    func text(limit: Int) throws(Failure) -> String {
      guard payload.count <= limit else {
        throw Failure(of: topic, reason: "a message is too long (at most \(limit) bytes)")
      }
      return String(decoding: payload, as: UTF8.self)
    }
    let root = DisplayTopic.set("").name(of: display)
    switch topic {
    case DisplayTopic.birth where payload.elementsEqual(DisplayTopic.online.utf8): self = .announcement
    case DisplayTopic.announcement.name(of: display):
      guard isRetained, !payload.isEmpty, payload.count <= Self.longestAnnouncement else { return nil }
      self = .announced(String(decoding: payload, as: UTF8.self))
    case DisplayTopic.command.name(of: display) where !isRetained:
      self = .command(try text(limit: NewsItem.longestMessage))
    case _ where topic.hasPrefix(root) && !isRetained:
      let property = String(topic.dropFirst(root.count))
      guard BrokerAddress.isName(property) else { return nil }
      self = .set(property, to: try text(limit: Self.longestValue))
    default: return nil
    }
  }
}

internal import Base
internal import Formats
package import ScrollCore

/// An event of a broker for a view.
package enum BrokerEvent {
  /// Items of the channel as a feed's, under the channel's address, and whether the broker can be reached.
  case feed(FeedEvent)
  /// A number for `{name}` in headlines; empty for a dash.
  case value(name: String, number: String)
  /// A topic of the strip is switched.
  case token(name: String, isOn: Bool)
  /// A message of a topic that is read as lines.
  case line(String)
  /// A wall's conductor announces something.
  case wall(WallMessage)
  /// The broker welcomes this end, or welcomes it back.
  case welcome
}

extension BrokerEvent {
  /// Codes events as lines of JSON, from one process to the other.
  package var jsonLines: [String] {
    switch self {
    case .feed(let event): event.jsonLines
    case .value(let name, let number): [JSON.object(texts: [("value", name), ("number", number)]).line]
    case .token(let name, let isOn): [JSON.object([("token", .string(name)), ("on", .bool(isOn))]).line]
    case .line(let text): [JSON.object(texts: [("line", text)]).line]
    case .wall(let message): [JSON.object([("wall", .string(message.topic.end)), ("message", message.json)]).line]
    case .welcome: [JSON.object([("welcome", .bool(true))]).line]
    }
  }

  /// Reads a line of `jsonLines`; nil for anything else. The line may be anybody's: a broker may have taken the process
  /// over.
  package init?(jsonLine: UnsafeRawBufferPointer, now: UnixTime) {
    if let event = FeedEvent(jsonLine: jsonLine) {
      // A channel has no icons, pictures or accounts.
      switch event {
      case .items, .withdrawn, .status, .error: self = .feed(event)
      case .marked, .described, .picture, .account, .stopped: return nil
      }
      return
    }
    guard let value = JSON(ifValid: jsonLine) else { return nil }
    if let name = value["value"]?.string, let number = value["number"]?.string, TextPart.isName(name),
      number.isEmpty || DecimalNumber(number) != nil
    {
      self = .value(name: name, number: number)
    } else if let name = value["token"]?.string, let isOn = value["on"]?.bool {
      self = .token(name: TextCleaner.line(name, limit: 200), isOn: isOn)
    } else if let text = value["line"]?.string {
      self = .line(text)
    } else if let topic = value["wall"]?.string.flatMap({ WallTopic(end: $0) }), let written = value["message"],
      // The reader's process has checked it.
      let message = try? WallMessage(written, at: topic, source: topic.end, now: now)
    {
      self = .wall(message)
    } else if value["welcome"] != nil {
      self = .welcome
    } else {
      return nil
    }
  }
}

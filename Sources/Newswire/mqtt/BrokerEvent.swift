internal import Base
package import Formats
package import ScrollCore

/// An event of a broker for a view.
package enum BrokerEvent: Sendable {
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

/// Events on the way from one process to the other. The line is untrusted: a broker may control the process.
extension BrokerEvent: RelayedEvent {
  package static let record = Record<BrokerEvent>.cases([
    .of(FeedEvent.record, { $0.isOfChannel ? .feed($0) : nil }) {
      if case .feed(let event) = $0 { event } else { nil }
    },
    .of(
      Record(
        (name: "", number: ""), [.required("value", \.name, .valueName), .required("number", \.number, .decimal)]),
      { .value(name: $0.name, number: $0.number) }
    ) { if case .value(let name, let number) = $0 { (name, number) } else { nil } },
    .of(
      Record((name: "", isOn: false), [.required("token", \.name, .line(200)), .required("on", \.isOn, .flag)]),
      { .token(name: $0.name, isOn: $0.isOn) }
    ) { if case .token(let name, let isOn) = $0 { (name, isOn) } else { nil } },
    .of("line", .text, BrokerEvent.line) { if case .line(let text) = $0 { text } else { nil } },
    .of(
      Record((WallTopic.plan, JSON.null), [.required("wall", \.0, .end), .required("message", \.1, .any)]),
      // Another process has checked its times.
      { (try? WallMessage($0.1, at: $0.0)).map(BrokerEvent.wall) }
    ) { if case .wall(let message) = $0 { (message.topic, message.json) } else { nil } },
    .of("welcome", .flag, { _ in .welcome }) { if case .welcome = $0 { true } else { nil } },
  ])

  package init?(jsonLine: UnsafeRawBufferPointer) { self.init(jsonLine: jsonLine, now: wallClockNow()) }

  /// Drops walls' messages from too far ahead.
  package init?(jsonLine: UnsafeRawBufferPointer, now: UnixTime) {
    self.init(json: JSON(ifValid: jsonLine))
    if case .wall(let message) = self, message.problem(at: now) != nil { return nil }
  }

  package var parts: [BrokerEvent] {
    if case .feed(let event) = self { event.parts.map(BrokerEvent.feed) } else { [self] }
  }

  package static func stopped(because reason: String) -> BrokerEvent {
    .feed(.stopped(Failure(of: "mqtt", reason: reason)))
  }
}

extension FeedEvent {
  /// A channel has no icons, pictures or accounts.
  fileprivate var isOfChannel: Bool {
    switch self {
    case .items, .withdrawn, .status, .error: true
    case .marked, .described, .picture, .account, .stopped: false
    }
  }
}

/// A message of a wall's conductor to be published; nil empties its topic.
struct WallPublication: Recorded {
  var topic = WallTopic.plan
  var message: JSON?

  static let record = Record(
    WallPublication(), [.required("publish", \.topic, .end), .optional("message", \.message, .any)])
}

extension Coding<WallTopic> {
  /// The end of its name.
  fileprivate static var end: Coding {
    Coding<String>.text.map(\.end) { (text) throws(RecordError) in
      guard let topic = WallTopic(end: text) else { throw .value("is not a topic of walls") }
      return topic
    }
  }
}

extension Coding<String> {
  fileprivate static var valueName: Coding {
    text.check { (name) throws(RecordError) in
      guard TextPart.isName(name) else { throw .value("is not the name of a number") }
      return name
    }
  }

  fileprivate static var decimal: Coding {
    text.check { (number) throws(RecordError) in
      guard number.isEmpty || DecimalNumber(number) != nil else { throw .value("is not a number") }
      return number
    }
  }
}

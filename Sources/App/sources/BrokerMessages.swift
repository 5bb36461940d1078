internal import Base
internal import Formats
package import Newswire
package import ScrollCore

/// A channel of an MQTT broker, and other topics of it.
package struct BrokerMessages: ContentSource {
  var address: BrokerAddress?
  var options = BrokerOptions()

  package init() {}

  /// The command that reads a broker for a view, in a process of its own.
  package static let relayName = "mqtt-relay"

  static let contents = ["mqtt"]
  var isEmpty: Bool { address == nil }
  var isStream: Bool { !options.lines.isEmpty }

  package static let properties: [Property<BrokerMessages>] = [
    .written(
      "mqtt", \.address, "mqtt[s]://[user@]host[:port][/channel]",
      "Shows the headlines and numbers of a channel of an MQTT broker, as newsreel publish sends them; the password is in "
        + "passwords.toml or in NEWSREEL_MQTT_PASSWORD; see newsreel help mqtt"),
    .several(
      "mqttTopic", \.options.lines, unit: "filter",
      "With --mqtt: reads the messages of a topic as lines, as in 'sensors/+/power'; may be repeated",
      { .text($0.text) },
      { (value) throws(ValueError) in [try valuing { () throws(Failure) in try TopicFilter(value.text) }] }),
    .choice(
      "mqttVersion", \.options.version,
      "With --mqtt: the version of MQTT, 5 or 3.1.1; auto is 5, and 3.1.1 with a broker that does not know it"),
    .integer(
      "mqttKeepAlive", \.options.keepAlive, range: BrokerOptions.keepAlives, unit: "s",
      "With --mqtt: seconds between two signs of life; a broker considers a display offline after 1.5 intervals"),
    .optional(
      "mqttDisplay", \.options.display, unit: "name",
      "With --mqtt: announces the window under this name, passes its state and events on, and lets others set its properties "
        + "and send it commands"
    ) { (name) throws(ValueError) in try displayName(name) },
    Property(
      name: "homeAssistant", kind: .flag,
      meaning:
        "With --mqtt-display: makes the window a device of Home Assistant, by MQTT discovery; --no-home-assistant "
        + "takes it away again", get: { .flag($0.options.isAtHome ?? false) },
      set: { (messages: inout BrokerMessages, value: PropertyValue) throws(ValueError) in
        messages.options.isAtHome = value == .flag(true)
      }),
    file("mqttCa", \.options.authorities, "With mqtts: the file of the authorities to trust, instead of the system's"),
    file("mqttCert", \.options.certificate, "With mqtts: the file of this end's certificate"),
    file("mqttKey", \.options.key, "With mqtts: the file of the key for --mqtt-cert"),
  ]

  static func displayName(_ name: String) throws(ValueError) -> String {
    guard BrokerAddress.isName(name) else {
      throw ValueError("'\(name)' is not a name: it has letters, digits, '-', '_' and '.', and at most 64 of them")
    }
    return name
  }

  private static func file(
    _ name: String, _ path: WritableKeyPath<BrokerMessages, String?> & Sendable, _ meaning: String
  ) -> Property<BrokerMessages> {
    Property.optional(name, path, unit: "file", meaning, { UserPaths.absolute($0) }).with(\.info.isFile, true)
  }

  func check() throws(ValueError) {
    guard let address else {
      guard self == Self() else { throw ValueError(name: "mqtt", reason: "no broker is named; give its address") }
      return
    }
    if !address.isSecure, options.authorities ?? options.certificate ?? options.key != nil {
      throw ValueError(name: "mqtt", reason: "mqtt:// has no certificates; write mqtts://")
    }
    if (options.certificate == nil) != (options.key == nil) {
      throw ValueError(
        name: "mqttCert", reason: "a certificate and its key go together; give --mqtt-cert and --mqtt-key")
    }
    if options.isAtHome != nil {
      guard let display = options.display else {
        throw ValueError(name: "homeAssistant", reason: "the window has no name on the broker; give --mqtt-display")
      }
      guard DisplayTopic.isDevice(display) else {
        throw ValueError(
          name: "homeAssistant", reason: "its devices have no '.' in their names; write --mqtt-display without it")
      }
    }
  }

  /// Checks that there is something to do with the broker.
  func checkPurpose(isOfWall: Bool) throws(ValueError) {
    guard let address, address.channel == nil, options.lines.isEmpty, options.display == nil, !isOfWall else { return }
    throw ValueError(
      name: "mqtt",
      reason: "there is nothing to read; name a channel, as in \(address.description)/lobby, or a --mqtt-topic")
  }

  /// How to reach the broker; nil if there is none.
  package var settings: BrokerSettings? { address.map { BrokerSettings($0, options) } }

  func open(in sources: LineSources) throws(Failure) {
    guard var settings else { return }
    guard !sources.isForPicture else { throw Failure(of: "mqtt", reason: "a picture does not wait for a broker") }
    let receiver = sources.receiver
    if settings.address.channel != nil { receiver.join(settings.address) }
    settings.numbers = BrokerSettings.topics(in: sources.options.texts)
    let wall = sources.options[WallScreen.self]
    (settings.wall, settings.conducts) = (wall.name, wall.conducts)
    let asked = settings
    let (delivery, handler) = sources.taker(isFollowed: false)
    let keeper = ChannelKeeper(of: settings.address)
    for event in keeper.load() { Self.pass(event, to: receiver, sources) }
    sources.accompany(keeper)
    let source = try CommandSource(
      relay: ["/proc/self/exe", Self.relayName],
      orders: { [unowned receiver] in
        var settings = asked
        settings.window = sources.windowName
        settings.known = receiver.places(in: asked.address)
        settings.password = BrokerSettings.passwordOfEnvironment
        return [settings.json.line]
      },
      handler: { [unowned receiver] (event: BrokerEvent) in
        keeper.note(event)
        switch event {
        case .line(let text): delivery.hand(text, to: handler)
        case .feed(.error(let error)) where error.subject == FenceStrength.subject: FenceReport.report(error)
        case .feed(.error(let error)): reportError(error.description)
        case .feed(.stopped(let error)):
          reportError(error.description)
          receiver.receive(event)
        case .feed, .value, .token, .wall, .welcome: Self.pass(event, to: receiver, sources)
        }
      })
    receiver.conduct { [weak source] in source?.send($0) }
    sources.add(source)
  }

  private static func pass(_ event: BrokerEvent, to receiver: any LineReceiver, _ sources: LineSources) {
    if case .value(let name, let number) = event { return sources.deliver(value: "\(name)=\(number)") }
    receiver.receive(event)
  }
}

extension Property where Owner == BrokerMessages {
  /// The address of a broker; an empty text for none.
  fileprivate static func written(
    _ name: String, _ path: WritableKeyPath<BrokerMessages, BrokerAddress?> & Sendable, _ unit: String,
    _ meaning: String
  ) -> Property {
    optional(
      name, path, unit: unit, meaning, { .text($0.written) },
      { (value) throws(ValueError) in try valuing { () throws(Failure) in try BrokerAddress(value.text) } })
  }
}

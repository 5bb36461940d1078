internal import Base
internal import Newswire
package import ScrollCore

/// The options of `newsreel publish`.
package struct PublishOptions: HasProperties, Equatable, Sendable {
  var broker = BrokerMessages()
  var isUrgent = false
  var topic: String?
  var link: String?
  /// In seconds.
  var timeToLive: Double?
  var values: [ValueSource] = []
  /// The names of items to take away.
  var removed: [String] = []
  /// The displays whose retained messages are taken away.
  var forgotten: [String] = []
  var replaces = false
  var takesJSONLines = false
  var feeds: [FeedSpec] = []
  var most = 500

  package init() {}

  package static let properties: [Property<PublishOptions>] =
    [
      BrokerMessages.properties[0].lifted(
        name: "mqtt",
        meaning: "The broker and the channel; the password is in passwords.toml or in NEWSREEL_MQTT_PASSWORD",
        get: { $0.broker }, modify: { (options, change) throws(ValueError) in try change(&options.broker) })
    ] + [
      .flag(
        "urgent", \.isUrgent,
        "Sends the texts as urgent headlines, which break in; they are not kept, and end once they have been read; with --ttl they "
          + "are kept until then"),
      .optional("topic", \.topic, "The topic of the headlines, which has a chip on a strip") {
        TextCleaner.line($0, limit: 200)
      },
      .optional("link", \.link, unit: "url", "What a click on the headline opens") { (text) throws(ValueError) in
        guard let address = WebAddress(text) else { throw ValueError("'\(text)' is not an http or https address") }
        return address.description
      },
      .optional("ttl", \.timeToLive, range: 1...1e9, "How long the headlines are shown"),
      .several(
        "value", \.values, unit: "name=number",
        "Sets the number of {name} in headlines, as in aapl=211.4; an empty one shows a dash; may be repeated",
        \.value, ValueSource.sources),
      .several(
        "remove", \.removed, unit: "id",
        "Takes a headline away, by its text, or by the id that a JSON line gave it; may be repeated",
        PropertyValue.text
      ) { (value) throws(ValueError) in
        guard !TextCleaner.line(value.text).isEmpty else { throw ValueError("it is empty; name a headline") }
        return [value.text]
      },
      .several(
        "forgetDisplay", \.forgotten, unit: "name",
        "Takes everything away that the broker keeps of a display that is gone: its availability, its state and its "
          + "announcement to Home Assistant; may be repeated",
        PropertyValue.text, { (value) throws(ValueError) in [try BrokerMessages.displayName(value.text)] }),
      .flag("replace", \.replaces, "Takes all headlines away that are not among the texts, urgent ones too"),
      .flag(
        "jsonLines", \.takesJSONLines,
        #"Each line of standard input is an object, {"text":"…","id":"…","link":"…","topic":"…","ttl":60,"urgent":true}; "#
          + "text is needed"),
      .several(
        "feed", \.feeds, unit: "url",
        "Reads a feed and keeps the channel in step with it, until the program is stopped; options of newsreel feeds set may "
          + "follow the address; may be repeated",
        \.value, { (value) throws(ValueError) in [try FeedSpec(read: value)] }
      ).with(\.info.isFile, true),
      .integer("keep", \.most, range: 1...ChannelIndex.most, unit: "count", "The limit for headlines; the newest stay"),
    ]
    + BrokerMessages.properties.dropFirst().filter { !["mqttTopic", "mqttDisplay", "homeAssistant"].contains($0.name) }
    .map {
      $0.lifted(\.broker)
    }

  package func check() throws(ValueError) {
    guard let address = broker.address else {
      throw ValueError(name: "mqtt", reason: "no broker is named; write --mqtt mqtt://host/channel")
    }
    guard address.channel != nil else {
      throw ValueError(name: "mqtt", reason: "no channel is named; write \(address.description)/lobby")
    }
    try broker.check()
    if let value = values.first(where: { $0.number == nil }) {
      throw ValueError(name: "value", reason: "\(value.name) has no number; write \(value.name)=1")
    }
    if isUrgent, replaces || !feeds.isEmpty {
      throw ValueError(name: "urgent", reason: "urgent headlines are not kept; leave --replace and --feed out")
    }
    if !feeds.isEmpty, replaces {
      throw ValueError(name: "replace", reason: "--feed keeps the channel in step by itself")
    }
  }
}

extension PropertyInfo {
  /// The options of `newsreel publish`.
  package static let publish = PublishOptions.properties.map { PropertyInfo($0, of: PublishOptions()) }
}

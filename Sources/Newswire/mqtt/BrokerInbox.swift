internal import Base
internal import ScrollCore

/// Sorts a broker's messages for a view: the channel's, lines, and numbers.
struct BrokerInbox {
  private(set) var contents: ChannelContents?
  private var wall: WallInbox?
  private let settings: BrokerSettings
  private var lines: [String] = []
  /// The topics whose messages are numbers.
  private var topics: Set<String>
  /// The topics in headlines of the channel, to be subscribed to.
  private var newTopics: [String] = []
  /// The last numbers of topics.
  private var numbers: [String: String] = [:]

  /// The limit for lines between two calls of `takeChanges`; the newest are kept.
  static let mostLines = 1000
  /// The longest message of a topic that is read as lines, in bytes.
  static let longestLine = 64 << 10

  init(_ settings: BrokerSettings) {
    self.settings = settings
    topics = Set(settings.numbers)
    contents = settings.address.channel.map {
      ChannelContents(of: $0, at: settings.address.description, known: settings.known)
    }
    wall = settings.wall.map(WallInbox.init)
  }

  /// The subscriptions, with the quality of service.
  var subscriptions: [(filter: String, qos: Int32)] {
    (settings.address.channel.map(ChannelTopic.subscriptions) ?? []) + settings.options.lines.map { ($0.text, 0) }
      + topics.sorted().map { ($0, 0) } + (wall?.subscriptions ?? [])
  }

  var hasChanges: Bool {
    contents?.hasChanges ?? false || !lines.isEmpty || !numbers.isEmpty || wall?.hasChanges ?? false
  }
  /// Whether something must not wait.
  var isPressing: Bool { contents?.isPressing ?? false }

  /// Takes a message in.
  ///
  /// - Throws: `Failure` for one that is not used.
  mutating func receive(_ topic: String, _ payload: UnsafeRawBufferPointer, isRetained: Bool, now: UnixTime)
    throws(Failure)
  {
    guard TopicFilter.isClean(topic) else {
      throw Failure(of: settings.address.description, reason: "a topic is too long")
    }
    if let channel = settings.address.channel, let own = ChannelTopic(topic, in: channel) {
      try contents?.receive(own, payload, isRetained: isRetained, now: now)
      note(payload)
    }
    try wall?.receive(topic, payload, now: now)
    let isLine = settings.options.lines.contains { $0.matches(topic) }
    guard isLine || topics.contains(topic) else { return }
    guard payload.count <= Self.longestLine, let text = String(validating: payload, as: UTF8.self) else {
      throw Failure(of: topic, reason: "the message is not UTF-8, or longer than \(Self.longestLine) bytes")
    }
    if isLine {
      lines += text.split(whereSeparator: \.isNewline).map(String.init)
      if lines.count > 2 * Self.mostLines { lines.removeFirst(lines.count - Self.mostLines) }
    }
    if topics.contains(topic) { numbers[topic] = try ChannelContents.number(text, topic) }
  }

  /// Notes the topics whose numbers a headline shows.
  private mutating func note(_ payload: UnsafeRawBufferPointer) {
    guard payload.contains(UInt8(ascii: "{")), payload.count <= NewsItem.longestMessage else { return }
    for topic in BrokerSettings.topics(in: [String(decoding: payload, as: UTF8.self)]) {
      guard topics.count < BrokerSettings.mostNumbers else { return }
      if topics.insert(topic).inserted { newTopics.append(topic) }
    }
  }

  /// Returns the topics to subscribe to since the last call.
  mutating func drainTopics() -> [String] {
    defer { newTopics = [] }
    return newTopics
  }

  /// Returns the changes since the last call.
  ///
  /// - Parameter now: On the monotonic clock.
  mutating func takeChanges(now: Seconds) -> [BrokerEvent] {
    defer { (lines, numbers) = ([], [:]) }
    return (contents?.takeChanges() ?? []) + lines.suffix(Self.mostLines).map { .line($0) }
      + numbers.sorted { $0.key < $1.key }.map { .value(name: BrokerSettings.numberPrefix + $0.key, number: $0.value) }
      + (wall?.takeChanges(now: now) ?? []).map { .wall($0) }
  }

  mutating func expire(now: UnixTime) { contents?.expire(now: now) }
}

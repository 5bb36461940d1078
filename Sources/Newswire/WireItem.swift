/// One headline on its way to the strip. All of its text is clean (`cleanText`): plain, one line, bounded.
public struct WireItem: Equatable, Sendable {
  /// What makes it the same item when it comes again: the feed's own id, else its link, else its title.
  public var id: String
  public var title: String
  /// Absolute, http or https; nil where there is none to open.
  public var link: String?
  /// Seconds since 1970; nil where no date was given, or none that can be read.
  public var published: Double?
  public var author: String?
  /// The chip that it belongs to: a feed's label, or the topic that a line of JSON names.
  public var topic: String?
  /// The feed it came from, by `FeedSpec.url`; nil for lines.
  public var feed: String?
  /// Interrupts what is shown.
  public var isUrgent = false
  /// Seconds it is to be shown, from its arrival; nil for as long as there is room.
  public var timeToLive: Double?
  /// When it was first seen, in seconds since 1970.
  public var arrived: Double = 0

  public init(id: String? = nil, title: String, link: String? = nil, topic: String? = nil) {
    // A link to a whole site tells no item from another.
    let isHome = link.flatMap { WebAddress($0) }?.isHome ?? false
    self.id = id ?? (isHome ? nil : link) ?? title
    self.title = title
    self.link = link
    self.topic = topic
  }
}

/// Something that was in a feed or on a line and will not be shown, and why.
public struct DroppedItem: Equatable, Sendable {
  public let title: String
  public let reason: String

  public init(title: String, reason: String) {
    self.title = title
    self.reason = reason
  }
}

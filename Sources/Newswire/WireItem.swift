/// One headline on its way to the strip. All of its text is clean (`cleanText`): plain, one line, bounded.
package struct WireItem: Equatable, Sendable {
  /// What makes it the same item when it comes again: the feed's own id, else its link, else its title.
  package var id: String
  package var title: String
  /// Absolute, http or https; nil where there is none to open.
  package var link: String?
  /// Seconds since 1970; nil where no date was given, or none that can be read.
  package var published: Double?
  package var author: String?
  /// The chip that it belongs to: a feed's label, or the topic that a line of JSON names.
  package var topic: String?
  /// The feed it came from, by `FeedSpec.url`; nil for lines.
  package var feed: String?
  /// Interrupts what is shown.
  package var isUrgent = false
  /// Seconds it is to be shown, from its arrival; nil for as long as there is room.
  package var timeToLive: Double?
  /// When it was first seen, in seconds since 1970.
  package var arrived: Double = 0

  package init(id: String? = nil, title: String, link: String? = nil, topic: String? = nil) {
    // A link to a whole site tells no item from another.
    let isHome = link.flatMap { WebAddress($0) }?.isHome ?? false
    self.id = id ?? (isHome ? nil : link) ?? title
    self.title = title
    self.link = link
    self.topic = topic
  }
}

/// Something that was in a feed or on a line and will not be shown, and why.
package struct DroppedItem: Equatable, Sendable {
  package let title: String
  package let reason: String

  package init(title: String, reason: String) {
    self.title = title
    self.reason = reason
  }
}

internal import Base
package import ScrollCore

/// The index of a topic in the owner's list.
package typealias TopicID = Int

/// A headline on its way to the strip. All of its text is clean: plain, on one line, of bounded length. The parser has
/// cleaned it.
package struct NewsItem: Equatable, Sendable, Identifiable {
  /// Identifies the item across fetches.
  package struct ID: Hashable, Sendable {
    /// The feed's `FeedSpec.url`; nil for lines.
    package var feed: String?
    /// The feed's own ID for it, or else its link and title.
    package var guid: String

    package init(feed: String? = nil, guid: String) { (self.feed, self.guid) = (feed, guid) }
  }

  /// The limit for the items of a channel, and for those of a source of alerts.
  package static let mostOfSource = 10_000

  package var id: ID
  /// Which headline it is, and which version of it; nil before it has joined the queue.
  package var headline: HeadlineID?
  package var title: String
  /// An absolute http or https address, or nil.
  package var link: String?
  /// Nil without a valid date.
  package var published: UnixTime?
  package var author: String?
  /// Shown after the title, if summaries are on.
  package var summary: String?
  /// Whether its link has been opened.
  package var isRead = false
  /// Whether the user's filters exclude it. It is kept in case they change.
  package var isLeftOut = false
  /// Whether its summary is shown after its title.
  package var showsSummary = false
  /// A row to show instead of its title, if the theme has that kind.
  package var row: Row?
  /// The name of its topic: a feed's label, or the topic of a line of JSON.
  package var topic: String?
  /// The ID of its topic, once assigned.
  package var topicID: TopicID?
  /// Its own fields of how and when it goes on the air.
  package var airing = Airing()
  /// Whether it arrived recently, and not among the first items.
  package var isNew = false
  /// How long to show it from its arrival, in seconds; nil for no limit.
  package var timeToLive: Double?
  /// When it first arrived; the epoch before that.
  package var arrived = UnixTime.epoch
  /// The time of the first item of its key, whose place it has taken.
  package var placeTime: UnixTime?
  /// When it first went on the air.
  package var aired: UnixTime?
  /// How many cycles have shown it.
  package var cycles = 0
  /// When it ends; nil for no such time.
  package var expires: UnixTime?
  /// The facts of an alert, if it is one. It leaves the screen at once when it ends.
  package var alert: AlertFacts?
  /// Its place among the items of a broker's channel, which come in the sender's order; nil for all others.
  package var place: Int?

  package init(guid: String? = nil, title: String, link: String? = nil, topic: String? = nil) {
    id = ID(guid: guid ?? (link.map { "\($0) \(title)" } ?? title))
    self.title = title
    self.link = link
    self.topic = topic
  }
}

extension NewsItem {
  /// The text to show.
  package var line: String {
    guard showsSummary, let summary else { return title }
    return "\(title) – \(summary)"
  }

  /// Whether braces in it are only braces: a feed's text is untrusted, and a channel's may have live numbers.
  package var isPlain: Bool { id.feed != nil && place == nil }

  /// Whether both are about the same, from the same source.
  package func hasKey(of other: NewsItem) -> Bool {
    airing.key != nil && airing.key == other.airing.key && id.feed == other.id.feed
  }

  /// The ID by which its sender knows it: of an alert, that of its last message.
  package var senderID: String { alert.map(\.message).flatMap { $0.isEmpty ? nil : $0 } ?? id.guid }

  /// Whether this update must break in again: its former version did not break in, or had a lower priority.
  package func escalates(_ former: NewsItem) -> Bool {
    guard breaksIn, former.breaksIn else { return breaksIn }
    return airing.priority ?? Airing.defaultPriority > former.airing.priority ?? Airing.defaultPriority
  }

  /// Whether its time is over.
  package func isOver(at now: UnixTime) -> Bool {
    min(expires ?? .distantFuture, timeToLive.map { arrived + $0 } ?? .distantFuture) <= now
  }

  /// Whether everything that comes from the feed is equal.
  package func looksLike(_ other: NewsItem) -> Bool {
    title == other.title && summary == other.summary && link == other.link && published == other.published
      && author == other.author && expires == other.expires && alert == other.alert
  }
}

/// An item that was in a feed but is not shown, with the reason.
package struct DroppedItem: Equatable, Sendable {
  package let title: String
  package let reason: String
}

extension [NewsItem] {
  /// Gives times to items whose times of arrival are no times of the calendar, as from a machine without a clock: they came
  /// just before `end`, in the same order.
  mutating func mendArrivals(before end: UnixTime) {
    let wrong = Set(lazy.map(\.arrived).filter { $0 < .firstPlausible }).sorted(by: >)
    let ranks = Dictionary(uniqueKeysWithValues: wrong.enumerated().map { ($1, $0) })
    for place in indices {
      if let rank = ranks[self[place].arrived] { self[place].arrived = end - Double(rank + 1) * 1e-3 }
    }
  }

  /// Adjusts times in the future, after the clock was set back: those items count as arriving just now, in the same order. So
  /// they neither stay above later ones nor outlive their time. Returns whether there were any.
  @discardableResult
  package mutating func followClock(_ now: UnixTime) -> Bool {
    let last = lazy.map { Swift.max($0.arrived, $0.placeTime ?? .epoch, $0.aired ?? .epoch) }.max() ?? .epoch
    guard last > now else { return false }
    let past = { (time: UnixTime) in time > now ? now - (last - time + 1) * 1e-6 : time }
    for place in indices {
      self[place].arrived = past(self[place].arrived)
      self[place].placeTime = self[place].placeTime.map(past)
      self[place].aired = self[place].aired.map(past)
    }
    return true
  }
}

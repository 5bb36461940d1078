internal import Base
package import Newswire
package import ScrollCore

/// Feeds, and the selection and order of their headlines.
package struct NewsFeeds: ContentSource {
  package enum Order: String, CaseIterable, Sendable {
    case time
    case roundRobin = "round-robin"
  }

  /// Where new headlines come in.
  package enum NewPlacing: String, CaseIterable, Sendable {
    /// At the edge of the view, before the waiting ones.
    case next
    /// At their places in the order.
    case order
  }

  /// The feeds; empty for the user's list, if there is no other source.
  package var feeds: [FeedSpec] = []
  package var order = Order.time
  package var new = NewPlacing.next
  /// In seconds.
  package var maximumAge: Double?
  package var maximumCount = 500
  /// The limit for the headlines of a feed.
  package var maximumPerFeed = 50
  /// For all feeds.
  package var filter = FeedFilter()
  /// When and how the headlines of topics are shown.
  package var schedules: [TopicSchedule] = []

  package init() {}

  static let audience = SourceAudience.headlines
  static let contents = ["feed"]
  var isEmpty: Bool { feeds.isEmpty }
  /// The queue is bounded already.
  var isStream: Bool { false }

  package static let properties: [Property<NewsFeeds>] = [
    .several(
      "feed", \.feeds, unit: "url",
      "With strip or crawl: shows the headlines of a feed (RSS, Atom or JSON Feed), an address or a file; on the strip "
        + "instead of those of the list; options of newsreel feeds set may follow it, as in "
        + "'https://example.org/feed.xml label=Example interval=600'; may be repeated",
      \.value, { (value) throws(ValueError) in [try FeedSpec(read: value)] }
    ).with(\.info.isFile, true),
    .choice(
      "order", \.order, "With feeds: time for newest first, or round-robin for one of each feed in turn"
    ).with(\.refusal, "is not an order; it is time or round-robin"),
    .choice(
      "new", \.new,
      "With feeds: where new headlines come in: next, before those that wait, or at their places in the order"
    ).with(\.refusal, "is not a place for new headlines; it is next or order"),
    .optional("maxAge", \.maximumAge, range: ages, ageMeaning).with(\.refusal, ageRefusal),
    .integer(
      "maxItems", \.maximumCount, range: counts, unit: "count",
      "With feeds: the limit for headlines; the newest are shown"
    ).with(\.refusal, countRefusal),
    .integer("itemsPerFeed", \.maximumPerFeed, range: counts, unit: "count", perFeedMeaning)
      .with(\.refusal, countRefusal),
    .optional("only", \.filter.only, unit: "words", onlyMeaning, { .text($0.text) }, filter),
    .optional("without", \.filter.without, unit: "words", withoutMeaning, { .text($0.text) }, filter),
    Property(
      name: "summaries", kind: .flag, meaning: "With feeds: shows each headline's summary after its title",
      get: { .flag($0.filter.showsSummaries ?? false) },
      set: { (news: inout NewsFeeds, value: PropertyValue) in news.filter.showsSummaries = value == .flag(true) }),
    .several(
      "schedule", \.schedules, unit: "topic",
      "With strip or crawl: when the headlines of a topic are shown, as in 'Traffic on=\"mon-fri 06:00-09:00\" every=2'; "
        + "newsreel help on-air has its fields; may be repeated",
      \.value, { (value) throws(ValueError) in [try TopicSchedule(read: value)] }),
  ]

  // Shared with the settings of a single feed.
  static let ages = Double.leastNonzeroMagnitude...1e10
  static let ageMeaning = "With feeds: hides older headlines"
  static let ageRefusal = "is not a number of seconds above 0, as in --max-age 86400"
  static let counts = 1...10_000
  static let countRefusal = "is not a number from 1 to 10000"
  static let perFeedMeaning = "With feeds: the limit for each feed's headlines; the newest are shown"
  static let onlyMeaning =
    "With feeds: shows only headlines with one of these words in title or summary, as in 'tennis, New York'; or those "
    + "that match a regular expression, as in '/goa+l/i'"
  static let withoutMeaning = "With feeds: hides headlines with one of these words, in the syntax of --only"

  private static func filter(_ value: PropertyValue) throws(ValueError) -> TextFilter {
    try valuing { () throws(Failure) in try TextFilter(value.text) }
  }

  func open(in sources: LineSources) throws(Failure) { sources.receiver.openFeeds(beside: sources) }
}

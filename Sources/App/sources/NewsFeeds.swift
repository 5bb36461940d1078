internal import Base
package import Newswire
package import ScrollCore

/// Feeds, and the selection and order of their headlines.
package struct NewsFeeds: ContentSource {
  package enum Order: String, CaseIterable, Sendable {
    case time
    case roundRobin = "round-robin"
  }

  /// The feeds; empty for the user's list, if there is no other source.
  package var feeds: [FeedSpec] = []
  package var order = Order.time
  /// In seconds.
  package var maximumAge: Double?
  package var maximumCount = 500
  /// The limit for the headlines of a feed.
  package var maximumPerFeed = 50
  /// For all feeds.
  package var filter = FeedFilter()

  package init() {}

  static let audience = SourceAudience.headlines
  static let contents = ["feed"]
  var isEmpty: Bool { feeds.isEmpty }
  /// The queue is bounded already.
  var isStream: Bool { false }

  package static let properties: [Property<NewsFeeds>] = [
    .several(
      "feed", \.feeds, unit: "url",
      "With strip or crawl: shows the headlines of a feed (RSS, Atom or JSON Feed), an address or a file; on the "
        + "strip instead of those of the list; what newsreel feeds set takes may stand behind it, as in "
        + "'https://example.org/feed.xml label=Example interval=600'; may be given several times",
      \.value, { (value) throws(ValueError) in [try FeedSpec(read: value)] }
    ).with(\.isFile, true),
    .choice(
      "order", \.order, "With feeds: time, the newest first, or round-robin, one of each feed in turn"
    ).with(\.refusal, "is no order; it is time or round-robin"),
    .optional("maxAge", \.maximumAge, range: ages, ageMeaning).with(\.refusal, ageRefusal),
    .integer(
      "maxItems", \.maximumCount, range: counts, unit: "count", "With feeds: headlines at most, the newest"
    ).with(\.refusal, countRefusal),
    .integer("itemsPerFeed", \.maximumPerFeed, range: counts, unit: "count", perFeedMeaning)
      .with(\.refusal, countRefusal),
    .optional("only", \.filter.only, unit: "words", onlyMeaning, { .text($0.text) }, filter),
    .optional("without", \.filter.without, unit: "words", withoutMeaning, { .text($0.text) }, filter),
    Property(
      name: "summaries", kind: .flag, meaning: "With feeds: shows each headline's summary behind its title",
      get: { .flag($0.filter.showsSummaries ?? false) },
      set: { (news: inout NewsFeeds, value: PropertyValue) in news.filter.showsSummaries = value == .flag(true) }),
  ]

  // Shared with the settings of a single feed.
  static let ages = Double.leastNonzeroMagnitude...1e10
  static let ageMeaning = "With feeds: leaves out what is older than that"
  static let ageRefusal = "is no number of seconds above 0, as in --max-age 86400"
  static let counts = 1...10_000
  static let countRefusal = "is no number from 1 to 10000"
  static let perFeedMeaning = "With feeds: headlines of each feed at most, the newest"
  static let onlyMeaning =
    "With feeds: shows only headlines in which, or in whose summaries, one of these words stands, as in 'tennis, New "
    + "York'; or that match a regular expression, as in '/goa+l/i'"
  static let withoutMeaning = "With feeds: leaves out headlines with one of these words, written as for --only"

  private static func filter(_ value: PropertyValue) throws(ValueError) -> TextFilter {
    try valuing { () throws(Failure) in try TextFilter(value.text) }
  }

  func open(in sources: LineSources) throws(Failure) { sources.receiver.openFeeds(beside: sources) }
}

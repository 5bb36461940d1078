internal import Base
package import Newswire
internal import ScrollCore

/// The options about feeds and lines of JSON.
package struct NewsOptions: Equatable, Sendable {
  package enum Order: String, CaseIterable, Sendable {
    case time
    case roundRobin = "round-robin"
  }

  /// If empty and without another source, the user's list is shown.
  package var feeds: [FeedSpec] = []
  /// Whether the lines of the sources are JSON objects.
  package var takesJSONLines = false
  package var order = Order.time
  /// In seconds.
  package var maximumAge: Double?
  package var maximumCount = 500
  /// The limit for the headlines of each feed.
  package var maximumPerFeed = 50
  /// The filter for all feeds.
  package var filter = FeedFilter()

  init() {}

  /// Reads the options of the command line.
  ///
  /// - Throws: `Failure` naming the invalid option.
  init(_ given: [PropertyChange]) throws(Failure) {
    for text in given.all(.feed) {
      feeds.append(try PropertyInfo.feed.reading { () throws(Failure) in try FeedChange.feed(written: text) })
    }
    takesJSONLines = given.has(.jsonLines)
    if let order = given[.order]?.text {
      guard let known = Order(rawValue: order) else {
        throw Failure.usage(
          "--order: '\(order)' is no order; it is \(Order.allCases.map(\.rawValue).joined(separator: " or "))")
      }
      self.order = known
    }
    maximumAge = try PropertyInfo.maxAge.number(
      given[.maxAge], in: Double.leastNonzeroMagnitude...1e10, "of seconds above 0, as in --max-age 86400")
    maximumCount = try PropertyInfo.maxItems.number(given[.maxItems], in: 1...10_000, "from 1 to 10000") ?? maximumCount
    maximumPerFeed =
      try PropertyInfo.feedItems.number(given[.feedItems], in: 1...10_000, "from 1 to 10000") ?? maximumPerFeed
    filter.only = try Self.textFilter(.only, given)
    filter.without = try Self.textFilter(.without, given)
    if given.has(.summaries) { filter.showsSummaries = true }
  }

  private static func textFilter(_ option: PropertyInfo, _ given: [PropertyChange]) throws(Failure) -> TextFilter? {
    guard let text = given[option]?.text, !text.isEmpty else { return nil }
    return try option.reading { () throws(Failure) in try TextFilter(text) }
  }
}

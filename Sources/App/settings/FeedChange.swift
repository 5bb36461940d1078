internal import Base
internal import Newswire
internal import ScrollCore

/// The settings of a feed for `newsreel feeds add` and `feeds set`, as texts: nil leaves a setting, and an empty text
/// unsets it.
package struct FeedChange {
  package var label: String?
  package var color: String?
  package var interval: String?
  package var only: String?
  package var without: String?
  package var maximumAge: String?
  package var maximumCount: String?
  package var summaries: String?

  package init() {}

  var isEmpty: Bool { Self.fields.allSatisfy { self[keyPath: $0.path] == nil } }

  private static let fields: [(name: String, path: WritableKeyPath<FeedChange, String?> & Sendable)] = [
    (PropertyInfo.label.name, \.label), (PropertyInfo.color.name, \.color), (PropertyInfo.interval.name, \.interval),
    (PropertyInfo.only.name, \.only), (PropertyInfo.without.name, \.without), (PropertyInfo.maxAge.name, \.maximumAge),
    (PropertyInfo.feedItems.name, \.maximumCount), (PropertyInfo.ownSummaries.name, \.summaries),
  ]

  /// The names of the settings.
  static let names = fields.map(\.name)

  /// Reads a feed in the syntax of `--feed`: an address followed by settings, such as `label='Example news'
  /// interval=600`.
  ///
  /// - Throws: `Failure` for an invalid address or setting.
  static func feed(written text: String) throws(Failure) -> FeedSpec {
    let written = try WrittenFields(parsing: text, names: names)
    var change = FeedChange()
    for (name, path) in fields { change[keyPath: path] = written[name] }
    var feed = try FeedSpec(url: written.head)
    do throws(Failure) { try change.apply(to: &feed) } catch {
      throw Failure(.usage, of: written.head, reason: error.keyed)
    }
    return feed
  }

  /// The line that asks the feed process for a feed.
  static func request(for feed: FeedSpec) -> String {
    WrittenFields(head: feed.url, fields: feed.interval.map { [(PropertyInfo.interval.name, "\(Int($0))")] } ?? []).text
  }

  /// Applies the change.
  ///
  /// - Throws: `Failure` naming the invalid option.
  func apply(to feed: inout FeedSpec) throws(Failure) {
    if let label { feed.label = Self.some(TextCleaner.line(label, limit: 200)) }
    if let color {
      feed.color = Self.some(color)
      if let color = feed.color {
        _ = try PropertyInfo.color.reading { () throws(ValueError) in try Color(parsing: color) }
      }
    }
    if let interval {
      feed.interval = try PropertyInfo.interval.number(
        Self.some(interval).map(PropertyValue.text), in: 60...86_400,
        "of seconds from 60 to 86400, as in --interval 900")
    }
    if let only { feed.only = try Self.filter(only, .only) }
    if let without { feed.without = try Self.filter(without, .without) }
    if let maximumAge {
      feed.maximumAge = try PropertyInfo.maxAge.number(
        Self.some(maximumAge).map(PropertyValue.text), in: Double.leastNonzeroMagnitude...1e10,
        "of seconds above 0, as in --max-age 86400")
    }
    if let maximumCount {
      feed.maximumCount = try PropertyInfo.feedItems.number(
        Self.some(maximumCount).map(PropertyValue.text), in: 1...10_000, "from 1 to 10000")
    }
    if let summaries {
      guard ["on", "off", ""].contains(summaries) else {
        throw .option("summaries", "'\(summaries)' is neither on nor off")
      }
      feed.showsSummaries = summaries.isEmpty ? nil : summaries == "on"
    }
  }

  private static func some(_ text: String) -> String? { text.isEmpty ? nil : text }

  private static func filter(_ text: String, _ option: PropertyInfo) throws(Failure) -> String? {
    guard !text.isEmpty else { return nil }
    return try option.reading { () throws(Failure) in try TextFilter(text) }.text
  }
}

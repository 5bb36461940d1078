internal import Base
package import Newswire
package import ScrollCore
package import Windows

/// The settings of a feed, for `newsreel feeds add` and `set`, after the address in `--feed`, and in a configuration. An empty text
/// removes one.
extension FeedSpec: HasProperties {
  package static let properties: [Property<FeedSpec>] =
    [
      .optional("label", \.label, "Text of its chip instead of the feed's own title") {
        TextCleaner.line($0, limit: 200)
      },
      .optional("color", \.color, unit: "color", "Colour of its chip and labels instead of the theme's") {
        (text) throws(ValueError) in
        _ = try Color(parsing: text)
        return text
      },
      .optional(
        "interval", \.interval, range: 60...86_400,
        "Seconds between two fetches (default: 900)"
      ).with(\.refusal, "is not a number of seconds from 60 to 86400, as in --interval 900"),
      .optional("only", \.only, unit: "words", NewsFeeds.onlyMeaning, filter),
      .optional("without", \.without, unit: "words", NewsFeeds.withoutMeaning, filter),
      .optional("maxAge", \.maximumAge, range: NewsFeeds.ages, NewsFeeds.ageMeaning)
        .with(\.refusal, NewsFeeds.ageRefusal),
      .optional("itemsPerFeed", \.maximumCount, range: NewsFeeds.counts, NewsFeeds.perFeedMeaning)
        .with(\.refusal, NewsFeeds.countRefusal),
      .optional(
        "summaries", \.showsSummaries, kind: .choice(["on", "off"]), unit: "on|off",
        "Whether summaries follow its titles", { .text($0 ? "on" : "off") }, { $0.text == "on" }
      ).with(\.refusal, "is neither on nor off"),
      .optional(
        "row", \.row,
        "Shows its titles as rows of a kind, with the named groups of an expression as fields, as in "
          + "'score /(?<home>.+) (?<score>\\d+)-(?<score>\\d+) (?<away>.+)/'; see newsreel help rows"
      ) { (text) throws(ValueError) in try valuing { () throws(Failure) in try RowRule(text).text } },
    ] + Airing.ofSources.map { $0.lifted(\.airing) }

  private static func filter(_ text: String) throws(ValueError) -> String {
    try valuing { () throws(Failure) in try TextFilter(text).text }
  }

  // MARK: - As a value

  /// Reads the syntax of `--feed`, an address and settings such as `label='Example news' interval=600`, or a table with a `url`.
  init(read value: PropertyValue) throws(ValueError) {
    var (address, fields): (String?, [PropertyChange]) = (nil, [])
    if case .table(let members) = value {
      address = members.first { $0.name == "url" }?.value?.text
      fields = members.filter { $0.name != "url" }
    } else {
      let written = try valuing { () throws(Failure) in
        try WrittenFields(parsing: value.text, names: Self.properties.map(\.flag))
      }
      (address, fields) = (written.head, written.changes)
    }
    guard let url = address else { throw ValueError("a feed needs a url") }
    let feed = try valuing { () throws(Failure) in try FeedSpec(url: url) }
    do throws(ValueError) { self = try Settings<FeedSpec>(fields: fields).laid(over: feed) } catch {
      throw error.name.isEmpty ? ValueError("\(url): \(error.reason)") : error
    }
  }

  /// The value that `init` reads.
  var value: PropertyValue {
    fields.isEmpty ? .text(url) : .table([PropertyChange("url", to: .text(url))] + fields)
  }
}

/// Settings that override a feed's own. An empty text removes one.
package typealias FeedChange = Settings<FeedSpec>

extension FeedChange {
  /// Changes one property.
  init(_ property: String, to text: String) throws(Failure) {
    self = try usage { () throws(ValueError) in
      var change = FeedChange()
      try change.set(property, to: text)
      return change
    }
  }

  /// The feed with this change.
  func applied(to feed: FeedSpec) throws(Failure) -> FeedSpec {
    try usage { () throws(ValueError) in try laid(over: feed) }
  }
}

extension PropertyInfo {
  /// The settings of a feed.
  package static let ofFeed = FeedSpec.properties.map { PropertyInfo($0, of: FeedSpec()) }
}

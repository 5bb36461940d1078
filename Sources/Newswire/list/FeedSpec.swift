package import Base
internal import Glibc
package import ScrollCore

/// A feed of the user: its address and settings.
package struct FeedSpec: Equatable, Sendable {
  /// An http or https address, or a file path. Identifies the feed.
  package var url: String
  /// The text of its chip; nil for the feed's own title.
  package var label: String?
  /// The colour of its headlines in the syntax of colours (`#3a7`); nil for the strip's.
  package var color: String?
  /// Seconds between two fetches; nil for the default.
  package var interval: Double?
  /// Words or a regular expression that its headlines must or must not match (`TextFilter`).
  package var only: String?
  package var without: String?
  /// Seconds after which its headlines are excluded; nil for the general limit.
  package var maximumAge: Double?
  /// The limit for its headlines; nil for the general limit.
  package var maximumCount: Int?
  /// Whether summaries follow its titles; nil for the general setting.
  package var showsSummaries: Bool?
  /// How and when its headlines go on the air.
  package var airing = Airing()
  /// Which kind of row its titles are, and the expression that finds the fields in them (`RowRule`).
  package var row: String?
  /// Its folders in an OPML file, outermost first, separated by slashes.
  package var group: String?
  /// Its place in a reader's account, which delivers its items; nil for a feed that is read from its address.
  package var account: AccountFeed?
  /// Which of its alerts to show, if it is a source of alerts; nil for a feed.
  package var alerts: AlertSettings?
  /// Its website (`htmlUrl`).
  package var site: String?
  /// Other attributes of its OPML outline, kept for other programs.
  var others: [XMLElement.Attribute] = []

  /// A feed with its address alone.
  package init() { url = "" }

  /// `url` in a user's notation: an address, `file:///…`, or a path. A host without a scheme means https. Throws for
  /// unsupported schemes. Browsers pass "feed:" before the address of a clicked feed.
  package init(url: String, label: String? = nil) throws(Failure) {
    let given = TextCleaner.line(url, limit: 8192)
    let rest = WebAddress.withoutFeed(given)
    let text = rest.hasPrefix("//") && rest != given ? "https:" + rest : rest
    self.label = label
    if text.hasPrefix("file://") {
      self.url = Self.absolute(String(text.dropFirst("file://".count)))
    } else if text.contains("://") {
      guard let address = WebAddress(text) else {
        throw Failure(of: text, reason: "is neither an http or https address nor a file")
      }
      self.url = address.description
    } else if text.isEmpty {
      throw Failure(of: "feed", reason: "no address is given")
    } else if let address = WebAddress.written(text) {
      self.url = address.description
    } else {
      self.url = Self.absolute(text)
    }
  }

  /// The absolute path.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
  }

  /// Nil for a file.
  package var address: WebAddress? { url.contains("://") ? WebAddress(url) : nil }
}

extension FeedFilter {
  /// The items that are shown of a feed's, newest first.
  package func shown(of items: [NewsItem], now: UnixTime) -> [NewsItem] {
    let passed = items.filter { item in
      item.alert != nil || !leavesOut(item) && maximumAge.map { now - item.shownTime <= $0 } ?? true
    }
    guard let maximumCount, passed.count > maximumCount else { return passed }
    return Array(passed.sorted { $0.shownTime > $1.shownTime }.prefix(maximumCount))
  }

  /// The filter of a feed's settings.
  ///
  /// - Throws: `Failure` for an invalid expression.
  package init(_ feed: FeedSpec) throws(Failure) {
    self.init()
    only = try feed.only.map { (text) throws(Failure) in try TextFilter(text) }
    without = try feed.without.map { (text) throws(Failure) in try TextFilter(text) }
    row = try feed.row.map { (text) throws(Failure) in try RowRule(text) }
    (maximumAge, maximumCount, showsSummaries) = (feed.maximumAge, feed.maximumCount, feed.showsSummaries)
    airing = feed.airing
  }
}

extension FeedSpec {
  /// The name of a feed if only its address is known.
  package var plainName: String { address?.host ?? String(url.split(separator: "/").last ?? "feed") }
}

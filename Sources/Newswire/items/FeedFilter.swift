package import Base
package import ScrollCore

/// A list of words, or a regular expression, to find in headlines.
package struct TextFilter: Equatable, Sendable {
  /// The original text.
  package let text: String
  private let pattern: LinePattern

  /// Reads words and phrases separated by commas, to be found as whole words, ignoring case; or a regular expression
  /// between slashes, as in `/goa+l/`, followed by `i` to ignore case.
  ///
  /// - Throws: `Failure` with the reason why it is invalid.
  package init(_ text: String) throws(Failure) {
    self.text = text
    if text.hasPrefix("/"), text.utf8.count > 2, text.hasSuffix("/") || text.hasSuffix("/i") {
      let isCaseless = text.hasSuffix("i")
      let expression = text.dropFirst().dropLast(isCaseless ? 2 : 1)
      pattern = try LinePattern((isCaseless ? "(?i)" : "") + expression)
      return
    }
    let words = text.split(separator: ",").map { TextCleaner.line(String($0), limit: 200) }.filter { !$0.isEmpty }
    guard !words.isEmpty else { throw Failure(of: "'\(text)'", reason: "contains no words") }
    pattern = try LinePattern("(?i)(?:" + words.map(Self.expression).joined(separator: "|") + ")")
  }

  /// The expression for a word. In scripts without spaces it matches anywhere.
  private static func expression(_ word: String) -> String {
    func isParted(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { $0.value < 0x2E80 } ?? false }
    let start = isParted(word.unicodeScalars.first) ? "(?<!\\w)" : ""
    let end = isParted(word.unicodeScalars.last) ? "(?!\\w)" : ""
    return start + "\\Q" + word.replacing("\\E", with: "\\E\\\\E\\Q") + "\\E" + end
  }

  /// Whether it matches the item's title or summary.
  func matches(_ item: NewsItem) -> Bool {
    pattern.part(of: item.title) != nil || item.summary.map { pattern.part(of: $0) != nil } ?? false
  }

  package static func == (a: TextFilter, b: TextFilter) -> Bool { a.text == b.text }
}

/// Selects the items of feeds to show, and how much of each.
package struct FeedFilter: Equatable, Sendable {
  /// Excludes items that do not match it.
  package var only: TextFilter?
  /// Excludes items that match it.
  package var without: TextFilter?
  /// Excludes items published (or arrived) longer ago than this, in seconds; nil for no limit.
  package var maximumAge: Double?
  /// The limit for a feed's items; the newest are shown.
  package var maximumCount: Int?
  /// Whether to show summaries after titles.
  package var showsSummaries: Bool?
  /// How and when its items go on the air.
  package var airing = Airing()
  /// Makes rows of titles.
  package var row: RowRule?

  package init() {}

  /// Whether its words exclude an item.
  package func leavesOut(_ item: NewsItem) -> Bool {
    if let only, !only.matches(item) { return true }
    return without?.matches(item) ?? false
  }
}

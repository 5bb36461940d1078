package import Base
internal import ScrollCore

/// Words of which a headline has one, or a regular expression that it matches.
package struct TextFilter: Equatable, Sendable {
  /// As it was written.
  package let text: String
  private let pattern: LinePattern

  /// Takes words and phrases with commas between them, which count whole and however they are capitalised; or
  /// a regular expression between slashes, as in `/goa+l/`, with an `i` behind it where capitals are not to count.
  ///
  /// - Throws: `Failure` that says what is wrong with it.
  package init(_ text: String) throws(Failure) {
    self.text = text
    if text.hasPrefix("/"), text.utf8.count > 2, text.hasSuffix("/") || text.hasSuffix("/i") {
      let isCaseless = text.hasSuffix("i")
      let expression = text.dropFirst().dropLast(isCaseless ? 2 : 1)
      pattern = try LinePattern((isCaseless ? "(?i)" : "") + expression)
      return
    }
    let words = text.split(separator: ",").map { TextCleaner.line(String($0), limit: 200) }.filter { !$0.isEmpty }
    guard !words.isEmpty else { throw Failure(of: "'\(text)'", reason: "holds no word") }
    pattern = try LinePattern("(?i)(?:" + words.map(Self.expression).joined(separator: "|") + ")")
  }

  /// A word as an expression. Scripts that do not part words are found anywhere.
  private static func expression(_ word: String) -> String {
    func isParted(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { $0.value < 0x2E80 } ?? false }
    let start = isParted(word.unicodeScalars.first) ? "(?<!\\w)" : ""
    let end = isParted(word.unicodeScalars.last) ? "(?!\\w)" : ""
    return start + "\\Q" + word.replacing("\\E", with: "\\E\\\\E\\Q") + "\\E" + end
  }

  /// Whether it is in the item's title or its summary.
  func matches(_ item: NewsItem) -> Bool {
    pattern.part(of: item.title) != nil || item.summary.map { pattern.part(of: $0) != nil } ?? false
  }

  package static func == (a: TextFilter, b: TextFilter) -> Bool { a.text == b.text }
}

/// Which of the items of feeds are shown, and how much of each.
package struct FeedFilter: Equatable, Sendable {
  /// Where there is one, what does not match it is left out.
  package var only: TextFilter?
  /// What matches it is left out.
  package var without: TextFilter?
  /// Seconds since an item was published (or arrived) after which it is left out; nil for never.
  package var maximumAge: Double?
  /// The newest that are shown of a feed.
  package var maximumCount: Int?
  /// Whether the summary stands beside the title.
  package var showsSummaries: Bool?

  package init() {}

  /// Whether its words leave an item out.
  func leavesOut(_ item: NewsItem) -> Bool {
    if let only, !only.matches(item) { return true }
    return without?.matches(item) ?? false
  }
}

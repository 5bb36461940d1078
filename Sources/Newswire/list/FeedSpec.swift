package import Base
internal import Glibc
internal import ScrollCore

/// A feed that the user wants: where it is and how it is to be shown.
package struct FeedSpec: Equatable, Sendable {
  /// An http or https address, or the path of a file. What identifies the feed.
  package var url: String
  /// Its chip on the strip; nil for the feed's own title.
  package var label: String?
  /// Of its headlines, as a colour is written (`#3a7`); nil for the strip's.
  package var color: String?
  /// Seconds between two looks at it; nil for the strip's.
  package var interval: Double?
  /// Words or a regular expression that its headlines have to match, or may not (`TextFilter`).
  package var only: String?
  package var without: String?
  /// Seconds after which its headlines are left out; nil for as long as the strip keeps them.
  package var maximumAge: Double?
  /// How many of its headlines are shown at most; nil for as many as the strip shows of each.
  package var maximumCount: Int?
  /// Whether summaries stand beside its titles; nil for as the strip does.
  package var showsSummaries: Bool?
  /// The folders that it is in, in an OPML file, the outermost first, with slashes between them.
  package var group: String?
  /// The site it belongs to (`htmlUrl`).
  package var site: String?
  /// Attributes of its OPML outline that mean nothing here, kept for the programs to which they do.
  var others: [XMLElement.Attribute] = []

  /// A feed of which nothing is known yet.
  package init() { url = "" }

  /// `url` as a user writes it: an address, `file:///…`, or a path. A host without a scheme is taken for https.
  /// Throws for schemes that are not read.
  package init(url: String, label: String? = nil) throws(Failure) {
    let text = TextCleaner.line(url, limit: 8192)
    self.label = label
    if text.hasPrefix("file://") {
      self.url = Self.absolute(String(text.dropFirst("file://".count)))
    } else if let scheme = text.firstRange(of: "://") {
      let named = text[..<scheme.lowerBound].lowercased()
      // What browsers hand over for a feed that was clicked.
      let address = named == "feed" ? "https" + text[scheme.lowerBound...] : text
      guard let address = WebAddress(address) else {
        throw Failure(of: text, reason: "is no http or https address, nor a file")
      }
      self.url = address.description
    } else if text.isEmpty {
      throw Failure(of: "feed", reason: "no address is given")
    } else if Self.looksLikeHost(text), let address = WebAddress("https://" + text) {
      self.url = address.description
    } else {
      self.url = Self.absolute(text)
    }
  }

  /// A path that means the same wherever the program is started.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
  }

  /// nil for a file.
  package var address: WebAddress? { url.contains("://") ? WebAddress(url) : nil }

  /// "example.org/feed", but not "./feed.xml", "feed.xml" or "/tmp/feed".
  private static func looksLikeHost(_ text: String) -> Bool {
    let host = text.prefix { $0 != "/" }
    guard host.count < text.count, host.contains("."), !host.hasPrefix(".") else { return false }
    return host.allSatisfy { $0.isLetter || $0.isNumber || "-.:".contains($0) }
  }
}

extension FeedFilter {
  /// What the list says of a feed.
  ///
  /// - Throws: `Failure` where an expression is wrong.
  package init(_ feed: FeedSpec) throws(Failure) {
    self.init()
    only = try feed.only.map { (text) throws(Failure) in try TextFilter(text) }
    without = try feed.without.map { (text) throws(Failure) in try TextFilter(text) }
    (maximumAge, maximumCount, showsSummaries) = (feed.maximumAge, feed.maximumCount, feed.showsSummaries)
  }
}

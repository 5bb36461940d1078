internal import Base
internal import Formats
internal import ScrollCore

/// Reads JSON Feed 1.0 and 1.1 (jsonfeed.org) from a complete document.
final class JSONFeed {
  var collector: FeedCollector
  private var document: [UInt8] = []
  /// From version 1.0; `authors` of 1.1 take precedence.
  private var author: [JSON] = []
  private var authors: [JSON] = []

  init(collector: FeedCollector) { self.collector = collector }

  func push(_ bytes: [UInt8]) { document += bytes }

  /// Parses the document. Items before an error count.
  func finish() throws(Failure) -> ParsedFeed {
    collector.feed.format = .json
    do throws(Failure) {
      try document.withUnsafeBufferPointer { (bytes) throws(Failure) in
        var reader = JSONReader(UnsafeRawBufferPointer(bytes), isLenient: true)
        try reader.readMembers { name, value in read(name, value) }
      }
    } catch {
      if collector.isEmpty { throw error }
      collector.feed.isCut = true
      collector.feed.warn("is broken JSON: \(error.reason)")
    }
    collector.authors = Self.names(authors, or: author)
    return collector.finish()
  }

  private func read(_ name: String, _ value: JSON) {
    switch name {
    case "items": readItem(value)
    case "version":
      if let version = value.string, !version.contains("jsonfeed.org") {
        collector.feed.warn("its version is “\(TextCleaner.line(version, limit: 80))”, not JSON Feed's")
      }
    case "title": collector.feed.title = value.string.map { FeedCollector.text($0, .plain, limit: 200) }
    case "authors": if authors.count < Self.mostAuthors { authors.append(value) }
    case "author": author = [value]
    case "home_page_url": collector.feed.link = value.string.flatMap { collector.resolve($0, base: nil) }
    case "favicon":
      collector.feed.icon = value.string.flatMap { collector.resolve($0, base: nil) } ?? collector.feed.icon
    case "icon": collector.feed.icon = collector.feed.icon ?? value.string.flatMap { collector.resolve($0, base: nil) }
    default: break
    }
  }

  private func readItem(_ value: JSON) {
    var raw = RawItem()
    raw.id = Self.identifier(value["id"])
    raw.title = value["title"]?.string ?? ""
    raw.titleKind = .plain
    let texts = [("content_text", RawItem.TextKind.plain), ("summary", .plain), ("content_html", .html)]
    for (name, kind) in texts where raw.summary.isEmpty {
      (raw.summary, raw.summaryKind) = (value[name]?.string ?? "", kind)
    }
    let attached = Self.list(value["attachments"]).prefix(20).map { $0["url"] }
    for link in [value["url"], value["external_url"]] + attached where raw.link.isEmpty {
      // Members come in any order; the site's address may be last.
      _ = raw.accept(link: link?.string ?? "", base: collector.address?.description)
    }
    raw.changed = feedDate(Self.identifier(value["date_modified"]))
    raw.published = feedDate(Self.identifier(value["date_published"])) ?? raw.changed
    raw.authors = Self.names(Self.list(value["authors"]), or: Self.list(value["author"]))
    collector.add(raw)
  }

  private static let mostAuthors = 20

  private static func list(_ value: JSON?) -> [JSON] { value.map { $0.array ?? [$0] } ?? [] }

  /// The distinct names; those of `others` if there are none.
  private static func names(_ authors: [JSON], or others: [JSON]) -> [String] {
    var names: [String] = []
    for author in authors.prefix(mostAuthors) {
      let name = TextCleaner.line(RawItem.names(author["name"]?.string ?? author.string ?? ""), limit: 200)
      if !name.isEmpty, !names.contains(name) { names.append(name) }
    }
    return names.isEmpty && !others.isEmpty ? Self.names(others, or: []) : names
  }

  /// A text by the specification. A number is converted.
  private static func identifier(_ value: JSON?) -> String {
    switch value {
    case .string(let text)?: TextCleaner.line(text, limit: 2000)
    case .numeral(let number)?: number
    default: ""
    }
  }
}

internal import Base
internal import ScrollCore

/// Reads JSON Feed 1.0 and 1.1 (jsonfeed.org), when all of it is there.
final class JSONFeed {
  var collector: FeedCollector
  private var document: [UInt8] = []

  init(collector: FeedCollector) { self.collector = collector }

  func push(_ bytes: [UInt8]) { document += bytes }

  /// Reads what was pushed. The items before a fault count.
  func finish() throws(Failure) -> ParsedFeed {
    collector.feed.format = .json
    do throws(Failure) {
      try document.withUnsafeBufferPointer { (bytes) throws(Failure) in
        var reader = JSONReader(UnsafeRawBufferPointer(bytes), isLenient: true)
        try reader.readMembers { name, value in take(name, value) }
      }
    } catch {
      if collector.isEmpty { throw error }
      collector.feed.warn("is broken JSON: \(error.reason)")
    }
    return collector.finish()
  }

  private func take(_ name: String, _ value: JSON) {
    switch name {
    case "items": takeItem(value)
    case "version":
      if let version = value.string, !version.contains("jsonfeed.org") {
        collector.feed.warn("its version is “\(TextCleaner.line(version, limit: 80))”, not JSON Feed's")
      }
    case "title": collector.feed.title = value.string.map { FeedCollector.text($0, .plain, limit: 200) }
    case "authors", "author": collector.authors += Self.author(value).map { [$0] } ?? []
    case "home_page_url": collector.feed.link = value.string.flatMap { collector.resolve($0, base: nil) }
    case "favicon":
      collector.feed.icon = value.string.flatMap { collector.resolve($0, base: nil) } ?? collector.feed.icon
    case "icon": collector.feed.icon = collector.feed.icon ?? value.string.flatMap { collector.resolve($0, base: nil) }
    default: break
    }
  }

  private func takeItem(_ value: JSON) {
    var raw = RawItem()
    raw.id = Self.identifier(value["id"])
    raw.title = value["title"]?.string ?? ""
    raw.titleKind = .plain
    let texts = [("content_text", RawItem.TextKind.plain), ("summary", .plain), ("content_html", .html)]
    for (name, kind) in texts where raw.summary.isEmpty {
      (raw.summary, raw.summaryKind) = (value[name]?.string ?? "", kind)
    }
    // Members come in any order, the site's address perhaps last.
    raw.base = collector.address?.description
    raw.link = value["url"]?.string ?? value["external_url"]?.string ?? ""
    raw.published =
      feedDate(Self.identifier(value["date_published"])) ?? feedDate(Self.identifier(value["date_modified"]))
    raw.authors = (value["authors"]?.array ?? value["author"].map { [$0] } ?? []).compactMap(Self.author)
    collector.add(raw)
  }

  private static func author(_ value: JSON) -> String? {
    let name = (value["name"]?.string ?? value.string).map { TextCleaner.line(RawItem.names($0), limit: 200) }
    return name?.isEmpty == false ? name : nil
  }

  /// Text by the specification; numbers are taken for what they look like.
  private static func identifier(_ value: JSON?) -> String {
    switch value {
    case .string(let text)?: TextCleaner.line(text, limit: 2000)
    case .numeral(let number)?: number
    default: ""
    }
  }
}

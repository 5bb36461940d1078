internal import Base
internal import ScrollCore

/// Reads JSON Feed 1.0 and 1.1 (jsonfeed.org), item by item as they arrive.
struct JSONFeed {
  var collector: FeedCollector
  private var parser = JSONParser()
  private var hasItems = false

  init(collector: FeedCollector) {
    self.collector = collector
    parser.streamsElements = true
  }

  mutating func push(_ bytes: [UInt8]) throws(Failure) {
    defer { takeValues() }
    try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in try parser.push(UnsafeRawBufferPointer(bytes)) }
  }

  mutating func finish() throws(Failure) {
    try parser.finish()
    takeValues()
    collector.feed.format = .json
  }

  private mutating func takeValues() {
    for (value, member) in parser.takeValues() {
      switch member {
      case "items": takeItem(value)
      case nil: takeFeed(value)
      default: break
      }
    }
  }

  private mutating func takeItem(_ value: JSON) {
    var raw = RawItem()
    raw.id = Self.identifier(value["id"])
    raw.title = value["title"]?.string ?? ""
    raw.titleKind = .plain
    if let text = value["content_text"]?.string ?? value["summary"]?.string {
      (raw.summary, raw.summaryKind) = (text, .plain)
    } else {
      raw.summary = value["content_html"]?.string ?? ""
    }
    raw.link = value["url"]?.string ?? value["external_url"]?.string ?? ""
    raw.published = (value["date_published"]?.string ?? value["date_modified"]?.string).flatMap(feedDate)
    let authors = value["authors"]?.array ?? value["author"].map { [$0] } ?? []
    raw.author = authors.compactMap { $0["name"]?.string }.joined(separator: ", ")
    collector.add(raw)
  }

  /// The outermost object, which comes last; relative links of items that stood before are resolved by the address.
  private mutating func takeFeed(_ value: JSON) {
    if let version = value["version"]?.string, !version.contains("jsonfeed.org") {
      collector.feed.warn("its version is “\(TextCleaner.line(version, limit: 80))”, not JSON Feed's")
    }
    collector.feed.title = value["title"]?.string.map { TextCleaner.line($0, limit: 200) }
    collector.feed.link = value["home_page_url"]?.string.flatMap { collector.resolve($0, base: nil) }
    let icon = value["favicon"]?.string ?? value["icon"]?.string
    collector.feed.icon = icon.flatMap { collector.resolve($0, base: nil) }
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

internal import Base
internal import ScrollCore

/// Reads RSS 0.90 to 2.0, RSS 1.0 and Atom from the elements of a document.
final class XMLFeed: XMLHandler {
  var collector: FeedCollector
  private var stack: [Level] = []
  private var item: RawItem?
  private var itemDepth = 0
  /// What the element being read fills in, and at which depth it is closed.
  private var field: (name: Field, depth: Int)?
  private var text: [UInt8] = []
  private static let longestText = 64 << 10

  private struct Level {
    let name: String
    let base: WebAddress?
  }

  private enum Space {
    case rss, atom, rdf, dublinCore, content, other

    init(_ uri: String) {
      switch uri {
      case "", "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/",
        "http://channel.netscape.com/rdf/simple/0.9/", "http://backend.userland.com/rss2",
        "http://backend.userland.com/RSS2", "http://purl.org/net/rss1.1#":
        self = .rss
      case "http://www.w3.org/2005/Atom", "https://www.w3.org/2005/Atom", "http://purl.org/atom/ns#", "atom",
        "http://www.w3.org/2005/Atom/":
        self = .atom
      case "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf": self = .rdf
      case "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/", "dc", "dcterms": self = .dublinCore
      case "http://purl.org/rss/1.0/modules/content/", "content": self = .content
      default: self = .other
      }
    }
  }

  private enum Field {
    case title(RawItem.TextKind)
    case link
    case id(isLink: Bool)
    case date(rank: Int)
    case author
    case summary(RawItem.TextKind, rank: Int)
    case icon, timeToLive
  }

  private var rootSpace = ""
  private var dateRank = 0
  private var summaryRank = 0
  private var linkRank = 0

  init(collector: FeedCollector) { self.collector = collector }

  // MARK: Elements

  func start(_ element: XMLElement) {
    if stack.isEmpty { noteRoot(element) }
    var space = Space(element.space)
    // What shares the root's namespace is of the root's format, whatever that namespace is called.
    if element.space == rootSpace || space == .rss {
      space = collector.feed.format == .atom ? .atom : collector.feed.format == .rss ? .rss : space
    }
    let outer = stack.last?.base
    let base = element.xml("base").flatMap { WebAddress($0, relativeTo: outer ?? collector.address) } ?? outer
    stack.append(Level(name: element.name, base: base))
    if field != nil { return separateBlocks(element.name) }
    if item == nil, (element.name == "item" && space == .rss) || (element.name == "entry" && space == .atom) {
      return beginItem(element)
    }
    if var raw = item, stack.count == itemDepth + 1 {
      startItemField(element, space, of: &raw)
      item = raw
    } else if item == nil {
      startFeedField(element, space)
    } else if stack.count == itemDepth + 2, element.name == "name", parent == "author" {
      begin(.author)
    }
  }

  func text(_ bytes: UnsafeRawBufferPointer) {
    guard field != nil, text.count < Self.longestText else { return }
    text.append(contentsOf: bytes.prefix(Self.longestText - text.count))
  }

  func end() {
    if let field, field.depth == stack.count { finish(field.name) }
    if item != nil, stack.count == itemDepth { finishItem() }
    _ = stack.popLast()
  }

  private var parent: String { stack.count >= 2 ? stack[stack.count - 2].name : "" }

  private func noteRoot(_ element: XMLElement) {
    rootSpace = element.space
    switch element.name {
    case "feed": collector.feed.format = .atom
    case "RDF": collector.feed.format = .rdf
    case "rss", "channel": collector.feed.format = .rss
    default:
      collector.feed.warn("the outermost element is “\(TextCleaner.line(element.name, limit: 40))”, which is no feed's")
    }
  }

  private func begin(_ name: Field) {
    field = (name, stack.count)
    text.removeAll(keepingCapacity: true)
  }

  /// HTML that was put into the document as it is: blocks are blanks.
  private func separateBlocks(_ name: String) {
    if ["p", "br", "div", "li", "td", "h1", "h2", "h3"].contains(name), !text.isEmpty { text.append(0x20) }
  }

  // MARK: Items

  private func beginItem(_ element: XMLElement) {
    var raw = RawItem()
    raw.base = stack.last?.base
    if collector.feed.format == .rdf {
      raw.id = TextCleaner.line(element.attributes.first { $0.name == "about" }?.value ?? "", limit: 2000)
    }
    item = raw
    itemDepth = stack.count
    (dateRank, summaryRank, linkRank) = (0, 0, 0)
  }

  private func finishItem() {
    guard var raw = item else { return }
    item = nil
    let isAddress = raw.id.hasPrefix("http://") || raw.id.hasPrefix("https://")
    if raw.link.isEmpty, linkRank == 0, isAddress, collector.feed.format == .rdf { raw.link = raw.id }
    collector.add(raw)
  }

  private func startItemField(_ element: XMLElement, _ space: Space, of raw: inout RawItem) {
    switch (space, element.name) {
    case (.rss, "title"): begin(.title(.html))
    case (.atom, "title"): begin(.title(Self.kind(element)))
    case (.rss, "link"):
      if let href = element["href"] { setLink(href, rank: 2, of: &raw) } else { begin(.link) }
    case (.atom, "link"): startAtomLink(element, of: &raw)
    case (.rss, "guid"): begin(.id(isLink: element["isPermaLink"]?.lowercased() != "false"))
    case (.atom, "id"): begin(.id(isLink: false))
    case (.rss, "pubDate"), (.rss, "pubdate"), (.atom, "published"), (.atom, "issued"): begin(.date(rank: 3))
    case (.atom, "updated"), (.atom, "modified"): begin(.date(rank: 1))
    case (.dublinCore, "date"), (.dublinCore, "created"), (.dublinCore, "issued"): begin(.date(rank: 2))
    case (.rss, "date"): begin(.date(rank: 1))
    case (.rss, "author"), (.dublinCore, "creator"): begin(.author)
    case (.rss, "description"): begin(.summary(.html, rank: 3))
    case (.atom, "summary"): begin(.summary(Self.kind(element), rank: 3))
    case (.content, "encoded"): begin(.summary(.html, rank: 2))
    case (.atom, "content"): begin(.summary(Self.kind(element), rank: 2))
    case (.dublinCore, "title"): begin(.summary(.html, rank: 4))
    default: break
    }
  }

  /// Atom's text constructs: "html" is to be read as HTML; "text" and "xhtml", whose tags are elements, are not.
  private static func kind(_ element: XMLElement) -> RawItem.TextKind {
    switch element["type"]?.lowercased() {
    case "html", "text/html", "application/xhtml+xml": .html
    default: element["mode"] == "escaped" ? .html : .plain
    }
  }

  private func startAtomLink(_ element: XMLElement, of raw: inout RawItem) {
    let relation = element["rel"]?.lowercased() ?? "alternate"
    guard relation == "alternate", let href = element["href"] else { return }
    let type = element["type"]?.lowercased() ?? "text/html"
    setLink(href, rank: type.contains("html") ? 3 : 1, of: &raw)
  }

  private func setLink(_ link: String, rank: Int, of raw: inout RawItem) {
    guard rank > linkRank, !link.isEmpty else { return }
    linkRank = rank
    raw.link = link
    // A base on the link itself counts for it.
    raw.base = stack.last?.base
  }

  // MARK: The feed itself

  private func startFeedField(_ element: XMLElement, _ space: Space) {
    switch (parent, space, element.name) {
    case ("channel", .rss, "title"): begin(.title(.html))
    case ("feed", .atom, "title"): begin(.title(Self.kind(element)))
    case ("channel", .rss, "link"): begin(.link)
    case ("feed", .atom, "link"):
      let relation = element["rel"]?.lowercased() ?? "alternate"
      if relation == "alternate", collector.feed.link == nil, let href = element["href"] {
        collector.feed.link = collector.resolve(href, base: stack.last?.base)
      }
    case ("image", .rss, "url"): begin(.icon)
    case ("feed", .atom, "icon"), ("feed", .atom, "logo"): begin(.icon)
    case ("channel", .rss, "ttl"): begin(.timeToLive)
    default: break
    }
  }

  private func finish(_ name: Field) {
    field = nil
    let value = String(decoding: text, as: UTF8.self)
    if item != nil { return finishItemField(name, value) }
    func address() -> String? { collector.resolve(TextCleaner.line(value, limit: 2000), base: stack.last?.base) }
    switch name {
    case .title(let kind):
      let title = FeedCollector.text(value, kind, limit: 200)
      if collector.feed.title == nil, !title.isEmpty { collector.feed.title = title }
    case .link: collector.feed.link = collector.feed.link ?? address()
    case .icon: collector.feed.icon = collector.feed.icon ?? address()
    case .timeToLive: collector.feed.timeToLive = Double(TextCleaner.line(value, limit: 40)).map { $0 * 60 }
    default: break
    }
  }

  private func finishItemField(_ name: Field, _ value: String) {
    guard var raw = item else { return }
    switch name {
    case .title(let kind):
      if raw.title.isEmpty { (raw.title, raw.titleKind) = (value, kind) }
    case .link: setLink(TextCleaner.line(value, limit: 8192), rank: 2, of: &raw)
    case .id(let isLink):
      let id = TextCleaner.line(value, limit: 2000)
      if !id.isEmpty { raw.id = id }
      if isLink, WebAddress(id) != nil { setLink(id, rank: 1, of: &raw) }
    case .date(let rank):
      if rank > dateRank, let date = feedDate(value) { (raw.published, dateRank) = (date, rank) }
    case .author: if raw.author.isEmpty { raw.author = Self.authorName(value) }
    case .summary(let kind, let rank):
      if rank > summaryRank, value.utf8.contains(where: { !$0.isBlank }) {
        (raw.summary, raw.summaryKind, summaryRank) = (value, kind, rank)
      }
    case .icon, .timeToLive: break
    }
    item = raw
  }

  /// RSS gives "mail@example.org (The Name)".
  private static func authorName(_ text: String) -> String {
    guard text.contains("@"), let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close
    else { return text }
    return String(text[text.index(after: open)..<close])
  }
}

internal import Base
internal import ScrollCore

/// Reads RSS 0.90 to 2.0, RSS 1.0, Atom 0.3 and 1.0, and CDF from the elements of a document.
struct XMLFeed: XMLHandler {
  var collector: FeedCollector
  /// The open elements.
  private var stack: [ElementMeaning.Name] = []
  /// The values of xml:base with their depths.
  private var bases: [(depth: Int, address: String)] = []
  private var item = RawItem()
  /// The depth of the current item; 0 for none.
  private var itemDepth = 0
  /// The field of the current element, and its depth.
  private var field: (name: FeedField, depth: Int)?
  /// Text from this depth on is ignored, as that of scripts or an author's address.
  private var silence = Int.max
  private var text: [UInt8] = []
  /// Where the innermost raised or lowered text begins, and the depth of its element.
  private var raised: (start: Int, depth: Int)?
  private var rootSpace = ""
  /// The ranks of the current item's values, by kind.
  private var ranks = FeedRanks()
  private var feedRanks = FeedRanks()
  private static let longestText = 64 << 10
  private static let longestSummary = 16_000

  init(collector: FeedCollector) { self.collector = collector }

  /// Returns the feed at the end of the document.
  mutating func finish(isTruncated: Bool) -> ParsedFeed {
    collector.feed.isCut = isTruncated
    if isTruncated { collector.feed.warn("ends in the middle") }
    return collector.finish()
  }

  // MARK: Elements

  mutating func start(_ element: XMLElement) {
    if stack.isEmpty { recordRoot(element) }
    let meaning = meaning(of: element.name)
    stack.append(meaning.name)
    if let own = element["xml:base"] { readBase(own) }
    if let field { return startWithin(field.name, meaning.name) }
    if itemDepth == 0, meaning.isItem { return beginItem(element) }
    guard let field = meaning.field, isPlace(meaning.space) else { return }
    handle(field, element, meaning.name)
  }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard field != nil, silence > stack.count, text.count < Self.longestText else { return }
    text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(Self.longestText - text.count)))
  }

  mutating func end() {
    if silence == stack.count { silence = .max }
    if let (start, depth) = raised, depth == stack.count {
      raise(&text, from: start, isLowered: stack.last == .lowered)
      raised = nil
    }
    if let field, field.depth == stack.count { finish(field.name) }
    if itemDepth == stack.count, itemDepth > 0 { finishItem() }
    if bases.last?.depth == stack.count { bases.removeLast() }
    if !stack.isEmpty { stack.removeLast() }
  }

  private var base: String? { bases.last?.address }

  private mutating func readBase(_ own: String) {
    let address = WebAddress(own, relativeTo: base.flatMap(WebAddress.init) ?? collector.address)
    if let address { bases.append((stack.count, address.description)) }
  }

  private mutating func meaning(of name: XMLName) -> ElementMeaning {
    if let known = name.meaning { return known }
    let meaning = ElementMeaning(name.local, space: space(of: name))
    name.meaning = meaning
    return meaning
  }

  private mutating func space(of name: XMLName) -> FeedSpace {
    let space = FeedSpace(name.space)
    // The root's namespace belongs to the root's format, whatever its URI.
    guard name.space == rootSpace || space == .rss else { return space }
    return collector.feed.format == .atom ? .atom : collector.feed.format == .rss ? .rss : space
  }

  /// The warning about an alert that is read as a feed.
  static let alertHint = "is an alert; newsreel --alerts shows it, newsreel feeds test --alerts reads it"

  private mutating func recordRoot(_ element: XMLElement) {
    rootSpace = element.name.space
    switch element.name.local {
    case "feed": collector.feed.format = .atom
    case "rdf": collector.feed.format = .rdf
    case "rss", "channel": collector.feed.format = .rss
    case "alert": collector.feed.warn(Self.alertHint)
    default:
      collector.feed.warn(
        "the outermost element is “\(TextCleaner.line(element.name.local, limit: 40))”, which is not a feed's")
    }
  }

  /// Whether an element here belongs to the item or the feed itself, not to an image, a search box or the source of an
  /// entry.
  private mutating func isPlace(_ space: FeedSpace) -> Bool {
    if itemDepth > 0 { return stack.count == itemDepth + 1 || space == .media }
    return parent == .channel || parent == .feed || parent == .image
  }

  private var parent: ElementMeaning.Name {
    mutating get { stack.count >= 2 ? stack[stack.count - 2] : .other }
  }

  /// Handles an element with a field, at once if its attributes have the value.
  private mutating func handle(_ found: FeedField, _ element: XMLElement, _ name: ElementMeaning.Name) {
    switch found {
    case .link(let rank):
      let rank = name == .link ? Self.rank(ofLink: element, rank) : rank
      if let href = element["href"] ?? (name == .enclosure || name == .content ? element["url"] : nil) {
        readLink(href, rank: rank)
      } else if name == .link || name == .originalLink {
        begin(.link(rank: rank))
      }
    case .icon:
      if let href = element["href"] { readIcon(href) } else if name != .image { begin(found) }
    case .id(let isLink): begin(.id(isLink: isLink && element["ispermalink"]?.lowercased() != "false"))
    case .text(let role, let kind, let rank):
      if let source = element["src"], role == .summary { readLink(source, rank: 2) }
      let form = kind ?? TextForm(type: element["type"], mode: element["mode"], isContent: name == .content)
      begin(.text(role, form, rank: rank))
    default: begin(found)
    }
  }

  private mutating func begin(_ name: FeedField) {
    if parent == .image {
      guard case .icon = name else { return }
    }
    field = (name, stack.count)
    raised = nil
    text.removeAll(keepingCapacity: true)
  }

  /// Handles an element within a field: an author's name counts. In unescaped HTML, blocks become blanks, scripts
  /// are ignored, and raised numbers stay raised.
  private mutating func startWithin(_ field: FeedField, _ name: ElementMeaning.Name) {
    if case .author = field {
      if name == .name { begin(field) } else { silence = min(silence, stack.count) }
    } else if name == .silent {
      silence = min(silence, stack.count)
    } else if name == .raised || name == .lowered {
      raised = (text.count, stack.count)
    } else if name == .breaking, !text.isEmpty {
      text.append(0x20)
    }
  }

  // MARK: Items

  private mutating func beginItem(_ element: XMLElement) {
    item = RawItem()
    ranks = FeedRanks()
    itemDepth = stack.count
    guard !element.attributes.isEmpty else { return }
    if collector.feed.format == .rdf {
      item.id = TextCleaner.line(element.attributes.inAnySpace("about") ?? "", limit: 2000)
      if isAddress(item.id) { readLink(item.id, rank: 1) }
    }
    if let href = element["href"] { readLink(href, rank: 4) }
    if let date = element["lastmod"] { readChange(FeedDate(date)) }
  }

  private mutating func finishItem() {
    itemDepth = 0
    collector.add(item)
  }

  private func isAddress(_ text: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    func takes(_ wanted: StaticString) -> Bool {
      wanted.withUTF8Buffer { $0.allSatisfy { bytes.next()?.lowercasedASCII == $0 } }
    }
    guard takes("http"), let next = bytes.next() else { return false }
    return next == UInt8(ascii: ":") ? takes("//") : next.lowercasedASCII == UInt8(ascii: "s") && takes("://")
  }

  /// Ranks Atom's links by their relation; the page for readers is the best.
  private static func rank(ofLink element: XMLElement, _ rank: Int) -> Int {
    switch element["rel"]?.lowercased() ?? "alternate" {
    case "alternate", "http://www.iana.org/assignments/relation/alternate":
      return element["type"]?.lowercased().contains("html") ?? true ? rank : 4
    case "enclosure": return 2
    default: return 0
    }
  }

  private mutating func readLink(_ link: String, rank: Int) {
    guard itemDepth > 0 else {
      if rank >= 4, collector.feed.link == nil { collector.feed.link = collector.resolve(link, base: base) }
      return
    }
    // A base on the link itself applies to it.
    if rank > ranks.link, item.accept(link: link, base: base) { ranks.link = rank }
  }

  private mutating func readIcon(_ address: String) {
    collector.feed.icon = collector.feed.icon ?? collector.resolve(address, base: base)
  }

  private mutating func readDate(_ date: @autoclosure () -> FeedDate?, rank: Int) {
    guard itemDepth > 0, rank > ranks.date, let date = date() else { return }
    ranks.date = rank
    item.published = date.time
    recordZone(of: date)
  }

  /// The time of the last change, as the time of publication if there is no better one.
  private mutating func readChange(_ date: FeedDate?) {
    guard itemDepth > 0, let date else { return }
    item.changed = max(item.changed ?? date.time, date.time)
    readDate(date, rank: 1)
  }

  private mutating func recordZone(of date: FeedDate) {
    if let zone = date.unknownZone {
      collector.feed.warn(
        "has dates in an unknown time zone, “\(TextCleaner.line(zone, limit: 40))”: they are read as UTC")
    }
  }

  // MARK: Fields

  private mutating func finish(_ name: FeedField) {
    field = nil
    if case .text(_, .base64?, _) = name { text = TextForm.unpacked(text) }
    let bytes = text
    var value: String { String(decoding: bytes, as: UTF8.self) }
    func line(limit: Int = 8192) -> String { TextCleaner.line(bytes.span, limit: limit) }
    switch name {
    case .text(let role, let form, let rank): readText(value, role, form?.kind ?? .html, rank: rank)
    case .link(let rank):
      let link = line()
      // An original link must be absolute.
      if rank < FeedField.originalLink || isAddress(link) { readLink(link, rank: rank) }
    case .icon: readIcon(line())
    case .timeToLive: collector.feed.timeToLive = Double(line()).flatMap { $0.isFinite ? $0 * 60 : nil }
    case .id(let isLink):
      let id = line(limit: 2000)
      guard itemDepth > 0, !id.isEmpty else { return }
      item.id = id
      if isLink, isAddress(id) { readLink(id, rank: 3) }
    case .date(let rank): readDate(FeedDate(bytes), rank: rank)
    case .change: readChange(FeedDate(bytes))
    case .author(let rank):
      if itemDepth > 0 {
        Self.add(value, to: &item.authors, rank: rank, &ranks.author)
      } else {
        Self.add(value, to: &collector.authors, rank: rank, &feedRanks.author)
      }
    }
  }

  private mutating func readText(_ value: String, _ role: FeedField.Role, _ kind: RawItem.TextKind, rank: Int) {
    guard value.utf8.contains(where: { !$0.isBlank }) else { return }
    switch (role, itemDepth > 0) {
    case (.title, true):
      guard rank > ranks.title else { return }
      (item.title, item.titleKind, ranks.title) = (value, kind, rank)
    case (.summary, true):
      guard rank > ranks.summary else { return }
      let isShort = value.utf8.count <= Self.longestSummary
      item.summary = isShort ? value : String(value.prefix(Self.longestSummary))
      (item.summaryKind, ranks.summary) = (kind, rank)
    case (.title, false):
      let title = FeedCollector.text(value, kind, limit: 200)
      guard rank > feedRanks.title, !title.isEmpty else { return }
      (collector.feed.title, feedRanks.title) = (title, rank)
    case (.summary, false): break
    }
  }

  /// Adds an author of the best rank so far; a better rank replaces the others.
  private static func add(_ author: String, to authors: inout [String], rank: Int, _ best: inout Int) {
    let name = TextCleaner.line(RawItem.names(author), limit: 200)
    guard !name.isEmpty, rank >= best, authors.count < 20 else { return }
    if rank > best { authors = [] }
    best = rank
    if !authors.contains(name) { authors.append(name) }
  }
}

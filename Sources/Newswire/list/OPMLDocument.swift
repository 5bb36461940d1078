internal import Base
internal import CXML2
internal import Glibc
internal import ScrollCore

/// An OPML document as a libxml2 tree, in which outlines are found, added and removed. Everything else stays the same.
///
/// A document that is malformed or declares entities is repaired like a feed (`XMLTokenizer`).
final class OPMLDocument {
  /// An outline, of a feed or something else.
  struct Outline {
    let name: String
    let feed: Result<FeedSpec, Failure>
    fileprivate let node: xmlNodePtr

    /// Removes it from the document, with the preceding whitespace. Its children stay.
    func remove() {
      while let child = node.pointee.children { xmlAddPrevSibling(node, child) }
      if let blank = node.pointee.prev, xmlIsBlankNode(blank) == 1 { OPMLDocument.free(blank) }
      OPMLDocument.free(node)
    }

    /// Moves it next to another one, into its folder. Its children stay.
    fileprivate func move(nextTo other: Outline, isBefore: Bool) {
      while let child = node.pointee.children { xmlAddPrevSibling(node, child) }
      let blank = node.pointee.prev.flatMap { xmlIsBlankNode($0) == 1 ? $0 : nil }
      if let blank { xmlUnlinkNode(blank) }
      let put = isBefore ? xmlAddPrevSibling : xmlAddNextSibling
      _ = put(other.node, node)
      if let blank { _ = put(other.node, blank) }
    }

    fileprivate var parent: xmlNodePtr? { node.pointee.parent }

    /// Writes the feed's settings to it, and keeps everything else.
    func write(_ feed: FeedSpec) {
      let names = [("title", feed.label), ("text", feed.label ?? feed.url)]
      for (name, value) in names + OPMLDocument.own.map({ ($0.name, $0.text(feed)) }) {
        let known = OPMLDocument.attributes(of: node).first { $0.name.lowercased() == name.lowercased() }?.name ?? name
        if let value { xmlSetProp(node, known, OPMLDocument.clean(value)) } else { xmlUnsetProp(node, known) }
      }
    }
  }

  private let document: xmlDocPtr
  private let body: xmlNodePtr
  let title: String?

  /// - Parameter name: The name of the document in messages.
  init(_ bytes: [UInt8], name: String) throws(Failure) {
    var decoded: [UInt8] = []
    TextDecoder(head: bytes, contentType: "", into: &decoded).finish(into: &decoded)
    let isPlain = !decoded.contains("<!DOCTYPE".utf8)
    var parsed = isPlain ? Self.parse(decoded) : nil
    if parsed == nil { parsed = try Self.mend(decoded, name) }
    guard let document = parsed else { throw Failure(of: name, reason: "is not OPML") }
    let root = xmlDocGetRootElement(document)
    let isOPML = root.map { Self.name(of: $0) == "opml" } ?? false
    guard let root, isOPML, let body = Self.child("body", of: root) ?? xmlNewTextChild(root, nil, "body", "\n  ") else {
      xmlFreeDoc(document)
      throw Failure(of: name, reason: "is not OPML")
    }
    (self.document, self.body) = (document, body)
    let heading = Self.child("head", of: root).flatMap { Self.child("title", of: $0) }
    title = heading.flatMap { Self.string(freeing: xmlNodeGetContent($0)) }.map { TextCleaner.line($0, limit: 200) }
  }

  deinit { xmlFreeDoc(document) }

  /// A document without feeds.
  static func empty(title: String) -> [UInt8] {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0">
        <head><title></title></head>
        <body>
        </body>
      </opml>

      """
    guard let document = parse(Array(text.utf8)) else { return Array(text.utf8) }
    defer { xmlFreeDoc(document) }
    let heading = child("head", of: xmlDocGetRootElement(document)).flatMap { child("title", of: $0) }
    xmlNodeAddContent(heading, title)
    return Array(Self.text(of: document).utf8)
  }

  private static func parse(_ bytes: [UInt8]) -> xmlDocPtr? {
    let options = [XML_PARSE_NONET, XML_PARSE_NOERROR, XML_PARSE_NOWARNING, XML_PARSE_IGNORE_ENC]
    return bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return xmlReadMemory(start, Int32(bytes.count), nil, "UTF-8", Int32(options.reduce(0) { $0 | $1.rawValue }))
    }
  }

  private static func mend(_ bytes: [UInt8], _ name: String) throws(Failure) -> xmlDocPtr? {
    var tokenizer = XMLTokenizer(handler: XMLWriter())
    tokenizer.push(bytes)
    guard !tokenizer.handler.bytes.isEmpty else { return nil }
    guard tokenizer.isNearlyWhole else { throw Failure(of: name, reason: "is OPML that ends in the middle") }
    tokenizer.finish()
    return parse(tokenizer.handler.bytes)
  }

  // MARK: Outlines

  /// The outlines of feeds, in document order.
  var outlines: [Outline] {
    var found: [Outline] = []
    Self.collect(from: body, path: [], into: &found)
    return found
  }

  private static func collect(from parent: xmlNodePtr, path: [String], into found: inout [Outline]) {
    var next = parent.pointee.children
    while let node = next {
      next = node.pointee.next
      guard node.pointee.type == XML_ELEMENT_NODE, name(of: node) == "outline" else { continue }
      let attributes = attributes(of: node)
      func value(_ name: String) -> String? { attributes.first { $0.name.lowercased() == name }?.value }
      let isFeed = value("type").map { ["rss", "atom", "feed"].contains($0.lowercased()) } ?? false
      let url = value("xmlurl") ?? (isFeed ? value("url") : nil)
      // The title is the name of a subscription; `text` is for displaying the outline (OPML 2.0).
      let labels = (url == nil ? ["text", "title"] : ["title", "text"]).map {
        TextCleaner.line(value($0) ?? "", limit: 200)
      }
      let label = labels.first { !$0.isEmpty }
      if let url {
        let feed = Result { () throws(Failure) in try spec(url, label: label, attributes, path: path) }
        found.append(Outline(name: label ?? TextCleaner.line(url, limit: 200), feed: feed, node: node))
      } else if isFeed {
        let reason = Failure(of: "outline", reason: "has no address")
        found.append(Outline(name: label ?? "an outline", feed: .failure(reason), node: node))
      }
      // An outline of a feed may have children, too.
      collect(from: node, path: path + (label.map { [$0] } ?? []), into: &found)
    }
  }

  private static func spec(
    _ url: String, label: String?, _ attributes: [XMLElement.Attribute], path: [String]
  ) throws(Failure) -> FeedSpec {
    func value(_ name: String) -> String? { attributes.first { $0.name.lowercased() == name }?.value }
    var feed = try FeedSpec(url: url, label: label)
    guard feed.address != nil || url.hasPrefix("/") || url.hasPrefix("file:") else {
      throw Failure(of: url, reason: "is neither an http or https address nor a file")
    }
    if feed.label == feed.url || feed.label?.isEmpty == true { feed.label = nil }
    feed.group = path.isEmpty ? nil : path.joined(separator: "/")
    feed.site = value("htmlurl").flatMap { WebAddress($0)?.description }
    for attribute in own { if let text = value(attribute.name.lowercased()) { attribute.set(text, &feed) } }
    if feed.account?.stream.isEmpty == true { feed.account = nil }
    let known = ["type", "text", "title", "xmlurl", "htmlurl", "url"] + own.map { $0.name.lowercased() }
    feed.others = attributes.filter { $0.space.isEmpty && !known.contains($0.name.lowercased()) }
    return feed
  }

  /// The settings of a feed besides address, label and site, as attributes of its outline.
  private struct OwnAttribute: Sendable {
    let name: String
    let text: @Sendable (FeedSpec) -> String?
    let set: @Sendable (String, inout FeedSpec) -> Void
  }

  private static let own =
    [
      OwnAttribute(name: "newsreelColor", text: \.color, set: { $1.color = TextCleaner.line($0, limit: 40) }),
      OwnAttribute(
        name: "newsreelInterval", text: { $0.interval.map(shortest) }, set: { $1.interval = seconds($0) }),
      OwnAttribute(name: "newsreelOnly", text: \.only, set: { $1.only = TextCleaner.line($0, limit: 4000) }),
      OwnAttribute(name: "newsreelWithout", text: \.without, set: { $1.without = TextCleaner.line($0, limit: 4000) }),
      OwnAttribute(
        name: "newsreelMaxAge", text: { $0.maximumAge.map(shortest) }, set: { $1.maximumAge = seconds($0) }),
      OwnAttribute(
        name: "newsreelMaxItems", text: { $0.maximumCount.map(String.init) },
        set: { $1.maximumCount = Int($0).flatMap { (1...10_000).contains($0) ? $0 : nil } }),
      OwnAttribute(
        name: "newsreelSummaries", text: { $0.showsSummaries.map { $0 ? "on" : "off" } },
        set: { $1.showsSummaries = $0 == "on" ? true : $0 == "off" ? false : nil }),
      OwnAttribute(name: "newsreelRow", text: \.row, set: { $1.row = TextCleaner.line($0, limit: 4000) }),
    ] + airings + [
      // In this order: the others are parts of the first.
      OwnAttribute(
        name: accountName, text: \.account?.account,
        set: { $1.account = accountAddress($0).map { AccountFeed(account: $0, stream: "") } }),
      OwnAttribute(
        name: "newsreelStream", text: \.account?.stream,
        set: { $1.account?.stream = TextCleaner.line($0, limit: 2000) }),
      OwnAttribute(
        name: "newsreelOwn", text: { $0.account?.isOwn == true ? "yes" : nil },
        set: { $1.account?.isOwn = $0 == "yes" }),
    ]

  /// newsreelPriority, newsreelNotBefore and so on.
  private static let airings = Airing.ofSources.map { property in
    OwnAttribute(
      name: "newsreel" + property.name.prefix(1).uppercased() + property.name.dropFirst(),
      text: {
        let text = property.value(of: $0.airing).text
        return text.isEmpty ? nil : text
      },
      set: { try? property.set(text: TextCleaner.line($0, limit: 1000), of: &$1.airing) })
  }

  private static func seconds(_ text: String) -> Double? {
    Double(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  // MARK: Accounts

  /// Marks the folder of an account, and each of its feeds.
  private static let accountName = "newsreelAccount"

  private static func accountAddress(_ text: String) -> String? {
    guard let address = WebAddress(text)?.description else { return nil }
    return address.hasSuffix("/") ? String(address.dropLast()) : address
  }

  /// The accounts with their folders, in document order.
  var accounts: [(account: ReaderAccount, folder: xmlNodePtr)] {
    var found: [(account: ReaderAccount, folder: xmlNodePtr)] = []
    Self.collectAccounts(from: body, into: &found)
    return found
  }

  private static func collectAccounts(
    from parent: xmlNodePtr, into found: inout [(account: ReaderAccount, folder: xmlNodePtr)]
  ) {
    var next = parent.pointee.children
    while let node = next {
      next = node.pointee.next
      guard node.pointee.type == XML_ELEMENT_NODE, name(of: node) == "outline" else { continue }
      let attributes = attributes(of: node)
      func value(_ name: String) -> String? { attributes.first { $0.name.lowercased() == name.lowercased() }?.value }
      if value("xmlUrl") == nil, let address = value(accountName).flatMap(accountAddress),
        !found.contains(where: { $0.account.address == address })
      {
        let name = TextCleaner.line(value("text") ?? value("title") ?? address, limit: 200)
        found.append((ReaderAccount(address: address, name: name), node))
      }
      collectAccounts(from: node, into: &found)
    }
  }

  /// Adds the folder of an account.
  func append(_ account: ReaderAccount) {
    _ = Self.append(to: body, depth: 2, [("text", account.name), (Self.accountName, account.address)])
  }

  /// Removes the folder of an account; one that still has feeds becomes an ordinary folder.
  func removeAccount(_ folder: xmlNodePtr) {
    var feeds: [Outline] = []
    Self.collect(from: folder, path: [], into: &feeds)
    guard feeds.isEmpty else {
      xmlUnsetProp(
        folder, Self.attributes(of: folder).first { $0.name.lowercased() == Self.accountName.lowercased() }?.name)
      return
    }
    if let blank = folder.pointee.prev, xmlIsBlankNode(blank) == 1 { Self.free(blank) }
    Self.free(folder)
  }

  /// Adds an outline for a feed at the end of its folder. Creates the folder if necessary.
  func append(_ feed: FeedSpec) {
    var place = body
    var depth = 2
    for name in feed.group?.split(separator: "/").map(String.init) ?? [] {
      place = folder(name, in: place) ?? Self.append(to: place, depth: depth, [("text", name)]) ?? place
      depth += 1
    }
    let known = [
      ("type", "rss"), ("text", feed.label ?? feed.url), ("xmlUrl", feed.url), ("title", feed.label),
      ("htmlUrl", feed.site),
    ]
    let own = Self.own.map { ($0.name, $0.text(feed)) }
    _ = Self.append(to: place, depth: depth, known + own + feed.others.map { ($0.name, $0.value) })
  }

  /// Sorts the outlines of feeds in the order of these addresses. Moves as few of them as possible, each next to a new
  /// neighbour, in its own folder if there is one.
  func arrange(_ urls: [String]) {
    let ranks = Dictionary(urls.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var known: [(rank: Int, outline: Outline)] = []
    var seen: Set<Int> = []
    for outline in outlines {
      guard case .success(let feed) = outline.feed, let rank = ranks[feed.url], seen.insert(rank).inserted else {
        continue
      }
      known.append((rank, outline))
    }
    let standing = longestRise(known.map(\.rank))
    guard standing.count < known.count else { return }
    var stays = Set(standing)
    let sorted = known.sorted { $0.rank < $1.rank }
    for (place, (rank, outline)) in sorted.enumerated() where !stays.contains(rank) {
      let before = place > 0 ? sorted[place - 1].outline : nil
      let after = sorted[(place + 1)...].first { stays.contains($0.rank) }?.outline
      if let after, before == nil || before?.parent != outline.parent && after.parent == outline.parent {
        outline.move(nextTo: after, isBefore: true)
      } else if let before {
        outline.move(nextTo: before, isBefore: false)
      }
      stays.insert(rank)
    }
  }

  private func folder(_ name: String, in parent: xmlNodePtr) -> xmlNodePtr? {
    var next = parent.pointee.children
    while let node = next {
      next = node.pointee.next
      guard node.pointee.type == XML_ELEMENT_NODE, Self.name(of: node) == "outline" else { continue }
      let attributes = Self.attributes(of: node)
      let isFeed = attributes.contains { $0.name.lowercased() == "xmlurl" }
      let labels = attributes.filter { ["title", "text"].contains($0.name.lowercased()) }
      if !isFeed, labels.contains(where: { TextCleaner.line($0.value, limit: 200) == name }) { return node }
    }
    return nil
  }

  private static func append(to parent: xmlNodePtr, depth: Int, _ attributes: [(String, String?)]) -> xmlNodePtr? {
    guard let node = xmlNewNode(nil, "outline") else { return nil }
    for (name, value) in attributes { if let value { xmlNewProp(node, name, clean(value)) } }
    let margin = String(repeating: "  ", count: depth - 1)
    let isAfterBlank = xmlGetLastChild(parent).map { xmlIsBlankNode($0) == 1 } ?? false
    xmlAddChild(parent, xmlNewText(isAfterBlank ? "  " : "\n  " + margin))
    xmlAddChild(parent, node)
    xmlAddChild(parent, xmlNewText("\n" + margin))
    return node
  }

  /// Removes characters that XML does not allow.
  private static func clean(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }))
  }

  // MARK: Nodes

  var text: String { Self.text(of: document) }

  private static func text(of document: xmlDocPtr) -> String {
    var (bytes, count): (UnsafeMutablePointer<xmlChar>?, Int32) = (nil, 0)
    xmlDocDumpMemoryEnc(document, &bytes, &count, "UTF-8")
    return naming(string(freeing: bytes) ?? "")
  }

  /// Restores C1 controls from references as references; as characters they would be read as Windows-1252.
  private static func naming(_ text: String) -> String {
    func isC1(_ scalar: Unicode.Scalar) -> Bool { 0x80...0x9F ~= scalar.value }
    guard text.unicodeScalars.contains(where: isC1) else { return text }
    return text.unicodeScalars.reduce(into: "") { text, scalar in
      if isC1(scalar) { text += "&#\(scalar.value);" } else { text.unicodeScalars.append(scalar) }
    }
  }

  fileprivate static func free(_ node: xmlNodePtr) {
    xmlUnlinkNode(node)
    xmlFreeNode(node)
  }

  private static func name(of node: xmlNodePtr) -> String { String(cString: node.pointee.name).lowercased() }

  private static func child(_ name: String, of parent: xmlNodePtr?) -> xmlNodePtr? {
    var next = parent?.pointee.children
    while let node = next {
      if node.pointee.type == XML_ELEMENT_NODE, self.name(of: node) == name { return node }
      next = node.pointee.next
    }
    return nil
  }

  private static func attributes(of node: xmlNodePtr) -> [XMLElement.Attribute] {
    var found: [XMLElement.Attribute] = []
    var next = node.pointee.properties
    while let attribute = next {
      next = attribute.pointee.next
      let space = attribute.pointee.ns.flatMap { $0.pointee.href }.map { String(cString: $0) } ?? ""
      let value = string(freeing: xmlNodeListGetString(node.pointee.doc, attribute.pointee.children, 1)) ?? ""
      found.append(XMLElement.Attribute(name: String(cString: attribute.pointee.name), space: space, value: value))
    }
    return found
  }

  /// Converts and frees a string of libxml2.
  private static func string(freeing bytes: UnsafeMutablePointer<xmlChar>?) -> String? {
    guard let bytes else { return nil }
    defer { Glibc.free(bytes) }
    return String(cString: bytes)
  }
}

/// The longest increasing subsequence of distinct numbers.
private func longestRise(_ numbers: [Int]) -> [Int] {
  // The indices of the least last numbers of subsequences by length, and the predecessor of each number.
  var ends: [Int] = []
  var former = [Int?](repeating: nil, count: numbers.count)
  for (place, number) in numbers.enumerated() {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
    }
    former[place] = low > 0 ? ends[low - 1] : nil
    if low < ends.count { ends[low] = place } else { ends.append(place) }
  }
  var rise: [Int] = []
  var next = ends.last
  while let place = next {
    rise.append(numbers[place])
    next = former[place]
  }
  return rise.reversed()
}

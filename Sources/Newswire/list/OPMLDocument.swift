internal import Base
internal import CXML2
internal import ScrollCore

/// An OPML document as a libxml2 tree, in which outlines are found, added, moved and removed. Everything else stays the same.
///
/// A document that is malformed or declares entities is repaired like a feed (`XMLTokenizer`).
final class OPMLDocument {
  private let document: xmlDocPtr
  private let body: xmlNodePtr
  let title: String?
  /// The folders by their names and those of the folders around them, with slashes between them; nil if not known.
  private var folders: [String: xmlNodePtr]?

  /// - Parameter name: The name of the document in messages.
  init(_ bytes: [UInt8], name: String) throws(Failure) {
    var decoded: [UInt8] = []
    TextDecoder(head: bytes, contentType: "", into: &decoded).finish(into: &decoded)
    let isPlain = !decoded.contains("<!DOCTYPE".utf8)
    var parsed = isPlain ? Self.parse(decoded) : nil
    if parsed == nil { parsed = try Self.mend(decoded, name) }
    guard let document = parsed else { throw Failure(of: name, reason: "is not OPML") }
    let root = xmlDocGetRootElement(document)
    guard let root, root.elementName == "opml",
      let body = root.element("body") ?? xmlNewTextChild(root, nil, "body", "\n  ")
    else {
      xmlFreeDoc(document)
      throw Failure(of: name, reason: "is not OPML")
    }
    (self.document, self.body) = (document, body)
    let heading = root.element("head")?.element("title")
    title = heading.flatMap { xmlString(freeing: xmlNodeGetContent($0)) }.map { TextCleaner.line($0, limit: 200) }
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
    let heading = xmlDocGetRootElement(document).element("head")?.element("title")
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
  var feeds: [OPMLOutline] { Self.outlines(in: body).filter { $0.feed != nil } }

  /// The outlines in a node, in document order.
  private static func outlines(in parent: xmlNodePtr, path: [String] = []) -> [OPMLOutline] {
    parent.elements("outline").flatMap { node in
      let outline = OPMLOutline(node, path: path)
      return [outline] + outlines(in: node, path: outline.innerPath)
    }
  }

  /// Adds an outline for a feed at the end of its folder. Creates the folder if necessary.
  func append(_ feed: FeedSpec) {
    let known = [
      ("type", "rss"), ("text", feed.label ?? feed.url), ("xmlUrl", feed.url), ("title", feed.label),
      ("htmlUrl", feed.site),
    ]
    let own = OutlineSetting.all.map { ($0.name, $0.text(feed)) }
    append(to: folder(feed.group ?? ""), known + own + feed.others.map { ($0.name, $0.value) })
  }

  /// The folder of this name, a new one if there is none. Of several it is the last one, as in `FeedList.add`.
  private func folder(_ path: String) -> xmlNodePtr {
    if path.isEmpty { return body }
    let known =
      folders
      ?? Dictionary(
        Self.outlines(in: body).filter { $0.url == nil }.map { ($0.innerPath.joined(separator: "/"), $0.node) },
        uniquingKeysWith: { $1 })
    folders = known
    if let folder = known[path] { return folder }
    let end = path.lastIndex(of: "/")
    let parent = folder(end.map { String(path[..<$0]) } ?? "")
    let name = String(path[(end.map(path.index(after:)) ?? path.startIndex)...])
    guard !name.isEmpty, let folder = append(to: parent, [("text", name)]) else { return parent }
    folders?[path] = folder
    return folder
  }

  @discardableResult
  private func append(to parent: xmlNodePtr, _ attributes: [(String, String?)]) -> xmlNodePtr? {
    guard let node = xmlNewNode(nil, "outline") else { return nil }
    for (name, value) in attributes where value != nil { node.setAttribute(name, to: value) }
    // Two blanks for each element around it.
    let depth = parent.ancestors.count { $0.elementName != nil }
    let margin = String(repeating: "  ", count: depth - 1)
    let isAfterBlank = xmlGetLastChild(parent).map { xmlIsBlankNode($0) == 1 } ?? false
    xmlAddChild(parent, xmlNewText(isAfterBlank ? "  " : "\n  " + margin))
    xmlAddChild(parent, node)
    xmlAddChild(parent, xmlNewText("\n" + margin))
    return node
  }

  // MARK: Accounts

  /// The accounts with their folders, in document order.
  var accounts: [(account: ReaderAccount, folder: OPMLOutline)] {
    Self.outlines(in: body).reduce(into: []) { found, outline in
      guard let account = outline.account, !found.contains(where: { $0.account.address == account.address }) else {
        return
      }
      found.append((account, outline))
    }
  }

  /// Adds the folder of an account.
  func append(_ account: ReaderAccount) {
    append(to: body, [("text", account.name), (OutlineSetting.account, account.address)])
    folders = nil
  }

  /// Removes the folder of an account; one that still has feeds becomes an ordinary folder.
  func removeAccount(_ folder: OPMLOutline) {
    guard Self.outlines(in: folder.node).allSatisfy({ $0.feed == nil }) else { return folder.removeAccount() }
    folder.node.removeWithBlank()
    folders = nil
  }

  // MARK: Text

  var text: String { Self.text(of: document) }

  private static func text(of document: xmlDocPtr) -> String {
    var (bytes, count): (UnsafeMutablePointer<xmlChar>?, Int32) = (nil, 0)
    xmlDocDumpMemoryEnc(document, &bytes, &count, "UTF-8")
    return naming(xmlString(freeing: bytes) ?? "")
  }

  /// Restores C1 controls from references as references; as characters they would be read as Windows-1252.
  private static func naming(_ text: String) -> String {
    func isC1(_ scalar: Unicode.Scalar) -> Bool { 0x80...0x9F ~= scalar.value }
    guard text.unicodeScalars.contains(where: isC1) else { return text }
    return text.unicodeScalars.reduce(into: "") { text, scalar in
      if isC1(scalar) { text += "&#\(scalar.value);" } else { text.unicodeScalars.append(scalar) }
    }
  }
}

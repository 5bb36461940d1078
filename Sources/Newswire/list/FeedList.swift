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
  /// The folder that it is in, in an OPML file.
  package var group: String?
  /// The site it belongs to (`htmlUrl`).
  package var site: String?
  /// Attributes of its OPML outline that mean nothing here, kept for the programs to which they do.
  var others: [XMLElement.Attribute] = []

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

/// The user's feeds, as an OPML file holds them.
package struct FeedList: Sendable {
  package var title = "Newsreel"
  package private(set) var feeds: [FeedSpec] = []

  package init() {}

  /// Reads the file; an empty list where there is none. Throws where it cannot be read or is not OPML, so that it
  /// is not overwritten by mistake.
  package init(path: String) throws(Failure) {
    self.init()
    if let bytes = try AtomicFile.read(path, limit: 16 << 20) { self = try FeedList(opml: bytes, name: path) }
  }

  /// Reads OPML; `name` stands in messages. Feeds that are not http, https or a file are left out.
  package init(opml bytes: [UInt8], name: String) throws(Failure) {
    self.init()
    let reader = OPMLReader()
    try reader.read(bytes, name: name)
    title = reader.title ?? title
    for feed in reader.feeds { add(feed) }
  }

  /// Adds a feed; false where it is in the list already.
  @discardableResult
  package mutating func add(_ feed: FeedSpec) -> Bool {
    if feeds.contains(where: { $0.url == feed.url }) { return false }
    feeds.append(feed)
    return true
  }

  /// Removes the feed of that address or label; what was removed, nil where there is none.
  @discardableResult
  package mutating func remove(_ name: String) -> FeedSpec? { index(of: name).map { feeds.remove(at: $0) } }

  /// The feed of that address or label.
  package func feed(named name: String) -> FeedSpec? { index(of: name).map { feeds[$0] } }

  private func index(of name: String) -> Int? {
    let url = try? FeedSpec(url: name).url
    return feeds.firstIndex { $0.url == url || $0.url == name || $0.label == name }
  }

  /// Adds the feeds of another list; how many were new.
  @discardableResult
  package mutating func merge(_ other: FeedList) -> Int { other.feeds.reduce(0) { $0 + (add($1) ? 1 : 0) } }

  /// Writes the file, in one step.
  package func save(to path: String) throws(Failure) { try AtomicFile.write(Array(opml.utf8), to: path) }

  /// As OPML 2.0, feeds by folder.
  package var opml: String {
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<opml version=\"2.0\">",
      "  <head><title>\(xmlEscaped(title))</title></head>", "  <body>",
    ]
    lines += feeds.filter { $0.group == nil }.map { "    " + Self.outline($0) }
    var known: Set<String> = []
    let groups = feeds.compactMap(\.group).filter { known.insert($0).inserted }
    for group in groups {
      lines.append("    <outline text=\"\(xmlEscaped(group))\">")
      lines += feeds.filter { $0.group == group }.map { "      " + Self.outline($0) }
      lines.append("    </outline>")
    }
    return (lines + ["  </body>", "</opml>", ""]).joined(separator: "\n")
  }

  private static func outline(_ feed: FeedSpec) -> String {
    let known = [
      ("type", "rss"), ("text", feed.label ?? feed.url), ("xmlUrl", feed.url), ("title", feed.label),
      ("htmlUrl", feed.site), ("newsreelColor", feed.color), ("newsreelInterval", feed.interval.map { shortest($0) }),
    ]
    let attributes = (known + feed.others.map { ($0.name, $0.value) }).compactMap { name, value in
      value.map { " \(name)=\"\(xmlEscaped($0))\"" }
    }
    return "<outline" + attributes.joined() + "/>"
  }
}

/// The outlines of an OPML document.
private final class OPMLReader: XMLHandler {
  private(set) var title: String?
  private(set) var feeds: [FeedSpec] = []
  private var names: [String] = []
  /// The texts of the open outlines that are folders; nil for one that is a feed.
  private var groups: [String?] = []
  private var text: [UInt8] = []
  private var isOPML = false

  func read(_ bytes: [UInt8], name: String) throws(Failure) {
    var decoded: [UInt8] = []
    TextDecoder(head: bytes, contentType: "", into: &decoded).finish(into: &decoded)
    let reader = XMLReader(handler: self)
    reader.push(decoded)
    reader.finish()
    guard isOPML else { throw Failure(of: name, reason: "is not OPML") }
    guard !reader.isTruncated else { throw Failure(of: name, reason: "is OPML that ends in the middle") }
  }

  func start(_ element: XMLElement) {
    if names.isEmpty { isOPML = element.name.lowercased() == "opml" }
    names.append(element.name.lowercased())
    text = []
    if names.last == "outline" { startOutline(element) }
  }

  func text(_ bytes: UnsafeRawBufferPointer) {
    if names.last == "title", text.count < 4096 { text.append(contentsOf: bytes) }
  }

  func end() {
    if names.last == "title" { title = TextCleaner.line(String(decoding: text, as: UTF8.self), limit: 200) }
    if names.last == "outline" { _ = groups.popLast() }
    _ = names.popLast()
  }

  private func startOutline(_ element: XMLElement) {
    func value(_ name: String) -> String? {
      element.attributes.first { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
    let label = (value("title") ?? value("text")).map { TextCleaner.line($0, limit: 200) }
    guard let url = value("xmlUrl") ?? (value("type") == "rss" ? value("url") : nil), !url.isEmpty else {
      groups.append(label)
      return
    }
    groups.append(nil)
    guard var feed = try? FeedSpec(url: url, label: label) else { return }
    if feed.label == feed.url || feed.label?.isEmpty == true { feed.label = nil }
    feed.group = groups.compactMap { $0 }.last
    feed.site = value("htmlUrl")
    feed.color = value("newsreelColor")
    feed.interval = value("newsreelInterval").flatMap(Double.init).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    let known = ["type", "text", "title", "xmlurl", "htmlurl", "url", "newsreelcolor", "newsreelinterval"]
    feed.others = element.attributes.filter { $0.space.isEmpty && !known.contains($0.name.lowercased()) }
    feeds.append(feed)
  }
}

/// Text as it may stand in an element or in a quoted attribute.
private func xmlEscaped(_ text: String) -> String {
  var output = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": output += "&amp;"
    case "<": output += "&lt;"
    case ">": output += "&gt;"
    case "\"": output += "&quot;"
    case "\n", "\t", "\r": output += "&#\(scalar.value);"
    case _ where scalar.value < 0x20: break
    default: output.unicodeScalars.append(scalar)
    }
  }
  return output
}

/// The feeds of the user's list that are not to be shown, because their chips were removed. The list itself stays as it
/// is, so that nothing is lost and they can be brought back.
///
/// Kept as a file of addresses, a line each, replaced in one step.
package struct HiddenFeedList: Sendable {
  private let path: String
  /// In the order in which they were hidden.
  package private(set) var urls: [String] = []

  /// Reads the file; none are hidden where there is no file. Throws where it cannot be read.
  package init(path: String = UserPaths.hiddenFeeds) throws(Failure) {
    self.path = path
    guard let bytes = try AtomicFile.read(path, limit: 4 << 20) else { return }
    for line in bytes.split(separator: 0x0A) {
      let url = TextCleaner.line(String(decoding: line, as: UTF8.self), limit: 8192)
      if !url.isEmpty, !urls.contains(url) { urls.append(url) }
    }
  }

  package func contains(_ url: String) -> Bool { urls.contains(url) }

  /// Hides the feed of that address, or shows it again; false where it is so already.
  @discardableResult
  package mutating func set(_ url: String, isHidden: Bool) throws(Failure) -> Bool {
    guard contains(url) != isHidden else { return false }
    if isHidden { urls.append(url) } else { urls.removeAll { $0 == url } }
    try AtomicFile.write(Array(urls.map { $0 + "\n" }.joined().utf8), to: path)
    return true
  }
}

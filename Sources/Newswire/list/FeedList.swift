package import Base
internal import ScrollCore

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
  package mutating func merge(_ other: FeedList) -> Int {
    other.feeds.reduce(0) { $0 + (add($1) ? 1 : 0) }
  }

  /// Writes the file, in one step.
  package func save(to path: String) throws(Failure) {
    try AtomicFile.write(Array(opml.utf8), to: path)
  }

  /// As OPML 2.0, feeds by folder.
  package var opml: String {
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<opml version=\"2.0\">",
      "  <head><title>\(xmlEscaped(title))</title></head>", "  <body>",
    ]
    var groups: [String] = []
    for feed in feeds {
      guard let group = feed.group else {
        lines.append("    " + Self.outline(feed))
        continue
      }
      if !groups.contains(group) { groups.append(group) }
    }
    for group in groups {
      lines.append("    <outline text=\"\(xmlEscaped(group))\">")
      lines += feeds.filter { $0.group == group }.map { "      " + Self.outline($0) }
      lines.append("    </outline>")
    }
    return (lines + ["  </body>", "</opml>", ""]).joined(separator: "\n")
  }

  private static func outline(_ feed: FeedSpec) -> String {
    var attributes = [("type", "rss"), ("text", feed.label ?? feed.url), ("xmlUrl", feed.url)]
    if let label = feed.label { attributes.append(("title", label)) }
    if let site = feed.site { attributes.append(("htmlUrl", site)) }
    if let color = feed.color { attributes.append(("newsreelColor", color)) }
    if let interval = feed.interval { attributes.append(("newsreelInterval", shortest(interval))) }
    attributes += feed.others.map { ($0.name, $0.value) }
    return "<outline" + attributes.map { " \($0.0)=\"\(xmlEscaped($0.1))\"" }.joined() + "/>"
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
    let encoding = FeedEncoding.find(in: Array(bytes.prefix(4096)), contentType: "")
    let decoder = TextDecoder(encoding.encoding)
    var decoded: [UInt8] = []
    bytes.dropFirst(encoding.markLength).withUnsafeBytes { decoder.decode($0, into: &decoded) }
    decoder.finish(into: &decoded)
    var repair = XMLRepair()
    var mended: [UInt8] = []
    repair.push(decoded, into: &mended)
    let reader = XMLReader(handler: self)
    reader.push(mended)
    reader.finish()
    guard isOPML else { throw Failure(of: name, reason: "is not OPML") }
    guard !repair.isTruncated else { throw Failure(of: name, reason: "is OPML that ends in the middle") }
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
func xmlEscaped(_ text: String) -> String {
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

internal import Base
internal import ScrollCore

/// The alerts of a document, and the addresses of linked ones.
package struct AlertDocument: Equatable, Sendable {
  /// In the document's order.
  var alerts: [CAPAlert] = []
  var links: [Link] = []

  /// A link of a feed to an alert.
  struct Link: Equatable, Sendable {
    /// The original text.
    var address: String
    /// Changes when the alert behind it does: the entry's ID and time of change.
    var stamp: String
    /// The last date of the entry.
    var changed = UnixTime.distantPast
  }

  /// Keeps the latest messages, as many as the limit allows.
  ///
  /// - Returns: When the first of them was sent; nil if there is room for all.
  @discardableResult
  fileprivate mutating func keepLatest() -> UnixTime? {
    let times = alerts.map { $0.key.sent ?? .distantPast }
    guard let kept = Self.latest(CAPLimits.alerts, of: times) else { return nil }
    alerts = kept.map { alerts[$0] }
    return kept.lazy.map { times[$0] }.min()
  }

  /// Keeps the links that were changed last, as many as the limit allows.
  fileprivate mutating func keepLatestLinks() {
    if let kept = Self.latest(CAPLimits.links, of: links.map(\.changed)) { links = kept.map { links[$0] } }
  }

  /// The places of the latest, in order; of one time the first. Nil if there are no more than `count`.
  private static func latest(_ count: Int, of times: [UnixTime]) -> [Int]? {
    guard times.count > count else { return nil }
    let order = times.indices.sorted { times[$0] == times[$1] ? $0 < $1 : times[$0] > times[$1] }
    return order.prefix(count).sorted()
  }

  /// Drops messages if there are more than the limit allows, wherever they stand: all that others end, so that none of them
  /// comes back without its end, and then the earliest.
  mutating func keepInForce() {
    guard alerts.count > CAPLimits.alerts else { return }
    let ended = AlertSelection.ended(among: alerts)
    alerts = alerts.indices.filter { !ended.contains($0) }.map { alerts[$0] }
    keepLatest()
  }
}

/// The limits for a document with alerts. Anything beyond them is dropped.
enum CAPLimits {
  /// Of more, those that others end are dropped. Of twice as many only the latest are kept.
  static let alerts = 500
  /// Of more, the latest are kept.
  static let links = 200
  static let infos = 100
  static let areas = 500
  static let shapes = 500
  static let geocodes = 2000
  /// For all polygons of a document.
  static let points = 500_000
  static let references = 200
  /// For one text, in bytes.
  static let text = 64 << 10
  /// For an identifier or a sender, in bytes.
  static let name = 4 << 10
  /// For the coordinates of a polygon, in bytes.
  static let coordinates = 1 << 20
}

/// Reads messages of CAP 1.2 from the elements of a document: a single one, or those in the entries of an Atom or RSS
/// feed and the links of the others.
///
/// Elements of CAP are known by their namespace; a document without any is taken at its word. Elements that do not
/// belong to CAP, such as signatures, are skipped.
struct CAPReader: XMLHandler {
  var feed = ParsedFeed()
  private(set) var found = AlertDocument()
  /// The document's address; nil for a file.
  private let address: WebAddress?
  /// The open elements: their names, and whether they are CAP's.
  private var stack: [(name: String, isCAP: Bool)] = []
  private var message: CAPMessage?
  private var messageDepth = 0
  private var entry: AlertEntry?
  private var entryDepth = 0
  private var text: [UInt8] = []
  /// The depth of the element whose text is read; 0 for none.
  private var textDepth = 0
  private var pointCount = 0
  private var (messageCount, linkCount) = (0, 0)
  /// Messages sent by then are too old to be kept.
  private var tooOld: UnixTime?

  init(address: WebAddress?) { self.address = address }

  mutating func finish() -> ParsedFeed {
    found.keepInForce()
    found.keepLatestLinks()
    if messageCount > CAPLimits.alerts {
      feed.warn("has \(messageCount) alerts; at most \(CAPLimits.alerts) are kept, the latest of those in force")
    }
    if linkCount > CAPLimits.links {
      feed.warn("links to \(linkCount) alerts; the latest \(CAPLimits.links) are read")
    }
    feed.alerts = found
    return feed
  }

  // MARK: Elements

  mutating func start(_ element: XMLElement) {
    let name = element.name.local
    let isCAP = Self.isCAP(element.name.space)
    if stack.isEmpty { recordRoot(name, isCAP: isCAP) }
    stack.append((name, isCAP))
    if textDepth > 0 {
      // The content of a text is not marked up.
      textDepth = 0
      return
    }
    if message != nil { return startInMessage(name) }
    if name == "alert", isCAP {
      (message, messageDepth) = (CAPMessage(), stack.count)
      return
    }
    if entry == nil, stack.count > 1, name == "entry" || name == "item" {
      (entry, entryDepth) = (AlertEntry(), stack.count)
      return
    }
    startInFeed(element)
  }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard textDepth > 0 else { return }
    let limit = stack.last?.name == "polygon" ? CAPLimits.coordinates : CAPLimits.text
    guard text.count < limit else { return }
    text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(limit - text.count)))
  }

  mutating func end() {
    let depth = stack.count
    guard let (name, _) = stack.popLast() else { return }
    if textDepth == depth {
      textDepth = 0
      let value = text
      if message != nil { readMessage(name, value) } else { readFeed(name, value) }
    }
    if message != nil { message?.end(name, depth: depth - messageDepth) }
    if messageDepth == depth, let ended = message {
      (message, messageDepth) = (nil, 0)
      finish(ended)
    }
    if entryDepth == depth, let ended = entry {
      (entry, entryDepth) = (nil, 0)
      finish(ended)
    }
  }

  private static func isCAP(_ space: String) -> Bool {
    space.isEmpty || space == "cap" || space.hasPrefix("urn:oasis:names:tc:emergency:cap:1.")
  }

  private mutating func recordRoot(_ name: String, isCAP: Bool) {
    switch name {
    case "alert" where isCAP: feed.format = .alert
    case "feed": feed.format = .atom
    case "rss", "channel": feed.format = .rss
    case "rdf": feed.format = .rdf
    default:
      feed.warn("the outermost element is “\(TextCleaner.line(name, limit: 40))”, which is neither an alert nor a feed")
    }
  }

  private mutating func beginText() {
    text.removeAll(keepingCapacity: true)
    textDepth = stack.count
  }

  // MARK: Messages

  private mutating func startInMessage(_ name: String) {
    let depth = stack.count - messageDepth
    guard stack[stack.count - 1].isCAP, let message else { return }
    switch depth {
    case 1 where name == "info": self.message?.beginInfo()
    case 1: beginText()
    case 2 where name == "area" && parent == "info": self.message?.beginArea()
    case 2 where message.info != nil && parent == "info": beginText()
    case 3 where message.area != nil && parent == "area": beginText()
    case 4 where message.area != nil && parent == "geocode": beginText()
    default: break
    }
    // It has elements of its own.
    if name == "geocode" || name == "eventcode" || name == "parameter" || name == "resource" { textDepth = 0 }
  }

  private var parent: String { stack.count > 1 ? stack[stack.count - 2].name : "" }

  private mutating func readMessage(_ name: String, _ value: [UInt8]) {
    let depth = stack.count + 1 - messageDepth
    // Takes it out, so that it is not copied.
    guard var message = message.take() else { return }
    switch depth {
    case 1: message.read(name, value)
    case 2: message.readInfo(name, value, base: address)
    case 3: pointCount += message.readArea(name, value, room: CAPLimits.points - pointCount)
    default: message.readGeocode(name, value)
    }
    self.message = message
  }

  private mutating func finish(_ message: CAPMessage) {
    entry?.hasAlert = true
    switch message.finished {
    case .success(let alert):
      messageCount += 1
      // Messages that end others are sent after them, so that none comes back without its end.
      if let tooOld, alert.key.sent ?? .distantPast <= tooOld { return }
      found.alerts.append(alert)
      if found.alerts.count >= 2 * CAPLimits.alerts { tooOld = found.keepLatest() ?? tooOld }
    case .failure(let problem): feed.drop(message.name, problem.reason)
    }
  }

  // MARK: Feeds

  private mutating func startInFeed(_ element: XMLElement) {
    let name = element.name.local
    guard entry != nil else {
      if stack.count <= 3, name == "title", ["feed", "channel"].contains(parent) { beginText() }
      return
    }
    guard stack.count == entryDepth + 1 else { return }
    switch name {
    case "link", "enclosure":
      let type = element["type"]?.lowercased() ?? ""
      if let href = element["href"] ?? element["url"] {
        entry?.link(href, type: type, relation: element["rel"]?.lowercased() ?? "alternate")
      } else if name == "link" {
        beginText()
      }
    case "id", "guid", "updated", "pubdate", "date": beginText()
    default: break
    }
  }

  private mutating func readFeed(_ name: String, _ value: [UInt8]) {
    let line = TextCleaner.line(value.span, limit: 8192)
    guard entry != nil else {
      if feed.title == nil, !line.isEmpty { feed.title = TextCleaner.line(line, limit: 200) }
      return
    }
    if name == "link" {
      entry?.link(line, type: "", relation: "alternate")
    } else {
      entry?.stamp += line.prefix(200) + " "
      if name != "id", name != "guid", let entry, let date = feedDate(line) {
        self.entry?.changed = max(entry.changed, date)
      }
    }
  }

  private mutating func finish(_ entry: AlertEntry) {
    guard !entry.hasAlert else { return }
    guard !entry.address.isEmpty, let link = WebAddress(entry.address, relativeTo: address) else {
      return feed.drop(TextCleaner.line(entry.address, limit: 80), "is neither an alert nor a link to one")
    }
    let new = AlertDocument.Link(address: link.description, stamp: entry.stamp, changed: entry.changed)
    if found.links.contains(where: { $0.address == new.address }) { return }
    linkCount += 1
    found.links.append(new)
    if found.links.count >= 2 * CAPLimits.links { found.keepLatestLinks() }
  }
}

/// An entry of a feed of alerts.
private struct AlertEntry {
  var hasAlert = false
  var address = ""
  var stamp = ""
  var changed = UnixTime.distantPast
  private var rank = 0

  /// Takes a link, the one that most likely leads to an alert. Pages for people come last.
  mutating func link(_ address: String, type: String, relation: String) {
    guard ["alternate", "enclosure", "related", "self"].contains(relation) else { return }
    let rank =
      type.contains("cap+xml") ? 4 : type.contains("html") ? 1 : type.contains("xml") ? 3 : type.isEmpty ? 2 : 0
    if rank > self.rank { (self.address, self.rank) = (address, rank) }
  }
}

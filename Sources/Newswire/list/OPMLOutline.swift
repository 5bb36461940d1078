internal import Base
internal import CXML2
internal import ScrollCore

/// An outline of an OPML document: of a feed, a folder or something else.
struct OPMLOutline {
  let node: xmlNodePtr
  /// The names of its folders, outermost first.
  let path: [String]
  /// The address of its feed; nil for a folder or something else.
  let url: String?
  private let label: String?
  private let isOfFeed: Bool
  private let attributes: [XMLElement.Attribute]
  /// The attributes' values by their names in lower case.
  private let values: [String: String]

  init(_ node: xmlNodePtr, path: [String]) {
    (self.node, self.path, attributes) = (node, path, node.attributes)
    let values = Dictionary(
      attributes.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.values = values
    let isOfFeed = values["type"].map { ["rss", "atom", "feed"].contains($0.lowercased()) } ?? false
    let url = values["xmlurl"] ?? (isOfFeed ? values["url"] : nil)
    // The title is the name of a subscription; `text` is for displaying the outline (OPML 2.0).
    let labels = (url == nil ? ["text", "title"] : ["title", "text"]).map {
      TextCleaner.line(values[$0] ?? "", limit: 200)
    }
    (self.isOfFeed, self.url, label) = (isOfFeed, url, labels.first { !$0.isEmpty })
  }

  /// The folders of the outlines in it. A feed is not a folder: outlines in it, often because its end tag is missing,
  /// belong to the folder around it.
  var innerPath: [String] { url == nil ? path + (label.map { [$0] } ?? []) : path }

  var name: String { label ?? (url.map { TextCleaner.line($0, limit: 200) } ?? "an outline") }

  /// The feed, or why it is invalid; nil for folders.
  var feed: Result<FeedSpec, Failure>? {
    if let url { return Result { () throws(Failure) in try spec(url) } }
    return isOfFeed ? .failure(Failure(of: "outline", reason: "has no address")) : nil
  }

  private func spec(_ url: String) throws(Failure) -> FeedSpec {
    var feed = try FeedSpec(url: url, label: label)
    guard feed.address != nil || url.hasPrefix("/") || url.hasPrefix("file:") else {
      throw Failure(of: url, reason: "is neither an http or https address nor a file")
    }
    if feed.label == feed.url || feed.label?.isEmpty == true { feed.label = nil }
    feed.group = path.isEmpty ? nil : path.joined(separator: "/")
    feed.site = values["htmlurl"].flatMap { WebAddress($0)?.description }
    for setting in OutlineSetting.all { if let text = values[setting.name.lowercased()] { setting.set(text, &feed) } }
    if feed.account?.stream.isEmpty == true { feed.account = nil }
    let known = Set(
      ["type", "text", "title", "xmlurl", "htmlurl", "url"] + OutlineSetting.all.map { $0.name.lowercased() })
    feed.others = attributes.filter { $0.space.isEmpty && !known.contains($0.name.lowercased()) }
    return feed
  }

  /// The account whose folder it is.
  var account: ReaderAccount? {
    guard url == nil, let address = values[OutlineSetting.account.lowercased()].flatMap(OutlineSetting.accountAddress)
    else { return nil }
    let text = values["text"] ?? values["title"] ?? address
    return ReaderAccount(address: address, name: TextCleaner.line(text, limit: 200))
  }

  // MARK: Changes

  /// Writes the feed's settings to it, and keeps everything else.
  func write(_ feed: FeedSpec) {
    let names = [("title", feed.label), ("text", feed.label ?? feed.url)]
    for (name, value) in names + OutlineSetting.all.map({ ($0.name, $0.text(feed)) }) { set(name, to: value) }
  }

  /// Makes the folder of an account an ordinary one.
  func removeAccount() { set(OutlineSetting.account, to: nil) }

  /// Sets an attribute, in the spelling that the document has.
  private func set(_ name: String, to value: String?) {
    node.setAttribute(attributes.first { $0.name.lowercased() == name.lowercased() }?.name ?? name, to: value)
  }

  /// Removes it from the document, with the preceding whitespace. Its children stay.
  func remove() {
    releaseChildren()
    node.removeWithBlank()
  }

  /// Puts the children of a feed's outline before it.
  func releaseChildren() {
    while url != nil, let child = node.pointee.children { xmlAddPrevSibling(node, child) }
  }
}

package import Base
internal import ScrollCore

/// The number of a topic in the list of whoever shows the items.
package typealias TopicID = Int

/// One headline on its way to the strip. All of its text is clean: plain, on one line, of bounded length. It was cleaned
/// where it was parsed, and nobody has to do it again.
package struct NewsItem: Equatable, Sendable, Identifiable {
  /// What makes it the same item when it comes again.
  package struct ID: Hashable, Sendable {
    /// The feed that it came from, by `FeedSpec.url`; nil for lines.
    package var feed: String?
    /// The feed's own id for it, else its link and title together.
    package var guid: String
  }

  package var id: ID
  package var title: String
  /// Absolute, http or https; nil where there is none to open.
  package var link: String?
  /// Seconds since 1970; nil where no date was given, or none that can be read.
  package var published: Double?
  package var author: String?
  /// What stands beside the title, where that is wanted.
  package var summary: String?
  /// Its link has been opened.
  package var isRead = false
  /// The user's filters leave it out; it stays at hand for when they change.
  package var isLeftOut = false
  /// Its summary stands beside its title.
  package var showsSummary = false
  /// What it is about, in words: a feed's label, or the topic that a line of JSON names.
  package var topic: String?
  /// The topic's number, once it has one.
  package var topicID: TopicID?
  /// It interrupts what is shown.
  package var isUrgent = false
  /// It came after the items that were there at first, and not long ago.
  package var isNew = false
  /// Seconds that it is to be shown, from its arrival; nil for as long as there is room.
  package var timeToLive: Double?
  /// When it was first seen, in seconds since 1970.
  package var arrived: Double = 0

  package init(guid: String? = nil, title: String, link: String? = nil, topic: String? = nil) {
    id = ID(guid: guid ?? (link.map { "\($0) \(title)" } ?? title))
    self.title = title
    self.link = link
    self.topic = topic
  }
}

extension NewsItem {
  /// What runs across the screen.
  package var line: String {
    guard showsSummary, let summary else { return title }
    return "\(title) – \(summary)"
  }

  /// Whether nothing that a feed says of it has changed.
  func looksLike(_ other: NewsItem) -> Bool {
    title == other.title && summary == other.summary && link == other.link && published == other.published
      && author == other.author
  }
}

/// Something that was in a feed and will not be shown, and why.
package struct DroppedItem: Equatable, Sendable {
  package let title: String
  package let reason: String
}

// MARK: - As JSON

extension NewsItem {
  /// An object with those of its members that are known.
  var json: JSON {
    var all = JSON.members([
      ("id", id.guid), ("title", title), ("link", link), ("author", author), ("summary", summary), ("topic", topic),
      ("feed", id.feed),
    ])
    if let published { all.append(("published", .numeral("\(published)"))) }
    if arrived > 0 { all.append(("arrived", .numeral("\(arrived)"))) }
    if isNew { all.append(("new", .bool(true))) }
    return .object(all)
  }

  /// Reads what `json` wrote.
  ///
  /// - Parameter isTrusted: The text comes from this program and is clean. Otherwise it is cleaned, for anyone can write
  ///   a file.
  init?(json: JSON, isTrusted: Bool) {
    func text(_ name: String, limit: Int) -> String? {
      json[name]?.string.map { isTrusted ? $0 : TextCleaner.line($0, limit: limit) }
    }
    guard let guid = json["id"]?.string, let title = text("title", limit: 1000), !title.isEmpty else { return nil }
    self.init(guid: guid, title: title)
    link = isTrusted ? json["link"]?.string : json["link"]?.string.flatMap { WebAddress($0)?.description }
    author = text("author", limit: 200)
    summary = text("summary", limit: 200)
    topic = text("topic", limit: 200)
    id.feed = json["feed"]?.string
    published = json["published"]?.number
    arrived = json["arrived"]?.number ?? 0
    isNew = json["new"]?.bool ?? false
  }

  /// Reads a line of `--json-lines`: `{"text":…,"link":…,"urgent":true,"ttl":60,"topic":…}`. "title" and "id", "author"
  /// and "published" (RFC 3339) are taken too, other members are ignored.
  ///
  /// - Parameter source: What the source of the line is called in messages.
  /// - Throws: `Failure` where it is not such an object.
  package init(jsonLine line: UnsafeRawBufferPointer, source: String) throws(Failure) {
    let value: JSON
    do throws(Failure) { value = try JSON(parsing: line) } catch {
      throw Failure(of: source, reason: "the line is not JSON: \(error.reason)")
    }
    try self.init(object: value, source: source)
  }

  /// Takes such an object.
  package init(object value: JSON, source: String) throws(Failure) {
    func wrong(_ reason: String) -> Failure { Failure(of: source, reason: reason) }
    guard case .object = value else { throw wrong("the line is no JSON object") }
    func member(_ name: String) -> JSON? { value[name] == .null ? nil : value[name] }
    let title = TextCleaner.line(value["text"]?.string ?? value["title"]?.string ?? "")
    guard !title.isEmpty else { throw wrong("the object has no “text”") }
    let link = try member("link").map { (link) throws(Failure) in
      guard let text = link.string else { throw wrong("“link” is no text") }
      guard let address = WebAddress(text) else {
        throw wrong("“link” is not http or https: “\(TextCleaner.line(text, limit: 80))”")
      }
      return address.description
    }
    self.init(guid: value["id"]?.string.map { TextCleaner.line($0) }, title: title, link: link)
    topic = value["topic"]?.string.map { TextCleaner.line($0, limit: 200) }
    author = value["author"]?.string.map { TextCleaner.line($0, limit: 200) }
    published = value["published"]?.string.flatMap(feedDate) ?? value["published"]?.number
    if let urgent = member("urgent") {
      guard let flag = urgent.bool else { throw wrong("“urgent” is neither true nor false") }
      isUrgent = flag
    }
    if let ttl = member("ttl") {
      guard let seconds = ttl.number, seconds > 0, seconds.isFinite else {
        throw wrong("“ttl” is no number of seconds above 0")
      }
      timeToLive = seconds
    }
  }
}

package import Base
package import Formats
internal import ScrollCore

/// A headline in a cache, in the history, and on its way from the process that reads feeds. Its texts are cleaned again as
/// they are read: they may come from any file, or from a process that a feed has taken over.
extension NewsItem: Recorded {
  package static let record = Record(
    NewsItem(title: ""),
    [
      .required("id", \.id.guid, .text(atMost: longestID)), .required("title", \.title, .line()),
      .optional("link", \.link, .address), .optional("author", \.author, .line(200)),
      .optional("summary", \.summary, .line(200)), .optional("topic", \.topic, .line(200)),
      .optional("feed", \.id.feed, .text), .optional("published", \.published, .decimalTime),
      .optional("arrived", \.knownArrival, .decimalTime), .flag("new", \.isNew),
      // A damaged row or airing in a cache is ignored; the headline stays.
      .members(\.airingMembers) { (object, item) throws(RecordError) in
        item.airing = (try? Airing(json: object)) ?? Airing()
      },
      .optional("expires", \.expires, .decimalTime), .optional("place", \.place, .integer()),
      .optional("shown", \.row, .object), .optional("cap", \.alert, .object),
    ],
    finish: { (item) throws(RecordError) in try item.checkText() })

  /// The limit for an ID, in bytes: more than an address and a title.
  static let longestID = 16 << 10

  /// When it arrived; nil before that.
  private var knownArrival: UnixTime? {
    get { arrived > .epoch ? arrived : nil }
    set { arrived = max(.epoch, newValue ?? .epoch) }
  }

  private func checkText() throws(RecordError) {
    if title.isEmpty, row == nil { throw .whole("the object has no “text”") }
  }
}

// MARK: - Of other programs

/// A line of `--json-lines`, and an item of a broker's channel: `{"text":…,"link":…,"urgent":true,"ttl":60,"topic":…}` with
/// the fields of `Airing`, and a row with its fields (`Row`). Other members are ignored. A message has `seq` as well, its place
/// in the sender's order, and `expires`, in seconds since 1970.
extension NewsItem {
  private static let line = Record(NewsItem(guid: "", title: ""), members(), finish: complete)
  private static let message = Record(NewsItem(guid: "", title: ""), members(ofMessage), finish: complete)

  private static let ofMessage: [RecordMember<NewsItem>] = [
    .optional(
      "seq", \.place, .integer(0...lastPlace).saying("is not a whole number from 0 to 2^53"), isChecked: true),
    .optional(
      "expires", \.expires, .time(0...1e12).saying("is not a number of seconds since 1970"), isChecked: true),
  ]

  private static func members(_ others: [RecordMember<NewsItem>] = []) -> [RecordMember<NewsItem>] {
    [
      .received("id", \.givenID, .line()),
      .members(
        { $0.title.isEmpty && $0.row != nil ? [] : [("text", .string($0.title))] },
        read: {
          (object, item) throws(RecordError) in
          item.title = TextCleaner.line(object["text"]?.string ?? object["title"]?.string ?? "")
        }),
      .optional("link", \.link, .address, isChecked: true), .optional("topic", \.topic, .line(200)),
      .received("author", \.author, .line(200)), .optional("published", \.published, .date),
    ] + others + [
      .members(\.airingMembers) { (object, item) throws(RecordError) in
        do throws(ValueError) { item.airing = try Airing(json: object) } catch {
          throw .whole(error.name.isEmpty ? error.reason : "“\(kebabCase(error.name))”: \(error.reason)")
        }
      },
      .members(
        { $0.row?.members ?? [] },
        read: { (object, item) throws(RecordError) in
          if object["row"].map({ !$0.isNull }) == true { item.row = try Row(checking: object) }
        }),
      .received("ttl", \.timeToLive, .lifetime, isChecked: true),
    ]
  }

  private var givenID: String? {
    get { id.guid }
    set { id.guid = newValue ?? "" }
  }

  private static let complete: @Sendable (inout NewsItem) throws(RecordError) -> Void = {
    (item) throws(RecordError) in
    let named = NewsItem(guid: item.row?.identity, title: item.title, link: item.link)
    if item.id.guid.isEmpty { item.id.guid = named.id.guid }
  }

  /// The largest `seq`: JSON's numbers are exact up to it.
  package static let lastPlace = 1 << 53
  /// The longest message, in bytes.
  static let longestMessage = 16 << 10

  /// Reads a line of `--json-lines`.
  ///
  /// - Parameter source: The name of the source in messages.
  /// - Throws: `Failure` if it is not such an object.
  package init(jsonLine line: UnsafeRawBufferPointer, source: String) throws(Failure) {
    try self.init(object: try JSON("line", line, of: source), source: source)
  }

  /// Reads such an object.
  package init(object: JSON, source: String) throws(Failure) {
    try self.init(object, Self.line, source: source)
  }

  private init(_ object: JSON, _ record: Record<NewsItem>, source: String) throws(Failure) {
    guard case .object = object else { throw Failure(of: source, reason: "the line is not a JSON object") }
    do throws(RecordError) { self = try record.read(object) } catch { throw Failure(of: source, error) }
    do throws(RecordError) { try checkText() } catch { throw Failure(.usage, of: source, reason: error.sentence) }
  }

  /// Reads a message of a channel: an object, or a plain text.
  ///
  /// - Parameters:
  ///   - channel: The address of its channel.
  ///   - place: Its place if the message has no `seq`.
  /// - Throws: `Failure` for a message that is not an item, named after `source`.
  init(message text: String, id: String?, of channel: String, at place: Int, source: String) throws(Failure) {
    if text.utf8.first(where: { !$0.isBlank }) == UInt8(ascii: "{") {
      try self.init(try JSON("message", text, of: source), Self.message, source: source)
    } else {
      let title = TextCleaner.line(text)
      guard !title.isEmpty else { throw Failure(of: source, reason: "the message has no text") }
      self.init(title: title)
    }
    if let id { self.id.guid = id }
    self.id.feed = channel
    self.place = self.place ?? place
  }

  /// The message for a broker.
  package var message: String { message(id: nil) }

  /// - Parameter id: Its ID, if its topic does not say it.
  func message(id: String?) -> String {
    var members = JSON.members([("id", id)])
    // A field of a row may have the name of another member, which it is not.
    for (name, value) in Self.message.write(self) ?? [] where !members.contains(where: { $0.0 == name }) {
      members.append((name, value))
    }
    return JSON.object(members).line
  }
}

extension Coding<UnixTime> {
  /// A date in any notation of feeds, or seconds since 1970.
  fileprivate static var date: Coding {
    let time = time()
    return Coding<UnixTime>(
      { .number($0.seconds) },
      read: { (json) throws(RecordError) in
        if let date = json.string.flatMap(feedDate) { return date }
        return try time.read(json)
      })
  }
}

extension Coding<Double> {
  fileprivate static var lifetime: Coding {
    number.check { (seconds) throws(RecordError) in
      guard seconds > 0 else { throw .value("") }
      return seconds
    }.saying("is not a number of seconds above 0")
  }
}

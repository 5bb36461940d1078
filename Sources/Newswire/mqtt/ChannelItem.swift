package import Base
internal import Formats
package import ScrollCore

/// The messages of a channel's items: a JSON object with text, link, topic, `seq`, its place in the sender's order, and
/// `expires`, in seconds since 1970; or a plain text.
extension NewsItem {
  /// The longest message, in bytes.
  static let longestMessage = 16 << 10
  /// The largest `seq`: JSON's numbers are exact up to it.
  package static let lastPlace = 1 << 53

  /// - Parameters:
  ///   - text: The message.
  ///   - channel: The address of its channel.
  ///   - place: Its place if the message has no `seq`.
  /// - Throws: `Failure` for a message that is not an item, named after `source`.
  init(message text: String, id: String?, of channel: String, at place: Int, source: String) throws(Failure) {
    if text.utf8.first(where: { !$0.isBlank }) == UInt8(ascii: "{") {
      let object: JSON
      do throws(Failure) { object = try JSON(parsing: text) } catch {
        throw Failure(of: source, reason: "the message is not JSON: \(error.reason)")
      }
      try self.init(object: object, source: source)
      if let seq = object["seq"] {
        guard let number = seq.number.flatMap({ Int(exactly: $0) }), 0...Self.lastPlace ~= number else {
          throw Failure(of: source, reason: "“seq” is not a whole number from 0 to 2^53")
        }
        self.place = number
      }
      if let end = object["expires"] {
        guard let seconds = end.number, seconds >= 0, seconds < 1e12 else {
          throw Failure(of: source, reason: "“expires” is not a number of seconds since 1970")
        }
        expires = UnixTime(seconds: seconds)
      }
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
    var members = JSON.members([
      ("id", id), ("text", title.isEmpty && row != nil ? nil : title), ("link", link), ("topic", topic),
    ])
    if let published { members.append(("published", .number(published.seconds))) }
    if let place { members.append(("seq", .integer(place))) }
    if let expires { members.append(("expires", .number(expires.seconds))) }
    members += airingMembers
    if let row {
      let known = Set(members.map(\.0))
      members += row.members.filter { !known.contains($0.0) }
    }
    return JSON.object(members).line
  }
}

/// The message `index` of a channel: which items there are, and the last `seq`. An item that it does not name, and that is not
/// later than it, has been taken away.
package struct ChannelIndex: Equatable, Sendable {
  package var seq = 0
  package var ids: [String] = []
  /// When items end, by their IDs.
  package var expires: [String: UnixTime] = [:]
  /// The `seq` of the index from which its sender went on, 0 for none: what is later was not known to it. Nil if it does not say.
  package var from: Int?
  /// The ends of urgent headlines that are not kept, for senders that take them away.
  package var urgent: [String: UnixTime] = [:]
  /// The last changes by the items' IDs: the numbers of those added, and the negative numbers of those taken away. What is not among them
  /// has changed earlier.
  package var changes: [String: Int] = [:]

  package static let longestMessage = 1 << 20
  /// The limit for a channel's items.
  package static let most = ItemQueue.mostOfSource
  /// The limit for its changes.
  package static let mostChanges = 256

  package init() {}

  /// - Throws: `Failure` for a message that is not an index.
  package init(message text: String, source: String) throws(Failure) {
    let value: JSON
    do throws(Failure) { value = try JSON(parsing: text) } catch {
      throw Failure(of: source, reason: "the message is not JSON: \(error.reason)")
    }
    guard let seq = value["seq"]?.number.flatMap({ Int(exactly: $0) }), 0...NewsItem.lastPlace ~= seq,
      let ids = value["ids"]?.array
    else { throw Failure(of: source, reason: "the message has no “seq” and “ids”, as in {\"seq\":7,\"ids\":[\"a\"]}") }
    guard ids.count <= Self.most else { throw Failure(of: source, reason: "it names more than \(Self.most) items") }
    self.seq = seq
    self.ids = ids.compactMap(\.string).filter(BrokerAddress.isName)
    guard self.ids.count == ids.count else {
      throw Failure(of: source, reason: "one of its “ids” is not an item's name")
    }
    from = value["from"]?.number.flatMap { Int(exactly: $0) }
    expires = Self.ends(value["expires"], most: Self.most)
    urgent = Self.ends(value["urgent"], most: ChannelContents.mostUrgentEnds)
    if case .object(let members)? = value["changes"] {
      for (id, number) in members.prefix(Self.mostChanges) where BrokerAddress.isName(id) {
        let change = number.number.flatMap { Int(exactly: $0) } ?? 0
        if change != 0, -seq...seq ~= change { changes[id] = change }
      }
    }
  }

  private static func ends(_ value: JSON?, most: Int) -> [String: UnixTime] {
    guard case .object(let members)? = value else { return [:] }
    let ends = members.prefix(most).compactMap { id, end in end.number.map { (id, UnixTime(seconds: $0)) } }
    return Dictionary(ends, uniquingKeysWith: { _, last in last })
  }

  package var message: String {
    let ends = ids.compactMap { id in expires[id].map { (id, JSON.number($0.seconds)) } }
    let urgent = urgent.sorted { $0.key < $1.key }.map { ($0.key, JSON.number($0.value.seconds)) }
    let changes = changes.sorted { $0.key < $1.key }.map { ($0.key, JSON.integer($0.value)) }
    return JSON.object(
      [("seq", .integer(seq)), ("ids", .array(ids.map(JSON.string)))]
        + (ends.isEmpty ? [] : [("expires", .object(ends))]) + (urgent.isEmpty ? [] : [("urgent", .object(urgent))])
        + (from.map { [("from", .integer($0))] } ?? []) + (changes.isEmpty ? [] : [("changes", .object(changes))])
    ).line
  }

  /// The items that have not ended.
  func ids(at now: UnixTime) -> [String] { ids.filter { expires[$0].map { $0 > now } ?? true } }

  /// Whether both name the same headlines.
  func agrees(with other: ChannelIndex, at now: UnixTime) -> Bool {
    let (mine, theirs) = (urgent.filter { $0.value > now }, other.urgent.filter { $0.value > now })
    return Set(ids(at: now)) == Set(other.ids(at: now)) && Set(mine.keys) == Set(theirs.keys)
  }
}

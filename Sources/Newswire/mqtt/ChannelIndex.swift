package import Base
package import Formats
package import ScrollCore

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
  package static let most = NewsItem.mostOfSource
  /// The limit for its changes.
  package static let mostChanges = 256

  package init() {}

  /// - Throws: `Failure` for a message that is not an index.
  package init(message text: String, source: String) throws(Failure) {
    let value = try JSON("message", text, of: source)
    guard Self.record.fits(value) else {
      throw Failure(of: source, reason: "the message has no “seq” and “ids”, as in {\"seq\":7,\"ids\":[\"a\"]}")
    }
    do throws(RecordError) { try self.init(checking: value) } catch { throw Failure(of: source, error) }
  }

  package var message: String { jsonLine }

  /// The items that have not ended.
  func ids(at now: UnixTime) -> [String] { ids.filter { expires[$0].map { $0 > now } ?? true } }

  /// Whether both name the same headlines.
  func agrees(with other: ChannelIndex, at now: UnixTime) -> Bool {
    let (mine, theirs) = (urgent.filter { $0.value > now }, other.urgent.filter { $0.value > now })
    return Set(ids(at: now)) == Set(other.ids(at: now)) && Set(mine.keys) == Set(theirs.keys)
  }
}

extension ChannelIndex: Recorded {
  package static let record = Record(
    ChannelIndex(),
    [
      .required("seq", \.seq, .integer(0...NewsItem.lastPlace)),
      .required("ids", \.ids, .all(.name, atMost: most)),
      .filled("expires", \.endsOfListed, .table(of: .time(), atMost: most)),
      .filled("urgent", \.urgent, .table(of: .time(), atMost: ChannelContents.mostUrgentEnds)),
      .optional("from", \.from, .integer()),
      .filled("changes", \.changes, .table(of: .integer(), atMost: mostChanges, where: BrokerAddress.isName)),
    ],
    finish: { (index) throws(RecordError) in
      let seq = index.seq
      index.changes = index.changes.filter { $0.value != 0 && -seq...seq ~= $0.value }
    })

  private var endsOfListed: [String: UnixTime] {
    get {
      let listed = Set(ids)
      return expires.filter { listed.contains($0.key) }
    }
    set { expires = newValue }
  }
}

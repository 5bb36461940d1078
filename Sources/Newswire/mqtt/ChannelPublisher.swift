package import Base
package import Glibc

/// Sends items, numbers and urgent headlines to a channel. It first reads the channel's index, and continues from it. While
/// the broker is away nothing is lost: retained messages are sent when it is back.
///
/// Other senders may write the index, too. A broker passes it on in the order in which it keeps it, also to its author. So an index that comes
/// before the echo of one's own has been overwritten by that: the author adds what it names, and writes again. It ends after an echo alone.
package final class ChannelPublisher: LoopSource {
  /// Called once: after everything has arrived at the broker, or with the failure that ends it.
  package var onEnd: (Failure?) -> Void = { _ in }
  /// The broker is away, for this reason.
  package var onAway: (Failure) -> Void = { _ in }
  /// The broker has confirmed enough for more to be sent.
  package var onRoom: () -> Void = {}
  /// Whether the broker's absence ends it.
  private let endsIfAway: Bool
  private let connection: BrokerConnection
  private let name: String
  private var draft: ChannelDraft
  /// The changes to apply once the index is known.
  private var edits: [(inout ChannelDraft) -> [BrokerMessage]] = []
  /// The unconfirmed messages, by their number, and the unsent ones.
  private var underway: [Int32: BrokerMessage] = [:]
  private var unsent: [BrokerMessage] = []
  private var hasIndex = false
  /// When to send further changes: those of a moment share an index, which is long.
  private var nextEdits = 0.0
  /// The last index at the broker.
  private var index: ChannelIndex?
  /// Until when to wait for the own index.
  private var echoEnd = Double.infinity
  /// Whether the broker does not pass the index on to this sender: it may not be allowed to read it. Nil before that is known.
  private var isDeaf: Bool?
  /// Filters of items to look for at the start, and those found.
  private var sought: Set<String> = []
  private var found: Set<String> = []
  private var subscriptions: Set<Int32> = []
  private var farewell: Int32?
  private var isLast = false
  private var hasEnded = false
  private var isClosed = false

  private static let pause = 0.05
  /// How long to wait for the own index, in seconds: a sender may not be allowed to read it.
  private static let echoTime = 3.0
  /// The limit for urgent headlines that wait for the broker; older ones are dropped.
  private static let mostWaiting = 100

  /// - Parameters:
  ///   - settings: With a channel.
  ///   - most: The limit for its items.
  package init(_ settings: BrokerSettings, passwords: String?, keeping most: Int, endsIfAway: Bool) {
    self.endsIfAway = endsIfAway
    name = settings.address.description
    draft = ChannelDraft(
      of: settings.address.channel ?? "", keeping: most, salt: Int.random(in: ChannelDraft.salts))
    connection = BrokerConnection(settings, passwords: passwords)
    connection.onUp = { [unowned self] in subscribe() }
    connection.onDown = { [unowned self] reason, _ in lose(reason) }
    connection.handlers.onMessage = { [unowned self] topic, payload, _ in receive(topic, payload) }
    // A broker answers in order: its retained messages come before the answer to a later request.
    connection.handlers.onSubscribed = { [unowned self] id, _ in
      if subscriptions.remove(id) != nil, subscriptions.isEmpty { leaveOthers() }
    }
    connection.handlers.onUnsubscribed = { [unowned self] id in if id == farewell { begin() } }
    connection.handlers.onPublished = { [unowned self] id, refusal in confirm(id, refusal) }
  }

  // MARK: - Requests

  package func add(_ items: [NewsItem]) {
    edit { $0.add(items, now: wallClockNow()) }
  }

  package func remove(_ ids: [String]) {
    edit { $0.remove(ids, now: wallClockNow()) }
  }

  /// Takes items away. Before the start, so that they can be looked for.
  ///
  /// - Parameter onMissing: Called with those that are not there.
  package func remove(_ ids: [String], onMissing: @escaping ([String]) -> Void) {
    sought.formUnion(ids.filter(BrokerAddress.isName).map { draft.topic(.item($0)) })
    edit { [unowned self] draft in
      onMissing(ids.filter { !draft.holds($0) && !found.contains(draft.topic(.item($0))) })
      return draft.remove(ids, now: wallClockNow())
    }
  }

  /// Replaces all items by these, also those that no index names. Before the start, so that they can be looked for.
  package func replace(with items: [NewsItem]) {
    sought.insert(draft.topic(.item("+")))
    edit { [unowned self] draft in
      let all = draft.index.ids + found.compactMap { ChannelTopic($0, in: draft.channel)?.item }
      let old = Set(all).subtracting(items.map(ChannelDraft.id))
      return draft.remove(old.sorted(), now: wallClockNow()) + [draft.removeUrgent()]
        + draft.add(items, now: wallClockNow())
    }
  }

  package func setValue(_ name: String, to number: String) { edit { [$0.setValue(name, to: number)] } }

  package func sendUrgent(_ item: NewsItem) { edit { $0.urgent(item, now: wallClockNow()) } }

  /// Takes everything away that the broker keeps of a display.
  package func forget(_ display: String) {
    edit { _ in
      DisplayTopic.retained.map {
        BrokerMessage(topic: $0.name(of: display), payload: "", qos: 1, isRetained: true)
      }
    }
  }

  /// Ends once everything has arrived.
  package func finish() { isLast = true }

  /// Whether it should get nothing more for the moment.
  package var isBusy: Bool { edits.count + underway.count + unsent.count > 1000 }

  private func edit(_ change: @escaping (inout ChannelDraft) -> [BrokerMessage]) { edits.append(change) }

  // MARK: - Sending

  private func subscribe() {
    (hasIndex, index, found) = (false, nil, [])
    let items = sought.sorted().compactMap { connection.subscribe($0, qos: 0) }
    subscriptions = Set(items + [connection.subscribe(draft.indexTopic, qos: 1)].compactMap(\.self))
  }

  /// Reads on the index alone. The answer comes after everything that the broker has kept.
  private func leaveOthers() {
    for filter in sought { farewell = connection.unsubscribe(filter) }
    if sought.isEmpty { farewell = connection.unsubscribe(draft.topic(.urgent)) }
  }

  private func receive(_ topic: String, _ payload: UnsafeRawBufferPointer) {
    guard topic == draft.indexTopic else {
      if !hasIndex, payload.count > 0, found.count < ChannelIndex.most { found.insert(topic) }
      return
    }
    // An index that others have damaged is replaced with the next one.
    guard payload.count <= ChannelIndex.longestMessage,
      let new = try? ChannelIndex(message: String(decoding: payload, as: UTF8.self), source: topic)
    else { return }
    isDeaf = false
    if hasIndex { unsent += draft.receive(new, now: wallClockNow()) } else { index = new }
    if !draft.awaitsEcho { echoEnd = .infinity }
  }

  private func begin() {
    hasIndex = true
    let own = draft.index
    if own.seq > 0, index?.seq == own.seq, index?.ids == own.ids {
      draft.confirmEcho(now: wallClockNow())
    } else {
      draft.adopt(index ?? ChannelIndex(), now: wallClockNow())
      // A restarted broker may have lost its retained messages.
      unsent = draft.renewal + unsent.filter { !$0.isRetained }
    }
    nextEdits = 0
  }

  /// Sends the changes, and then the resulting index.
  private func applyEdits(now: Double) {
    nextEdits = now + Self.pause
    // Other senders' items come first: the edits continue from an index that has them.
    if !draft.needsIndex {
      for edit in edits { unsent += edit(&draft) }
      (edits, sought) = ([], [])
    }
    if draft.needsIndex {
      unsent.append(draft.message(of: draft.takeIndex()))
      if isDeaf == true { draft.confirmEcho(now: wallClockNow()) } else { echoEnd = now + Self.echoTime }
    }
    let messages = unsent.filter { !$0.hasEnded(at: wallClockNow()) }
    unsent = []
    for message in messages {
      if let id = connection.publish(message) { underway[id] = message } else { unsent.append(message) }
    }
  }

  private func confirm(_ id: Int32, _ refusal: String?) {
    guard let message = underway.removeValue(forKey: id) else { return }
    if let refusal { end(Failure(of: message.topic, reason: refusal)) }
    if !isBusy { onRoom() }
  }

  private func lose(_ reason: String) {
    (hasIndex, echoEnd) = (false, .infinity)
    unsent = underway.sorted { $0.key < $1.key }.map(\.value) + unsent
    underway = [:]
    let urgent = unsent.filter { !$0.isRetained }.suffix(Self.mostWaiting)
    // The index is made again, from what the broker has then.
    unsent = unsent.filter { $0.isRetained && $0.topic != draft.indexTopic } + urgent
    let failure = Failure(of: name, reason: reason)
    if endsIfAway { end(failure) } else { onAway(failure) }
  }

  private func end(_ failure: Failure?) {
    guard !hasEnded else { return }
    hasEnded = true
    onEnd(failure)
  }

  // MARK: - In the loop

  package func appendDescriptors(to descriptors: inout [pollfd]) { connection.appendDescriptors(to: &descriptors) }

  package var deadline: Double {
    isDone ? 0 : min(connection.deadline, echoEnd, hasWork ? nextEdits : .infinity)
  }

  /// Whether there is something to send. The next index waits for the last one.
  private var hasWork: Bool { hasIndex && !draft.awaitsEcho && !(edits.isEmpty && unsent.isEmpty && !draft.needsIndex) }

  private var isDone: Bool { isLast && hasIndex && !hasWork && !draft.awaitsEcho && underway.isEmpty && !hasEnded }

  package func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    let hasMore = connection.serve(now: now)
    if now >= echoEnd {
      (echoEnd, isDeaf) = (.infinity, isDeaf ?? true)
      draft.confirmEcho(now: wallClockNow())
    }
    if hasWork, now >= nextEdits {
      applyEdits(now: now)
      if !isBusy { onRoom() }
    }
    if isDone { end(nil) }
    return isClosed ? .finished : hasMore ? .more : .idle
  }

  package func close() {
    isClosed = true
    connection.close()
  }
}

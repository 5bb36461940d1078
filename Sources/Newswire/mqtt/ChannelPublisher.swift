package import Base
package import Glibc

/// Sends items, numbers and urgent headlines to a channel. It first reads the channel's index, and continues from it. While
/// the broker is away nothing is lost: retained messages are sent when it is back.
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
  /// Whether the index has to be sent though nothing changes.
  private var needsIndex = false
  /// When to send further changes: those of a moment share an index, which is long.
  private var nextEdits = 0.0
  private var index: ChannelIndex?
  private var subscription: Int32?
  private var farewell: Int32?
  private var isLast = false
  private var hasEnded = false
  private var isClosed = false

  private static let pause = 0.05
  /// The limit for urgent headlines that wait for the broker; older ones are dropped.
  private static let mostWaiting = 100

  /// - Parameters:
  ///   - settings: With a channel.
  ///   - most: The limit for its items.
  package init(_ settings: BrokerSettings, passwords: String?, keeping most: Int, endsIfAway: Bool) {
    self.endsIfAway = endsIfAway
    name = settings.address.description
    draft = ChannelDraft(of: settings.address.channel ?? "", keeping: most)
    connection = BrokerConnection(settings, passwords: passwords)
    connection.onUp = { [unowned self] in
      (hasIndex, index) = (false, nil)
      subscription = connection.subscribe(draft.indexTopic, qos: 0)
    }
    connection.onDown = { [unowned self] reason, _ in lose(reason) }
    connection.handlers.onMessage = { [unowned self] topic, payload, _ in
      guard topic == draft.indexTopic, payload.count <= ChannelIndex.longestMessage else { return }
      index = try? ChannelIndex(message: String(decoding: payload, as: UTF8.self), source: topic)
    }
    // A broker answers in order: its retained messages come before the answer to the second request.
    connection.handlers.onSubscribed = { [unowned self] id, _ in
      if id == subscription { farewell = connection.unsubscribe(draft.indexTopic) }
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

  /// Replaces all items by these.
  package func replace(with items: [NewsItem]) {
    edit { draft in
      let new = Set(items.map(ChannelDraft.id))
      return draft.remove(draft.index.ids.filter { !new.contains($0) }, now: wallClockNow())
        + [draft.urgentRemoval] + draft.add(items, now: wallClockNow())
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

  private func begin() {
    hasIndex = true
    let own = draft.index
    let isKnown = index.map { own.seq > 0 && $0.seq == own.seq && $0.ids == own.ids } ?? false
    if !isKnown {
      draft.adopt(index ?? ChannelIndex(), now: wallClockNow())
      // A restarted broker may have lost its retained messages.
      unsent = draft.renewal + unsent.filter { !$0.isRetained }
    }
    (needsIndex, nextEdits) = (!isKnown && !draft.renewal.isEmpty, 0)
  }

  /// Sends the changes, and then the resulting index.
  private func applyEdits(now: Double) {
    nextEdits = now + Self.pause
    let old = draft.index
    for edit in edits { unsent += edit(&draft) }
    edits = []
    if draft.index != old || needsIndex { unsent.append(draft.indexMessage) }
    needsIndex = false
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
    hasIndex = false
    unsent = underway.sorted { $0.key < $1.key }.map(\.value) + unsent
    underway = [:]
    let urgent = unsent.filter { !$0.isRetained }.suffix(Self.mostWaiting)
    // The index is made again, as it may have changed meanwhile.
    unsent = unsent.filter { $0.isRetained && $0.topic != draft.indexTopic } + urgent
    needsIndex = true
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
    isDone ? 0 : min(connection.deadline, hasWork ? nextEdits : .infinity)
  }

  private var hasWork: Bool { hasIndex && !(edits.isEmpty && unsent.isEmpty && !needsIndex) }

  private var isDone: Bool { isLast && hasIndex && !hasWork && underway.isEmpty && !hasEnded }

  package func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    let hasMore = connection.serve(now: now)
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

package import Base
package import Glibc
internal import ScrollCore

/// Reads a broker for a view: its channel, lines and numbers. It passes changes on at most twenty times a second, of the same
/// thing the last; urgent headlines at once.
package final class BrokerReader: LoopSource {
  /// The broker welcomes the display, or welcomes it back.
  package var onUp: () -> Void = {}
  /// Something has been passed on.
  package var onNews: () -> Void = {}
  /// A request to the display.
  package var onRequest: (DisplayRequest) -> Void = { _ in }
  private let settings: BrokerSettings
  private let connection: BrokerConnection
  private let handler: (BrokerEvent) -> Void
  private var inbox: BrokerInbox
  private var subscriptions: [Int32: String] = [:]
  /// The topics of messages that the broker has not confirmed.
  private var publications: [Int32: String] = [:]
  private var errors: Set<String> = []
  /// When to pass changes on, to look for missing items, and to forget ended ones, on the monotonic clock.
  private var nextDelivery = Double.infinity
  private var lastDelivery = 0.0
  private var nextCheck = Double.infinity
  /// How many items were missing at the last check.
  private var missing = 0
  private var status: FeedStatus?
  private var isClosed = false

  private static let pause = 0.05
  /// Time for messages under way, in seconds.
  private static let checkPause = 5.0
  /// The limit for different messages about wrong content; a hostile sender makes more.
  private static let mostErrors = 20

  /// - Parameter passwords: The file of the user's passwords.
  package init(_ settings: BrokerSettings, passwords: String?, handler: @escaping (BrokerEvent) -> Void) {
    (self.settings, self.handler) = (settings, handler)
    inbox = BrokerInbox(settings)
    connection = BrokerConnection(settings, passwords: passwords)
    if let display = settings.options.display {
      connection.will = BrokerMessage(
        topic: DisplayTopic.availability.name(of: display), payload: DisplayTopic.offline, qos: 1, isRetained: true)
    }
    connection.handlers.onMessage = { [unowned self] in receive($0, $1, isRetained: $2) }
    connection.handlers.onSubscribed = { [unowned self] id, isGranted in
      guard let filter = subscriptions.removeValue(forKey: id), !isGranted else { return }
      report(Failure(of: settings.address.description, reason: "\(filter) may not be read"))
    }
    connection.handlers.onPublished = { [unowned self] id, refusal in
      let topic = publications.removeValue(forKey: id) ?? "a message"
      if let refusal { report(Failure(of: settings.address.description, reason: "\(topic) was refused: \(refusal)")) }
    }
    connection.onUp = { [unowned self] in
      subscribe()
      if settings.options.isAtHome == false { publish(.announcement, "") }
      tell(.read)
      if settings.wall != nil { handler(.welcome) }
      onUp()
    }
    connection.onDown = { [unowned self] reason, wait in
      (nextCheck, subscriptions, publications) = (.infinity, [:], [:])
      tell(.unreachable, because: reason, next: wallClockNow() + wait)
    }
  }

  /// Sends a message of the display. Returns whether the broker is there.
  @discardableResult package func publish(_ topic: DisplayTopic, _ text: String) -> Bool {
    guard let display = settings.options.display else { return false }
    let message = BrokerMessage(
      topic: topic.name(of: display), payload: text, qos: 1, isRetained: DisplayTopic.retained.contains(topic))
    return publish(message)
  }

  private func publish(_ message: BrokerMessage) -> Bool {
    guard let id = connection.publish(message) else { return false }
    if publications.count < Self.mostPublications { publications[id] = message.topic }
    return true
  }

  private static let mostPublications = 1000

  /// Reports that the display does not follow a request, and why.
  package func refuse(_ reason: String) {
    publish(.event, JSON.object(texts: [("event", "refused"), ("reason", reason)]).line)
  }

  /// Sends a conductor's message, or empties its topic. Dropped while disconnected; the conductor resends its plan on
  /// reconnect.
  package func publish(_ topic: WallTopic, _ text: String) {
    guard let wall = settings.wall, settings.conducts else { return }
    connection.publish(BrokerMessage(topic: topic.name(of: wall), payload: text, qos: 1, isRetained: true))
  }

  private func subscribe() {
    let requests = settings.options.display.map {
      [DisplayTopic.set("+").name(of: $0), DisplayTopic.command.name(of: $0)]
    }
    let births = settings.options.isAtHome == true ? [DisplayTopic.birth] : []
    for (filter, qos) in inbox.subscriptions + ((requests ?? []) + births).map({ ($0, 1) }) {
      if let id = connection.subscribe(filter, qos: qos) { subscriptions[id] = filter }
    }
    // The announcement of an earlier run; without the right to read it, nothing is removed.
    if settings.options.isAtHome == true, let display = settings.options.display {
      _ = connection.subscribe(DisplayTopic.announcement.name(of: display), qos: 0)
    }
  }

  private func receive(_ topic: String, _ payload: UnsafeRawBufferPointer, isRetained: Bool) {
    do throws(Failure) {
      if let display = settings.options.display,
        let request = try DisplayRequest(topic, payload, isRetained: isRetained, of: display)
      {
        return onRequest(request)
      }
    } catch {
      refuse(error.description)
      return report(error)
    }
    do throws(Failure) {
      try inbox.receive(topic, payload, isRetained: isRetained, now: wallClockNow())
    } catch { report(error, about: settings.address.channel.flatMap { ChannelTopic(topic, in: $0)?.kind }) }
    for topic in inbox.drainTopics() { _ = connection.subscribe(topic, qos: 0) }
    guard inbox.hasChanges || nextCheck == .infinity else { return }
    let now = monotonicNow()
    nextDelivery = inbox.isPressing ? 0 : min(nextDelivery, max(now, lastDelivery + Self.pause))
    nextCheck = now + Self.checkPause
  }

  /// Reports each kind of wrong content once.
  private func report(_ problem: Failure, about kind: String? = nil) {
    let key = "\(kind ?? "") \(problem.reason)"
    guard errors.count < Self.mostErrors, errors.insert(key).inserted else { return }
    handler(.feed(.error(problem)))
  }

  // MARK: - Delivering

  private func deliver(now: Double) {
    (nextDelivery, lastDelivery) = (.infinity, now)
    for event in inbox.takeChanges(now: now) { handler(event) }
    // A wall's plan waits its turn.
    if inbox.hasChanges { nextDelivery = now + Self.pause }
    onNews()
    if connection.isUp { tell(.read) }
  }

  /// Looks for items that the index names and that have not come. They are asked for once more, and reported then.
  private func check() {
    nextCheck = .infinity
    inbox.expire(now: wallClockNow())
    let count = inbox.contents?.missingCount(at: wallClockNow()) ?? 0
    defer { missing = count }
    guard count > 0, connection.isUp, let channel = settings.address.channel else { return }
    if count != missing {
      // The broker sends retained messages again to a new subscription.
      _ = connection.subscribe(ChannelTopic.item("+").name(in: channel), qos: 0)
      nextCheck = monotonicNow() + Self.checkPause
    } else {
      report(
        Failure(
          of: settings.address.description,
          reason: "\(count) of its headlines are missing; the sender must publish them again"))
    }
  }

  private func tell(_ outcome: FeedStatus.Outcome, because reason: String? = nil, next: UnixTime? = nil) {
    guard settings.address.channel != nil || outcome != .read else { return }
    var new = FeedStatus(
      url: settings.address.description, outcome: outcome, reason: reason.map(Reason.init), nextLook: next)
    new.count = inbox.contents?.count ?? 0
    // The count matters only if it was or becomes 0.
    let isKnown = status.map { ($0.outcome, $0.reason, $0.count > 0) == (new.outcome, new.reason, new.count > 0) }
    guard outcome != .read || isKnown != true else { return }
    let isNews = reason != nil && new.reason != status?.reason
    status = new
    handler(.feed(.status(new)))
    if isNews, let reason { handler(.feed(.error(Failure(of: settings.address.description, reason: reason)))) }
  }

  // MARK: - In the loop

  package func appendDescriptors(to descriptors: inout [pollfd]) { connection.appendDescriptors(to: &descriptors) }

  package var deadline: Double { min(connection.deadline, nextDelivery, nextCheck) }

  package func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    let hasMore = connection.serve(now: now)
    if now >= nextDelivery { deliver(now: now) }
    if now >= nextCheck { check() }
    return isClosed ? .finished : hasMore ? .more : .idle
  }

  package func close() {
    isClosed = true
    connection.close()
  }
}

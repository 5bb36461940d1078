internal import Base
internal import Glibc

/// A lasting connection to a broker: it comes back by itself, later after each failure, and falls back to MQTT 3.1.1 for a
/// broker that does not know MQTT 5.
///
/// The library looks names up and connects without returning meanwhile. So it belongs into a process of its own
/// (`BrokerRelay`), or into one with nothing else to do.
final class BrokerConnection {
  let settings: BrokerSettings
  /// The broker has accepted the connection; called again after each interruption, which ends all subscriptions.
  var onUp: () -> Void = {}
  /// The broker is away, for this reason, until the next attempt in a number of seconds.
  var onDown: (_ reason: String, _ wait: Double) -> Void = { _, _ in }
  var handlers = MosquittoClient.Handlers()
  /// The will: the broker publishes it if this end falls silent.
  var will: BrokerMessage?
  private(set) var isUp = false

  private let credentials: CredentialFile?
  private var client: MosquittoClient?
  private var isFive: Bool
  private var policy = RefreshPolicy()
  private var failures = 0
  private var nextAttempt = 0.0
  private var nextSign = Double.infinity
  private var answerBy = Double.infinity
  private var upSince = 0.0
  /// Why the connection has to end, found within a call of the library.
  private var problem: String?
  private var hasMore = false
  private var isClosed = false

  /// How long to wait for the broker's welcome, in seconds.
  private static let patience = 15.0
  /// After this many seconds a connection counts as stable, and the next attempt comes early again.
  private static let soundLife = 30.0

  /// - Parameter passwords: The file of the user's passwords.
  init(_ settings: BrokerSettings, passwords: String?) {
    self.settings = settings
    credentials = passwords.map { CredentialFile(path: $0) }
    isFive = settings.options.version != .three
    // One second after the first failure, a minute at last, and up to half of that more, so that a fleet spreads out.
    (policy.interval, policy.shortest, policy.longest, policy.jitter) = (8, 1, 60, 0.5)
  }

  // MARK: - Requests, dropped while disconnected

  func subscribe(_ filter: String, qos: Int32) -> Int32? {
    request { (client) throws(Failure) in try client.subscribe(filter, qos: qos) }
  }

  func unsubscribe(_ filter: String) -> Int32? {
    request { (client) throws(Failure) in try client.unsubscribe(filter) }
  }

  @discardableResult func publish(_ message: BrokerMessage) -> Int32? {
    request { (client) throws(Failure) in try client.publish(message) }
  }

  private func request(_ body: (MosquittoClient) throws(Failure) -> Int32) -> Int32? {
    guard isUp, let client else { return nil }
    do throws(Failure) { return try body(client) } catch {
      problem = problem ?? error.reason
      return nil
    }
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) { client?.appendDescriptors(to: &descriptors) }

  var deadline: Double {
    if client == nil { return nextAttempt }
    return hasMore || problem != nil ? 0 : min(nextSign, answerBy)
  }

  /// Does a piece of work. Returns whether more is waiting.
  func serve(now: Double) -> Bool {
    if isClosed { return false }
    if client == nil, now >= nextAttempt { connect() }
    guard let client else { return false }
    do throws(Failure) {
      hasMore = try !client.serve(Budget())
      let now = monotonicNow()
      if now >= nextSign {
        try client.keepAlive()
        nextSign = now + Double(settings.options.keepAlive) / 10
      }
      if now >= answerBy { problem = problem ?? "it does not answer" }
    } catch {
      problem = problem ?? error.reason
    }
    if let problem { lose(problem) }
    return hasMore
  }

  func close() {
    isClosed = true
    // Without a farewell the broker publishes the will, as it should.
    if isUp, will == nil { client?.leave() }
    (client, isUp) = (nil, false)
  }

  // MARK: - Coming and going

  private func connect() {
    let found = credentials?.credentials(for: settings.address)
    let user = settings.address.user ?? found?.user
    let fits = settings.address.user == nil || found?.user == nil || settings.address.user == found?.user
    let password = settings.password ?? BrokerSettings.passwordOfEnvironment ?? (fits ? found?.password : nil)
    do throws(Failure) {
      if let problem = credentials?.problem { throw problem }
      let client = try MosquittoClient(
        settings, isFive: isFive, name: settings.options.display.map { "newsreel-\($0)" }, user: user,
        password: password,
        will: will)
      client.handlers = handlers
      client.handlers.onAnswer = { [weak self] in self?.receive(answer: $0) }
      self.client = client
      try client.connect()
      let now = monotonicNow()
      (answerBy, nextSign) = (now + Self.patience, now + min(Double(settings.options.keepAlive) / 10, 1))
    } catch {
      lose(error.kind == .system && error.subject == settings.address.description ? error.reason : error.description)
    }
  }

  private func receive(answer code: Int32) {
    guard code == 0 else {
      let isVersion = code == 1 || code == 0x84
      if isFive, settings.options.version == .automatic, isVersion {
        problem = Self.wrongVersion
        return
      }
      problem = client?.refusal(code) ?? "it refuses"
      return
    }
    (isUp, answerBy, upSince) = (true, .infinity, monotonicNow())
    onUp()
  }

  private static let wrongVersion = "it does not know this version of MQTT"

  private func lose(_ reason: String) {
    Fence.renewIfNamesMoved()
    let now = monotonicNow()
    let wasUp = isUp
    (client, isUp, problem, hasMore) = (nil, false, nil, false)
    (nextSign, answerBy) = (.infinity, .infinity)
    if isFive, reason == Self.wrongVersion {
      isFive = false
      nextAttempt = now
      return
    }
    // Some brokers only hang up on a version that they do not know.
    if !wasUp, settings.options.version == .automatic { isFive.toggle() }
    if wasUp, now - upSince >= Self.soundLife { failures = 0 }
    failures += 1
    let wait = policy.wait(failures: failures, retryAfter: nil)
    nextAttempt = now + wait
    // Brokers of MQTT 3.1.1, and mosquitto 2.0, do not say that another client has come with the same name.
    let isShort = wasUp && now - upSince < Self.soundLife && settings.options.display != nil
    let isLost = isShort && failures > 1 && reason == MosquittoClient.lost
    onDown(isLost ? reason + Self.hint : reason, wait)
  }

  private static let hint = "; if that goes on, another display has the same --mqtt-display"
}

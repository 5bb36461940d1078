internal import Base

/// A reader's account among the polled feeds, with the time of its next round.
final class PolledAccount {
  let sync: AccountSync
  /// Whether it is followed even without feeds, so that the first one is noticed.
  var isFollowed: Bool
  /// When a round is due without feeds, on the monotonic clock.
  var due = 0.0
  var failures = 0
  /// The last reported failure.
  var lastError: Reason?
  /// When to send marks, on the monotonic clock.
  private(set) var marksDue: Double
  private let delay: Double

  init(_ sync: AccountSync, isFollowed: Bool, settings: CrawlerSettings) {
    (self.sync, self.isFollowed, delay) = (sync, isFollowed, settings.markDelay)
    // From an earlier run.
    marksDue = sync.hasMarks ? 0 : .infinity
  }

  /// Sends new marks soon; after a failure, with the next try.
  func recordWaitingMarks() {
    if failures == 0, marksDue == .infinity, sync.hasMarks { marksDue = monotonicNow() + delay }
  }

  /// Begins to send marks; a round also gets the rest.
  func begin(isRound: Bool) {
    marksDue = .infinity
    if isRound { due = .infinity }
  }
}

// MARK: - Rounds

extension FeedCrawler {
  /// Follows an account, also while it has no feeds.
  package func follow(_ address: String) { account(at: address)?.isFollowed = true }

  /// Adds the user's marks that an account may not know yet: the whole file, so some may be known here.
  package func mark(_ new: [UnsentMarks.Mark]) {
    marks.add(new)
    for account in accounts { account.recordWaitingMarks() }
  }

  /// Stops following an account.
  package func drop(_ address: String) {
    accounts.removeAll { account in account.sync.address == address && states(of: account).isEmpty }
    accounts.first { $0.sync.address == address }?.isFollowed = false
  }

  /// Sees to it that the account of a feed is polled, and that the feed's items come.
  func joinAccount(_ feed: FeedSpec) {
    guard let place = feed.account else { return }
    account(at: place.account)?.sync.forgetIgnored()
  }

  private func account(at address: String) -> PolledAccount? {
    if let known = accounts.first(where: { $0.sync.address == address }) { return known }
    guard let base = WebAddress(address) else { return nil }
    let sync = AccountSync(
      address, base: base, http: client, marks: marks, limits: settings.limits, handlers: handlers(for: address))
    let account = PolledAccount(sync, isFollowed: false, settings: settings)
    accounts.append(account)
    return account
  }

  func states(of account: PolledAccount) -> [FeedState] {
    states.filter { $0.spec.account?.account == account.sync.address }
  }

  func deadline(of account: PolledAccount) -> Double {
    if account.sync.isBusy { return .infinity }
    let states = states(of: account)
    if states.isEmpty { return account.isFollowed ? min(account.due, account.marksDue) : account.marksDue }
    // The cache comes first.
    guard states.allSatisfy(\.isLoaded) else { return .infinity }
    return states.reduce(account.marksDue) { min($0, $1.roundDue) }
  }

  func serve(_ account: PolledAccount, now: Double) {
    guard now >= deadline(of: account) else { return }
    let states = states(of: account)
    let isRoundDue = states.isEmpty ? account.isFollowed && now >= account.due : states.contains { now >= $0.roundDue }
    account.begin(isRound: isRoundDue)
    guard isRoundDue else { return account.sync.send { [weak self] in self?.finishSending(account, $0) } }
    for state in states { state.beginLook() }
    account.sync.run { [weak self] failure in self?.finishRound(account, states, failure) }
  }

  private func finishSending(_ account: PolledAccount, _ failure: AccountFailure?) {
    guard failure == nil else { return finishRound(account, states(of: account), failure) }
    (account.failures, account.lastError) = (0, nil)
    account.recordWaitingMarks()
  }

  private func finishRound(_ account: PolledAccount, _ states: [FeedState], _ failure: AccountFailure?) {
    guard !isClosed else { return }
    account.failures = failure == nil ? 0 : account.failures + 1
    let interval = states.compactMap(\.spec.interval).min()
    let wait =
      failure.map { settings.policy.wait(failures: account.failures, retryAfter: $0.response?.retryAfter) }
      ?? settings.policy.wait(interval: interval, maxAge: nil, timeToLive: nil)
    account.due = monotonicNow() + wait
    if let failure, failure.reason != account.lastError {
      send(.error(Failure(of: account.sync.address, failure.reason)))
    }
    account.lastError = failure?.reason
    let outcome: FeedStatus.Outcome = failure.map { $0.isReached ? .failed : .unreachable } ?? .read
    for state in states where !state.isRemoved {
      state.endRound(failure?.reason, next: account.due)
      send(.status(state.status(outcome, because: failure?.reason)))
      saveCache(of: state)
    }
    // Marks made meanwhile.
    account.recordWaitingMarks()
  }

  // MARK: - A round's results

  private func handlers(for address: String) -> AccountSyncHandlers {
    func state(_ crawler: FeedCrawler?, _ stream: String) -> FeedState? {
      crawler?.states.first { $0.spec.account?.account == address && $0.spec.account?.stream == stream }
    }
    var handlers = AccountSyncHandlers()
    handlers.known = { [weak self] in
      (self?.states ?? []).compactMap { state in
        state.spec.account.flatMap { $0.account == address ? ($0.stream, state.entry.items) : nil }
      }
    }
    handlers.isWanted = { [weak self] in state(self, $0) != nil }
    handlers.onSubscriptions = { [weak self] in self?.receive($0, of: address) }
    handlers.onSent = { [weak self] in self?.send(.account(.sent($0))) }
    handlers.onMarks = { [weak self] stream, read, unread in
      guard let self, let feed = state(self, stream)?.spec.url else { return }
      send(.marked(read: read, unread: unread, feed: feed))
    }
    handlers.onItems = { [weak self] items in
      guard let self else { return }
      for state in states where state.spec.account?.account == address {
        deliver(items[state.spec.account?.stream ?? ""] ?? [], of: state)
      }
    }
    return handlers
  }

  /// Has the list updated, which the strips follow.
  private func receive(_ subscriptions: [Subscription], of address: String) {
    for subscription in subscriptions {
      states.first { $0.spec.url == subscription.feed.url && $0.spec.account?.account == address }?
        .describe(subscription)
    }
    send(.account(.subscriptions(subscriptions, of: address)))
  }

  private func deliver(_ items: [NewsItem], of state: FeedState) {
    var feed = ParsedFeed()
    (feed.title, feed.link, feed.icon) = (state.entry.title, state.entry.link, state.entry.icon)
    feed.items = Array(items.prefix(settings.limits.items))
    deliver(feed, of: state)
  }
}

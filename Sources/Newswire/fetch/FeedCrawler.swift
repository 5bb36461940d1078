package import Base
package import Glibc

/// The settings for fetching feeds.
package struct CrawlerSettings: Sendable {
  package var policy = RefreshPolicy()
  package var http = HTTPSettings()
  package var limits = FeedLimits()
  /// The directory of the feed cache; nil for none.
  package var cacheDirectory: String?
  /// The directory of the feeds' icons; nil for none.
  package var iconDirectory: String?
  /// The directory of the pictures of rows; nil for none.
  package var pictureDirectory: String?
  /// Like `makeIcon`, for the pictures of rows.
  package var makePicture: @Sendable (_ picture: String, _ small: String) -> String? = { _, _ in "cannot be read here" }
  /// Whether recently fetched feeds in the cache wait for their next time instead of being fetched at once.
  package var keepsPace = false
  /// The time to collect marks before they are sent, in seconds.
  package var markDelay = 2.0
  /// Converts the image at the first path to a small PNG file at the second. Returns the error, nil for success, or an
  /// empty text for a failure not worth a message.
  package var makeIcon: @Sendable (_ picture: String, _ icon: String) -> String? = { _, _ in "cannot be read here" }

  package init() {}
}

/// Polls all of the user's feeds, each at its own interval. It delivers the cache first, then the network.
///
/// At most 8 transfers run at a time (`HTTPSettings.connections`), and one for each host.
package final class FeedCrawler: LoopSource {
  let settings: CrawlerSettings
  private let handler: (FeedEvent) -> Void
  let client: HTTPClient
  private let cache: FeedCache?
  private let icons: FeedIcons?
  private let pictures: FeedIcons?
  private(set) var states: [FeedState] = []
  /// The reader's accounts of feeds, and those to follow.
  var accounts: [PolledAccount] = []
  /// The user's marks that the accounts do not know yet.
  let marks = WaitingMarks()
  private(set) var isClosed = false
  private var hasPruned = false
  private var cacheError: String?
  private var passwordError: Failure?

  package init(feeds: [FeedSpec], settings: CrawlerSettings, handler: @escaping (FeedEvent) -> Void) {
    self.settings = settings
    self.handler = handler
    client = HTTPClient(settings: settings.http)
    cache = settings.cacheDirectory.map { FeedCache(directory: $0) }
    icons = settings.iconDirectory.map { [client] in
      FeedIcons(directory: $0, client: client, make: settings.makeIcon)
    }
    pictures = settings.pictureDirectory.map { [client] in
      FeedIcons(directory: $0, noun: "picture", client: client, make: settings.makePicture)
    }
    var known: Set<String> = []
    states = feeds.filter { known.insert($0.url).inserted }.map { FeedState($0) }
    for feed in feeds { joinAccount(feed) }
  }

  /// Adds a feed, unless it is present. `asksAgain` retries one that was gone for good.
  package func add(_ feed: FeedSpec, asksAgain: Bool = true) {
    guard !isClosed, !states.contains(where: { $0.spec.url == feed.url }) else { return }
    states.append(FeedState(feed, asksAgain: asksAgain))
    joinAccount(feed)
  }

  /// Fetches a feed now. If its server has demanded a wait, it reports the status instead.
  package func look(at url: String) {
    guard let state = states.first(where: { $0.spec.url == url }) else { return }
    state.makeDue()
    if let status = state.restingStatus(now: monotonicNow()) { send(.status(status)) }
  }

  /// Removes a feed, and discards a running fetch.
  package func remove(_ url: String) {
    states.first { $0.spec.url == url }?.isRemoved = true
    states.removeAll { $0.spec.url == url }
  }

  /// Whether every feed has been fetched, or keeps its pace and waits for its time, and no fetch is running.
  package var isSettled: Bool { states.allSatisfy(isSettled) && client.isIdle }

  private func isSettled(_ state: FeedState) -> Bool {
    guard state.isLoaded, !state.isBusy else { return false }
    return state.hasBeenLookedAt || settings.keepsPace && state.deadline > monotonicNow()
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    client.appendDescriptors(to: &descriptors)
    for state in states { state.appendDescriptors(to: &descriptors) }
  }

  package var deadline: Double {
    let ofAccounts = accounts.reduce(.infinity) { min($0, deadline(of: $1)) }
    return states.reduce(min(client.deadline, ofAccounts)) { min($0, $1.deadline) }
  }

  package func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    let budget = Budget()
    reportPasswords()
    // Loads the cache of all feeds before the first request.
    for state in states where !state.isLoaded {
      loadCache(of: state, now: now)
      if budget.isSpent { return .more }
    }
    for state in states {
      state.noticeChange(now: now)
      if state.isDue(now: now) { look(at: state) }
    }
    for account in accounts { serve(account, now: now) }
    for state in states where state.isReadingFile {
      state.readFile()
      if budget.isSpent { return .more }
    }
    let result = client.service(now: now)
    return isClosed ? .finished : result
  }

  package func close() {
    isClosed = true
    client.close()
    (states, accounts) = ([], [])
  }

  /// Sends an event, unless the crawler has been closed.
  func send(_ event: FeedEvent) { if !isClosed { handler(event) } }

  /// Reports once why the user's passwords are not used.
  private func reportPasswords() {
    let problem = client.passwordProblem
    if let problem, problem != passwordError { send(.error(problem)) }
    passwordError = problem
  }

  // MARK: - Fetching

  private func look(at state: FeedState) {
    state.beginLook()
    let fetch = FeedFetch(limits: settings.limits, readsAlerts: state.spec.alerts != nil) {
      [weak self, weak state] outcome in
      guard let self, let state, !state.isRemoved, !isClosed else { return }
      followLinks(state, outcome)
    }
    if let address = state.spec.address {
      // Only complete content may be reused as not modified.
      let known = state.entry.items.isEmpty ? nil : state.entry
      let moved = state.entry.movedTo.flatMap(WebAddress.init)
      fetch.start(moved ?? address, entityTag: known?.entityTag, lastModified: known?.lastModified, client: client)
    } else {
      do throws(Failure) { try state.openFile(fetch) } catch { finish(state, .failed(error.why, nil)) }
    }
  }

  /// Fetches the alerts that a feed of alerts links to, also if the feed itself is the same as before.
  private func followLinks(_ state: FeedState, _ outcome: FeedFetch.Outcome) {
    let (found, response): (ParsedFeed?, HTTPResponse)
    switch outcome {
    case .read(let feed, let answer): (found, response) = (feed, answer)
    case .notModified(let answer): (found, response) = (state.links.feed, answer)
    case .failed: return finish(state, outcome)
    }
    guard let found, found.alerts != nil else { return finish(state, outcome) }
    let isOwn = state.spec.address == nil || response.isPrivate
    state.links.follow(found, mayBePrivate: isOwn, client: client) { [weak self, weak state] feed in
      guard let self, let state, !state.isRemoved, !isClosed else { return }
      finish(state, .read(feed, response))
    }
  }

  private func finish(_ state: FeedState, _ outcome: FeedFetch.Outcome) {
    switch outcome {
    case .read(let feed, let response):
      state.succeed(response, with: feed, policy: settings.policy)
      deliver(feed, of: state)
      guard let problem = feed.problemOfLinks.map(Reason.init) else { return send(.status(state.status(.read))) }
      if state.note(problemOfLinks: problem) { send(.error(Failure(of: state.name, problem))) }
      send(.status(state.status(.failed, because: problem)))
    case .notModified(let response):
      state.succeed(response, with: nil, policy: settings.policy)
      saveCache(of: state)
      send(.status(state.status(.read)))
    case .failed(let reason, let response):
      let isNews = state.fail(reason, response, policy: settings.policy)
      if isNews { send(.error(Failure(of: state.name, reason))) }
      let isFile = state.spec.address == nil
      let outcome: FeedStatus.Outcome =
        response?.status == 410 ? .gone : response == nil && !isFile ? .unreachable : .failed
      send(.status(state.status(outcome, because: reason)))
      saveCache(of: state)
    }
  }

  // MARK: - Delivering

  func deliver(_ feed: ParsedFeed, of state: FeedState) {
    let news = state.update(with: feed, now: wallClockNow(), keeping: settings.limits.items)
    describe(state)
    if !news.items.isEmpty { send(.items(news.items, feed: state.spec.url)) }
    if !news.withdrawn.isEmpty { send(.withdrawn(news.withdrawn, feed: state.spec.url)) }
    saveCache(of: state)
    fetchIcon(of: state)
  }

  private func describe(_ state: FeedState) {
    if let description = state.newDescription(icons: icons) { send(.described(description)) }
  }

  private func fetchIcon(of state: FeedState) {
    guard let icons, !isClosed, let address = state.iconAddress else { return }
    let icon = state.entry.icon
    // A feed from the internet must not make us access private addresses.
    let trusted = [state.spec.address, state.spec.account.flatMap { WebAddress($0.account) }].compactMap(\.self)
    let mayBePrivate = trusted.isEmpty || trusted.contains { $0.host == address.host }
    icons.fetch(address, mayBePrivate: mayBePrivate) { [weak self, weak state] error in
      guard let self, let state, !state.isRemoved, !isClosed else { return }
      if let error {
        if !error.reason.isEmpty { send(.error(Failure(of: state.name, reason: error.reason))) }
      } else {
        // Feeds of a site may share it.
        for other in states where other.entry.icon == icon { describe(other) }
      }
    }
  }

  /// Fetches the picture of a row, or reports that it is there already.
  package func fetchPicture(_ url: String, mayBePrivate: Bool) {
    guard let pictures, !isClosed, let address = WebAddress(url) else { return }
    // The requester knows it by this text.
    func tell() {
      if let path = pictures.file(of: address.description) { send(.picture(path: path, address: url)) }
    }
    tell()
    pictures.fetch(address, mayBePrivate: mayBePrivate) { [weak self] error in
      guard let self else { return }
      guard let error else { return tell() }
      send(.error(Failure(of: error.subject, reason: "\(error.reason); rows are shown without it")))
    }
  }

  // MARK: - The cache

  private func loadCache(of state: FeedState, now: Double) {
    var entry: FeedCache.Entry?
    var problem: Failure?
    // An alert that its source has withdrawn since is not shown for a moment.
    let cache = state.spec.alerts == nil ? cache : nil
    do throws(Failure) { entry = try cache?.load(state.spec.url) } catch { problem = error }
    state.load(entry, now: now, time: wallClockNow(), policy: settings.keepsPace ? settings.policy : nil)
    if let problem { return send(.error(problem)) }
    guard let entry else { return }
    if !entry.items.isEmpty {
      describe(state)
      send(.items(state.entry.items, feed: state.spec.url))
    }
    if let status = state.restingStatus(now: now) { send(.status(status)) }
  }

  func saveCache(of state: FeedState) {
    guard let cache, !isClosed, state.spec.alerts == nil else { return }
    if !hasPruned { FeedCache.prune(cache.directory, days: 60, endings: [".jsonl"]) }
    hasPruned = true
    do throws(Failure) {
      try cache.save(state.entry)
      cacheError = nil
    } catch {
      Fence.renew(ifReplaced: cache.directory)
      // A full disk causes the same message for every feed.
      let reason = "\(error.reason); headlines will be missing at the next start"
      if cacheError != reason { send(.error(Failure(of: cache.directory, reason: reason))) }
      cacheError = reason
    }
  }
}

package import Base
package import Glibc

/// How the feeds are read.
package struct CrawlerSettings: Sendable {
  package var policy = RefreshPolicy()
  package var http = HTTPSettings()
  package var limits = FeedLimits()
  /// Where the last good items are kept; nil for nowhere.
  package var cacheDirectory: String?
  /// Where the feeds' icons are kept; nil for nowhere.
  package var iconDirectory: String?
  /// Makes a small PNG file at the second path of the picture at the first; says why not where it cannot: an empty text
  /// where that is not worth a word.
  package var makeIcon: @Sendable (_ picture: String, _ icon: String) -> String? = { _, _ in "cannot be read here" }
  /// Of the jitter.
  package var seed = UInt64.random(in: .min ... .max)

  package init() {}
}

/// Reads all of the user's feeds, each at its own pace: the cache at once, then the network.
///
/// At most 8 transfers at a time (`HTTPSettings.connections`), one to each host.
package final class FeedCrawler: LoopSource {
  let settings: CrawlerSettings
  let handler: (FeedEvent) -> Void
  private let client: HTTPClient
  private let cache: FeedCache?
  let icons: FeedIcons?
  private var random: SeededRandom
  var states: [FeedState] = []
  var isClosed = false
  private var hasPruned = false

  package init(feeds: [FeedSpec], settings: CrawlerSettings, handler: @escaping (FeedEvent) -> Void) {
    self.settings = settings
    self.handler = handler
    client = HTTPClient(settings: settings.http)
    cache = settings.cacheDirectory.map { FeedCache(directory: $0) }
    icons = settings.iconDirectory.map { [client] in
      FeedIcons(directory: $0, client: client, make: settings.makeIcon)
    }
    random = SeededRandom(seed: settings.seed)
    for feed in feeds { add(feed) }
  }

  /// Adds a feed and looks at it at once; one that is there takes the new settings.
  package func add(_ feed: FeedSpec) {
    if let state = state(of: feed.url) {
      state.spec = feed
    } else {
      states.append(FeedState(feed))
    }
  }

  /// Forgets a feed; what comes of a look under way is dropped.
  package func remove(_ url: String) {
    state(of: url)?.isRemoved = true
    states.removeAll { $0.spec.url == url }
  }

  /// Looks at all feeds, or at one, as soon as may be; a server's `Retry-After` still holds.
  package func refresh(_ url: String? = nil) {
    for state in states where url == nil || state.spec.url == url { state.dueAt = min(state.dueAt, state.notBefore) }
  }

  /// The most connections that were open at once, ever.
  package var mostTransfers: Int { client.mostTransfers }

  /// Whether every feed has been looked at and none is being looked at.
  package var isSettled: Bool { states.allSatisfy { $0.isLoaded && !$0.isBusy && $0.looks > 0 } && client.isIdle }

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    guard !isClosed else { return }
    client.appendDescriptors(to: &descriptors)
    for state in states {
      if let watch = state.watch { descriptors.append(pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)) }
    }
  }

  package var deadline: Double {
    states.reduce(client.deadline) { min($0, $1.isBusy ? $1.fileDeadline : $1.isLoaded ? $1.dueAt : 0) }
  }

  package func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    let budget = Budget()
    // What is known comes first, of all feeds, before the network is asked for the first.
    for state in states where !state.isLoaded {
      loadCache(of: state, now: now)
      if isClosed { return .finished }
      if budget.isSpent { return .more }
    }
    for state in states {
      noticeChange(of: state, now: now)
      if !state.isBusy, now >= state.dueAt { look(at: state) }
    }
    for state in states where state.file != nil {
      readFile(of: state)
      if isClosed { return .finished }
      if budget.isSpent { return .more }
    }
    let result = client.service(now: now)
    if isClosed { return .finished }
    return result == .more ? .more : .idle
  }

  package func close() {
    isClosed = true
    client.close()
    states = []
  }

  private func state(of url: String) -> FeedState? { states.first { $0.spec.url == url } }

  // MARK: Looking

  private func look(at state: FeedState) {
    state.isBusy = true
    state.dueAt = .infinity
    let fetch = FeedFetch(limits: settings.limits) { [weak self, weak state] outcome in
      guard let self, let state, !state.isRemoved, !isClosed else { return }
      finish(state, outcome)
    }
    if let address = state.spec.address {
      // Only what was read whole may be left as it is.
      let hasItems = !state.items.isEmpty
      fetch.start(
        state.movedTo ?? address, entityTag: hasItems ? state.entityTag : nil,
        lastModified: hasItems ? state.lastModified : nil,
        client: client)
    } else {
      beginFile(of: state, fetch)
    }
  }

  private func finish(_ state: FeedState, _ outcome: FeedFetch.Outcome) {
    state.isBusy = false
    state.looks += 1
    switch outcome {
    case .read(let feed, let response, _):
      state.entityTag = response.entityTag
      state.lastModified = response.lastModified
      // Only what has turned out to be a feed is taken for the feed's new address.
      if let address = response.movedTo, !feed.items.isEmpty { state.movedTo = address }
      succeed(state, response, timeToLive: feed.timeToLive)
      deliver(feed, of: state)
    case .notModified(let response): succeed(state, response, timeToLive: state.timeToLive)
    case .failed(let reason, let response): fail(state, reason, response)
    }
  }

  private func succeed(_ state: FeedState, _ response: HTTPResponse, timeToLive: Double?) {
    state.failures = 0
    state.lastError = nil
    state.timeToLive = timeToLive
    guard state.spec.address != nil else { return }  // a file says itself when it has changed
    let wait = settings.policy.wait(
      interval: state.spec.interval, maxAge: response.maxAge, timeToLive: timeToLive, random: &random)
    state.dueAt = monotonicNow() + wait
    state.notBefore = 0
  }

  func fail(_ state: FeedState, _ reason: String, _ response: HTTPResponse?) {
    state.failures += 1
    let isGone = response?.status == 410
    let wait = settings.policy.wait(failures: state.failures, retryAfter: response?.retryAfter, random: &random)
    if state.spec.address != nil || state.watch == nil { state.dueAt = isGone ? .infinity : monotonicNow() + wait }
    state.notBefore = response?.retryAfter.map { monotonicNow() + $0 } ?? 0
    if state.movedTo != nil, isGone || state.failures >= 3 { goBack(state) }
    guard reason != state.lastError else { return }
    state.lastError = reason
    handler(.error(Failure(of: state.spec.label ?? state.spec.url, reason: reason)))
  }

  /// The new address has failed for good: the one that the user gave may know better.
  private func goBack(_ state: FeedState) {
    (state.movedTo, state.failures) = (nil, 0)
    if state.dueAt == .infinity { state.dueAt = monotonicNow() + settings.policy.shortest }
  }

  // MARK: Delivering

  private func deliver(_ feed: ParsedFeed, of state: FeedState) {
    let now = wallClockNow()
    let topic = state.spec.label ?? feed.title ?? state.spec.address?.host ?? state.spec.url
    let known = Dictionary(state.items.map { ($0.id, $0.arrived) }, uniquingKeysWith: { first, _ in first })
    let items = feed.items.map { item in
      var item = item
      item.feed = state.spec.url
      item.topic = topic
      item.arrived = known[item.id] ?? now
      return item
    }
    state.items = items
    describe(state, title: feed.title, link: feed.link, icon: feed.icon)
    let new = items.filter { state.delivered.insert($0.id).inserted }
    // A feed forgets its old items; so does the memory of what was delivered.
    if state.delivered.count > 4 * settings.limits.items { state.delivered = Set(items.map(\.id)) }
    if !new.isEmpty, !isClosed { handler(.items(new, feed: state.spec.url)) }
    saveCache(of: state)
    fetchIcon(of: state)
  }

  func describe(_ state: FeedState, title: String?, link: String?, icon: String?) {
    var description = FeedDescription(url: state.spec.url, title: title, link: link, icon: icon)
    description.picture = icon.flatMap { iconAddress($0, of: state) }.flatMap { icons?.file(of: $0.description) }
    guard state.description != description else { return }
    state.description = description
    handler(.described(description))
  }

  // MARK: The cache

  private func loadCache(of state: FeedState, now: Double) {
    state.isLoaded = true
    state.dueAt = now
    guard let cache else { return }
    do throws(Failure) {
      guard let entry = try cache.load(state.spec.url), !entry.items.isEmpty else { return }
      state.entityTag = entry.entityTag
      state.lastModified = entry.lastModified
      state.movedTo = entry.movedTo.flatMap { WebAddress($0) }
      let topic = state.spec.label ?? entry.title
      state.items = entry.items.map { item in
        var item = item
        item.topic = topic ?? item.topic
        return item
      }
      describe(state, title: entry.title, link: entry.link, icon: entry.icon)
      state.delivered = Set(state.items.map(\.id))
      if !isClosed { handler(.items(state.items, feed: state.spec.url)) }
    } catch {
      handler(.error(error))
    }
  }

  private func saveCache(of state: FeedState) {
    guard let cache, !isClosed else { return }
    if !hasPruned { cache.prune(days: 60) }
    hasPruned = true
    var entry = FeedCache.Entry(url: state.spec.url)
    entry.movedTo = state.movedTo?.description
    (entry.title, entry.link, entry.icon) = (state.description?.title, state.description?.link, state.description?.icon)
    (entry.entityTag, entry.lastModified, entry.items) = (state.entityTag, state.lastModified, state.items)
    do throws(Failure) {
      try cache.save(entry)
      cacheError = nil
    } catch {
      // A full disk is the same news for every feed.
      let reason = "\(error.reason); headlines will not be there at the next start"
      if cacheError != reason { handler(.error(Failure(of: cache.directory, reason: reason))) }
      cacheError = reason
    }
  }
  private var cacheError: String?
}

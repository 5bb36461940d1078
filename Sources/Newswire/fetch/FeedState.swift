internal import Base
internal import Glibc
internal import ScrollCore

/// The state of a polled feed: its last good items, and the time of the next fetch.
final class FeedState {
  let spec: FeedSpec
  /// The result of the last fetch, as cached.
  private(set) var entry: FeedCache.Entry
  /// The last reported description; nil before the first.
  private(set) var description: FeedDescription?
  /// Whether it was removed from the crawler, so that a running fetch is discarded.
  var isRemoved = false
  /// Whether the cache has been loaded.
  private(set) var isLoaded = false
  private(set) var isBusy = false
  private(set) var hasBeenLookedAt = false

  private var dueAt = 0.0
  private var failures = 0
  private var lastError: Reason?
  private var timeToLive: Double?
  /// The arrival times of delivered items, by hashes of their IDs in the feed: many of them outlive their items.
  private var arrivals: [UInt64: UnixTime] = [:]
  /// The chains of updates of the alerts that it has shown last.
  private var chains = AlertChains()
  /// Whether items have been delivered, so that further ones are new.
  private var hasDelivered = false
  /// Whether the user added it again, so that an earlier "gone" does not count.
  private let asksAgain: Bool
  /// The alerts that it links to.
  let links = AlertLinks()
  private var watch: FileWatch?
  private var file: FeedFetch?

  init(_ spec: FeedSpec, asksAgain: Bool = false) {
    (self.spec, self.asksAgain) = (spec, asksAgain)
    entry = FeedCache.Entry(url: spec.url)
  }

  /// Its name in messages.
  var name: String { spec.label ?? spec.url }

  // MARK: - Timing

  var deadline: Double {
    if isBusy { return file == nil ? .infinity : 0 }
    return isLoaded ? spec.account == nil ? dueAt : .infinity : 0
  }

  /// When its account's next round is due for it, on the monotonic clock.
  var roundDue: Double { isBusy ? .infinity : dueAt }

  /// The status of the last fetch if none is due; otherwise nil.
  func restingStatus(now: Double) -> FeedStatus? {
    guard isLoaded, dueAt > now else { return nil }
    let problem: FeedStatus.Outcome = entry.gone == nil ? .failed : .gone
    return status(entry.problem == nil ? .read : problem, because: entry.problem)
  }

  func isDue(now: Double) -> Bool { !isBusy && spec.account == nil && now >= dueAt }

  /// Makes it due now, unless its server has refused requests for some time.
  func makeDue() {
    let isToWait = entry.problem != nil && entry.earliest.map { $0 > wallClockNow() } ?? false
    if !isBusy, !isToWait { dueAt = 0 }
  }

  func beginLook() {
    isBusy = true
    dueAt = .infinity
  }

  /// Handles a successful fetch.
  ///
  /// - Parameter feed: What has been read; nil if it was not modified, nor was anything that it links to.
  func succeed(_ response: HTTPResponse, with feed: ParsedFeed?, policy: RefreshPolicy) {
    endLook()
    failures = 0
    if feed?.problemOfLinks == nil { lastError = nil }
    (entry.problem, entry.problemSince, entry.gone) = (nil, nil, nil)
    if feed?.problemOfLinks != nil {
      // Missing parts have to be fetched again, even if the feed itself stays the same.
      (entry.entityTag, entry.lastModified) = (nil, nil)
    } else if response.status == 304 {
      // It may name new ones (RFC 9111, 4.3.4).
      entry.entityTag = response.entityTag ?? entry.entityTag
      entry.lastModified = response.lastModified ?? entry.lastModified
    } else {
      (entry.entityTag, entry.lastModified) = (response.entityTag, response.lastModified)
    }
    if let feed {
      timeToLive = feed.timeToLive
      // A redirect is only adopted if it leads to a feed.
      if let address = response.movedTo, !feed.items.isEmpty { entry.movedTo = address.description }
    }
    // A file is watched for changes, as long as the system has room for another watch.
    if spec.address == nil, watch != nil { return }
    dueAt =
      monotonicNow()
      + own(policy).wait(interval: spec.interval, maxAge: response.maxAge, timeToLive: timeToLive)
    noteLook(asked: response.maxAge)
  }

  /// Handles a failed fetch. Returns false if the same failure was reported before.
  func fail(_ reason: Reason, _ response: HTTPResponse?, policy: RefreshPolicy) -> Bool {
    endLook()
    failures += 1
    let isGone = response?.status == 410
    let wait = own(policy).wait(failures: failures, retryAfter: response?.retryAfter)
    if spec.address != nil || watch == nil { dueAt = isGone ? .infinity : monotonicNow() + wait }
    if entry.movedTo != nil, isGone || failures >= 3 {
      // The redirect's target has failed for good: returns to the user's address.
      (entry.movedTo, failures) = (nil, 0)
      if dueAt == .infinity { dueAt = monotonicNow() + policy.shortest }
    }
    defer { lastError = reason }
    entry.problemSince = entry.problem == nil ? wallClockNow() : entry.problemSince
    entry.problem = reason
    entry.gone = isGone && dueAt == .infinity ? wallClockNow() : nil
    // Too many requests, without a given time: backs off.
    noteLook(asked: response?.retryAfter ?? (response?.status == 429 ? wait : nil))
    return reason != lastError
  }

  /// Notes that alerts it links to could not be read. Returns false if the same was reported before.
  func note(problemOfLinks reason: Reason) -> Bool {
    defer { lastError = reason }
    entry.problem = reason
    return reason != lastError
  }

  /// Handles the end of a round of its account.
  ///
  /// - Parameters:
  ///   - reason: Why the round failed; nil for success.
  ///   - next: When the next round is due, on the monotonic clock.
  func endRound(_ reason: Reason?, next: Double) {
    endLook()
    dueAt = next
    entry.problemSince = reason == nil ? nil : entry.problemSince ?? wallClockNow()
    (entry.problem, entry.gone, entry.movedTo) = (reason, nil, nil)
    (entry.entityTag, entry.lastModified) = (nil, nil)
    noteLook(asked: nil)
  }

  /// Takes its description from the list of its account.
  func describe(_ subscription: Subscription) {
    (entry.title, entry.link, entry.icon) = (subscription.title, subscription.feed.site, subscription.icon)
  }

  /// The status with the outcome of the last fetch, and the time of the next.
  func status(_ outcome: FeedStatus.Outcome, because reason: Reason? = nil) -> FeedStatus {
    let wait = dueAt - monotonicNow()
    return FeedStatus(
      url: spec.url, outcome: outcome, reason: reason, nextLook: wait < .infinity ? wallClockNow() + wait : nil,
      count: entry.items.count)
  }

  /// The policy for alerts, which are urgent, or for feeds.
  private func own(_ policy: RefreshPolicy) -> RefreshPolicy { spec.alerts == nil ? policy : policy.forAlerts }

  private func endLook() {
    isBusy = false
    hasBeenLookedAt = true
  }

  /// Records the times of the last and the next fetch in the entry, for other runs of the program.
  ///
  /// - Parameter asked: The delay that the server requests, in seconds.
  private func noteLook(asked: Double?) {
    let now = wallClockNow()
    entry.looked = now
    entry.due = dueAt < .infinity ? now + dueAt - monotonicNow() : nil
    entry.earliest = asked.flatMap { asked in entry.due.map { min(now + asked, $0) } }
  }

  /// Seconds until a cached feed is due: 0 if it is overdue, or if the clock was set back.
  private func restingTime(policy: RefreshPolicy) -> Double {
    let now = wallClockNow()
    guard spec.address != nil, let looked = entry.looked, looked <= now else { return 0 }
    if entry.gone != nil { return asksAgain ? 0 : .infinity }
    guard let due = entry.due, due > looked else { return 0 }
    // The user may have shortened the interval since, but the server's wait stays.
    let wanted = spec.interval.map { min(due, looked + $0 * (1 + policy.jitter)) } ?? due
    return max(0, min(max(wanted, entry.earliest ?? wanted) - now, policy.longest * 7))
  }

  // MARK: - Items

  /// The changes from a fetch.
  struct News {
    /// New items, and items that look different.
    var items: [NewsItem] = []
    /// The IDs of items to remove.
    var withdrawn: [String] = []
  }

  /// Updates the items from a parsed feed.
  ///
  /// - Parameters:
  ///   - most: The limit for items, including items that the feed no longer lists.
  func update(with feed: ParsedFeed, now: UnixTime, keeping most: Int) -> News {
    let feed = spec.alerts.map { feed.selecting($0, now: now, following: &chains) } ?? feed
    let topic = spec.label ?? feed.title ?? entry.title ?? spec.address?.host ?? spec.url
    var news = News()
    if entry.items.followClock(now) { rememberArrivals() }
    let former = Dictionary(entry.items.map { ($0.id.guid, $0) }, uniquingKeysWith: { first, _ in first })
    // One that was cut off may have lost it, and keeps the name that it has.
    (entry.title, entry.link, entry.icon) = (feed.title ?? entry.title, feed.link, feed.icon)
    let isPlain = spec.account == nil && spec.alerts == nil
    let items = isPlain ? RecognizedItems.find(feed.items, among: entry.items) : feed.items
    let present = items.map { item in
      var item = item
      item.id.feed = spec.url
      item.topic = topic
      let key = stableHash(item.id.guid)
      let arrival = arrivals[key]
      item.arrived = arrival ?? now
      arrivals[key] = item.arrived
      if let old = former[item.id.guid] {
        if !item.looksLike(old) { news.items.append(item) }
      } else {
        news.items.append(item)
        news.items[news.items.count - 1].isNew = hasDelivered && arrival == nil
      }
      return item
    }
    if spec.alerts == nil {
      let missing = MissingItems(
        entry.items, without: present, isCut: feed.isCut, room: max(0, most - present.count))
      news.withdrawn = missing.withdrawn.map(\.id.guid)
      entry.items = present + missing.kept
    } else {
      // A source of alerts lists all alerts in force.
      let ids = Set(present.map(\.id))
      news.withdrawn = entry.items.lazy.filter { !ids.contains($0.id) }.map(\.id.guid)
      entry.items = present
    }
    if !news.items.isEmpty { hasDelivered = true }
    // An item that returns soon is not new.
    if arrivals.count > 4 * most { rememberArrivals() }
    return news
  }

  /// Starts with the cached entry, or nil for none. The feed is then due at once.
  ///
  /// - Parameters:
  ///   - now: By the loop's clock.
  ///   - time: By the clock on the wall.
  ///   - policy: With a policy, a recently fetched feed waits for its next time.
  func load(_ entry: FeedCache.Entry?, now: Seconds, time: UnixTime, policy: RefreshPolicy? = nil) {
    isLoaded = true
    dueAt = now
    guard var entry else { return }
    // Items read before precede items read now.
    entry.items.mendArrivals(before: entry.looked ?? time)
    entry.items.followClock(time)
    // The feed may have been read from its own address before.
    if spec.account != nil { entry.items.removeAll { ReaderItemID(long: $0.id.guid) == nil } }
    self.entry = entry
    if let policy, entry.mayWait { dueAt += restingTime(policy: policy) }
    self.entry.movedTo = entry.movedTo.flatMap { WebAddress($0)?.description }
    if let topic = spec.label ?? entry.title {
      for index in entry.items.indices { self.entry.items[index].topic = topic }
    }
    rememberArrivals()
    hasDelivered = !entry.items.isEmpty
  }

  /// Its description with the icon's file, if there is one; nil if it has not changed.
  func newDescription(icons: FeedIcons?) -> FeedDescription? {
    var new = FeedDescription(url: spec.url, title: entry.title, link: entry.link, icon: entry.icon)
    new.picture = iconAddress.flatMap { icons?.file(of: $0.description) }
    guard new != description else { return nil }
    description = new
    return new
  }

  private func rememberArrivals() {
    let times = entry.items.map { (stableHash($0.id.guid), $0.arrived) }
    arrivals = Dictionary(times, uniquingKeysWith: { first, _ in first })
  }

  /// The address of its icon. A feed from https gets it over https.
  var iconAddress: WebAddress? {
    guard let address = entry.icon.flatMap(WebAddress.init) else { return nil }
    let isOfAccount = address.host == spec.account.flatMap { WebAddress($0.account)?.host }
    guard spec.address?.scheme == "https", address.scheme == "http", !isOfAccount else { return address }
    return WebAddress("https" + address.description.dropFirst("http".count))
  }

  // MARK: - A feed in a file

  var isReadingFile: Bool { file != nil }

  func appendDescriptors(to descriptors: inout [pollfd]) { watch?.appendDescriptor(to: &descriptors) }

  /// Opens the file for `readFile`.
  func openFile(_ fetch: FeedFetch) throws(Failure) {
    if let watch { watch.renew() } else { watch = FileWatch(path: spec.url) }
    Fence.renew(ifReplaced: spec.url)
    try fetch.open(spec.url)
    file = fetch
  }

  func readFile() {
    guard let fetch = file, !fetch.readPart() else { return }
    file = nil
    fetch.finishDocument(HTTPResponse(), client: nil)
  }

  func noticeChange(now: Double) {
    guard let watch, !watch.drain().isEmpty else { return }
    dueAt = now + 0.2  // Until it is complete.
  }
}

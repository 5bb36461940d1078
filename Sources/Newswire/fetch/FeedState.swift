internal import Base
internal import Glibc

/// What the crawler knows of one feed: its last good items, and when it is to be looked at again.
final class FeedState {
  let spec: FeedSpec
  /// What was read last, as the cache keeps it.
  private(set) var entry: FeedCache.Entry
  /// As it was described to whoever takes the events; nil before.
  private(set) var description: FeedDescription?
  /// The crawler has forgotten it; what comes of a look under way is dropped.
  var isRemoved = false
  /// What is in the cache has been loaded.
  private(set) var isLoaded = false
  private(set) var isBusy = false
  private(set) var hasBeenLookedAt = false

  private var dueAt = 0.0
  private var failures = 0
  private var lastError: String?
  private var timeToLive: Double?
  /// When each item that has been handed on was first seen, by its id in the feed.
  private var arrivals: [String: Double] = [:]
  /// Items have been handed on: those that follow are new.
  private var hasDelivered = false
  /// It is wanted anew: that it was gone for good does not count.
  private let asksAgain: Bool
  private var watch: FileWatch?
  private var file: FeedFetch?

  init(_ spec: FeedSpec, asksAgain: Bool = false) {
    (self.spec, self.asksAgain) = (spec, asksAgain)
    entry = FeedCache.Entry(url: spec.url)
  }

  /// What it is called in messages.
  var name: String { spec.label ?? spec.url }

  // MARK: - When it is looked at

  var deadline: Double {
    if isBusy { return file == nil ? .infinity : 0 }
    return isLoaded ? dueAt : 0
  }

  /// How the last look went, of one that is not due for another; nil for one that is.
  func restingStatus(now: Double) -> FeedStatus? {
    guard isLoaded, dueAt > now else { return nil }
    let problem: FeedStatus.Outcome = entry.gone == nil ? .failed : .gone
    return status(entry.problem == nil ? .read : problem, because: entry.problem)
  }

  func isDue(now: Double) -> Bool { !isBusy && now >= dueAt }

  /// Somebody wants it looked at, whenever it is due. A server that has refused and asked for patience gets it.
  func makeDue() {
    let isToWait = entry.problem != nil && entry.earliest.map { $0 > wallClockNow() } ?? false
    if !isBusy, !isToWait { dueAt = 0 }
  }

  func beginLook() {
    isBusy = true
    dueAt = .infinity
  }

  /// A look has brought a document, or that nothing has changed (`feed` is nil then).
  func succeed(_ response: HTTPResponse, with feed: ParsedFeed?, policy: RefreshPolicy) {
    endLook()
    failures = 0
    lastError = nil
    (entry.problem, entry.problemSince, entry.gone) = (nil, nil, nil)
    if let feed {
      (entry.entityTag, entry.lastModified) = (response.entityTag, response.lastModified)
      timeToLive = feed.timeToLive
      // Only what has turned out to be a feed is taken for the feed's new address.
      if let address = response.movedTo, !feed.items.isEmpty { entry.movedTo = address.description }
    }
    guard spec.address != nil else { return }  // a file says itself when it has changed
    dueAt =
      monotonicNow() + policy.wait(interval: spec.interval, maxAge: response.maxAge, timeToLive: timeToLive)
    noteLook(asked: response.maxAge)
  }

  /// A look has failed. False where the same has been said before.
  func fail(_ reason: String, _ response: HTTPResponse?, policy: RefreshPolicy) -> Bool {
    endLook()
    failures += 1
    let isGone = response?.status == 410
    let wait = policy.wait(failures: failures, retryAfter: response?.retryAfter)
    if spec.address != nil || watch == nil { dueAt = isGone ? .infinity : monotonicNow() + wait }
    if entry.movedTo != nil, isGone || failures >= 3 {
      // The new address has failed for good: the one that the user gave may know better.
      (entry.movedTo, failures) = (nil, 0)
      if dueAt == .infinity { dueAt = monotonicNow() + policy.shortest }
    }
    defer { lastError = reason }
    entry.problemSince = entry.problem == nil ? wallClockNow() : entry.problemSince
    entry.problem = reason
    entry.gone = isGone && dueAt == .infinity ? wallClockNow() : nil
    // Too many requests: until when is for us to find out, where nothing is said.
    noteLook(asked: response?.retryAfter ?? (response?.status == 429 ? wait : nil))
    return reason != lastError
  }

  /// How the last look went, and when the next one is.
  func status(_ outcome: FeedStatus.Outcome, because reason: String? = nil) -> FeedStatus {
    let wait = dueAt - monotonicNow()
    return FeedStatus(
      url: spec.url, outcome: outcome, reason: reason, nextLook: wait < .infinity ? wallClockNow() + wait : nil,
      count: entry.items.count)
  }

  private func endLook() {
    isBusy = false
    hasBeenLookedAt = true
  }

  /// Keeps in the entry when it was looked at and is to be again, for a program that is started meanwhile.
  ///
  /// - Parameter asked: Seconds for which the server wants not to be asked.
  private func noteLook(asked: Double?) {
    let now = wallClockNow()
    entry.looked = now
    entry.due = dueAt < .infinity ? now + dueAt - monotonicNow() : nil
    entry.earliest = asked.flatMap { asked in entry.due.map { min(now + asked, $0) } }
  }

  /// Seconds that a feed of the cache can wait for its next look: none where it is due, or where the clock was turned.
  private func restingTime(policy: RefreshPolicy) -> Double {
    let now = wallClockNow()
    guard spec.address != nil, let looked = entry.looked, looked <= now else { return 0 }
    if entry.gone != nil { return asksAgain ? 0 : .infinity }
    guard let due = entry.due, due > looked else { return 0 }
    // The user may want it more often by now, and the server not.
    let wanted = spec.interval.map { min(due, looked + $0 * (1 + policy.jitter)) } ?? due
    return max(0, min(max(wanted, entry.earliest ?? wanted) - now, policy.longest * 7))
  }

  // MARK: - Its items

  /// What a look has brought.
  struct News {
    /// The items that have not been handed on before, or look different now.
    var items: [NewsItem] = []
    /// The ids of those that are not to be shown any more.
    var withdrawn: [String] = []
  }

  /// Takes what was read.
  ///
  /// - Parameters:
  ///   - now: In seconds since 1970.
  ///   - most: So many items are kept, those that the feed has forgotten with them.
  func take(_ feed: ParsedFeed, now: Double, keeping most: Int) -> News {
    let topic = spec.label ?? feed.title ?? spec.address?.host ?? spec.url
    var news = News()
    let former = Dictionary(entry.items.map { ($0.id.guid, $0) }, uniquingKeysWith: { first, _ in first })
    (entry.title, entry.link, entry.icon) = (feed.title, feed.link, feed.icon)
    let present = RecognizedItems.find(feed.items, among: entry.items).map { item in
      var item = item
      item.id.feed = spec.url
      item.topic = topic
      let arrival = arrivals[item.id.guid]
      item.arrived = arrival ?? now
      arrivals[item.id.guid] = item.arrived
      if let old = former[item.id.guid] {
        if !item.looksLike(old) { news.items.append(item) }
      } else {
        news.items.append(item)
        news.items[news.items.count - 1].isNew = hasDelivered && arrival == nil
      }
      return item
    }
    let missing = MissingItems(entry.items, without: present, room: max(0, most - present.count))
    news.withdrawn = missing.withdrawn.map(\.id.guid)
    entry.items = present + missing.kept
    if !news.items.isEmpty { hasDelivered = true }
    // What comes again is no news, for a while.
    if arrivals.count > 4 * most { rememberArrivals() }
    return news
  }

  /// Begins with what the cache holds; nil for nothing. It is to be looked at once that is shown.
  ///
  /// - Parameter policy: Where there is one, what was looked at not long ago waits until it is due again.
  func load(_ entry: FeedCache.Entry?, now: Double, policy: RefreshPolicy? = nil) {
    isLoaded = true
    dueAt = now
    guard let entry else { return }
    self.entry = entry
    if let policy, entry.mayWait { dueAt += restingTime(policy: policy) }
    self.entry.movedTo = entry.movedTo.flatMap { WebAddress($0)?.description }
    if let topic = spec.label ?? entry.title {
      for index in entry.items.indices { self.entry.items[index].topic = topic }
    }
    rememberArrivals()
    hasDelivered = !entry.items.isEmpty
  }

  /// The description of it, with the icon's file where `icons` has one; nil where that is no news.
  func newDescription(icons: FeedIcons?) -> FeedDescription? {
    var new = FeedDescription(url: spec.url, title: entry.title, link: entry.link, icon: entry.icon)
    new.picture = iconAddress.flatMap { icons?.file(of: $0.description) }
    guard new != description else { return nil }
    description = new
    return new
  }

  private func rememberArrivals() {
    arrivals = Dictionary(entry.items.map { ($0.id.guid, $0.arrived) }, uniquingKeysWith: { first, _ in first })
  }

  /// Where an icon is fetched from: what is named by a feed that came over https comes so too.
  var iconAddress: WebAddress? {
    guard let address = entry.icon.flatMap(WebAddress.init) else { return nil }
    guard spec.address?.scheme == "https", address.scheme == "http" else { return address }
    return WebAddress("https" + address.description.dropFirst("http".count))
  }

  // MARK: - A feed in a file

  var isReadingFile: Bool { file != nil }

  func appendDescriptors(to descriptors: inout [pollfd]) { watch?.appendDescriptor(to: &descriptors) }

  /// Begins to read the file, which `readFile` reads on.
  func openFile(_ fetch: FeedFetch) throws(Failure) {
    if let watch { watch.renew() } else { watch = FileWatch(path: spec.url) }
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
    dueAt = now + 0.2  // until it is written whole
  }
}

/// When a feed is looked at again.
package struct RefreshPolicy: Sendable {
  /// Seconds between looks, where neither the feed's own settings nor the server say more.
  package var interval = 900.0
  /// The least and the most that anything may make of it.
  package var shortest = 60.0
  package var longest = 86_400.0
  /// The part of a wait by which it may grow, so that feeds do not come in step; none is shorter than what was promised.
  package var jitter = 0.1

  package init() {}

  /// After a success: the feed's own interval, or a longer one that the server or the feed asks for.
  func wait(interval own: Double?, maxAge: Double?, timeToLive: Double?) -> Double {
    let asked = max(own ?? interval, maxAge ?? 0, own == nil ? timeToLive ?? 0 : 0)
    return jittered(min(max(asked, shortest), longest))
  }

  /// After `failures` failures in a row: twice as long each time. Nothing shortens what `Retry-After` asks for.
  func wait(failures: Int, retryAfter: Double?) -> Double {
    // The first retry comes early: most failures pass.
    var wait = max(interval / 8, shortest)
    for _ in 1..<max(failures, 1) where wait < longest { wait *= 2 }
    return min(jittered(max(min(wait, longest), retryAfter ?? 0)), longest * 7)
  }

  private func jittered(_ wait: Double) -> Double { wait * (1 + Double.random(in: 0...jitter)) }
}

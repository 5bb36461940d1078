internal import Base
internal import Glibc

/// What the crawler knows of one feed: its last good items, and when it is to be looked at again.
final class FeedState {
  var spec: FeedSpec
  var description: FeedDescription?
  /// The crawler has forgotten it; what comes of a look under way is dropped.
  var isRemoved = false
  /// What is in the cache has been loaded.
  private(set) var isLoaded = false
  private(set) var isBusy = false
  private(set) var hasBeenLookedAt = false
  /// Where it is now, if it has moved for good.
  private(set) var movedTo: WebAddress?
  private(set) var entityTag: String?
  private(set) var lastModified: String?
  /// The last good ones.
  private(set) var items: [NewsItem] = []

  private var dueAt = 0.0
  /// Until when the server asked to be left alone.
  private var notBefore = 0.0
  private var failures = 0
  private var lastError: String?
  private var timeToLive: Double?
  /// When each item that has been handed on was first seen, by its id in the feed.
  private var arrivals: [String: Double] = [:]
  /// Items have been handed on: those that follow are new.
  private var hasDelivered = false
  private var watch: FileWatch?
  private var file: (FollowedFile, FeedFetch)?

  init(_ spec: FeedSpec) { self.spec = spec }

  /// What it is called in messages.
  var name: String { spec.label ?? spec.url }

  // MARK: - When it is looked at

  var deadline: Double {
    if isBusy { return file == nil ? .infinity : 0 }
    return isLoaded ? dueAt : 0
  }

  func isDue(now: Double) -> Bool { !isBusy && now >= dueAt }

  /// It is to be looked at as soon as may be.
  func hasten() { dueAt = min(dueAt, notBefore) }

  func beginLook() {
    isBusy = true
    dueAt = .infinity
  }

  /// A look has brought a document, or that nothing has changed (`feed` is nil then).
  func succeed(
    _ response: HTTPResponse, with feed: ParsedFeed?, policy: RefreshPolicy, random: inout SeededRandom
  ) {
    endLook()
    failures = 0
    lastError = nil
    if let feed {
      entityTag = response.entityTag
      lastModified = response.lastModified
      timeToLive = feed.timeToLive
      // Only what has turned out to be a feed is taken for the feed's new address.
      if let address = response.movedTo, !feed.items.isEmpty { movedTo = address }
    }
    guard spec.address != nil else { return }  // a file says itself when it has changed
    let wait = policy.wait(
      interval: spec.interval, maxAge: response.maxAge, timeToLive: timeToLive, random: &random)
    dueAt = monotonicNow() + wait
    notBefore = 0
  }

  /// A look has failed. False where the same has been said before.
  func fail(
    _ reason: String, _ response: HTTPResponse?, policy: RefreshPolicy, random: inout SeededRandom
  ) -> Bool {
    endLook()
    failures += 1
    let isGone = response?.status == 410
    let wait = policy.wait(failures: failures, retryAfter: response?.retryAfter, random: &random)
    if spec.address != nil || watch == nil { dueAt = isGone ? .infinity : monotonicNow() + wait }
    notBefore = response?.retryAfter.map { monotonicNow() + $0 } ?? 0
    if movedTo != nil, isGone || failures >= 3 {
      // The new address has failed for good: the one that the user gave may know better.
      (movedTo, failures) = (nil, 0)
      if dueAt == .infinity { dueAt = monotonicNow() + policy.shortest }
    }
    defer { lastError = reason }
    return reason != lastError
  }

  private func endLook() {
    isBusy = false
    hasBeenLookedAt = true
  }

  // MARK: - Its items

  /// Takes what was read and returns the items that have not been handed on before.
  ///
  /// - Parameters:
  ///   - now: In seconds since 1970.
  ///   - most: A feed forgets its old items; beyond this many, so does the memory of what was handed on.
  func take(_ feed: ParsedFeed, now: Double, remembering most: Int) -> [NewsItem] {
    let topic = spec.label ?? feed.title ?? spec.address?.host ?? spec.url
    var new: [NewsItem] = []
    items = feed.items.map { item in
      var item = item
      item.id.feed = spec.url
      item.topic = topic
      item.arrived = arrivals[item.id.guid] ?? now
      if arrivals.updateValue(item.arrived, forKey: item.id.guid) == nil {
        new.append(item)
        new[new.count - 1].isNew = hasDelivered
      }
      return item
    }
    if !new.isEmpty { hasDelivered = true }
    if arrivals.count > most { rememberArrivals() }
    return new
  }

  /// Begins with what the cache holds; nil for nothing. It is to be looked at once that is shown.
  func load(_ entry: FeedCache.Entry?, now: Double) {
    isLoaded = true
    dueAt = now
    guard let entry else { return }
    entityTag = entry.entityTag
    lastModified = entry.lastModified
    movedTo = entry.movedTo.flatMap { WebAddress($0) }
    let topic = spec.label ?? entry.title
    items = entry.items
    if let topic { for index in items.indices { items[index].topic = topic } }
    rememberArrivals()
    hasDelivered = true
  }

  /// As the cache keeps it.
  var cacheEntry: FeedCache.Entry {
    var entry = FeedCache.Entry(url: spec.url)
    entry.movedTo = movedTo?.description
    (entry.title, entry.link, entry.icon) = (description?.title, description?.link, description?.icon)
    (entry.entityTag, entry.lastModified, entry.items) = (entityTag, lastModified, items)
    return entry
  }

  private func rememberArrivals() {
    arrivals = Dictionary(items.map { ($0.id.guid, $0.arrived) }, uniquingKeysWith: { first, _ in first })
  }

  /// Where an icon is fetched from: what is named by a feed that came over https comes so too.
  func iconAddress(_ icon: String) -> WebAddress? {
    guard let address = WebAddress(icon) else { return nil }
    guard spec.address?.scheme == "https", address.scheme == "http" else { return address }
    return WebAddress("https" + address.description.dropFirst("http".count))
  }

  // MARK: - A feed in a file

  var isReadingFile: Bool { file != nil }

  func appendDescriptors(to descriptors: inout [pollfd]) {
    if let watch { descriptors.append(pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)) }
  }

  /// Begins to read the file, which `readFile` hands to `fetch`.
  func openFile(_ fetch: FeedFetch) throws(Failure) {
    if watch == nil { watch = FileWatch(path: spec.url) }
    file = (try FollowedFile(path: spec.url), fetch)
    watch?.watchFile()
  }

  func readFile() {
    guard let (file, fetch) = file else { return }
    if !fetch.readPart(of: file) {
      self.file = nil
      fetch.finishDocument(HTTPResponse(), nil, client: nil)
    }
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
  /// The part of a wait by which it varies, either way, so that feeds do not come in step.
  package var jitter = 0.1

  package init() {}

  /// After a success: the feed's own interval, or a longer one that the server or the feed asks for.
  func wait(interval own: Double?, maxAge: Double?, timeToLive: Double?, random: inout SeededRandom) -> Double {
    let asked = max(own ?? interval, maxAge ?? 0, own == nil ? timeToLive ?? 0 : 0)
    return jittered(min(max(asked, shortest), longest), &random)
  }

  /// After `failures` failures in a row: twice as long each time. Nothing shortens what `Retry-After` asks for.
  func wait(failures: Int, retryAfter: Double?, random: inout SeededRandom) -> Double {
    // The first retry comes early: most failures pass.
    var wait = max(interval / 8, shortest)
    for _ in 1..<max(failures, 1) where wait < longest { wait *= 2 }
    return max(jittered(min(wait, longest), &random), min(retryAfter ?? 0, longest * 7))
  }

  private func jittered(_ wait: Double, _ random: inout SeededRandom) -> Double {
    wait * (1 + Double.random(in: -jitter...jitter, using: &random))
  }
}

/// SplitMix64: a generator that a seed determines, so that what is random can be tested.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

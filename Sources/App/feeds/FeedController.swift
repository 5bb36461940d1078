internal import Base
internal import Glibc
internal import Newswire
internal import Scene
internal import ScrollCore
internal import Windows

/// Brings the news to a crawl: reads feeds and lines of JSON, selects what to show (`ItemQueue`), and keeps the crawl
/// in step with that (`QueuedHeadlines`).
///
/// The owner of the crawl creates it, sets `onTopics` for chips, and calls `open` once there is a run loop. From then
/// on it is a source of that loop, which closes it. The owner passes lines to `receive(line:)`, and the user's actions
/// to `perform(_:at:)` and `opened(_:)`. News reaches the crawl in batches, at most ten times a second; twice a second
/// if feeds add to headlines already running.
final class FeedController: LoopSource {
  /// Whether the lines of the sources are JSON objects for `receive(line:)`.
  let takesJSONLines: Bool
  /// Called with the chips tagged with their `TopicID`, the chips of hidden topics, and the time of the frame.
  var onTopics: (_ shown: [Token], _ hidden: [Token], Seconds) -> Void = { _, _, _ in }
  /// In seconds of the monotonic clock.
  var deadline: Double { min(due, undoEnd, clockWatch?.deadline ?? .infinity) }
  private var due = Double.infinity

  let crawl: CrawlScene
  /// The language of texts about feeds.
  let words: Words
  /// The user's list, if its feeds are shown.
  let list: FollowedFeedList?
  /// The feeds of the command line and the sources of alerts, by address.
  let given: [String: FeedSpec]
  var topics: TopicList
  var queue = ItemQueue()
  var headlines: QueuedHeadlines
  var readState: ReadState
  /// How headlines that have been read are shown.
  var read = ReadHeadlines.dim {
    didSet {
      guard read != oldValue else { return }
      queue.settings.dropsRead = read == .drop
      wake(at: monotonicNow())
    }
  }
  /// Called with a message if a user's action fails.
  var onFailure: (String) -> Void = { reportError($0) }
  /// The reported reason why nothing can be saved.
  var saveProblem: Failure?
  var pending: [NewsItem] = []
  /// The present break-ins.
  var breakIns = BreakIns()
  /// Whether what breaks in is shown over the crawl instead of next in it.
  var hasBreakIns = false {
    didSet { (headlines.hasBreakIns, queue.settings.hasBreakIns) = (hasBreakIns, hasBreakIns) }
  }
  /// Whether an item that asks for it covers the whole strip.
  var allowsTakeover = false
  /// Whether only break-ins are shown; other new headlines wait, up to a limit.
  var isQuiet = false {
    didSet {
      guard !isQuiet, !waiting.isEmpty else { return }
      pending = waiting + pending
      waiting = []
      wake(at: monotonicNow())
    }
  }
  var waiting: [NewsItem] = []
  /// How many waited at the last look.
  private var shownWaiting = 0
  /// The items on their way to the queue.
  var coming: [NewsItem] { pending + waiting }
  var hasNewTopics = true
  var switched = SwitchedTopics()
  /// Whether a channel's sender wants topics to be on, by their names.
  var wantedStates: [String: Bool] = [:]
  /// Feeds that were dropped on the strip: undo removes them from the list.
  var dropped: Set<String> = []
  /// When the next offer to undo a removal ends, and its chip disappears.
  private var undoEnd = Double.infinity
  var writing = HistoryWriting()
  /// Returns the bundled headlines, for an empty list.
  var bundled: () -> [NewsItem] = { [] }
  /// The topics that they have.
  private(set) var bundledTopics: Set<TopicID> = []
  private var lastNotice: StripNotice?

  let reader: FeedReader
  /// For a single fetch: whether all other sources have ended. Nil if the feeds are polled.
  private var isLast: (() -> Bool)?
  var isForPicture: Bool { isLast != nil }
  private var time: () -> Seconds = { 0 }
  private var onChange: (_ hasNewTopics: Bool) -> Void = { _ in }
  var errors = OnceReported()
  let pictures = RowPictures()
  private var isClosed = false
  /// The clock on the wall, in seconds since 1970, and its offset from UTC.
  var wallClock: () -> UnixTime = wallClockNow
  var utcOffset: UTCOffset = localOffset
  /// How many cycles of the headlines have been shown.
  var cycle = 0
  /// The alerts that have come on the air, to be reported.
  var alerts: [NewsItem] = []
  /// Notices that the clock was set, if anything depends on it.
  var clockWatch: ClockWatch?
  /// The number of JSON lines received.
  private var lineCount = 0
  var followed = FollowedItems()

  private static let pause = 0.1
  private static let firstPause = 0.02
  private static let mostAtOnce = 1000
  private static let feedPause = 0.5

  /// - Parameters:
  ///   - feeds: The feeds of the command line, and the sources of alerts.
  ///   - takesJSONLines: Whether JSON lines are headlines, too.
  ///   - list: The user's list to follow, or nil.
  ///   - color: Returns the theme's colour with a number.
  ///   - path: The file of the headlines that have been read.
  ///   - colors: The file that stores the topics' colours, or nil.
  init(
    feeds: [FeedSpec], list: FollowedFeedList? = nil, options: NewsFeeds, takesJSONLines: Bool = false,
    crawl: CrawlScene,
    color: @escaping (Int) -> Color, readState path: String, colors: String? = nil, words: Words = .english
  ) {
    (self.crawl, self.words) = (crawl, words)
    (self.list, given) = (list, Dictionary(feeds.map { ($0.url, $0) }, uniquingKeysWith: { first, _ in first }))
    self.takesJSONLines = takesJSONLines
    topics = TopicList(colors: TopicColors(path: colors), color: color)
    headlines = QueuedHeadlines(on: crawl)
    queue.settings.takesTurns = options.order == .roundRobin
    queue.settings.newComeNext = options.new == .next
    queue.settings.maximumAge = options.maximumAge
    queue.settings.maximumCount = options.maximumCount
    queue.settings.maximumPerFeed = options.maximumPerFeed
    queue.settings.filter = options.filter
    queue.settings.ownFilters = FollowedFeedList.filters(of: feeds)
    // At once: the queue looks at its items after each change of its settings.
    queue.settings.topicAirings = Dictionary(
      options.schedules.map { ($0.topic, $0.airing) }, uniquingKeysWith: { $1 })
    var problem: Failure?
    readState = ReadState(path: path, problem: &problem)
    reader = FeedReader(readsList: list != nil)
    if let problem { reportError(problem.description) }
    for feed in feeds { topics.add(feed) }
    if let list { apply(list, at: 0) }
    crawl.details = { [weak self] in self?.details ?? [:] }
    crawl.setPictures { [pictures] in pictures.image($0) }
  }

  var hasFeeds: Bool { topics.entries.contains { $0.feed != nil } }

  /// Starts reading. Cached headlines arrive in the first round of the loop.
  ///
  /// - Parameters:
  ///   - time: Returns the time of the next frame.
  ///   - isLast: For a single fetch of each feed: the controller ends after it once this returns true, as all other
  /// sources have ended.
  ///   - onChange: Called after a change and after `onTopics`. The view needs layout if there are new topics.
  func open(
    in loop: RunLoop, time: @escaping () -> Seconds, endingWhen isLast: (() -> Bool)? = nil,
    onChange: @escaping (_ hasNewTopics: Bool) -> Void
  ) {
    (self.time, self.isLast, self.onChange) = (time, isLast, onChange)
    reader.handler = { [weak self] in self?.receive($0) }
    reader.held = { [weak self] in self?.items(ofFeed: $0) ?? [] }
    pictures.fetch = { [reader] in reader.fetch(picture: $0, mayBePrivate: $1) }
    reader.open(in: loop, isForPicture: isLast != nil)
    reader.read(shownFeeds)
    reader.follow(list?.accounts.map(\.address) ?? [])
    if isLast == nil, let list {
      let onChange = { [weak self] in
        guard let self else { return }
        apply(list, at: self.time())
        bring(at: self.time())
      }
      list.follow(in: loop, onProblem: { [weak self] in self?.report($0) }, onChange: onChange)
    } else if let problem = list?.problem {
      report(problem)
    }
    loop.add(self)
    wake(at: monotonicNow())
  }

  /// The user's list cannot be read.
  private func report(_ problem: Failure) { onFailure(words.description(of: problem)) }

  /// The feeds whose headlines are shown.
  var shownFeeds: [FeedSpec] {
    let known = Dictionary((list?.feeds ?? []).map { ($0.url, $0) }, uniquingKeysWith: { first, _ in first })
    return topics.entries.filter { $0.state == .on && $0.isPolled }.compactMap { entry in
      // The address of a topic has been one of a feed.
      entry.feed.flatMap { known[$0] ?? given[$0] ?? (try? FeedSpec(url: $0)) }
    }
  }

  // MARK: - Input

  /// Shows the bundled headlines, for an empty list.
  func showBundled(at t: Seconds) {
    let items = bundled()
    show(items, at: t)
    bundledTopics.formUnion(items.compactMap { topics.id(of: $0) })
  }

  /// Shows items whose topics are given by name, and which do not count as news.
  func show(_ items: [NewsItem], at t: Seconds) {
    _ = enqueue(items)
    bring(at: t)
  }

  /// Receives a line of JSON. Reports each kind of error once.
  func receive(line: UnsafeRawBufferPointer) {
    guard !line.isEmpty else { return }
    lineCount += 1
    do throws(Failure) {
      let item = try NewsItem(jsonLine: line, source: "--json-lines")
      let items = admit([item], from: "--json-lines: line \(lineCount)")
      if !followed.take(items) { add(items) }
    } catch {
      errors.report("\(error.subject): line \(lineCount): \(error.reason)", once: error.reason)
    }
  }

  /// Adds items to the next batch.
  func add(_ items: [NewsItem]) {
    pending += items
    let most = 2 * queue.settings.maximumCount
    // In a flood, drops what newer items would push out anyway.
    if pending.count > 2 * most { pending.removeFirst(pending.count - most) }
    wake(at: monotonicNow() + (items.contains(where: \.breaksIn) ? 0 : Self.pause))
  }

  /// Receives what its feeds, or a channel, have to say.
  func receive(_ event: FeedEvent) {
    switch event {
    case .items(let items, let feed):
      guard let id = topics.id(ofFeed: feed), topics.state(of: id) != .removed else { return }
      pending += admit(items.map(marked), from: feed)
      if items.contains(where: \.breaksIn) || breakIns.concern(items) { return wake(at: monotonicNow()) }
    case .withdrawn(let ids, let feed):
      let ids = Set(ids)
      _ = remove { $0.id.feed == feed && ids.contains($0.id.guid) }
    case .marked(let read, let unread, let feed): note(read: read, unread: unread, of: feed)
    case .described(let description): hasNewTopics = topics.describe(description) || hasNewTopics
    case .picture(let path, let address):
      pictures.note(path, of: address)
      reader.noteArrival(ofPicture: address)
    case .status(let status): hasNewTopics = topics.note(status) || hasNewTopics || crawl.count == 0
    case .error(let error): return reportError(error.description)
    case .stopped: return onFailure(words[.readerStopped])
    case .account: return
    }
    // Cached items are shown at once. Later ones are batched, and join far from the visible part.
    wake(at: monotonicNow() + (crawl.count == 0 ? Self.firstPause : Self.feedPause))
  }

  /// Removes items. A visible headline leaves once it is out of sight. Returns how many there were.
  ///
  /// - Parameter ending: Why those end that have broken in, as the as-run log says it.
  func remove(as ending: String = "withdrawn", where isGone: (NewsItem) -> Bool) -> Int {
    let count = pending.count + waiting.count
    pending.removeAll(where: isGone)
    waiting.removeAll(where: isGone)
    topics.clearShelves(where: isGone)
    wake(at: monotonicNow())
    let gone = breakIns.withdraw(ending, where: isGone).union(queue.removeAll(where: isGone).map(\.id))
    return count - pending.count - waiting.count + gone.count
  }

  /// Changes the theme's colours of topics.
  func recolor(_ color: @escaping (Int) -> Color) {
    topics.recolor(color)
    hasNewTopics = true
    wake(at: monotonicNow())
  }

  // MARK: - As a source

  func appendDescriptors(to descriptors: inout [pollfd]) { clockWatch?.appendDescriptors(to: &descriptors) }

  func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    _ = clockWatch?.service(now: now)
    guard now >= min(due, undoEnd) else { return .idle }
    due = .infinity
    let isDone = isSettled
    if isLast != nil { wake(at: now + Self.pause) }
    if now >= writing.due { writing.save() } else { wake(at: writing.due) }
    if now >= undoEnd { hasNewTopics = true }
    bring(at: time(), now: now)
    save()
    guard isDone, pending.isEmpty else { return .idle }
    reader.close()
    return .finished
  }

  /// Brings crawl and chips up to date with new items and the user's actions.
  func bring(at t: Seconds, now: Double = monotonicNow()) {
    queuePending()
    turnWanted(at: t)
    let isChanged = updateCrawl(at: t) || waiting.count != shownWaiting
    shownWaiting = waiting.count
    // The notice shows the minutes until the next fetch.
    if crawl.count == 0 {
      hasNewTopics = hasNewTopics || notice != lastNotice
      if topics.hasFailing { wake(at: now + 20) }
    }
    lastNotice = notice
    let hadNewTopics = hasNewTopics
    if hasNewTopics {
      hasNewTopics = false
      onTopics(topics.tokens(now: now, words), topics.hiddenTokens(now: now), t)
      undoEnd = topics.nextUndoEnd(after: now)
    }
    if isChanged || hadNewTopics || breakIns.hasChanges || !alerts.isEmpty { onChange(hadNewTopics) }
  }

  /// Saves the user's state.
  func close() {
    if !isClosed {
      save()
      writing.save()
    }
    isClosed = true
  }

  private var isSettled: Bool {
    guard let isLast, isLast() else { return false }
    return reader.isSettled
  }

  /// Queues pending items.
  private func queuePending() {
    if isQuiet { putAside() }
    guard !pending.isEmpty else { return }
    // Handles hundreds of feeds in parts, so that frames are drawn in between.
    let part = Array(pending.prefix(Self.mostAtOnce))
    // Another array, so that the room for all that came at the start is given back.
    pending = Array(pending.dropFirst(part.count))
    if !pending.isEmpty { wake(at: monotonicNow() + Self.firstPause) }
    keep(enqueue(part))
    queue.arrange(followed.order)
  }

  /// Queues items, except those of removed topics. Returns them.
  private func enqueue(_ new: [NewsItem]) -> [NewsItem] {
    var items: [NewsItem] = []
    items.reserveCapacity(new.count)
    for var item in new {
      item.isRead = readState[item.id] == .read
      let count = topics.entries.count
      item.topicID = topics.id(of: item)
      if topics.entries.count > count { hasNewTopics = true }
      if item.topicID.map({ topics.state(of: $0) }) != .removed { items.append(item) }
    }
    queue.add(items, now: wallClock())
    breakIn(items)
    return items
  }

  /// Holds back new headlines that do not break in. A changed text of a known one is not new.
  private func putAside() {
    let known = Set(queue.ordered.lazy.map(\.id))
    let isNews = { [queue] (item: NewsItem) in
      !item.breaksIn && (item.isNew || item.id.feed == nil) && !known.contains(item.id)
        && !queue.items.contains { $0.hasKey(of: item) }
    }
    var new = pending.filter(isNews)
    pending.removeAll(where: isNews)
    // What waits is older.
    waiting.removeAll { old in pending.contains { $0.id == old.id || $0.hasKey(of: old) } }
    // A time to live may end by then.
    for i in new.indices where new[i].timeToLive != nil && new[i].arrived == .epoch { new[i].arrived = wallClock() }
    // What waits already keeps its place, as its sender says it now.
    var places = Dictionary(waiting.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    for item in new {
      guard let place = places[item.id] else {
        places[item.id] = waiting.count
        waiting.append(item)
        continue
      }
      let arrived = waiting[place].arrived
      waiting[place] = item
      if item.arrived == .epoch { waiting[place].arrived = arrived }
    }
    if waiting.count > 2 * queue.settings.maximumCount {
      waiting.removeFirst(waiting.count - queue.settings.maximumCount)
    }
  }

  /// Brings the crawl in step with the queue. Returns whether anything changed.
  private func updateCrawl(at t: Seconds) -> Bool {
    let now = wallClock()
    queue.expire(now: now)
    breakIns.forget(except: queue.holds)
    if hasNewTopics { crawl.setTopics(topics.labels, at: t) }
    let wasEmpty = crawl.count == 0
    let wanted = itemsOnAir(now: now).map(shown)
    var isChanged = headlines.show(wanted, of: queue, at: t) { ending(of: $0, at: moment(now)) }
    if followed.needsOrder {
      let order = followed.order
      let hasMoved = headlines.arrange(queue.items.lazy.map(\.id).filter { order[$0] != nil }, at: t)
      isChanged = isChanged || hasMoved
      followed.needsOrder = !pending.isEmpty
    }
    // A feed's first headlines replace the notice in place, instead of running in for seconds.
    if wasEmpty, crawl.count > 0, hasFeeds { crawl.startOver(at: t) }
    let next = min(queue.nextExpiry, queue.nextAiring(after: moment(now)))
    if next < .distantFuture { wake(at: monotonicNow() + max(Self.pause, next - now)) }
    if clockWatch == nil, next < .distantFuture || queue.isTimed { followClock() }
    return isChanged
  }

  /// Wakes up to remove headlines, or their marks, that have left the view, by motion or by hand. Headlines at rest wake
  /// nothing.
  func followLeaving(at t: Seconds) {
    let canRemove = !headlines.leaving.isEmpty && crawl.canRemove(headlines.leaving, at: t)
    let canUnmark = !headlines.marked.isEmpty && !headlines.marked.isSubset(of: crawl.shownItems(at: t))
    if canRemove || canUnmark { wake(at: monotonicNow()) }
  }

  func wake(at time: Double) { due = min(due, time) }
}

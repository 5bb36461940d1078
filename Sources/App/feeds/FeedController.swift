internal import Base
internal import Glibc
internal import Newswire
internal import Scene
internal import ScrollCore

/// Brings the news to a crawl: reads the feeds and lines of JSON, decides what is shown (`ItemQueue`), and keeps the
/// crawl in step with that (`QueuedHeadlines`).
///
/// Whoever shows the crawl makes it, sets `onTopics` where there are chips, calls `open` once there is a run loop, hands
/// over lines by `take(line:)`, and says what the user does by `perform(_:at:)` and `opened(_:)`. From then on the
/// controller is a source of that loop, which closes it. What has arrived is brought to the crawl ten times a second at
/// most, all of it at once; what feeds bring to headlines that run already, twice.
final class FeedController: LoopSource {
  /// The lines of the sources are objects of JSON, for `take(line:)`.
  let takesJSONLines: Bool
  /// Called with the chips, each tagged with its `TopicID`, those of topics that have none any more, and the time of the
  /// frame.
  var onTopics: (_ shown: [Token], _ hidden: [Token], Seconds) -> Void = { _, _, _ in }
  /// In seconds of the monotonic clock.
  private(set) var deadline = Double.infinity

  let crawl: CrawlView
  /// The user's list, where the feeds are those of it.
  let list: FollowedFeedList?
  /// Those of the command line.
  private let given: [FeedSpec]
  var topics: TopicList
  var queue = ItemQueue()
  var headlines: QueuedHeadlines
  var readState: ReadState
  /// What becomes of headlines that have been read.
  var read = ReadHeadlines.dim {
    didSet {
      guard read != oldValue else { return }
      queue.settings.dropsRead = read == .drop
      wake(at: monotonicNow())
    }
  }
  /// Called where what the user has asked for could not be done, with what is to be said.
  var onFailure: (String) -> Void = { reportError($0) }
  /// Why nothing can be saved, where that has been said.
  var saveProblem: Failure?
  private var pending: [NewsItem] = []
  private var urgent: [UrgentHeadline] = []
  var hasNewTopics = true
  var switched = SwitchedTopics()
  /// When the next offer to bring a topic back ends, and its chip goes.
  private var undoEnd = Double.infinity
  private var lastNotice: StripNotice?

  let reader: FeedReader
  /// Whether all else that was to be read has ended; nil where the feeds are read for ever.
  private var isLast: (() -> Bool)?
  var isForPicture: Bool { isLast != nil }
  private var time: () -> Seconds = { 0 }
  private var onChange: (_ hasNewTopics: Bool) -> Void = { _ in }
  private var errors = OnceReported()
  private var isClosed = false
  /// Lines of JSON that have come.
  private var lineCount = 0

  private static let pause = 0.1
  private static let firstPause = 0.02
  private static let mostAtOnce = 1000
  private static let feedPause = 0.5

  /// - Parameters:
  ///   - feeds: Those of a command line.
  ///   - takesJSONLines: Lines of JSON come, too.
  ///   - list: The user's own, where it is read; it is followed.
  ///   - color: The colour with that number.
  ///   - path: The file that keeps what was read.
  ///   - colors: The file that keeps which colours topics have; nil for none.
  init(
    feeds: [FeedSpec], list: FollowedFeedList? = nil, options: NewsFeeds, takesJSONLines: Bool = false, crawl: CrawlView,
    color: @escaping (Int) -> Color, readState path: String, colors: String? = nil
  ) {
    self.crawl = crawl
    (self.list, given) = (list, feeds)
    self.takesJSONLines = takesJSONLines
    topics = TopicList(colors: TopicColors(path: colors), color: color)
    headlines = QueuedHeadlines(on: crawl)
    queue.settings.takesTurns = options.order == .roundRobin
    queue.settings.maximumAge = options.maximumAge
    queue.settings.maximumCount = options.maximumCount
    queue.settings.maximumPerFeed = options.maximumPerFeed
    queue.settings.filter = options.filter
    queue.settings.ownFilters = FollowedFeedList.filters(of: feeds)
    var problem: Failure?
    readState = ReadState(path: path, problem: &problem)
    reader = FeedReader(readsList: list != nil)
    if let problem { reportError(problem.description) }
    for feed in feeds { topics.add(feed) }
    if let list { takeList(list, at: 0) }
  }

  var hasFeeds: Bool { topics.entries.contains { $0.feed != nil } }

  /// Begins to read. What is in the cache comes with the first round of the loop.
  ///
  /// - Parameters:
  ///   - time: The time of the frame that is drawn next.
  ///   - isLast: For a single look at each feed: the controller ends once that is done and this says that all else that
  ///     was to be read has ended.
  ///   - onChange: Called when something has changed, after `onTopics`; where there are new topics the view is to be laid
  ///     out again.
  func open(
    in loop: RunLoop, time: @escaping () -> Seconds, endingWhen isLast: (() -> Bool)? = nil,
    onChange: @escaping (_ hasNewTopics: Bool) -> Void
  ) {
    (self.time, self.isLast, self.onChange) = (time, isLast, onChange)
    reader.handler = { [weak self] in self?.take($0) }
    reader.open(in: loop, isForPicture: isLast != nil)
    reader.read(shownFeeds)
    if isLast == nil, let list {
      list.follow(in: loop) { [weak self] in
        guard let self else { return }
        takeList(list, at: self.time())
        bring(at: self.time())
      }
    }
    loop.add(self)
    wake(at: monotonicNow())
  }

  /// The feeds whose headlines are shown.
  var shownFeeds: [FeedSpec] {
    topics.entries.filter { $0.state == .on }.compactMap { entry in
      entry.feed.flatMap { url in (list?.feeds ?? given).first { $0.url == url } ?? (try? FeedSpec(url: url)) }
    }
  }

  // MARK: - What comes

  /// Shows these, whose topics are told by name.
  func show(_ items: [NewsItem], at t: Seconds) {
    pending += items
    bring(at: t)
  }

  /// Takes a line of JSON. What is wrong with it is said, but not again and again.
  func take(line: UnsafeRawBufferPointer) {
    guard !line.isEmpty else { return }
    lineCount += 1
    do throws(Failure) { add([try NewsItem(jsonLine: line, source: "--json-lines")]) } catch {
      errors.report("\(error.subject): line \(lineCount): \(error.reason)", once: error.reason)
    }
  }

  /// Shows these, too, with what else has come by then.
  func add(_ items: [NewsItem]) {
    pending += items
    let most = 2 * queue.settings.maximumCount
    // In a flood, what would be pushed off at once does not get on.
    if pending.count > 2 * most { pending.removeFirst(pending.count - most) }
    wake(at: monotonicNow() + Self.pause)
  }

  private func take(_ event: FeedEvent) {
    switch event {
    case .items(let items, let feed):
      guard let id = topics.id(ofFeed: feed), topics.state(of: id) != .removed else { return }
      pending += items
    case .withdrawn(let ids, let feed):
      let ids = Set(ids)
      _ = remove { $0.id.feed == feed && ids.contains($0.id.guid) }
    case .described(let description): hasNewTopics = topics.describe(description) || hasNewTopics
    case .status(let status): hasNewTopics = topics.note(status) || hasNewTopics || crawl.count == 0
    case .error(let error): return reportError(error.description)
    }
    // What is known is to be there at once; what follows comes together, and joins far behind what is seen.
    wake(at: monotonicNow() + (crawl.count == 0 ? Self.firstPause : Self.feedPause))
  }

  /// Takes items off; what is on the glass goes once nobody sees it. Returns how many there were.
  func remove(where isGone: (NewsItem) -> Bool) -> Int {
    let count = pending.count
    pending.removeAll(where: isGone)
    wake(at: monotonicNow())
    return count - pending.count + queue.removeAll(where: isGone).count
  }

  /// What lines have brought is superseded by what follows.
  func restart() {
    pending.removeAll { $0.id.feed == nil }
    queue.removeAll { $0.id.feed == nil }
    wake(at: monotonicNow())
  }

  /// Topics have other colours from now on.
  func recolor(_ color: @escaping (Int) -> Color) {
    topics.recolor(color)
    hasNewTopics = true
    wake(at: monotonicNow())
  }

  /// The urgent headlines that have come since the last call: they are shown whatever becomes of them in the crawl.
  func takeUrgent() -> [UrgentHeadline] {
    defer { urgent = [] }
    return urgent
  }

  // MARK: - As a source

  func appendDescriptors(to descriptors: inout [pollfd]) {}

  func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    guard now >= deadline else { return .idle }
    deadline = .infinity
    let isDone = isSettled
    if isLast != nil { wake(at: now + Self.pause) }
    if now >= undoEnd { hasNewTopics = true }
    bring(at: time(), now: now)
    save()
    guard isDone, pending.isEmpty else { return .idle }
    reader.close()
    return .finished
  }

  /// Brings crawl and chips in step with what has come and what the user has done.
  func bring(at t: Seconds, now: Double = monotonicNow()) {
    takePending()
    let isChanged = updateCrawl(at: t)
    // A line about the next try counts the minutes.
    if crawl.count == 0 {
      hasNewTopics = hasNewTopics || notice != lastNotice
      if topics.hasFailing { wake(at: now + 20) }
    }
    lastNotice = notice
    let hadNewTopics = hasNewTopics
    if hasNewTopics {
      hasNewTopics = false
      onTopics(topics.tokens(now: now), topics.hiddenTokens(now: now), t)
      undoEnd = topics.nextUndoEnd(after: now)
      if undoEnd < .infinity { wake(at: undoEnd) }
    }
    if isChanged || hadNewTopics { onChange(hadNewTopics) }
  }

  /// Saves what the user has done.
  func close() {
    if !isClosed { save() }
    isClosed = true
  }

  private var isSettled: Bool {
    guard let isLast, isLast() else { return false }
    return reader.isSettled
  }

  /// Queues what has come, unless the user has removed it.
  private func takePending() {
    guard !pending.isEmpty else { return }
    var items: [NewsItem] = []
    items.reserveCapacity(min(pending.count, Self.mostAtOnce))
    // Of two hundred feeds that come at once a part at a time, so that frames come between.
    let part = pending.prefix(Self.mostAtOnce)
    pending.removeFirst(part.count)
    if !pending.isEmpty { wake(at: monotonicNow() + Self.firstPause) }
    for var item in part {
      item.isRead = readState[item.id] == .read
      let count = topics.entries.count
      item.topicID = topics.id(of: item)
      if topics.entries.count > count { hasNewTopics = true }
      if item.topicID.map({ topics.state(of: $0) }) != .removed { items.append(item) }
    }
    let known = Set(queue.ordered.lazy.filter(\.isUrgent).map(\.id))
    for item in items where item.isUrgent && !known.contains(item.id) && topics.isOn(item.topicID) {
      urgent.append(UrgentHeadline(item.title, topic: item.topic, link: item.link, isPlain: item.id.feed != nil))
    }
    queue.add(items, now: wallClockNow())
  }

  /// Makes the crawl show what is in the queue. True where something has changed.
  private func updateCrawl(at t: Seconds) -> Bool {
    let now = wallClockNow()
    queue.expire(now: now)
    if hasNewTopics { crawl.setTopics(topics.labels, at: t) }
    let isChanged = headlines.show(queue.ordered.filter { topics.isOn($0.topicID) }, at: t)
    if headlines.hasLeaving { wake(at: monotonicNow() + 1) }
    let next = queue.nextExpiry
    if next < .infinity { wake(at: monotonicNow() + max(Self.pause, next - now)) }
    return isChanged
  }

  func wake(at time: Double) { deadline = min(deadline, time) }
}

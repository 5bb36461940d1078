internal import Base
internal import Glibc
internal import Newswire
internal import Scene
internal import ScrollCore

/// Brings the news to a crawl: reads the feeds and lines of JSON, decides what is shown (`ItemQueue`), and keeps the
/// crawl in step with that (`QueuedHeadlines`).
///
/// Whoever shows the crawl makes it, sets `onTopics` where there are chips, calls `open` once there is a run loop, hands
/// over lines by `take(line:)`, and says what the user does by `remove(topic:at:)` and `opened(_:)`. From then on the
/// controller is a source of that loop, which closes it. What has arrived is brought to the crawl ten times a second at
/// most, all of it at once; what feeds bring to headlines that run already, twice.
final class FeedController: LoopSource {
  /// The lines of the sources are objects of JSON, for `take(line:)`.
  let takesJSONLines: Bool
  /// Called with the chips, each tagged with its `TopicID`, and the time of the frame.
  var onTopics: ([Token], Seconds) -> Void = { _, _ in }
  /// In seconds of the monotonic clock.
  private(set) var deadline = Double.infinity

  private let crawl: CrawlView
  private let feeds: [FeedSpec]
  /// The feeds are those of the user's list.
  private let readsList: Bool
  private var topics: TopicList
  private var queue = ItemQueue()
  private var headlines: QueuedHeadlines
  private var readState: ReadState
  private var pending: [NewsItem] = []
  private var hasNewTopics = true

  private weak var loop: RunLoop?
  /// Reads the feeds where they are looked at once. Otherwise a process of its own does, for one step of a transfer may
  /// take longer than a frame.
  private var crawler: FeedCrawler?
  private var process: FeedProcess?
  /// Whether all else that was to be read has ended; nil where the feeds are read for ever.
  private var isLast: (() -> Bool)?
  private var time: () -> Seconds = { 0 }
  private var onChange: (_ hasNewTopics: Bool) -> Void = { _ in }
  private var lastError = ""
  private var isClosed = false

  private static let pause = 0.1
  private static let firstPause = 0.02
  private static let feedPause = 0.5

  /// - Parameters:
  ///   - color: The colour of the topic with that number.
  ///   - path: The file that keeps what was read and removed.
  init(
    feeds: [FeedSpec], options: NewsOptions, crawl: CrawlView, color: @escaping (TopicID) -> Color,
    readState path: String = UserPaths.readState
  ) {
    self.feeds = feeds
    self.crawl = crawl
    readsList = options.feeds.isEmpty
    takesJSONLines = options.takesJSONLines
    topics = TopicList(color: color)
    headlines = QueuedHeadlines(on: crawl)
    queue.settings.takesTurns = options.order == .roundRobin
    queue.settings.maximumAge = options.maximumAge
    queue.settings.maximumCount = options.maximumCount
    var problem: Failure?
    readState = ReadState(path: path, problem: &problem)
    if let problem { reportError(problem.description) }
    for feed in feeds { topics.add(feed) }
  }

  /// The feeds of a command line, or the user's own that are not hidden.
  static func feeds(_ options: NewsOptions, orListAt path: String? = UserPaths.feedList) -> [FeedSpec] {
    if !options.feeds.isEmpty { return options.feeds.compactMap { try? FeedSpec(url: $0) } }
    guard let path else { return [] }
    do throws(Failure) { return try FeedList(path: path).shown } catch {
      reportError(error.description)
      return []
    }
  }

  var hasFeeds: Bool { !feeds.isEmpty }

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
    (self.loop, self.time, self.isLast, self.onChange) = (loop, time, isLast, onChange)
    if hasFeeds, isLast == nil {
      do throws(Failure) {
        let process = try FeedProcess(arguments: relay) { [weak self] in self?.take($0) }
        self.process = process
        loop.add(process.source)
      } catch {
        reportError(error.description)
      }
    } else if hasFeeds {
      let crawler = FeedCrawler(feeds: feeds, settings: CrawlerSettings.own) { [weak self] in self?.take($0) }
      self.crawler = crawler
      loop.add(crawler)
    }
    loop.add(self)
    wake(at: monotonicNow())
  }

  /// What the process that reads the feeds is to run. Without feeds it reads those of the list.
  private var relay: [String] {
    let left = topics.entries.filter { !$0.isRemoved }.compactMap(\.feed)
    return ["/proc/self/exe", "feeds", FeedsAction.relayName] + (readsList ? [] : left)
  }

  // MARK: - What comes

  /// Takes a line of JSON. What is wrong with it is said, but not again and again.
  func take(line: UnsafeRawBufferPointer) {
    guard !line.isEmpty else { return }
    do throws(Failure) { pending.append(try NewsItem(jsonLine: line, source: "--json-lines")) } catch {
      return report(error)
    }
    let most = 2 * queue.settings.maximumCount
    // In a flood, what would be pushed off at once does not get on.
    if pending.count > 2 * most { pending.removeFirst(pending.count - most) }
    wake(at: monotonicNow() + Self.pause)
  }

  private func take(_ event: FeedEvent) {
    switch event {
    case .items(let items, let feed):
      guard let id = topics.id(ofFeed: feed), !topics.entries[id].isRemoved else { return }
      topics.note(items, of: id)
      pending += items
    case .described(let description): hasNewTopics = topics.describe(description) || hasNewTopics
    case .error(let error): return reportError(error.description)
    }
    // What is known is to be there at once; what follows comes together, and joins far behind what is seen.
    wake(at: monotonicNow() + (crawl.count == 0 ? Self.firstPause : Self.feedPause))
  }

  /// What lines have brought is superseded by what follows.
  func restart() {
    pending.removeAll { $0.id.feed == nil }
    queue.removeAll { $0.id.feed == nil }
    wake(at: monotonicNow())
  }

  /// Topics have other colours from now on.
  func recolor(_ color: @escaping (TopicID) -> Color) {
    topics.recolor(color)
    hasNewTopics = true
    wake(at: monotonicNow())
  }

  // MARK: - What the user does

  /// A chip is gone: the topic's headlines go and do not come back, not even after a restart. A feed is not looked at any
  /// more; one of the list stays hidden until the user shows it again.
  func remove(topic id: TopicID, at t: Seconds) {
    guard let entry = topics.remove(id) else { return }
    let gone = queue.removeAll { $0.topicID == id } + headlines.remove(topic: id, at: t)
    if entry.feed == nil || !readsList {
      for item in entry.items + gone.map(\.id) { readState.set(item, .removed) }
    }
    if let feed = entry.feed { stopReading(feed) }
    wake(at: monotonicNow() + Self.pause)
  }

  private func stopReading(_ feed: String) {
    if readsList {
      do throws(Failure) {
        var hidden = try HiddenFeedList()
        try hidden.set(feed, isHidden: true)
      } catch {
        reportError(error.description)
      }
    }
    guard let process else { return }
    if topics.entries.contains(where: { $0.feed != nil && !$0.isRemoved }) {
      process.remove(feed, leaving: relay)
    } else {
      loop?.remove(process.source)
    }
  }

  /// A headline's link has been opened: it has been read, and goes once it has left the view.
  func opened(_ link: String) {
    for item in headlines.items where item.link == link { readState.set(item.id, .read) }
    queue.removeAll { $0.link == link }
    wake(at: monotonicNow() + Self.pause)
  }

  /// Whether an urgent headline is in the view.
  func isUrgent(at t: Seconds) -> Bool { headlines.isUrgent(at: t) }

  // MARK: - As a source

  func appendDescriptors(to descriptors: inout [pollfd]) {}

  func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    guard now >= deadline else { return .idle }
    deadline = .infinity
    let isDone = isSettled
    if isLast != nil { wake(at: now + Self.pause) }
    let t = time()
    takePending()
    let isChanged = updateCrawl(at: t)
    let hadNewTopics = hasNewTopics
    if hasNewTopics {
      hasNewTopics = false
      onTopics(topics.tokens, t)
    }
    if isChanged || hadNewTopics { onChange(hadNewTopics) }
    save()
    guard isDone else { return .idle }
    if let crawler { loop?.remove(crawler) }
    return .finished
  }

  /// Saves what the user has done.
  func close() {
    if !isClosed { save() }
    isClosed = true
  }

  private var isSettled: Bool {
    guard let isLast, isLast() else { return false }
    return crawler?.isSettled ?? true
  }

  /// Queues what has come, unless the user has read or removed it.
  private func takePending() {
    guard !pending.isEmpty else { return }
    var items: [NewsItem] = []
    items.reserveCapacity(pending.count)
    for var item in pending where readState[item.id] == nil {
      let count = topics.entries.count
      item.topicID = topics.id(of: item)
      if topics.entries.count > count { hasNewTopics = true }
      if item.topicID.map({ topics.entries[$0].isRemoved }) != true { items.append(item) }
    }
    pending = []
    queue.add(items, now: wallClockNow())
  }

  /// Makes the crawl show what is in the queue. True where something has changed.
  private func updateCrawl(at t: Seconds) -> Bool {
    let now = wallClockNow()
    queue.expire(now: now)
    if hasNewTopics { crawl.setTopics(topics.labels, at: t) }
    let isChanged = headlines.show(queue.ordered, at: t)
    if headlines.hasLeaving { wake(at: monotonicNow() + 1) }
    let next = queue.nextExpiry
    if next < .infinity { wake(at: monotonicNow() + max(Self.pause, next - now)) }
    return isChanged
  }

  private func save() { do throws(Failure) { try readState.save() } catch { report(error) } }

  /// Says what is wrong, but not again and again.
  private func report(_ error: Failure) {
    if error.description != lastError { reportError(error.description) }
    lastError = error.description
  }

  private func wake(at time: Double) { deadline = min(deadline, time) }
}

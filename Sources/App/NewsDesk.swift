internal import Base
internal import Glibc
internal import Newswire
internal import Scene
internal import ScrollCore

/// Brings the news to a crawl: reads the feeds and lines of JSON, and keeps what is on the crawl in step with what is to
/// be shown. What is on screen is left alone: what goes, goes when nobody sees it, and what comes, comes from beyond the
/// view.
///
/// It is a source itself: what has arrived is brought to the crawl ten times a second at most, all of it at once; what
/// feeds bring to headlines that run already, twice.
final class NewsDesk: LoopSource {
  let crawl: CrawlView
  private let feeds: [FeedSpec]
  var topics: NewsTopics
  var wire: WireDesk
  var marks: ItemMarks
  /// Where the feeds are looked at once; otherwise a process of its own reads them, for one step of a transfer may take
  /// longer than a frame.
  private var crawler: FeedCrawler?
  private weak var sources: RunLoop?
  private var process: FeedProcess?
  /// The feeds are those of the user's list.
  private let readsList: Bool
  var pending: [WireItem] = []
  var shown: [String: Shown] = [:]
  /// Until when an item is new, in seconds since 1970.
  var newUntil: [String: Double] = [:]
  /// Ids of headlines that interrupt.
  var urgent: Set<Int> = []
  private var lastError = ""
  var hasNewTopics = true
  /// In seconds of the monotonic clock.
  private(set) var deadline = Double.infinity
  private var isClosed = false
  /// The time of the frames; set by `open`.
  private var time: () -> Seconds = { 0 }
  /// Called when something has changed, with whether the view is to be laid out again.
  private var onChange: (Bool) -> Void = { _ in }
  /// Called with the chips.
  var onTopics: ([Token], Seconds) -> Void = { _, _ in }

  /// A headline on the crawl.
  struct Shown {
    var id: Int
    var item: WireItem
    var topic: Int?
    var isNew = false
  }

  let takesJSONLines: Bool
  var hasFeeds: Bool { !feeds.isEmpty }
  static let pause = 0.1
  private static let firstPause = 0.02
  private static let feedPause = 0.5
  private static let newTime = 600.0

  /// - Parameter color: Of the topic with that number.
  init(
    feeds: [FeedSpec], options: NewsOptions, crawl: CrawlView, color: @escaping (Int) -> Color,
    marks path: String = WirePaths.marks
  ) {
    self.feeds = feeds
    readsList = options.feeds.isEmpty
    self.crawl = crawl
    topics = NewsTopics(color: color)
    takesJSONLines = options.takesJSONLines
    wire = WireDesk()
    wire.settings.order = options.order == .time ? .time : .roundRobin
    wire.settings.maximumAge = options.maximumAge
    wire.settings.maximumCount = options.maximumCount
    var problem: Failure?
    marks = ItemMarks(path: path, problem: &problem)
    if let problem { complain(problem.description) }
    for feed in feeds { topics.add(feed) }
  }

  /// The feeds of a command line, or the user's own that are not hidden.
  static func feeds(_ options: NewsOptions, orListAt path: String? = WirePaths.feedList) -> [FeedSpec] {
    if !options.feeds.isEmpty { return options.feeds.compactMap { try? FeedSpec(url: $0) } }
    guard let path else { return [] }
    do throws(Failure) {
      return try FeedList(path: path).shown
    } catch {
      complain(error.description)
      return []
    }
  }

  /// Begins to read. What is in the cache comes with the first round of the loop.
  func open(in sources: RunLoop, time: @escaping () -> Seconds, onChange: @escaping (Bool) -> Void) {
    self.sources = sources
    self.time = time
    self.onChange = onChange
    if hasFeeds, linesHaveEnded == nil {
      let process = FeedProcess(arguments: relay) { [weak self] in self?.take($0) }
      self.process = process
      sources.add(process)
    } else if hasFeeds {
      let crawler = FeedCrawler(feeds: feeds, settings: CrawlerSettings.own) { [weak self] in self?.take($0) }
      self.crawler = crawler
      sources.add(crawler)
    }
    sources.add(self)
    wake(at: monotonicNow())
  }

  /// What the process that reads the feeds is to run. Without feeds it reads those of the list.
  private var relay: [String] {
    let left = topics.entries.filter { !$0.isRemoved }.compactMap(\.feed)
    return ["/proc/self/exe", "feeds", FeedsAction.relayName] + (readsList ? [] : left)
  }

  /// Before `open`: ends once each feed has been looked at and the lines have ended.
  func end(whenLinesEnded haveEnded: @escaping () -> Bool) { linesHaveEnded = haveEnded }

  private var linesHaveEnded: (() -> Bool)?

  private var isSettled: Bool {
    guard let linesHaveEnded, linesHaveEnded() else { return false }
    return crawler?.isSettled ?? true
  }

  // MARK: - What comes

  private func take(_ event: FeedEvent) {
    switch event {
    case .items(let items, let feed):
      guard let index = topics.index(ofFeed: feed), !topics.entries[index].isRemoved else { return }
      let new = topics.note(items, in: index)
      let end = wallClockNow() + Self.newTime
      for item in new { newUntil[item.key] = end }
      pending += items
    case .described(let description): hasNewTopics = topics.describe(description) || hasNewTopics
    case .error(let error): return complain(error.description)
    }
    // What is known is to be there at once; what follows comes together, and joins far behind what is seen.
    wake(at: monotonicNow() + (crawl.count == 0 ? Self.firstPause : Self.feedPause))
  }

  /// A line of JSON. What is wrong with it is said, but not again and again.
  func take(line: UnsafeRawBufferPointer) {
    guard !line.isEmpty else { return }
    do throws(Failure) {
      pending.append(try WireItem(jsonLine: line, source: "--json-lines"))
    } catch {
      if error.description != lastError { complain(error.description) }
      lastError = error.description
      return
    }
    let most = 2 * wire.settings.maximumCount
    // A flood: what would be pushed off at once does not get on.
    if pending.count > 2 * most { pending.removeFirst(pending.count - most) }
    wake(at: monotonicNow() + Self.pause)
  }

  /// Topics have other colours now.
  func recolor(_ color: @escaping (Int) -> Color) {
    topics.recolor(color)
    hasNewTopics = true
    wake(at: monotonicNow())
  }

  /// What lines have brought is superseded.
  func restart() {
    pending.removeAll { $0.feed == nil }
    for entry in shown.values where entry.item.feed == nil { wire.remove(entry.item) }
    wake(at: monotonicNow())
  }

  // MARK: - What the user does

  /// The chip of that label is gone: its headlines go and do not come back, nor do they after a restart. A feed is not
  /// looked at any more; one of the list stays hidden until the user shows it again.
  func remove(topic name: String, at t: Seconds) {
    guard let index = topics.index(named: name) else { return }
    let entry = topics.remove(index)
    let isHidden = entry.feed != nil && readsList
    if let feed = entry.feed {
      let taken = wire.removeFeed(feed)
      if !isHidden { for item in entry.items + taken { marks.mark(item, .removed) } }
      stopReading(feed)
    } else {
      for item in wire.removeTopic(name) { marks.mark(item, .removed) }
    }
    pending.removeAll { entry.feed == nil ? $0.feed == nil && $0.topic == name : $0.feed == entry.feed }
    let gone = shown.filter { $0.value.topic == index }
    crawl.remove(Set(gone.values.map(\.id)), at: t)
    for (key, headline) in gone {
      if !isHidden { marks.mark(headline.item, .removed) }
      shown[key] = nil
    }
    wake(at: monotonicNow() + Self.pause)
  }

  private func stopReading(_ feed: String) {
    if readsList {
      do throws(Failure) {
        var hidden = try HiddenFeeds()
        try hidden.set(feed, isHidden: true)
      } catch {
        complain(error.description)
      }
    }
    guard let process else { return }
    if topics.entries.contains(where: { $0.feed != nil && !$0.isRemoved }) {
      process.arguments = relay
      process.remove(feed)
    } else {
      sources?.remove(process)
    }
  }

  /// A headline's link has been opened: it has been read, and goes once it has left the view.
  func opened(_ link: String) {
    for entry in shown.values where entry.item.link == link {
      marks.mark(entry.item, .read)
      wire.remove(entry.item)
    }
    wake(at: monotonicNow() + Self.pause)
  }

  /// Whether an urgent headline is in the view.
  func isUrgent(at t: Seconds) -> Bool { crawl.isShowing(urgent, at: t) }

  // MARK: - Source

  func appendDescriptors(to descriptors: inout [pollfd]) {}

  func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    guard now >= deadline else { return .idle }
    deadline = .infinity
    let isLast = isSettled
    if linesHaveEnded != nil { wake(at: now + Self.pause) }
    let t = time()
    takePending()
    let isChanged = bring(at: t)
    let hadNewTopics = hasNewTopics
    if hasNewTopics {
      hasNewTopics = false
      onTopics(topics.tokens, t)
    }
    if isChanged || hadNewTopics { onChange(hadNewTopics) }
    save()
    guard isLast else { return .idle }
    if let crawler { sources?.remove(crawler) }
    return .finished
  }

  /// Saves what the user has done.
  func close() {
    if !isClosed { save() }
    isClosed = true
  }

  private func save() {
    do throws(Failure) { try marks.save() } catch {
      if error.description != lastError { complain(error.description) }
      lastError = error.description
    }
  }

  func wake(at time: Double) { deadline = min(deadline, time) }
}

internal import Base
internal import Glibc
internal import Newsroom
internal import Newswire
internal import Scene
internal import ScrollCore
internal import Windows

/// Brings the news to a crawl: takes what sources say, asks the newsroom what is on the air, and keeps the crawl, the user's
/// files and the process that reads feeds in step with that.
///
/// The owner of the crawl creates it, sets `onTopics` for chips, and calls `open` once there is a run loop. From then
/// on it is a source of that loop, which closes it. News reaches the crawl in batches, at most ten times a second; twice a second
/// if feeds add to headlines already running.
final class NewsDesk: LoopSource {
  private(set) var newsroom: Newsroom
  let crawl: CrawlScene
  /// The language of texts about feeds.
  let words: Words
  /// The user's list, if its feeds are shown.
  let list: FollowedFeedList?
  /// The feeds of the command line and the sources of alerts, by address.
  private let given: [String: FeedSpec]
  /// Whether the lines of the sources are JSON objects for `receive(line:)`.
  let takesJSONLines: Bool
  let reader: FeedReader
  private var keeping: NewsKeeping
  private(set) var rows: NewsRows

  /// Called with the chips tagged with their `TopicID`, and the time of the frame.
  var onTopics: ([Token], Seconds) -> Void = { _, _ in }
  /// Called with a message if a user's action fails.
  var onFailure: (String) -> Void = { reportError($0) }
  /// Returns the bundled headlines, for an empty list.
  var bundled: () -> [NewsItem] = { [] }
  /// The clock on the wall, and its offset from UTC.
  var wallClock: () -> UnixTime = wallClockNow
  var utcOffset: UTCOffset = localOffset
  /// Returns the theme's colour with a number.
  private var color: (Int) -> Color

  private var due = Double.infinity
  /// When the next chip's offer to undo ends.
  private var undoEnd = Double.infinity
  private var hasNewTopics = true
  private var breakIns: [BreakIns.Change] = []
  private var alerts: [NewsItem] = []
  /// The order that the crawl has to get with the next picture.
  private var order: [HeadlineID]?
  private(set) var writing = HistoryWriting()
  /// How many waited, and what the notice said, at the last look.
  private var shown: (waiting: Int, notice: StripNotice?) = (0, nil)
  /// For a single fetch: whether all other sources have ended. Nil if the feeds are polled.
  private var isLast: (() -> Bool)?
  private var time: () -> Seconds = { 0 }
  private var onChange: (_ hasNewTopics: Bool) -> Void = { _ in }
  /// Notices that the clock was set, if anything depends on it.
  private var clockWatch: ClockWatch?
  /// The number of JSON lines received.
  private var lineCount = 0
  private var isClosed = false

  private static let pause = 0.1
  private static let firstPause = 0.02
  private static let feedPause = 0.5
  /// The limit for alerts that wait to be reported.
  private static let mostAlerts = 100

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
    color: @escaping (Int) -> Color, readState path: String = UserPaths.readState,
    colors: String? = UserPaths.topicColors, words: Words = .english
  ) {
    (self.crawl, self.words, self.color) = (crawl, words, color)
    (self.list, given) = (list, Dictionary(feeds.map { ($0.url, $0) }, uniquingKeysWith: { first, _ in first }))
    (self.takesJSONLines, rows) = (takesJSONLines, NewsRows(on: crawl))
    keeping = NewsKeeping(list: list, marksPath: path, colorsPath: colors, words: words)
    let kept = keeping.load()
    newsroom = Newsroom(
      settings: Newsroom.Settings(options, feeds: feeds), marks: kept.marks, colors: kept.colors)
    reader = FeedReader(readsList: list != nil)
    for feed in feeds { perform(.add(feed)) }
    if let list { perform(.follow(list.selection)) }
    crawl.hasNewsroom = true
    crawl.details = { [weak self] in self?.texts.details ?? [:] }
    crawl.setPictures { [pictures = rows.pictures] in pictures.image($0) }
  }

  /// Starts reading. Cached headlines arrive in the first round of the loop.
  ///
  /// - Parameters:
  ///   - time: Returns the time of the next frame.
  ///   - isLast: For a single fetch of each feed: the desk ends after it once this returns true, as all other
  /// sources have ended.
  ///   - onChange: Called after a change and after `onTopics`. The view needs layout if there are new topics.
  func open(
    in loop: RunLoop, time: @escaping () -> Seconds, endingWhen isLast: (() -> Bool)? = nil,
    onChange: @escaping (_ hasNewTopics: Bool) -> Void
  ) {
    (self.time, self.isLast, self.onChange) = (time, isLast, onChange)
    reader.handler = { [weak self] in self?.receive($0) }
    reader.held = { [weak self] in self?.newsroom.items(ofFeed: $0) ?? [] }
    rows.pictures.fetch = { [reader] in reader.fetch(picture: $0, mayBePrivate: $1) }
    reader.open(in: loop, isForPicture: isLast != nil)
    reader.read(specs(of: newsroom.polledFeeds))
    reader.follow(list?.accounts.map(\.address) ?? [])
    if isLast == nil, let list {
      list.follow(
        in: loop, onProblem: { [weak self] in self?.report($0) },
        onChange: { [weak self] in
          guard let self else { return }
          follow(list, at: self.time())
        })
    } else if let problem = list?.problem {
      report(problem)
    }
    loop.add(self)
    wake(at: monotonicNow())
  }

  private var isForPicture: Bool { isLast != nil }

  /// The user's list cannot be read.
  private func report(_ problem: Failure) { onFailure(words.description(of: problem)) }

  /// The present moment by both clocks.
  var now: NewsTime { NewsTime(wall: wallClock(), loop: monotonicNow(), offset: utcOffset) }

  // MARK: - News

  /// Receives a line of JSON. Reports each kind of error once.
  func receive(line: UnsafeRawBufferPointer) {
    guard !line.isEmpty else { return }
    lineCount += 1
    do throws(Failure) {
      let item = try NewsItem(jsonLine: line, source: "--json-lines")
      for item in rows.admit([item], from: "--json-lines: line \(lineCount)") { accept(.line(item)) }
    } catch {
      rows.report("\(error.subject): line \(lineCount): \(error.reason)", once: error.reason)
    }
  }

  /// Receives what the process that reads feeds, or a channel's, has to say.
  func receive(_ event: FeedEvent) {
    switch event {
    case .items(let items, let feed): accept(.items(rows.admit(items.map(texts.marked), from: feed), feed: feed))
    case .withdrawn(let ids, let feed): accept(.withdrawn(Set(ids), feed: feed))
    case .marked(let read, let unread, let feed):
      // Without the file there is nothing to send.
      let unsent = Set(((try? UnsentMarks(path: UserPaths.unsentMarks).all()) ?? []).map(\.item))
      accept(.marked(read: read, unread: unread, feed: feed, unsent: unsent))
    case .described(let description): accept(.described(description))
    case .status(let status):
      hasNewTopics = hasNewTopics || crawl.count == 0
      accept(.status(status))
    case .picture(let path, let address):
      rows.pictures.note(path, of: address)
      reader.noteArrival(ofPicture: address)
      wake(at: monotonicNow() + pauseOfFeeds)
    case .error(let error): reportError(error.description)
    case .stopped: onFailure(words[.readerStopped])
    case .account: break
    }
  }

  /// Receives what any source has to say.
  func accept(_ report: SourceReport) {
    let pause = pause(after: report)
    adopt(newsroom.receive(report, at: now), at: time())
    wake(at: monotonicNow() + pause)
  }

  /// How long more may come before what a source says is shown.
  private func pause(after report: SourceReport) -> Double {
    switch report {
    case .items(let items, _): newsroom.isUrgent(items) ? 0 : pauseOfFeeds
    case .added(let items): newsroom.isUrgent(items) ? 0 : Self.pause
    case .line(let item): newsroom.isUrgent([item]) ? 0 : Self.pause
    case .withdrawn, .finished, .switched, .joined: 0
    case .restarted, .kept: .infinity
    case .marked, .described, .status: pauseOfFeeds
    }
  }

  /// Cached items are shown at once. Later ones are batched, and join far from the visible part.
  private var pauseOfFeeds: Double { crawl.count == 0 ? Self.firstPause : Self.feedPause }

  // MARK: - Actions

  /// Performs an action, shown with the next batch. Returns how many items it has ended.
  @discardableResult
  func perform(_ action: NewsAction, at t: Seconds? = nil) -> Int {
    let changes = newsroom.perform(action, at: now)
    adopt(changes, at: t ?? time())
    if !changes.isEmpty { wake(at: monotonicNow()) }
    return changes.reduce(0) { if case .ended(let count) = $1 { $0 + count } else { $0 } }
  }

  /// Performs an action on topics, shown at once.
  func perform(_ action: TopicAction, at t: Seconds) {
    perform(.topic(action), at: t)
    bring(at: t)
  }

  /// Changes how items are selected.
  func change(_ change: (inout Newsroom.Settings) -> Void) {
    var settings = newsroom.settings
    change(&settings)
    perform(.setSettings(settings))
  }

  /// The item of a headline on the crawl; nil for a line.
  func item(of headline: ShownHeadline) -> NewsItem? { item(ofText: headline.id) }

  /// The same, by the number of its text.
  func item(ofText text: Int) -> NewsItem? { crawl.headlineID(ofText: text).flatMap(newsroom.onAir.item) }

  /// Why the headline of a text has ended, in the as-run log's words; nil if it has not.
  func ending(ofText text: Int) -> String? { crawl.headlineID(ofText: text).flatMap(newsroom.onAir.ending) }

  /// A headline has left the view.
  func noteLeaving(_ headline: ShownHeadline) {
    guard newsroom.queue.hasCycles, let item = item(of: headline) else { return }
    perform(.leftView(item.id))
  }

  /// Shows the bundled headlines, for an empty list.
  func showBundled(at t: Seconds) {
    perform(.showBundled(bundled()), at: t)
    bring(at: t)
  }

  /// Marks the headlines with a link as read or unread, also for later runs.
  func setRead(_ isRead: Bool, link: String) {
    keeping.beginAction()
    perform(.read(isRead, link: link))
  }

  /// Changes the theme's colours of topics.
  func recolor(_ color: @escaping (Int) -> Color) {
    self.color = color
    hasNewTopics = true
    wake(at: monotonicNow())
  }

  /// The user's list has changed.
  func follow(_ list: FollowedFeedList, at t: Seconds) {
    perform(.follow(list.selection), at: t)
    reader.read(specs(of: newsroom.polledFeeds))
    reader.follow(list.accounts.map(\.address))
    bring(at: t)
  }

  // MARK: - Changes of the newsroom

  private func adopt(_ changes: [NewsroomChange], at t: Seconds) {
    var polled: [String] = []
    for change in changes {
      switch change {
      case .topics: hasNewTopics = true
      case .topicLeft(let id): crawl.remove(topic: id, at: t)
      case .breakIn(let change): breakIns.append(change)
      case .alert(let item): alerts = (alerts + [item]).suffix(Self.mostAlerts)
      case .poll(let feed): polled.append(feed)
      case .stop(let feed): reader.stop(feed)
      case .look(let feed): reader.look(at: feed)
      case .chosen, .takenOff, .marked: keeping.keep(change, tell: onFailure)
      case .listEmptied: perform(.showBundled(bundled()), at: t)
      case .came(let ids): if !isForPicture { writing.note(newsroom.kept(of: ids), now: monotonicNow()) }
      case .reordered(let ids): order = ids
      case .unsettled, .ended: break
      }
    }
    if !polled.isEmpty { reader.read(specs(of: polled)) }
  }

  private func specs(of urls: [String]) -> [FeedSpec] {
    let known = Dictionary((list?.feeds ?? []).map { ($0.url, $0) }, uniquingKeysWith: { first, _ in first })
    // The address of a topic has been one of a feed.
    return urls.compactMap { known[$0] ?? given[$0] ?? (try? FeedSpec(url: $0)) }
  }

  /// Returns and clears the alerts that have come on the air since the last call.
  func takeAlerts() -> [NewsItem] {
    defer { alerts = [] }
    return alerts
  }

  /// Returns and clears what a strip has to do for break-ins.
  func takeBreakIns() -> [BreakIns.Change] {
    defer { breakIns = [] }
    return breakIns
  }

  /// Brings crawl and chips up to date with new items and the user's actions.
  func bring(at t: Seconds, now loop: Seconds = monotonicNow()) {
    let now = NewsTime(wall: wallClock(), loop: loop, offset: utcOffset)
    adopt(newsroom.advance(to: now), at: t)
    if newsroom.hasPending { wake(at: now.loop + Self.firstPause) }
    wake(at: writing.due)
    let isChanged = updateCrawl(at: t, now) || newsroom.waiting.count != shown.waiting
    let notice = texts.notice
    // The notice shows the minutes until the next fetch.
    if crawl.count == 0 {
      hasNewTopics = hasNewTopics || notice != shown.notice
      if newsroom.topics.hasFailing { wake(at: now.loop + 20) }
    }
    shown = (newsroom.waiting.count, notice)
    let hadNewTopics = hasNewTopics
    if hasNewTopics {
      hasNewTopics = false
      onTopics(chips.shown(now: now.loop, words), t)
      undoEnd = newsroom.topics.nextUndoEnd(after: now.loop)
    }
    if isChanged || hadNewTopics || !breakIns.isEmpty || !alerts.isEmpty { onChange(hadNewTopics) }
  }

  /// Brings the crawl in step with the newsroom. Returns whether anything changed.
  private func updateCrawl(at t: Seconds, _ now: NewsTime) -> Bool {
    if hasNewTopics { crawl.setTopics(chips.labels, at: t) }
    let wasEmpty = crawl.count == 0
    var isChanged = crawl.show(rows.headlines(of: newsroom.onAir.items, in: newsroom.queue), at: t)
    if let order {
      isChanged = crawl.arrange(order, at: t) || isChanged
      self.order = nil
    }
    // A feed's first headlines replace the notice in place, instead of running in for seconds.
    if wasEmpty, crawl.count > 0, newsroom.hasFeeds { crawl.startOver(at: t) }
    let next = newsroom.nextChange(after: now)
    if next < .distantFuture { wake(at: now.loop + max(Self.pause, next - now.wall)) }
    // Where the clock is set back, no headline has arrived later than now.
    let dependsOnClock = next < .distantFuture || !newsroom.queue.items.isEmpty
    if clockWatch == nil, !isForPicture, dependsOnClock { watchClock() }
    return isChanged
  }

  var chips: TopicChips { TopicChips(newsroom.topics, color: color) }
  var texts: NewsTexts {
    NewsTexts(newsroom: newsroom, crawl: crawl, words: words, now: wallClockNow())
  }

  // MARK: - As a source of the loop

  /// In seconds of the monotonic clock.
  var deadline: Double { min(due, undoEnd, clockWatch?.deadline ?? .infinity) }
  func wake(at time: Double) { due = min(due, time) }
  func appendDescriptors(to descriptors: inout [pollfd]) { clockWatch?.appendDescriptors(to: &descriptors) }

  func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    _ = clockWatch?.service(now: now)
    guard now >= min(due, undoEnd) else { return .idle }
    due = .infinity
    let isDone = isLast.map { $0() && reader.isSettled } ?? false
    if isLast != nil { wake(at: now + Self.pause) }
    if now >= writing.due { writing.save(now: now) }
    if now >= undoEnd { hasNewTopics = true }
    bring(at: time(), now: now)
    save()
    guard isDone, !newsroom.hasPending else { return .idle }
    reader.close()
    return .finished
  }

  /// Wakes up to remove headlines, or their marks, that have left the view, by motion or by hand. Headlines at rest wake
  /// nothing.
  func followLeaving(at t: Seconds) { if crawl.hasLeavers(at: t) { wake(at: monotonicNow()) } }

  private func watchClock() {
    clockWatch = ClockWatch { [unowned self] in
      tzset()
      wake(at: monotonicNow())
    }
  }

  /// Saves the user's state.
  func close() {
    if !isClosed {
      save()
      writing.save(now: monotonicNow())
    }
    isClosed = true
  }

  /// Saves the user's state, but not for a picture.
  private func save() {
    if isForPicture { return }
    let kept = keeping.save(newsroom.marks, newsroom.topics.colors) { onFailure($0) }
    if let kept { accept(.kept(kept.marks, kept.colors)) }
  }
}

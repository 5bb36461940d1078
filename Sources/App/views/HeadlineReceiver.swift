internal import Base
internal import Newsroom
internal import Newswire
internal import Scene
internal import ScrollCore
internal import Windows

/// Brings the input of sources to a crawl: lines, lines of JSON, feeds, and values of placeholders.
package final class HeadlineReceiver: LineReceiver {
  let crawl: CrawlScene
  private let options: SourceOptions
  /// The controller for feeds, JSON lines and headlines added while it runs; nil until needed.
  private(set) var desk: NewsDesk?
  /// Called when that controller is created.
  var onDesk: (NewsDesk) -> Void = { _ in }
  /// Returns the present theme's colour of a topic, by number.
  private var color: (Int) -> Color
  private var connection: SourceConnection?
  /// Shows what breaks in over the crawl; without it, that comes next.
  var breakIns: BreakInLink? { didSet { adjust() } }
  /// The log of shown headlines, if requested.
  private(set) var asRun: AsRunLog?
  private var wrongValues = WrongLines()
  /// The text that replaces all content.
  private var replacement: String?
  private var lines = FollowedHeadlines()
  /// The arrivals when the window went away.
  var absence: Arrivals?
  /// Whether only break-ins are shown; other headlines wait.
  private(set) var isQuiet = false
  private var waiting = WaitingLines()
  /// Whether a client awaits the events of headlines that come into view.
  var reportsShownItems = false
  /// Why the last reading of a source failed; nil after one with lines.
  private(set) var problem: String?
  /// How headlines that have been read are shown.
  var read = ReadHeadlines.dim { didSet { if read != oldValue { adjust() } } }
  /// The crawl's part in a wall, if it has one.
  let wall: WallLink?
  let markup: MarkupLines
  let words: Words

  /// - Parameters:
  ///   - list: The user's feeds, if they are shown.
  ///   - color: Returns the colour of a topic, by number.
  init(
    _ options: SourceOptions, list: FollowedFeedList? = nil, for crawl: CrawlScene, words: Words,
    color: @escaping (Int) -> Color
  ) {
    (self.crawl, self.options, self.color, self.words) = (crawl, options, color, words)
    // A stream is bounded; arguments and files are kept whole.
    crawl.limits = options.hasStream ? .stream : .none
    let feeds = options.news.feeds + options[AlertFeeds.self].feeds
    let hasNews = !feeds.isEmpty || list != nil || options.takesJSONLines
    desk =
      hasNews
      ? NewsDesk(
        feeds: feeds, list: list, options: options.news, takesJSONLines: options.takesJSONLines, crawl: crawl,
        color: color, words: words)
      : nil
    let screen = options[WallScreen.self]
    wall = screen.isEmpty ? nil : WallLink(screen, for: crawl, color: color)
    markup = MarkupLines(runsCommands: options.runsAreas, for: crawl)
    crawl.append(contentsOf: options.texts.map { Headline($0) }, at: 0)
  }

  /// Opens all sources.
  func open(_ connection: SourceConnection) throws(Failure) {
    self.connection = connection
    wall?.open(connection)
    try LineSources(options, for: self, connection).open()
    try openLog(connection)
    if asRun?.awaitsHeadline != true { crawl.start(at: connection.now()) }
  }

  /// Opens the as-run log. A picture is not shown to anybody.
  private func openLog(_ connection: SourceConnection) throws(Failure) {
    guard let path = options.asRun.file, !connection.isForPicture, !connection.isFilmed else { return }
    let headlines = AsRunLog.Headlines(
      item: { [unowned self] id in
        if let item = desk?.item(ofText: id) {
          return AsRunItem(id: item.senderID, feed: item.id.feed, text: item.line)
        }
        return crawl.text(of: id).map { AsRunItem(id: $0, text: $0) }
      },
      id: { [unowned self] item in
        desk?.newsroom.onAir.id(ofSender: item.id, feed: item.feed).flatMap(crawl.text(ofHeadline:))
          ?? (item.feed == nil ? crawl.itemIDs.first { crawl.text(of: $0) == item.id } : nil)
      },
      ending: { [unowned self] id in
        desk?.ending(ofText: id) ?? (crawl.text(of: id) == nil ? "withdrawn" : nil)
      },
      breakIns: { [unowned self] in breakIns?.takePassages(at: $0) ?? AsRunLog.Passages() })
    breakIns?.beginLog(at: connection.now())
    let log = try AsRunLog(options.asRun, path: path, of: crawl, headlines, now: connection.now)
    log.onStart = { [context = connection.context] in context.setNeedsDisplay() }
    asRun = log
    connection.loop.add(log)
  }

  func openFeeds(beside sources: LineSources) {
    guard let desk, let connection else { return }
    open(desk, connection, endingWhen: sources.isForPicture ? { sources.haveEnded } : nil)
    if desk.newsroom.hasFeeds, !sources.isForPicture { sources.keepOpen() }
  }

  func join(_ channel: BrokerAddress) { news().accept(.joined(channel)) }
  func places(in channel: BrokerAddress) -> [String: Int] { desk?.newsroom.places(in: channel) ?? [:] }

  func receive(_ event: BrokerEvent) {
    switch event {
    case .feed(let event): news().receive(event)
    case .token(let name, let isOn): news().accept(.switched(topic: name, isOn: isOn))
    case .wall, .welcome: wall?.receive(event)
    case .line, .value: break
    }
  }

  func conduct(by send: @escaping (String) -> Void) { wall?.conduct(by: send) }

  private func open(_ desk: NewsDesk, _ connection: SourceConnection, endingWhen isLast: (() -> Bool)? = nil) {
    desk.onFailure = { [context = connection.context] in context.perform(.failed($0)) }
    desk.open(
      in: connection.loop, time: connection.now, endingWhen: isLast
    ) { [context = connection.context] hasNewTopics in
      if hasNewTopics { context.setNeedsLayout() } else { context.setNeedsDisplay() }
    }
  }

  /// The controller for headlines with topics, links and expiry. Creates it on first use.
  func news() -> NewsDesk {
    if let desk { return desk }
    let new = NewsDesk(feeds: [], options: options.news, crawl: crawl, color: color, words: words)
    desk = new
    adjust()
    onDesk(new)
    if let connection { open(new, connection) }
    return new
  }

  /// Tells the newsroom what the view wants.
  private func adjust() {
    desk?.change {
      ($0.queue.hasBreakIns, $0.queue.dropsRead) = (breakIns != nil, read == .drop)
    }
    desk?.perform(.setQuiet(isQuiet))
  }

  /// Changes the theme's colours of topics, of those too that come later.
  func recolor(_ color: @escaping (Int) -> Color) {
    self.color = color
    desk?.recolor(color)
    wall?.recolor(color)
  }

  /// Brings the crawl up to date before each frame.
  func update(at t: Seconds) {
    crawl.reportsShownItems = reportsShownItems || desk?.newsroom.queue.hasCycles ?? false
    for item in desk?.takeAlerts() ?? [] { tell("alert", of: item) }
    if let desk { breakIns?.update(desk, at: t) { tell("urgent", of: $0) } }
    desk?.followLeaving(at: t)
    asRun?.update(at: t)
    guard let text = replacement else { return }
    replacement = nil
    crawl.show(Headline(text), at: t)
  }

  /// Reports an event about an item.
  func tell(_ event: String, of item: NewsItem) {
    guard let desk, let connection else { return }
    connection.context.tell(
      event,
      JSON.members([("text", item.title), ("link", item.link), ("topic", item.topic)])
        + [("priority", .integer(desk.newsroom.queue.priority(item)))]
        + JSON.members([("severity", item.airing.alert?.rawValue)]))
  }

  /// Passes the crawl's reports to the feeds.
  func follow(_ event: ViewEvent) {
    switch event {
    case .cycled: desk?.perform(.cycled)
    case .itemHidden(let headline): desk?.noteLeaving(headline)
    default: break
    }
  }

  /// Somebody has acknowledged a break-in, by its number.
  func acknowledge(breakIn number: Int) {
    desk?.perform(.acknowledgeBreakIn(number))
  }

  /// Notes whether the window can be seen.
  func setSeen(_ isSeen: Bool, at t: Seconds) {
    crawl.setHidden(!isSeen, .window, at: t)
    breakIns?.view.setHidden(!isSeen, at: t)
  }

  // MARK: - Do not disturb

  /// The number of headlines that have broken in so far.
  var breakInCount: Int { desk?.newsroom.breakIns.count ?? 0 }

  /// The number of waiting headlines.
  var waitingCount: Int { waiting.count + (desk?.newsroom.waiting.count ?? 0) }

  /// Lets in only headlines that break in, or all, including the waiting ones.
  func setQuiet(_ isQuiet: Bool, at t: Seconds) {
    self.isQuiet = isQuiet
    adjust()
    if isQuiet { return }
    let lines = waiting
    waiting = WaitingLines()
    if !lines.followed.isEmpty { receive(LineDiff.Change(gone: [], new: lines.followed), at: t) }
    lines.bytes.withUnsafeBytes { if !$0.isEmpty { receiveLine($0, at: t) } }
  }

  // MARK: - Lines

  private var takesJSON: Bool { desk?.takesJSONLines ?? false }
  var delivery: LineDelivery { options.replaces || takesJSON ? .lines : .parts }
  var followsChanges: Bool { delivery == .parts }
  var readsJSON: Bool { true }

  func receive(_ event: LineEvent, at t: Seconds) {
    switch event {
    case .line(let bytes), .part(let bytes):
      problem = nil
      receiveLine(bytes, at: t)
    // The old content stays until the next line replaces it.
    case .restart: desk?.accept(.restarted)
    case .pause:
      desk?.accept(.finished)
      update(at: t)
      waiting.endLine()
      crawl.finishLines(at: t)
    case .error(let failure): problem = failure.description
    case .end: break
    }
  }

  func receive(_ change: LineDiff.Change, at t: Seconds) {
    problem = nil
    // The first headlines do not count as news.
    guard isQuiet, crawl.count > 0 else { return lines.change(change, on: crawl, at: t) }
    lines.change(LineDiff.Change(gone: waiting.apply(change), new: []), on: crawl, at: t)
  }

  /// Receives a line `name=number`; an empty number shows a dash. An invalid line changes nothing and is reported once.
  func receive(value line: UnsafeRawBufferPointer) {
    guard let value = Self.value(in: line) else {
      return wrongValues.report(line.bindMemory(to: UInt8.self).span, expected: "a value; write name=number")
    }
    crawl.setValue(value.name, to: value.number.bindMemory(to: UInt8.self).span)
  }

  /// What a line `name=number` says; nil if it is not one.
  static func value(in line: UnsafeRawBufferPointer) -> (name: String, number: UnsafeRawBufferPointer)? {
    let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
    let (name, number) = (String(decoding: parts[0], as: UTF8.self), parts[parts.count - 1])
    let isNumber = number.isEmpty || NumberReading.isNumber(number.bindMemory(to: UInt8.self).span)
    return parts.count == 2 && TextPart.isName(name) && isNumber ? (name, number) : nil
  }

  /// The bytes without leading and trailing spaces.
  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer {
    let start = bytes.drop { $0 <= 0x20 }
    let end = start.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start.startIndex
    return UnsafeRawBufferPointer(rebasing: start[..<end])
  }

  private func receiveLine(_ bytes: UnsafeRawBufferPointer, at t: Seconds) {
    if options.replaces {
      // Only the last line between two frames is visible.
      replacement = String(decoding: bytes, as: UTF8.self)
    } else if let desk, takesJSON {
      desk.receive(line: bytes)
    } else if isQuiet, options.hasStream {
      waiting.append(bytes)
    } else {
      crawl.append(lines: bytes.bindMemory(to: UInt8.self).span, at: t)
    }
  }
}

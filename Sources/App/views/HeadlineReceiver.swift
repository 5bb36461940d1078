internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// A controller of a view in which a crawl runs.
protocol HeadlineController: ControlledController, RunningController, MenuController {
  var crawl: CrawlView { get }
  var headlines: HeadlineReceiver { get }
  /// Where the keyboard's mark is, in window coordinates; nil where there is none.
  func markedPlace(at t: Seconds) -> Rect?
}

extension HeadlineController {
  func snapSpeed(to step: Double, at t: Seconds) { crawl.setSpeedStep(step, at: t) }
  func markedPlace(at t: Seconds) -> Rect? { crawl.markedPlace(at: t) }

  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) { crawl.setStepping(isReduced || steps, at: t) }

  func close() { headlines.feeds?.close() }
  /// Headlines with that link have been read, for it was opened; or they have not been after all.
  func setRead(_ isRead: Bool, link: String) { headlines.feeds?.setRead(isRead, link: link) }

  var isPaused: Bool { crawl.isPausedByKey }
}

/// Brings what sources deliver to a crawl: lines, lines of JSON, feeds, and the values of placeholders.
final class HeadlineReceiver: LineReceiver {
  let crawl: CrawlView
  private let options: SourceOptions
  /// Where feeds, lines of JSON and what is added while it runs come from, where there are any.
  private(set) var feeds: FeedController?
  /// Called when there is one that was not there before.
  var onFeeds: (FeedController) -> Void = { _ in }
  private let color: (Int) -> Color
  private var connection: SourceConnection?
  private var wrongValues = WrongLines()
  /// What is to take the place of all that is shown.
  private var replacement: String?
  private var lines = FollowedHeadlines()
  /// What becomes of headlines that have been read.
  var read = ReadHeadlines.dim { didSet { feeds?.read = read } }
  let markup: MarkupLines

  /// - Parameters:
  ///   - list: the user's feeds, where they are shown.
  ///   - color: of topics, by numbers.
  init(
    _ options: SourceOptions, list: FollowedFeedList? = nil, for crawl: CrawlView,
    color: @escaping (Int) -> Color
  ) {
    (self.crawl, self.options, self.color) = (crawl, options, color)
    // A stream is bounded; what was given as arguments or files is kept whole.
    crawl.limits = options.hasStream ? .stream : .none
    let feeds = options.news.feeds
    let hasNews = !feeds.isEmpty || list != nil || options.takesJSONLines
    self.feeds =
      hasNews
      ? FeedController(
        feeds: feeds, list: list, options: options.news, takesJSONLines: options.takesJSONLines, crawl: crawl,
        color: color, readState: UserPaths.readState, colors: UserPaths.topicColors)
      : nil
    markup = MarkupLines(runsCommands: options.runsAreas, for: crawl)
    crawl.append(contentsOf: options.texts.map { Headline($0) }, at: 0)
  }

  /// Opens all sources, and begins.
  func open(_ connection: SourceConnection) throws(Failure) {
    self.connection = connection
    try LineSources(options, for: self, connection).open()
    crawl.start(at: connection.now())
  }

  func openFeeds(beside sources: LineSources) {
    guard let feeds, let connection else { return }
    open(feeds, connection, endingWhen: sources.isForPicture ? { sources.haveEnded } : nil)
    if feeds.hasFeeds, !sources.isForPicture { sources.keepOpen() }
  }

  private func open(_ feeds: FeedController, _ connection: SourceConnection, endingWhen isLast: (() -> Bool)? = nil) {
    feeds.onFailure = { [context = connection.context] in context.perform(.failed($0)) }
    feeds.open(
      in: connection.loop, time: connection.now, endingWhen: isLast
    ) { [context = connection.context] hasNewTopics in
      if hasNewTopics { context.setNeedsLayout() } else { context.setNeedsDisplay() }
    }
  }

  /// What brings headlines with topics, links and ends of their own to the crawl; made where it is missing.
  func news() -> FeedController {
    if let feeds { return feeds }
    let new = FeedController(
      feeds: [], options: options.news, crawl: crawl, color: color, readState: UserPaths.readState,
      colors: UserPaths.topicColors)
    new.read = read
    feeds = new
    onFeeds(new)
    if let connection { open(new, connection) }
    return new
  }

  /// Takes off what has left the view; to be called before each frame.
  func update(at t: Seconds) {
    lines.settle(on: crawl, at: t)
    guard let text = replacement else { return }
    replacement = nil
    crawl.show(Headline(text), at: t)
  }

  // MARK: - Lines

  private var takesJSON: Bool { feeds?.takesJSONLines ?? false }
  var delivery: LineDelivery { options.replaces || takesJSON ? .lines : .parts }
  var followsChanges: Bool { delivery == .parts }
  var readsJSON: Bool { true }

  func receive(_ event: SourceEvent, at t: Seconds) {
    switch event {
    case .line(let bytes), .part(let bytes): take(bytes, at: t)
    // What comes next takes its place; until then it stays.
    case .restart: feeds?.restart()
    case .pause:
      update(at: t)
      crawl.finishLines(at: t)
    case .error, .end: break
    }
  }

  func receive(_ change: LineDiff.Change, at t: Seconds) { lines.change(change, on: crawl, at: t) }

  /// Takes a line `name=number`; where nothing follows the sign, a dash is shown. A wrong line is reported once and
  /// changes nothing.
  func receive(value line: UnsafeRawBufferPointer) {
    let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
    let name = String(decoding: parts[0], as: UTF8.self)
    let number = parts[parts.count - 1].bindMemory(to: UInt8.self).span
    guard parts.count == 2, TextPart.isName(name), number.isEmpty || DecimalNumber.isNumber(number) else {
      return wrongValues.report(line.bindMemory(to: UInt8.self).span, expected: "a value; write name=number")
    }
    crawl.setValue(name, to: number)
  }

  /// Without the blanks at both ends.
  private func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer {
    let start = bytes.drop { $0 <= 0x20 }
    let end = start.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start.startIndex
    return UnsafeRawBufferPointer(rebasing: start[..<end])
  }

  private func take(_ bytes: UnsafeRawBufferPointer, at t: Seconds) {
    if options.replaces {
      // Of what comes between two frames nobody sees but the last.
      replacement = String(decoding: bytes, as: UTF8.self)
    } else if let feeds, takesJSON {
      feeds.take(line: bytes)
    } else {
      crawl.append(lines: bytes.bindMemory(to: UInt8.self).span, at: t)
    }
  }
}

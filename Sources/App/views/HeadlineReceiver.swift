internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// Brings what sources deliver to a crawl: lines, lines of JSON, feeds, and the values of placeholders.
final class HeadlineReceiver: LineReceiver {
  private let crawl: CrawlView
  private let options: SourceOptions
  /// Where feeds and lines of JSON come from, where there are any.
  let feeds: FeedController?
  private var values = CrawlValues()
  private var lines = FollowedHeadlines()

  /// - Parameters:
  ///   - feeds: those whose headlines are shown.
  ///   - color: of the topic with that number.
  init(_ options: SourceOptions, feeds: [FeedSpec], for crawl: CrawlView, color: @escaping (TopicID) -> Color) {
    self.crawl = crawl
    self.options = options
    // A stream is bounded; what was given as arguments or files is kept whole.
    crawl.limits = options.hasStream ? .stream : .none
    let hasNews = !feeds.isEmpty || options.news.takesJSONLines
    self.feeds = hasNews ? FeedController(feeds: feeds, options: options.news, crawl: crawl, color: color) : nil
  }

  /// Opens all sources.
  ///
  /// - Parameter onTopics: called with the chips of the topics, where these change.
  func open(_ connection: SourceConnection, onTopics: @escaping ([Token], Seconds) -> Void = { _, _ in })
    throws(Failure)
  {
    let sources = LineSources(options, for: self, connection)
    if let feeds {
      feeds.onTopics = onTopics
      feeds.open(
        in: connection.loop, time: connection.now,
        endingWhen: connection.isForPicture ? { sources.haveEnded } : nil
      ) { [context = connection.context] hasNewTopics in
        if hasNewTopics { context.setNeedsLayout() } else { context.setNeedsDisplay() }
      }
    }
    try sources.open(besides: feeds?.hasFeeds == true && !connection.isForPicture)
  }

  /// Takes off what has left the view; to be called before each frame.
  func update(at t: Seconds) { lines.settle(on: crawl, at: t) }

  // MARK: - Lines

  private var takesJSON: Bool { feeds?.takesJSONLines ?? false }
  var delivery: LineDelivery { options.replaces || takesJSON ? .lines : .parts }
  var followsChanges: Bool { delivery == .parts }

  func receive(_ event: SourceEvent, at t: Seconds) {
    switch event {
    case .line(let bytes), .part(let bytes): take(bytes, at: t)
    // What comes next takes its place; until then it stays.
    case .restart: feeds?.restart()
    case .pause: crawl.finishLines(at: t)
    case .error, .end: break
    }
  }

  func receive(_ change: LineDiff.Change, at t: Seconds) { lines.change(change, on: crawl, at: t) }

  func receive(value line: UnsafeRawBufferPointer) { values.take(line, for: crawl) }

  private func take(_ bytes: UnsafeRawBufferPointer, at t: Seconds) {
    if options.replaces {
      crawl.replaceAll(with: [Headline(String(decoding: bytes, as: UTF8.self))], at: t)
    } else if let feeds, takesJSON {
      feeds.take(line: bytes)
    } else {
      crawl.append(lines: bytes.bindMemory(to: UInt8.self).span, at: t)
    }
  }
}

package import Base
internal import Glibc

/// The feeds, read by a child process that runs `FeedRelay`: no transfer, no certificate and no parser shares the thread
/// that draws.
package struct FeedProcess {
  /// What is to be served by a loop.
  package let source: CommandSource

  /// - Parameters:
  ///   - arguments: What to run, as `["/proc/self/exe", "feeds", "relay"]`; it writes `FeedEvent.jsonLines`.
  ///   - feeds: What it is to read. They go by its standard input: arguments can be read by every user of the machine, and
  ///     an address may have a password in it.
  package init(arguments: [String], feeds: [String] = [], handler: @escaping (FeedEvent) -> Void) throws(Failure) {
    var settings = CommandSource.Settings()
    (settings.takesInput, settings.restarts) = (true, true)
    source = try CommandSource(arguments: arguments, settings: settings) { event in
      switch event {
      case .line(let line): if let event = FeedEvent(jsonLine: line) { handler(event) }
      case .error(let error): handler(.error(Failure(of: "feeds", reason: error.reason)))
      case .part, .restart, .pause, .end: break
      }
    }
    source.greeting = Self.greeting(feeds)
  }

  /// What the child is asked to do with a feed, by lines as `{"read":URL}`.
  package enum Order: String {
    case read
    /// Reads it and looks at it at once.
    case add
    /// Looks at one that it reads already.
    case look
    case remove
  }

  /// - Parameter feeds: What a later child reads; nil where that stays as it is.
  package func send(_ order: Order, _ url: String, leaving feeds: [String]? = nil) {
    if let feeds { source.greeting = Self.greeting(feeds) }
    source.send(Self.line(order, url))
  }

  private static func greeting(_ feeds: [String]) -> [String] { feeds.map { line(.read, $0) } }

  private static func line(_ order: Order, _ url: String) -> String { JSON.object(texts: [(order.rawValue, url)]).line }
}

/// The child's side: reads the feeds and writes what they deliver to a descriptor, until nobody reads it. Does what lines say
/// that are `FeedProcess.Order`s.
package enum FeedRelay {
  /// Returns when the reader is gone. Blocks; has a loop of its own.
  ///
  /// - Parameter find: Looks a feed that is taken up later up by its address.
  package static func run(
    feeds: [FeedSpec], settings: CrawlerSettings, input: Int32 = 0, output: Int32 = 1,
    find: @escaping (String) -> FeedSpec? = { try? FeedSpec(url: $0) }
  ) {
    signal(SIGPIPE, SIG_IGN)
    endWithParent()
    let loop = RunLoop()
    let crawler = FeedCrawler(feeds: feeds, settings: settings) { event in
      for line in event.jsonLines where !writeAll(line + "\n", to: output) { return loop.end() }
    }
    loop.add(crawler)
    loop.add(
      LineSource(descriptor: input, name: "standard input") { event in
        guard case .line(let line) = event, case .object(let members)? = try? JSON(parsing: line),
          let (name, value) = members.first, let url = value.string
        else { return }
        switch FeedProcess.Order(rawValue: name) {
        case .read: find(url).map { crawler.add($0, asksAgain: false) }
        case .add: find(url).map { crawler.add($0) }
        case .look: crawler.look(at: url)
        case .remove: crawler.remove(url)
        case nil: break
        }
      })
    loop.watch(output, events: 0) { loop.end() }
    loop.run()
    loop.removeAll()
  }
}

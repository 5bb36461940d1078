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

  private static func greeting(_ feeds: [String]) -> [String] { feeds.map { JSON.object(texts: [("read", $0)]).line } }

  /// Has the child read a further feed; `feeds` are what a later child reads.
  package func add(_ url: String, leaving feeds: [String]) {
    source.greeting = Self.greeting(feeds)
    source.send(JSON.object(texts: [("add", url)]).line)
  }

  /// Has the child look at a feed now.
  package func look(at url: String) { source.send(JSON.object(texts: [("look", url)]).line) }

  /// Has the child forget a feed; `feeds` are what a later child reads, without it.
  package func remove(_ url: String, leaving feeds: [String]) {
    source.greeting = Self.greeting(feeds)
    source.send(JSON.object(texts: [("remove", url)]).line)
  }
}

/// The child's side: reads the feeds and writes what they deliver to a descriptor, until nobody reads it. Lines
/// `{"read":URL}` have it read a feed, `{"remove":URL}` forget one, `{"add":URL}` take one up that somebody wants now,
/// `{"look":URL}` look at one now.
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
        guard case .line(let line) = event, let order = try? JSON(parsing: line) else { return }
        if let url = order["remove"]?.string { crawler.remove(url) }
        if let url = order["look"]?.string { crawler.look(at: url) }
        if let feed = order["read"]?.string.flatMap(find) { crawler.add(feed, asksAgain: false) }
        if let feed = order["add"]?.string.flatMap(find) { crawler.add(feed) }
      })
    loop.watch(output, events: 0) { loop.end() }
    loop.run()
    loop.removeAll()
  }
}

package import Base
internal import Glibc

/// Reads the feeds in a child process that runs `FeedRelay`, so that transfers, certificates and parsers stay off the
/// drawing thread.
package struct FeedProcess {
  /// The source to add to a loop.
  package let source: CommandSource

  /// What the child reads: the feeds' requests, the addresses of the reader's accounts to follow, and those of pictures.
  package struct Requests {
    package var feeds: [String]
    package var accounts: [String]
    /// The pictures of rows that have not come, and which may be at a private address.
    package var pictures: [String: Bool]

    package init(feeds: [String] = [], accounts: [String] = [], pictures: [String: Bool] = [:]) {
      (self.feeds, self.accounts, self.pictures) = (feeds, accounts, pictures)
    }

    fileprivate var lines: [String] {
      feeds.map { FeedProcess.line(.read, $0) } + accounts.map { FeedProcess.line(.follow, $0) }
        + pictures.sorted { $0.key < $1.key }.map { FeedProcess.line($0.value ? .ownPicture : .picture, $0.key) }
    }
  }

  /// - Parameters:
  ///   - arguments: The command, such as `["/proc/self/exe", "feeds", "relay"]`; it writes `FeedEvent.jsonLines`.
  ///   - requests: Passed on standard input: any user can read a process's arguments, and an address may contain a
  /// password.
  package init(arguments: [String], _ requests: Requests = Requests(), handler: @escaping (FeedEvent) -> Void)
    throws(Failure)
  {
    var settings = CommandSource.Settings()
    (settings.takesInput, settings.restarts) = (true, true)
    source = try CommandSource(arguments: arguments, settings: settings) { event in
      switch event {
      case .line(let line): if let event = FeedEvent(jsonLine: line) { handler(event) }
      case .error(let error): handler(.error(Failure(of: "feeds", reason: error.reason)))
      case .part, .restart, .pause, .end: break
      }
    }
    source.greeting = { requests.lines }
  }

  /// A command about a feed or an account, sent as a line like `{"read":URL}`.
  package enum Order: String {
    case read
    /// Adds a feed and fetches it at once.
    case add
    /// Fetches a feed that it has already.
    case look
    case remove
    /// Follows a reader's account, also while it has no feeds.
    case follow
    case drop
    /// Fetches a picture of a row from the internet, or, for the user's own rows, from anywhere.
    case picture, ownPicture
  }

  /// - Parameter requests: Those of a restarted child; nil for no change.
  package func send(_ order: Order, _ url: String, leaving requests: Requests? = nil) {
    if let requests { source.greeting = { requests.lines } }
    source.send(Self.line(order, url))
  }

  static func line(_ order: Order, _ url: String) -> String { JSON.object(texts: [(order.rawValue, url)]).line }
}

/// The child's side: reads the feeds and writes their events to a descriptor, until that is closed. Receives lines with
/// `FeedProcess.Order`s.
package enum FeedRelay {
  /// Runs until the reader is gone. Blocks in a loop of its own.
  ///
  /// - Parameter find: Returns the settings of a feed that is added later, by address.
  package static func run(
    feeds: [FeedSpec], settings: CrawlerSettings, input: Int32 = 0, output: Int32 = 1,
    find: @escaping (String) -> FeedSpec? = { try? FeedSpec(url: $0) }
  ) {
    signal(SIGPIPE, SIG_IGN)
    endWithParent()
    relay(feeds: feeds, settings: settings, input: input, output: output, find: find)
  }

  /// The same on a thread, without a change of the process.
  static func relay(
    feeds: [FeedSpec], settings: CrawlerSettings, input: Int32, output: Int32,
    find: @escaping (String) -> FeedSpec? = { try? FeedSpec(url: $0) }
  ) {
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
        case .follow: crawler.follow(url)
        case .drop: crawler.drop(url)
        case .picture: crawler.fetchPicture(url, mayBePrivate: false)
        case .ownPicture: crawler.fetchPicture(url, mayBePrivate: true)
        case nil: break
        }
      })
    loop.watch(output, events: 0) { loop.end() }
    loop.run()
    loop.removeAll()
  }
}

package import Base
internal import Glibc

/// Reads feeds elsewhere, as it is ordered.
package protocol FeedReading {
  associatedtype Source: LoopSource
  /// The source to add to a loop.
  var source: Source { get }
  func send(_ order: FeedOrder)
}

/// Reads the feeds in a child process that runs `FeedRelay`, so that transfers, certificates and parsers stay off the
/// drawing thread, and behind a fence.
package struct FeedProcess: FeedReading {
  package let source: CommandSource

  /// What the child gets before it begins: the feeds, the addresses of the reader's accounts to follow and of pictures,
  /// and what the user has marked.
  package struct Requests {
    package var feeds: [FeedSpec]
    package var accounts: [String]
    package var marks: [UnsentMarks.Mark]

    /// The pictures of rows that have not come, and which may be at a private address.
    package var pictures: [String: Bool]

    package init(
      feeds: [FeedSpec] = [], accounts: [String] = [], marks: [UnsentMarks.Mark] = [], pictures: [String: Bool] = [:]
    ) {
      (self.feeds, self.accounts, self.marks, self.pictures) = (feeds, accounts, marks, pictures)
    }

    package var lines: [String] {
      var orders = feeds.map(FeedOrder.read) + accounts.map(FeedOrder.follow) + FeedOrder.mark(marks)
      orders += pictures.sorted { $0.key < $1.key }.map { $0.value ? .ownPicture($0.key) : .picture($0.key) }
      return (orders + [.begin]).map(\.line)
    }
  }

  /// - Parameters:
  ///   - arguments: The command, such as `["/proc/self/exe", "feeds", "relay"]`; it writes `FeedEvent.jsonLines`.
  ///   - requests: Called at its start. Passed on standard input: any user can read a process's arguments, and an
  /// address may contain a password.
  package init(
    arguments: [String], _ requests: @escaping () -> Requests = { Requests() },
    handler: @escaping (FeedEvent) -> Void
  ) throws(Failure) {
    var settings = CommandSource.Settings()
    (settings.takesInput, settings.restarts, settings.renewal) = (true, true, Fence.renewal)
    source = try CommandSource(arguments: arguments, settings: settings) { event in
      switch event {
      case .line(let line): if let event = FeedEvent(jsonLine: line) { handler(event) }
      case .error(let error): handler(.stopped(Failure(of: "feeds", reason: error.reason)))
      case .part, .restart, .pause, .end: break
      }
    }
    source.greeting = { requests().lines }
  }

  package func send(_ order: FeedOrder) { source.send(order.line) }
}

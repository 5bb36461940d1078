package import Base
package import Glibc

/// The feeds, read by a child process that runs `FeedRelay`: no transfer, no certificate and no parser shares
/// the thread that draws. When the child ends it is started again, after a longer wait each time.
package final class FeedProcess: LoopSource {
  /// What is run where the child has to be started again.
  package var arguments: [String]
  private let handler: (FeedEvent) -> Void
  private var command: CommandSource?
  private var startAt = 0.0
  private var wait = 1.0
  private var lastError: String?
  private var isClosed = false

  /// `arguments`: what to run, as `["/proc/self/exe", "feeds", "relay", …]`; it writes `FeedEvent.jsonLines`.
  package init(arguments: [String], handler: @escaping (FeedEvent) -> Void) {
    self.arguments = arguments
    self.handler = handler
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) { command?.appendDescriptors(to: &descriptors) }

  package var deadline: Double { isClosed ? .infinity : command?.deadline ?? startAt }

  package func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    if command == nil, now >= startAt { start(now: now) }
    guard let command else { return .idle }
    let result = command.service(now: now)
    if isClosed { return .finished }
    guard result == .finished else { return result }
    self.command = nil
    startAt = now + wait
    wait = min(wait * 2, 600)
    return .idle
  }

  /// Has the child forget a feed; a later child is to be started without it.
  package func remove(_ url: String) {
    command?.send(JSON.object([(FeedRelay.removeName, .string(url))]).line)
  }

  package func close() {
    isClosed = true
    command?.close()
    command = nil
  }

  private func start(now: Double) {
    do throws(Failure) {
      var settings = CommandSource.Settings()
      settings.takesInput = true
      command = try CommandSource(arguments: arguments, settings: settings) { [weak self] event in
        guard let self else { return }
        switch event {
        case .line(let line):
          (wait, lastError) = (1, nil)
          if let event = FeedEvent(jsonLine: line) { handler(event) }
        case .error(let error): report(error.reason)
        case .part, .restart, .pause, .end: break
        }
      }
    } catch {
      report(error.reason)
      startAt = .infinity
    }
  }

  /// Says what is wrong with the child, but not again while it stays the same.
  private func report(_ reason: String) {
    guard reason != lastError else { return }
    lastError = reason
    handler(.error(Failure(of: "feeds", reason: reason)))
  }
}

/// The child's side: reads the feeds and writes what they deliver to a descriptor, until nobody reads it. Lines
/// `{"remove":URL}` have it forget a feed.
package enum FeedRelay {
  static let removeName = "remove"

  /// Returns when the reader is gone. Blocks; has a loop of its own.
  package static func run(feeds: [FeedSpec], settings: CrawlerSettings, input: Int32 = 0, output: Int32 = 1) {
    signal(SIGPIPE, SIG_IGN)
    let loop = RunLoop()
    let crawler = FeedCrawler(feeds: feeds, settings: settings) { event in
      for line in event.jsonLines where !writeAll(line + "\n", to: output) { return loop.end() }
    }
    loop.add(crawler)
    loop.add(
      LineSource(descriptor: input, name: "standard input") { event in
        guard case .line(let line) = event, let url = (try? JSON(parsing: line))?[removeName]?.string else { return }
        crawler.remove(url)
      })
    loop.watch(output, events: 0) { loop.end() }
    loop.run()
    loop.removeAll()
  }
}

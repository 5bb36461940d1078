public import Glibc

/// The feeds, read by a child process that runs `FeedRelay`: no transfer, no certificate and no parser shares
/// the thread that draws. The child is started anew when it ends, later each time.
public final class FeedProcess: Source {
  /// What is started where the child has to be started anew.
  public var arguments: [String]
  private let handler: (FeedEvent) -> Void
  private var command: CommandSource?
  private var startAt = 0.0
  private var wait = 1.0
  private var lastError: String?
  private var isClosed = false

  /// `arguments`: what to run, as `["/proc/self/exe", "feeds", "relay", …]`; it writes `FeedEvent.jsonLines`.
  public init(arguments: [String], handler: @escaping (FeedEvent) -> Void) {
    self.arguments = arguments
    self.handler = handler
  }

  public func appendDescriptors(to descriptors: inout [pollfd]) { command?.appendDescriptors(to: &descriptors) }

  public var deadline: Double { isClosed ? .infinity : command?.deadline ?? startAt }

  public func service(now: Double) -> ServiceResult {
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

  /// Starts the child anew, as after a change of the list of feeds.
  public func restart() {
    command?.close()
    command = nil
    (startAt, wait) = (0, 1)
  }

  /// Has the child forget a feed; a later child is to be started without it.
  public func remove(_ url: String) {
    command?.send(JSON.object([.init(name: FeedRelay.removeName, value: .text(url))]).serialized)
  }

  public func close() {
    isClosed = true
    command?.close()
    command = nil
  }

  private func start(now: Double) {
    do throws(SourceError) {
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
    handler(.error(SourceError(source: "feeds", reason: reason)))
  }
}

/// The child's side: reads the feeds and writes what they deliver to a descriptor, until nobody reads it. Lines
/// `{"remove":URL}` have it forget a feed.
public enum FeedRelay {
  static let removeName = "remove"

  /// Returns when the reader is gone. Blocks; has a loop of its own.
  public static func run(feeds: [FeedSpec], settings: CrawlerSettings, input: Int32 = 0, output: Int32 = 1) {
    signal(SIGPIPE, SIG_IGN)
    var isOpen = true
    let set = SourceSet()
    let crawler = FeedCrawler(feeds: feeds, settings: settings) { event in
      for line in event.jsonLines { isOpen = isOpen && write(line + "\n", to: output) }
    }
    set.add(crawler)
    set.add(
      LineSource(descriptor: input, name: "standard input") { event in
        guard case .line(let line) = event, let url = (try? JSON(parsing: line))?[removeName]?.text else { return }
        crawler.remove(url)
      })
    var descriptors: [pollfd] = []
    while isOpen {
      descriptors.removeAll(keepingCapacity: true)
      set.appendDescriptors(to: &descriptors)
      // No events asked for: it only tells when the reader has gone.
      descriptors.append(pollfd(fd: output, events: 0, revents: 0))
      let wait = min(max(set.deadline - monotonicNow(), 0), 3600)
      poll(&descriptors, nfds_t(descriptors.count), Int32((wait * 1000).rounded(.up)))
      if let reader = descriptors.last, Int32(reader.revents) & (POLLERR | POLLHUP) != 0 { isOpen = false }
      set.service(now: monotonicNow(), descriptors: descriptors)
    }
    set.removeAll()
  }

  private static func write(_ text: String, to output: Int32) -> Bool {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      written += count
    }
    return true
  }
}

package import Base
internal import Formats
internal import Glibc

/// Reads feeds on a thread of this process: for programs that use the library, which are not `newsreel` and cannot run
/// themselves as the second process of a `FeedProcess`. It runs the same `FeedRelay`, without a fence, which would be
/// the program's, too. It ends with this object.
package final class FeedThread {
  /// The source to add to a loop; its end is the thread's.
  package let source: LineSource
  private let end: Descriptor

  /// The thread's input.
  private final class Work {
    let end: Descriptor
    let settings: CrawlerSettings

    init(_ end: consuming Descriptor, _ settings: CrawlerSettings) {
      self.end = end
      self.settings = settings
    }
  }

  /// - Throws: if there is no descriptor or no thread left.
  package init(settings: CrawlerSettings, handler: @escaping (FeedEvent) -> Void) throws(Failure) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure(of: "feeds", doing: "cannot be read") }
    end = Descriptor(ends[0])
    source = LineSource(descriptor: ends[0], name: "feeds") { event in
      if case .line(let line) = event, let event = FeedEvent(jsonLine: line) { handler(event) }
    }
    try Self.start(Work(Descriptor(ends[1]), settings))
  }

  /// Sends an order about a feed.
  package func send(_ order: FeedOrder) {
    var line = order.jsonLine + "\n"
    // The thread may have ended: no signal about that.
    line.withUTF8 { _ = Glibc.send(end.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  private static func start(_ work: Work) throws(Failure) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(work)
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        FeedThread.run(Unmanaged<Work>.fromOpaque(context).takeRetainedValue())
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      throw Failure(of: "feeds", doing: "cannot be read", errno: code)
    }
    pthread_detach(thread)
  }

  /// Runs until the other end is closed. Blocks all signals; the program's own threads handle them.
  private static func run(_ work: Work) {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    // The display takes precedence over the news. Linux keeps a thread's niceness apart.
    _ = nice(10)
    FeedRelay.relay(feeds: [], settings: work.settings, input: work.end.raw, output: work.end.raw)
  }
}

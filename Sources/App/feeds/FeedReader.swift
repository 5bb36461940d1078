internal import Base
internal import Newswire

/// Reads feeds: where they are looked at once, here; otherwise in a process of its own, for one step of a transfer may
/// take longer than a frame.
final class FeedReader {
  /// Takes what they deliver.
  var handler: (FeedEvent) -> Void = { _ in }
  /// The feeds are those of the user's list, whose settings the process reads there.
  private let readsList: Bool
  private weak var loop: RunLoop?
  private var isForPicture = false
  private var crawler: FeedCrawler?
  private var process: FeedProcess?
  /// What is being read, by addresses: how it is asked for.
  private var asked: [String: String] = [:]

  init(readsList: Bool) { self.readsList = readsList }

  func open(in loop: RunLoop, isForPicture: Bool) { (self.loop, self.isForPicture) = (loop, isForPicture) }

  /// Reads further feeds; nothing for those that are being read.
  func read(_ feeds: [FeedSpec]) {
    let new = feeds.filter { asked[$0.url] == nil }
    guard let loop, !new.isEmpty else { return }
    for feed in new { asked[feed.url] = readsList ? feed.url : feed.request }
    if isForPicture {
      let crawler = FeedCrawler(feeds: new, settings: .own) { [weak self] in self?.handler($0) }
      self.crawler = crawler
      loop.add(crawler)
    } else if let process {
      for feed in new { process.send(.add, asked[feed.url] ?? feed.url, leaving: asked.values.sorted()) }
    } else {
      start(in: loop)
    }
  }

  /// Reads a feed that is being read now, and not when it is due.
  func look(at url: String) { if asked[url] != nil { process?.send(.look, url) } }

  /// Reads a feed no more.
  func stop(_ url: String) {
    guard asked.removeValue(forKey: url) != nil, let process else { return }
    if asked.isEmpty {
      loop?.remove(process.source)
      self.process = nil
    } else {
      process.send(.remove, url, leaving: asked.values.sorted())
    }
  }

  /// Whether each feed has been looked at, of a single look.
  var isSettled: Bool { crawler?.isSettled ?? true }

  func close() { if let crawler { loop?.remove(crawler) } }

  private func start(in loop: RunLoop) {
    do throws(Failure) {
      let process = try FeedProcess(arguments: arguments, feeds: asked.values.sorted()) { [weak self] in
        self?.handler($0)
      }
      self.process = process
      loop.add(process.source)
    } catch {
      reportError(error.description)
    }
  }

  /// What the process is to run.
  private var arguments: [String] {
    ["/proc/self/exe", "feeds", FeedsAction.relayName] + (readsList ? ["--list"] : [])
  }
}

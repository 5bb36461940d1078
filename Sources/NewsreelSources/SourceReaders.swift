internal import Base
internal import Newsreel
internal import Newswire
internal import ScrollCore

/// Reads sources in the loop of a window. Feeds are fetched and parsed on a thread.
final class SourceReaders {
  /// What a source brings.
  enum Delivery {
    case news(SourceNews)
    case event(Source.Event)
  }

  private let handler: (Source, Delivery) -> Void
  private var wanted: [Source] = []
  /// The window's loop, as a group of these sources.
  private var loop: RunLoop?
  private var readers: [Source: any LoopSource] = [:]
  /// The lines of files and commands, which are delivered whole again.
  private var lines: [Source: LineDiff] = [:]
  private var counts: [Source: Int] = [:]
  private var thread: FeedThread?
  private var feeds: [String: (source: Source, title: String?)] = [:]

  init(handler: @escaping (Source, Delivery) -> Void) { self.handler = handler }

  deinit { loop?.removeAll() }

  /// Reads these sources and no others.
  func read(_ sources: [Source]) {
    let gone = wanted.filter { !sources.contains($0) }
    wanted = sources
    for source in gone { close(source) }
    openAll()
  }

  /// Reads in a window's loop; nil pauses. After a pause, content is compared with the former one.
  func attach(to whole: RunLoop?) {
    loop?.removeAll()
    (readers, thread, feeds) = ([:], nil, [:])
    loop = whole.map { RunLoop(within: $0) }
    openAll()
  }

  private func openAll() {
    guard let loop else { return }
    for source in wanted where readers[source] == nil && !feeds.values.contains(where: { $0.source == source }) {
      do throws(Failure) { try open(source, in: loop) } catch { handler(source, .event(.failed(error.description))) }
    }
  }

  private func open(_ source: Source, in loop: RunLoop) throws(Failure) {
    switch source.kind {
    case .feed(let address, _): return try openFeed(address, of: source, in: loop)
    case .file(let path, let isFollowed):
      lines[source, default: LineDiff()].restart()
      readers[source] = try FileSource(path: path, isWatched: isFollowed, handler: follower(of: source))
    case .command(let words, let interval):
      let settings = CommandSource.Settings(interval: interval.map { $0 > 0 ? max(0.1, min($0, 1e9)) : 0.1 })
      if interval != nil { lines[source, default: LineDiff()].restart() }
      let handler = interval == nil ? passer(of: source) : follower(of: source)
      readers[source] = try CommandSource(arguments: words, settings: settings, handler: handler)
    case .descriptor(let descriptor):
      readers[source] = LineSource(descriptor: descriptor, name: "lines", handler: passer(of: source))
    }
    if let reader = readers[source] { loop.add(reader) }
  }

  private func close(_ source: Source) {
    if let reader = readers.removeValue(forKey: source) { loop?.remove(reader) }
    (lines[source], counts[source]) = (nil, nil)
    guard let url = feeds.first(where: { $0.value.source == source })?.key else { return }
    feeds[url] = nil
    thread?.send(.remove(url))
  }

  // MARK: - Lines

  /// Passes lines on as they come.
  private func passer(of source: Source) -> SourceHandler {
    { [weak self] event in
      guard let self else { return }
      switch event {
      case .line(let bytes):
        counts[source, default: 0] += 1
        handler(source, .news(.lines(new: [String(decoding: bytes, as: UTF8.self)], gone: [])))
      case .error(let error): handler(source, .event(.failed(error.description)))
      case .end: end(source)
      case .part, .restart, .pause: break
      }
    }
  }

  /// Passes the changes of repeated lines on.
  private func follower(of source: Source) -> SourceHandler {
    { [weak self] event in
      guard let self else { return }
      switch event {
      case .line(let bytes):
        counts[source, default: 0] += 1
        tell(source, lines[source, default: LineDiff()].append(String(decoding: bytes, as: UTF8.self)))
      case .restart:
        counts[source] = 0
        lines[source, default: LineDiff()].restart()
      case .pause: complete(source)
      case .error(let error): handler(source, .event(.failed(error.description)))
      case .end:
        complete(source)
        end(source)
      case .part: break
      }
    }
  }

  private func tell(_ source: Source, _ change: LineDiff.Change) {
    if !change.isEmpty { handler(source, .news(.lines(new: change.new, gone: change.gone))) }
  }

  private func complete(_ source: Source) {
    tell(source, lines[source, default: LineDiff()].takeWhole())
    handler(source, .event(.updated(count: counts[source] ?? 0)))
  }

  private func end(_ source: Source) {
    if wanted.contains(source) { handler(source, .event(.ended)) }
  }

  // MARK: - Feeds

  private func openFeed(_ address: String, of source: Source, in loop: RunLoop) throws(Failure) {
    let feed = try FeedSpec(url: address)
    guard feeds[feed.url] == nil else { throw Failure(of: address, reason: "is there already") }
    let thread = try runningThread(in: loop)
    feeds[feed.url] = (source, feed.address?.host)
    thread.send(.add(feed))
  }

  private func runningThread(in loop: RunLoop) throws(Failure) -> FeedThread {
    if let thread { return thread }
    var settings = CrawlerSettings()
    (settings.cacheDirectory, settings.http.passwords) = (UserPaths.cache, UserPaths.passwords)
    let new = try FeedThread(settings: settings) { [weak self] in self?.receive($0) }
    thread = new
    loop.add(new.source)
    return new
  }

  private func receive(_ event: FeedEvent) {
    switch event {
    case .items(let items, let url):
      guard let feed = feeds[url] else { return }
      handler(feed.source, .news(.headlines(items.map { headline($0, of: feed.source, title: feed.title) })))
    case .withdrawn(let ids, let url):
      if let feed = feeds[url] { handler(feed.source, .news(.withdrawn(ids))) }
    // Accounts: only the strip shows them.
    case .marked, .picture, .account: break
    case .described(let description):
      if let title = description.title { feeds[description.url]?.title = title }
    case .status(let status):
      guard let feed = feeds[status.url] else { return }
      handler(
        feed.source,
        .event(
          status.isFailing ? .failed(status.reason?.description ?? "cannot be read") : .updated(count: status.count)))
    // The status has the reason, too.
    case .error, .stopped: break
    }
  }

  private func headline(_ item: NewsItem, of source: Source, title: String?) -> SourceHeadline {
    var topic = title
    if case .feed(_, let label?) = source.kind { topic = label }
    return SourceHeadline(key: item.id.guid, text: item.title, link: item.link, topic: topic)
  }
}

internal import Base
internal import Newswire

/// Reads feeds. Single fetches run in this process; polling runs in another one, since a step of a transfer may take
/// longer than a frame.
final class FeedReader {
  /// Receives the events of the feeds.
  var handler: (FeedEvent) -> Void = { _ in }
  /// Returns the present items of a feed, the newest first.
  var held: (String) -> [NewsItem] = { _ in [] }
  /// The user's files that accounts change; nil without the user's list.
  private let files: AccountFiles?
  private(set) weak var loop: RunLoop?
  private var isForPicture = false
  /// Whether a single fetch leaves feeds out whose next time has not come.
  var keepsPace = false
  private var crawler: FeedCrawler?
  private var process: FeedProcess?
  /// Begins to read the requested feeds, in another process.
  var begin: (@escaping () -> FeedProcess.Requests, @escaping (FeedEvent) -> Void) throws(Failure) -> FeedProcess =
    {
      (requests, handler) throws(Failure) in
      try FeedProcess(arguments: ["/proc/self/exe", "feeds", FeedsAction.relayName], requests, handler: handler)
    }
  /// The feeds that are polled, by address.
  private var asked: [String: FeedSpec] = [:]
  /// The pictures of rows that have not arrived, and whether each may be at a private address.
  private var pictures: [String: Bool] = [:]
  /// The addresses of the user's accounts.
  private var accounts: [String] = []
  private var filter = FeedEventFilter()

  init(readsList: Bool) { files = readsList ? AccountFiles() : nil }

  func open(in loop: RunLoop, isForPicture: Bool) { (self.loop, self.isForPicture) = (loop, isForPicture) }

  /// Starts to poll further feeds, including those that an account has adopted or dropped.
  func read(_ feeds: [FeedSpec]) {
    for feed in feeds where asked[feed.url].map({ $0.account != feed.account }) ?? false {
      asked[feed.url] = nil
      process?.send(.remove(feed.url))
    }
    let new = feeds.filter { asked[$0.url] == nil }
    guard let loop, !new.isEmpty else { return }
    for feed in new {
      asked[feed.url] = feed
      filter.begin(feed.url)
    }
    if isForPicture {
      var settings = CrawlerSettings.own
      settings.keepsPace = keepsPace
      let crawler = FeedCrawler(feeds: new, settings: settings) { [weak self] in self?.handler($0) }
      self.crawler = crawler
      loop.add(crawler)
    } else if let process {
      for feed in new { process.send(.add(feed)) }
    } else {
      start(in: loop)
    }
  }

  /// Follows these reader's accounts, also those without feeds, and no others.
  func follow(_ wanted: [String]) {
    guard let loop, !isForPicture, wanted != accounts else { return }
    let former = accounts
    accounts = wanted
    files?.follow(wanted, in: loop) { [weak self] marks in
      for order in FeedOrder.mark(marks) { self?.process?.send(order) }
    }
    guard let process else { return wanted.isEmpty ? () : start(in: loop) }
    for account in wanted where !former.contains(account) { process.send(.follow(account)) }
    for account in former where !wanted.contains(account) { process.send(.drop(account)) }
    endIfIdle()
  }

  /// The orders for a new process.
  private func requestsAtStart() -> FeedProcess.Requests {
    filter.begin(asked.keys)
    return FeedProcess.Requests(
      feeds: asked.values.sorted { $0.url < $1.url }, accounts: accounts, marks: files?.marks ?? [],
      pictures: pictures)
  }

  /// Passes on the process's events, as far as they are trusted.
  private func receive(_ event: FeedEvent) {
    switch event {
    case .account(let news):
      do throws(Failure) { try files?.receive(news) } catch { handler(.error(error)) }
    case .stopped(let error):
      reportError(error.description)
      handler(event)
    case .error(let error) where error.subject == FenceStrength.subject: FenceReport.report(error)
    default: for event in filter.events(from: event, asked: asked, held: held) { handler(event) }
    }
  }

  /// Fetches the picture of a row.
  func fetch(picture address: String, mayBePrivate: Bool) {
    guard let loop else { return }
    // Pictures that cannot be fetched never arrive.
    if pictures.count >= RowPictures.most { pictures = [:] }
    pictures[address] = mayBePrivate
    if isForPicture {
      let crawler = crawler ?? FeedCrawler(feeds: [], settings: .own) { [weak self] in self?.handler($0) }
      if self.crawler == nil { loop.add(crawler) }
      self.crawler = crawler
      crawler.fetchPicture(address, mayBePrivate: mayBePrivate)
    } else if let process {
      process.send(mayBePrivate ? .ownPicture(address) : .picture(address))
    } else {
      start(in: loop)
    }
  }

  /// A restarted process need not fetch it.
  func noteArrival(ofPicture address: String) { pictures[address] = nil }

  /// Ends the process if there is nothing to read.
  private func endIfIdle() {
    guard asked.isEmpty, accounts.isEmpty, pictures.isEmpty, let process else { return }
    loop?.remove(process.source)
    self.process = nil
  }

  /// Fetches a feed now, if it is polled.
  func look(at url: String) { if asked[url] != nil { process?.send(.look(url)) } }

  /// Stops polling a feed.
  func stop(_ url: String) {
    guard asked.removeValue(forKey: url) != nil, let process else { return }
    filter.forget(url)
    process.send(.remove(url))
    endIfIdle()
  }

  /// Whether each feed has been fetched, in the case of a single fetch.
  var isSettled: Bool { crawler?.isSettled ?? true }

  func close() { if let crawler { loop?.remove(crawler) } }

  private func start(in loop: RunLoop) {
    do throws(Failure) {
      let process = try begin(
        { [weak self] in self?.requestsAtStart() ?? FeedProcess.Requests() }, { [weak self] in self?.receive($0) })
      self.process = process
      loop.add(process.source)
    } catch {
      reportError(error.description)
    }
  }
}

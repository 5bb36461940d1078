internal import Base
internal import Formats

/// The child's side of `FeedProcess`, or the thread's of `FeedThread`: reads the feeds that lines with `FeedOrder`s name.
package final class FeedRelay {
  private let relay: Relay<FeedEvent>
  private let crawler: FeedCrawler
  /// The rights for the fence, until it is raised; nil for none.
  private var fence: Fence?
  private var hasBegun = false

  private init(_ feeds: [FeedSpec], _ settings: CrawlerSettings, _ relay: Relay<FeedEvent>, _ fence: Fence?) {
    (self.relay, self.fence) = (relay, fence)
    crawler = FeedCrawler(feeds: feeds, settings: settings, handler: relay.send)
  }

  /// Runs in a process of its own until the reader is gone. It begins on an order, behind a fence.
  package static func run(settings: CrawlerSettings) { FeedRelay([], settings, Relay(), Fence(settings)).run(input: 0) }

  /// Runs on a thread, without a change of the process, and begins at once.
  static func relay(feeds: [FeedSpec], settings: CrawlerSettings, input: Int32, output: Int32) {
    let relay = FeedRelay(feeds, settings, Relay(output: output, isProcess: false), nil)
    relay.begin()
    relay.run(input: input)
  }

  private func run(input: Int32) {
    relay.run(input: input) { [unowned self] line in if let order = FeedOrder(jsonLine: line) { follow(order) } }
  }

  private func follow(_ order: FeedOrder) {
    switch order {
    case .read(let feed): add(feed, asksAgain: false)
    case .add(let feed): add(feed, asksAgain: true)
    case .look(let url): crawler.look(at: url)
    case .remove(let url): crawler.remove(url)
    case .follow(let account):
      open(WebAddress(account))
      crawler.follow(account)
    case .drop(let account): crawler.drop(account)
    case .picture(let url): crawler.fetchPicture(url, mayBePrivate: false)
    case .ownPicture(let url):
      open(WebAddress(url))
      crawler.fetchPicture(url, mayBePrivate: true)
    case .marks(let marks): crawler.mark(marks)
    case .begin: begin()
    }
  }

  private func add(_ feed: FeedSpec, asksAgain: Bool) {
    if let account = feed.account {
      open(WebAddress(account.account))
    } else if feed.address != nil {
      open(feed.address)
    } else {
      open(file: feed.url)
    }
    crawler.add(feed, asksAgain: asksAgain)
  }

  private func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    for problem in fence?.problems() ?? [] { relay.send(.error(problem)) }
    relay.loop.add(crawler)
  }

  // MARK: - The fence

  /// Allows connections to a server. A raised fence cannot admit another port: the process restarts.
  private func open(_ address: WebAddress?) {
    guard let address, let former = fence else { return }
    fence?.admit(address.host, port: address.port)
    if hasBegun, fence != former { Fence.renew() }
  }

  private func open(file path: String) {
    guard let known = fence?.readable.contains(path), !known else { return }
    if hasBegun { Fence.renew() }
    fence?.readable.append(path)
  }
}

extension Fence {
  /// A fence around the caches, and the ports of the web.
  fileprivate init(_ settings: CrawlerSettings) {
    self.init()
    ports = [80, 443]
    writable = [settings.cacheDirectory, settings.iconDirectory, settings.pictureDirectory].compactMap(\.self)
    readable = [settings.http.certificates].compactMap(\.self)
  }
}

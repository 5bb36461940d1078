internal import Base
internal import Newsroom
internal import Newswire
internal import ScrollCore

/// The user's list of feeds, with the feeds that are off, read from the files. Reports changes by other programs.
final class FollowedFeedList {
  private(set) var feeds: [FeedSpec] = []
  /// The user's reader's accounts.
  private(set) var accounts: [ReaderAccount] = []
  /// The filters of single feeds, by address.
  private(set) var filters: [String: FeedFilter] = [:]
  private let path: String
  private let statePath: String
  private var off: OffFeeds?
  private let cache: FeedCache
  /// Why the files cannot be read; the last list that could be read stays.
  private(set) var problem: Failure?
  private var onChange: () -> Void = {}
  private var onProblem: (Failure) -> Void = { _ in }

  init(path: String = UserPaths.feedList, state: String = UserPaths.offFeeds, cache: String = UserPaths.cache) {
    (self.path, statePath, self.cache) = (path, state, FeedCache(directory: cache))
    _ = read()
  }

  /// The feeds for the newsroom: each with its own title from its last fetch, unless it has a label, and the user's choice.
  var selection: FeedSelection {
    let feeds = feeds.map { feed in
      FeedSelection.Feed(
        feed, title: feed.label == nil ? cache.title(of: feed.url) : nil, isOn: isOn(feed.url))
    }
    return FeedSelection(feeds, filters: filters)
  }

  func isOn(_ url: String) -> Bool { off?.isOn(url) ?? true }

  /// Keeps the user's choice for a feed.
  func set(_ url: String, on isOn: Bool) throws(Failure) {
    var list = try OffFeeds(path: statePath)
    try list.set(url, on: isOn)
    off = list
  }

  /// The name of the account that a feed belongs to, or nil.
  func accountName(of feed: FeedSpec) -> String? {
    feed.account.flatMap { place in accounts.first { $0.address == place.account }?.name }
  }

  /// Reports changes from outside while the loop runs, and files that cannot be read.
  func follow(in loop: RunLoop, onProblem: @escaping (Failure) -> Void, onChange: @escaping () -> Void) {
    (self.onChange, self.onProblem) = (onChange, onProblem)
    if let problem { onProblem(problem) }
    for file in [path, statePath] {
      AtomicFile.makeDirectories(above: file)
      do throws(Failure) {
        let known = AtomicFile.contents(file, limit: 16 << 20)
        loop.add(
          try WatchedFile(path: file, known: known, limit: 16 << 20) { [weak self] _ in self?.look() })
      } catch {
        reportError("\(error.description); changes will be noticed at the next start")
      }
    }
  }

  /// Reads the files at once.
  func look() { if read() { onChange() } }

  /// Reads the files. Returns whether anything has changed.
  private func read() -> Bool {
    do throws(Failure) {
      let list = try FeedList(path: path)
      let (feeds, accounts) = (list.feeds, list.accounts)
      let off = try OffFeeds(path: statePath)
      let hadProblem = problem != nil
      problem = nil
      guard feeds != self.feeds || accounts != self.accounts || off != self.off else { return hadProblem }
      (self.feeds, self.accounts, self.off) = (feeds, accounts, off)
      filters = Self.filters(of: feeds)
      return true
    } catch {
      if error != problem {
        problem = error
        onProblem(error)
      }
      return false
    }
  }

  static func filters(of feeds: [FeedSpec]) -> [String: FeedFilter] {
    var filters: [String: FeedFilter] = [:]
    for feed in feeds {
      do throws(Failure) {
        let filter = try FeedFilter(feed)
        if filter != FeedFilter() { filters[feed.url] = filter }
      } catch {
        reportError("\(feed.url): its filter is not used: \(error.description)")
      }
    }
    return filters
  }

  /// Queues read marks for the feed process to upload.
  func send(_ items: [NewsItem.ID], isRead: Bool) throws(Failure) {
    let marks = items.compactMap { item in
      feeds.first { $0.url == item.feed }?.account.map { place in
        UnsentMarks.Mark(account: place.account, item: item.guid, isRead: isRead)
      }
    }
    try UnsentMarks(path: UserPaths.unsentMarks).add(marks)
  }
}

internal import Base
internal import Newswire
internal import Panels
internal import Scene
internal import ScrollCore

/// The rows of the Headlines… window: the history of headlines with their read state, from the files, filtered by the typed
/// text.
final class HeadlineRows {
  /// The listed headlines, newest first.
  private(set) var items: [NewsItem] = []
  /// The words to find in a headline, its topic or its address, in any order.
  var search = "" { didSet { if search != oldValue { narrow() } } }
  /// Called when rows have changed.
  var onChange: () -> Void = {}
  /// The problem with the files, or nil.
  private(set) var problem: String?
  private let words: Words
  private var all: [NewsItem] = []
  private var folded: [String] = []
  private var readState: ReadState
  private var colors = TopicColors(path: UserPaths.topicColors)
  private var feeds: [FeedSpec] = []
  /// The filters of feeds, and the summaries of the items that they look into.
  private var filters: [String: FeedFilter] = [:]
  private var summaries: [NewsItem.ID: String] = [:]
  /// The present names of feeds, which may have had others when their headlines came; by address.
  private var names: [String: String] = [:]
  /// The colours that the user has chosen for feeds, by address.
  private var ownColors: [String: Color] = [:]

  init(_ words: Words) {
    self.words = words
    var failure: Failure?
    readState = ReadState(path: UserPaths.readState, problem: &failure)
    problem = failure?.description
    load()
  }

  /// Follows the files while the loop runs.
  func follow(in loop: RunLoop) {
    for path in [UserPaths.headlines, UserPaths.readState, UserPaths.feedList] {
      do throws(Failure) {
        AtomicFile.makeDirectories(above: path)
        let known = AtomicFile.contents(path, limit: Self.largestFile)
        loop.add(
          try WatchedFile(path: path, known: known, limit: Self.largestFile) { [weak self] _ in self?.reload() })
      } catch {
        reportError(error.description)
      }
    }
  }

  private static let largestFile = 16 << 20

  private func reload() {
    var failure: Failure?
    readState = ReadState(path: UserPaths.readState, problem: &failure)
    problem = failure?.description
    load()
    onChange()
  }

  private func load() {
    var failure: Failure?
    loadFeeds()
    all = HeadlineHistory.items(UserPaths.headlines, problem: &failure).filter(passes).map { item in
      var item = item
      item.topic = item.id.feed.flatMap { names[$0] } ?? item.topic
      return item
    }
    problem = failure?.description ?? problem
    colors = TopicColors(path: UserPaths.topicColors)
    folded = all.map { Self.folded([$0.title, $0.topic, $0.link].compactMap(\.self).joined(separator: " ")) }
    narrow()
  }

  private func loadFeeds() {
    // While the list cannot be read, the names and filters that were known count.
    guard let new = (try? FeedList(path: UserPaths.feedList))?.feeds, new != feeds else { return }
    let cache = FeedCache(directory: UserPaths.cache)
    (feeds, names, ownColors, summaries) = (new, [:], [:], [:])
    filters = FollowedFeedList.filters(of: feeds)
    for feed in feeds {
      names[feed.url] = feed.label ?? cache.title(of: feed.url)
      if filters[feed.url] != nil, let entry = cache.entry(of: feed.url) {
        for item in entry.items { summaries[item.id] = item.summary }
      }
      ownColors[feed.url] = feed.color.flatMap { Color(ifValid: $0) }
    }
  }

  /// Whether the present filter of its feed lets an item in. A filter looks into summaries, too, which the feed's cache
  /// has.
  private func passes(_ item: NewsItem) -> Bool {
    guard item.alert == nil, let url = item.id.feed, let filter = filters[url] else { return true }
    var item = item
    item.summary = summaries[item.id]
    return !filter.leavesOut(item)
  }

  private func narrow() {
    let words = Self.folded(search).split(separator: " ")
    items = zip(all, folded).filter { _, text in words.allSatisfy { text.contains($0) } }.map(\.0)
  }

  private static func folded(_ text: String) -> String { SearchText.folded(text) }

  var count: (all: Int, unread: Int) { (all.count, all.count { !isRead($0) }) }

  func isRead(_ item: NewsItem) -> Bool { readState[item.id] == .read }

  /// Marks all headlines with a link as read or unread, also in running strips.
  ///
  /// - Throws: `Failure` if it cannot be saved.
  func set(_ isRead: Bool, link: String) throws(Failure) {
    let ids = all.filter { $0.link == link }.map(\.id)
    for id in ids { readState.set(id, isRead ? .read : nil) }
    if ids.contains(where: { $0.feed != nil }) { try FollowedFeedList().send(ids, isRead: isRead) }
    onChange()
    for name in ControlName.all() {
      // A strip without a socket notices it at its next start.
      guard let connection = (try? ControlConnection(to: name, patience: Self.patience)) ?? nil else { continue }
      _ = try? connection.ask(isRead ? .read : .unread, [.string(link)])
    }
    try readState.save()
  }

  /// In seconds.
  private static let patience = 0.5

  // MARK: - Rows

  /// - Parameters:
  ///   - palette: Returns the theme's colour with a number.
  ///   - now: The time by which ages are told.
  func row(_ index: Int, palette: (Int) -> Color, now: UnixTime) -> ListRow {
    guard items.indices.contains(index) else { return ListRow([]) }
    let item = items[index]
    let isRead = isRead(item)
    let source = [item.topic, item.link.flatMap(Self.host)].compactMap(\.self).filter { !$0.isEmpty }
    let title = ListCell(
      item.title, isRead ? .body : .strong, detail: words.joined(source))
    let time = ListCell(FeedWords(words).age(max(0, now - item.shownTime)), .faint)
    let color =
      item.id.feed.flatMap { ownColors[$0] }
      ?? palette(colors.number(of: item.id.feed ?? item.topic ?? "", besides: []))
    var row = ListRow([title, time], mark: isRead ? .ring(color) : .dot(color), isFaint: isRead)
    (row.isVisited, row.state) = (isRead, isRead ? words[.isRead] : "")
    return row
  }

  /// The host of an address.
  private static func host(of link: String) -> String? {
    let parts = link.split(separator: "/", maxSplits: 2)
    guard parts.count > 1, parts[0].hasSuffix(":") else { return nil }
    return parts[1].hasPrefix("www.") ? String(parts[1].dropFirst(4)) : String(parts[1])
  }
}

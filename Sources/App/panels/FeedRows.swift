internal import Base
internal import Newswire
internal import Panels
internal import Scene
internal import ScrollCore

/// The rows of the Feeds… window, from the user's list, the cache and the icon files. Reads only visible rows.
final class FeedRows {
  let list: FollowedFeedList
  private let cache = FeedCache(directory: UserPaths.cache)
  /// The cache entries of feeds that have been visible, by address.
  private var known: [String: FeedCache.Entry?] = [:]
  private var colorNumbers: [Int] = []
  /// Whether a strip is polling the feeds.
  private var isRead = false
  /// Called when rows have changed.
  var onChange: () -> Void = {}

  private let text: FeedsPanelText

  init(_ list: FollowedFeedList, _ text: FeedsPanelText) {
    (self.list, self.text) = (list, text)
    loadList()
  }

  var feeds: [FeedSpec] { list.feeds }
  func isOn(_ index: Int) -> Bool { list.isOn(feeds[index].url) }

  /// The name of a feed's account, or nil.
  func account(_ index: Int) -> String? { list.accountName(of: feeds[index]) }

  /// Follows the files while the loop runs.
  func follow(in loop: RunLoop) {
    let refresh = { [weak self] () -> Void in self?.refresh() }
    list.follow(in: loop, onProblem: { _ in refresh() }, onChange: refresh)
    do throws(Failure) {
      AtomicFile.makeDirectories(above: UserPaths.cache + "/x")
      loop.add(
        try FolderWatch(UserPaths.cache) { [weak self] names in
          guard let self else { return }
          let changed = feeds.filter { names.contains(FeedCache.fileName(of: $0.url)) }
          for feed in changed { known[feed.url] = nil }
          // A strip that reads them has chosen their colours, too.
          if !changed.isEmpty { refresh() }
        })
    } catch {
      reportError(error.description)
    }
  }

  /// Reads the list at once.
  func look() {
    list.look()
    refresh()
  }

  private func refresh() {
    loadList()
    onChange()
  }

  /// Gives each feed its colour on the strip.
  private func loadList() {
    var colors = TopicColors(path: UserPaths.topicColors)
    var taken: Set<Int> = []
    colorNumbers = feeds.map { feed in
      let number = colors.number(of: feed.url, besides: taken)
      if feed.color == nil { taken.insert(number) }
      return number
    }
    isRead = !ControlName.all().isEmpty
  }

  private func entry(of feed: FeedSpec) -> FeedCache.Entry? {
    if let entry = known[feed.url] { return entry }
    let entry = cache.entry(of: feed.url)
    known[feed.url] = .some(entry)
    return entry
  }

  /// A feed's name: the user's label, its own title, or its host.
  func name(of feed: FeedSpec) -> String {
    feed.label ?? entry(of: feed)?.title.flatMap { $0.isEmpty ? nil : $0 } ?? feed.plainName
  }

  // MARK: - Rows

  /// - Parameter palette: Returns the theme's colour with a number.
  func row(_ index: Int, palette: (Int) -> Color) -> ListRow {
    guard feeds.indices.contains(index) else { return ListRow([]) }
    let feed = feeds[index]
    let entry = entry(of: feed)
    let isOn = isOn(index)
    let state = isOn ? state(of: feed, entry, now: wallClockNow()) : (text.words[.switchedOff], false)
    let detail = account(index).map { text.words.joined([state.words, $0]) } ?? state.words
    var name = ListCell(name(of: feed), .strong, detail: detail)
    (name.isWarning, name.isEditable, name.editedText) = (state.isWrong, true, feed.label ?? "")
    name.placeholder = self.name(of: feed)
    var interval = ListCell(text.interval(feed.interval), feed.interval == nil ? .faint : .body)
    interval.opensMenu = true
    let color = feed.color.flatMap { Color(ifValid: $0) } ?? palette(colorNumbers[index])
    let picture = entry?.icon.flatMap { FeedCache.icon($0, in: UserPaths.icons) }
    return ListRow(
      [name, interval, filter(feed.only), filter(feed.without)],
      mark: picture.map { .image($0) } ?? (isOn ? .dot(color) : .ring(color)), isOn: isOn, isFaint: !isOn)
  }

  private func filter(_ filter: String?) -> ListCell {
    var cell = ListCell(filter ?? "")
    (cell.isEditable, cell.placeholder) = (true, text.words[.wordOrPattern])
    return cell
  }

  private func state(
    of feed: FeedSpec, _ entry: FeedCache.Entry?, now: UnixTime
  ) -> (words: String, isWrong: Bool) {
    let problem = feed.address == nil ? PlainFile.problem(of: feed.url) : entry?.problem
    if problem == nil, entry?.looked == nil, entry?.items.isEmpty != false {
      return (text.words[isRead ? .isLoading : .notReadYet], false)
    }
    guard let entry else { return (text.problem(problem ?? Reason(""), nil), true) }
    if let gone = entry.gone { return (text.gone(max(0, now - gone)), true) }
    if let problem { return (text.problem(problem, entry.problemSince.map { max(0, now - $0) }), true) }
    let items = list.filters[feed.url]?.shown(of: entry.items, now: now) ?? entry.items
    let newest = items.lazy.map { $0.published ?? $0.arrived }.max() ?? entry.looked
    return (text.headlines(items.count, newest.map { max(0, now - $0) }), false)
  }
}

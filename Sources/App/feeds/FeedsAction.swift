internal import Base
internal import Glibc
internal import Newswire
internal import ScrollCore
internal import X11

/// What `newsreel feeds` is asked to do with the user's list, or with one feed.
package enum FeedsAction: Equatable, Sendable {
  case list(json: Bool)
  case add(url: String, label: String?, color: String?, interval: String?)
  /// By address or label.
  case remove(name: String)
  /// By address or label: whether its headlines are shown.
  case hide(name: String)
  case show(name: String)
  case importing(path: String)
  /// To standard output where there is no path.
  case export(path: String?)
  case test(feed: String, json: Bool)
  /// Reads feeds, those of the list where none is named, and writes what they deliver until nobody reads it: what
  /// the strip starts beside itself.
  case relay(feeds: [String])

  package static let relayName = "relay"
}

/// Carries it out, without a window; the result is the exit status.
package func run(_ action: FeedsAction) -> Int32 {
  do throws(UsageError) { return try action.perform(path: UserPaths.feedList) } catch {
    reportError(error.description)
    return ExitStatus.usage
  }
}

extension FeedsAction {
  /// - Parameter path: Of the user's list.
  func perform(path: String) throws(UsageError) -> Int32 {
    // The words of the command line are checked before anything is read.
    var added: FeedSpec?
    if case .add(let url, let label, let color, let interval) = self {
      added = try Self.feed(url, label: label, color: color, interval: interval)
    }
    do throws(Failure) {
      switch self {
      case .list(let json): return try list(path, json: json)
      case .export(let target): return try export(path, to: target)
      case .test(let feed, let json): return try Self.test(feed, json: json)
      case .hide(let name): return try Self.set(name, isHidden: true, in: FeedList(path: path))
      case .show(let name): return try Self.set(name, isHidden: false, in: FeedList(path: path))
      case .relay(let feeds):
        // The picture goes before the news.
        _ = nice(10)
        let named = try feeds.map { (feed) throws(Failure) in try FeedSpec(url: feed) }
        FeedRelay.run(feeds: named.isEmpty ? try FeedList(path: path).shown : named, settings: .own)
        return ExitStatus.success
      case .add, .remove, .importing:
        var list = try FeedList(path: path)
        let message = try change(&list, adding: added)
        try list.save(to: path)
        return writeOutput(message + "\n")
      }
    } catch {
      reportError(error.description)
      return ExitStatus.failure
    }
  }

  /// Changes the list and returns what is said of it.
  private func change(_ list: inout FeedList, adding feed: FeedSpec?) throws(Failure) -> String {
    switch self {
    case .remove(let name):
      guard let feed = list.remove(name) else { throw Self.unknown(name, in: list) }
      var hidden = try HiddenFeedList()
      try hidden.set(feed.url, isHidden: false)
      return "removed \(feed.url)"
    case .importing(let source):
      let other = try FeedList(opml: try Self.bytes(of: source), name: source)
      let count = list.merge(other)
      return "\(count) of \(other.feeds.count) feeds are new"
    default:
      guard let feed else { return "" }
      if list.add(feed) { return "added \(feed.url)" }
      let hint = try HiddenFeedList().contains(feed.url) ? ", hidden; newsreel feeds show brings it back" : ""
      throw Failure(of: feed.url, reason: "is in the list already\(hint)")
    }
  }

  private static func feed(
    _ url: String, label: String?, color: String?, interval: String?
  ) throws(UsageError) -> FeedSpec {
    var feed: FeedSpec
    do throws(Failure) { feed = try FeedSpec(url: url, label: label) } catch {
      throw UsageError(error.description)
    }
    if let color {
      do throws(ValueError) { _ = try Color(parsing: color) } catch {
        throw UsageError("--color: \(error.description)")
      }
      feed.color = color
    }
    if let interval {
      guard let seconds = Double(interval), seconds >= 60, seconds <= 86_400 else {
        throw UsageError("--interval: '\(interval)' is no number of seconds from 60 to 86400, as in --interval 900")
      }
      feed.interval = seconds
    }
    return feed
  }

  private static func set(_ name: String, isHidden: Bool, in list: FeedList) throws(Failure) -> Int32 {
    guard let feed = list.feed(named: name) else { throw unknown(name, in: list) }
    var hidden = try HiddenFeedList()
    let state = isHidden ? "hidden" : "shown"
    guard try hidden.set(feed.url, isHidden: isHidden) else {
      throw Failure(of: feed.url, reason: "is \(state) already")
    }
    return writeOutput("\(state) \(feed.url), from the next start\n")
  }

  private static func unknown(_ name: String, in list: FeedList) -> Failure {
    let names = list.feeds.flatMap { [$0.label, $0.url].compactMap { $0 } }
    let hint = nearest(to: name, in: names).map { "did you mean '\($0)'?" } ?? "newsreel feeds list tells what is"
    return Failure(of: name, reason: "is not in the list; \(hint)")
  }

  /// The whole of a file; of standard input for "-".
  private static func bytes(of path: String) throws(Failure) -> [UInt8] {
    let limit = 16 << 20
    if path == "-" { return try readAll(STDIN_FILENO, limit: limit, name: "standard input") }
    return try readAll(path, limit: limit)
  }

  // MARK: - Showing

  private func list(_ path: String, json: Bool) throws(Failure) -> Int32 {
    let feeds = try FeedList(path: path).feeds
    let hidden = try HiddenFeedList()
    let cache = FeedCache(directory: UserPaths.cache)
    func moved(_ feed: FeedSpec) -> String? { (try? cache.load(feed.url))?.movedTo }
    guard json else {
      if feeds.isEmpty { return writeOutput("no feeds yet; newsreel feeds add URL adds one to \(path)\n") }
      let lines = feeds.map { feed in
        let notes = [hidden.contains(feed.url) ? "(hidden)" : nil, moved(feed).map { "(moved to \($0))" }]
        return ([feed.url, feed.label] + notes).compactMap { $0 }.joined(separator: "  ") + "\n"
      }
      return writeOutput(lines.joined())
    }
    let objects = feeds.map { feed in
      var members = JSON.members([
        ("url", feed.url), ("label", feed.label), ("color", feed.color), ("group", feed.group), ("site", feed.site),
      ])
      if let interval = feed.interval { members.append(("interval", .number(interval))) }
      if hidden.contains(feed.url) { members.append(("hidden", .bool(true))) }
      return JSON.object(members + JSON.members([("movedTo", moved(feed))]))
    }
    return writeOutput(JSON.array(objects).page + "\n")
  }

  private static func test(_ name: String, json: Bool) throws(Failure) -> Int32 {
    let report = try FeedReport.read(try FeedSpec(url: name))
    if json { return writeOutput(report.jsonLines.map { $0 + "\n" }.joined()) }
    var text = ""
    if let title = report.feed.title { text += "\(title)\n" }
    if let address = report.address, address != report.url { text += "found at \(address)\n" }
    for item in report.feed.items { text += "  \(item.title)\(item.link.map { "  <\($0)>" } ?? "")\n" }
    for item in report.feed.dropped { text += "  dropped (\(item.reason)): \(item.title)\n" }
    for warning in report.feed.warnings { text += "  note: \(warning)\n" }
    return writeOutput(text + "\(report.feed.items.count) items, \(report.feed.dropped.count) dropped\n")
  }

  private func export(_ path: String, to target: String?) throws(Failure) -> Int32 {
    let list = try FeedList(path: path)
    guard let target, target != "-" else { return writeOutput(list.opml) }
    try list.save(to: target)
    return ExitStatus.success
  }
}

extension FeedList {
  /// The feeds that are not hidden; all of them, after a word, where it cannot be read which are.
  var shown: [FeedSpec] {
    do throws(Failure) {
      let hidden = try HiddenFeedList()
      return feeds.filter { !hidden.contains($0.url) }
    } catch {
      reportError(error.description)
      return feeds
    }
  }
}

extension CrawlerSettings {
  /// With the user's own cache.
  static var own: CrawlerSettings {
    var settings = CrawlerSettings()
    settings.cacheDirectory = UserPaths.cache
    settings.iconDirectory = UserPaths.icons
    settings.makeIcon = { ImageFile.writeIcon(of: $0, to: $1) }
    return settings
  }
}

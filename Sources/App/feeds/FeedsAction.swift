package import Base
internal import Glibc
internal import Newswire
internal import Render
internal import ScrollCore
internal import X11

/// What `newsreel feeds` is asked to do with the user's list, or with one feed.
package struct FeedsAction {
  private let perform: (_ path: String) throws(Failure) -> Int32

  private init(_ perform: @escaping (_ path: String) throws(Failure) -> Int32) { self.perform = perform }

  /// Carries it out, without a window; the result is the exit status.
  package func run() -> Int32 {
    reporting { () throws(Failure) in try perform(UserPaths.feedList) }
  }
}

// MARK: - The list

extension FeedsAction {
  /// Takes feeds up, each by its address or its file.
  ///
  /// - Parameter isChecked: They are looked at first.
  /// - Throws: `Failure` for a word that is wrong; nothing has been read then.
  package static func add(_ urls: [String], _ change: FeedChange, isChecked: Bool = true) throws(Failure)
    -> FeedsAction
  {
    let addition = try FeedAddition(urls, change, isChecked: isChecked)
    return FeedsAction { (path) throws(Failure) in try addition.run(path) }
  }

  /// Takes feeds off, each by its address or its name; none where one of them is not there.
  package static func remove(names: [String]) -> FeedsAction {
    changing { (list) throws(Failure) in
      let known = FeedNames(list)
      var urls: [String] = []
      for name in names {
        let url = try known.feed(named: name).url
        if !urls.contains(url) { urls.append(url) }
      }
      var hidden = try HiddenFeedList()
      for url in urls {
        list.remove(url)
        try hidden.set(url, .shown)
      }
      return urls.map { "removed \($0)" }.joined(separator: "\n")
    }
  }

  /// Adds the feeds of another file.
  package static func importing(path source: String) -> FeedsAction {
    changing { (list) throws(Failure) in
      let other = try FeedList(opml: try bytes(of: source), name: source)
      let count = list.merge(other)
      let left = other.leftOut.map { "\n  left out (\($0.reason)): \($0.title)" }
      return "\(count) of \(other.feeds.count) feeds are new" + left.joined()
    }
  }

  /// Changes the list, and says what the change says of itself.
  private static func changing(_ change: @escaping (inout FeedList) throws(Failure) -> String) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in
      writeOutput(try FeedList.change(path, change) + "\n")
    }
  }

  /// Changes what the list says of a feed, which is named by its address or its name.
  ///
  /// - Throws: `Failure` where nothing is said; nothing has been read then.
  package static func set(_ name: String, _ change: FeedChange) throws(Failure) -> FeedsAction {
    if change.isUntouched {
      throw Failure.usage("feeds set: nothing is to be changed; --only, --label and others say what")
    }
    return changing { (list) throws(Failure) in
      let named = try FeedNames(list).feed(named: name)
      let feed = try usage { () throws(ValueError) in try change.laid(over: named) }
      list.update(feed)
      return "changed \(feed.url)"
    }
  }

  /// Says whether a feed is to be seen on the strip, by its address or its name.
  package static func set(_ name: String, isHidden: Bool) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in
      let feed = try FeedNames(try FeedList(path: path)).feed(named: name)
      var hidden = try HiddenFeedList()
      let state = isHidden ? "hidden" : "shown"
      guard try hidden.set(feed.url, isHidden ? .hidden : .shown) else {
        throw Failure(of: feed.url, reason: "is \(state) already")
      }
      return writeOutput("\(state) \(feed.url)\n")
    }
  }

  /// The whole of a file; of standard input for "-".
  private static func bytes(of path: String) throws(Failure) -> [UInt8] {
    let limit = 16 << 20
    if path == "-" { return try readAll(STDIN_FILENO, limit: limit, name: "standard input") }
    return try readAll(path, limit: limit)
  }
}

// MARK: - Showing

extension FeedsAction {
  package static let relayName = "relay"

  package static func list(json: Bool) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in try list(path, json: json) }
  }

  private static func list(_ path: String, json: Bool) throws(Failure) -> Int32 {
    let feeds = try FeedList(path: path).feeds
    let hidden = try HiddenFeedList()
    let names = FeedNames(try FeedList(path: path))
    let cache = FeedCache(directory: UserPaths.cache)
    func known(_ feed: FeedSpec) -> FeedCache.Entry? { (try? cache.load(feed.url)) ?? nil }
    guard json else {
      if feeds.isEmpty { return writeOutput("no feeds yet; newsreel feeds add URL adds one to \(path)\n") }
      let lines = feeds.map { feed in
        let entry = known(feed)
        let notes = [
          hidden.visibility(of: feed.url).note, entry?.movedTo.map { "(moved to \($0))" },
          (problem(ofFile: feed) ?? entry?.problem).map { "(cannot be read: \($0))" },
        ]
        return ([feed.url, names.name(of: feed)] + notes).compactMap { $0 }.joined(separator: "  ") + "\n"
      }
      return writeOutput(lines.joined())
    }
    let objects = feeds.map { feed in
      var members = JSON.members([
        ("url", feed.url), ("label", feed.label), ("color", feed.color), ("group", feed.group), ("site", feed.site),
      ])
      if let interval = feed.interval { members.append(("interval", .number(interval))) }
      members += JSON.members([("only", feed.only), ("without", feed.without)])
      if let age = feed.maximumAge { members.append(("maxAge", .number(age))) }
      if let count = feed.maximumCount { members.append(("maxItems", .integer(count))) }
      if let summaries = feed.showsSummaries { members.append(("summaries", .bool(summaries))) }
      switch hidden.visibility(of: feed.url) {
      case .shown: break
      case .off: members.append(("off", .bool(true)))
      case .hidden: members.append(("hidden", .bool(true)))
      }
      let problem = problem(ofFile: feed) ?? known(feed)?.problem
      return JSON.object(members + JSON.members([("movedTo", known(feed)?.movedTo), ("problem", problem)]))
    }
    return writeOutput(JSON.array(objects).page + "\n")
  }

  /// Why a feed in a file cannot be read; nil where it can, and for an address.
  private static func problem(ofFile feed: FeedSpec) -> String? {
    feed.address == nil ? PlainFile.problem(of: feed.url) : nil
  }

  package static func test(feed: String, json: Bool) -> FeedsAction {
    FeedsAction { (_) throws(Failure) in
      show(try FeedReport.read(try FeedSpec(url: feed), http: CrawlerSettings.own.http), json: json)
    }
  }

  private static func show(_ report: FeedReport, json: Bool) -> Int32 {
    if json { return writeOutput(report.jsonLines.map { $0 + "\n" }.joined()) }
    var text = ""
    if let title = report.feed.title { text += "\(title)\n" }
    if let address = report.address, address != report.url { text += "found at \(address)\n" }
    for item in report.feed.items { text += "  \(item.title)\(item.link.map { "  <\($0)>" } ?? "")\n" }
    for item in report.feed.dropped { text += "  dropped (\(item.reason)): \(item.title)\n" }
    for warning in report.feed.warnings { text += "  note: \(warning)\n" }
    return writeOutput(text + "\(report.feed.items.count) items, \(report.feed.droppedCount) dropped\n")
  }

  /// Looks at every feed of the list; fails where something is wrong with one.
  package static func doctor(json: Bool) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in
      let list = try FeedList(path: path)
      var settings = FeedDoctor.Settings()
      settings.http.passwords = UserPaths.passwords
      let findings = try FeedDoctor.findings(of: list.feeds, settings: settings)
      let isWritten = writeOutput(
        json ? JSON.array(findings.map(\.json)).page + "\n" : text(of: findings, FeedNames(list)))
      return isWritten == ExitStatus.success && !findings.allSatisfy(\.isFine) ? ExitStatus.failure : isWritten
    }
  }

  private static func text(of findings: [FeedFinding], _ names: FeedNames) -> String {
    let rows = findings.map { finding in
      let seconds = finding.seconds.map { "\(shortest(($0 * 10).rounded() / 10)) s" } ?? ""
      let items = finding.count == 1 ? "1 item" : "\(finding.count) items"
      return [finding.verdict.rawValue, names.name(of: finding.feed), items, seconds, finding.reason]
    }
    let wrong = findings.count { !$0.isFine }
    return columns(rows) + "\(findings.count) feeds, something is wrong with \(wrong == 0 ? "none" : "\(wrong)")\n"
  }

  /// To standard output where there is no path.
  package static func export(path target: String?) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in
      let list = try FeedList(path: path)
      guard let target, target != "-" else { return writeOutput(list.opml) }
      try list.save(to: target)
      return ExitStatus.success
    }
  }

  /// Reads feeds, with what the list says of them where they are of that, and writes what they deliver until nobody reads
  /// it: what the strip starts beside itself.
  package static func relay(feeds: [String], fromList isFromList: Bool) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in
      // The picture goes before the news.
      _ = nice(10)
      let find: (String) -> FeedSpec? = { url in
        let listed = isFromList ? (try? FeedList(path: path))?.feeds.first { $0.url == url } : nil
        return listed ?? (try? FeedSpec(read: .text(url)))
      }
      var settings = CrawlerSettings.own
      // Whoever starts this anew does not have all feeds asked anew.
      settings.keepsPace = true
      FeedRelay.run(feeds: feeds.compactMap(find), settings: settings, find: find)
      return ExitStatus.success
    }
  }
}

extension CrawlerSettings {
  /// With the user's own cache.
  static var own: CrawlerSettings {
    var settings = CrawlerSettings()
    settings.cacheDirectory = UserPaths.cache
    settings.http.passwords = UserPaths.passwords
    settings.iconDirectory = UserPaths.icons
    settings.makeIcon = { ImageFile.writeIcon(of: $0, to: $1) }
    return settings
  }
}

package import Base
internal import Glibc
internal import Newswire
internal import Render
internal import ScrollCore
internal import Windows
internal import X11

/// An action of `newsreel feeds`, on the user's list or on a feed.
package struct FeedsAction {
  private let perform: (_ path: String) throws(Failure) -> Int32

  init(_ perform: @escaping (_ path: String) throws(Failure) -> Int32) { self.perform = perform }

  /// Runs it without a window. Returns the exit status.
  package func run() -> Int32 {
    reporting { () throws(Failure) in try perform(UserPaths.feedList) }
  }
}

// MARK: - The list

extension FeedsAction {
  /// Adds feeds, each by its address or file.
  ///
  /// - Parameter isChecked: Whether to fetch them first.
  /// - Throws: `Failure` for an invalid argument, before anything is read.
  package static func add(_ urls: [String], _ change: FeedChange, isChecked: Bool = true) throws(Failure)
    -> FeedsAction
  {
    let addition = try FeedAddition(urls, change, isChecked: isChecked)
    return FeedsAction { (path) throws(Failure) in try addition.run(path) }
  }

  /// Deletes feeds, each by address or name. Deletes none if one of them is missing.
  package static func remove(names: [String]) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in
      let list = try FeedList(path: path)
      let known = FeedNames(list)
      var feeds: [(url: String, name: String)] = []
      for name in names {
        let feed = try known.feed(named: name)
        if let account = list.account(of: feed) { throw Failure(of: feed.url, reason: belongs(to: account)) }
        if !feeds.contains(where: { $0.url == feed.url }) { feeds.append((feed.url, known.name(of: feed))) }
      }
      _ = try DeletedFeeds(deleting: feeds, from: path)
      return writeOutput(feeds.map { "deleted \($0.url)\n" }.joined())
    }
  }

  /// Brings the feeds back that were deleted last.
  package static func undo() -> FeedsAction {
    FeedsAction { (path) throws(Failure) in
      guard let deleted = DeletedFeeds(from: path) else {
        throw Failure(of: path, reason: "no feed was deleted, or the last one is back")
      }
      try deleted.undo(in: path)
      return writeOutput("brought back \(deleted.names.joined(separator: ", "))\n")
    }
  }

  /// Why a feed of an account cannot be deleted.
  private static func belongs(to account: ReaderAccount) -> String {
    "belongs to the account \(account.address); newsreel feeds off keeps its headlines off the strip, "
      + "feeds account --remove removes the account"
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

  /// Adds the feeds of another file to a list. Returns the number of new ones, and of all.
  static func merge(_ source: String, into path: String) throws(Failure) -> (new: Int, all: Int) {
    try FeedList.change(path) { (list) throws(Failure) in
      let other = try FeedList(opml: try bytes(of: source), name: source)
      return (list.merge(other), other.feeds.count)
    }
  }

  /// Changes the list, and prints the message that the change returns.
  private static func changing(_ change: @escaping (inout FeedList) throws(Failure) -> String) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in
      writeOutput(try FeedList.change(path, change) + "\n")
    }
  }

  /// Changes the settings of a feed, given by address or name.
  ///
  /// - Throws: `Failure` for an invalid or missing option, before anything is read.
  package static func set(_ name: String, _ change: FeedChange) throws(Failure) -> FeedsAction {
    if change.isUntouched {
      throw Failure.usage("feeds set: no change is given; use --label, --only or another option")
    }
    return changing { (list) throws(Failure) in
      let feed = try change.applied(to: try FeedNames(list).feed(named: name))
      list.update(feed)
      return "changed \(feed.url)"
    }
  }

  /// Switches a feed, given by address or name.
  package static func turn(_ name: String, on isOn: Bool) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in
      let feed = try FeedNames(try FeedList(path: path)).feed(named: name)
      var off = try OffFeeds()
      let state = isOn ? "on" : "off"
      guard try off.set(feed.url, on: isOn) else {
        throw Failure(of: feed.url, reason: "is \(state) already")
      }
      return writeOutput("\(state) \(feed.url)\n")
    }
  }

  /// The content of a file, or of standard input for "-".
  private static func bytes(of path: String) throws(Failure) -> [UInt8] {
    let limit = 16 << 20
    if path == "-" { return try readAll(STDIN_FILENO, limit: limit, name: "standard input") }
    return try readAll(path, limit: limit)
  }
}

// MARK: - Showing

extension FeedsAction {
  package static let relayName = "relay"
  package static let takeName = "take"

  package static func list(json: Bool) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in try list(path, json: json) }
  }

  private static func list(_ path: String, json: Bool) throws(Failure) -> Int32 {
    let list = try FeedList(path: path)
    let (feeds, names) = (list.feeds, FeedNames(list))
    let off = try OffFeeds()
    let cache = FeedCache(directory: UserPaths.cache)
    func known(_ feed: FeedSpec) -> FeedCache.Entry? { cache.entry(of: feed.url) }
    guard json else {
      if feeds.isEmpty { return writeOutput("no feeds yet; newsreel feeds add URL adds one to \(path)\n") }
      let lines = feeds.map { feed in
        let entry = known(feed)
        let notes = [
          list.account(of: feed).map { "(of \($0.name))" }, off.isOn(feed.url) ? nil : "(off)",
          entry?.movedTo.map { "(moved to \($0))" },
          (problem(ofFile: feed) ?? entry?.problem).map { "(cannot be read: \($0))" },
        ]
        return ([feed.url, names.name(of: feed)] + notes).compactMap { $0 }.joined(separator: "  ") + "\n"
      }
      return writeOutput(lines.joined())
    }
    let objects = feeds.map { feed in
      var members = JSON.members([
        ("url", feed.url), ("label", feed.label), ("color", feed.color), ("group", feed.group), ("site", feed.site),
        ("account", feed.account?.account),
      ])
      if let interval = feed.interval { members.append(("interval", .number(interval))) }
      members += JSON.members([("only", feed.only), ("without", feed.without)])
      if let age = feed.maximumAge { members.append(("maxAge", .number(age))) }
      if let count = feed.maximumCount { members.append(("maxItems", .integer(count))) }
      if let summaries = feed.showsSummaries { members.append(("summaries", .bool(summaries))) }
      members += feed.airing.fields.map { field in
        let number = field.value.flatMap { if case .integer(let number) = $0 { JSON.integer(number) } else { nil } }
        return (field.name, number ?? .string(field.value?.text ?? ""))
      }
      members += JSON.members([("row", feed.row)])
      if !off.isOn(feed.url) { members.append(("off", .bool(true))) }
      let problem = problem(ofFile: feed) ?? known(feed)?.problem
      return JSON.object(
        members + JSON.members([("movedTo", known(feed)?.movedTo), ("problem", problem?.description)]))
    }
    return writeOutput(JSON.array(objects).page + "\n")
  }

  /// The reason why a feed's file cannot be read; nil if it can, and for an address.
  private static func problem(ofFile feed: FeedSpec) -> Reason? {
    feed.address == nil ? PlainFile.problem(of: feed.url) : nil
  }

  /// - Parameters:
  ///   - alerts: Whether it is a source of alerts.
  ///   - change: The settings of alerts.
  package static func test(feed: String, alerts: Bool, _ change: AlertChange, json: Bool) throws(Failure) -> FeedsAction
  {
    if !alerts, let name = AlertSettings.properties.map(\.name).first(where: change.hasSet) {
      throw Failure(
        .usage, of: "--\(kebabCase(name))", reason: "is for alerts; add --alerts to read the source as such")
    }
    return FeedsAction { (path) throws(Failure) in
      var spec = try tested(feed, path)
      if alerts { spec.alerts = AlertFeeds.settings(change.value) }
      return show(try FeedReport.read(spec, http: CrawlerSettings.own.http), json: json)
    }
  }

  /// A file or an address; otherwise a feed of the list, by its name.
  private static func tested(_ feed: String, _ path: String) throws(Failure) -> FeedSpec {
    // Without a list, or a feed of that name in it, the argument is an address, whose error is told.
    if !feed.contains("://"), access(feed, F_OK) != 0, let list = try? FeedList(path: path),
      let named = try? FeedNames(list).feed(named: feed)
    {
      return named
    }
    return try FeedSpec(url: feed)
  }

  private static func show(_ report: FeedReport, json: Bool) -> Int32 {
    if json { return writeOutput(report.jsonLines.map { $0 + "\n" }.joined()) }
    var text = ""
    if let title = report.feed.title { text += "\(title)\n" }
    if let address = report.address, address != report.url { text += "found at \(address)\n" }
    for item in report.feed.items {
      text += "  \(item.title)\(item.link.map { "  <\($0)>" } ?? "")\n"
      if let alert = item.alert { text += "    \(alert.description(until: item.expires))\n" }
    }
    for item in report.feed.dropped { text += "  dropped (\(item.reason)): \(item.title)\n" }
    for warning in report.feed.warnings { text += "  note: \(warning)\n" }
    return writeOutput(text + "\(report.feed.items.count) items, \(report.feed.droppedCount) dropped\n")
  }

  /// Checks every feed of the list. Fails if one of them has a problem.
  package static func doctor(json: Bool) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in
      let list = try FeedList(path: path)
      var settings = FeedDoctor.Settings()
      settings.http.passwords = UserPaths.passwords
      let findings =
        try FeedDoctor.findings(of: list.feeds.filter { $0.account == nil }, settings: settings)
        + list.accounts.map { FeedFinding.finding(of: $0, http: settings.http) }
      let isWritten = writeOutput(
        json
          ? JSON.array(findings.map(\.json)).page + "\n"
          : text(of: findings, FeedNames(list)) + FenceStrength.here.description + "\n")
      return isWritten == ExitStatus.success && !findings.allSatisfy(\.isFine) ? ExitStatus.failure : isWritten
    }
  }

  private static func text(of findings: [FeedFinding], _ names: FeedNames) -> String {
    let rows = findings.map { finding in
      let seconds = finding.seconds.map { "\(shortest(($0 * 10).rounded() / 10)) s" } ?? ""
      let unit = finding.isAccount ? "feed" : "item"
      let items = "\(finding.count) \(unit)\(finding.count == 1 ? "" : "s")"
      return [
        finding.verdict.rawValue, finding.isAccount ? finding.feed.label ?? "" : names.distinctName(of: finding.feed),
        items, seconds, "\(finding.reason)",
      ]
    }
    let wrong = findings.count { !$0.isFine }
    return columns(rows) + "\(findings.count) feeds, problems with \(wrong == 0 ? "none" : "\(wrong)")\n"
  }

  /// Writes the list to a file, or to standard output without a path.
  package static func export(path target: String?) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in
      let list = try FeedList(path: path).withoutAccounts
      guard let target, target != "-" else { return writeOutput(list.opml) }
      try list.save(to: target)
      return ExitStatus.success
    }
  }

  /// Adds the dropped or typed addresses of a request on standard input, and writes the results.
  package static func take() -> FeedsAction {
    FeedsAction { (path) throws(Failure) in FeedTaking.run(path) }
  }

  /// Polls the feeds that standard input names, behind a fence, and writes their events to standard output until it is
  /// closed. The strip runs this as its second process.
  package static func relay() -> FeedsAction {
    FeedsAction { (_) throws(Failure) in
      // The display takes precedence over the news.
      _ = nice(10)
      var settings = CrawlerSettings.own
      // Starting over must not request all feeds again at once.
      settings.keepsPace = true
      FeedRelay.run(settings: settings)
      return ExitStatus.success
    }
  }
}

extension FeedList {
  /// Removes feeds by address, also from those that are off.
  mutating func takeOff(_ urls: [String]) throws(Failure) {
    var off = try OffFeeds()
    for url in urls {
      remove(url)
      try off.set(url, on: true)
    }
  }
}

extension CrawlerSettings {
  /// The settings with the user's cache.
  static var own: CrawlerSettings {
    var settings = CrawlerSettings()
    settings.cacheDirectory = UserPaths.cache
    settings.http.passwords = UserPaths.passwords
    settings.iconDirectory = UserPaths.icons
    settings.makeIcon = { ImageFile.writeIcon(of: $0, to: $1) }
    settings.pictureDirectory = UserPaths.pictures
    settings.makePicture = { ImageFile.writePicture(of: $0, to: $1) }
    return settings
  }
}

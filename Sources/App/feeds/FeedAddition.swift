internal import Base
internal import Glibc
internal import Newswire
internal import Scene
internal import ScrollCore
internal import Windows

/// Feeds to be added to the user's list, checked first. If an address is not a feed, or there is a better one, it asks
/// on a terminal, or else prints a message.
struct FeedAddition {
  struct Candidate {
    var feed: FeedSpec
    /// Whether the address has no scheme, so that https is a guess.
    let isBare: Bool
  }

  private let candidates: [Candidate]
  private let isChecked: Bool

  /// - Throws: `Failure` for an invalid argument.
  init(_ urls: [String], _ change: FeedChange, isChecked: Bool) throws(Failure) {
    self.isChecked = isChecked
    if urls.count > 1, change.hasSet("label") {
      throw .option("label", "a name fits one feed, not \(urls.count); newsreel feeds set names each")
    }
    var candidates: [Candidate] = []
    for url in urls { candidates.append(try Self.candidate(url, change, isChecked: isChecked)) }
    self.candidates = candidates
  }

  static func candidate(_ url: String, _ change: FeedChange, isChecked: Bool) throws(Failure) -> Candidate {
    var feed: FeedSpec
    do throws(Failure) { feed = try FeedSpec(url: url) } catch { throw Failure.usage(error.description) }
    if feed.address == nil, isChecked, access(feed.url, F_OK) != 0 {
      throw Failure.usage(
        "'\(url)' is neither an address nor a file; an address begins with https://, and --no-check adds it as it is"
      )
    }
    feed = try change.applied(to: feed)
    return Candidate(feed: feed, isBare: !url.contains("://"))
  }

  /// Checks, asks and adds. Returns the exit status: a failure unless every feed was added.
  func run(_ path: String) throws(Failure) -> Int32 {
    let known = Set(try FeedList(path: path).feeds.map(\.url))
    let new = candidates.map(\.feed).filter { !known.contains($0.url) }
    var findings: [String: FeedFinding] = [:]
    if isChecked, !new.isEmpty {
      for finding in try FeedDoctor.findings(of: new, settings: .brief(for: new), onWait: Self.sayWaiting) {
        findings[finding.feed.url] = finding
      }
    }
    var chosen: [Choice] = []
    for candidate in candidates {
      guard let finding = findings[candidate.feed.url] else {
        chosen.append((candidate.feed, nil, ""))
        continue
      }
      if let choice = Self.choice(of: candidate, finding) { chosen.append(choice) }
    }
    let refused = candidates.count - chosen.count
    if chosen.isEmpty { return ExitStatus.failure }
    let (added, double) = try Self.add(chosen, to: path)
    let isWritten = writeOutput(added.map { "added \($0.feed.url)\($0.found)\n" }.joined())
    for url in double {
      let hint = try OffFeeds().isOn(url) ? "" : ", off; newsreel feeds on switches it on"
      reportError(Failure(of: url, reason: "is in the list already\(hint)").description)
    }
    return refused + double.count > 0 ? ExitStatus.failure : isWritten
  }

  /// Adds the chosen feeds. Returns the new ones, and the addresses of those already in the list.
  static func add(_ chosen: [Choice], to path: String) throws(Failure) -> (added: [Choice], double: [String]) {
    recordTitles(chosen)
    return try FeedList.change(path) { (list) throws(Failure) in
      let isAdded = chosen.map { list.add($0.feed) }
      return (zip(chosen, isAdded).filter(\.1).map(\.0), zip(chosen, isAdded).filter { !$0.1 }.map(\.0.feed.url))
    }
  }

  // MARK: - Results

  /// The feed to add, its own title, and the text to print about it.
  typealias Choice = (feed: FeedSpec, title: String?, found: String)

  /// The feed to add, or nil if the user declines.
  private static func choice(of candidate: Candidate, _ finding: FeedFinding) -> Choice? {
    var feed = candidate.feed
    func isFound(at url: String) -> Choice {
      feed.url = url
      return (feed, finding.title, words(of: finding))
    }
    if finding.better == nil, finding.isFine || finding.verdict == .empty { return isFound(at: feed.url) }
    let mayAsk = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    let isFailing = finding.better == nil && !mayAsk
    reportError(
      Failure(of: feed.url, reason: "\(finding.reason)" + (isFailing ? "; it is added anyway" : "")).description)
    func isNamed(_ number: Int) -> Choice {
      if number == 0 { return isFound(at: finding.named[0].address) }
      let other = finding.named[number]
      feed.url = other.address
      return (feed, other.title, other.title.isEmpty ? "" : ": \(other.title)")
    }
    if finding.named.count > 1 { list(finding.named) }
    if let plain = finding.plain, candidate.isBare { return isFound(at: finding.named.first?.address ?? plain) }
    guard mayAsk else {
      // It never switches to http unasked.
      if finding.plain != nil || finding.better == nil { return (feed, nil, "") }
      return finding.named.isEmpty ? isFound(at: feed.url) : isNamed(0)
    }
    if finding.named.count > 1 { return number(of: finding.named.count).map(isNamed) ?? refusal(of: feed) }
    guard let better = finding.better else {
      return isAffirmed("Add it anyway?", orElse: false) ? (feed, nil, "") : refusal(of: feed)
    }
    reportProgress("\(better)\(words(of: finding))")
    return isAffirmed("Add that one?", orElse: true) ? isFound(at: better) : refusal(of: feed)
  }

  /// Prints the feeds of a page, with the numbers to choose them by.
  private static func list(_ feeds: [LinkedFeed]) {
    let rows = columns(feeds.enumerated().map { ["\($0 + 1)", $1.address, $1.title] })
    for row in rows.split(separator: "\n") { reportProgress(String(row)) }
  }

  /// Asks for the number of one; nil if none is wanted.
  private static func number(of count: Int) -> Int? {
    while true {
      _ = writeAll("Which one? [1-\(count), Return for 1, n for none] ", to: STDERR_FILENO)
      guard let answer = readLine()?.lowercased().filter({ $0 != " " }) else { return nil }
      if answer.isEmpty { return 0 }
      if ["n", "no", "none", "0"].contains(answer) { return nil }
      if let number = Int(answer), 1...count ~= number { return number - 1 }
    }
  }

  private static func refusal(of feed: FeedSpec) -> Choice? {
    reportProgress("\(feed.url) is not added; --no-check adds it as it is")
    return nil
  }

  /// Caches the titles of the feeds, for the list, and for their chips until they are fetched.
  private static func recordTitles(_ chosen: [Choice]) {
    let cache = FeedCache(directory: UserPaths.cache)
    for choice in chosen where choice.feed.label == nil {
      // Without a cached title a feed is called by its host.
      if let title = choice.title, !title.isEmpty { try? cache.note(title: title, of: choice.feed.url) }
    }
  }

  /// For example ": Sport Daily, 3 headlines, newest 2 h ago".
  static func words(of finding: FeedFinding) -> String {
    let english = FeedWords(.english)
    let age = finding.newest.map { max(0, wallClockNow() - $0) }
    let words = [
      finding.title, english.headlines(finding.count), age.map { "newest \(english.age($0))" },
    ]
    return ": " + words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  // MARK: - The terminal

  private static func sayWaiting(_ feeds: [FeedSpec]) {
    guard isatty(STDERR_FILENO) == 1, let first = feeds.first else { return }
    reportProgress("Looking at \(feeds.count == 1 ? first.url : "\(feeds.count) feeds") …")
  }

  /// Asks until there is an answer; the end of input means no.
  private static func isAffirmed(_ question: String, orElse usual: Bool) -> Bool {
    while true {
      _ = writeAll("\(question) \(usual ? "[Y/n]" : "[y/N]") ", to: STDERR_FILENO)
      guard let answer = readLine()?.lowercased() else { return false }
      switch answer.filter({ $0 != " " }) {
      case "": return usual
      case "y", "yes": return true
      case "n", "no": return false
      default: continue
      }
    }
  }
}

extension FeedDoctor.Settings {
  /// The settings for a check while the user waits: 5 seconds for each feed of a host, since those are fetched in turn.
  /// This leaves time for http after https fails.
  static func brief(for feeds: [FeedSpec]) -> FeedDoctor.Settings {
    let hosts = Dictionary(grouping: feeds.compactMap(\.address?.host)) { $0 }
    var settings = FeedDoctor.Settings()
    (settings.slow, settings.triesPlain) = (.infinity, true)
    (settings.http.connectTimeout, settings.http.timeout) = (3, 5)
    settings.longest = 5 * Double(hosts.values.map(\.count).max() ?? 1)
    settings.http.passwords = UserPaths.passwords
    return settings
  }
}

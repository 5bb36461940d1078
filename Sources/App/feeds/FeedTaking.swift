internal import Base
internal import Formats
internal import Newswire
internal import ScrollCore
internal import Windows

/// The result for an address or file that was dropped, pasted or typed.
enum FeedTaken: Equatable {
  /// The feed was added, with its name, the check's result, and the number of other feeds in the same place.
  case added(url: String, name: String, Shown?, others: Int)
  /// The feed was in the list already; a hidden one is shown again.
  case known(url: String, wasHidden: Bool)
  /// There are several feeds to choose from.
  case choice(url: String, feeds: [LinkedFeed])
  /// Feeds of another list were imported, with the number of new ones.
  case imported(path: String, new: Int, of: Int)
  /// Nothing was added, for this reason. It can be forced.
  case refused(url: String, reason: String)

  struct Shown: Equatable {
    var count: Int
    /// When the newest was published.
    var newest: UnixTime?
  }
}

extension FeedTaken {
  /// Whether a reason goes on with a sentence about the address, as "is a web page" does.
  static func isPredicate(_ reason: String) -> Bool {
    reason.split(separator: " ").first.map { verbs.contains(String($0)) } ?? false
  }

  private static let verbs: Set = [
    "is", "was", "has", "cannot", "took", "asks", "refuses", "answered", "ended", "leads", "failed", "redirects",
    "needs", "does", "names", "belongs",
  ]

  var json: JSON {
    switch self {
    case .added(let url, let name, let shown, let others):
      JSON.object(
        JSON.members([("added", url), ("name", name)]) + [("others", .integer(others))]
          + (shown.map { [("count", .integer($0.count))] } ?? [])
          + (shown?.newest.map { [("newest", .number($0.seconds))] } ?? []))
    case .known(let url, let wasHidden): .object([("known", .string(url)), ("hidden", .bool(wasHidden))])
    case .choice(let url, let feeds):
      .object([
        ("choice", .string(url)),
        ("feeds", .array(feeds.map { .object(texts: [("url", $0.address), ("title", $0.title)]) })),
      ])
    case .imported(let path, let new, let all):
      .object([("imported", .string(path)), ("new", .integer(new)), ("of", .integer(all))])
    case .refused(let url, let reason): .object(texts: [("refused", url), ("reason", reason)])
    }
  }

  /// Parses the format of `json`; nil for anything else.
  init?(_ json: JSON) {
    func text(_ name: String) -> String? { json[name]?.string }
    func count(_ name: String) -> Int? { json[name]?.number.flatMap { Int(exactly: $0) } }
    if let url = text("added"), let name = text("name"), let others = count("others") {
      let shown = count("count").map { Shown(count: $0, newest: json["newest"]?.number.map(UnixTime.init)) }
      self = .added(url: url, name: name, shown, others: others)
    } else if let url = text("known"), let wasHidden = json["hidden"]?.bool {
      self = .known(url: url, wasHidden: wasHidden)
    } else if let url = text("choice"), let feeds = json["feeds"]?.array {
      self = .choice(
        url: url,
        feeds: feeds.compactMap { feed in
          feed["url"]?.string.map { LinkedFeed($0, title: feed["title"]?.string ?? "") }
        })
    } else if let path = text("imported"), let new = count("new"), let all = count("of") {
      self = .imported(path: path, new: new, of: all)
    } else if let url = text("refused"), let reason = text("reason") {
      self = .refused(url: url, reason: reason)
    } else {
      return nil
    }
  }
}

/// Adds dropped or typed addresses after checking each in a separate process, so that the strip or window never waits
/// for network or files.
enum FeedTaking {
  /// The request to the process.
  struct Request: Equatable {
    var addresses: [String]
    /// Whether to offer a choice of several feeds instead of adding one.
    var offersChoice = false
    /// Whether to add an address that is not a feed now.
    var isForced = false

    var line: String {
      JSON.object([
        ("take", .array(addresses.map(JSON.string))), ("choice", .bool(offersChoice)), ("forced", .bool(isForced)),
      ]).line
    }

    init(_ addresses: [String], offersChoice: Bool = false, isForced: Bool = false) {
      (self.addresses, self.offersChoice, self.isForced) = (addresses, offersChoice, isForced)
    }

    init?(line: String) {
      guard let json = JSON(ifValid: line), let addresses = json["take"]?.array else { return nil }
      self.init(
        addresses.compactMap(\.string), offersChoice: json["choice"]?.bool ?? false,
        isForced: json["forced"]?.bool ?? false)
    }
  }

  /// The time limit for the process in seconds; a check has 5 for each feed of a host.
  private static let longest = 180.0

  /// Starts the process.
  ///
  /// - Parameter done: Called once, with the result for each address; a refusal if the process fails.
  static func start(_ request: Request, in loop: RunLoop, done: @escaping ([FeedTaken]) -> Void) throws(Failure) {
    var settings = CommandSource.Settings(interval: longest)
    (settings.runsOnce, settings.takesInput, settings.timeLimit) = (true, true, longest)
    var results: [FeedTaken] = []
    var failure: String?
    let source = try CommandSource(
      arguments: ["/proc/self/exe", "feeds", FeedsAction.takeName], settings: settings
    ) { event in
      switch event {
      case .line(let line):
        if let result = JSON(ifValid: line).flatMap(FeedTaken.init) { results.append(result) }
      case .error(let error): failure = error.reason
      case .end:
        if results.isEmpty, let url = request.addresses.first {
          results = [.refused(url: url, reason: failure ?? "the check ended without a result")]
        }
        done(results)
      case .part, .restart, .pause: break
      }
    }
    // By standard input: any user can read arguments, and an address may contain a password.
    source.greeting = { [request.line] }
    loop.add(source)
  }

  // MARK: - The process

  /// Executes the request on standard input. Returns the exit status.
  static func run(_ path: String) -> Int32 {
    endWithParent()
    guard let line = readLine(), let request = Request(line: line) else { return ExitStatus.usage }
    var status = ExitStatus.success
    for taken in perform(request, into: path) where status == ExitStatus.success {
      status = writeOutput(taken.json.line + "\n")
    }
    return status
  }

  /// Checks all addresses, then adds them.
  static func perform(_ request: Request, into path: String) -> [FeedTaken] {
    var taken: [FeedTaken?] = []
    var candidates: [(place: Int, candidate: FeedAddition.Candidate)] = []
    for address in request.addresses.prefix(DroppedAddresses.most) {
      do throws(Failure) {
        if let imported = try importing(address, into: path) {
          taken.append(imported)
          continue
        }
        let candidate = try FeedAddition.candidate(address, FeedChange(), isChecked: !request.isForced)
        if let known = try known(candidate.feed.url, in: path) {
          taken.append(known)
        } else {
          candidates.append((taken.count, candidate))
          taken.append(nil)
        }
      } catch {
        // The list itself may be what cannot be read.
        taken.append(.refused(url: address, reason: error.subject == path ? error.description : error.reason))
      }
    }
    let feeds = candidates.map(\.candidate.feed)
    do throws(Failure) {
      let findings =
        feeds.isEmpty || request.isForced ? [] : try FeedDoctor.findings(of: feeds, settings: .brief(for: feeds))
      for (number, (place, candidate)) in candidates.enumerated() {
        taken[place] = try addCandidate(
          candidate, request.isForced ? nil : findings[number], offersChoice: request.offersChoice, into: path)
      }
    } catch {
      for (place, candidate) in candidates {
        taken[place] = taken[place] ?? .refused(url: candidate.feed.url, reason: error.description)
      }
    }
    return taken.compactMap(\.self)
  }

  /// Imports a file if it is a list of feeds; otherwise returns nil.
  private static func importing(_ address: String, into path: String) throws(Failure) -> FeedTaken? {
    // What is no list is taken as a feed, and refused there.
    guard let feed = try? FeedSpec(url: address), feed.address == nil else { return nil }
    if let problem = PlainFile.problem(of: feed.url) { throw Failure(of: feed.url, reason: problem) }
    // The same.
    guard let bytes = try AtomicFile.read(feed.url, limit: 16 << 20),
      let other = try? FeedList(opml: bytes, name: feed.url)
    else { return nil }
    let new = try FeedList.change(path) { (list) throws(Failure) in list.merge(other) }
    return .imported(path: feed.url, new: new, of: other.feeds.count)
  }

  /// Shows a feed of the list again if it was hidden; nil for a feed that is not in the list.
  private static func known(_ url: String, in path: String) throws(Failure) -> FeedTaken? {
    guard try FeedList(path: path).feeds.contains(where: { $0.url == url }) else { return nil }
    var hidden = try HiddenFeedList()
    let wasHidden = hidden.contains(url)
    if wasHidden { try hidden.set(url, .shown) }
    return .known(url: url, wasHidden: wasHidden)
  }

  private static func addCandidate(
    _ candidate: FeedAddition.Candidate, _ finding: FeedFinding?, offersChoice: Bool, into path: String
  ) throws(Failure) -> FeedTaken {
    var feed = candidate.feed
    guard let finding else { return try add(feed, nil, into: path) }
    switch finding.better {
    case nil where finding.isFine || finding.verdict == .empty: break
    case nil: return .refused(url: feed.url, reason: finding.reason)
    case _ where offersChoice && finding.named.count > 1: return .choice(url: feed.url, feeds: finding.named)
    case let better? where finding.plain != nil && !candidate.isBare:
      // Never switches to http unasked.
      return offersChoice
        ? .choice(url: feed.url, feeds: [LinkedFeed(better)]) : .refused(url: feed.url, reason: finding.reason)
    case let better?: feed.url = better
    }
    if let known = try known(feed.url, in: path) { return known }
    return try add(feed, finding, into: path)
  }

  private static func add(_ feed: FeedSpec, _ finding: FeedFinding?, into path: String) throws(Failure) -> FeedTaken {
    _ = try FeedAddition.add([(feed, finding?.title, "")], to: path)
    return .added(
      url: feed.url, name: finding?.title.flatMap { $0.isEmpty ? nil : $0 } ?? feed.plainName,
      finding.map { FeedTaken.Shown(count: $0.count, newest: $0.newest) },
      others: max(0, (finding?.named.count ?? 0) - 1))
  }
}

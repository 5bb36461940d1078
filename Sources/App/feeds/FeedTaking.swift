internal import Base
internal import Formats
internal import Newswire
internal import ScrollCore
internal import Windows

/// The result for an address or file that was dropped, pasted or typed.
enum FeedTaken: Equatable {
  /// The feed was added, with its name, the check's result, and the number of other feeds in the same place.
  case added(url: String, name: String, Shown?, others: Int)
  /// The feed was in the list already; one that is off is switched on.
  case known(url: String, wasOff: Bool)
  /// There are several feeds to choose from.
  case choice(url: String, feeds: [LinkedFeed])
  /// Feeds of another list were imported, with the number of new ones.
  case imported(path: String, new: Int, of: Int)
  /// Nothing was added, for this reason. It can be forced.
  case refused(url: String, reason: Reason)

  struct Shown: Equatable {
    var count: Int
    /// When the newest was published.
    var newest: UnixTime?
  }
}

extension FeedTaken {
  /// Whether a reason goes on with a sentence about the address, as "is a web page" does.
  static func isPredicate(_ reason: Reason) -> Bool {
    reason.description.split(separator: " ").first.map { verbs.contains(String($0)) } ?? false
  }

  private static let verbs: Set = [
    "is", "was", "has", "cannot", "took", "asks", "refuses", "answered", "ended", "leads", "failed", "redirects",
    "needs", "does", "names", "belongs",
  ]
}

extension FeedTaken: Recorded {
  static let record = Record<FeedTaken>.cases([
    .of(
      Record(
        (url: "", name: "", others: 0, shown: Shown?.none),
        [
          .required("added", \.url, .text), .required("name", \.name, .text), .required("others", \.others, .integer()),
          .optional("shown", \.shown, .object),
        ]), { .added(url: $0.url, name: $0.name, $0.shown, others: $0.others) }
    ) { if case .added(let url, let name, let shown, let others) = $0 { (url, name, others, shown) } else { nil } },
    .of(
      Record((url: "", wasOff: false), [.required("known", \.url, .text), .required("off", \.wasOff, .flag)]),
      { .known(url: $0.url, wasOff: $0.wasOff) }
    ) { if case .known(let url, let wasOff) = $0 { (url, wasOff) } else { nil } },
    .of(
      Record(
        (url: "", feeds: [LinkedFeed]()),
        [.required("choice", \.url, .text), .required("feeds", \.feeds, .list(of: .object))]),
      { .choice(url: $0.url, feeds: $0.feeds) }
    ) { if case .choice(let url, let feeds) = $0 { (url, feeds) } else { nil } },
    .of(
      Record(
        (path: "", new: 0, all: 0),
        [
          .required("imported", \.path, .text), .required("new", \.new, .integer()), .required("of", \.all, .integer()),
        ]), { .imported(path: $0.path, new: $0.new, of: $0.all) }
    ) { if case .imported(let path, let new, let all) = $0 { (path, new, all) } else { nil } },
    .of(
      Record(
        (url: "", reason: Reason("")), [.required("refused", \.url, .text), .required("reason", \.reason, .reason)]),
      { .refused(url: $0.url, reason: $0.reason) }
    ) { if case .refused(let url, let reason) = $0 { (url, reason) } else { nil } },
  ])
}

extension FeedTaken.Shown: Recorded {
  static let record = Record(
    FeedTaken.Shown(count: 0), [.required("count", \.count, .integer()), .optional("newest", \.newest, .time())])
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

    init(_ addresses: [String], offersChoice: Bool = false, isForced: Bool = false) {
      (self.addresses, self.offersChoice, self.isForced) = (addresses, offersChoice, isForced)
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
    var failure: Reason?
    let source = try CommandSource(
      arguments: ["/proc/self/exe", "feeds", FeedsAction.takeName], settings: settings
    ) { event in
      switch event {
      case .line(let line):
        if let result = FeedTaken(jsonLine: line) { results.append(result) }
      case .error(let error): failure = error.why
      case .end:
        if results.isEmpty, let url = request.addresses.first {
          results = [.refused(url: url, reason: failure ?? .of(.endedWithoutResult))]
        }
        done(results)
      case .part, .restart, .pause: break
      }
    }
    // By standard input: any user can read arguments, and an address may contain a password.
    source.greeting = { [request.jsonLine] }
    loop.add(source)
  }

  // MARK: - The process

  /// Executes the request on standard input. Returns the exit status.
  static func run(_ path: String) -> Int32 {
    endWithParent()
    guard let line = readLine(), let request = Request(json: JSON(ifValid: line)) else { return ExitStatus.usage }
    var status = ExitStatus.success
    for taken in perform(request, into: path) where status == ExitStatus.success {
      status = writeOutput(taken.jsonLine + "\n")
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
        taken.append(.refused(url: address, reason: error.subject == path ? Reason(error.description) : error.why))
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
        taken[place] = taken[place] ?? .refused(url: candidate.feed.url, reason: Reason(error.description))
      }
    }
    return taken.compactMap(\.self)
  }

  /// Imports a file if it is a list of feeds; otherwise returns nil.
  private static func importing(_ address: String, into path: String) throws(Failure) -> FeedTaken? {
    // A file that is not a list is tried as a feed, and refused there.
    guard let feed = try? FeedSpec(url: address), feed.address == nil else { return nil }
    if let problem = PlainFile.problem(of: feed.url) { throw Failure(of: feed.url, problem) }
    // The same.
    guard let bytes = try AtomicFile.read(feed.url, limit: 16 << 20),
      let other = try? FeedList(opml: bytes, name: feed.url)
    else { return nil }
    let new = try FeedList.change(path) { (list) throws(Failure) in list.merge(other) }
    return .imported(path: feed.url, new: new, of: other.feeds.count)
  }

  /// Switches a feed of the list on if it was off; nil for a feed that is not in the list.
  private static func known(_ url: String, in path: String) throws(Failure) -> FeedTaken? {
    guard try FeedList(path: path).feeds.contains(where: { $0.url == url }) else { return nil }
    var off = try OffFeeds()
    let wasOff = try off.set(url, on: true)
    return .known(url: url, wasOff: wasOff)
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

extension FeedTaking.Request: Recorded {
  static let record = Record(
    FeedTaking.Request([]),
    [
      .required("take", \.addresses, .list(of: .text)), .usual("choice", \.offersChoice, .flag),
      .usual("forced", \.isForced, .flag),
    ])
}

package import Base
package import Glibc
package import ScrollCore

/// The result of checking a feed once.
package struct FeedFinding: Equatable, Sendable {
  package enum Verdict: String, CaseIterable, Sendable {
    case fine = "ok"
    /// Its server reports a permanent redirect.
    case moved
    /// Its server reports that it is gone.
    case gone
    /// There was no answer, or not in time.
    case unreachable
    /// The answer was an error.
    case refused
    case needsPassword = "needs a password"
    case notAFeed = "not a feed"
    /// It has no items to show.
    case empty
    case slow
  }

  package let feed: FeedSpec
  package let verdict: Verdict
  /// The explanation of the verdict; empty for none.
  package var reason = Reason("")
  /// The new address after a permanent redirect.
  package var movedTo: String?
  /// The feeds that the page at its address, or at `plain`, links to; the first one was checked.
  package var named: [LinkedFeed] = []
  /// Its http address, if that answers and https does not.
  package var plain: String?
  /// The feed's own title.
  package var title: String?
  /// When its newest item was published; nil without dates.
  package var newest: UnixTime?
  /// The duration of the request in seconds; nil without an answer, and for files.
  package var seconds: Double?
  /// The number of items to show; of feeds in an account.
  package var count = 0
  /// Whether it is about a reader's account instead of a feed.
  package var isAccount = false

  package var isFine: Bool { verdict == .fine }
  package var isExplained: Bool { reason != Reason("") }

  /// A better address than its own.
  package var better: String? { movedTo ?? named.first?.address ?? plain }

  fileprivate mutating func describe(_ document: ParsedFeed) {
    (title, count) = (document.title, document.items.count)
    newest = document.items.compactMap(\.published).max()
  }
}

extension FeedFinding {
  /// Checks a reader's account once. The result has the form of a feed with the account's address and name.
  package static func finding(of account: ReaderAccount, http: HTTPSettings) -> FeedFinding {
    var feed = FeedSpec()
    (feed.url, feed.label) = (account.address, account.name)
    var finding: FeedFinding
    switch AccountLookup.answer(of: account.address, http: http) {
    case .success(let subscriptions):
      finding = FeedFinding(feed: feed, verdict: .fine)
      finding.count = subscriptions.count
    case .failure(let failure):
      let verdict: Verdict = failure.isReached ? failure.isOfPassword ? .needsPassword : .refused : .unreachable
      finding = FeedFinding(feed: feed, verdict: verdict, reason: failure.reason)
    }
    finding.isAccount = true
    return finding
  }

  package var json: JSON {
    var members = JSON.members([
      ("url", feed.url), ("label", feed.label), ("verdict", verdict.rawValue),
      ("reason", isExplained ? "\(reason)" : nil),
      ("movedTo", movedTo),
    ])
    if let seconds { members.append(("seconds", .number((seconds * 1000).rounded() / 1000))) }
    members.append(("count", .integer(count)))
    return .object(members)
  }
}

/// Checks all feeds once, several at a time like the crawler, and reports each feed's problem.
package final class FeedDoctor: LoopSource {
  package struct Settings: Sendable {
    package var http = HTTPSettings()
    /// An answer that takes longer, in seconds, is slow.
    package var slow = 5.0
    /// The time limit for all feeds, in seconds. Feeds not checked by then are reported as such.
    package var longest = 180.0
    /// Whether to try http if https fails, unless the address has a password.
    package var triesPlain = false
    /// Seconds until `onWait` is called.
    package var patience = 1.0

    package init() {
      http.connectTimeout = 10
      http.timeout = 20
    }
  }

  /// By index in the list; nil for a feed not checked yet.
  private var findings: [FeedFinding?]
  private let feeds: [FeedSpec]
  private let settings: Settings
  private let client: HTTPClient
  private let end: Double
  /// The index of the next feed in a file.
  private var nextFile = 0
  /// Findings about feeds unreachable over https, while http is tried; by index.
  private var unreached: [Int: FeedFinding] = [:]
  private let onWait: ([FeedSpec]) -> Void
  private var waitAt: Double

  private init(_ feeds: [FeedSpec], _ settings: Settings, onWait: @escaping ([FeedSpec]) -> Void) {
    self.feeds = feeds
    self.settings = settings
    self.onWait = onWait
    waitAt = monotonicNow() + settings.patience
    findings = [FeedFinding?](repeating: nil, count: feeds.count)
    client = HTTPClient(settings: settings.http)
    end = monotonicNow() + settings.longest
    for (place, feed) in feeds.enumerated() {
      if let address = feed.address { ask(address, place) }
    }
  }

  private func ask(_ address: WebAddress, _ place: Int) {
    FeedFetch(limits: FeedLimits()) { [weak self] in self?.record($0, place) }
      .start(address, entityTag: nil, lastModified: nil, client: client)
  }

  /// Checks the feeds in a loop of its own. Returns a finding for each, in order.
  ///
  /// - Parameter onWait: Called once after a while with the feeds that have not answered.
  /// - Throws: `Failure` if the user's password file is unusable.
  package static func findings(
    of feeds: [FeedSpec], settings: Settings = Settings(), onWait: @escaping ([FeedSpec]) -> Void = { _ in }
  ) throws(Failure) -> [FeedFinding] {
    let doctor = FeedDoctor(feeds, settings, onWait: onWait)
    if let problem = doctor.client.passwordProblem { throw problem }
    let loop = RunLoop()
    loop.add(doctor)
    loop.run()
    loop.removeAll()
    return feeds.indices.map { place in
      doctor.findings[place] ?? doctor.unreached[place]
        ?? FeedFinding(feed: feeds[place], verdict: .unreachable, reason: Reason("was not reached in time"))
    }
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) { client.appendDescriptors(to: &descriptors) }

  package var deadline: Double { nextFile < feeds.count ? 0 : min(client.deadline, waitAt, end) }

  package func service(now: Double) -> ServiceResult {
    if now >= end { return .finished }
    if nextFile < feeds.count {
      if feeds[nextFile].address == nil { readFile(nextFile) }
      nextFile += 1
    }
    _ = client.service(now: now)
    if nextFile < feeds.count { return .more }
    let waiting = feeds.indices.filter { findings[$0] == nil }
    if waiting.isEmpty { return .finished }
    if now >= waitAt {
      waitAt = .infinity
      onWait(waiting.map { feeds[$0] })
    }
    return .idle
  }

  package func close() { client.close() }

  private func readFile(_ place: Int) {
    let fetch = FeedFetch(limits: FeedLimits()) { [weak self] in self?.record($0, place) }
    do throws(Failure) {
      try fetch.open(feeds[place].url)
      while fetch.readPart() {}
      fetch.finishDocument(HTTPResponse(), client: nil)
    } catch {
      record(.failed(error.why, nil), place)
    }
  }

  // MARK: - Judging

  private func record(_ outcome: FeedFetch.Outcome, _ place: Int) {
    let feed = feeds[place]
    switch outcome {
    case .read(let document, let response):
      var finding = unreached[place] ?? judged(document, response, feed)
      if let plain = unreached[place] == nil ? nil : feed.address?.plain?.description {
        (finding.plain, finding.named) = (plain, document.discovered)
        finding.reason = Reason("\(finding.reason); \(plain) answers")
      }
      finding.describe(document)
      finding.seconds = feed.address == nil ? nil : response.duration
      findings[place] = finding
    case .notModified(let response): findings[place] = judged(ParsedFeed(), response, feed)
    case .failed(let reason, let response):
      var finding = FeedFinding(
        feed: feed, verdict: Self.verdict(response, isFile: feed.address == nil), reason: reason)
      finding.seconds = response?.duration
      if settings.triesPlain, unreached[place] == nil, finding.verdict == .unreachable, let plain = feed.address?.plain
      {
        unreached[place] = finding
        return ask(plain, place)
      }
      findings[place] = unreached[place] ?? finding
    }
  }

  private func judged(_ document: ParsedFeed, _ response: HTTPResponse, _ feed: FeedSpec) -> FeedFinding {
    if let address = response.movedTo {
      var finding = FeedFinding(feed: feed, verdict: .moved, reason: Reason("is at \(address) for good"))
      finding.movedTo = address.description
      return finding
    }
    if document.items.isEmpty {
      return FeedFinding(feed: feed, verdict: .empty, reason: Reason(document.warnings.first ?? "has no items"))
    }
    guard response.duration <= settings.slow else { return FeedFinding(feed: feed, verdict: .slow) }
    var finding = FeedFinding(feed: feed, verdict: .fine)
    finding.named = document.discovered
    if let named = finding.named.first {
      let rest = finding.named.count - 1
      finding.reason =
        rest > 0
        ? Reason("is a web page; its feed is \(named.address), and it names \(rest) more")
        : .of(.pageWithFeed, named.address)
    }
    return finding
  }

  private static func verdict(_ response: HTTPResponse?, isFile: Bool) -> FeedFinding.Verdict {
    guard let status = response?.status else { return .unreachable }
    switch status {
    case 0: return isFile ? .notAFeed : .unreachable
    case 401: return .needsPassword
    case 410: return .gone
    case 200..<300: return .notAFeed
    default: return .refused
    }
  }
}

extension WebAddress {
  /// The http address of an https address; nil for others, and if there is a password, which must stay encrypted.
  fileprivate var plain: WebAddress? {
    scheme == "https" && !authority.contains("@") ? WebAddress("http" + description.dropFirst("https".count)) : nil
  }
}

package import Base
package import Glibc

/// What one look at a feed says of its health.
package struct FeedFinding: Equatable, Sendable {
  package enum Verdict: String, CaseIterable, Sendable {
    case fine = "ok"
    /// Its server says that it is somewhere else for good.
    case moved
    /// Its server says that it is no more.
    case gone
    /// Nobody answered, or not in time.
    case unreachable
    /// It was answered with an error.
    case refused
    case needsPassword = "needs a password"
    case notAFeed = "not a feed"
    /// It has no items that can be shown.
    case empty
    case slow
  }

  package let feed: FeedSpec
  package let verdict: Verdict
  /// What is to be said of it beside the verdict; empty for nothing.
  package var reason = ""
  /// Where it is now, where it has moved.
  package var movedTo: String?
  /// The feeds that the page at its address names; the first has been looked at.
  package var named: [String] = []
  /// Its address over http, where that answers and https does not.
  package var plain: String?
  /// What the feed calls itself.
  package var title: String?
  /// When its newest item was published, in seconds since 1970; nil where none has a date.
  package var newest: Double?
  /// Seconds that the answer took; nil where none came, and for files.
  package var seconds: Double?
  /// How many items can be shown.
  package var count = 0

  package var isFine: Bool { verdict == .fine }

  /// The address that would do better than its own.
  package var better: String? { movedTo ?? named.first ?? plain }

  fileprivate mutating func describe(_ document: ParsedFeed) {
    (title, count) = (document.title, document.items.count)
    newest = document.items.compactMap(\.published).max()
  }
}

extension FeedFinding {
  package var json: JSON {
    var members = JSON.members([
      ("url", feed.url), ("label", feed.label), ("verdict", verdict.rawValue),
      ("reason", reason.isEmpty ? nil : reason),
      ("movedTo", movedTo),
    ])
    if let seconds { members.append(("seconds", .number((seconds * 1000).rounded() / 1000))) }
    members.append(("count", .integer(count)))
    return .object(members)
  }
}

/// Looks at all feeds once, some at a time, as the crawler does, and says what is wrong with each.
package final class FeedDoctor: LoopSource {
  package struct Settings: Sendable {
    package var http = HTTPSettings()
    /// Seconds beyond which an answer is slow.
    package var slow = 5.0
    /// Seconds for all of the feeds; those that have not been looked at by then are said to be so.
    package var longest = 180.0
    /// What cannot be reached over https is looked at over http, too, unless its address has a password.
    package var triesPlain = false
    /// Seconds after which `onWait` is called.
    package var patience = 1.0

    package init() {
      http.connectTimeout = 10
      http.timeout = 20
    }
  }

  /// By the feeds' places in the list; nil for one that has not been looked at yet.
  private var findings: [FeedFinding?]
  private let feeds: [FeedSpec]
  private let settings: Settings
  private let client: HTTPClient
  private let end: Double
  /// The place of the next feed that is in a file.
  private var nextFile = 0
  /// What is to be said of feeds that could not be reached over https, while http is tried; by their places.
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
    FeedFetch(limits: FeedLimits()) { [weak self] in self?.take($0, place) }
      .start(address, entityTag: nil, lastModified: nil, client: client)
  }

  /// Looks at the feeds, in a loop of its own; returns when that is done, with a finding for each, in their order.
  ///
  /// - Parameter onWait: Gets the feeds that have not answered after a while, once.
  /// - Throws: `Failure` where the passwords that the user has written down cannot be used.
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
        ?? FeedFinding(feed: feeds[place], verdict: .unreachable, reason: "was not reached in time")
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
    let fetch = FeedFetch(limits: FeedLimits()) { [weak self] in self?.take($0, place) }
    do throws(Failure) {
      try fetch.open(feeds[place].url)
      while fetch.readPart() {}
      fetch.finishDocument(HTTPResponse(), client: nil)
    } catch {
      take(.failed(error.reason, nil), place)
    }
  }

  // MARK: - Judging

  private func take(_ outcome: FeedFetch.Outcome, _ place: Int) {
    let feed = feeds[place]
    switch outcome {
    case .read(let document, let response):
      var finding = unreached[place] ?? judged(document, response, feed)
      if let plain = unreached[place] == nil ? nil : feed.address?.plain?.description {
        finding.plain = plain
        finding.reason += "; \(plain) answers"
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
      var finding = FeedFinding(feed: feed, verdict: .moved, reason: "is at \(address) for good")
      finding.movedTo = address.description
      return finding
    }
    if document.items.isEmpty {
      return FeedFinding(feed: feed, verdict: .empty, reason: document.warnings.first ?? "has no items")
    }
    guard response.duration <= settings.slow else { return FeedFinding(feed: feed, verdict: .slow) }
    var finding = FeedFinding(feed: feed, verdict: .fine)
    finding.named = document.discovered
    if let named = finding.named.first {
      let rest = finding.named.count - 1
      finding.reason = "is a web page; its feed is \(named)" + (rest > 0 ? ", and it names \(rest) more" : "")
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
  /// The same over http, for an address over https; nil for others, and where it has a password, which nobody else may read.
  fileprivate var plain: WebAddress? {
    scheme == "https" && !authority.contains("@") ? WebAddress("http" + description.dropFirst("https".count)) : nil
  }
}

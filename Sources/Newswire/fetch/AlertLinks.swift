internal import Base

/// The alerts that a feed links to. Each is fetched whenever the feed is, on condition that it has changed.
final class AlertLinks {
  private struct Known {
    var stamp: String
    var alerts: [CAPAlert]
    var entityTag: String?
    var lastModified: String?
    /// Until when its server promises that it stays the same, on the monotonic clock.
    var freshUntil = 0.0

    mutating func note(_ response: HTTPResponse) {
      entityTag = response.entityTag ?? entityTag
      lastModified = response.lastModified ?? lastModified
      freshUntil = monotonicNow() + min(response.maxAge ?? 0, AlertLinks.longestFresh)
    }
  }

  /// The feed as it was read last, if it links to alerts.
  private(set) var feed: ParsedFeed?
  /// Nobody waits longer for a change of an alert, in seconds.
  private static let longestFresh = 300.0
  private var known: [String: Known] = [:]

  /// The limits for a document with a single alert.
  private static let limits: FeedLimits = {
    var limits = FeedLimits()
    limits.bytes = 4 << 20
    return limits
  }()

  /// Fetches the alerts behind the feed's links unless they are as known, and passes the feed on with all alerts.
  ///
  /// - Parameter mayBePrivate: Whether links may lead to private addresses; those of a feed from the internet may not.
  func follow(
    _ feed: ParsedFeed, mayBePrivate: Bool, client: HTTPClient, completion: @escaping (ParsedFeed) -> Void
  ) {
    self.feed = feed.alerts?.links.isEmpty == false ? feed : nil
    guard let document = feed.alerts else { return completion(feed) }
    let listed = Set(document.links.map(\.address))
    known = known.filter { listed.contains($0.key) }
    let now = monotonicNow()
    let due = document.links.filter { link in
      known[link.address].map { $0.stamp != link.stamp || now >= $0.freshUntil } ?? true
    }
    guard !due.isEmpty else { return completion(joined(feed)) }
    var (left, problems) = (due.count, [String]())
    for link in due {
      fetch(link, mayBePrivate: mayBePrivate, client: client) { [self] problem in
        if let problem { problems.append(problem) }
        left -= 1
        guard left == 0 else { return }
        var feed = joined(feed)
        feed.problemOfLinks = problems.first
        for problem in problems { feed.warn(problem) }
        completion(feed)
      }
    }
  }

  private func joined(_ feed: ParsedFeed) -> ParsedFeed {
    var feed = feed
    for link in feed.alerts?.links ?? [] { feed.alerts?.alerts += known[link.address]?.alerts ?? [] }
    feed.alerts?.keepInForce()
    feed.alerts?.links = []
    return feed
  }

  private func fetch(
    _ link: AlertDocument.Link, mayBePrivate: Bool, client: HTTPClient, completion: @escaping (String?) -> Void
  ) {
    guard let address = WebAddress(link.address) else { return completion(nil) }
    let fetch = FeedFetch(limits: Self.limits, readsAlerts: true) { [self] outcome in
      switch outcome {
      case .read(let feed, let response) where feed.format == .alert:
        var new = Known(stamp: link.stamp, alerts: feed.alerts?.alerts ?? [])
        new.note(response)
        known[link.address] = new
        completion(nil)
      case .read: completion("\(address): is not an alert")
      case .failed(let reason, _): completion("\(address): \(reason)")
      case .notModified(let response):
        known[link.address]?.stamp = link.stamp
        known[link.address]?.note(response)
        completion(nil)
      }
    }
    let old = known[link.address]
    fetch.start(
      address, entityTag: old?.entityTag, lastModified: old?.lastModified, mayBePrivate: mayBePrivate, client: client)
  }
}

internal import Base

/// The alerts that a feed links to. Each is fetched once, and again when the feed says that it has changed.
final class AlertLinks {
  private struct Known {
    var stamp: String
    var alerts: [CAPAlert]
  }

  private var known: [String: Known] = [:]

  /// The limits for a document with a single alert.
  private static let limits: FeedLimits = {
    var limits = FeedLimits()
    limits.bytes = 4 << 20
    return limits
  }()

  /// Fetches the alerts behind the feed's links unless they are known, and passes the feed on with all alerts.
  ///
  /// - Parameter mayBePrivate: Whether links may lead to private addresses; those of a feed from the internet may not.
  func follow(
    _ feed: ParsedFeed, mayBePrivate: Bool, client: HTTPClient, completion: @escaping (ParsedFeed) -> Void
  ) {
    guard let document = feed.alerts else { return completion(feed) }
    let listed = Set(document.links.map(\.address))
    known = known.filter { listed.contains($0.key) }
    let missing = document.links.filter { known[$0.address]?.stamp != $0.stamp }
    guard !missing.isEmpty else { return completion(joined(feed)) }
    var (left, problems) = (missing.count, [String]())
    for link in missing {
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
    for link in feed.alerts?.links ?? [] {
      let room = CAPLimits.alerts - (feed.alerts?.alerts.count ?? 0)
      feed.alerts?.alerts += (known[link.address]?.alerts ?? []).prefix(room)
    }
    feed.alerts?.links = []
    return feed
  }

  private func fetch(
    _ link: AlertDocument.Link, mayBePrivate: Bool, client: HTTPClient, completion: @escaping (String?) -> Void
  ) {
    guard let address = WebAddress(link.address) else { return completion(nil) }
    let fetch = FeedFetch(limits: Self.limits, readsAlerts: true) { [self] outcome in
      switch outcome {
      case .read(let feed, _) where feed.format == .alert:
        known[link.address] = Known(stamp: link.stamp, alerts: feed.alerts?.alerts ?? [])
        completion(nil)
      case .read: completion("\(address): is not an alert")
      case .failed(let reason, _): completion("\(address): \(reason)")
      case .notModified: completion(nil)
      }
    }
    fetch.start(address, entityTag: nil, lastModified: nil, mayBePrivate: mayBePrivate, client: client)
  }
}

internal import Base
internal import Newswire

/// Filters the feed process's events. A hostile feed may control that process, so only events of requested feeds and images in
/// our caches pass.
///
/// A restarted process reports a feed from its cache, or from scratch. Items missing from that report count as withdrawn.
/// Unchanged alerts are not reported again.
struct FeedEventFilter {
  private typealias Alerts = [String: NewsItem]

  /// The alerts that this process has reported, by source and ID, and those of earlier processes that it has not confirmed.
  private var alerts: [String: Alerts] = [:]
  private var former: [String: Alerts] = [:]
  /// Items reported so far by feeds that are being re-read.
  private var reported: [String: [String: NewsItem]] = [:]

  /// The limit for the items of a source, well above that of the process.
  private static let most = 1000

  /// Another process begins, with these feeds.
  mutating func begin(_ feeds: some Sequence<String>) {
    for (source, reported) in alerts { former[source, default: [:]].merge(reported) { $1 } }
    alerts = [:]
    reported = [:]
    for feed in feeds { begin(feed) }
  }

  /// A feed is being re-read.
  mutating func begin(_ feed: String) { reported[feed] = [:] }

  /// The source is no longer read.
  mutating func forget(_ source: String) { (alerts[source], former[source], reported[source]) = (nil, nil, nil) }

  /// The events to pass on.
  ///
  /// - Parameters:
  ///   - asked: The requested feeds, by address.
  ///   - held: The present items of a feed, the newest first.
  mutating func events(
    from event: FeedEvent, asked: [String: FeedSpec], held: (String) -> [NewsItem]
  ) -> [FeedEvent] {
    switch event {
    case .items(let items, let feed):
      guard let spec = asked[feed] else { return [] }
      note(items, of: feed)
      let fresh = items.compactMap { news($0, of: spec) }
      return fresh.isEmpty ? [] : [.items(fresh, feed: feed)]
    case .withdrawn(let ids, let feed):
      for id in ids {
        alerts[feed]?[id] = nil
        former[feed]?[id] = nil
        reported[feed]?[id] = nil
      }
      return [event]
    case .status(let status):
      guard status.outcome == .read, let spec = asked[status.url] else { return [event] }
      former[status.url] = nil
      guard let reported = reported.removeValue(forKey: status.url) else { return [event] }
      let gone = Self.withdrawn(held(status.url), of: spec, besides: reported)
      return gone.isEmpty ? [event] : [.withdrawn(gone.map(\.id.guid), feed: status.url), event]
    case .described(var description):
      if let path = description.picture, !UserPaths.isCached(path, in: UserPaths.icons) { description.picture = nil }
      return [.described(description)]
    case .picture(let path, _): return UserPaths.isCached(path, in: UserPaths.pictures) ? [event] : []
    case .marked, .error, .account, .stopped: return [event]
    }
  }

  /// Records the items of a re-read feed. Above the limit nothing counts as withdrawn.
  private mutating func note(_ items: [NewsItem], of feed: String) {
    guard reported[feed] != nil else { return }
    for item in items { reported[feed]?[item.id.guid] = item }
    if let count = reported[feed]?.count, count > Self.most { reported[feed] = nil }
  }

  /// The items that a feed has withdrawn by not reporting them: a source of alerts reports all in force; of other feeds the
  /// oldest may only have dropped off.
  private static func withdrawn(
    _ items: [NewsItem], of spec: FeedSpec, besides reported: [String: NewsItem]
  ) -> [NewsItem] {
    if spec.alerts != nil { return items.filter { reported[$0.id.guid] == nil } }
    return MissingItems(items, without: Array(reported.values), room: .max).withdrawn
  }

  /// The item without fields that its feed cannot have: only channels have places, and only sources of alerts have alerts. Nil if it is known.
  private mutating func news(_ item: NewsItem, of spec: FeedSpec) -> NewsItem? {
    var item = item
    item.place = nil
    guard spec.alerts != nil else {
      item.alert = nil
      return item
    }
    let known = former[spec.url]?.removeValue(forKey: item.id.guid)
    if alerts[spec.url, default: [:]].count < Self.most { alerts[spec.url, default: [:]][item.id.guid] = item }
    return known.map { item.looksLike($0) } ?? false ? nil : item
  }
}

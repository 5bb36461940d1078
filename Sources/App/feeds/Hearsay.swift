internal import Base
internal import Newswire

/// What is believed of the process that reads feeds, which a feed may have taken over: events of feeds that it was asked
/// for, and images of our caches.
///
/// A feed that is read anew, by a process that was started again or as it is shown again, may be told from what a cache holds, or
/// from nothing. Of what is here, then, that is over which it would have withdrawn. Alerts that are the same are no news.
struct Hearsay {
  private typealias Alerts = [String: NewsItem]

  /// The alerts that this process has told of, by their source and ID, and those of former ones that it has not confirmed.
  private var alerts: [String: Alerts] = [:]
  private var former: [String: Alerts] = [:]
  /// What feeds that are read anew have told of, until they have been read.
  private var told: [String: [String: NewsItem]] = [:]

  /// The limit for the items of a source, well above that of the process.
  private static let most = 1000

  /// Another process begins, with these feeds.
  mutating func begin(_ feeds: some Sequence<String>) {
    for (source, told) in alerts { former[source, default: [:]].merge(told) { $1 } }
    alerts = [:]
    told = [:]
    for feed in feeds { begin(feed) }
  }

  /// A feed is read anew.
  mutating func begin(_ feed: String) { told[feed] = [:] }

  /// The source is not read any more.
  mutating func forget(_ source: String) { (alerts[source], former[source], told[source]) = (nil, nil, nil) }

  /// The events to pass on.
  ///
  /// - Parameters:
  ///   - asked: The feeds that are read, by address.
  ///   - held: The items of a feed that are here, the newest first.
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
        told[feed]?[id] = nil
      }
      return [event]
    case .status(let status):
      guard status.outcome == .read, let spec = asked[status.url] else { return [event] }
      former[status.url] = nil
      guard let told = told.removeValue(forKey: status.url) else { return [event] }
      let gone = Self.withdrawn(held(status.url), of: spec, besides: told)
      return gone.isEmpty ? [event] : [.withdrawn(gone.map(\.id.guid), feed: status.url), event]
    case .described(var description):
      if let path = description.picture, !UserPaths.isCached(path, in: UserPaths.icons) { description.picture = nil }
      return [.described(description)]
    case .picture(let path, _): return UserPaths.isCached(path, in: UserPaths.pictures) ? [event] : []
    case .marked, .error, .account, .stopped: return [event]
    }
  }

  /// Notes what a feed tells of that is read anew. Of one that tells of too much nothing is concluded.
  private mutating func note(_ items: [NewsItem], of feed: String) {
    guard told[feed] != nil else { return }
    for item in items { told[feed]?[item.id.guid] = item }
    if let count = told[feed]?.count, count > Self.most { told[feed] = nil }
  }

  /// Those that have been withdrawn, if the feed tells of no others: a source of alerts has all that are in force, and of other
  /// feeds the oldest may only have dropped off.
  private static func withdrawn(
    _ items: [NewsItem], of spec: FeedSpec, besides told: [String: NewsItem]
  ) -> [NewsItem] {
    if spec.alerts != nil { return items.filter { told[$0.id.guid] == nil } }
    return MissingItems(items, without: Array(told.values), room: .max).withdrawn
  }

  /// The item as one of its feed: only channels have places, and only sources of alerts have alerts. Nil if it is known.
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

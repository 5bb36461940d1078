internal import Base
internal import Newswire

/// What is believed of the process that reads feeds, which a feed may have taken over: events of feeds that it was asked
/// for, and images of our caches.
///
/// A process that is started again knows nothing of the alerts that the former one told of. Those that are the same are no
/// news, and those that it does not tell of once it has read their source are over.
struct Hearsay {
  private typealias Alerts = [String: NewsItem]

  /// The alerts that this process has told of, by their source and ID, and those of former ones that it has not confirmed.
  private var alerts: [String: Alerts] = [:]
  private var former: [String: Alerts] = [:]

  /// The limit for the alerts of a source, well above that of the process.
  private static let most = 1000

  /// Another process begins.
  mutating func begin() {
    for (source, told) in alerts { former[source, default: [:]].merge(told) { $1 } }
    alerts = [:]
  }

  /// The source is not read any more.
  mutating func forget(_ source: String) { (alerts[source], former[source]) = (nil, nil) }

  /// The events to pass on.
  ///
  /// - Parameter asked: The feeds that are read, by address.
  mutating func events(from event: FeedEvent, asked: [String: FeedSpec]) -> [FeedEvent] {
    switch event {
    case .items(let items, let feed):
      guard let spec = asked[feed] else { return [] }
      let fresh = items.compactMap { news($0, of: spec) }
      return fresh.isEmpty ? [] : [.items(fresh, feed: feed)]
    case .withdrawn(let ids, let feed):
      for id in ids {
        alerts[feed]?[id] = nil
        former[feed]?[id] = nil
      }
      return [event]
    case .status(let status):
      guard status.outcome == .read, let gone = former.removeValue(forKey: status.url), !gone.isEmpty else {
        return [event]
      }
      return [.withdrawn(gone.keys.sorted(), feed: status.url), event]
    case .described(var description):
      if let path = description.picture, !UserPaths.isCached(path, in: UserPaths.icons) { description.picture = nil }
      return [.described(description)]
    case .picture(let path, _): return UserPaths.isCached(path, in: UserPaths.pictures) ? [event] : []
    case .marked, .error, .account, .stopped: return [event]
    }
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

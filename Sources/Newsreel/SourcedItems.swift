/// The items of a crawl from its sources.
struct SourcedItems {
  private struct Entry {
    let key: String
    let id: CrawlView.Item.ID
  }

  private var entries: [SourceID: [Entry]] = [:]
  /// The limit for the items of a source; the oldest are dropped.
  private static let most = 1000

  /// The item with that key of a source.
  func item(_ key: String, of source: SourceID) -> CrawlView.Item.ID? {
    entries[source]?.first { $0.key == key }?.id
  }

  /// Adds an item, and returns one that has to go.
  mutating func add(_ key: String, _ id: CrawlView.Item.ID, of source: SourceID) -> CrawlView.Item.ID? {
    entries[source, default: []].append(Entry(key: key, id: id))
    guard let list = entries[source], list.count > Self.most else { return nil }
    return entries[source]?.removeFirst().id
  }

  /// Takes the first item with that key out.
  mutating func remove(_ key: String, of source: SourceID) -> CrawlView.Item.ID? {
    guard let index = entries[source]?.firstIndex(where: { $0.key == key }) else { return nil }
    return entries[source]?.remove(at: index).id
  }

  /// Takes all items of a source out.
  mutating func removeAll(of source: SourceID) -> [CrawlView.Item.ID] {
    (entries.removeValue(forKey: source) ?? []).map(\.id)
  }
}

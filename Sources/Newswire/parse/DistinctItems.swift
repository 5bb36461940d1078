internal import ScrollCore

/// The items of a document to show, in order, without duplicates. The ID identifies an item, unless the feed reuses IDs
/// for different items. In that case, and without an ID, link and title identify it.
struct DistinctItems {
  struct Item {
    var item: RawItem
    /// When it was published. Minus infinity without a date, or with one in the future, which would be the newest for
    /// ever.
    let time: UnixTime
    /// When it was changed or published; of duplicates the latest version counts.
    let version: UnixTime
    /// The hash of its ID, or else of link and title.
    fileprivate(set) var key: Int
  }

  private(set) var all: [Item] = []
  /// IDs that the feed has reused for different items.
  private var shared: Set<String> = []
  /// The keys of the kept items.
  private var known: Set<Int> = []

  /// Adds an item, unless it is neither younger than `oldest` nor a version of a kept item. Returns whether it was
  /// added.
  mutating func add(_ item: RawItem, latest: UnixTime, youngerThan oldest: UnixTime?) -> Bool {
    func past(_ date: UnixTime?) -> UnixTime { date.flatMap { $0 <= latest ? $0 : nil } ?? .distantPast }
    var item = item
    if shared.contains(item.id) { item.id = "" }
    let new = Item(
      item: item, time: past(item.published), version: past(item.changed ?? item.published), key: Self.key(item))
    if let oldest, new.time <= oldest, !known.contains(new.key) { return false }
    all.append(new)
    return true
  }

  /// Merges duplicates to the latest version, in the place of the first. Returns the others.
  ///
  /// - Parameter isArticle: Whether a link leads to a single article; called only for a repeated link.
  mutating func merge(isArticle: (RawItem) -> Bool) -> [RawItem] {
    var doubles = places { $0.key }
    let different = doubles.filter { !all[$0[0]].item.id.isEmpty && areDifferent($0) }
    for group in different {
      shared.insert(all[group[0]].item.id)
      for place in group {
        all[place].item.id = ""
        all[place].key = Self.key(all[place].item)
      }
    }
    if !different.isEmpty { doubles = places { $0.key } }
    let dropped = keepLatest(of: doubles) + keepLatest(of: corrected(isArticle))
    known = Set(all.map(\.key))
    return dropped
  }

  /// Keeps the newest items in order; without dates, the first ones. Returns the others.
  mutating func keepNewest(_ count: Int) -> (dropped: [RawItem], oldest: UnixTime)? {
    guard all.count > count else { return nil }
    let order = all.indices.sorted { all[$0].time == all[$1].time ? $0 < $1 : all[$0].time > all[$1].time }
    let oldest = all[order[count - 1]].time
    let dropped = order.dropFirst(count).sorted().map { all[$0].item }
    all = order.prefix(count).sorted().map { all[$0] }
    known = Set(all.map(\.key))
    return (dropped, oldest)
  }

  private static func key(_ item: RawItem) -> Int {
    var hasher = Hasher()
    hasher.combine(item.id)
    if item.id.isEmpty {
      hasher.combine(item.link)
      hasher.combine(item.heading)
    }
    return hasher.finalize()
  }

  /// The groups of indices with the same key, of at least two.
  private func places(by key: (Item) -> some Hashable) -> [[Int]] {
    guard Set(all.map(key)).count < all.count else { return [] }
    return Dictionary(grouping: all.indices) { key(all[$0]) }.values.filter { $0.count > 1 }
  }

  /// Whether items with the same ID are different items instead of versions of one: each has its own link and title, or
  /// there are three links or titles. Versions have times of change (RFC 4287, 4.2.6), and may differ in link and
  /// title.
  private func areDifferent(_ group: [Int]) -> Bool {
    let items = group.map { all[$0].item }
    let links = Set(items.map(\.link).filter { !$0.isEmpty })
    let titles = Set(items.map(\.heading))
    let areVersions = Set(items.compactMap(\.changed)).count == items.count
    if links.count > 2 { return true }
    return !areVersions && (titles.count > 2 || links.count == 2 && titles.count == 2 && items.count == 2)
  }

  /// The pairs without an ID that share an article's link: a corrected title, provided that most links are unique.
  /// Otherwise all items of a page may have its link.
  private func corrected(_ isArticle: (RawItem) -> Bool) -> [[Int]] {
    guard all.contains(where: \.item.id.isEmpty) else { return [] }
    let isNamed = { (place: Int) in !all[place].item.id.isEmpty || all[place].item.link.isEmpty }
    let doubles = places { $0.item.id.isEmpty ? $0.item.link : $0.item.id }.filter { !isNamed($0[0]) }
    let alone = all.count - doubles.reduce(0) { $0 + $1.count }
    guard alone >= doubles.count else { return [] }
    return doubles.filter { $0.count == 2 && isArticle(all[$0[0]].item) }
  }

  /// Keeps one item of each group. Returns the others.
  private mutating func keepLatest(of groups: [[Int]]) -> [RawItem] {
    var gone: Set<Int> = []
    for group in groups {
      // The first one of equal versions.
      let best = group.reduce(group[0]) { all[$1].version > all[$0].version ? $1 : $0 }
      all.swapAt(group[0], best)
      gone.formUnion(group.dropFirst())
    }
    guard !gone.isEmpty else { return [] }
    let dropped = gone.sorted().map { all[$0].item }
    all = all.indices.filter { !gone.contains($0) }.map { all[$0] }
    return dropped
  }
}

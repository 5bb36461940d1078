/// The items of a document that may be shown, in its order, one of each thing. It is the id that says what is the same
/// thing, as long as a feed does not give one id to different things; then, and where there is none, link and title do.
struct MetItems {
  struct Item {
    var item: RawItem
    /// When it was published; the beginning of time for what has no date, or one in the future, which would be the newest
    /// for ever.
    let time: Double
    /// When it was changed last, or published: of a thing that stands there twice the later version counts.
    let version: Double
    /// Of its id; of its link and title where it has none.
    fileprivate(set) var key: Int
  }

  private(set) var all: [Item] = []
  /// Ids that the feed has given to different things, which are none.
  private var shared: Set<String> = []
  /// The keys of what has been kept.
  private var known: Set<Int> = []

  /// Adds an item, unless it is no younger than `oldest` and no version of a thing that is there. Returns whether it was
  /// added.
  mutating func add(_ item: RawItem, latest: Double, youngerThan oldest: Double?) -> Bool {
    func past(_ date: Double?) -> Double { date.flatMap { $0 <= latest ? $0 : nil } ?? -.infinity }
    var item = item
    if shared.contains(item.id) { item.id = "" }
    let new = Item(
      item: item, time: past(item.published), version: past(item.changed ?? item.published), key: Self.key(item))
    if let oldest, new.time <= oldest, !known.contains(new.key) { return false }
    all.append(new)
    return true
  }

  /// Leaves the latest version of each thing, in the place of the first; returns the others.
  ///
  /// - Parameter isArticle: Whether a link leads to a single article; asked only where it is given twice.
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

  /// Keeps the newest, in their order, and those that stand first without dates; returns the others.
  mutating func keepNewest(_ count: Int) -> (dropped: [RawItem], oldest: Double)? {
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

  /// The places of items with the same key, by twos and more.
  private func places(by key: (Item) -> some Hashable) -> [[Int]] {
    guard Set(all.map(key)).count < all.count else { return [] }
    return Dictionary(grouping: all.indices) { key(all[$0]) }.values.filter { $0.count > 1 }
  }

  /// Whether what has one id is different things, and no versions of one: each with a link and a title of its own, or three
  /// links or titles. Versions say when they were changed (RFC 4287, 4.2.6), and may have other links and titles, too.
  private func areDifferent(_ group: [Int]) -> Bool {
    let items = group.map { all[$0].item }
    let links = Set(items.map(\.link).filter { !$0.isEmpty })
    let titles = Set(items.map(\.heading))
    let areVersions = Set(items.compactMap(\.changed)).count == items.count
    if links.count > 2 { return true }
    return !areVersions && (titles.count > 2 || links.count == 2 && titles.count == 2 && items.count == 2)
  }

  /// Two without an id at the link of an article are one whose title was corrected, where most links are of one item alone.
  /// Elsewhere all that a page tells may have its link.
  private func corrected(_ isArticle: (RawItem) -> Bool) -> [[Int]] {
    guard all.contains(where: \.item.id.isEmpty) else { return [] }
    let isNamed = { (place: Int) in !all[place].item.id.isEmpty || all[place].item.link.isEmpty }
    let doubles = places { $0.item.id.isEmpty ? $0.item.link : $0.item.id }.filter { !isNamed($0[0]) }
    let alone = all.count - doubles.reduce(0) { $0 + $1.count }
    guard alone >= doubles.count else { return [] }
    return doubles.filter { $0.count == 2 && isArticle(all[$0[0]].item) }
  }

  /// Of each group one is kept; returns the others.
  private mutating func keepLatest(of groups: [[Int]]) -> [RawItem] {
    var gone: Set<Int> = []
    for group in groups {
      // Of equal versions the first.
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

/// The items of the last look at a feed that a new look does not find.
///
/// A feed shows its newest items. What is older than all of them may have slid out of that window: it is kept, as far as
/// there is room. What is missing between others, or is newer than they are, has been taken back.
struct MissingItems {
  /// In the order that they had.
  private(set) var kept: [NewsItem] = []
  private(set) var withdrawn: [NewsItem] = []

  /// The date of the oldest item that is there.
  private let oldest: Double?
  /// The last places among the former items at which one of these is still there.
  private var (lastUndated, lastOldest, last) = (-1, -1, -1)

  /// - Parameters:
  ///   - former: From the newest to the oldest, as far as they have no dates.
  ///   - room: How many are kept at most.
  init(_ former: [NewsItem], without present: [NewsItem], room: Int) {
    oldest = present.compactMap(\.published).min()
    let dates = Dictionary(present.map { ($0.id.guid, $0.published) }, uniquingKeysWith: { first, _ in first })
    for (place, item) in former.enumerated() {
      guard let date = dates[item.id.guid] else { continue }
      last = place
      if date == nil { lastUndated = place }
      if date == oldest { lastOldest = place }
    }
    for (place, item) in former.enumerated() where dates[item.id.guid] == nil {
      if kept.count < room, isOlderThanAll(item, at: place) { kept.append(item) } else { withdrawn.append(item) }
    }
  }

  /// Dates decide where both have one, and else the order.
  private func isOlderThanAll(_ item: NewsItem, at place: Int) -> Bool {
    guard let date = item.published, let oldest else { return place > last }
    return place > lastUndated && (date < oldest || date == oldest && place > lastOldest)
  }
}

internal import ScrollCore

/// The items of a feed's last fetch that a new fetch lacks.
///
/// A feed lists its newest items. An item older than all of those may have dropped off the list: it is kept, up to a
/// limit. A missing item between or after the others has been withdrawn.
package struct MissingItems {
  /// In their former order.
  private(set) var kept: [NewsItem] = []
  package private(set) var withdrawn: [NewsItem] = []

  /// The date of the oldest present item.
  private let oldest: UnixTime?
  /// The last former indices of present items: of one without a date, of the oldest, of any.
  private var (lastUndated, lastOldest, last) = (-1, -1, -1)

  /// - Parameters:
  ///   - former: Newest first, as far as they have no dates.
  ///   - isCut: Whether the end of the new list is missing, so that nothing in it has been withdrawn.
  ///   - room: The limit for kept items.
  package init(_ former: [NewsItem], without present: [NewsItem], isCut: Bool = false, room: Int) {
    oldest = present.compactMap(\.published).min()
    let dates = Dictionary(present.map { ($0.id.guid, $0.published) }, uniquingKeysWith: { first, _ in first })
    for (place, item) in former.enumerated() {
      guard let date = dates[item.id.guid] else { continue }
      last = place
      if date == nil { lastUndated = place }
      if date == oldest { lastOldest = place }
    }
    for (place, item) in former.enumerated() where dates[item.id.guid] == nil {
      if kept.count < room, isCut || isOlderThanAll(item, at: place) {
        kept.append(item)
      } else {
        withdrawn.append(item)
      }
    }
  }

  /// Compares dates if both have one, else positions.
  private func isOlderThanAll(_ item: NewsItem, at place: Int) -> Bool {
    guard let date = item.published, let oldest else { return place > last }
    return place > lastUndated && (date < oldest || date == oldest && place > lastOldest)
  }
}

import ScrollCore

/// The order of items: as they stand in the store, but for those that have been inserted behind others.
extension CrawlItems {
  /// The first chunk of the item that comes after that of `id`, or of the first item; nil at the end.
  func item(after id: Int?) -> Int? {
    let place = id.map { order.place(of: firstID(ofItemOf: $0)) } ?? InsertionOrder.Place(anchor: -1, turn: 0)
    var number = store.number(of: place.anchor)
    if store.find(place.anchor) != nil { number = store.endChunk(ofItemOf: number) }
    while number < store.chunkCount, order.contains(store.id(ofChunk: number)) {
      number = store.endChunk(ofItemOf: number)
    }
    let plain = number < store.chunkCount ? store.id(ofChunk: number) : nil
    let nearest = [plain, order.first(after: place, where: isHeld)]
    return nearest.compactMap(\.self).min { order.place(of: $0) < order.place(of: $1) }
  }

  /// The first chunk of the item that comes before that of `id`, or of the last item; nil at the beginning.
  func item(before id: Int?) -> Int? {
    let place = id.map { order.place(of: firstID(ofItemOf: $0)) } ?? InsertionOrder.Place(anchor: .max, turn: 0)
    // One behind the last chunk that may be it.
    var end = store.number(of: place.anchor)
    if place.turn > 0, store.find(place.anchor) != nil { end = store.endChunk(ofItemOf: end) }
    while end > 0, order.contains(store.id(ofChunk: store.firstChunk(ofItemOf: end - 1))) {
      end = store.firstChunk(ofItemOf: end - 1)
    }
    let plain = end > 0 ? store.id(ofChunk: store.firstChunk(ofItemOf: end - 1)) : nil
    let nearest = [plain, order.last(before: place, where: isHeld)]
    return nearest.compactMap(\.self).max { order.place(of: $0) < order.place(of: $1) }
  }

  /// The id of the first chunk of the item that a chunk belongs to; of a chunk that is gone, its own.
  func firstID(ofItemOf id: Int) -> Int {
    store.find(id).map { store.id(ofChunk: store.firstChunk(ofItemOf: $0)) } ?? id
  }

  private func isHeld(_ id: Int) -> Bool { store.find(id) != nil }
}

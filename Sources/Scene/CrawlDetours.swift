internal import ScrollCore

/// Items of a crawl that do not come at the end of the order, where they stand in the store, but behind another item:
/// those that interrupt. From then on that is their place, lap after lap.
struct CrawlDetours {
  /// Where an item comes in the order: behind the item `anchor`, as the `turn`th that does; `turn` is 0 for that
  /// item itself.
  struct Place: Comparable {
    var anchor: Int
    var turn: Int

    static func < (a: Place, b: Place) -> Bool { (a.anchor, a.turn) < (b.anchor, b.turn) }
  }

  /// By the ids of the items' first pieces.
  private var places: [Int: Place] = [:]
  private var lastTurn = 0

  var isEmpty: Bool { places.isEmpty }
  var count: Int { places.count }

  func contains(_ id: Int) -> Bool { places[id] != nil }

  func place(of id: Int) -> Place { places[id] ?? Place(anchor: id, turn: 0) }

  /// The item `id` comes behind `other`, and behind those that have come behind it before.
  mutating func add(_ id: Int, behind other: Int) {
    lastTurn += 1
    places[id] = Place(anchor: place(of: other).anchor, turn: lastTurn)
  }

  mutating func keep(where isKept: (_ id: Int) -> Bool) { places = places.filter { isKept($0.key) } }

  mutating func removeAll() { places = [:] }

  /// The nearest one behind `place` that is held.
  func first(after place: Place, where isHeld: (_ id: Int) -> Bool) -> (id: Int, place: Place)? {
    places.filter { $0.value > place && isHeld($0.key) }.min { $0.value < $1.value }.map { ($0.key, $0.value) }
  }

  /// The nearest one before `place` that is held.
  func last(before place: Place, where isHeld: (_ id: Int) -> Bool) -> (id: Int, place: Place)? {
    places.filter { $0.value < place && isHeld($0.key) }.max { $0.value < $1.value }.map { ($0.key, $0.value) }
  }
}

extension CrawlCargo {
  /// The first piece of the item that comes behind that of `id`, or of the first item; nil at the end.
  func itemBehind(_ id: Int?) -> Int? {
    let place = id.map { detours.place(of: firstID(ofItemOf: $0)) } ?? CrawlDetours.Place(anchor: -1, turn: 0)
    var number = store.number(of: place.anchor)
    if store.find(place.anchor) != nil { number = store.endChunk(ofItemOf: number) }
    while number < store.chunkCount, detours.contains(store.id(ofChunk: number)) {
      number = store.endChunk(ofItemOf: number)
    }
    let plain = number < store.chunkCount ? store.id(ofChunk: number) : nil
    guard let detour = detours.first(after: place, where: isHeld) else { return plain }
    return plain.map { detours.place(of: $0) < detour.place ? $0 : detour.id } ?? detour.id
  }

  /// The first piece of the item that comes before that of `id`, or of the last item; nil at the beginning.
  func itemBefore(_ id: Int?) -> Int? {
    let place = id.map { detours.place(of: firstID(ofItemOf: $0)) } ?? CrawlDetours.Place(anchor: .max, turn: 0)
    // One behind the last piece that may be it.
    var end = store.number(of: place.anchor)
    if place.turn > 0, store.find(place.anchor) != nil { end = store.endChunk(ofItemOf: end) }
    while end > 0, detours.contains(store.id(ofChunk: store.firstChunk(ofItemOf: end - 1))) {
      end = store.firstChunk(ofItemOf: end - 1)
    }
    let plain = end > 0 ? store.id(ofChunk: store.firstChunk(ofItemOf: end - 1)) : nil
    guard let detour = detours.last(before: place, where: isHeld) else { return plain }
    return plain.map { detours.place(of: $0) > detour.place ? $0 : detour.id } ?? detour.id
  }

  /// Of a piece that is gone, its own id.
  func firstID(ofItemOf id: Int) -> Int {
    store.find(id).map { store.id(ofChunk: store.firstChunk(ofItemOf: $0)) } ?? id
  }

  private func isHeld(_ id: Int) -> Bool { store.find(id) != nil }
}

internal import ScrollCore

/// Items of a crawl that do not come at the end of the order, where they stand in the store, but behind another item:
/// those that interrupt. From then on that is their place, lap after lap.
struct InsertionOrder {
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
  func first(after place: Place, where isHeld: (_ id: Int) -> Bool) -> Int? {
    places.filter { $0.value > place && isHeld($0.key) }.min { $0.value < $1.value }?.key
  }

  /// The nearest one before `place` that is held.
  func last(before place: Place, where isHeld: (_ id: Int) -> Bool) -> Int? {
    places.filter { $0.value < place && isHeld($0.key) }.max { $0.value < $1.value }?.key
  }
}

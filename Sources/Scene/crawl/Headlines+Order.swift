import ScrollCore

/// The order of headlines: that of the store, except for inserted ones. In terms of pieces.
extension Headlines {
  /// The first chunk of the item after that of `id`, or of the first item; nil at the end.
  func item(after id: Int?) -> Int? {
    let place = id.map { order.place(of: firstPiece(ofItemOf: $0)) } ?? InsertionOrder.Place(anchor: -1, turn: 0)
    var number = store.number(of: place.anchor)
    if store.find(place.anchor) != nil { number = store.endChunk(ofItemOf: number) }
    while number < store.chunkCount, order.contains(store.id(ofChunk: number)) {
      number = store.endChunk(ofItemOf: number)
    }
    let plain = number < store.chunkCount ? store.id(ofChunk: number) : nil
    if order.isEmpty { return plain }
    let nearest = [plain, order.first(after: place, where: isHeld)]
    return nearest.compactMap(\.self).min { order.place(of: $0) < order.place(of: $1) }
  }

  /// The first chunk of the item before that of `id`, or of the last item; nil at the start.
  func item(before id: Int?) -> Int? {
    let place = id.map { order.place(of: firstPiece(ofItemOf: $0)) } ?? InsertionOrder.Place(anchor: .max, turn: 0)
    // One after the last candidate.
    var end = store.number(of: place.anchor)
    if place.turn > 0, store.find(place.anchor) != nil { end = store.endChunk(ofItemOf: end) }
    while end > 0, order.contains(store.id(ofChunk: store.firstChunk(ofItemOf: end - 1))) {
      end = store.firstChunk(ofItemOf: end - 1)
    }
    let plain = end > 0 ? store.id(ofChunk: store.firstChunk(ofItemOf: end - 1)) : nil
    if order.isEmpty { return plain }
    let nearest = [plain, order.last(before: place, where: isHeld)]
    return nearest.compactMap(\.self).max { order.place(of: $0) < order.place(of: $1) }
  }

  /// The ID of the first chunk of a chunk's item; for a removed chunk, its own.
  func firstPiece(ofItemOf id: Int) -> Int {
    store.find(id).map { store.id(ofChunk: store.firstChunk(ofItemOf: $0)) } ?? id
  }

  private func isHeld(_ id: Int) -> Bool { store.find(id) != nil }

  /// Inserts a new headline after the item of a piece. If there are many insertions, drops the removed ones that are
  /// not near the view.
  func insert(_ id: Int, behind piece: Int, near pieces: [Int]) {
    if order.count >= Self.insertionLimit {
      let near = Set(pieces.map(firstPiece(ofItemOf:)))
      order.keep { near.contains($0) || isHeld($0) }
    }
    order.add(firstPiece(of: id), behind: firstPiece(ofItemOf: piece))
  }

  private static let insertionLimit = 64

  /// Puts headlines into this order. Returns false if they have it.
  func arrange(_ ids: [Int], near pieces: [Int]) -> Bool {
    let near = Set(pieces.map(firstPiece(ofItemOf:)))
    order.keep { near.contains($0) || isHeld($0) }
    return order.arrange(ids.map(firstPiece(of:)))
  }
}

extension Headlines: TrainSource {
  var segmentCount: Int { store.chunkCount }

  func segment(number: Int) -> Int { store.id(ofChunk: number) }

  func number(ofSegment id: Int) -> Int { store.number(of: id) }

  func width(ofSegment id: Int) -> Double { layout(of: id).map(width(of:)) ?? 0 }

  func contentWidth(ofSegment id: Int) -> Double? {
    guard let layout = layout(of: id), !layout.numbers.isEmpty else { return nil }
    // Segments of a piece share its drawing, so its gaps stay as long as there is one.
    if placed.insert(id).inserted || layout.numbers[0].gap == nil { measureGaps(of: layout) }
    return layout.numbers.reduce(layout.width) { $0 + ($1.gap ?? 0) }
  }

  func item(ofSegment id: Int) -> Int {
    layouts[id]?.headline.id ?? store.find(id).map { headline(ofChunk: $0).headline.id } ?? id
  }

  func ink(ofSegment id: Int) -> (left: Double, right: Double) { layout(of: id).map(ink(of:)) ?? (0, 0) }

  func segment(coupledBehind id: Int, leftwards: Bool) -> Int? {
    neighbour(of: id, behind: true, leftwards: leftwards)
  }

  func segment(coupledBefore id: Int, leftwards: Bool) -> Int? {
    neighbour(of: id, behind: false, leftwards: leftwards)
  }

  func firstSegment(afterItemOf id: Int?, leftwards: Bool) -> Int? {
    item(after: id).map { endOfItem(store.number(of: $0), first: true, leftwards: leftwards) }
  }

  func lastSegment(beforeItemOf id: Int?, leftwards: Bool) -> Int? {
    item(before: id).map { endOfItem(store.number(of: $0), first: false, leftwards: leftwards) }
  }

  /// The first segment of a headline in the direction of travel.
  func firstSegment(of id: Int, leftwards: Bool) -> Int {
    let piece = firstPiece(of: id)
    return store.find(piece).map { endOfItem($0, first: true, leftwards: leftwards) } ?? piece
  }

  private func neighbour(of id: Int, behind: Bool, leftwards: Bool) -> Int? {
    guard let number = store.find(id) else { return nil }
    let previous = store.isContinued(chunk: number) ? number - 1 : nil
    let next = number + 1 < store.chunkCount && store.isContinued(chunk: number + 1) ? number + 1 : nil
    guard previous != nil || next != nil else { return nil }
    let isInOrder = runsInOrder(number, leftwards: leftwards) == behind
    return (isInOrder ? next : previous).map(store.id(ofChunk:))
  }

  private func endOfItem(_ number: Int, first: Bool, leftwards: Bool) -> Int {
    let chunks = store.item(ofChunk: number)
    guard chunks.count > 1 else { return store.id(ofChunk: number) }
    let isFirst = runsInOrder(number, leftwards: leftwards) == first
    return store.id(ofChunk: isFirst ? chunks.lowerBound : chunks.upperBound - 1)
  }

  /// Whether the chunks of an item appear in reading order: left-to-right text does when it scrolls to the left.
  private func runsInOrder(_ number: Int, leftwards: Bool) -> Bool {
    (headline(ofChunk: number).direction != .rightToLeft) == leftwards
  }
}

/// Items inserted after another one instead of at the end of the store: interruptions. They keep that place in every
/// lap.
struct InsertionOrder {
  /// An item's place in the order: the `turn`th one inserted after the item `anchor`; 0 for that item itself.
  struct Place: Comparable {
    var anchor: Int
    var turn: Int

    static func < (a: Place, b: Place) -> Bool { (a.anchor, a.turn) < (b.anchor, b.turn) }
  }

  /// By the IDs of the items' first pieces.
  private var places: [Int: Place] = [:]
  private var lastTurn = 0

  var isEmpty: Bool { places.isEmpty }
  var count: Int { places.count }

  func contains(_ id: Int) -> Bool { places[id] != nil }

  func place(of id: Int) -> Place { places[id] ?? Place(anchor: id, turn: 0) }

  /// Inserts the item `id` after `other` and those inserted there before.
  mutating func add(_ id: Int, behind other: Int) {
    lastTurn += 1
    places[id] = Place(anchor: place(of: other).anchor, turn: lastTurn)
  }

  /// Puts items into this order. Those of the longest run that has it keep their places in the store. Returns false if all have it.
  mutating func arrange(_ ids: [Int]) -> Bool {
    guard zip(ids, ids.dropFirst()).contains(where: { place(of: $0) > place(of: $1) }) else { return false }
    let staying = Set(Self.longestRun(of: ids.filter { !contains($0) }))
    var anchor = -1
    for id in ids {
      if staying.contains(id) {
        anchor = id
      } else {
        lastTurn += 1
        places[id] = Place(anchor: anchor, turn: lastTurn)
      }
    }
    return true
  }

  /// The longest increasing part of a list.
  private static func longestRun(of ids: [Int]) -> [Int] {
    // For each length, the index of the smallest end of a run of that length.
    var (ends, before) = ([Int](), [Int?]())
    for (index, id) in ids.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ids[ends[middle]] < id { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var (run, next) = ([Int](), ends.last)
    while let index = next {
      run.append(ids[index])
      next = before[index]
    }
    return run.reversed()
  }

  mutating func keep(where isKept: (_ id: Int) -> Bool) { places = places.filter { isKept($0.key) } }

  mutating func removeAll() { places = [:] }

  /// The nearest held item after `place`.
  func first(after place: Place, where isHeld: (_ id: Int) -> Bool) -> Int? {
    places.filter { $0.value > place && isHeld($0.key) }.min { $0.value < $1.value }?.key
  }

  /// The nearest held item before `place`.
  func last(before place: Place, where isHeld: (_ id: Int) -> Bool) -> Int? {
    places.filter { $0.value < place && isHeld($0.key) }.max { $0.value < $1.value }?.key
  }
}

/// A crawl over the screens of a wall: the place of everything at a time.
///
/// Items stand on a belt that runs along the wall. How far it has run is a function of time; the items' places follow from the
/// list and the operations, and are exact: all widths and places are multiples of 1/64 px, whose sums have no error. So two
/// screens with the same operations have the same order, whatever their clocks, and however often they look.
package struct WallPlan: Equatable, Sendable {
  /// Its name, unique per conductor.
  package var name: String
  /// The last operation that it contains.
  package private(set) var number: Int
  package let scrollLeft: Bool
  /// Width of the wall, in pixels.
  package let length: Double
  /// In pixels, a multiple of `grain`.
  package let gap: Double
  /// The list whose laps are on the belt.
  package private(set) var items: [WallItem]
  /// The item of the list that was placed last; -1 for none.
  package private(set) var last: Int
  /// The end of the last placed item.
  package private(set) var end: Double
  /// The placed items that have not left the wall, the leading one first.
  package private(set) var belt: [PlacedWallItem]
  /// How far the belt had run at a time, and its speed then.
  package private(set) var base: WallMotion
  /// Changes of the speed, and of the list, that have not been taken in yet, in order.
  package private(set) var turns: [WallMotion.Turn] = []
  package private(set) var edits: [WallOperation] = []

  /// A part of a pixel that doubles count exactly.
  package static let grain = 1.0 / 64
  /// How far beyond the wall items have their places, so that screens can draw them ahead; and how far behind it.
  package static let margin = 192.0
  // The limits of received plans.
  package static let lengths = 1.0...200_000
  package static let gaps = 0.0...10_000
  package static let speeds = 0.0...20_000
  /// The places on a belt: three years at full speed.
  package static let places = -1e12...1e12
  package static let mostItems = 1000
  package static let mostEdits = 256

  /// A plan of a list whose first item comes in at the wall's far edge.
  package init(
    _ name: String, items: [WallItem] = [], length: Double, gap: Double, scrollLeft: Bool = true, speed: Double,
    at t: UnixTime
  ) {
    self.init(
      name, number: 0, items: items, last: -1, end: Self.grains(length) - Self.grains(gap), belt: [],
      length: length, gap: gap, scrollLeft: scrollLeft, base: WallMotion(time: t, distance: 0, speed: speed))
  }

  /// An announced plan; its parts are within their limits.
  package init(
    _ name: String, number: Int, items: [WallItem], last: Int, end: Double, belt: [PlacedWallItem], length: Double,
    gap: Double, scrollLeft: Bool, base: WallMotion
  ) {
    (self.name, self.number, self.items, self.belt, self.scrollLeft) = (name, number, items, belt, scrollLeft)
    self.last = min(max(last, -1), items.count - 1)
    (self.end, self.length, self.gap, self.base) = (Self.grains(end), Self.grains(length), Self.grains(gap), base)
  }

  /// The nearest multiple of `grain` that is not smaller.
  package static func grains(_ x: Double) -> Double { (x / grain).rounded(.up) * grain }

  // MARK: - Asking

  /// How far the belt has run at `t`.
  package func distance(at t: UnixTime) -> Double { base.motion(turns, at: t).position(at: t.seconds) }

  /// Pixels per second that it runs at `t`.
  package func speed(at t: UnixTime) -> Double { base.motion(turns, at: t).velocity(at: t.seconds) }

  /// The speed after all known turns.
  package var finalSpeed: Double { turns.last?.speed ?? base.speed }

  /// Until when it runs on as it does at `t`.
  package func steadyEnd(at t: UnixTime) -> UnixTime { base.steadyEnd(turns, at: t) }

  /// The left end of an item on the wall when the belt has run that far.
  package func x(of placed: PlacedWallItem, at distance: Double) -> Double {
    let behind = placed.place - distance
    return scrollLeft ? behind : length - placed.item.width - behind
  }

  /// The length of a lap.
  private var lap: Double { items.reduce(0) { $0 + advance($1) } }

  private func advance(_ item: WallItem) -> Double { item.width + (item.isContinued ? 0 : gap) }

  // MARK: - Operations

  /// Takes the next operation in, to take effect at its place or time. Returns false for one that is not the next.
  @discardableResult
  package mutating func apply(_ operation: WallOperation) -> Bool {
    guard operation.plan == name, operation.number == number + 1, edits.count < Self.mostEdits,
      turns.count < Self.mostEdits
    else { return false }
    number += 1
    if case .speed(let speed) = operation.change {
      turns.append(WallMotion.Turn(time: max(operation.time, turns.last?.end ?? base.time), speed: speed))
    } else {
      var edit = operation
      edit.place = max(Self.grains(edit.place), edits.last?.place ?? edit.place)
      edits.append(edit)
    }
    return true
  }

  /// Sets the turns and edits that a received plan has not applied yet.
  package mutating func adopt(turns: [WallMotion.Turn], edits: [WallOperation]) {
    (self.turns, self.edits) = (turns, edits)
  }

  /// Whether an operation comes too late to apply it as if it had come in time.
  package func isLate(_ operation: WallOperation) -> Bool {
    if case .speed = operation.change { return operation.time < base.time }
    return belt.last.map { operation.place <= $0.end - advance($0.item) } ?? false
  }

  /// Gives a place to everything near the wall at `t`, and drops items that have left it.
  package mutating func advance(to t: UnixTime) {
    base.takeIn(&turns, at: t)
    let distance = distance(at: t)
    let edge = distance + length + Self.margin
    repeat {
      place(upTo: min(edits.first?.place ?? edge, edge), leaping: distance - Self.margin)
    } while applyEdit(upTo: edge)
    if let first = belt.firstIndex(where: { $0.end >= distance - Self.margin }) {
      if first > 0 { belt.removeFirst(first) }
    } else {
      belt.removeAll()
    }
  }

  /// Places items until they reach `limit` or beyond. Whole laps before `start` are skipped.
  private mutating func place(upTo limit: Double, leaping start: Double) {
    guard !items.isEmpty else { return }
    if end < min(start, limit) {
      let lap = lap
      let laps = ((min(start, limit) - end) / lap).rounded(.down) - 1
      if laps > 0 { end += laps * lap }
    }
    while end < limit {
      last = last + 1 < items.count ? last + 1 : 0
      let item = items[last]
      let place = end + (item.isContinued ? 0 : gap)
      belt.append(PlacedWallItem(item, at: place))
      end = place + item.width
    }
  }

  /// Changes the list if the next operation says so. Returns false if none is due.
  private mutating func applyEdit(upTo edge: Double) -> Bool {
    guard let edit = edits.first, edit.place <= edge else { return false }
    edits.removeFirst()
    if items.isEmpty { end = max(end, edit.place - gap) }
    change(edit.change)
    return true
  }

  private mutating func change(_ change: WallOperation.Change) {
    switch change {
    case .add(let new, let other):
      let index = other.map { id in (items.firstIndex { $0.id == id } ?? items.count - 1) + 1 } ?? 0
      let room = max(0, Self.mostItems - items.count)
      let known = Set(items.map(\.id))
      let added = new.prefix(room).filter { !known.contains($0.id) }
      items.insert(contentsOf: added, at: index)
      if index <= last { last += added.count }
    case .remove(let ids):
      let before = items.prefix(last + 1).count { ids.contains($0.id) }
      items.removeAll { ids.contains($0.id) }
      last -= before
    case .speed: break
    }
  }

  /// The list after all known operations.
  package var finalItems: [WallItem] {
    var last = self
    for edit in edits { last.change(edit.change) }
    return last.items
  }
}

internal import Base
internal import ScrollCore

/// Parses the messages of a wall's conductor, within the limits of walls.
struct WallReader {
  private let value: JSON
  private let source: String
  private let now: UnixTime

  /// Seconds that something may lie ahead.
  private static let farthest = 3600.0
  /// The limit for items on the belt: those of the widest wall with the narrowest items.
  private static let mostPlaced = 30_000
  private static let longestMarkup = 4096

  init(_ value: JSON, source: String, now: UnixTime) { (self.value, self.source, self.now) = (value, source, now) }

  private func wrong(_ reason: String) -> Failure { Failure(of: source, reason: reason) }

  private func inside(_ value: JSON) -> WallReader { WallReader(value, source: source, now: now) }

  // MARK: - Parts

  private func number(_ name: String, in range: ClosedRange<Double>) throws(Failure) -> Double {
    guard let number = value[name]?.number, range.contains(number) else {
      throw wrong("“\(name)” is not a number from \(shortest(range.lowerBound)) to \(shortest(range.upperBound))")
    }
    return number
  }

  private func integer(_ name: String, from least: Int = 0) throws(Failure) -> Int {
    let range = Double(least)...Double(NewsItem.lastPlace)
    guard let integer = Int(exactly: try number(name, in: range)) else {
      throw wrong("“\(name)” is not a whole number")
    }
    return integer
  }

  private func name(_ member: String) throws(Failure) -> String {
    guard let name = value[member]?.string, BrokerAddress.isName(name) else { throw wrong("“\(member)” is not a name") }
    return name
  }

  private func list(_ name: String, atMost most: Int) throws(Failure) -> [JSON] {
    guard let list = value[name]?.array else { throw wrong("“\(name)” is not a list") }
    guard list.count <= most else { throw wrong("“\(name)” has \(list.count) members (at most \(most))") }
    return list
  }

  /// A time from long ago to soon.
  private func time() throws(Failure) -> UnixTime {
    let time = UnixTime(seconds: try number("time", in: 0...1e11))
    guard time <= now + Self.farthest else {
      throw wrong("“time” is \(shortest((time - now).rounded())) s ahead (at most \(shortest(Self.farthest)))")
    }
    return time
  }

  // MARK: - Items

  private func item() throws(Failure) -> WallItem {
    guard let text = value["text"]?.string else { throw wrong("an item has no “text”") }
    let isMarkup = value["markup"]?.bool ?? false
    let limit = isMarkup ? Self.longestMarkup : TextStore.longestChunk
    guard text.utf8.count <= limit else { throw wrong("the text of an item is longer than \(limit) bytes") }
    var item = WallItem(id: try name("id"), text: text, width: try number("width", in: WallItem.widths))
    (item.isMarkup, item.isContinued) = (isMarkup, value["continued"]?.bool ?? false)
    if let topic = value["topic"]?.string {
      let tone = value["tone"] == nil ? 0 : try integer("tone")
      item.topic = WallItem.Topic(TextCleaner.line(topic, limit: 200), tone: tone)
    }
    item.link = value["link"]?.string.flatMap { WebAddress($0)?.description }
    return item
  }

  private func items(_ name: String) throws(Failure) -> [WallItem] {
    var items: [WallItem] = []
    for value in try list(name, atMost: WallPlan.mostItems) { items.append(try inside(value).item()) }
    guard Set(items.map(\.id)).count == items.count else { throw wrong("two items have the same “id”") }
    return items
  }

  private func belt(of items: [WallItem]) throws(Failure) -> [PlacedWallItem] {
    let listed = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { a, _ in a })
    var belt: [PlacedWallItem] = []
    for value in try list("belt", atMost: Self.mostPlaced) {
      let reader = inside(value)
      let place = WallPlan.grains(try reader.number("place", in: WallPlan.places))
      guard place >= belt.last?.end ?? -.infinity else { throw wrong("items of the “belt” overlap") }
      let item: WallItem
      if let written = value["item"] {
        item = try inside(written).item()
      } else {
        let id = try reader.name("id")
        guard let known = listed[id] else { throw wrong("the “belt” names an item that is not in “items”") }
        item = known
      }
      belt.append(PlacedWallItem(item, at: place))
    }
    return belt
  }

  // MARK: - The whole

  func operation() throws(Failure) -> WallOperation {
    guard let kind = value["kind"]?.string else { throw wrong("the operation has no “kind”") }
    let change: WallOperation.Change
    switch kind {
    case "add":
      let neighbour = value["behind"] == nil ? nil : try name("behind")
      change = .add(try items("items"), behind: neighbour)
    case "remove":
      change = .remove(Set(try list("ids", atMost: WallPlan.mostItems).compactMap(\.string)))
    case "speed": change = .speed(try number("speed", in: WallPlan.speeds))
    default: throw wrong("“\(TextCleaner.line(kind, limit: 40))” is not a kind of operation: add, remove or speed")
    }
    return WallOperation(
      plan: try name("plan"), number: try integer("number"), time: try time(),
      place: try number("place", in: WallPlan.places), change)
  }

  func plan() throws(Failure) -> WallPlan {
    let items = try items("items")
    let base = WallMotion(
      time: try time(), distance: try number("distance", in: WallPlan.places),
      speed: try number("speed", in: WallPlan.speeds))
    guard WallPlan.places.contains(base.distance + base.speed * (now - base.time)) else {
      throw wrong("the belt has run too far since “time”")
    }
    let belt = try belt(of: items)
    let end = try number("end", in: WallPlan.places)
    guard belt.last.map({ $0.end <= WallPlan.grains(end) }) ?? true else { throw wrong("“end” is on the “belt”") }
    var plan = WallPlan(
      try name("plan"), number: try integer("number"), items: items, last: try integer("last", from: -1), end: end,
      belt: belt, length: try number("length", in: WallPlan.lengths), gap: try number("gap", in: WallPlan.gaps),
      scrollLeft: value["direction"]?.string != "right", base: base)
    try addLog(to: &plan)
    return plan
  }

  /// Sets the turns and edits that the plan has not applied yet.
  private func addLog(to plan: inout WallPlan) throws(Failure) {
    var turns: [WallMotion.Turn] = []
    for value in try list("turns", atMost: WallPlan.mostEdits) {
      let reader = inside(value)
      let turn = WallMotion.Turn(time: try reader.time(), speed: try reader.number("speed", in: WallPlan.speeds))
      guard turn.time >= turns.last?.time ?? plan.base.time else { throw wrong("“turns” are not in order") }
      turns.append(turn)
    }
    var edits: [WallOperation] = []
    for value in try list("edits", atMost: WallPlan.mostEdits) {
      let edit = try inside(value).operation()
      guard edit.place >= edits.last?.place ?? -.infinity else { throw wrong("“edits” are not in order") }
      edits.append(edit)
    }
    plan.adopt(turns: turns, edits: edits)
  }
}

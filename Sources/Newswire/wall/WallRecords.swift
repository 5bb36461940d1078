internal import Base
package import Formats
package import ScrollCore

/// The messages of a wall's conductor, within the limits of walls.

extension WallItem: Recorded {
  package static let record = Record(
    WallItem(id: "", text: "", width: 0),
    [
      .required("id", \.id, .name), .required("text", \.text, .text), .optional("topic", \.topicName, .line(200)),
      .optional("link", \.link, .address), .optional("tone", \.tone, .wallNumber, isChecked: true),
      .flag("markup", \.isMarkup), .flag("continued", \.isContinued), .required("width", \.width, .grains(widths)),
    ],
    finish: { (item) throws(RecordError) in
      let limit = item.isMarkup ? longestMarkup : TextStore.longestChunk
      if item.text.utf8.count > limit { throw .whole("the text of an item is longer than \(limit) bytes") }
    })

  private static let longestMarkup = 4096

  private var topicName: String? {
    get { topic?.name }
    set { topic = newValue.map { WallItem.Topic($0, tone: 0) } }
  }

  private var tone: Int? {
    get { topic?.tone }
    set { topic?.tone = newValue ?? 0 }
  }
}

extension WallOperation: Recorded {
  package static let record = Record(
    WallOperation(plan: "", number: 0, time: .epoch, place: 0, .speed(0)),
    [
      .required("plan", \.plan, .name), .required("number", \.number, .wallNumber),
      .required("time", \.time, .wallTime),
      .required("place", \.place, .number(WallPlan.places)), .members(of: \.change),
    ])
}

extension WallOperation.Change: Recorded {
  package static let record = Record<WallOperation.Change>.cases(
    [
      .of(
        Record(
          (behind: String?.none, items: [WallItem]()),
          [
            .constant("kind", "add"), .optional("behind", \.behind, .name, isChecked: true),
            .required("items", \.items, .wallItems),
          ]), { .add($0.items, behind: $0.behind) }
      ) { if case .add(let items, let neighbour) = $0 { (neighbour, items) } else { nil } },
      .of(
        Record(
          [String](),
          [.constant("kind", "remove"), .required("ids", \.self, .list(of: .text, atMost: WallPlan.mostItems))]),
        { .remove(Set($0)) }
      ) { if case .remove(let ids) = $0 { ids.sorted() } else { nil } },
      .of(
        Record(0, [.constant("kind", "speed"), .required("speed", \.self, .number(WallPlan.speeds))]),
        WallOperation.Change.speed
      ) { if case .speed(let speed) = $0 { speed } else { nil } },
    ],
    else: { object in
      guard let kind = object["kind"]?.string else { return .whole("the operation has no “kind”") }
      switch kind {
      case "add": return .whole("“items” is not a list")
      case "remove": return .whole("“ids” is not a list")
      case "speed": return .whole("“speed” is not a number")
      default:
        return .whole("“\(TextCleaner.line(kind, limit: 40))” is not a kind of operation: add, remove or speed")
      }
    })
}

extension WallMotion.Turn: Recorded {
  package static let record = Record(
    WallMotion.Turn(time: .epoch, speed: 0),
    [.required("time", \.time, .wallTime), .required("speed", \.speed, .number(WallPlan.speeds))])
}

/// An item's place on the belt. An item of the list is named, another one written out.
private struct WallPlace: Recorded {
  var id: String?
  var item: WallItem?
  var place = 0.0

  static let record = Record(
    WallPlace(),
    [
      .optional("id", \.id, .name, isChecked: true), .optional("item", \.item, .object, isChecked: true),
      .required("place", \.place, .grains(WallPlan.places)),
    ])
}

extension WallPlan: Recorded {
  private typealias Parts = (
    name: String, number: Int, base: WallMotion, length: Double, gap: Double, runsLeft: Bool, items: [WallItem],
    last: Int, end: Double, belt: [WallPlace], turns: [WallMotion.Turn], edits: [WallOperation]
  )

  package static let record = Record<WallPlan>.of(parts, plan) { plan in
    let listed = Set(plan.items)
    let belt = plan.belt.map { placed in
      listed.contains(placed.item)
        ? WallPlace(id: placed.item.id, place: placed.place) : WallPlace(item: placed.item, place: placed.place)
    }
    return (
      plan.name, plan.number, plan.base, plan.length, plan.gap, plan.scrollLeft, plan.items, plan.last, plan.end, belt,
      plan.turns, plan.edits
    )
  }

  private static let parts = Record<Parts>(
    ("", 0, WallMotion(time: .epoch, distance: 0, speed: 0), 1, 0, true, [], -1, 0, [], [], []),
    [
      .required("plan", \.name, .name), .required("number", \.number, .wallNumber),
      .required("time", \.base.time, .wallTime), .required("distance", \.base.distance, .number(places)),
      .required("speed", \.base.speed, .number(speeds)), .required("length", \.length, .number(lengths)),
      .required("gap", \.gap, .number(gaps)), .usual("direction", \.runsLeft, .direction),
      .required("items", \.items, .wallItems), .required("last", \.last, .integer(-1...NewsItem.lastPlace)),
      .required("end", \.end, .number(places)), .required("belt", \.belt, .all(.object, atMost: mostPlaced)),
      .required("turns", \.turns, .all(.object, atMost: mostEdits)),
      .required("edits", \.edits, .all(.object, atMost: mostEdits)),
    ])

  /// The limit for items on the belt: those of the widest wall with the narrowest items.
  private static let mostPlaced = 30_000

  private static func plan(_ parts: Parts) throws(RecordError) -> WallPlan {
    func check(_ isRight: Bool, _ reason: String) throws(RecordError) { if !isRight { throw .whole(reason) } }
    let listed = Dictionary(parts.items.map { ($0.id, $0) }, uniquingKeysWith: { a, _ in a })
    var belt: [PlacedWallItem] = []
    for placed in parts.belt {
      try check(placed.place >= belt.last?.end ?? -.infinity, "items of the “belt” overlap")
      guard let item = placed.item ?? placed.id.flatMap({ listed[$0] }) else {
        throw .whole("the “belt” names an item that is not in “items”")
      }
      belt.append(PlacedWallItem(item, at: placed.place))
    }
    try check(belt.last.map { $0.end <= grains(parts.end) } ?? true, "“end” is on the “belt”")
    let times = [parts.base.time] + parts.turns.map(\.time)
    try check(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "“turns” are not in order")
    try check(zip(parts.edits, parts.edits.dropFirst()).allSatisfy { $0.place <= $1.place }, "“edits” are not in order")
    var plan = WallPlan(
      parts.name, number: parts.number, items: parts.items, last: parts.last, end: parts.end, belt: belt,
      length: parts.length, gap: parts.gap, scrollLeft: parts.runsLeft, base: parts.base)
    plan.adopt(turns: parts.turns, edits: parts.edits)
    return plan
  }
}

// MARK: - Values

extension Coding<Int> {
  fileprivate static var wallNumber: Coding { integer(0...NewsItem.lastPlace) }
}

extension Coding<UnixTime> {
  fileprivate static var wallTime: Coding { time(0...1e11) }
}

extension Coding<Double> {
  fileprivate static func grains(_ range: ClosedRange<Double>) -> Coding {
    number(range).check { (width) throws(RecordError) in WallPlan.grains(width) }
  }
}

extension Coding<Bool> {
  fileprivate static var direction: Coding {
    Coding({ .string($0 ? "left" : "right") }, read: { (json) throws(RecordError) in json.string != "right" })
  }
}

extension Coding<[WallItem]> {
  fileprivate static var wallItems: Coding {
    all(.object, atMost: WallPlan.mostItems).check { (items) throws(RecordError) in
      guard Set(items.map(\.id)).count == items.count else { throw .whole("two items have the same “id”") }
      return items
    }
  }
}

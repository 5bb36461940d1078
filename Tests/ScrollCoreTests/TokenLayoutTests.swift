import ScrollCore
import TestKit
import Testing

private func layout(
  _ widths: [Double], canEdit: Bool, width: Double = 375,
  _ adjust: (inout TokenFieldProperties) -> Void = { _ in }
) -> TokenLayout {
  var properties = TokenFieldProperties()
  properties.margins = 20
  properties.canEdit = canEdit
  adjust(&properties)
  return TokenLayout(chipWidths: widths, width: width, properties: properties) { _ in 40 }
}

private func chips(_ count: Int) -> [Double] { Array(repeating: 100, count: count) }

@Suite("Token layout")
struct TokenLayoutTests {
  @Test(
    "The cases of the specification, editable",
    arguments: [
      (0, [], Rect(x: 0, y: 0, width: 335, height: 30), 70),
      (3, [(0, 0), (104, 0), (208, 0)], Rect(x: 0, y: 34, width: 335, height: 30), 104),
      (4, [(0, 0), (104, 0), (208, 0), (0, 34)], Rect(x: 104, y: 34, width: 231, height: 30), 104),
    ])
  func editable(count: Int, origins: [(Double, Double)], field: Rect, height: Double) {
    let layout = layout(chips(count), canEdit: true)
    #expect(layout.places == origins.map { Rect(x: $0.0, y: $0.1, width: 100, height: 30) })
    #expect(layout.field == field)
    #expect(layout.height == height)
  }

  @Test("The cases of the specification, read-only", arguments: [(0, 40), (3, 70), (4, 104), (7, 138)])
  func readOnly(count: Int, height: Double) {
    let layout = layout(chips(count), canEdit: false)
    #expect(layout.places.map(\.minY) == (0..<count).map { Double($0 / 3) * 34 })
    #expect(layout.field == nil)
    #expect(layout.height == height)
  }

  @Test(
    "An exact fit stays on its row; what is longer is cut to the line",
    arguments: [
      (335, 335), (335.5, 335), (1000, 335), (334.5, 334.5),
    ])
  func longChip(width: Double, shown: Double) {
    let layout = layout([100, width, 50], canEdit: false)
    #expect(layout.places[1] == Rect(x: 0, y: 34, width: shown, height: 30))
    #expect(layout.places[2].minY == 68)
  }

  /// Three times 0.1 is more than 0.3, and ten times 0.1 less than 1.
  @Test("Exact fits of fractions stay", arguments: [(10, 1.0), (3, 0.3), (6, 0.6), (8, 0.8), (17, 1.7)])
  func fractions(count: Int, width: Double) {
    func layout(_ count: Int, _ adjust: (inout TokenFieldProperties) -> Void = { _ in }) -> TokenLayout {
      var properties = TokenFieldProperties()
      (properties.margins, properties.canEdit, properties.tokenXMargin) = (0, false, 0)
      adjust(&properties)
      return TokenLayout(
        chipWidths: Array(repeating: 0.1, count: count), width: width, properties: properties
      ) { _ in 0.1 }
    }
    #expect(layout(count).places.allSatisfy { $0.minY == 0 } && layout(count + 1).places.last?.minY != 0)
    // "+2" has the place of the last one.
    let crowded = layout(count + 1) { ($0.overflow, $0.maxRows) = (.count, 1) }
    #expect(crowded.places.count == count - 1 && crowded.hiddenCount == 2 && crowded.more?.minY == 0)
  }

  @Test("The field needs a third of the line", arguments: [(219.3, 0.0), (219.4, 34.0)])
  func third(chip: Double, y: Double) {
    let field = layout([chip], canEdit: true).field
    #expect(field?.minY == y)
    #expect(field?.maxX == 335)
  }

  @Test("No room at all", arguments: [0.0, 10, 40])
  func noRoom(width: Double) {
    for overflow in TokenOverflow.allCases {
      let layout = layout(chips(3), canEdit: true, width: width) { $0.overflow = overflow }
      #expect(layout.places.allSatisfy { $0.width == 0 })
      #expect(layout.height.isFinite)
    }
  }

  @Test("Rows beyond the most scroll")
  func maxRows() {
    let layout = layout(chips(7), canEdit: false) { $0.maxRows = 2 }
    #expect(layout.places.count == 7)
    #expect(layout.content.height == 98)
    #expect(layout.viewport.height == 64)
    #expect(layout.height == 104)
  }

  @Test("A single row goes on beyond the width; its field keeps a third")
  func singleRow() throws {
    let layout = layout(chips(7), canEdit: true) { $0.overflow = .scroll }
    #expect(layout.places.map(\.minX) == (0..<7).map { Double($0) * 104 })
    let field = try #require(layout.field)
    #expect(field.minX == 728)
    #expect(abs(field.width - 335.0 / 3) < 1e-9)
    #expect(layout.content.width == field.maxX)
    #expect(layout.height == 70)
  }

  @Test(
    "+N takes the place of those that do not fit",
    arguments: [
      // chips, rows, shown, place of +N
      (3, 1, 3, Rect?.none),
      (4, 1, 2, Rect(x: 208, y: 0, width: 40, height: 30)),
      (9, 2, 5, Rect(x: 208, y: 34, width: 40, height: 30)),
      (6, 2, 6, nil),
    ])
  func count(chips count: Int, rows: Int, shown: Int, more: Rect?) {
    let layout = layout(chips(count), canEdit: false) {
      $0.overflow = .count
      $0.maxRows = rows
    }
    #expect(layout.places.count == shown)
    #expect(layout.hiddenCount == count - shown)
    #expect(layout.more == more)
    #expect(layout.height == Double(rows) * 34 - 4 + 40)
  }

  @Test("+N alone, where not even one chip fits beside it")
  func countAlone() {
    let layout = layout([100, 100], canEdit: false, width: 40 + 120) { $0.overflow = .count }
    #expect(layout.places.isEmpty)
    #expect(layout.hiddenCount == 2)
    #expect(layout.more == Rect(x: 0, y: 0, width: 40, height: 30))
  }

  @Test("A chip that is to stay stands behind +N, and those between are not shown")
  func countKeepingLast() {
    var properties = TokenFieldProperties()
    (properties.overflow, properties.canEdit, properties.margins) = (.count, false, 0)
    for (count, width, shown) in [(9, 335.0, 1), (9, 500, 3), (9, 200, 0), (3, 335, 3), (9, 60, 0)] {
      let layout = TokenLayout(
        chipWidths: chips(count), width: width, properties: properties, keepsLast: true, moreWidth: { _ in 40 })
      let places = layout.places
      let indices = Array(0..<shown) + (shown < count ? [count - 1] : [])
      #expect(places.count == count && places.indices.filter(layout.shows) == indices)
      #expect(layout.hiddenCount == max(0, count - 1 - shown) && (layout.more != nil) == (shown < count))
      #expect(layout.more.map { $0.maxX + 4 <= places[count - 1].minX } ?? true)
      #expect(width < 200 || places.allSatisfy { $0.maxX <= width + 1e-6 })
    }
  }

  @Test("+N leaves the field its third")
  func countEditable() throws {
    let layout = layout(chips(9), canEdit: true) { $0.overflow = .count }
    let field = try #require(layout.field)
    #expect(layout.places.count == 1)
    #expect(layout.more?.minX == 104)
    #expect(field == Rect(x: 148, y: 0, width: 187, height: 30))
  }

  @Test("In a wide field chips use the row before +N, and leave the field the room of a few words")
  func countWide() throws {
    let layout = layout(chips(9), canEdit: true, width: 940) { $0.overflow = .count }
    #expect(layout.places.count == 6 && layout.more?.minX == 624)
    #expect(try #require(layout.field).width == 232)
  }

  @Test("However wide the chips are, they are in order, apart and inside the line")
  func property() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<300 {
      let widths = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Double.random(in: 1...400, using: &random)
      }
      let canEdit = Bool.random(using: &random)
      let overflow = TokenOverflow.allCases.randomElement(using: &random) ?? .wrap
      let rows = Int.random(in: 0...4, using: &random)
      let layout = layout(widths, canEdit: canEdit) {
        $0.overflow = overflow
        $0.maxRows = rows
      }
      #expect(layout.places.count + layout.hiddenCount == widths.count)
      var all = layout.places
      if let more = layout.more { all.append(more) }
      if let field = layout.field { all.append(field) }
      for (one, next) in zip(all, all.dropFirst()) {
        let follows = next.minY == one.minY && next.minX >= one.maxX + 4 - 1e-9
        #expect(follows || (next.minX == 0 && next.minY == one.minY + 34))
      }
      if overflow != .scroll { #expect(all.allSatisfy { $0.maxX <= 335 + 1e-6 }) }
      if overflow == .count { #expect(layout.content.height == layout.viewport.height) }
      #expect(layout.content.height >= layout.viewport.height)
    }
  }

  @Test("Looking chips up")
  func lookup() {
    let layout = layout(chips(8), canEdit: false)
    #expect(layout.indices(touching: Rect(x: 0, y: 31, width: 335, height: 10)) == 3..<6)
    #expect(layout.indices(touching: Rect(x: 0, y: 31, width: 335, height: 2)) == 3..<3)
    #expect(layout.indices(touching: Rect(x: 0, y: 0, width: 335, height: 500)) == 0..<8)
    #expect(layout.neighbour(of: 1, above: true) == nil)
    #expect(layout.neighbour(of: 1, above: false) == 4)
    #expect(layout.neighbour(of: 5, above: false) == 7)
    #expect(layout.neighbour(of: 7, above: true) == 4)
  }

  @Test(
    "Where a dragged chip falls",
    arguments: [
      (Point(x: 10, y: 15), 0), (Point(x: 140, y: 15), 0), (Point(x: 155, y: 15), 1), (Point(x: 330, y: 15), 2),
      (Point(x: 10, y: 40), 2), (Point(x: 330, y: 500), 7), (Point(x: -50, y: -50), 0),
    ])
  func drop(point: Point, index: Int) {
    #expect(layout(chips(8), canEdit: false).dropIndex(of: 0, at: point) == index)
  }
}

import ScrollCore
import Testing

@Suite("Placement of windows") struct PlacementTests {
  private let container = Rect(x: 0, y: 0, width: 300, height: 100)
  private let sibling = Rect(x: 50, y: 10, width: 60, height: 30)
  private let rect = Rect(x: 7, y: 9, width: 40, height: 20)

  @Test("The cases of the specification hold") func casesOfTheSpecification() {
    #expect(Placement.inRight.place(rect, at: container, dx: -5).origin.x == 255)
    #expect(Placement.inCenter.place(rect, at: container).origin == Point(x: 130, y: 40))
    #expect(Placement.onRight.place(rect, at: sibling, dx: 5).origin.x == 115)
    #expect(Placement.onTop.place(rect, at: sibling).origin.y == -10)
  }

  /// x and y for a 40×20 rect that stands at (7, 9), in 300×100 or on the sibling.
  @Test(
    "Every placement is resolved",
    arguments: [
      (.inLeft, 0, 9), (.inRight, 260, 9), (.inTop, 7, 0), (.inBottom, 7, 80), (.inTopLeft, 0, 0),
      (.inTopRight, 260, 0), (.inBottomLeft, 0, 80), (.inBottomRight, 260, 80), (.inCenter, 130, 40),
      (.inMidX, 130, 9), (.inMidY, 7, 40), (.onLeft, 10, 9), (.onRight, 110, 9), (.onTop, 7, -10),
      (.onBottom, 7, 40), (.onTopLeft, 10, -10), (.onTopRight, 110, -10), (.onBottomLeft, 10, 40),
      (.onBottomRight, 110, 40),
    ] as [(Placement, Double, Double)])
  func everyPlacement(_ placement: Placement, _ x: Double, _ y: Double) {
    let reference = placement.name.hasPrefix("on") ? sibling : container
    let placed = placement.place(rect, at: reference)
    #expect(placed == Rect(x: x, y: y, width: 40, height: 20))
    let shifted = placement.place(rect, at: reference, dx: 3, dy: -4)
    // Nothing but what the placement sets is shifted; what it leaves alone stays at (7, 9).
    let (setsX, setsY) = (x != 7, y != 9)
    #expect(shifted.minX == (setsX ? x + 3 : 7))
    #expect(shifted.minY == (setsY ? y - 4 : 9))
    let moved = placement.place(rect, at: reference.offsetBy(dx: 1000, dy: 2000))
    #expect(moved.minX == (setsX ? x + 1000 : 7))
    #expect(moved.minY == (setsY ? y + 2000 : 9))
  }

  @Test("Inside is inside, and on is outside") func insideIsInsideAndOnIsOutside() {
    for placement in Placement.allCases where placement == .inCenter || placement.name.split(separator: "-").count == 3
    {
      let placed = placement.place(rect, at: sibling)
      if placement.name.hasPrefix("on") { #expect(!placed.intersects(sibling)) }
      let contained = placement.place(rect, at: container)
      if placement.name.hasPrefix("in") { #expect(contained.intersection(container) == contained) }
    }
  }

  @Test("Every name is read") func everyNameIsRead() throws {
    for placement in Placement.allCases { #expect(try Placement(parsing: placement.name) == placement) }
    for text in ["in-centre", "In Center", "in_centre", "IN-CENTER"] {
      #expect(try Placement(parsing: text) == .inCenter)
    }
    #expect(try Placement(parsing: "on bottom right") == .onBottomRight)
    // The middle of something is in it and on it alike.
    let onTheMiddle = ["on-centre": Placement.onCenter, "on-mid-x": .onMidX, "on-mid-y": .onMidY]
    for (text, placement) in onTheMiddle { #expect(try Placement(parsing: text) == placement) }
    #expect([.onCenter, .onMidX, .onMidY] == [Placement.inCenter, .inMidX, .inMidY])
  }

  @Test(
    "A mistake is named",
    arguments: [
      ("in-botom", "'in-botom' is not a placement; did you mean 'in-bottom'?"),
      ("bottom", "'bottom' is not a placement; did you mean 'in-bottom'?"),
      ("centre", "'centre' is not a placement; did you mean 'in-center'?"),
      ("in-left-top", "'in-left-top' is not a placement; did you mean 'in-top-left'?"),
      ("on-middle", "'on-middle' is not a placement; it is one of"),
      ("somewhere", "'somewhere' is not a placement; it is one of in-left, in-right"), ("", "'' is not a placement"),
    ])
  func mistake(_ text: String, _ expected: String) {
    let error = #expect(throws: ValueError.self) { try Placement(parsing: text) }
    #expect(error?.description.hasPrefix(expected) == true)
  }

  private struct Owner: HasProperties {
    var place = Placement.inBottom
    static var properties: [Property<Owner>] { [.placement("place", \.place, "Where the window goes")] }
  }

  @Test("A placement is a property") func asAProperty() throws {
    var owner = Owner()
    let property = try #require(Owner.property(named: "place"))
    try property.set(text: "on-top", of: &owner)
    #expect(property.value(of: owner) == .text("on-top"))
    #expect(throws: ValueError(name: "place", reason: "'on-tip' is not a placement; did you mean 'on-top'?")) {
      try property.set(text: "on-tip", of: &owner)
    }
    #expect(owner.place == .onTop)
  }
}

@Suite("Geometry of placement") struct PlacementGeometryTests {
  private let area = Rect(x: 100, y: 50, width: 1000, height: 500)
  private let natural = Rect(x: 1, y: 2, width: 3, height: 4)

  @Test(
    "A placement is resolved to a rectangle",
    arguments: [
      ("800x36+10+20", Rect(x: 110, y: 70, width: 800, height: 36)),
      ("=800x36+10+20", Rect(x: 110, y: 70, width: 800, height: 36)),
      ("800X36-10-20", Rect(x: 290, y: 494, width: 800, height: 36)),
      ("800x36-0-0", Rect(x: 300, y: 514, width: 800, height: 36)),
      ("800x36+0-0", Rect(x: 100, y: 514, width: 800, height: 36)),
      ("800x36+-5--6", Rect(x: 95, y: 520, width: 800, height: 36)),
      ("800", Rect(x: 1, y: 2, width: 800, height: 4)), ("x36", Rect(x: 1, y: 2, width: 3, height: 36)),
      ("800x36", Rect(x: 1, y: 2, width: 800, height: 36)), ("+10+20", Rect(x: 110, y: 70, width: 3, height: 4)),
      ("-0-0", Rect(x: 1097, y: 546, width: 3, height: 4)), ("800+0+0", Rect(x: 100, y: 50, width: 800, height: 4)),
      ("x36-0+0", Rect(x: 1097, y: 50, width: 3, height: 36)),
      ("100%x36", Rect(x: 1, y: 2, width: 1000, height: 36)),
      ("50%x10%-0-0", Rect(x: 600, y: 500, width: 500, height: 50)), ("12.5%", Rect(x: 1, y: 2, width: 125, height: 4)),
      ("0.0000001x36", Rect(x: 1, y: 2, width: 1e-7, height: 36)),
    ])
  func resolved(_ text: String, _ rect: Rect) throws {
    let geometry = try WindowGeometry(parsing: text)
    #expect(geometry.rect(in: area, natural: natural) == rect)
    #expect(try WindowGeometry(parsing: geometry.text) == geometry)
  }

  @Test(
    "A mistake is named",
    arguments: [
      ("800y36", "'800y36' is not a geometry: x, + or - expected, not 'y' (character 4)"),
      ("800x", "height is missing: a number expected (character 5)"),
      ("800x+1+1", "height is missing: a number expected, not '+' (character 5)"),
      ("800x36+10", "y is missing: write + or - and a number (character 10)"),
      ("800x36+10+", "y is missing: a number expected (character 11)"),
      ("800x36+a+1", "x is missing: a number expected, not 'a' (character 8)"),
      ("800x36+1+2+3", "the end expected, not '+' (character 11)"),
      ("800x36 ", "+ or - expected, not ' ' (character 7)"),
      ("0x36", "the width must be above 0 (character 1)"), ("800x0%", "the height must be above 0 (character 5)"),
      ("101%x36", "the width must be at most 100% (character 1)"),
      ("99999x36", "the width must be at most 32767 (character 1)"),
      ("1x1+99999+0", "x must be at most 32767 (character 5)"), ("1.2.3x4", "'1.2.3' is not a number (character 1)"),
      ("", "a geometry is WIDTHxHEIGHT+X+Y or a part of it, as 800x36 or +0-0 (character 1)"),
      ("=", "(character 2)"), ("٣x4", "x, + or - expected, not '٣' (character 1)"),
      ("-", "x is missing: a number expected (character 2)"), ("100%%", "not '%' (character 5)"),
    ])
  func mistake(_ text: String, _ expected: String) {
    let error = #expect(throws: ValueError.self) { try WindowGeometry(parsing: text) }
    #expect(error?.description.hasSuffix(expected) == true, "\(error?.description ?? "")")
  }
}

import ScrollCore
import Testing

@Suite("Geometry of borders") struct BorderGeometryTests {
  private let bounds = Rect(x: 10, y: 20, width: 100, height: 40)

  @Test("The defaults are those of the specification") func defaults() {
    let border = Border()
    #expect(border.width == 0 && border.color == .black && border.radius == 0)
    #expect(BorderGeometry(border, in: bounds).inner == bounds)
  }

  @Test("Width, colour and radius have short names, too") func shortNames() {
    var border = Border()
    (border.width, border.color, border.radius) = (2, .white, 7)
    #expect(border == Border(width: 2, color: .white, radius: 7))
    #expect(border.width == 2 && border.color == .white && border.radius == 7 && border.width(of: .left) == 2)
  }

  @Test("The inner rectangle and radius follow from the widths") func innerRectAndRadius() {
    let geometry = BorderGeometry(Border(width: 6, radius: 10), in: bounds)
    #expect(geometry.inner == Rect(x: 16, y: 26, width: 88, height: 28))
    for corner in Border.Corner.allCases { #expect(geometry.innerRadius(at: corner) == 4) }
    let wide = BorderGeometry(Border(width: 12, radius: 10), in: bounds)
    #expect(wide.innerRadius(at: .topLeft) == 0)
  }

  @Test("A radius that is too large shrinks", arguments: [(30.0, 20.0), (20, 20), (19.5, 19.5), (1000, 20), (-3, 0)])
  func radiusShrinks(_ asked: Double, _ radius: Double) {
    #expect(BorderGeometry(Border(width: 1, radius: asked), in: bounds).radius == radius)
  }

  @Test("Widths shrink in proportion") func widthsShrinkInProportion() {
    var border = Border(width: 30)
    border.topWidth = 60
    let geometry = BorderGeometry(border, in: bounds)
    #expect(abs(geometry.widths.top - 80 / 3) < 1e-9 && abs(geometry.widths.bottom - 40 / 3) < 1e-9)
    #expect(geometry.inner.height < 1e-9 && geometry.widths.left == 30)
  }

  @Test("Sides may have widths of their own") func sidesOfTheirOwn() {
    var border = Border(width: 1, color: .white, radius: 10)
    border.leftWidth = 4
    border.leftColor = .black
    let geometry = BorderGeometry(border, in: bounds)
    #expect(geometry.inner == Rect(x: 14, y: 21, width: 95, height: 38))
    #expect(geometry.innerRadius(at: .topLeft) == 6 && geometry.innerRadius(at: .topRight) == 9)
    #expect(geometry.owner(of: .bottomLeft) == .left && geometry.owner(of: .bottomRight) == .bottom)
    #expect(border.color(of: .left) == .black && border.color(of: .top) == .white)
  }

  @Test("Fractions grow the content to whole pixels") func fractionsGrowTheContentToWholePixels() {
    let geometry = BorderGeometry(Border(width: 1.5), in: bounds)
    #expect(geometry.inner == Rect(x: 11.5, y: 21.5, width: 97, height: 37))
    #expect(geometry.innerPixels == Rect(x: 11, y: 21, width: 98, height: 38))
  }

  @Test("The properties are in the table") func propertiesInTheTable() throws {
    var border = Border()
    for (name, text) in [
      ("border-width", "2"), ("border-color", "tomato"), ("corner-radius", "6"), ("border-style", "dashed"),
      ("border-left-width", "5"), ("borderLeftColor", "#fff"),
    ] {
      let property = try #require(Border.property(named: name))
      try property.set(text: text, of: &border)
    }
    #expect(border.width(of: .left) == 5 && border.width(of: .top) == 2)
    #expect(border.color(of: .left) == .white && border.color(of: .top) == Color(rgb: 0xff6347))
    try #require(Border.property(named: "borderLeftColor")).set(text: "", of: &border)
    #expect(border.leftColor == nil)
    #expect(throws: ValueError.self) { try Border.property(named: "borderTopColor")?.set(text: "whit", of: &border) }
    #expect(throws: ValueError.self) { try Border.property(named: "borderWidth")?.set(text: "-1", of: &border) }
    for property in Border.properties { try property.set(property.value(of: border), of: &border) }
  }

  @Test("Dashes fill the side evenly") func dashesFillTheSideEvenly() {
    for width in [1.0, 2, 3, 5.5, 8] {
      for length in 1...400 {
        let dashes = BorderGeometry.dashes(along: Double(length), width: width)
        #expect(dashes.first?.lowerBound == 0)
        #expect(dashes.last?.upperBound == Double(length))
        for (a, b) in zip(dashes, dashes.dropFirst()) { #expect(a.upperBound < b.lowerBound) }
        #expect(dashes.allSatisfy { $0.upperBound - $0.lowerBound <= 3 * width + 1 })
      }
    }
  }

  @Test("Steps join and run from colour to colour") func stepsJoinAndRunFromColourToColour() {
    var border = Border(width: 2, color: .black)
    border.endColor = .white
    for length in [1.0, 3, 36, 255, 1000, 1920] {
      let steps = BorderGeometry.steps(of: border, from: 0, to: length, length: length)
      #expect(steps.count == min(256, Int(length)))
      #expect(steps.first?.range.lowerBound == 0 && steps.last?.range.upperBound == length)
      for (a, b) in zip(steps, steps.dropFirst()) {
        #expect(a.range.upperBound == b.range.lowerBound)
        #expect(a.color.red <= b.color.red)
      }
    }
    #expect(BorderGeometry.steps(of: Border(width: 1), from: 0, to: 0, length: 9).isEmpty)
  }
}

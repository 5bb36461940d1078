import Testing

@testable import ScrollCore

/// Two monitors of different heights side by side, the right one lower, and one monitor below another.
@Suite("Struts") struct StrutTests {
  private static let left = Rect(x: 0, y: 0, width: 1920, height: 1080)
  private static let right = Rect(x: 1920, y: 0, width: 1280, height: 1024)
  private static let below = Rect(x: 0, y: 1080, width: 1920, height: 1080)
  private static let wide = Rect(x: 0, y: 0, width: 3200, height: 1080)

  @Test("A panel reserves from the screen's edge on, along its own length")
  func edges() {
    let monitors = [Self.left, Self.right]
    func strut(_ frame: Rect, on monitor: Rect) -> [Int]? {
      Strut(of: frame, on: monitor, free: monitor, of: monitors, screen: Self.wide)?.cardinals
    }
    #expect(
      strut(Rect(x: 0, y: 1044, width: 1920, height: 36), on: Self.left) == [0, 0, 0, 36, 0, 0, 0, 0, 0, 0, 0, 1919])
    #expect(
      strut(Rect(x: 1920, y: 0, width: 1280, height: 30), on: Self.right)
        == [0, 0, 30, 0, 0, 0, 0, 0, 1920, 3199, 0, 0])
    // The right monitor ends 56 pixels above the screen.
    #expect(
      strut(Rect(x: 1920, y: 988, width: 1280, height: 36), on: Self.right)
        == [0, 0, 0, 92, 0, 0, 0, 0, 0, 0, 1920, 3199])
    #expect(
      strut(Rect(x: 3170, y: 0, width: 30, height: 1024), on: Self.right) == [0, 30, 0, 0, 0, 0, 0, 1023, 0, 0, 0, 0])
  }

  @Test("Where another monitor lies beyond, nothing is reserved") func between() {
    let screen = Rect(x: 0, y: 0, width: 1920, height: 2160)
    let monitors = [Self.left, Self.below]
    let upper = Rect(x: 0, y: 1044, width: 1920, height: 36)
    #expect(Strut(of: upper, on: Self.left, free: Self.left, of: monitors, screen: screen) == nil)
    let lower = Rect(x: 0, y: 2124, width: 1920, height: 36)
    #expect(Strut(of: lower, on: Self.below, free: Self.below, of: monitors, screen: screen)?.thickness == 36)
    let inner = Rect(x: 1890, y: 0, width: 30, height: 1080)
    #expect(Strut(of: inner, on: Self.left, free: Self.left, of: [Self.left, Self.right], screen: Self.wide) == nil)
  }

  @Test("In the middle of a monitor nothing is reserved") func middle() {
    let frame = Rect(x: 0, y: 500, width: 1920, height: 36)
    #expect(Strut(of: frame, on: Self.left, free: Self.left, of: [Self.left], screen: Self.left) == nil)
    // A clock in the corner does not keep others off the whole edge.
    let clock = Rect(x: 1800, y: 0, width: 120, height: 30)
    #expect(Strut(of: clock, on: Self.left, free: Self.left, of: [Self.left], screen: Self.left) == nil)
  }

  @Test("Only a panel at the edge, or at another panel there, reserves anything", arguments: [0.0, 30])
  func floating(_ panel: Double) {
    let free = Rect(x: 0, y: panel, width: 1920, height: 1080 - panel)
    func thickness(_ y: Double, height: Double = 30) -> Double? {
      let frame = Rect(x: 10, y: y, width: 1600, height: height)
      return Strut(of: frame, on: Self.left, free: free, of: [Self.left], screen: Self.left)?.thickness
    }
    #expect(thickness(100) == nil && thickness(panel + 1) == nil)
    #expect(thickness(panel) == panel + 30)
    #expect(thickness(0) == 30)
    #expect(thickness(1050) == 30 && thickness(1049) == nil)
    // Wider than high, but upright panels are measured across.
    let upright = Rect(x: 1, y: 0, width: 30, height: 1080)
    #expect(Strut(of: upright, on: Self.left, free: free, of: [Self.left], screen: Self.left) == nil)
  }

  @Test("What others reserve is read back, and taken off the monitors that it touches") func remainder() throws {
    let values = [0, 0, 0, 92, 0, 0, 0, 0, 0, 0, 1920, 3199]
    let strut = try #require(Strut.struts(of: values, screen: Self.wide).first)
    #expect(strut.cardinals == values)
    #expect(strut.remainder(of: Self.left, screen: Self.wide) == Self.left)
    #expect(strut.remainder(of: Self.right, screen: Self.wide).maxY == 988)
    let old = Strut.struts(of: [24, 0, 30, 0], screen: Self.wide)
    #expect(old.map(\.edge) == [.left, .top])
    #expect(
      old.reduce(Self.left) { $1.remainder(of: $0, screen: Self.wide) }
        == Rect(x: 24, y: 30, width: 1896, height: 1050))
  }

  @Test(
    "What has not the form reserves nothing",
    arguments: [[], [1], [0, 0, 0, 0], [-5, 0, 0, 0], [Int](repeating: 0, count: 12), [Int](repeating: 9, count: 13)])
  func broken(_ values: [Int]) {
    #expect(Strut.struts(of: values, screen: Self.wide).isEmpty)
  }

  @Test("Numbers beyond all screens neither trap nor leave anything of an area but emptiness") func huge() {
    for value in [Int(UInt32.max), Int.max] {
      let struts = Strut.struts(of: [value, 0, 0, value, 0, value, 0, 0, 0, 0, 0, value], screen: Self.wide)
      let rest = struts.reduce(Self.left) { $1.remainder(of: $0, screen: Self.wide) }
      #expect(rest.isEmpty)
      #expect(struts.allSatisfy { $0.cardinals.count == 12 })
    }
  }
}

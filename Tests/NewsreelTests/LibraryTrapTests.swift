import Glibc
import Newsreel
import NewsreelTesting
import TestKit
import TestTags
import Testing

/// What once ended the program is an invalid value.
@Suite("No trap", .serialized, .tags(.x11)) struct LibraryTrapTests {
  @Test("A literal that is not a colour leaves a property as it is, and says so once for each time") func colors() {
    let badge = BadgeView("x")
    var told: [String] = []
    badge.onInvalidValue = { told.append("\($0)") }
    badge.background = .tomato
    for _ in 0..<2 {
      badge.background = "nocolour"
      #expect(badge.background == .tomato)
    }
    badge.border.color = "neither"
    #expect(badge.border == Border())
    #expect(told.count == 3 && told[0].hasPrefix("background: the literal is not a colour"), "\(told)")
    badge.background = "#102030"
    #expect(badge.background == Color(rgb: 0x102030) && told.count == 3)
    let invalid: Color = "nocolour"
    #expect(invalid.alpha == 0)
  }

  @Test("A literal that is not a number leaves a counter as it is, and so does NaN") func numbers() {
    let counter = CounterView()
    var told: [String] = []
    counter.onInvalidValue = { told.append("\($0)") }
    counter.number = "16.40"
    counter.number = "sixteen"
    counter.setNumber(.nan)
    counter.number = Double.infinity
    #expect(counter.text == "16.40" && told.count == 3 && told[0] == "number: is not a number", "\(told)")
    let invalid: DecimalNumber = "x"
    #expect(!invalid.isValid && DecimalNumber(-3).isValid && DecimalNumber.zero.isValid)
    #expect(invalid == invalid && invalid != 0 && (-invalid).isValid)
  }

  @Test("A view cannot stand in itself, or in what stands in it; it stays where it is") func subviews() {
    let (outer, middle, inner) = (View(), StackView(.vertical), View())
    outer.addSubview(middle)
    middle.addSubview(inner)
    var told: [String] = []
    for view in [outer, middle, inner] { view.onInvalidValue = { told.append("\($0)") } }
    outer.addSubview(outer)
    inner.addSubview(outer)
    inner.insertSubview(middle, at: 0)
    #expect(told == Array(repeating: "subviews: a view cannot stand in itself", count: 3))
    #expect(outer.subviews.first === middle && middle.subviews.first === inner && inner.subviews.isEmpty)
    let others = (0..<3).map { BadgeView("\($0)") }
    for (view, index) in zip(others, [9, -4, 1]) { middle.insertSubview(view, at: index) }
    #expect(
      middle.subviews.map { $0 === inner ? "inner" : ($0 as? BadgeView)?.text ?? "" } == ["1", "2", "inner", "0"])
  }

  @Test("A delegate that changes the field while it is asked how a chip looks changes nothing, and is told")
  func looks() async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let field = TokenFieldView(["one", "two", "three"])
    var told = 0
    field.onInvalidValue = { _ in told += 1 }
    field.delegate.willDraw = { field, index, look in
      if index == 0 { field.remove(at: [0, 1, 2]) }
      field.items = []
      _ = field.append("more")
      _ = field.naturalSize()
      return look
    }
    field.delegate.draw = { field, _, _, canvas in
      field.text = "typed"
      canvas.fill(Rect(x: 0, y: 0, width: 3, height: 3), .red)
    }
    let harness = try ViewHarness(field, size: Size(width: 300, height: 60))
    #expect(try harness.picture().width == 300)
    harness.click(Point(x: 20, y: 15))
    harness.advance(by: 0.5)
    #expect(try harness.picture().width == 300)
    #expect(field.items == ["one", "two", "three"] && field.text.isEmpty && told > 3)
    field.delegate = TokenFieldDelegate()
    field.items = ["one"]
    #expect(field.items == ["one"])
  }
}

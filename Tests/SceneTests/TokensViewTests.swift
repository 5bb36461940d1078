import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Tokens view")
struct TokensViewTests {
  @Test("In the strip: a click removes, what is left glides")
  func strip() {
    let desk = ViewHarness.stripTokens(["alpha", "beta", "gamma"])
    // Text, two margins of 10, and the × with its gap: 6 + 5.
    #expect(desk.picture(at: 0) == ["alpha 100,6", "beta 162,6", "gamma 219,6"])
    #expect(desk.frame(at: 0).nextChange == .infinity)
    desk.click(on: "beta", at: 1)
    #expect(
      desk.view.drainEvents().filter { if case .didDraw = $0 { false } else { true } } == [
        .didTap(index: 1, label: "beta"), .willDelete(index: 1, label: "beta"),
        .removed(index: 1, label: "beta"),
      ])
    #expect(desk.view.field.tokens.map(\.label) == ["alpha", "gamma"])
    #expect(desk.picture(at: 1) == ["beta 162,6", "alpha 100,6", "gamma 219,6"])
    #expect(desk.picture(at: 1.1) == ["beta 162,6 12%", "alpha 100,6", "gamma 169,6"])
    #expect(desk.frame(at: 1.1).nextChange <= 1.1)
    #expect(desk.picture(at: 1.2) == ["alpha 100,6", "gamma 162,6"])
    #expect(desk.frame(at: 1.2).nextChange == .infinity)
  }

  @Test("Undo in mid-flight goes on from there")
  func undo() {
    let desk = ViewHarness.stripTokens(["alpha", "beta", "gamma"])
    _ = desk.picture(at: 0)
    desk.click(on: "beta", at: 1)
    let before = desk.place(of: "gamma", at: 1.1)
    desk.view.key(.undo, at: 1.1)
    #expect(desk.picture(at: 1.1) == ["alpha 100,6", "beta 162,6 12%", "gamma 169,6"])
    #expect(desk.place(of: "gamma", at: 1.1) == before)
    #expect(desk.picture(at: 1.3) == ["alpha 100,6", "beta 162,6", "gamma 219,6"])
  }

  @Test("What moves is not drawn again; what changes its look is, alone")
  func redrawing() {
    let desk = ViewHarness.stripTokens(["alpha", "beta", "gamma"])
    let first = desk.revisions(at: 0)
    #expect(desk.revisions(at: 0.5) == first)
    desk.perform(.pointerMoved(Point(x: 170, y: 15)), at: 1)
    let hovered = desk.revisions(at: 1)
    #expect(zip(first, hovered).map { $1 - $0 } == [0, 1, 0])
    desk.perform(.pointerLeft, at: 2)
    #expect(zip(hovered, desk.revisions(at: 2)).map { $1 - $0 } == [0, 1, 0])
    desk.click(on: "alpha", at: 3)
    desk.perform(.pointerLeft, at: 3)
    let gliding = desk.revisions(at: 3.05)
    #expect(desk.revisions(at: 3.15) == gliding)
  }

  @Test("The × brightens under the pointer")
  func brightens() {
    let desk = ViewHarness.tokens(["alpha"])
    func cross(at t: Seconds) -> Color? {
      desk.pieces(of: "alpha", at: t).compactMap { piece -> Color? in
        if case .cross(_, let color) = piece.element { color } else { nil }
      }.first
    }
    #expect(cross(at: 0) == Color(rgb: 0x9aa7b6))
    desk.perform(.pointerMoved(Point(x: 5, y: 15)), at: 1)
    #expect(cross(at: 1) == Color(rgb: 0x9aa7b6))
    desk.perform(.pointerMoved(Point(x: 46, y: 15)), at: 2)
    #expect(cross(at: 2) == .white)
  }

  @Test(
    "The × takes presses in 24×24 pixels at least",
    arguments: [
      (Point(x: 45, y: 25), true), (Point(x: 33.5, y: 13.5), true), (Point(x: 56.5, y: 36.5), true),
      (Point(x: 32.5, y: 25), false), (Point(x: 57.5, y: 25), false), (Point(x: 45, y: 12.5), false),
      (Point(x: 45, y: 37.5), false),
    ])
  func removeArea(point: Point, removes: Bool) {
    // A chip of 30 by 10, larger than which the area is; the middle of the × is at (45, 25).
    let desk = ViewHarness.tokens(["abc"], in: Rect(x: 0, y: 0, width: 300, height: 50)) {
      $0.margins = 20
      $0.textMargin = 2
      $0.tokenHeight = 10
    }
    #expect(desk.place(of: "abc", at: 0) == Rect(x: 20, y: 20, width: 30, height: 10))
    desk.click(point, at: 0)
    #expect(desk.view.field.tokens.isEmpty == removes)
  }

  @Test("A click on the × removes, elsewhere it selects, a second one deselects")
  func clicks() {
    let desk = ViewHarness.tokens(["alpha", "beta"])
    desk.click(on: "beta", at: 0)
    #expect(desk.view.field.selectedIndices == [1])
    desk.click(on: "alpha", at: 0, holding: .control)
    #expect(desk.view.field.selectedIndices == [0, 1])
    desk.click(on: "alpha", at: 0)
    desk.click(on: "beta", at: 0)
    #expect(desk.view.field.selectedIndices == [])
    desk.clickRemove(of: "alpha", at: 0)
    #expect(desk.view.field.tokens.map(\.label) == ["beta"])
  }

  @Test("A press that ends elsewhere is no click")
  func elsewhere() {
    let desk = ViewHarness.stripTokens(["alpha", "beta"])
    desk.perform(.pressed(Point(x: 110, y: 15), button: 1, modifiers: []), at: 0)
    desk.perform(.pointerMoved(Point(x: 170, y: 15)), at: 0)
    desk.perform(.released(Point(x: 170, y: 15), button: 1, modifiers: []), at: 0)
    #expect(desk.view.field.tokens.count == 2)
  }

  @Test("What a label costs in width, and +N where there is no room")
  func overflow() {
    let desk = ViewHarness.stripTokens(["alpha", "beta", "gamma"], width: 140)
    #expect(desk.picture(at: 0) == ["alpha 100,6", "+2 162,6"])
    #expect(desk.view.naturalSize(with: desk.typesetter) == Size(width: 56 + 6 + 51 + 6 + 56, height: 24))
    #expect(desk.view.rowWidths(atMost: .infinity, with: desk.typesetter).last == 30)
    _ = desk.view.drainEvents()
    desk.click(on: "+2", at: 1)
    #expect(desk.view.drainEvents() == [.didTapMore(count: 2)])
    desk.view.closeList(at: 1)
    desk.click(on: "alpha", at: 2)
    #expect(desk.picture(at: 2.2) == ["beta 100,6", "gamma 157,6"])
  }

  @Test("A label that is too long is cut, its × still in reach")
  func long() {
    let desk = ViewHarness.tokens([String(repeating: "x", count: 100)], in: Rect(x: 0, y: 0, width: 200, height: 60))
    let pieces = desk.pieces(of: String(repeating: "x", count: 100), at: 0)
    #expect(pieces[0].bounds.width == 200)
    #expect(pieces[2].bounds == Rect(x: 10, y: 11, width: 169, height: 10))
    #expect(pieces[3].bounds.maxX == 190)
    desk.click(Point(x: 187, y: 15), at: 0)
    #expect(desk.view.field.tokens.isEmpty)
  }

  @Test("Return makes a chip, which appears; a duplicate makes the standing one flash")
  func submit() {
    let desk = ViewHarness.tokens(["a"])
    desk.type("b", at: 1)
    desk.view.key(.submit, at: 1)
    #expect(desk.picture(at: 1.1) == ["a 0,0", "b 40,0 87%", "| 84,11"])
    desk.type("A", at: 2)
    desk.view.key(.submit, at: 2)
    #expect(desk.picture(at: 2) == ["a 0,0", "| 0,0 60%", "b 40,0", "A 84,0", "| 89,11"])
    #expect(desk.frame(at: 2.3).nextChange == 2.3)
    #expect(desk.picture(at: 2.6).prefix(3) == ["a 0,0", "b 40,0", "A 84,0"])
  }

  @Test("Without room for a second row, +N stands for the rest, and the full height is reported")
  func oneRow() {
    let desk = ViewHarness.tokens(["alpha", "beta", "gamma"], in: Rect(x: 0, y: 0, width: 230, height: 34))
    #expect(desk.picture(at: 0) == ["alpha 0,0", "beta 60,0", "+1 115,0"])
    #expect(desk.view.drainEvents().contains(.heightUpdated(64)) || desk.view.fullHeight == 64)
    desk.layOut(in: Rect(x: 0, y: 0, width: 230, height: 64), at: 1)
    #expect(desk.picture(at: 1).map { $0.split(separator: " ")[0] } == ["alpha", "beta", "gamma"])
  }

  @Test("What has the keyboard has a ring of 2 px")
  func ring() {
    let desk = ViewHarness.tokens(["a", "b"])
    desk.draw(at: 0)
    desk.view.focus(true, at: 0)
    desk.view.key(.move(.left, extending: false), at: 1)
    let widths = ["a", "b"].map { label in
      desk.pieces(of: label, at: 1).compactMap { piece in
        if case .outline(_, let width, _) = piece.element { width } else { nil }
      }
    }
    #expect(widths == [[1], [2]])
  }

  @Test("Dragging reorders; the others make room; a drop glides home")
  func drag() {
    let desk = ViewHarness.tokens(["a", "b", "c"])
    _ = desk.picture(at: 0)
    _ = desk.view.drainEvents()
    desk.perform(.pressed(Point(x: 5, y: 15), button: 1, modifiers: []), at: 1)
    desk.perform(.pointerMoved(Point(x: 8, y: 15)), at: 1)
    #expect(desk.view.field.draggedID == nil)
    desk.perform(.pointerMoved(Point(x: 55, y: 20)), at: 1)
    #expect(desk.picture(at: 1) == ["b 40,0", "c 80,0", "| 124,11", "| 48,5", "a 50,5"])
    // It is the one in the hand, also where it is over another.
    let looks = desk.view.chips.values.map(\.appearance)
    #expect(looks.contains { $0.chip.label == "a" && $0.isPressed })
    #expect(!looks.contains { $0.chip.label == "b" && $0.isHovered })
    #expect(desk.picture(at: 1.2) == ["b 0,0", "c 80,0", "| 124,11", "| 48,5", "a 50,5"])
    desk.perform(.released(Point(x: 55, y: 20), button: 1, modifiers: []), at: 2)
    #expect(desk.view.drainEvents().contains(.moved(from: 0, to: 1, label: "a")))
    #expect(desk.place(of: "a", at: 2).origin == Point(x: 50, y: 5))
    #expect(desk.picture(at: 2.2) == ["b 0,0", "a 40,0", "c 80,0", "| 124,11"])
    desk.view.key(.undo, at: 3)
    #expect(desk.view.field.tokens.map(\.label) == ["a", "b", "c"])
  }

  @Test("Escape brings a dragged chip back")
  func cancelledDrag() {
    let desk = ViewHarness.tokens(["a", "b"])
    desk.perform(.pressed(Point(x: 5, y: 15), button: 1, modifiers: []), at: 1)
    desk.perform(.pointerMoved(Point(x: 70, y: 15)), at: 1)
    #expect(desk.view.key(.cancel, at: 1) == .handled)
    #expect(desk.place(of: "a", at: 1).minX == 65)
    desk.perform(.released(Point(x: 70, y: 15), button: 1, modifiers: []), at: 1)
    #expect(desk.picture(at: 1.2) == ["a 0,0", "b 40,0", "| 84,11"])
  }

  @Test("A chip that is dragged is let go of when a button goes down again", arguments: [1, 2])
  func pressedAgain(button: Int) {
    let desk = ViewHarness.tokens(["a", "b", "c"])
    desk.perform(.pressed(Point(x: 5, y: 15), button: 1, modifiers: []), at: 1)
    desk.perform(.pointerMoved(Point(x: 55, y: 15)), at: 1)
    desk.perform(.pressed(Point(x: 200, y: 15), button: button, modifiers: []), at: 1.5)
    #expect(desk.view.field.draggedID == nil)
    #expect(desk.view.drainEvents().contains(.moved(from: 0, to: 1, label: "a")))
    desk.perform(.released(Point(x: 200, y: 15), button: 1, modifiers: []), at: 2)
    #expect(desk.picture(at: 3).map { $0.prefix(4) } == ["b 0,", "a 40", "c 80", "| 12"])
  }

  @Test("Height is reported when it grows and when it shrinks")
  func height() {
    let desk = ViewHarness.tokens(["alpha", "beta"], in: Rect(x: 0, y: 0, width: 130, height: 30)) {
      $0.canEdit = false
    }
    func heights() -> [Double] {
      desk.view.drainEvents().compactMap { if case .heightUpdated(let height) = $0 { height } else { nil } }
    }
    desk.view.change(at: 1) { $0.add([Token("gamma")], time: 1) }
    #expect(heights() == [64])
    #expect(desk.view.height(forWidth: 130, with: desk.typesetter) == 64)
    #expect(desk.view.height(forWidth: 1000, with: desk.typesetter) == 30)
    // The window grows in the midst of it: what is under way goes on.
    let before = desk.picture(at: 1.1)
    desk.layOut(in: Rect(x: 0, y: 0, width: 130, height: 64))
    #expect(desk.picture(at: 1.1).first == before.first)
    #expect(desk.place(of: "gamma", at: 1.1).minY == 34)
    desk.view.change(at: 2) { $0.remove(at: [0]) }
    #expect(heights() == [30])
  }

  @Test("Sizes follow settings, font and labels at once")
  func sizes() {
    let desk = ViewHarness.stripTokens(["alpha", "beta"])
    desk.view.properties.textMargin = 20
    #expect(desk.view.naturalSize(with: desk.typesetter).width == 76 + 6 + 71)
    desk.view.font.size = 20
    #expect(desk.view.naturalSize(with: desk.typesetter).width == (50 + 40 + 23) + 6 + (40 + 40 + 23))
    desk.view.change(at: 0) { $0.setTokens([Token("Alpha", dot: .white)]) }
    #expect(desk.view.naturalSize(with: desk.typesetter).width == 113 + 20)
  }

  @Test("Of hundreds of chips only those that fit a row are measured; its widths stay the same")
  func rowWidths() {
    let pitch = FixedTypesetter()
    func row(_ labels: [String], dot: Color?) -> TokensView {
      let row = TokensView(properties: .switches, font: FontSpec(size: 10))
      row.change(at: 0) { $0.setTokens(labels.map { Token($0, dot: dot) }) }
      return row
    }
    let few = row(["alpha", "beta", "gamma", "delta", "epsilon", "zeta"], dot: .white)
    let all = few.rowWidths(atMost: .infinity, with: pitch)
    // With six names, five … one, and "Topics 6"; six dots are no shorter than one name.
    #expect(all.count == 7 && all == all.sorted(by: >) && all.first == few.naturalSize(with: pitch).width)
    #expect(few.rowWidths(atMost: all[2], with: pitch) == Array(all[2...]))
    #expect(row(["alpha"], dot: .white).rowWidths(atMost: .infinity, with: pitch).count == 2)
    for dot in [nil, Color.white] {
      let many = row((0..<10_000).map { "topic \($0)" }, dot: dot)
      let before = pitch.measured
      let widths = many.rowWidths(atMost: 400, with: pitch)
      #expect(pitch.measured - before < 60 && (2..<9).contains(widths.count) && widths.allSatisfy { $0 <= 440 })
    }
  }

  @Test("A measurement for another screen changes no size; the layout on that screen does")
  func measuredElsewhere() {
    let (view, pitch) = (TokensView(properties: TokenFieldProperties(), font: FontSpec(size: 13)), FixedTypesetter())
    view.followsScale = 1
    view.add(["one", "two", "three"], at: 0)
    let context = MeasureContext(area: Size(width: 2000, height: 1000), scale: 2, typesetter: pitch)
    let (height, natural) = (view.properties.tokenHeight, view.naturalSize(in: context))
    #expect(view.properties.tokenHeight == height && view.font.size == 13)
    #expect(view.naturalHeight(width: natural.width, in: context) == natural.height && view.font.size == 13)
    view.layout(in: Rect(x: 0, y: 0, width: natural.width, height: natural.height), with: pitch, scale: 2)
    #expect(view.properties.tokenHeight == 2 * height && view.font.size == 26)
    #expect(view.naturalSize(in: context) == natural)
  }

  @Test("Before it has a place it can be measured and changed, but neither tells its height nor draws")
  func unplaced() {
    let view = TokensView(font: FontSpec(size: 10))
    view.change(at: 0) { $0.setTokens([Token("a")]) }
    #expect(view.height(forWidth: 300, with: FixedTypesetter()) == 30)
    view.insert("x", at: 0)
    #expect(view.drainEvents() == [.changedText("x")])
    var frame = Frame(size: Size(width: 300, height: 30), background: .black)
    view.draw(into: &frame, at: 1)
    #expect(frame.layers.isEmpty)
  }

  @Test("The arrows up and down go from row to row")
  func rows() {
    let desk = ViewHarness.tokens(["alpha", "beta", "gamma"], in: Rect(x: 0, y: 0, width: 130, height: 100))
    desk.click(on: "alpha", at: 0)
    desk.view.key(.move(.down), at: 0)
    #expect(desk.view.field.selectedIndices == [2])
    desk.view.key(.move(.up, extending: true), at: 0)
    #expect(desk.view.field.selectedIndices == [0, 1, 2])
  }

  @Test("A single row scrolls by the wheel and to what has the keyboard; only what is seen is drawn")
  func row() {
    let desk = ViewHarness.tokens((0..<10_000).map { "t\($0)" }) {
      $0.overflow = .scroll
      $0.canEdit = false
    }
    let measured = desk.typesetter.measured
    #expect(desk.frame(at: 0).layers.count <= 9)
    desk.perform(.pressed(Point(x: 5, y: 15), button: 5, modifiers: []), at: 1)
    #expect(desk.frame(at: 1.1).nextChange == 1.1)
    #expect(desk.picture(at: 1.2).first == "t2 0,0")
    for _ in 0..<5 { desk.perform(.pressed(Point(x: 5, y: 15), button: 4, modifiers: []), at: 2) }
    #expect(desk.picture(at: 2.2).first == "t0 0,0")
    desk.view.focus(true, at: 3)
    desk.view.key(.move(.end), at: 3)
    desk.view.key(.move(.right), at: 3)
    #expect(desk.view.field.selectedIndices == [9999])
    #expect(desk.place(of: "t9999", at: 4).maxX == 300)
    #expect(desk.typesetter.measured - measured < 100)
  }

  @Test("Margins may differ from side to side")
  func margins() {
    let desk = ViewHarness.tokens(["a", "b"], in: Rect(x: 0, y: 0, width: 100, height: 60)) {
      $0.margins = 5
      $0.marginTop = 10
      $0.marginLeft = 20
      $0.canEdit = false
    }
    #expect(desk.picture(at: 0) == ["a 20,10", "b 49,10"])
    #expect(desk.view.naturalSize(with: desk.typesetter) == Size(width: 20 + 25 + 4 + 25 + 5, height: 45))
    #expect(desk.view.height(forWidth: 80, with: desk.typesetter) == 45)
    #expect(desk.view.height(forWidth: 78, with: desk.typesetter) == 79)
  }

  @Test("A topic's dot stands before its label")
  func dot() throws {
    let desk = ViewHarness.tokens([])
    desk.view.change(at: 0) { $0.setTokens([Token("a", dot: Color(rgb: 0x7cc4ff))]) }
    let pieces = desk.pieces(of: "a", at: 1)
    #expect(
      pieces[2] == Primitive(.box(radius: 2.5, fill: Color(rgb: 0x7cc4ff)), in: Rect(x: 10, y: 13, width: 5, height: 5))
    )
    #expect(pieces[3].anchor == Point(x: 20, y: 19))
  }

  @Test("In the middle of a higher strip")
  func centred() {
    let desk = ViewHarness.stripTokens(["a"])
    desk.view.isCentered = true
    desk.layOut(in: Rect(x: 0, y: 0, width: 200, height: 36))
    #expect(desk.picture(at: 0) == ["a 0,6"])
  }
}

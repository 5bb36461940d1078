import ScrollCore
import Testing
import ViewKit

@testable import Panels
@testable import Scene

@Suite("A panel of controls") struct PanelTests {
  static let style = PanelStyle(StripTheme(), font: FontSpec(size: 14), scale: 1)

  private final class Desk {
    let field = FieldView(placeholder: "Address", style: PanelTests.style)
    let button = ButtonView("Add", .main, style: PanelTests.style)
    let undo = ButtonView("Undo", style: PanelTests.style)
    let message = TextView("A message", style: PanelTests.style)
    let panel: Panel
    let harness: ViewHarness<Panel>
    var log: [String] = []

    init(isMirrored: Bool = false) {
      var style = PanelTests.style
      style.isMirrored = isMirrored
      let context = ViewContext()
      panel = Panel(
        [field, button, undo, message],
        .stack(
          .init(
            isRow: false, spacing: 8,
            [
              .init(
                .stack(.init(isRow: true, spacing: 8, [.init(.view(0), .share(1)), .init(.view(1), .natural)])),
                .natural), .init(.view(2), .natural), .init(.view(3), .share(1)),
            ])), style: style, in: context)
      panel.style = style
      harness = ViewHarness(panel, size: Size(width: 400, height: 200))
      field.onSubmit = { [unowned self] text, _ in log.append("submit \(text)") }
      button.onPress = { [unowned self] _ in log.append("press") }
      undo.onPress = { [unowned self] _ in log.append("undo") }
      panel.onKey = { [unowned self] key, _, _ in
        log.append("\(key.map { "\($0)" } ?? "")")
        return true
      }
      harness.layOut()
      harness.perform(.appeared, at: 0)
      harness.perform(.focused(true), at: 0)
    }
  }

  @Test("Tab goes through what can be used and begins again, Shift-Tab goes back") func tab() {
    let desk = Desk()
    let order: [any Control] = [desk.field, desk.button, desk.undo, desk.field]
    for (step, control) in order.enumerated() {
      #expect(desk.panel.isFocused(control), "step \(step)")
      desk.harness.press(.tab, at: 0)
    }
    desk.harness.press(.tab, .shift, at: 0)
    desk.harness.press(.tab, .shift, at: 0)
    #expect(desk.panel.isFocused(desk.undo))
  }

  @Test("Return and the space bar press a button, once for a key that is held") func keys() {
    let desk = Desk()
    desk.harness.press(.tab, at: 0)
    desk.harness.press(.enter, at: 0)
    desk.harness.press(.enter, .held, at: 0.5)
    desk.harness.press(.character(" "), at: 1)
    desk.harness.press(.tab, at: 1)
    desk.harness.press(.character(" "), at: 2)
    desk.harness.press(.character(" "), at: 3)
    #expect(desk.log == ["press", "press", "undo", "undo"])
  }

  @Test("A button that is let go elsewhere is not pressed") func dragOff() {
    let desk = Desk()
    let place = Point(x: desk.button.bounds.midX, y: desk.button.bounds.midY)
    desk.harness.perform(.pressed(place, button: 1, modifiers: []), at: 0)
    desk.harness.perform(.released(Point(x: 5, y: 190), button: 1, modifiers: []), at: 0.1)
    #expect(desk.log.isEmpty && desk.panel.isFocused(desk.button))
    desk.harness.click(place, at: 1)
    #expect(desk.log == ["press"])
  }

  @Test("What is typed in a field is submitted; Escape empties it, and then is the panel's") func field() {
    let desk = Desk()
    desk.harness.type("abc", at: 0)
    desk.harness.press(.enter, at: 0)
    #expect(desk.log == ["submit abc"] && desk.field.text == "abc")
    desk.harness.press(.escape, at: 1)
    #expect(desk.field.text == "")
    desk.harness.press(.escape, at: 2)
    #expect(desk.log == ["submit abc", "escape"])
    desk.harness.perform(.pasted("https://example.org/feed", from: .clipboard), at: 3)
    #expect(desk.field.text == "https://example.org/feed")
  }

  @Test("Ctrl-Z undoes what was typed in a field, and then is the panel's") func undo() {
    let desk = Desk()
    desk.harness.type("abc", at: 0)
    desk.harness.press(.character("z"), .control, at: 0)
    #expect(desk.field.text == "" && desk.log.isEmpty)
    desk.harness.press(.character("z"), .control, at: 0)
    #expect(desk.log == ["character(\"z\")"])
  }

  @Test("Tab completes where there is something to complete, and goes on else") func completion() {
    let desk = Desk()
    desk.field.completion = { $0 == "/ho" ? "/home/" : nil }
    var told: [String] = []
    desk.field.onChange = { text, _ in told.append(text) }
    desk.harness.type("/ho", at: 0)
    desk.harness.press(.tab, at: 0)
    #expect(desk.field.text == "/home/" && desk.panel.isFocused(desk.field))
    #expect(told == ["/", "/h", "/ho", "/home/"])
    desk.harness.press(.tab, at: 0)
    #expect(desk.panel.isFocused(desk.button))
  }

  @Test("What the layout does not name is hidden and has no keyboard") func hidden() {
    let desk = Desk()
    desk.harness.press(.tab, at: 0)
    #expect(desk.panel.isFocused(desk.button))
    desk.panel.layout = .stack(
      .init(isRow: false, spacing: 8, [.init(.view(2), .natural), .init(.view(3), .share(1))]))
    desk.harness.layOut()
    #expect(desk.panel.isFocused(desk.undo))
    #expect(!desk.harness.sights(at: 0).contains { $0.element.run?.text == "Add" })
  }

  @Test("Where rows run from right to left, everything stands on the other side") func mirrored() throws {
    let (plain, mirrored) = (Desk(), Desk(isMirrored: true))
    #expect(plain.button.bounds.maxX == 384 && mirrored.button.bounds.minX == 16)
    func message(_ desk: Desk) throws -> Rect {
      try #require(desk.harness.sights(at: 0).first { $0.element.run?.text == "A message" }).bounds
    }
    #expect(try message(plain).minX == 16 && abs(message(mirrored).maxX - 384) <= 1)
  }

  @Test("A field that gets the focus before the first picture shows it, and says so") func early() {
    let field = FieldView(placeholder: "Address", style: Self.style)
    let context = ViewContext()
    let panel = Panel(
      [field], .stack(.init(isRow: false, spacing: 0, [.init(.view(0), .natural)])), style: Self.style, in: context)
    _ = panel.handle(.focused(true), in: context)
    let harness = ViewHarness(panel, size: Size(width: 400, height: 200))
    harness.layOut()
    #expect(field.accessibleNode(at: 0)?.states.contains(.focused) == true)
    harness.type("a", at: 0)
    #expect(field.text == "a")
  }

  @Test("A message in several lines is not cut at the space where a line breaks") func lines() {
    let message = TextView("abcde fghi jkl mno pqr stu", style: Self.style)
    let typesetter = FixedTypesetter()
    // Ten letters of half an em.
    let place = Rect(
      x: 0, y: 0, width: 10 * 7, height: message.naturalHeight(width: 70, in: .fixed(.zero)))
    message.layout(in: place, with: typesetter, at: 0)
    var frame = Frame(size: place.size, background: Self.style.background)
    message.draw(into: &frame, at: 0)
    let runs = ViewHarness<TextView>.sights(of: frame.layers[0].content, at: .zero, in: place).compactMap(\.element.run)
    #expect(runs.map(\.text) == ["abcde fghi", "jkl mno", "pqr stu"])
  }

  @Test("A panel at rest asks for no frame: a caret blinks for ten seconds") func rest() {
    let desk = Desk()
    desk.harness.type("a", at: 0)
    desk.harness.draw(at: 1)
    #expect(desk.harness.frame.nextChange < 2)
    desk.harness.draw(at: 20)
    #expect(desk.harness.frame.nextChange == .infinity)
    desk.harness.press(.tab, at: 21)
    desk.harness.draw(at: 21)
    #expect(desk.harness.frame.nextChange == .infinity)
  }
}

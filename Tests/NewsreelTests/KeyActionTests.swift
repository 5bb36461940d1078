import ScrollCore
import Testing
import X11

@testable import App

@Suite("Keys where text is edited") struct KeyActionTests {
  private static func action(_ key: UInt, _ text: String = "", _ modifiers: Event.Modifiers = []) -> KeyAction? {
    KeyAction(key, text, modifiers)
  }

  @Test(
    "Keys of editing",
    arguments: [
      (Keys.left, [], .move(.left)), (Keys.left, .shift, .move(.left, extending: true)),
      (Keys.right, .control, .move(.wordRight)), (Keys.end, [.shift, .control], .move(.end, extending: true)),
      (Keys.up, [], .move(.up)), (Keys.enter, [], .submit), (Keys.escape, [], .cancel), (Keys.tab, [], .complete),
      (Keys.backspace, [], .delete(.left)), (Keys.backspace, .held, .delete(.left, isRepeat: true)),
      (Keys.backspace, .control, .delete(.wordLeft)), (Keys.delete, [], .delete(.right)),
      (Keys.delete, .shift, .cut), (Keys.insert, .control, .copy), (0x61, .control, .selectAll),
      (0x63, .control, .copy), (0x78, .control, .cut), (0x7a, .control, .undo),
      (0x5a, [.control, .shift], .redo), (0x79, .control, .redo),
      // Caps Lock is not Shift.
      (0x5a, .control, .undo),
      // The number block.
      (0xff96, [], .move(.left)), (0xff8d, [], .submit), (0xff9f, .shift, .cut),
    ] as [(UInt, Event.Modifiers, EditCommand)])
  func commands(_ key: UInt, _ modifiers: Event.Modifiers, _ command: EditCommand) {
    #expect(Self.action(key, "\u{1}", modifiers) == .edit(command))
  }

  @Test("Pasting is Ctrl-V and Shift-Insert") func paste() {
    #expect(Self.action(0x76, "\u{16}", .control) == .paste)
    #expect(Self.action(Keys.insert, "", .shift) == .paste)
    #expect(Self.action(Keys.insert) == nil)
  }

  @Test("Text is text: not with Alt or Control, and no control characters") func text() {
    #expect(Self.action(0x61, "a") == .insert("a"))
    #expect(Self.action(0, "日本") == .insert("日本"))
    #expect(Self.action(0x41, "A", .shift) == .insert("A"))
    #expect(Self.action(0x61, "a", .alt) == nil)
    #expect(Self.action(0x62, "\u{2}", .control) == nil)
    #expect(Self.action(0xffe1) == nil && Self.action(0, "\u{7f}") == nil && Self.action(0xff0b, "\u{b}") == nil)
    #expect(Self.action(Keys.tab, "\t", .shift) == nil)
  }

  @Test("Presses count together when they are close in time and place") func clicks() {
    var counter = ClickCounter()
    let counts = [(10.0, 0.0), (12, 0.3), (12, 0.6), (40, 0.8), (40, 1.3)].map { x, t in
      counter.press(Point(x: x, y: 5), at: t)
    }
    #expect(counts == [1, 2, 3, 1, 1])
  }

  @Test("Events are asked for by name") func events() throws {
    #expect(try TokenEventLine.parse("all").count == TokenEventLine.names.count)
    #expect(try TokenEventLine.parse("none").isEmpty)
    #expect(try TokenEventLine.parse("added,text") == ["added", "text"])
    #expect(throws: UsageError.self) { try TokenEventLine.parse("added,nothing") }
    #expect(TokenEventLine.usual.isSubset(of: TokenEventLine.names))
  }
}

import ScrollCore
import Testing

@testable import Scene

@Suite("Keys where text is edited") struct KeyActionTests {
  private static func action(_ key: Key?, _ text: String = "", _ modifiers: Modifiers = []) -> KeyAction? {
    KeyAction(key, text, modifiers)
  }

  @Test(
    "Keys of editing",
    arguments: [
      (.left, [], .move(.left)), (.left, .shift, .move(.left, extending: true)),
      (.right, .control, .move(.wordRight)), (.end, [.shift, .control], .move(.end, extending: true)),
      (.up, [], .move(.up)), (.enter, [], .submit), (.escape, [], .cancel), (.tab, [], .complete),
      (.backspace, [], .delete(.left)), (.backspace, .held, .delete(.left, isRepeat: true)),
      (.backspace, .control, .delete(.wordLeft)), (.delete, [], .delete(.right)),
      (.delete, .shift, .cut), (.insert, .control, .copy), (.character("a"), .control, .selectAll),
      (.character("c"), .control, .copy), (.character("x"), .control, .cut), (.character("z"), .control, .undo),
      (.character("Z"), [.control, .shift], .redo), (.character("y"), .control, .redo),
      // Caps Lock is not Shift.
      (.character("Z"), .control, .undo),
    ] as [(Key, Modifiers, EditCommand)])
  func commands(_ key: Key?, _ modifiers: Modifiers, _ command: EditCommand) {
    #expect(Self.action(key, "\u{1}", modifiers) == .edit(command))
  }

  @Test("Pasting is Ctrl-V and Shift-Insert") func paste() {
    #expect(Self.action(.character("v"), "\u{16}", .control) == .paste)
    #expect(Self.action(.insert, "", .shift) == .paste)
    #expect(Self.action(.insert) == nil)
  }

  @Test("Text is text: not with Alt or Control, and no control characters") func text() {
    #expect(Self.action(.character("a"), "a") == .insert("a"))
    #expect(Self.action(nil, "日本") == .insert("日本"))
    #expect(Self.action(.character("A"), "A", .shift) == .insert("A"))
    #expect(Self.action(.character("a"), "a", .alt) == nil)
    #expect(Self.action(.character("b"), "\u{2}", .control) == nil)
    #expect(Self.action(nil) == nil && Self.action(nil, "\u{7f}") == nil && Self.action(nil, "\u{b}") == nil)
    #expect(Self.action(.tab, "\t", .shift) == nil)
  }

  @Test("Presses count together when they are close in time and place") func clicks() {
    var counter = ClickCounter()
    let counts = [(10.0, 0.0), (12, 0.3), (12, 0.6), (40, 0.8), (40, 1.3)].map { x, t in
      counter.press(Point(x: x, y: 5), at: t)
    }
    #expect(counts == [1, 2, 3, 1, 1])
  }
}

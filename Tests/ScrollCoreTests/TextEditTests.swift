import ScrollCore
import TestKit
import Testing

private func editor(_ text: String, from anchor: Int? = nil, to caret: Int? = nil) -> TextEditor {
  var editor = TextEditor(text)
  if let caret { editor.select { $0.select(from: anchor ?? caret, to: caret) } }
  return editor
}

@Suite("Text editing")
struct TextEditTests {
  @Test("The caret moves by graphemes", arguments: ["e\u{301}", "👨‍👩‍👧‍👦", "🇫🇷", "한", "ä", "x"])
  func graphemes(character: String) {
    var editor = editor("a" + character + "b", to: 1)
    editor.perform(.move(.right))
    #expect(editor.line.caret == 1 + character.utf8.count)
    editor.perform(.delete(.left))
    #expect(editor.text == "ab")
    #expect(editor.line.caret == 1)
  }

  @Test(
    "The caret moves by words",
    arguments: [
      (0, EditMovement.wordRight, 5), (5, .wordRight, 12), (12, .wordRight, 12), (12, .wordLeft, 7), (7, .wordLeft, 0),
      (9, .wordLeft, 7), (0, .wordLeft, 0), (3, .start, 0), (3, .end, 12),
    ])
  func words(caret: Int, movement: EditMovement, target: Int) {
    var editor = editor("hello, world", to: caret)
    editor.perform(.move(movement))
    #expect(editor.line.caret == target)
    #expect(editor.line.selection.isEmpty)
  }

  @Test("Left and right leave a selection at its ends", arguments: [(EditMovement.left, 2), (.right, 5)])
  func collapse(movement: EditMovement, target: Int) {
    var editor = editor("abcdefg", from: 5, to: 2)
    editor.perform(.move(movement))
    #expect(editor.line.selection == target..<target)
  }

  @Test("Shift extends and shrinks")
  func extend() {
    var editor = editor("abc", to: 1)
    editor.perform(.move(.right, extending: true))
    editor.perform(.move(.right, extending: true))
    #expect(editor.line.selectedText == "bc")
    editor.perform(.move(.left, extending: true))
    #expect(editor.line.selectedText == "b")
    editor.perform(.move(.start, extending: true))
    #expect(editor.line.selectedText == "a")
  }

  @Test("Copy, cut, paste")
  func clipboard() {
    var editor = editor("abcdef", from: 1, to: 3)
    #expect(editor.perform(.copy) == .copied("bc"))
    #expect(editor.perform(.cut) == .copied("bc"))
    #expect(editor.text == "adef")
    #expect(editor.perform(.cut) == .ignored)
    editor.paste("one\r\ntwo\tthree\u{1b}[0m")
    #expect(editor.text == "aone two three[0mdef")
    editor.perform(.undo)
    editor.perform(.undo)
    #expect(editor.text == "abcdef")
    #expect(editor.line.selection == 1..<3)
  }

  @Test("Words typed are undone one by one, deletions together")
  func steps() {
    var editor = editor("")
    for character in "to be" { editor.insert(String(character)) }
    editor.perform(.delete(.left))
    editor.perform(.delete(.left))
    #expect(editor.text == "to ")
    editor.perform(.undo)
    #expect(editor.text == "to be")
    editor.perform(.undo)
    #expect(editor.text == "to ")
    editor.perform(.undo)
    #expect(editor.text == "")
    #expect(editor.perform(.undo) == .ignored)
    editor.perform(.redo)
    editor.perform(.redo)
    editor.perform(.redo)
    #expect(editor.text == "to ")
    #expect(editor.perform(.redo) == .ignored)
  }

  @Test("What is typed or deleted behind an undo is a step of its own", arguments: [false, true])
  func afterUndo(isRedone: Bool) {
    var editor = editor("")
    editor.insert("a")
    editor.perform(.undo)
    if isRedone { editor.perform(.redo) }
    let before = editor.text
    editor.insert("b")
    #expect(editor.text == before + "b")
    editor.perform(.undo)
    #expect(editor.text == before)
    editor = TextEditor("abc")
    editor.perform(.delete(.left))
    editor.perform(.undo)
    if isRedone { editor.perform(.redo) }
    let whole = editor.text
    editor.perform(.delete(.left))
    editor.perform(.undo)
    #expect(editor.text == whole)
  }

  @Test("A moved caret begins a new step")
  func interrupted() {
    var editor = editor("")
    editor.insert("a")
    editor.perform(.move(.start))
    editor.insert("b")
    editor.perform(.undo)
    #expect(editor.text == "a")
  }

  @Test("A hundred steps come back, not more")
  func limit() {
    var editor = editor("")
    for _ in 0..<120 { editor.paste("x") }
    while editor.perform(.undo) == .handled {}
    #expect(editor.text.count == 20)
    while editor.perform(.redo) == .handled {}
    #expect(editor.text.count == 120)
  }

  @Test("Return submits, Escape restores")
  func ends() {
    var editor = editor("before")
    editor.insert("!")
    #expect(editor.perform(.submit) == .submitted("before!"))
    #expect(editor.perform(.cancel) == .cancelled("before"))
    #expect(editor.text == "before")
  }

  @Test("What is being composed is shown, is no text, and ends with the insertion")
  func preedit() {
    var editor = editor("日", from: 0, to: 3)
    editor.compose("にほ", caret: 3)
    #expect(editor.text == "日")
    #expect(editor.line.shown.text == "にほ")
    #expect(editor.line.shown.caret == 3)
    #expect(editor.line.shown.selection.isEmpty)
    #expect(editor.line.shown.composed == 0..<6)
    editor.insert("日本")
    #expect(editor.text == "日本")
    #expect(editor.line.shown.caret == 6)
    #expect(editor.line.shown.composed == nil)
    editor.perform(.undo)
    #expect(editor.line.shown.text == "日")
    editor.compose("x", caret: 1)
    editor.compose("", caret: 0)
    #expect(editor.line.shown.composed == nil)
  }

  @Test("A mark that joins its neighbour leaves the caret between graphemes")
  func joining() {
    var editor = editor("\u{301}b", to: 0)
    editor.insert("e")
    #expect(editor.text == "e\u{301}b")
    #expect(editor.line.caret == 3)
  }

  @Test(
    "A double click selects a word",
    arguments: [
      (0, "hello"), (3, "hello"), (5, ", "), (8, "world"), (12, "world"), (99, "world"),
    ])
  func word(offset: Int, selected: String) {
    var editor = editor("hello, world")
    editor.select { $0.selectWord(at: offset) }
    #expect(editor.line.selectedText == selected)
  }

  @Test("In text that runs from right to left the arrows change places")
  func mirrored() {
    #expect(EditCommand.move(.left, extending: true).mirrored == .move(.right, extending: true))
    #expect(EditCommand.move(.wordRight).mirrored == .move(.wordLeft))
    #expect(EditCommand.move(.start).mirrored == .move(.start))
    #expect(EditCommand.delete(.left).mirrored == .delete(.left))
  }

  @Test("Undo leads to the start, redo to the end, whatever was done", arguments: 0..<20 as Range<UInt64>)
  func property(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var editor = TextEditor("Grüße, 👩‍🚀 aus e\u{301}t\u{301}")
    let start = editor
    let texts = ["a", "ß", "\u{301}", "🇩", "🇪", " ", "two words", "\u{200d}", "\n", "한"]
    for _ in 0..<90 {
      let movement = EditMovement.allCases.randomElement(using: &random) ?? .left
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1: editor.insert(texts.randomElement(using: &random) ?? "")
      case 2: editor.paste(texts.randomElement(using: &random) ?? "")
      case 3: editor.perform(.delete(movement))
      case 4: editor.compose(texts.randomElement(using: &random) ?? "", caret: 1)
      case 5: editor.perform(.move(movement, extending: Bool.random(using: &random)))
      default: editor.perform([.cut, .selectAll, .undo, .redo].randomElement(using: &random) ?? .undo)
      }
      let line = editor.line
      let boundaries = Set(
        line.text.indices.map { line.text.utf8.distance(from: line.text.startIndex, to: $0) } + [line.end])
      #expect(boundaries.isSuperset(of: [line.caret, line.anchor]))
    }
    while editor.perform(.redo) == .handled {}
    editor.compose("", caret: 0)
    let end = editor.line
    while editor.perform(.undo) == .handled {}
    #expect(editor.text == start.text)
    while editor.perform(.redo) == .handled {}
    #expect(editor.line == end)
  }
}

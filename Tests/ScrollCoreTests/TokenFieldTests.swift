import ScrollCore
import Testing

/// A field with these chips.
func tokenField(
  _ labels: [String], _ adjust: (inout TokenFieldProperties) -> Void = { _ in }
) -> TokenField {
  var properties = TokenFieldProperties()
  adjust(&properties)
  var field = TokenField(properties: properties)
  field.setTokens(labels.map { Token($0) })
  return field
}

extension TokenField {
  var labels: [String] { tokens.map(\.label) }
  var selected: [String] { selectedIndices.map { tokens[$0].label } }

  @discardableResult
  mutating func press(_ commands: EditCommand...) -> EditOutcome {
    var outcome = EditOutcome.ignored
    for command in commands { outcome = perform(command, at: 0) }
    return outcome
  }
}

@Suite("Token field")
struct TokenFieldTests {
  @Test("Return adds what is typed")
  func submit() {
    var field = tokenField(["a"])
    field.insert("  New York ")
    #expect(field.press(.submit) == .handled)
    #expect(field.labels == ["a", "New York"])
    #expect(field.input.isEmpty)
    #expect(
      field.drainEvents() == [
        .changedText("  New York "), .shouldReturn("  New York "), .added(index: 1, label: "New York"),
        .changedText(""),
      ])
    #expect(field.drainEvents().isEmpty)
    field.insert("  ")
    #expect(field.press(.submit) == .ignored)
  }

  @Test("A typed list is split like a pasted one, in one step; what is refused stays typed")
  func list() {
    var field = tokenField(["a"])
    field.insert("b, c;d,, A , e")
    #expect(field.press(.submit) == .handled)
    #expect(field.labels == ["a", "b", "c", "d", "e"] && field.input.text == "A")
    field.press(.undo)
    #expect(field.labels == ["a"] && field.input.text == "b, c;d,, A , e")
    field.press(.selectAll)
    field.insert(" ,; ")
    #expect(field.press(.submit) == .ignored && field.input.text == " ,; ")
  }

  @Test("A suggestion with a comma stays in one piece") func suggestedList() {
    var field = tokenField([]) { $0.onlySuggestions = true }
    field.suggestions = ["Washington, D.C.", "London"]
    field.insert("washington, d.c.")
    field.press(.submit)
    #expect(field.labels == ["Washington, D.C."])
    field.insert("London, Paris")
    field.press(.submit)
    #expect(field.labels == ["Washington, D.C.", "London"] && field.input.text == "Paris")
  }

  @Test(
    "Duplicates are refused: the chip flashes, the text stays",
    arguments: [
      (" WORLD ", "World"), ("caf\u{e9}", "Cafe\u{301}"), ("STRASSE", "Straße"), ("ΟΔΟΣ", "οδος"),
      ("ΣΊΣΥΦΟΣ", "Σίσυφος"),
    ])
  func duplicate(typed: String, standing: String) {
    var field = tokenField(["x", standing])
    field.insert(typed)
    _ = field.drainEvents()
    field.perform(.submit, at: 10)
    #expect(field.labels == ["x", standing])
    #expect(field.input.text == typed)
    #expect(field.flash?.id == field.tokens[1].id)
    #expect(field.flash?.strength(at: 10) == 1)
    #expect(field.flash?.strength(at: 10.6) == 0)
    #expect(field.nextChange(at: 10.1) == 10.1)
    #expect(field.nextChange(at: 10.6) == .infinity)
    #expect(field.drainEvents().last == .refused(label: Token(typed).label, reason: .duplicate))
    #expect(!field.canUndo || field.press(.undo) == .handled)
  }

  @Test("The capital ẞ is ss, as the small one", arguments: [("STRAẞE", "Straße"), ("strasse", "STRAẞE")])
  func capitalSharpS(typed: String, standing: String) {
    var field = tokenField([standing])
    field.insert(typed)
    field.press(.submit)
    #expect(field.labels == [standing])
  }

  @Test("Millions of marks and letters are bounded where they enter") func millionsOfMarks() {
    let marks = "e" + String(repeating: "\u{301}\u{323}", count: 1 << 20)
    var field = tokenField(["a"])
    field.insert(marks)
    #expect(field.input.text.unicodeScalars.count == 31)
    field.press(.submit)
    field.paste(marks + "," + marks, at: 0)
    field.suggestions = [marks]
    #expect(field.tokens.count == 2 && Token(marks) == Token(marks))
    field.insert(String(repeating: "é", count: 1 << 20))
    field.insert("x")
    #expect(field.input.text.utf8.count == 1 << 16)
  }

  @Test("What only looks alike is no duplicate", arguments: [("ı", "i"), ("a b", "ab"), ("o", "ö")])
  func different(typed: String, standing: String) {
    var field = tokenField([standing])
    #expect(field.add([Token(typed)], time: 0) == 1)
  }

  @Test("Backspace in an empty field selects the last chip; pressed again it deletes it, held down it does not")
  func backspace() {
    var field = tokenField(["a", "b"])
    field.press(.delete(.left))
    #expect(field.selected == ["b"])
    field.press(.delete(.left, isRepeat: true), .delete(.left, isRepeat: true))
    #expect(field.labels == ["a", "b"])
    _ = field.drainEvents()
    field.press(.delete(.left))
    #expect(field.labels == ["a"])
    #expect(
      field.drainEvents() == [
        .willDelete(index: 1, label: "b"), .removed(index: 1, label: "b"), .selected([]),
      ])
    field.press(.delete(.left))
    #expect(field.selected == ["a"])
  }

  @Test("A Backspace that is held down until the text is gone leaves the chips alone")
  func heldBackspace() {
    var field = tokenField(["a"])
    field.insert("xy")
    field.press(.delete(.left), .delete(.left, isRepeat: true), .delete(.left, isRepeat: true))
    #expect(field.input.isEmpty)
    #expect(field.selection.isEmpty)
  }

  @Test(
    "Arrows, Home and End go through the chips",
    arguments: [
      ([EditCommand.move(.left)], ["c"]),
      ([.move(.left), .move(.left)], ["b"]),
      ([.move(.left), .move(.left), .move(.right)], ["c"]),
      ([.move(.left), .move(.right)], []),
      ([.move(.left), .move(.start)], ["a"]),
      ([.move(.left), .move(.start), .move(.left)], ["a"]),
      ([.move(.left), .move(.end)], []),
      ([.move(.left), .move(.left, extending: true)], ["b", "c"]),
      ([.move(.left), .move(.start, extending: true)], ["a", "b", "c"]),
      ([.move(.left), .move(.start, extending: true), .move(.right, extending: true)], ["b", "c"]),
      ([.move(.start), .move(.right, extending: true)], ["a", "b"]),
      ([.move(.start, extending: true)], ["a", "b", "c"]),
      ([.selectAll], ["a", "b", "c"]),
      ([.selectAll, .cancel], []),
      ([.selectAll, .move(.right)], []),
    ])
  func navigation(commands: [EditCommand], selected: [String]) {
    var field = tokenField(["a", "b", "c"])
    for command in commands { field.press(command) }
    #expect(field.selected == selected)
  }

  @Test("Arrows go through the text before they go to the chips")
  func textThenChips() {
    var field = tokenField(["a"])
    field.insert("xy")
    field.press(.move(.left), .move(.left))
    #expect(field.input.caret == 0)
    #expect(field.selection.isEmpty)
    field.press(.move(.left))
    #expect(field.selected == ["a"])
    field.press(.move(.right))
    #expect(field.selection.isEmpty)
    #expect(field.input.caret == 0)
  }

  @Test("Ctrl-A takes the text first, then the chips")
  func selectAll() {
    var field = tokenField(["a", "b"])
    field.insert("xy")
    field.press(.selectAll)
    #expect(field.selectedText == "xy")
    field.press(.selectAll)
    #expect(field.selectedText == "a\nb")
  }

  @Test("A pasted list takes the place of the selected text, and both come back in one step") func pasteOverText() {
    var field = tokenField(["a"])
    field.insert("typed")
    field.press(.selectAll)
    field.paste("b, c", at: 0)
    #expect(field.labels == ["a", "b", "c"] && field.input.isEmpty)
    field.press(.undo)
    #expect(field.labels == ["a"] && field.input.text == "typed")
  }

  @Test("Cut, paste and undo")
  func clipboard() {
    var field = tokenField(["a", "b", "c"])
    field.press(.move(.left), .move(.left, extending: true))
    #expect(field.press(.copy) == .copied("b\nc"))
    #expect(field.press(.cut) == .copied("b\nc"))
    #expect(field.labels == ["a"])
    field.paste("b\nc", at: 0)
    #expect(field.labels == ["a", "b", "c"])
    field.press(.undo, .undo)
    #expect(field.labels == ["a", "b", "c"])
    #expect(field.selected == ["b", "c"])
  }

  @Test(
    "A paste splits as one undo step",
    arguments: [
      "one,two;three\tfour\nfive", "one\r\ntwo\r\nthree\r\nfour\r\nfive\r\n", ",, one ;two,\n\n three,four,five,ONE",
    ])
  func paste(text: String) {
    var field = tokenField(["a"])
    field.insert("typed")
    field.paste(text, at: 0)
    #expect(field.labels == ["a", "one", "two", "three", "four", "five"])
    #expect(field.input.text == "typed")
    field.press(.undo)
    #expect(field.labels == ["a"])
    #expect(field.input.text == "typed")
    field.press(.redo)
    #expect(field.labels.count == 6)
  }

  @Test("A paste without separators is text")
  func pasteText() {
    var field = tokenField([])
    field.insert("ab")
    field.press(.move(.left))
    field.paste("x y", at: 0)
    #expect(field.input.text == "ax yb")
    #expect(field.labels.isEmpty)
  }

  @Test("A large paste is one step")
  func largePaste() {
    var field = tokenField([])
    field.paste((0..<5000).map { "token number \($0)" }.joined(separator: "\n"), at: 0)
    #expect(field.tokens.count == 5000)
    field.press(.undo)
    #expect(field.tokens.isEmpty)
  }

  @Test("Focus is reported once, and losing it ends gestures")
  func focus() {
    var field = tokenField(["a", "b"])
    field.focus(true)
    field.focus(true)
    field.beginDrag(0)
    field.drag(to: 1)
    field.compose("x", caret: 1)
    field.focus(false)
    #expect(field.labels == ["a", "b"])
    #expect(field.input.shown.composed == nil)
    #expect(field.drainEvents() == [.didBeginEditing(""), .didEndEditing])
  }

  @Test("Undo and redo bring back no letters that were only being composed") func undoOfComposition() {
    var field = tokenField(["a"])
    field.compose("ni", caret: 2)
    field.insert("你")
    #expect(field.input.shown.text == "你" && field.input.shown.composed == nil)
    field.press(.undo)
    #expect(field.input.shown.text.isEmpty && field.input.shown.composed == nil)
    // Neither does what is being composed when a step is taken.
    field.compose("hao", caret: 3)
    field.press(.redo)
    #expect(field.input.shown.text == "你" && field.input.shown.composed == nil)
    field.compose("hao", caret: 3)
    field.press(.undo)
    #expect(field.input.shown.text.isEmpty && field.input.shown.composed == nil)
    field.press(.redo)
    #expect(field.input.shown.text == "你" && field.input.shown.composed == nil)
    // A change of the chips meanwhile.
    field.compose("hao", caret: 3)
    field.remove(at: [0])
    field.press(.undo)
    #expect(field.labels == ["a"] && field.input.shown.text == "你" && field.input.shown.composed == nil)
  }

  @Test("What the owner sets keeps the identity of what stays")
  func reload() {
    final class Owner: TokenFieldSource {
      var labels = ["a", "b", "b"]
      func numberOfTokens() -> Int { labels.count }
      func token(at index: Int) -> String { labels[index] }
      func isTokenEditable(at index: Int) -> Bool { index > 0 }
    }
    let owner = Owner()
    var field = TokenField()
    field.reload(from: owner)
    #expect(field.labels == ["a", "b", "b"])
    #expect(field.tokens.map(\.isEditable) == [false, true, true])
    let ids = field.tokens.map(\.id)
    owner.labels = ["b", "x", "a", "b"]
    field.reload(from: owner)
    #expect(field.tokens.map(\.id)[0] == ids[1])
    #expect(field.tokens.map(\.id)[2...] == [ids[0], ids[2]])
    #expect(field.drainEvents().isEmpty)
  }

  @Test("An addition and a removal are reported in order")
  func events() {
    var field = tokenField(["a"])
    field.add([Token("b")], time: 0)
    field.remove(at: [0])
    #expect(
      field.drainEvents() == [
        .added(index: 1, label: "b"), .willDelete(index: 0, label: "a"), .removed(index: 0, label: "a"),
      ])
  }

  @Test("Labels are trimmed lines without control characters")
  func labels() {
    #expect(Token(" a\u{1b}[1m\tb\n").label == "a[1m b")
    var field = tokenField([])
    #expect(field.add([Token(" \n"), Token("\u{7}")], time: 0) == 0)
  }
}

internal import ScrollCore

/// The value of a property while it is typed.
struct ValueEditor: Sendable {
  let window: String
  let property: PropertyInfo
  var editor: TextEditor
  /// Why the program refuses it.
  var problem: String?
  /// The number of the change that waits for an answer.
  var number: Int?
  /// Keys typed since, which apply once the answer is there.
  var ahead: [TerminalKey] = []

  static let mostAhead = 200
  /// In bytes: an edited line would cut off the rest.
  static let longest = 1 << 16

  init(_ property: PropertyInfo, in window: String) {
    (self.property, self.window) = (property, window)
    editor = TextEditor(property.text)
    // Typing replaces the value; moving the caret keeps it.
    editor.perform(.selectAll)
  }

  /// Nothing was typed. A value that does not fit on a line cannot be edited, and must not get lost.
  var isUntouched: Bool { editor.text == EditLine(property.text).text }
}

/// A property's choices.
struct ChoiceList: Sendable {
  let window: String
  let property: PropertyInfo
  let words: [String]
  var index: Int

  init?(_ property: PropertyInfo, in window: String) {
    guard case .choice(let words) = property.kind, !words.isEmpty else { return nil }
    (self.property, self.window, self.words) = (property, window, words)
    index = words.firstIndex(of: property.text) ?? 0
  }

  mutating func move(by count: Int) { index = min(max(index + count, 0), words.count - 1) }
}

extension EditLine {
  /// Executes a key's command on a line; false if it has none.
  mutating func handle(_ key: TerminalKey) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .left: move(.left, extending: false)
    case .right: move(.right, extending: false)
    case .shiftLeft: move(.left, extending: true)
    case .shiftRight: move(.right, extending: true)
    case .home, .control("a"): move(.start, extending: false)
    case .end, .control("e"): move(.end, extending: false)
    case .backspace: delete(.left)
    case .delete: delete(.right)
    case .control("w"): delete(.wordLeft)
    case .control("k"): delete(.end)
    case .control("u"): replaceAll(with: "")
    default: return false
    }
    return true
  }
}

extension TextEditor {
  /// The same with a history; Ctrl-Y undoes.
  mutating func handle(_ key: TerminalKey) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .left: perform(.move(.left))
    case .right: perform(.move(.right))
    case .shiftLeft: perform(.move(.left, extending: true))
    case .shiftRight: perform(.move(.right, extending: true))
    case .home, .control("a"): perform(.move(.start))
    case .end, .control("e"), .f2: perform(.move(.end))
    case .backspace: perform(.delete(.left))
    case .delete: perform(.delete(.right))
    case .control("w"): perform(.delete(.wordLeft))
    case .control("k"): perform(.delete(.end))
    case .control("u"):
      perform(.selectAll)
      perform(.delete(.left))
    case .control("y"): perform(.undo)
    default: return false
    }
    return true
  }
}

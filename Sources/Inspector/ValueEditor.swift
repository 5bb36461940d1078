internal import ScrollCore

/// The value of a property as it is typed.
struct ValueEditor: Sendable {
  let window: String
  let property: PropertyInfo
  var editor: TextEditor
  /// Why the program does not take it.
  var problem: String?
  /// The change that waits for its answer.
  var number: Int?
  /// What has been typed since; it counts once the answer is there.
  var ahead: [TerminalKey] = []

  static let mostAhead = 200
  /// Bytes; more than a line that is edited holds would be cut off.
  static let longest = 1 << 16

  init(_ property: PropertyInfo, in window: String) {
    (self.property, self.window) = (property, window)
    editor = TextEditor(property.text)
    // What is typed takes its place; what moves the caret leaves it.
    editor.perform(.selectAll)
  }

  /// Nothing was typed. What cannot stand on a line has no place in the editor, and is not lost for that.
  var isUntouched: Bool { editor.text == EditLine(property.text).text }
}

/// The words that a property takes, to choose one of them.
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
  /// Carries out what a key asks of a line; false where it asks nothing.
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
  /// The same with a history, which Ctrl-Z and Ctrl-Y go through.
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

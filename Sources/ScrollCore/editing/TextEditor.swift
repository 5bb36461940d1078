/// A plain text being edited: the line, its history, and the text that Escape restores.
package struct TextEditor: Equatable, Sendable {
  package private(set) var line: EditLine
  /// The text when editing began.
  package let original: String
  private var history = UndoHistory<EditLine>()

  /// Starts editing with the caret at the end.
  package init(_ text: String = "") {
    line = EditLine(text)
    original = text
  }

  package var text: String { line.text }
  package var canUndo: Bool { history.canUndo }
  package var canRedo: Bool { history.canRedo }

  /// Executes a key's command.
  @discardableResult
  package mutating func perform(_ command: EditCommand) -> EditOutcome {
    switch command {
    case .move(let movement, let extending): select { $0.move(movement, extending: extending) }
    case .selectAll: select { $0.selectAll() }
    case .delete(let movement, _):
      change(line.selection.isEmpty ? .deleting : .other) { $0.delete(movement) }
    case .copy, .cut: return copy(cutting: command == .cut)
    case .undo: return restore(history.undo(from: plain(line)))
    case .redo: return restore(history.redo(from: plain(line)))
    case .submit: return .submitted(line.text)
    case .cancel:
      line = EditLine(original)
      history = UndoHistory()
      return .cancelled(original)
    case .complete: return .ignored
    }
    return .handled
  }

  /// Replaces the selection by typed text.
  package mutating func insert(_ text: String) {
    if !line.selection.isEmpty || line.isAtWordStart && text.first?.isWhitespace == false { history.interrupt() }
    change(.typing) { $0.insert(text) }
  }

  /// Replaces the selection by the clipboard's text, as one line and one undo step.
  package mutating func paste(_ text: String) {
    change(.other) { $0.insert(text) }
  }

  /// Replaces the text on behalf of its owner. This is not an undo step: undo returns to the text typed before.
  package mutating func rewrite(_ text: String) { if text != line.text { line.rewrite(text) } }

  /// Shows the pre-edit text; `caret` counts its UTF-8 bytes. Empty ends composing.
  package mutating func compose(_ text: String, caret: Int) { line.compose(text, caret: caret) }

  /// Replaces the whole text, as one undo step.
  package mutating func replace(by text: String) {
    select { $0.selectAll() }
    paste(text)
  }

  /// Changes caret and selection by a method of `EditLine`.
  package mutating func select(_ body: (inout EditLine) -> Void) {
    body(&line)
    history.interrupt()
  }

  private mutating func change(_ kind: UndoHistory<EditLine>.Kind, _ body: (inout EditLine) -> Void) {
    let before = plain(line)
    body(&line)
    if line.text != before.text { history.record(before, kind: kind) }
  }

  private mutating func copy(cutting: Bool) -> EditOutcome {
    guard !line.selection.isEmpty else { return .ignored }
    let text = line.selectedText
    if cutting { change(.other) { $0.delete(.left) } }
    return .copied(text)
  }

  private mutating func restore(_ state: EditLine?) -> EditOutcome {
    guard let state else { return .ignored }
    line = state
    return .handled
  }

  private func plain(_ line: EditLine) -> EditLine {
    var line = line
    line.compose("", caret: 0)
    return line
  }
}

/// The earlier states for undo, and the undone ones for redo; at most 100 of each.
struct UndoHistory<State: Equatable & Sendable>: Equatable, Sendable {
  /// The most steps of undo.
  static var limit: Int { 100 }

  /// The kind of change of a step. Consecutive changes of one kind, except `other`, make up a single step.
  enum Kind: Equatable, Sendable {
    case typing, deleting, other
  }

  private var past: [State] = []
  private var future: [State] = []
  private var open: Kind?

  var canUndo: Bool { !past.isEmpty }
  var canRedo: Bool { !future.isEmpty }

  /// Records a change of the state that was `before`.
  mutating func record(_ before: State, kind: Kind) {
    future.removeAll()
    if kind != .other, kind == open { return }
    open = kind
    past.append(before)
    if past.count > Self.limit { past.removeFirst() }
  }

  /// Makes the next change a new step of any kind, because the caret has moved or a word begins.
  mutating func interrupt() { open = nil }

  /// The state before the last step, or nil.
  mutating func undo(from present: State) -> State? { step(from: present, forwards: false) }

  /// The state after the last undone step, or nil.
  mutating func redo(from present: State) -> State? { step(from: present, forwards: true) }

  private mutating func step(from present: State, forwards: Bool) -> State? {
    guard let state = forwards ? future.popLast() : past.popLast() else { return nil }
    if forwards { past.append(present) } else { future.append(present) }
    open = nil
    return state
  }
}

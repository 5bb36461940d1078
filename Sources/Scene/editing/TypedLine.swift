package import ScrollCore

/// An editable line: its input by keys, pointer and input method, and its drawing.
package struct TypedLine {
  package var editor: TextEditor
  /// In window coordinates.
  private(set) var field = Rect.zero
  /// Whether the button is held down on the text.
  package var isSelecting = false
  private var isFocused: Bool
  private var blink: CaretBlink
  private var drawing = TextFieldDrawing()
  private var shownCaret = Rect.zero

  /// The result of an event.
  package enum Outcome {
    case ignored, handled
    /// Editing has ended by Return or Escape.
    case ended(accepting: Bool)
  }

  package init(_ text: String, at t: Seconds, isFocused: Bool = true) {
    editor = TextEditor(text)
    self.isFocused = isFocused
    blink = CaretBlink(since: t)
  }

  /// Changes the text or its selection, and shows the caret for a while.
  package mutating func change(at t: Seconds, _ body: (inout TextEditor) -> Void) {
    body(&editor)
    blink.since = t
  }

  // MARK: - Drawing

  /// Places it; `baseline` is relative to the field's top.
  package mutating func layOut(
    in field: Rect, style: TextFieldDrawing.Style, baseline: Double, with typesetter: any Typesetter
  ) {
    self.field = field
    drawing.update(editor.line, style: style, size: field.size, baseline: baseline, typesetter: typesetter)
  }

  /// Starts with this much of the text hidden on the left, in pixels.
  mutating func hide(left: Double) { drawing.hide(left: left) }

  package func draw(into frame: inout Frame, at t: Seconds, in bounds: Rect) {
    drawing.draw(
      into: &frame, at: t, origin: field.origin, clip: field.intersection(bounds), blink: isFocused ? blink : nil)
  }

  /// Reports the caret's position to input methods if it has changed.
  package mutating func showCaret(in context: borrowing EventContext) {
    let caret = drawing.caretRect.offsetBy(dx: field.minX, dy: field.minY)
    guard caret != shownCaret else { return }
    shownCaret = caret
    context.perform(.caret(caret))
  }

  // MARK: - Input

  package mutating func handle(
    _ event: InputEvent, clicks: inout ClickCounter, in context: borrowing EventContext, with typesetter: any Typesetter
  ) -> Outcome {
    let t = context.time
    switch event {
    case .focused(let isFocused):
      self.isFocused = isFocused
      blink.since = t
    case .composing(let text, let caret): change(at: t) { $0.compose(text, caret: caret) }
    case .pasted(let text, _): change(at: t) { $0.paste(text) }
    case .keyPressed(let key, let text, let modifiers):
      switch KeyAction(key, text, modifiers) {
      case nil: return .ignored
      // The program may have something to take back.
      case .edit(.undo) where !editor.canUndo, .edit(.redo) where !editor.canRedo: return .ignored
      case .insert(let text): change(at: t) { $0.insert(text) }
      case .paste: context.perform(.paste(from: .clipboard))
      case .edit(let command): return perform(command, in: context, with: typesetter)
      }
    case .pressed(let point, 1, let modifiers):
      context.perform(.takeFocus)
      let count = clicks.press(point, at: t)
      press(point, clicks: count, extending: modifiers.contains(.shift), at: t, with: typesetter)
    case .pressed(let point, 2, _):
      press(point, clicks: 1, extending: false, at: t, with: typesetter)
      context.perform(.takeFocus)
      context.perform(.paste(from: .primary))
    case .pointerMoved(let point):
      guard isSelecting else { return .ignored }
      let index = index(at: point, with: typesetter)
      change(at: t) { $0.select { $0.select(from: $0.anchor, to: index) } }
    case .released(_, 1, _):
      isSelecting = false
      if !editor.line.selection.isEmpty { context.perform(.copy(editor.line.selectedText, to: .primary)) }
    case .released(_, 2, _): isSelecting = false
    default: return .ignored
    }
    return .handled
  }

  /// Executes a key's command. Arrows move visually, also in right-to-left text.
  private mutating func perform(
    _ command: EditCommand, in context: borrowing EventContext, with typesetter: any Typesetter
  ) -> Outcome {
    let isMirrored = !editor.text.isEmpty && typesetter.direction(of: editor.text) == .rightToLeft
    var outcome = EditOutcome.ignored
    change(at: context.time) { outcome = $0.perform(isMirrored ? command.mirrored : command) }
    switch outcome {
    case .copied(let text): context.perform(.copy(text, to: .clipboard))
    case .submitted: return .ended(accepting: true)
    case .cancelled: return .ended(accepting: false)
    case .handled, .ignored: break
    }
    return .handled
  }

  /// Handles a press on the text; `clicks` counts presses in quick succession.
  mutating func press(
    _ point: Point, clicks: Int, extending: Bool, at t: Seconds, with typesetter: any Typesetter
  ) {
    isSelecting = true
    let index = index(at: point, with: typesetter)
    change(at: t) { $0.select { $0.select(at: index, clicks: clicks, extending: extending) } }
  }

  private func index(at point: Point, with typesetter: any Typesetter) -> Int {
    drawing.index(at: point.x - field.minX, typesetter: typesetter)
  }
}

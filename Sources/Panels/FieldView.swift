package import Scene
package import ScrollCore

/// A text field of one line.
package final class FieldView: Control {
  package var style: PanelStyle
  /// Shown while it is empty.
  package var placeholder: String
  /// Called with the text on Return.
  package var onSubmit: (String, borrowing EventContext) -> Void = { _, _ in }
  /// Called with the text after each change by the user.
  package var onChange: (String, borrowing EventContext) -> Void = { _, _ in }
  /// Returns the completion by Tab; nil leaves the text, and Tab moves on.
  package var completion: (String) -> String? = { _ in nil }
  private(set) var line: TypedLine
  private var clicks = ClickCounter()
  private(set) var isFocused = false
  /// In window coordinates: the anchor of its suggestions.
  package private(set) var bounds = Rect.zero
  private var box = Content(rests: true)
  private var ring = FocusRing()
  private var typesetter: (any Typesetter)?

  package init(_ text: String = "", placeholder: String = "", style: PanelStyle) {
    (self.style, self.placeholder) = (style, placeholder)
    line = TypedLine(text, at: 0, isFocused: false)
  }

  /// The typed text. Applied by the next frame.
  package var text: String { line.editor.text }

  /// Replaces the text, with the caret at its end.
  package func show(_ text: String, at t: Seconds) {
    let isFocused = isFocused
    line = TypedLine(text, at: t, isFocused: isFocused)
  }

  package func naturalSize(in context: MeasureContext) -> Size {
    Size(width: style.length(240), height: style.controlHeight)
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    bounds = frame.inner
    self.typesetter = typesetter
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard let typesetter, !bounds.isEmpty else { return }
    let place = Rect(origin: .zero, size: bounds.size)
    box.show(
      [
        Primitive(.box(radius: style.radius, fill: style.surface), in: place),
        Primitive(.outline(radius: style.radius, width: style.hairline, color: style.lineColor), in: place),
      ], on: nil)
    frame.add(Layer(box, clip: bounds, origin: bounds.origin))
    let field = bounds.insetBy(dx: style.length(10), dy: style.hairline)
    line.layOut(
      in: field, style: style.field(placeholder: placeholder),
      baseline: style.baseline(of: style.font, in: field.height, with: typesetter), with: typesetter)
    line.draw(into: &frame, at: t, in: bounds)
    if isFocused { ring.draw(around: bounds, style, into: &frame) }
  }

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    guard let typesetter else {
      // The focus may come before the first picture.
      guard case .focused(let isFocused) = event else { return false }
      self.isFocused = isFocused
      show(text, at: context.time)
      return true
    }
    let before = text
    switch event {
    case .focused(let isFocused): self.isFocused = isFocused
    case .pointerMoved where !line.isSelecting:
      context.perform(.pointer(.text))
      return true
    case .pointerLeft: context.perform(.pointer(.standard))
    case .keyPressed(.tab?, _, let modifiers):
      guard modifiers.isEmpty, let whole = completion(before), whole != before else { return false }
      show(whole, at: context.time)
      context.setNeedsDisplay()
      onChange(whole, context)
      return true
    case .keyPressed(.escape?, _, _) where before.isEmpty: return false
    case .keyPressed(.up?, _, _), .keyPressed(.down?, _, _): return false
    // Without a selection it is for the panel, which may copy something else.
    case .keyPressed(let key, let text, let modifiers)
    where line.editor.line.selection.isEmpty && KeyAction(key, text, modifiers) == .edit(.copy):
      return false
    // With nothing to undo here, too: the panel may undo what it did last.
    case .keyPressed(let key, let text, let modifiers)
    where !line.editor.canUndo && KeyAction(key, text, modifiers) == .edit(.undo):
      return false
    default: break
    }
    let outcome = line.handle(event, clicks: &clicks, in: context, with: typesetter)
    context.setNeedsDisplay()
    switch outcome {
    case .ignored: if case .focused = event { return true } else { return false }
    case .handled: if text != before { onChange(text, context) }
    case .ended(accepting: true): onSubmit(text, context)
    case .ended(accepting: false):
      show("", at: context.time)
      onChange("", context)
    }
    line.showCaret(in: context)
    return true
  }
}

extension PanelStyle {
  func field(placeholder: String = "") -> TextFieldDrawing.Style {
    TextFieldDrawing.Style(
      font: font, color: textColor, tint: accent, dimmed: faintColor, placeholder: placeholder, isMirrored: isMirrored)
  }
}

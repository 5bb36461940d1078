package import ScrollCore

/// An image and a label as one group in the middle of the view, where it stays as the label is typed.
package final class BadgeView: View {
  /// Takes effect at the next `layout`.
  package private(set) var style: Badge
  /// The picture that `style` names, with its size.
  package private(set) var image: SizedImage?
  /// A click puts a caret into the label.
  package var isEditable = false

  private let label: LabelView
  private var place = VisibleFrame()
  private var typesetter: (any Typesetter)?
  private var editor: TextEditor?
  private var drawing = TextFieldDrawing()
  private var blink = CaretBlink(since: 0)
  private var clicks = ClickCounter()
  private var isSelecting = false
  private var shownCaret = Rect.zero

  /// What is free around the group where the view has its natural size, in pixels.
  private static let margin = 12.0

  package init(_ style: Badge = Badge(), image: SizedImage? = nil) {
    (self.style, self.image) = (style, image)
    label = LabelView(style.label, style: LabelStyle(font: FontSpec(size: style.fontSize), color: style.textColor))
  }

  package var isEditing: Bool { editor != nil }
  /// The label as it is shown: with what is typed.
  package var shownLabel: String { editor?.text ?? style.label }

  /// Takes over another style, with the picture that it names. While the label is edited another one is as if it had been
  /// typed: Escape brings back what stood there when editing began.
  package func apply(_ style: Badge, image: SizedImage?) {
    let standing = self.style.label
    (self.style, self.image) = (style, image)
    guard isEditing else { return }
    self.style.label = standing
    editor?.rewrite(style.label)
    arrange()
  }

  /// Shows another label; one that is being typed goes on.
  package func show(_ label: String) { style.label = label }

  // MARK: - View

  package func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size {
    prepare(with: typesetter)
    let lineHeight = typesetter.metrics(of: label.style.font).lineHeight
    let height = max(image?.size.height ?? 0, lineHeight).rounded(.up)
    return Size(
      width: min(area.width, label.naturalWidth(height: height, with: typesetter) + 2 * Self.margin),
      height: min(area.height, height + 2 * Self.margin))
  }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    (place, self.typesetter) = (frame, typesetter)
    arrange()
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    label.draw(into: &frame, at: t)
    guard isEditing else { return }
    drawing.draw(into: &frame, at: t, origin: field.origin, clip: field.intersection(place.inner), blink: blink)
  }

  // MARK: - Layout

  private func prepare(with typesetter: any Typesetter) {
    label.text = editor?.line.shown.text ?? style.label
    label.style = LabelStyle(
      font: FontSpec(style.font, size: style.fontSize, with: typesetter), color: style.textColor,
      background: style.background.alpha == 0 ? nil : style.background)
    // What is typed is seen as it is written.
    label.isMarkup = style.markup == .pango && editor == nil
    label.image = image
    label.spacing = style.spacing
    label.offset = Point(x: style.offsetX, y: style.offsetY)
    label.hidesText = isEditing
  }

  /// Puts the group in the middle again: its label has another width.
  private func arrange() {
    guard let typesetter else { return }
    prepare(with: typesetter)
    label.layout(in: place, with: typesetter, at: 0)
    guard let editor else { return }
    let style = TextFieldDrawing.Style(
      font: label.style.font, color: self.style.textColor, tint: self.style.textColor, dimmed: self.style.textColor)
    drawing.update(
      editor.line, style: style, size: field.size, baseline: label.textPlace.baseline, typesetter: typesetter)
  }

  /// The room for what is typed: the label's, and that of a caret behind it.
  private var field: Rect {
    let text = label.textPlace.bounds
    return Rect(x: text.minX, y: text.minY, width: text.width + max(2, style.spacing), height: text.height)
  }

  // MARK: - Input

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    guard isEditable else { return false }
    let former = editor?.text
    guard former != nil ? edit(event, in: context) : begin(event, in: context) else { return false }
    if let text = editor?.text {
      if former == nil { context.perform(.happened(.beganEditing(text))) }
      if let former, former != text { context.perform(.happened(.textEdited(text))) }
    }
    blink.since = context.time
    arrange()
    showCaret(in: context)
    context.setNeedsDisplay()
    return true
  }

  /// Puts a caret into the label, all of which is selected; false where it is edited already.
  package func beginEditing(at t: Seconds) -> Bool {
    guard !isEditing else { return false }
    editor = TextEditor(style.label)
    editor?.select { $0.selectAll() }
    blink.since = t
    arrange()
    return true
  }

  private func begin(_ event: InputEvent, in context: ViewContext) -> Bool {
    guard case .pressed(let point, 1, _) = event, place.inner.contains(point) else { return false }
    editor = TextEditor(style.label)
    arrange()
    context.perform(.takeFocus)
    context.perform(.pointer(.text))
    press(point, extending: false, at: context.time)
    return true
  }

  private func edit(_ event: InputEvent, in context: ViewContext) -> Bool {
    switch event {
    case .composing(let text, let caret): editor?.compose(text, caret: caret)
    case .pasted(let text, _): editor?.paste(text)
    case .keyPressed(let key, let text, let modifiers):
      switch KeyAction(key, text, modifiers) {
      case nil: return false
      case .insert(let text): editor?.insert(text)
      case .paste: context.perform(.paste(from: .clipboard))
      case .edit(let command): perform(command, in: context)
      }
    case .pressed(let point, 1, let modifiers):
      context.perform(.takeFocus)
      press(point, extending: modifiers.contains(.shift), at: context.time)
    case .pointerMoved(let point):
      guard isSelecting else { return false }
      let index = index(at: point)
      editor?.select { $0.select(from: $0.anchor, to: index) }
    case .released(_, 1, _):
      isSelecting = false
      if let line = editor?.line, !line.selection.isEmpty { context.perform(.copy(line.selectedText, to: .primary)) }
    default: return false
    }
    return true
  }

  private func perform(_ command: EditCommand, in context: ViewContext) {
    switch editor?.perform(command) {
    case .copied(let text): context.perform(.copy(text, to: .clipboard))
    case .submitted(let text):
      context.perform(.happened(.returned(text)))
      endEditing(accepting: true, in: context)
    case .cancelled: endEditing(accepting: false, in: context)
    case .handled, .ignored, nil: break
    }
  }

  /// Ends it, with the label as it is now or as it was. Nothing happens where nothing is edited.
  package func endEditing(accepting: Bool, in context: ViewContext) {
    guard let editor else { return }
    self.editor = nil
    if accepting { style.label = editor.text }
    arrange()
    for action in [ViewAction.resetComposition, .returnFocus, .pointer(.standard)] { context.perform(action) }
    context.perform(.happened(.endedEditing(style.label)))
    context.setNeedsDisplay()
  }

  private func press(_ point: Point, extending: Bool, at t: Seconds) {
    isSelecting = true
    let (index, count) = (index(at: point), clicks.press(point, at: t))
    editor?.select { $0.select(at: index, clicks: count, extending: extending) }
  }

  private func index(at point: Point) -> Int {
    typesetter.map { drawing.index(at: point.x - field.minX, typesetter: $0) } ?? 0
  }

  private func showCaret(in context: ViewContext) {
    let caret = drawing.caretRect.offsetBy(dx: field.minX, dy: field.minY)
    guard isEditing, caret != shownCaret else { return }
    shownCaret = caret
    context.perform(.caret(caret))
  }
}

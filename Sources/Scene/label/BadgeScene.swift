package import ScrollCore

/// An image and a label as a group in the middle of the view. It stays there while the label is edited.
package final class BadgeScene: SceneView {
  /// Applied by the next `layout`.
  package private(set) var style: Badge
  /// The image that `style` names, with its size.
  package private(set) var image: SizedImage?
  /// Whether a click starts editing the label.
  package var isEditable = false

  private let label: LabelView
  private var place = VisibleFrame()
  /// The last layout, for those of new sizes between two.
  private var pass: LayoutPass?
  /// The label while it is edited.
  private var line: TypedLine?
  private var clicks = ClickCounter()

  /// The space around the group at the view's natural size, in pixels.
  package var margin = 12.0
  /// The sizes that follow the screen's scale.
  package var scaled: Set<ScaledSize> = []

  package enum ScaledSize: String, CaseIterable { case fontSize, spacing, margin }

  private func scale(of size: ScaledSize, on screen: Double) -> Double { scaled.contains(size) ? screen : 1 }

  package init(_ style: Badge = Badge(), image: SizedImage? = nil) {
    (self.style, self.image) = (style, image)
    label = LabelView(style.text, style: LabelStyle(font: FontSpec(size: style.fontSize), color: style.textColor))
  }

  package var isEditing: Bool { line != nil }
  /// The visible label, including text being typed.
  package var shownLabel: String { line?.editor.text ?? style.text }

  /// Applies another style and its image. A new label during an edit counts as typed: Escape restores the one before
  /// the edit.
  package func apply(_ style: Badge, image: SizedImage?) {
    let standing = self.style.text
    (self.style, self.image) = (style, image)
    guard isEditing else { return }
    self.style.text = standing
    line?.editor.rewrite(style.text)
    arrange()
  }

  /// Changes the label, also under an edit.
  package func show(_ label: String) { style.text = label }

  // MARK: - View

  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var node = AccessibleNode(0, line == nil ? .label : .entry, shownLabel, at: place.inner)
    if let line {
      node.text = AccessibleNode.Text(line.editor.line)
      node.states = [.focusable, .focused, .editable]
    }
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
    guard case .write(let text) = action, isEditing else { return false }
    line?.change(at: context.time) { $0.select { $0.selectAll() } }
    return handle(.pasted(text, from: .clipboard), in: context)
  }

  package func naturalSize(in context: MeasureContext) -> Size {
    let label = LabelView("", style: self.label.style)
    prepare(label, with: context.typesetter, on: context.scale)
    let margin = (margin * scale(of: .margin, on: context.scale)).rounded()
    let lineHeight = context.typesetter.metrics(of: label.style.font).lineHeight
    let height = max(image?.size.height ?? 0, lineHeight).rounded(.up)
    return Size(
      width: min(context.area.width, label.naturalWidth(height: height, with: context.typesetter) + 2 * margin),
      height: min(context.area.height, height + 2 * margin))
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    (place, self.pass) = (frame, pass)
    arrange()
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    label.draw(into: &frame, at: t)
    line?.draw(into: &frame, at: t, in: place.inner)
  }

  // MARK: - Layout

  private func prepare(_ label: LabelView, with typesetter: any Typesetter, on scale: Double) {
    label.text = line?.editor.line.shown.text ?? style.text
    label.style = LabelStyle(
      font: FontSpec(style.font, size: style.fontSize * self.scale(of: .fontSize, on: scale), with: typesetter),
      color: style.textColor,
      background: style.background.alpha == 0 ? nil : style.background)
    // During editing, markup is shown as source text.
    label.isMarkup = style.markup == .pango && !isEditing
    label.image = image
    label.spacing = style.spacing * self.scale(of: .spacing, on: scale)
    label.offset = Point(x: style.offsetX, y: style.offsetY)
    label.hidesText = isEditing
  }

  /// Centres the group again after a change of width.
  private func arrange() {
    guard let pass else { return }
    prepare(label, with: pass.typesetter, on: pass.scale)
    label.layout(in: place, pass)
    let color = style.textColor
    let style = TextFieldDrawing.Style(font: label.style.font, color: color, tint: color, dimmed: color)
    line?.layOut(in: field, style: style, baseline: label.textPlace.baseline, with: pass.typesetter)
  }

  /// The space for typing: the label's, with a caret after it.
  private var field: Rect {
    let (text, spacing) = (label.textPlace.bounds, style.spacing * scale(of: .spacing, on: pass?.scale ?? 1))
    return Rect(x: text.minX, y: text.minY, width: text.width + max(2, spacing), height: text.height)
  }

  // MARK: - Input

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    guard isEditable, let typesetter = pass?.typesetter else { return false }
    let former = line?.editor.text
    guard former != nil ? edit(event, in: context, with: typesetter) : begin(event, in: context, with: typesetter)
    else { return false }
    if let text = line?.editor.text {
      if former == nil { context.perform(.happened(.beganEditing(text))) }
      if let former, former != text { context.perform(.happened(.textEdited(text))) }
    }
    arrange()
    line?.showCaret(in: context)
    context.setNeedsDisplay()
    return true
  }

  /// Starts editing the label, with all of it selected. Returns false if it is being edited already.
  package func beginEditing(at t: Seconds) -> Bool {
    guard !isEditing else { return false }
    line = TypedLine(style.text, at: t)
    line?.change(at: t) { $0.select { $0.selectAll() } }
    arrange()
    return true
  }

  private func begin(_ event: InputEvent, in context: borrowing EventContext, with typesetter: any Typesetter) -> Bool {
    guard case .pressed(let point, 1, _) = event, place.inner.contains(point) else { return false }
    line = TypedLine(style.text, at: context.time)
    arrange()
    context.perform(.takeFocus)
    context.perform(.pointer(.text))
    let count = clicks.press(point, at: context.time)
    line?.press(point, clicks: count, extending: false, at: context.time, with: typesetter)
    return true
  }

  private func edit(_ event: InputEvent, in context: borrowing EventContext, with typesetter: any Typesetter) -> Bool {
    switch line?.handle(event, clicks: &clicks, in: context, with: typesetter) {
    case .ignored, nil: return false
    case .handled: break
    case .ended(let accepting):
      if accepting { context.perform(.happened(.returned(shownLabel))) }
      endEditing(accepting: accepting, in: context)
    }
    return true
  }

  /// Ends editing, accepting or discarding the change. Does nothing without an edit.
  package func endEditing(accepting: Bool, in context: borrowing EventContext) {
    guard let line else { return }
    self.line = nil
    if accepting { style.text = line.editor.text }
    arrange()
    for action in [WindowRequest.resetComposition, .returnFocus, .pointer(.standard)] { context.perform(action) }
    context.perform(.happened(.endedEditing(style.text)))
    context.setNeedsDisplay()
  }
}

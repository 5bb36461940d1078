import ScrollCore

/// A line of text with a button after it, at the left of its place.
final class NoticeView: SceneView {
  /// The appearance. Lengths in pixels.
  struct Style: Equatable {
    var font: FontSpec
    var color: Color
    /// The colour of the button's text and outline.
    var tint: Color
    var buttonBackground: Color
    var buttonHovered: Color
    /// The space before the text.
    var inset: Double
    /// The width of the button's outline.
    var lineWidth: Double
    var buttonHeight: Double
    /// Whether it starts at the right end.
    var isMirrored: Bool
  }

  /// Notice and style are applied by the next `layout`.
  var notice: StripNotice?
  var style: Style?

  private var content = Content(rests: true)
  private var place = VisibleFrame()
  /// In window coordinates; empty without a button.
  private(set) var button = Rect.zero
  private var isHovered = false
  private var isPressed = false

  func accessibleNode(at t: Seconds) -> AccessibleNode? {
    guard let notice else { return nil }
    var node = AccessibleNode(0, .label, notice.text, at: place.inner)
    if let word = notice.button {
      var child = AccessibleNode(0, .button, word, at: button)
      child.actions = [.press]
      node.children = [child]
    }
    return node
  }

  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool {
    guard action == .press, path.first == 0, notice?.button != nil else { return false }
    context.perform(.topic(.showAll))
    return true
  }

  func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    place = frame
    button = .zero
    guard let notice, let style else { return content.show([], on: nil) }
    let metrics = typesetter.metrics(of: style.font)
    let baseline = (place.baseline(of: metrics) - place.inner.minY).rounded()
    let end = max(style.inset, place.inner.width - style.inset)
    let label = notice.button.map { TextRun($0, font: style.font, color: style.tint) }
    let padding = (style.buttonHeight * 0.45).rounded()
    let buttonWidth = label.map { typesetter.width(of: $0).rounded(.up) + 2 * padding } ?? 0
    var run = TextRun(notice.text, font: style.font, color: style.color)
    let gap = label == nil ? 0 : padding
    run.maxWidth = max(1, end - style.inset - buttonWidth - gap)
    let width = typesetter.width(of: run)
    var pieces = [
      Primitive(text: run, baseline: Point(x: style.inset, y: baseline), width: width, metrics: metrics)
    ]
    if let label {
      let box = Rect(
        x: (style.inset + width + gap).rounded(), y: ((place.inner.height - style.buttonHeight) / 2).rounded(),
        width: buttonWidth, height: style.buttonHeight)
      let fill = isHovered || isPressed ? style.buttonHovered : style.buttonBackground
      pieces += [
        Primitive(.box(radius: box.height / 2, fill: fill), in: box),
        Primitive(.outline(radius: box.height / 2, width: style.lineWidth, color: style.tint), in: box),
        Primitive(
          text: label, baseline: Point(x: box.minX + padding, y: baseline), width: buttonWidth - 2 * padding,
          metrics: metrics),
      ]
      let x = style.isMirrored ? place.inner.width - box.maxX : box.minX
      button = Rect(x: place.inner.minX + x, y: place.inner.minY + box.minY, width: box.width, height: box.height)
    }
    if style.isMirrored { pieces = pieces.map { $0.mirrored(in: place.inner.width) } }
    content.show(pieces, on: nil)
  }

  func draw(into frame: inout Frame, at t: Seconds) {
    guard !place.inner.isEmpty, !content.isBlank else { return }
    frame.add(Layer(content, clip: place.inner, origin: place.inner.origin))
  }

  func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    switch event {
    case .pointerMoved(let point): hover(button.contains(point), in: context)
    case .pointerLeft: hover(false, in: context)
    case .pressed(let point, 1, _) where button.contains(point): isPressed = true
    case .released(let point, 1, _) where isPressed:
      isPressed = false
      if button.contains(point) { context.perform(.topic(.showAll)) }
      return true
    default: return false
    }
    return isPressed
  }

  private func hover(_ isOver: Bool, in context: borrowing EventContext) {
    guard isOver != isHovered else { return }
    isHovered = isOver
    context.setNeedsLayout()
  }
}

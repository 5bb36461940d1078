package import Scene
package import ScrollCore

/// A button, pressed by the pointer, Return or the space bar.
package final class ButtonView: Control {
  /// Title, kind and style are applied by the next `layout`.
  package var title: String
  package var kind: Kind
  package var style: PanelStyle
  /// Called when it is pressed.
  package var onPress: (borrowing EventContext) -> Void
  /// In window coordinates: the anchor of its menu.
  package private(set) var bounds = Rect.zero
  private(set) var state = PressState()
  private var content = Content(rests: true)
  private var ring = FocusRing()
  private var typesetter: (any Typesetter)?

  package enum Kind: Equatable, Sendable {
    /// The panel's main button.
    case main
    case normal
    /// Without a box until the pointer is on it.
    case quiet
  }

  package init(
    _ title: String, _ kind: Kind = .normal, style: PanelStyle,
    onPress: @escaping (borrowing EventContext) -> Void = { _ in }
  ) {
    (self.title, self.kind, self.style, self.onPress) = (title, kind, style, onPress)
  }

  /// Dark text on a bright fill looks thin.
  private var font: FontSpec { kind == .main ? style.strongFont : style.font }
  private var padding: Double { style.length(kind == .quiet ? 8 : 16) }

  package func naturalSize(in context: MeasureContext) -> Size {
    let width = context.typesetter.width(of: TextRun(title, font: font, color: style.textColor)).rounded(.up)
    return Size(width: width + 2 * padding, height: style.controlHeight)
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    bounds = frame.inner
    self.typesetter = typesetter
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard let typesetter, !bounds.isEmpty else { return }
    content.show(primitives(with: typesetter), on: nil)
    frame.add(Layer(content, clip: bounds, origin: bounds.origin))
    if state.isFocused { ring.draw(around: bounds, style, into: &frame) }
  }

  private var fill: Color? {
    let base: Color = kind == .main ? style.accent : kind == .quiet ? style.background : style.buttonColor
    if state.isPressed { return base.mixed(with: ink, share: 0.2, under: ink) }
    if state.isHovered { return base.mixed(with: ink, share: 0.1, under: ink) }
    return kind == .quiet ? nil : base
  }

  private var ink: Color { kind == .main ? style.accentTextColor : style.textColor }

  private func primitives(with typesetter: any Typesetter) -> [Primitive] {
    let box = Rect(origin: .zero, size: bounds.size)
    var pieces: [Primitive] = []
    if let fill { pieces.append(Primitive(.box(radius: style.radius, fill: fill), in: box)) }
    if kind == .normal {
      let line = Element.outline(radius: style.radius, width: style.hairline, color: style.lineColor)
      pieces.append(Primitive(line, in: box))
    }
    let run = TextRun(title, font: font, color: ink, maxWidth: max(1, box.width - padding))
    let width = typesetter.width(of: run)
    let baseline = Point(
      x: ((box.width - width) / 2).rounded(), y: style.baseline(of: font, in: box.height, with: typesetter))
    pieces.append(
      Primitive(text: run, baseline: baseline, width: width, metrics: typesetter.metrics(of: font)))
    return pieces
  }

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    let (isTaken, isClicked) = state.handle(event, in: bounds)
    if isTaken { context.setNeedsDisplay() }
    if isClicked { onPress(context) }
    return isTaken
  }
}

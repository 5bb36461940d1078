package import ScrollCore

/// A switch with its title before it.
package final class SwitchView: Control {
  /// Title, state and style are applied by the next `layout`.
  package var title: String
  package var isOn: Bool
  package var style: PanelStyle
  /// Called with the state after a change by the user.
  package var onChange: (Bool, ViewContext) -> Void
  private(set) var state = PressState()
  private(set) var bounds = Rect.zero
  private var content = Content(rests: true)
  private var ring = FocusRing()
  private var typesetter: (any Typesetter)?

  package init(
    _ title: String, isOn: Bool, style: PanelStyle, onChange: @escaping (Bool, ViewContext) -> Void = { _, _ in }
  ) {
    (self.title, self.isOn, self.style, self.onChange) = (title, isOn, style, onChange)
  }

  package func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size {
    let width =
      title.isEmpty
      ? 0 : typesetter.width(of: TextRun(title, font: style.font, color: style.textColor)).rounded(.up) + style.unit
    return Size(width: width + SwitchShape.size(style).width, height: style.controlHeight)
  }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    bounds = frame.inner
    self.typesetter = typesetter
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard let typesetter, !bounds.isEmpty else { return }
    let box = Rect(origin: .zero, size: bounds.size)
    let size = SwitchShape.size(style)
    let knob = Rect(
      x: box.maxX - size.width, y: ((box.height - size.height) / 2).rounded(), width: size.width, height: size.height)
    var pieces = SwitchShape.primitives(isOn: isOn, in: style.mirrored(knob, in: box), style)
    if !title.isEmpty {
      let words = Rect(x: 0, y: 0, width: knob.minX - style.unit, height: box.height)
      pieces.append(style.text(title, in: style.mirrored(words, in: box), with: typesetter))
    }
    content.show(pieces, on: nil)
    frame.add(Layer(content, clip: bounds, origin: bounds.origin))
    if state.isFocused {
      ring.draw(
        around: style.mirrored(knob, in: box).offsetBy(dx: bounds.minX, dy: bounds.minY), style, into: &frame)
    }
  }

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    let (isTaken, isClicked) = state.handle(event, in: bounds)
    if isTaken { context.setNeedsDisplay() }
    if isClicked {
      isOn.toggle()
      onChange(isOn, context)
    }
    return isTaken
  }
}

/// The shape of a switch: a pill with a disc at one of its ends.
enum SwitchShape {
  static func size(_ style: PanelStyle) -> Size { Size(width: style.length(36), height: style.length(20)) }

  static func primitives(isOn: Bool, in place: Rect, _ style: PanelStyle) -> [Primitive] {
    let gap = style.length(3)
    let side = place.height - 2 * gap
    let isRight = isOn != style.isMirrored
    let disc = Rect(
      x: isRight ? place.maxX - gap - side : place.minX + gap, y: place.minY + gap, width: side, height: side)
    let track = Element.box(radius: place.height / 2, fill: isOn ? style.accent : style.buttonColor)
    let rim = Element.outline(
      radius: place.height / 2, width: style.hairline, color: isOn ? style.accent : style.faintColor)
    return [
      Primitive(track, in: place), Primitive(rim, in: place),
      Primitive(.box(radius: side / 2, fill: isOn ? style.accentTextColor : style.faintColor), in: disc),
    ]
  }
}

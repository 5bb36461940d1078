package import Scene
internal import ScrollCore

/// A view of a panel. Its appearance derives from the panel's style.
package protocol Control: SceneView, ViewOwner {
  /// Applied by the next `layout`.
  var style: PanelStyle { get set }
}

/// The state of pointer and keyboard on a control that is pressed as a whole.
struct PressState {
  var isHovered = false
  var isPressed = false
  var isFocused = false

  /// Handles an event. Returns whether it was meant for the control, and whether it completes a click.
  mutating func handle(_ event: InputEvent, in bounds: Rect) -> (isTaken: Bool, isClicked: Bool) {
    switch event {
    case .pointerMoved(let point): isHovered = bounds.contains(point)
    case .pointerLeft: isHovered = false
    case .pressed(_, 1, _): isPressed = true
    case .released(let point, 1, _):
      defer { isPressed = false }
      return (true, isPressed && bounds.contains(point))
    case .focused(let isFocused): self.isFocused = isFocused
    case .keyPressed(.enter?, _, let modifiers), .keyPressed(.character(" ")?, _, let modifiers):
      let isPlain = modifiers.isDisjoint(with: [.control, .alt])
      return (isPlain, isPlain && !modifiers.contains(.held))
    default: return (false, false)
    }
    return (true, false)
  }
}

/// The outline of the focused control.
struct FocusRing {
  private var content = Content(rests: true)

  /// How far it extends beyond the control, in pixels.
  static func reach(_ style: PanelStyle) -> Double { style.ringWidth + style.hairline }

  mutating func draw(around bounds: Rect, _ style: PanelStyle, into frame: inout Frame) {
    let reach = Self.reach(style)
    let place = bounds.insetBy(dx: -reach, dy: -reach)
    let outline = Element.outline(radius: style.radius + reach, width: style.ringWidth, color: style.accent)
    content.show([Primitive(outline, in: Rect(origin: .zero, size: place.size))], on: nil)
    frame.add(Layer(content, clip: place, origin: place.origin))
  }
}

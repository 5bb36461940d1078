package import ScrollCore

/// Controls in rows and columns, one of which has the keyboard: Tab goes to the next. A control missing in the layout
/// is hidden.
package final class Panel: ContainerView {
  package private(set) var controls: [any Control]
  /// The arrangement of the controls, by index. Lengths are in pixels; use `style.unit` for gaps.
  package var layout: StackLayout { didSet { context.setNeedsLayout() } }
  /// Applied at once.
  package var style: PanelStyle { didSet { applyStyle() } }
  /// The margin around all controls, in pixels at 96 dots per inch.
  package var margin = 16.0
  /// Handles keys that no control handles. Returns whether it has.
  package var onKey: (Key?, InputEvent.Modifiers, ViewContext) -> Bool = { _, _, _ in false }
  /// Whether something that it accepts is dragged over it.
  package var isDropTarget = false { didSet { if isDropTarget != oldValue { context.setNeedsDisplay() } } }
  package let router = InputRouter()
  /// The context of the window.
  package let context: ViewContext
  private let parts: [PanelPart]
  private var bounds = Rect.zero
  private var dropMark = DropMark()

  /// - Parameters:
  ///   - controls: In the order of Tab.
  ///   - context: The context of the window.
  package init(_ controls: [any Control], _ layout: StackLayout, style: PanelStyle, in context: ViewContext) {
    (self.controls, self.layout, self.style, self.context) = (controls, layout, style, context)
    parts = controls.map { PanelPart($0, in: context) }
    for part in parts { part.router = router }
    if let first = parts.first(where: \.takesKeys) { router.focus(first) }
  }

  package var views: [any ContainedView] { parts }

  /// The context of a control.
  package func context(of control: any Control) -> ViewContext {
    parts.first { $0.control === control }?.context ?? context
  }

  private func applyStyle() {
    for index in controls.indices { controls[index].style = style }
    context.setNeedsLayout()
  }

  // MARK: - View

  package func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size {
    let size = LayoutPass(typesetter: typesetter, scale: scale).naturalSize(of: controls, layout, in: area)
    let edge = 2 * style.length(margin)
    return Size(width: min(area.width, size.width + edge), height: min(area.height, size.height + edge))
  }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    bounds = frame.inner
    for part in parts { part.place = .zero }
    let edge = style.length(margin)
    let inner = bounds.insetBy(dx: edge, dy: edge)
    LayoutPass(typesetter: typesetter, scale: style.scale, time: t).place(
      controls, layout, in: VisibleFrame(inner)
    ) { number, place in
      parts[number].place = style.mirrored(place.inner, in: inner)
    }
    for part in parts {
      part.control.layout(in: VisibleFrame(part.place), with: typesetter, at: t)
    }
    keepFocus()
  }

  /// Moves the focus on if the control with it becomes hidden.
  private func keepFocus() {
    guard let focused = router.focused as? PanelPart, !focused.isReachable else { return }
    if let next = parts.first(where: \.isReachable) { router.focus(next) }
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    for part in parts where !part.place.isEmpty { part.draw(into: &frame, at: t) }
    if isDropTarget { dropMark.draw(in: bounds, style.accent, width: style.length(3), into: &frame) }
  }

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    if router.route(event, among: parts) { return true }
    guard case .keyPressed(let key, _, let modifiers) = event else { return false }
    if key == .tab, modifiers.isDisjoint(with: [.control, .alt]) {
      step(isBackwards: modifiers.contains(.shift))
      return true
    }
    return onKey(key, modifiers, context)
  }

  // MARK: - The keyboard

  /// Gives a control the keyboard. A control that the next layout hides loses it again.
  package func focus(_ control: any Control) {
    guard let part = parts.first(where: { $0.control === control }) else { return }
    router.focus(part)
    context.setNeedsDisplay()
  }

  /// Whether the control has the keyboard of its panel.
  package func isFocused(_ control: any Control) -> Bool { (router.focused as? PanelPart)?.control === control }

  /// Goes to the next control, and from the last one to the first.
  private func step(isBackwards: Bool) {
    let able = parts.filter(\.isReachable)
    guard !able.isEmpty else { return }
    let at = able.firstIndex { $0 === router.focused } ?? (isBackwards ? 0 : able.count - 1)
    router.focus(able[(at + (isBackwards ? able.count - 1 : 1)) % able.count])
    context.setNeedsDisplay()
  }
}

/// A control in a panel.
private final class PanelPart: ContainedView {
  let control: any Control
  let context: ViewContext
  weak var router: InputRouter?
  /// Empty while it is hidden.
  var place = Rect.zero

  init(_ control: any Control, in window: ViewContext) {
    self.control = control
    context = ViewContext("", in: window)
    context.owner = self
  }

  var takesKeys: Bool { control.takesKeys }
  var isReachable: Bool { takesKeys && !place.isEmpty }
  func contains(_ point: Point) -> Bool { place.contains(point) }
  func draw(into frame: inout Frame, at t: Seconds) { control.draw(into: &frame, at: t) }
  func handle(_ event: InputEvent) -> Bool { control.handle(event, in: context) }

  func accessibleNode(at t: Seconds) -> AccessibleNode? { place.isEmpty ? nil : control.accessibleNode(at: t) }

  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>) -> Bool {
    control.perform(action, on: path, in: context)
  }

  func perform(_ action: ViewAction) -> Bool {
    if action == .window(.takeFocus) { router?.focus(self) }
    return false
  }
}

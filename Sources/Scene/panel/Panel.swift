package import ScrollCore

/// Controls in rows and columns, of which one has the keyboard: Tab goes from one to the next. A control that the layout does
/// not name is hidden.
package final class Panel: ContainerView {
  package private(set) var controls: [any Control]
  /// Which controls stand where, by their numbers. Lengths are in pixels; `style.unit` is a good measure of gaps.
  package var layout: StackLayout { didSet { context.setNeedsLayout() } }
  /// Takes effect at once.
  package var style: PanelStyle { didSet { applyStyle() } }
  /// Around all controls, in pixels at 96 dots per inch.
  package var margin = 16.0
  /// Takes keys that no control has a use for; returns whether it has.
  package var onKey: (Key?, InputEvent.Modifiers, ViewContext) -> Bool = { _, _, _ in false }
  /// Something is dragged over it that it would take.
  package var isDropTarget = false { didSet { if isDropTarget != oldValue { context.setNeedsDisplay() } } }
  package let router = InputRouter()
  /// The window's.
  package let context: ViewContext
  private let parts: [PanelPart]
  private var bounds = Rect.zero
  private var wished: (any Control)?
  private var dropMark = DropMark()

  /// - Parameters:
  ///   - controls: In the order in which Tab goes through them.
  ///   - context: The window's.
  package init(_ controls: [any Control], _ layout: StackLayout, style: PanelStyle, in context: ViewContext) {
    (self.controls, self.layout, self.style, self.context) = (controls, layout, style, context)
    parts = controls.map { PanelPart($0, in: context) }
    for part in parts { part.router = router }
    if let first = parts.first(where: \.takesKeys) { router.focus(first) }
  }

  package var views: [any ContainedView] { parts }

  /// What the control asks of its window.
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

  /// What is hidden or cannot be used loses the keyboard to the next that can.
  private func keepFocus() {
    if let wished { focus(wished) }
    wished = nil
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

  /// Gives a control the keyboard, where it can have it.
  package func focus(_ control: any Control) {
    guard let part = parts.first(where: { $0.control === control }) else { return }
    router.focus(part)
    context.setNeedsDisplay()
  }

  /// Gives a control the keyboard that is shown from the next layout on.
  package func focusAfterLayout(_ control: any Control) { wished = control }

  /// Whether the control has the keyboard of its panel.
  package func isFocused(_ control: any Control) -> Bool { (router.focused as? PanelPart)?.control === control }

  /// Goes on to the next control, from the last one to the first.
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
    if action == .takeFocus { router?.focus(self) }
    return false
  }
}

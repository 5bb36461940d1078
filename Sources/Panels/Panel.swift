package import Scene
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
  package var onKey: (Key?, Modifiers, borrowing EventContext) -> Bool = { _, _, _ in false }
  /// Whether something that it accepts is dragged over it.
  package var isDropTarget = false { didSet { if isDropTarget != oldValue { context.setNeedsDisplay() } } }
  package let tree: ViewTree
  private var bounds = Rect.zero
  private var dropMark = DropMark()

  /// - Parameters:
  ///   - controls: In the order of Tab.
  ///   - context: The context of the window.
  package init(_ controls: [any Control], _ layout: StackLayout, style: PanelStyle, in context: ViewContext) {
    (self.controls, self.layout, self.style) = (controls, layout, style)
    tree = ViewTree(in: context)
    tree.views = controls.map { HostedView($0, of: $0, in: tree) }
    tree.views.first(where: \.takesKeys)?.focus()
  }

  private var context: ViewContext { tree.context }

  /// The context of a control.
  package func context(of control: any Control) -> ViewContext {
    hosted(control)?.context ?? context
  }

  private func hosted(_ control: any Control) -> HostedView? { tree.views.first { $0.view === control } }

  private func applyStyle() {
    for index in controls.indices { controls[index].style = style }
    context.setNeedsLayout()
  }

  // MARK: - View

  package func naturalSize(in context: MeasureContext) -> Size {
    let size = context.pass.naturalSize(of: controls, layout, in: context.area)
    let edge = 2 * style.length(margin)
    return Size(width: min(context.area.width, size.width + edge), height: min(context.area.height, size.height + edge))
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let (typesetter, t) = (pass.typesetter, pass.time)
    bounds = frame.inner
    for view in tree.views { (view.place, view.isHidden) = (VisibleFrame(), true) }
    let edge = style.length(margin)
    let inner = bounds.insetBy(dx: edge, dy: edge)
    LayoutPass(typesetter: typesetter, scale: style.scale, time: t).place(
      controls, layout, in: VisibleFrame(inner)
    ) { number, place in
      let place = style.mirrored(place.inner, in: inner)
      (tree.views[number].place, tree.views[number].isHidden) = (VisibleFrame(place), place.isEmpty)
    }
    for view in tree.views { view.layout(in: view.place, pass) }
    keepFocus()
  }

  /// Moves the focus on if the control with it becomes hidden.
  private func keepFocus() {
    guard let focused = tree.focused, !focused.isReachable else { return }
    tree.views.first(where: \.isReachable)?.focus()
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    tree.draw(into: &frame, at: t)
    if isDropTarget { dropMark.draw(in: bounds, style.accent, width: style.length(3), into: &frame) }
  }

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    if tree.route(event) { return true }
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
    guard let view = hosted(control) else { return }
    view.focus()
    context.setNeedsDisplay()
  }

  /// Whether the control has the keyboard of its panel.
  package func isFocused(_ control: any Control) -> Bool { tree.focused?.view === control }

  /// Goes to the next control, and from the last one to the first.
  private func step(isBackwards: Bool) {
    let able = tree.views.filter(\.isReachable)
    guard !able.isEmpty else { return }
    let at = able.firstIndex { $0 === tree.focused } ?? (isBackwards ? 0 : able.count - 1)
    able[(at + (isBackwards ? able.count - 1 : 1)) % able.count].focus()
    context.setNeedsDisplay()
  }
}

internal import Scene
internal import ScrollCore
internal import Windows

/// Which view of a window has the keyboard.
extension Stage {
  /// A program's request that cannot be granted yet.
  struct Keyboard {
    /// Whether the window has been on the screen.
    var hasAppeared = false
    weak var wish: View?
    /// When that was asked for, by the monotonic clock.
    var asked = -Seconds.infinity
  }

  /// Gives the keyboard to a view: at once, or as soon as there is something to type into.
  func giveKeyboard(to view: View, asked: Seconds) {
    guard asked >= keyboard.asked else { return }
    (keyboard.wish, keyboard.asked) = (view, asked)
    guard keyboard.hasAppeared, view.isLaidOut else { return }
    keyboard.wish = nil
    pass(to: view, typing: true)
    context.perform(.takeFocus)
    host?.wake()
  }

  func withdrawWish(of view: View) { if keyboard.wish === view { keyboard.wish = nil } }

  /// Asks for the keyboard for the view that has been waiting for it: after the views that want it at the start.
  func fulfilWish() {
    guard keyboard.hasAppeared, let view = keyboard.wish, view.stage === self, view.isLaidOut else { return }
    view.context.perform(.takeFocus)
  }

  /// A view takes the keyboard.
  func takeKeyboard(_ view: View) {
    let isWish = keyboard.wish === view
    if isWish { keyboard.wish = nil }
    pass(to: view, typing: isWish)
  }

  /// - Parameter typing: Whether it begins to edit its text.
  private func pass(to view: View, typing: Bool) {
    tree.focus(view.hosted)
    // The former view may have said in its callback who is next.
    if typing, tree.focused === view.hosted { view.beginTyping() }
  }

  // MARK: - Keys that the view with the keyboard leaves

  /// Offers a key to the custom views around the one with the keyboard, from the inside out, and then to the window.
  func offer(_ event: InputEvent, in context: borrowing EventContext) {
    guard case .keyPressed(let key, _, let modifiers) = event else { return }
    var around = root.all.first { $0.hosted === tree.focused }?.superview
    while let view = around {
      if view.takesAround(event, in: context) { return }
      around = view.superview
    }
    if let key { onKey?(key, modifiers.known) }
  }

  /// A click gives the keyboard to a window with keys of its own, unless it has it: one without a frame gets it from no window
  /// manager.
  func takeKeyboard(for event: InputEvent) {
    guard case .pressed(_, 1...3, _) = event, onKey != nil, !tree.isWindowFocused else { return }
    context.perform(.takeFocus)
  }

  // MARK: - Tab

  /// Passes the keyboard to the next view, or the previous one, by Tab and Shift-Tab. Returns false if there is no other.
  func step(by event: InputEvent) -> Bool {
    guard case .keyPressed(.tab, _, let modifiers) = event, modifiers.isDisjoint(with: [.control, .alt]) else {
      return false
    }
    let able = root.all.filter { $0.takesKeys && $0.isSeen && !$0.frame.isEmpty }
    let isBackwards = modifiers.contains(.shift)
    let at = able.firstIndex { $0.hosted === tree.focused } ?? (isBackwards ? 0 : able.count - 1)
    guard able.count > 1 || able.first.map({ $0.hosted !== tree.focused }) ?? false else { return false }
    let next = able[(at + (isBackwards ? able.count - 1 : 1)) % able.count]
    pass(to: next, typing: next.takesText)
    context.setNeedsDisplay()
    return true
  }

  /// Whether the view with the keyboard has a use for Tab itself.
  func usesTab(_ event: InputEvent) -> Bool {
    guard case .keyPressed(.tab, _, _) = event else { return true }
    return root.all.first { $0.hosted === tree.focused }?.usesTab ?? false
  }
}

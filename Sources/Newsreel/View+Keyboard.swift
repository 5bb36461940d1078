internal import Scene

extension View {
  /// Gives the keyboard to an editable view: a token field, a badge, or a crawl. A crawl edits the item nearest to its
  /// middle.
  public final func beginEditing() {
    guard let stage else { return }
    beginTyping()
    stage.focus(self)
  }

  /// Gives the keyboard back.
  ///
  /// - Parameter accepting: Whether a crawl keeps the edited text; otherwise it restores the old one.
  public final func endEditing(accepting: Bool = true) {
    let asked = ViewContext()
    asked.time = now
    endTyping(accepting: accepting, in: asked)
    guard stage != nil else { return }
    for action in asked.takeActions() + [.returnFocus] where !perform(action) { context.perform(action) }
    setNeedsDisplay()
  }
}

internal import Base
internal import Scene
internal import ScrollCore

extension View {
  /// Gives the keyboard to a view: a token field, a crawl, a badge, or a custom view. A crawl edits the item nearest to its
  /// middle.
  ///
  /// The last call wins. A hidden view, or one whose window is not shown yet, gets the keyboard once it is visible.
  public final func beginEditing() {
    let t = monotonicNow()
    if let stage { stage.giveKeyboard(to: self, asked: t) } else { keyboardWish = t }
  }

  /// Gives the keyboard back.
  ///
  /// - Parameter accepting: Whether a crawl keeps the edited text; otherwise it restores the old one.
  public final func endEditing(accepting: Bool = true) {
    keyboardWish = nil
    stage?.withdrawWish(of: self)
    let actions = endTyping(accepting: accepting)
    guard stage != nil else { return }
    perform(actions + [.window(.returnFocus)])
  }

  /// Another view of its window has the keyboard: typed text is kept.
  package final func lostKeyboard() { perform(endTyping(accepting: true).filter { $0 != .window(.returnFocus) }) }

  /// Ends typing, and returns the resulting actions.
  private func endTyping(accepting: Bool) -> [ViewAction] {
    let asked = ViewContext()
    asked.time = now
    endTyping(accepting: accepting, in: asked.event)
    return asked.takeActions()
  }

  private func perform(_ actions: [ViewAction]) {
    for action in actions where !perform(action, in: context) { context.perform(action) }
    setNeedsDisplay()
  }
}

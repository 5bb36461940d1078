internal import Base
internal import Scene
internal import ScrollCore

extension View {
  /// Gives the keyboard to a view: a token field, a crawl, a badge, or one of one's own. A crawl edits the item nearest to its
  /// middle.
  ///
  /// The view whose call comes last has the keyboard. Before its window shows anything, or while the view is hidden, it gets it
  /// as soon as it is seen.
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
    perform(actions + [.returnFocus])
  }

  /// Another view of its window has the keyboard: what is typed stays.
  final func lostKeyboard() { perform(endTyping(accepting: true).filter { $0 != .returnFocus }) }

  /// Ends typing; returns what is to be done then.
  private func endTyping(accepting: Bool) -> [ViewAction] {
    let asked = ViewContext()
    asked.time = now
    endTyping(accepting: accepting, in: asked)
    return asked.takeActions()
  }

  private func perform(_ actions: [ViewAction]) {
    for action in actions where !perform(action) { context.perform(action) }
    setNeedsDisplay()
  }
}

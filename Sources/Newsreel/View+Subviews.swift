extension View {
  /// Adds a view above the others, and removes it from its former superview or window.
  public final func addSubview(_ view: View) {
    precondition(!sequence(first: self, next: \.superview).contains { $0 === view }, "a view cannot stand in itself")
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
    view.attach(to: stage)
    stage?.followHierarchy()
    setNeedsLayout()
  }

  /// Removes the view from its superview, or from the window that it fills, which is empty then.
  public final func removeFromSuperview() {
    guard let superview else { return stage?.release(self) ?? () }
    superview.subviews.removeAll { $0 === self }
    superview.setNeedsLayout()
    self.superview = nil
    let former = stage
    attach(to: nil)
    former?.followHierarchy()
  }

  /// This view and all views in it, from the back to the front.
  var all: [View] { [self] + subviews.flatMap(\.all) }
}

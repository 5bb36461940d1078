extension View {
  /// Adds a view above the others, and removes it from its former superview or window. A view that this one stands in stays
  /// where it is, which is an invalid value.
  public final func addSubview(_ view: View) { insertSubview(view, at: .max) }

  /// Adds a view among the others, and removes it from its former superview or window.
  ///
  /// - Parameters:
  ///   - view: The view to add.
  ///   - index: Its index in ``subviews``, from the back to the front; the nearest one counts. In a stack it is its place in
  ///     the order of views.
  public final func insertSubview(_ view: View, at index: Int) {
    guard !sequence(first: self, next: \.superview).contains(where: { $0 === view }) else {
      return refuse(ValueError(name: "subviews", reason: "a view cannot stand in itself"))
    }
    view.removeFromSuperview()
    subviews.insert(view, at: min(max(0, index), subviews.count))
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

package import ScrollCore

/// A menu for screen readers: its lines; the selected one has the focus.
extension MenuView {
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var menu = AccessibleNode(0, .menu, "", at: bounds)
    menu.children = entries.enumerated().map { index, entry in
      var node = AccessibleNode(key(of: index), entry.role, entry.title, at: place(of: index).intersection(bounds))
      if entry.kind == .separator { return node }
      // The arrow of a submenu is not read.
      node.details = entry.isList ? "" : entry.detail.isEmpty ? entry.key : entry.detail
      node.states = entry.states.union(index == selected ? .focused : [])
      if entry.isEnabled { node.actions = [.press] }
      return node
    }
    return menu
  }

  /// The lines of each list are others.
  private func key(of index: Int) -> Int { pages.count << 20 | index }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
    guard let index = entries.indices.first(where: { key(of: $0) == path.first }), entries[index].isEnabled else {
      return false
    }
    select(index)
    if action == .press { choose() }
    context.setNeedsDisplay()
    return true
  }
}

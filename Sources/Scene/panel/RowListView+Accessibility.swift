package import ScrollCore

/// A list of rows, for those who cannot see it: each is a thing by its number, named by what stands in its columns.
extension RowListView {
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var list = AccessibleNode(0, .list, columns.map(\.title).first { !$0.isEmpty } ?? "", at: layout.bounds)
    list.states = .focusable
    list.children = (0..<min(count, AccessibleNode.most)).map(node)
    if count == 0, !emptyText.isEmpty { list.children = [AccessibleNode(0, .label, emptyText, at: layout.body)] }
    return list
  }

  private func node(of index: Int) -> AccessibleNode {
    let row = source.row(index)
    let texts = row.cells.map(\.text).filter { !$0.isEmpty }
    let place = place(of: index).intersection(layout.body)
    var node = AccessibleNode(index, .listItem, texts.joined(separator: ", "), at: place.isEmpty ? nil : place)
    node.details = row.cells.map(\.detail).filter { !$0.isEmpty }.joined(separator: ", ")
    node.states = [.focusable, .selectable]
    if index == selected {
      node.states.insert(.selected)
      if isFocused { node.states.insert(.focused) }
    }
    if let isOn = row.isOn {
      node.states.insert(isOn ? [.checkable, .checked] : .checkable)
      node.actions.append(.press)
    }
    node.actions += [.open, .menu, .remove]
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool {
    guard let index = path.first, (0..<count).contains(index) else { return false }
    choose(index, in: context)
    switch action {
    case .press:
      guard hasSwitches, source.row(index).isOn != nil else { return false }
      on.toggle(index, context)
    case .open: activate(index, at: nil, in: context)
    case .menu: on.menu(index, place(of: index), context)
    case .remove: on.remove(index, context)
    case .focus: break
    }
    context.setNeedsDisplay()
    return true
  }
}

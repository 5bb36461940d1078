package import ScrollCore

// The nodes of a panel's controls for assistive technology. A control has one node with key 0; a list has a node for each
// visible row.

extension ButtonView {
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var node = AccessibleNode(0, .button, title, at: bounds)
    node.states = isEnabled ? .focus(state.isFocused) : .disabled
    if isEnabled { node.actions = [.press] }
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool {
    guard isEnabled, action == .press || action == .focus else { return false }
    context.perform(.takeFocus)
    if action == .press { onPress(context) }
    return true
  }
}

extension SwitchView {
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var node = AccessibleNode(0, .toggleButton, title, at: bounds)
    node.states = .focus(state.isFocused).union(isOn ? .checked : [])
    node.actions = [.press]
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool {
    guard action == .press || action == .focus else { return false }
    context.perform(.takeFocus)
    if action == .press {
      isOn.toggle()
      onChange(isOn, context)
    }
    context.setNeedsDisplay()
    return true
  }
}

extension FieldView {
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var node = AccessibleNode(0, .entry, text.isEmpty ? placeholder : text, at: bounds)
    node.details = text.isEmpty ? "" : placeholder
    node.states = .focus(isFocused).union(.editable)
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool {
    guard action == .focus else { return false }
    context.perform(.takeFocus)
    return true
  }
}

extension TextView {
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    text.isEmpty ? nil : AccessibleNode(0, .label, text, at: bounds)
  }
}

extension RowListView {
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var list = AccessibleNode(0, .list, count == 0 ? emptyText : "", at: layout.bounds)
    list.states = .focus(isFocused && selected == nil)
    list.children = visibleRows.prefix(AccessibleNode.most).map(node)
    return list
  }

  private func node(of index: Int) -> AccessibleNode {
    let row = source.row(index)
    let texts = row.cells.map(\.text).filter { !$0.isEmpty }
    var node = AccessibleNode(
      index, .listItem, texts.joined(separator: ", "), at: place(of: index).intersection(layout.body))
    node.details = row.cells.map(\.detail).filter { !$0.isEmpty }.joined(separator: ", ")
    node.states = [.focusable, .selectable]
    if index == selected { node.states.formUnion(isFocused ? [.selected, .focused] : .selected) }
    if row.isOn == true { node.states.insert(.checked) }
    node.actions = [.press]
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool {
    guard let index = path.first, (0..<count).contains(index), action == .press || action == .focus else {
      return false
    }
    context.perform(.takeFocus)
    select(index)
    reveal(index)
    // A switch is what a click on a row is for.
    if action == .press { source.row(index).isOn == nil ? on.activate(index, context) : on.toggle(index, context) }
    context.setNeedsDisplay()
    return true
  }
}

extension AccessibleNode.States {
  /// The states of something that can have the keyboard.
  fileprivate static func focus(_ isFocused: Bool) -> Self { isFocused ? [.focusable, .focused] : .focusable }
}

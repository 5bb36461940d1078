package import ScrollCore

// The nodes of a panel's controls for assistive technology. A control has one node with key 0; a list has a node for each
// visible row.

extension ButtonView {
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var node = AccessibleNode(0, .button, title, at: bounds)
    node.states = .focus(state.isFocused)
    node.actions = [.press]
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool {
    guard action == .press || action == .focus else { return false }
    context.perform(.takeFocus)
    if action == .press { onPress(context) }
    return true
  }
}

extension FieldView {
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var node = AccessibleNode(0, .entry, placeholder, at: bounds)
    node.text = AccessibleNode.Text(line.editor.line)
    node.states = .focus(isFocused).union(.editable)
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool {
    switch action {
    case .focus: context.perform(.takeFocus)
    case .write(let text):
      show(text, at: context.time)
      onChange(self.text, context)
      context.setNeedsDisplay()
    default: return false
    }
    return true
  }
}

extension TextView {
  /// A notification, which a screen reader reads at once, unless it is faint.
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    text.isEmpty ? nil : AccessibleNode(0, role == .faint ? .label : .notification, text, at: bounds)
  }
}

extension RowListView {
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var list = AccessibleNode(0, .list, columns.map(\.title).first { !$0.isEmpty } ?? "", at: layout.bounds)
    list.states = .focus(isFocused && selected == nil)
    // Invisible rows are reachable, too.
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
    if index == selected { node.states.formUnion(isFocused ? [.selected, .focused] : .selected) }
    if let isOn = row.isOn { node.states.formUnion(isOn ? [.checkable, .checked] : .checkable) }
    // A press on a row switches it.
    node.actions = row.isOn == nil ? [.open, .menu, .remove] : [.press, .open, .menu, .remove]
    if let editing, editing.row == index {
      var entry = AccessibleNode(
        editing.column, .entry, columns[editing.column].title, at: self.place(ofColumn: editing.column, in: index))
      entry.text = AccessibleNode.Text(editing.line.editor.line)
      entry.states = .focus(isFocused).union(.editable)
      node.states.remove(.focused)
      node.children = [entry]
    }
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool {
    guard let index = path.first, (0..<count).contains(index) else { return false }
    if let column = path.dropFirst().first { return perform(action, onEditing: column, of: index, in: context) }
    context.perform(.takeFocus)
    choose(index)
    switch action {
    case .press where source.row(index).isOn != nil: on.toggle(index, context)
    case .press: return false
    case .open: activate(index, at: nil, in: context)
    case .menu: on.menu(index, place(of: index), context)
    case .remove: on.remove(index, context)
    case .focus: break
    case .write: return false
    }
    context.setNeedsDisplay()
    return true
  }

  /// Acts on the cell being edited.
  private func perform(
    _ action: AccessibleAction, onEditing column: Int, of row: Int, in context: ViewContext
  ) -> Bool {
    guard editing?.row == row, editing?.column == column else { return false }
    switch action {
    case .focus: context.perform(.takeFocus)
    case .write(let text): editing?.line.change(at: context.time) { $0.replace(by: text) }
    default: return false
    }
    context.setNeedsDisplay()
    return true
  }
}

extension AccessibleNode.States {
  /// The states of something that can have the keyboard.
  fileprivate static func focus(_ isFocused: Bool) -> Self { isFocused ? [.focusable, .focused] : .focusable }
}

package import Scene
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

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
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

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
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
    let node = AccessibleNode(0, role == .faint && heard == nil ? .label : .notification, heard ?? text, at: bounds)
    return node.name.isEmpty ? nil : node
  }
}

extension RowListView {
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    let title = title.isEmpty ? columns.map(\.title).first { !$0.isEmpty } ?? "" : title
    var list = AccessibleNode(0, .list, title, at: layout.bounds)
    list.states = .focus(isFocused && selected == nil)
    // Invisible rows are reachable, too.
    list.children = accessibleRows.map { node(of: $0.index, $0.id) }
    if count == 0, !emptyText.isEmpty { list.children = [AccessibleNode(0, .label, emptyText, at: layout.body)] }
    return list
  }

  /// The rows that assistive technology gets, with their indices.
  private var accessibleRows: [(index: Int, id: ID)] {
    (0..<min(count, AccessibleNode.most)).compactMap { index in id(index).map { (index, $0) } }
  }

  /// What a row says: its texts, each but the first behind the title of its column.
  package func name(of index: Int) -> String {
    zip(row(index).cells, columns).enumerated().compactMap { number, part in
      let (text, title) = (part.0.text, part.1.title)
      return text.isEmpty ? nil : number == 0 || title.isEmpty ? text : "\(title) \(text)"
    }.joined(separator: ", ")
  }

  private func node(of index: Int, _ id: ID) -> AccessibleNode {
    let row = row(index)
    let place = place(of: index).intersection(layout.body)
    var node = AccessibleNode(keys[id], .listItem, name(of: index), at: place.isEmpty ? nil : place)
    node.details = (row.cells.map(\.detail) + [row.state]).filter { !$0.isEmpty }.joined(separator: ", ")
    node.states = [.focusable, .selectable]
    if index == selected { node.states.formUnion(isFocused ? [.selected, .focused] : .selected) }
    if row.isVisited { node.states.insert(.visited) }
    if let isOn = row.isOn { node.states.formUnion(isOn ? [.checkable, .checked] : .checkable) }
    // A press on a row switches it.
    node.actions = row.isOn == nil ? [.open, .menu, .remove] : [.press, .open, .menu, .remove]
    if let editing, editing.row == id {
      var entry = AccessibleNode(editing.column, .entry, columns[editing.column].title, at: editedPlace)
      entry.text = AccessibleNode.Text(editing.line.editor.line)
      entry.states = .focus(isFocused).union(.editable)
      node.states.remove(.focused)
      node.children = [entry]
    }
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
    guard let key = path.first, let (index, id) = accessibleRows.first(where: { keys[$0.id] == key }) else {
      return false
    }
    if let column = path.dropFirst().first { return perform(action, onEditing: column, of: id, in: context) }
    context.perform(.takeFocus)
    choose(index)
    switch action {
    case .press where row(index).isOn != nil: on.toggle(id, context)
    case .press: return false
    case .open: activate(index, at: nil, in: context)
    case .menu: on.menu(id, place(of: index), context)
    case .remove: remove(id, in: context)
    case .focus: break
    case .write: return false
    }
    context.setNeedsDisplay()
    return true
  }

  /// Acts on the cell being edited.
  private func perform(
    _ action: AccessibleAction, onEditing column: Int, of row: ID, in context: borrowing EventContext
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

/// The keys of a list's rows in the accessible tree: each row keeps its own.
struct RowKeys<ID: Hashable> {
  private var keys: [ID: Int] = [:]
  private var last = 0

  subscript(id: ID) -> Int {
    mutating get {
      if let key = keys[id] { return key }
      // Rows of long ago have new ones.
      if keys.count > 4 * AccessibleNode.most { keys = [:] }
      last += 1
      keys[id] = last
      return last
    }
  }
}

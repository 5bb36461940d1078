package import Scene
package import ScrollCore

/// Handling the input of a list.
extension RowListView {
  /// Pixels for a step of the wheel, at 96 dots per inch.
  private static var wheelStep: Double { 72 }

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    if editing != nil, let isTaken = edit(event, in: context) { return isTaken }
    switch event {
    case .pointerMoved(let point): move(to: point, in: context)
    case .pointerLeft: hover(nil, in: context)
    case .pressed(_, 4, _): scroll(by: -style.length(Self.wheelStep))
    case .pressed(_, 5, _): scroll(by: style.length(Self.wheelStep))
    case .pressed(let point, let button, _) where button == 1 || button == 3:
      context.perform(.takeFocus)
      press(point, button, in: context)
    case .released(let point, 1, _): release(point, in: context)
    case .focused(let isFocused):
      self.isFocused = isFocused
      if isFocused, selection == nil { choose(0) }
    case .keyPressed(let key, _, let modifiers): if !press(key, modifiers, in: context) { return false }
    default: return false
    }
    context.setNeedsDisplay()
    return true
  }

  /// Selects a row, and scrolls it into view.
  func choose(_ index: Int) {
    select(index)
    if let selected { reveal(selected) }
  }

  // MARK: - The pointer

  private func hover(_ index: Int?, in context: borrowing EventContext) {
    guard hovered != index else { return }
    hovered = index
    context.setNeedsDisplay()
  }

  private func press(_ point: Point, _ button: Int, in context: borrowing EventContext) {
    if button == 1, barPlace.insetBy(dx: -style.length(4), dy: 0).contains(point) {
      barGrip = point.y - barPlace.minY
      return
    }
    guard let index = index(at: point), let id = id(index) else { return }
    // Another row may have come below the pointer between two clicks.
    let isAnother = selection?.id != id
    choose(index)
    if button == 3 { return on.menu(id, Rect(origin: point, size: .zero), context) }
    let count = clicks.press(point, at: context.time)
    if count == 2, !isAnother, !isSwitch(at: point, in: index) { return activate(index, at: point, in: context) }
    drag = RowDrag(row: id, start: point, point: point)
  }

  private func move(to point: Point, in context: borrowing EventContext) {
    if let grip = barGrip {
      scroll(barTo: point.y - grip)
      return context.setNeedsDisplay()
    }
    guard drag != nil else { return hover(index(at: point), in: context) }
    drag?.point = point
    if isReorderable, let start = drag?.start, abs(point.y - start.y) > style.length(6) { drag?.isMoving = true }
    guard drag?.isMoving == true else { return }
    hovered = nil
    let speed = point.y < layout.body.minY ? -10.0 : point.y > layout.body.maxY ? 10.0 : 0
    if speed != drag?.scrolling {
      drag?.scrolling = speed
      drag?.base = (scrolled, context.time)
    }
    context.setNeedsDisplay()
  }

  private func release(_ point: Point, in context: borrowing EventContext) {
    barGrip = nil
    guard let drag else { return }
    self.drag = nil
    guard let at = index(of: drag.row) else { return on.miss(drag.row, context) }
    if drag.isMoving {
      let gap = dropGap(of: drag)
      put(drag.row, at: gap > at ? gap - 1 : gap, in: context)
    } else if index(at: point) == at {
      click(drag.row, at, at: point, in: context)
    }
  }

  private func click(_ id: ID, _ index: Int, at point: Point, in context: borrowing EventContext) {
    if isSwitch(at: point, in: index) { return on.toggle(id, context) }
    guard let column = column(at: point, in: index), row(index).cells[column].opensMenu else { return }
    on.open(id, column, place(ofColumn: column, in: index), context)
  }

  private func isSwitch(at point: Point, in index: Int) -> Bool {
    guard hasSwitches, row(index).isOn != nil else { return false }
    let place = place(of: index)
    return layout.switchPlace.offsetBy(dx: place.minX, dy: place.minY).insetBy(dx: -style.unit, dy: -style.unit)
      .contains(point)
  }

  private func column(at point: Point, in index: Int) -> Int? {
    let count = row(index).cells.count
    return columns.indices.prefix(count).first { place(ofColumn: $0, in: index).contains(point) }
  }

  /// Requests to move a row to the place of the one at an index.
  package func put(_ id: ID, at target: Int, in context: borrowing EventContext) {
    guard let other = self.id(target), other != id else { return }
    on.move(id, other, context)
    if let index = index(of: id) { choose(index) }
  }

  /// Requests to remove a row. The one that takes its place is selected then.
  package func remove(_ id: ID, in context: borrowing EventContext) {
    let at = index(of: id)
    on.remove(id, context)
    if let at, index(of: id) == nil { choose(at) }
  }

  // MARK: - Keys

  private func press(_ key: Key?, _ modifiers: Modifiers, in context: borrowing EventContext) -> Bool {
    let held = modifiers.intersection([.control, .alt, .shift])
    let last = count - 1
    guard last >= 0 else { return false }
    // The place of a row that has gone has another one now.
    let at = selected ?? selection?.index ?? 0
    let page = max(1, (layout.body.height / layout.rowHeight).wholeBelow - 1)
    switch (key, held) {
    case (.up?, []): choose(selection == nil ? last : at - 1)
    case (.down?, []): choose(selected == nil ? at : at + 1)
    case (.pageUp?, []): choose(at - page)
    case (.pageDown?, []): choose(at + page)
    case (.home?, []): choose(0)
    case (.end?, []): choose(last)
    default:
      guard let id = selection?.id, Self.isForRow(key, held) else { return false }
      guard let index = selected else {
        on.miss(id, context)
        return true
      }
      return press(key, held, isHeld: modifiers.contains(.held), for: id, at: index, in: context)
    }
    return true
  }

  private static func isForRow(_ key: Key?, _ held: Modifiers) -> Bool {
    switch (key, held) {
    case (.up?, .alt), (.down?, .alt), (.character(" ")?, []), (.function(2)?, []), (.enter?, []), (.delete?, []),
      (.menu?, []), (.function(10)?, .shift):
      true
    default: false
    }
  }

  private func press(
    _ key: Key?, _ held: Modifiers, isHeld: Bool, for id: ID, at index: Int,
    in context: borrowing EventContext
  ) -> Bool {
    switch (key, held) {
    case (.up?, .alt) where isReorderable: put(id, at: index - 1, in: context)
    case (.down?, .alt) where isReorderable: put(id, at: index + 1, in: context)
    case (.character(" ")?, []) where hasSwitches && row(index).isOn != nil: on.toggle(id, context)
    case (.function(2)?, []): return beginEditing(id, in: context)
    case (.enter?, []), (.character(" ")?, []): if !isHeld { activate(index, at: nil, in: context) }
    case (.delete?, []): remove(id, in: context)
    case (.menu?, []), (.function(10)?, .shift): on.menu(id, place(of: index), context)
    default: return false
    }
    return true
  }

  /// Edits a row's cell, opens its menu, or performs the row's action.
  func activate(_ index: Int, at point: Point?, in context: borrowing EventContext) {
    guard let id = id(index) else { return }
    let cells = row(index).cells
    let at = point.flatMap { column(at: $0, in: index) }
    if let at, cells[at].isEditable { return beginEditing(id, at, in: context) }
    if point == nil {
      if let column = cells.firstIndex(where: { $0.opensMenu || $0.isEditable }) {
        return cells[column].opensMenu
          ? on.open(id, column, place(ofColumn: column, in: index), context)
          : beginEditing(id, column, in: context)
      }
    }
    on.activate(id, context)
  }
}

// MARK: - Editing in place

extension RowListView {
  /// Edits the first editable cell of a row. Returns whether there is one.
  @discardableResult
  package func beginEditing(_ id: ID, in context: borrowing EventContext) -> Bool {
    guard let index = index(of: id), let column = row(index).cells.firstIndex(where: \.isEditable) else { return false }
    beginEditing(id, column, in: context)
    return true
  }

  package func beginEditing(_ id: ID, _ column: Int, in context: borrowing EventContext) {
    guard let index = index(of: id) else { return on.miss(id, context) }
    let cell = row(index).cells[column]
    let text = cell.editedText ?? cell.text
    var line = TypedLine(text, at: context.time)
    line.change(at: context.time) { $0.select { $0.selectAll() } }
    choose(index)
    drag = nil
    editing = CellEditing(row: id, column: column, before: text, placeholder: cell.placeholder, line: line)
    context.perform(.takeFocus)
    context.setNeedsDisplay()
  }

  /// Ends editing, accepting or discarding the text. Returns false if the text is refused, and stays.
  @discardableResult
  package func endEditing(accepting: Bool, in context: borrowing EventContext) -> Bool {
    guard let editing else { return true }
    context.setNeedsDisplay()
    let text = editing.line.editor.text
    if accepting, text != editing.before, !on.edit(editing.row, editing.column, text, context),
      index(of: editing.row) != nil
    {
      return false
    }
    self.editing = nil
    return true
  }

  /// Handles an event while a cell is edited; nil if it is for the list.
  private func edit(_ event: InputEvent, in context: borrowing EventContext) -> Bool? {
    guard let typesetter, let (row, column) = editing.map({ ($0.row, $0.column) }) else { return nil }
    switch event {
    case .pressed(let point, let button, _) where button > 3 || editedPlace?.contains(point) != true:
      if endEditing(accepting: true, in: context) { return nil }
      context.perform(.takeFocus)
      return true
    case .keyPressed(.tab?, _, let modifiers):
      guard endEditing(accepting: true, in: context) else { return true }
      editNext(row, column, isBackwards: modifiers.contains(.shift), in: context)
      return true
    case .focused(let isFocused):
      self.isFocused = isFocused
      if !isFocused, endEditing(accepting: true, in: context) { return true }
    default: break
    }
    let outcome = editing?.line.handle(event, clicks: &clicks, in: context, with: typesetter)
    if case .ended(let accepting) = outcome { endEditing(accepting: accepting, in: context) }
    editing?.line.showCaret(in: context)
    context.setNeedsDisplay()
    return true
  }

  private func editNext(_ id: ID, _ column: Int, isBackwards: Bool, in context: borrowing EventContext) {
    guard let index = index(of: id) else { return }
    let cells = row(index).cells
    let others = isBackwards ? Array((0..<column).reversed()) : Array((column + 1)..<max(column + 1, cells.count))
    if let next = others.first(where: { cells[$0].isEditable }) { beginEditing(id, next, in: context) }
  }
}

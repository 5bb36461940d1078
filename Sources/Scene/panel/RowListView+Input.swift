package import ScrollCore

/// Handling the input of a list.
extension RowListView {
  /// Pixels for a step of the wheel, at 96 dots per inch.
  private static let wheelStep = 72.0

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
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
      if isFocused, selected == nil, count > 0 { choose(0) }
    case .keyPressed(let key, _, let modifiers): if !press(key, modifiers, in: context) { return false }
    default: return false
    }
    context.setNeedsDisplay()
    return true
  }

  /// Selects a row, and scrolls to it.
  func choose(_ index: Int) {
    select(index)
    if let selected { reveal(selected) }
  }

  // MARK: - The pointer

  private func hover(_ index: Int?, in context: ViewContext) {
    guard hovered != index else { return }
    hovered = index
    context.setNeedsDisplay()
  }

  private func press(_ point: Point, _ button: Int, in context: ViewContext) {
    if button == 1, barPlace.insetBy(dx: -style.length(4), dy: 0).contains(point) {
      barGrip = point.y - barPlace.minY
      return
    }
    guard let index = index(at: point) else { return }
    choose(index)
    if button == 3 { return on.menu(index, Rect(origin: point, size: .zero), context) }
    let count = clicks.press(point, at: context.time)
    if count == 2, !isSwitch(at: point, in: index) { return activate(index, at: point, in: context) }
    drag = RowDrag(row: index, start: point, point: point)
  }

  private func move(to point: Point, in context: ViewContext) {
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

  private func release(_ point: Point, in context: ViewContext) {
    barGrip = nil
    guard let drag else { return }
    self.drag = nil
    if drag.isMoving {
      let gap = dropGap(of: drag)
      let target = gap > drag.row ? gap - 1 : gap
      if target != drag.row { put(drag.row, at: target, in: context) }
    } else if index(at: point) == drag.row {
      click(drag.row, at: point, in: context)
    }
  }

  private func click(_ index: Int, at point: Point, in context: ViewContext) {
    if isSwitch(at: point, in: index) { return on.toggle(index, context) }
    guard let column = column(at: point, in: index), source.row(index).cells[column].opensMenu else { return }
    on.open(index, column, place(ofColumn: column, in: index), context)
  }

  private func isSwitch(at point: Point, in index: Int) -> Bool {
    guard hasSwitches, source.row(index).isOn != nil else { return false }
    let row = place(of: index)
    return layout.switchPlace.offsetBy(dx: row.minX, dy: row.minY).insetBy(dx: -style.unit, dy: -style.unit)
      .contains(point)
  }

  private func column(at point: Point, in index: Int) -> Int? {
    let count = source.row(index).cells.count
    return columns.indices.prefix(count).first { place(ofColumn: $0, in: index).contains(point) }
  }

  /// Requests to move a row, and selects it there.
  package func put(_ row: Int, at target: Int, in context: ViewContext) {
    on.move(row, target, context)
    choose(target)
  }

  // MARK: - Keys

  private func press(_ key: Key?, _ modifiers: InputEvent.Modifiers, in context: ViewContext) -> Bool {
    let held = modifiers.intersection([.control, .alt, .shift])
    let last = count - 1
    guard last >= 0 else { return false }
    let at = selected ?? 0
    let page = max(1, (layout.body.height / layout.rowHeight).wholeBelow - 1)
    switch (key, held) {
    case (.up?, []): choose(selected == nil ? last : at - 1)
    case (.down?, []): choose(selected == nil ? 0 : at + 1)
    case (.pageUp?, []): choose(at - page)
    case (.pageDown?, []): choose(at + page)
    case (.home?, []): choose(0)
    case (.end?, []): choose(last)
    case (.up?, .alt) where isReorderable: if at > 0 { put(at, at: at - 1, in: context) }
    case (.down?, .alt) where isReorderable: if at < last { put(at, at: at + 1, in: context) }
    case (.character(" ")?, []) where hasSwitches && source.row(at).isOn != nil: on.toggle(at, context)
    case (.function(2)?, []): return beginEditing(at, in: context)
    case (.enter?, []), (.character(" ")?, []): if !modifiers.contains(.held) { activate(at, at: nil, in: context) }
    case (.delete?, []): on.remove(at, context)
    case (.menu?, []), (.function(10)?, .shift): on.menu(at, place(of: at), context)
    default: return false
    }
    return true
  }

  /// Edits a row's cell, opens its menu, or performs the row's action.
  func activate(_ index: Int, at point: Point?, in context: ViewContext) {
    let cells = source.row(index).cells
    let at = point.flatMap { column(at: $0, in: index) }
    if let at, cells[at].isEditable { return beginEditing(index, at, in: context) }
    if point == nil {
      if let column = cells.firstIndex(where: { $0.opensMenu || $0.isEditable }) {
        return cells[column].opensMenu
          ? on.open(index, column, place(ofColumn: column, in: index), context)
          : beginEditing(index, column, in: context)
      }
    }
    on.activate(index, context)
  }
}

// MARK: - Editing in place

extension RowListView {
  /// Edits the first editable cell of a row. Returns whether there is one.
  @discardableResult
  package func beginEditing(_ index: Int, in context: ViewContext) -> Bool {
    guard let column = source.row(index).cells.firstIndex(where: \.isEditable) else { return false }
    beginEditing(index, column, in: context)
    return true
  }

  package func beginEditing(_ index: Int, _ column: Int, in context: ViewContext) {
    let cell = source.row(index).cells[column]
    let text = cell.editedText ?? cell.text
    var line = TypedLine(text, at: context.time)
    line.change(at: context.time) { $0.select { $0.selectAll() } }
    select(index)
    reveal(index)
    drag = nil
    editing = CellEditing(row: index, column: column, before: text, placeholder: cell.placeholder, line: line)
    context.perform(.takeFocus)
    context.setNeedsDisplay()
  }

  /// Ends editing, accepting or discarding the text.
  package func endEditing(accepting: Bool, in context: ViewContext) {
    guard let editing else { return }
    self.editing = nil
    context.setNeedsDisplay()
    let text = editing.line.editor.text
    if accepting, text != editing.before { on.edit(editing.row, editing.column, text, context) }
  }

  /// Handles an event while a cell is edited; nil if it is for the list.
  private func edit(_ event: InputEvent, in context: ViewContext) -> Bool? {
    guard let typesetter, let (row, column) = editing.map({ ($0.row, $0.column) }) else { return nil }
    switch event {
    case .pressed(let point, let button, _) where button <= 3 && !place(ofColumn: column, in: row).contains(point):
      endEditing(accepting: true, in: context)
      return nil
    case .pressed(_, 4..., _):
      endEditing(accepting: true, in: context)
      return nil
    case .keyPressed(.tab?, _, let modifiers):
      endEditing(accepting: true, in: context)
      editNext(row, column, isBackwards: modifiers.contains(.shift), in: context)
      return true
    case .focused(false):
      isFocused = false
      endEditing(accepting: true, in: context)
      return true
    default: break
    }
    let outcome = editing?.line.handle(event, clicks: &clicks, in: context, with: typesetter)
    if case .ended(let accepting) = outcome { endEditing(accepting: accepting, in: context) }
    editing?.line.showCaret(in: context)
    context.setNeedsDisplay()
    return true
  }

  private func editNext(_ row: Int, _ column: Int, isBackwards: Bool, in context: ViewContext) {
    guard row < count else { return }
    let cells = source.row(row).cells
    let others = isBackwards ? Array((0..<column).reversed()) : Array((column + 1)..<max(column + 1, cells.count))
    if let next = others.first(where: { cells[$0].isEditable }) { beginEditing(row, next, in: context) }
  }
}

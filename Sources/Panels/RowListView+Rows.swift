package import Scene
package import ScrollCore

/// The rows of a list, which come and go, and the selected one.
extension RowListView {
  /// The rows: their number, the identity of each, and its content.
  package struct Source {
    let count: () -> Int
    let id: (Int) -> ID
    let row: (Int) -> ListRow

    package init(count: @escaping () -> Int, id: @escaping (Int) -> ID, row: @escaping (Int) -> ListRow) {
      (self.count, self.id, self.row) = (count, id, row)
    }
  }

  /// The user's actions on a row.
  package struct Actions {
    /// Return, or a double click, without anything to edit.
    package var activate: (ID, borrowing EventContext) -> Void = { _, _ in }
    package var toggle: (ID, borrowing EventContext) -> Void = { _, _ in }
    /// A text in a column was edited. Returns whether it is accepted; otherwise it stays to be corrected.
    package var edit: (_ row: ID, _ column: Int, String, borrowing EventContext) -> Bool = { _, _, _, _ in true }
    /// A cell with choices was pressed, with its place in the window.
    package var open: (_ row: ID, _ column: Int, Rect, borrowing EventContext) -> Void = { _, _, _, _ in }
    /// A row was moved to the place of another one.
    package var move: (_ row: ID, _ other: ID, borrowing EventContext) -> Void = { _, _, _ in }
    package var remove: (ID, borrowing EventContext) -> Void = { _, _ in }
    /// The menu of a row was requested, with its anchor in the window.
    package var menu: (ID, Rect, borrowing EventContext) -> Void = { _, _, _ in }
    /// A key was meant for the selected row, which has gone.
    package var miss: (ID, borrowing EventContext) -> Void = { _, _ in }
  }

  func row(_ index: Int) -> ListRow { source?.row(index) ?? ListRow([]) }

  /// The row at an index, or nil.
  package func id(_ index: Int) -> ID? { index >= 0 && index < count ? source?.id(index) : nil }

  /// The present index of a row; nil if it has gone.
  package func index(of id: ID) -> Int? {
    if let selection, selection.id == id, self.id(selection.index) == id { return selection.index }
    return (0..<count).first { source?.id($0) == id }
  }

  /// The present index of the selected row; nil if none is selected, or it has gone.
  package var selected: Int? { selection.flatMap { index(of: $0.id) } }
  package var selectedID: ID? { selection?.id }

  /// Selects the row at an index, or the nearest.
  package func select(_ index: Int) {
    let index = min(max(0, index), count - 1)
    selection = id(index).map { ($0, index) }
  }

  /// Whether all of the selected row was in view where it was last.
  var showsSelection: Bool {
    guard let place = selection.map({ place(of: $0.index) }) else { return false }
    return place.minY >= layout.body.minY && place.maxY <= layout.body.maxY
  }

  /// Takes the selected row's present index.
  func followSelection(keepingInView: Bool) {
    guard let selected else { return }
    selection?.index = selected
    if keepingInView { reveal(selected) }
  }

  /// The place of the edited cell; one without room in its row is edited across that. Nil if the row has gone.
  var editedPlace: Rect? {
    guard let editing, let index = index(of: editing.row) else { return nil }
    let place = place(ofColumn: editing.column, in: index)
    if layout.shows(editing.column) { return place }
    let others = columns.indices.filter(layout.shows).map { self.place(ofColumn: $0, in: index) }
    let (start, end) = (others.map(\.minX).min() ?? place.minX, others.map(\.maxX).max() ?? place.maxX)
    return Rect(x: start, y: place.minY, width: end - start, height: place.height)
  }
}

/// A cell being edited.
struct CellEditing<ID: Hashable> {
  let row: ID
  let column: Int
  let before: String
  let placeholder: String
  var line: TypedLine
}

/// A row under a held button.
struct RowDrag<ID: Hashable> {
  let row: ID
  let start: Point
  var point: Point
  var isMoving = false
  /// The scroll speed in rows a second while the pointer is at an end of the list; negative towards the first row.
  var scrolling = 0.0
  /// The scroll offset and time when that started.
  var base = (offset: 0.0, time: 0.0)

  /// The scroll offset at `t`; nil while it does not scroll.
  func offset(at t: Seconds, rowHeight: Double) -> Double? {
    scrolling == 0 ? nil : base.offset + (t - base.time) * scrolling * rowHeight
  }
}

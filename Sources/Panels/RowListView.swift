package import Scene
package import ScrollCore

/// A list of rows, one of which is selected. It requests and draws only visible rows, so that thousands cost no more. Actions
/// name a row by its identity, because it may have moved or gone by then.
package final class RowListView<ID: Hashable>: Control {
  package var style: PanelStyle
  package var columns: [ListColumn]
  /// At 96 dots per inch.
  package var rowHeight = 48.0
  /// Whether to reserve space for marks before the texts, or switches at the end.
  package var hasMarks = false
  package var hasSwitches = false
  /// Whether rows can be moved by dragging, and by Alt with an arrow.
  package var isReorderable = false
  /// Shown without rows.
  package var emptyText = ""
  /// The name of the list for assistive technology; empty for the title of its first column.
  package var title = ""
  package var source: Source?
  package var on = Actions()

  /// The selected row, which may have gone, and its last known index.
  var selection: (id: ID, index: Int)?
  var hovered: Int?
  var isFocused = false
  var clicks = ClickCounter()
  var drag: RowDrag<ID>?
  /// The place of a press on the scroll bar, in pixels from its top.
  var barGrip: Double?
  var editing: CellEditing<ID>?
  var keys = RowKeys<ID>()
  private(set) var layout: ListLayout
  private(set) var typesetter: (any Typesetter)?
  private var offset = 0.0
  private var shown: [ID: (row: ListRow, content: Content)] = [:]
  private var isStale = true
  private var box = Content(rests: true)
  private var header = Content(rests: true)
  private var highlight = Content(rests: true)
  private var hover = Content(rests: true)
  private var bar = Content(rests: true)
  private var gap = Content(rests: true)
  private var empty = Content(rests: true)
  private var cellBox = Content(rests: true)
  private var ring = FocusRing()

  package init(_ columns: [ListColumn], style: PanelStyle) {
    (self.columns, self.style) = (columns, style)
    layout = ListLayout(
      style: style, columns: columns, bounds: .zero, hasMarks: false, hasSwitches: false, rowHeight: 1)
  }

  package var count: Int { max(0, source?.count() ?? 0) }
  /// Whether a cell is being edited.
  package var isEditing: Bool { editing != nil }

  // MARK: - Places

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    self.typesetter = typesetter
    let showedSelection = showsSelection
    layout = ListLayout(
      style: style, columns: columns, bounds: frame.inner, hasMarks: hasMarks, hasSwitches: hasSwitches,
      rowHeight: max(style.length(rowHeight), 1))
    isStale = true
    scroll(to: offset)
    followSelection(keepingInView: showedSelection)
  }

  package func naturalSize(in context: MeasureContext) -> Size {
    Size(width: context.area.width, height: min(context.area.height, style.length(rowHeight) * Double(max(3, count))))
  }

  var range: Double { max(0, Double(count) * layout.rowHeight - layout.body.height) }

  /// Scrolls to an offset from the first row, in pixels.
  func scroll(to new: Double) { offset = min(range, max(0, new.rounded())) }
  func scroll(by pixels: Double) { scroll(to: offset + pixels) }

  /// The place of a row in the window.
  package func place(of index: Int) -> Rect {
    let body = layout.body
    return Rect(
      x: body.minX, y: body.minY + Double(index) * layout.rowHeight - offset, width: body.width,
      height: layout.rowHeight)
  }

  /// The place of a row's cell in the window.
  package func place(ofColumn column: Int, in index: Int) -> Rect {
    let row = place(of: index)
    let cells = layout.cells(hasSwitch: index < count && self.row(index).isOn != nil)
    return cells.indices.contains(column) ? cells[column].offsetBy(dx: row.minX, dy: row.minY) : row
  }

  package func index(at point: Point) -> Int? {
    guard layout.body.contains(point) else { return nil }
    let index = ((point.y - layout.body.minY + offset) / layout.rowHeight).wholeBelow
    return index < count ? index : nil
  }

  /// Scrolls a row into view.
  package func reveal(_ index: Int) {
    guard !layout.body.isEmpty else { return }
    let top = Double(index) * layout.rowHeight
    if top < offset { scroll(to: top) }
    if top + layout.rowHeight > offset + layout.body.height { scroll(to: top + layout.rowHeight - layout.body.height) }
  }

  // MARK: - Drawing

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard let typesetter, !layout.bounds.isEmpty else { return }
    if let drag { scroll(to: drag.offset(at: t, rowHeight: layout.rowHeight) ?? offset) }
    scroll(to: offset)
    drawGround(into: &frame, with: typesetter)
    let (rows, selected) = (visibleRows, selected)
    let body = layout.body
    fill(&highlight, rows.first { $0 == selected }, style.selectionColor, into: &frame)
    if hovered != selected { fill(&hover, rows.first { $0 == hovered }, style.hoverColor, into: &frame) }
    let ids = rows.compactMap { source?.id($0) }
    for (index, id) in zip(rows, ids) {
      let content = content(of: id, at: index, with: typesetter)
      if content.isBlank { continue }
      let isDragged = drag?.isMoving == true && drag?.row == id
      frame.add(
        Layer(
          content, clip: place(of: index).intersection(body), origin: place(of: index).origin,
          opacity: isDragged ? 0.4 : 1))
    }
    if shown.count > 2 * rows.count + 8 { shown = shown.filter { ids.contains($0.key) } }
    isStale = false
    drawDrag(into: &frame, at: t)
    drawEditing(into: &frame, at: t, with: typesetter)
    drawBar(into: &frame)
    if isFocused, editing == nil { ring.draw(around: layout.bounds, style, into: &frame) }
  }

  var visibleRows: Range<Int> {
    let first = (offset / layout.rowHeight).wholeBelow
    let last = ((offset + layout.body.height) / layout.rowHeight).rounded(.up).wholeBelow
    return min(first, count)..<min(max(first, last), count)
  }

  private func content(of id: ID, at index: Int, with typesetter: any Typesetter) -> Content {
    var row = row(index)
    // The edited cell is drawn above.
    if let editing, editing.row == id, row.cells.indices.contains(editing.column) {
      row.cells[editing.column] = ListCell("")
    }
    if !isStale, let known = shown[id], known.row == row { return known.content }
    var content = shown[id]?.content ?? Content(rests: true)
    content.show(layout.primitives(of: row, with: typesetter), on: nil)
    shown[id] = (row, content)
    return content
  }

  private func drawGround(into frame: inout Frame, with typesetter: any Typesetter) {
    let bounds = layout.bounds
    let place = Rect(origin: .zero, size: bounds.size)
    var pieces = [
      Primitive(.box(radius: style.radius, fill: style.surface), in: place),
      Primitive(.outline(radius: style.radius, width: style.hairline, color: style.lineColor), in: place),
    ]
    if layout.headerHeight > 0 {
      let line = Rect(
        x: style.hairline, y: layout.headerHeight - style.hairline, width: place.width - 2 * style.hairline,
        height: style.hairline)
      pieces.append(Primitive(.box(radius: 0, fill: style.lineColor), in: line))
    }
    box.show(pieces, on: nil)
    frame.add(Layer(box, clip: bounds, origin: bounds.origin))
    if layout.headerHeight > 0 {
      header.show(layout.headers(with: typesetter), on: nil)
      frame.add(Layer(header, clip: bounds, origin: bounds.origin))
    }
    guard count == 0, !emptyText.isEmpty else { return }
    let run = TextRun(
      emptyText, font: style.font, color: style.faintColor, maxWidth: max(1, bounds.width - 4 * style.unit))
    let width = typesetter.width(of: run)
    let body = layout.body
    let baseline = Point(
      x: ((bounds.width - width) / 2).rounded(),
      y: layout.headerHeight + style.baseline(of: style.font, in: body.height, with: typesetter))
    empty.show(
      [Primitive(text: run, baseline: baseline, width: width, metrics: typesetter.metrics(of: style.font))], on: nil)
    frame.add(Layer(empty, clip: body, origin: bounds.origin))
  }

  /// Fills a row with a colour.
  private func fill(_ content: inout Content, _ index: Int?, _ color: Color, into frame: inout Frame) {
    guard let index else { return }
    let line = style.hairline
    let place = place(of: index).insetBy(dx: line, dy: 0)
    content.show([Primitive(.box(radius: 0, fill: color), in: Rect(origin: .zero, size: place.size))], on: nil)
    frame.add(Layer(content, clip: place.intersection(layout.body.insetBy(dx: line, dy: line)), origin: place.origin))
  }

  private func drawDrag(into frame: inout Frame, at t: Seconds) {
    guard let drag, drag.isMoving else { return }
    if drag.scrolling != 0 { frame.change(at: t) }
    let y = layout.body.minY + Double(dropGap(of: drag)) * layout.rowHeight - offset
    let width = style.length(2)
    let place = Rect(
      x: layout.bounds.minX + style.unit, y: (y - width / 2).rounded(), width: layout.bounds.width - 2 * style.unit,
      height: width)
    gap.show(
      [Primitive(.box(radius: width / 2, fill: style.accent), in: Rect(origin: .zero, size: place.size))], on: nil)
    frame.add(Layer(gap, clip: place.intersection(layout.bounds), origin: place.origin))
  }

  /// The gap between rows for a drop, counted from before the first row.
  func dropGap(of drag: RowDrag<ID>) -> Int {
    let row = ((drag.point.y - layout.body.minY + offset) / layout.rowHeight).rounded().wholeBelow
    return min(count, max(0, row))
  }

  /// The scroll bar's thumb; empty if all rows are visible.
  var barPlace: Rect {
    guard range > 0 else { return .zero }
    let body = layout.body.insetBy(dx: 0, dy: style.length(3))
    let height = max(style.length(24), (body.height * body.height / (range + body.height)).rounded())
    let y = body.minY + ((body.height - height) * offset / range).rounded()
    let width = style.length(6)
    let place = Rect(x: body.maxX - width - style.length(3), y: y, width: width, height: height)
    return style.mirrored(place, in: body)
  }

  /// Scrolls so that the thumb's top is at `y` of the window.
  func scroll(barTo y: Double) {
    let body = layout.body.insetBy(dx: 0, dy: style.length(3))
    let room = body.height - barPlace.height
    if room > 0 { scroll(to: (y - body.minY) / room * range) }
  }

  private func drawBar(into frame: inout Frame) {
    let place = barPlace
    guard !place.isEmpty else { return }
    let color = style.surface.mixed(with: style.textColor, share: barGrip == nil ? 0.3 : 0.5)
    bar.show(
      [Primitive(.box(radius: place.width / 2, fill: color), in: Rect(origin: .zero, size: place.size))], on: nil)
    frame.add(Layer(bar, clip: place, origin: place.origin))
  }

  private func drawEditing(into frame: inout Frame, at t: Seconds, with typesetter: any Typesetter) {
    guard var editing, let inner = editedPlace else { return }
    let height = min(inner.height - style.length(4), style.controlHeight)
    let place = Rect(x: inner.minX, y: (inner.midY - height / 2).rounded(), width: inner.width, height: height)
      .insetBy(dx: -style.unit, dy: 0)
    cellBox.show(
      [
        Primitive(.box(radius: style.radius, fill: style.background), in: Rect(origin: .zero, size: place.size)),
        Primitive(
          .outline(radius: style.radius, width: style.ringWidth, color: style.accent),
          in: Rect(origin: .zero, size: place.size)),
      ], on: nil)
    frame.add(Layer(cellBox, clip: place.intersection(layout.body), origin: place.origin))
    let field = place.insetBy(dx: style.unit, dy: style.ringWidth)
    let column = layout.shows(editing.column) ? "" : columns[editing.column].title + ": "
    editing.line.layOut(
      in: field, style: style.field(placeholder: column + editing.placeholder),
      baseline: style.baseline(of: style.font, in: field.height, with: typesetter), with: typesetter)
    editing.line.draw(into: &frame, at: t, in: layout.body)
    self.editing = editing
  }

  /// The scroll offset, in pixels.
  var scrolled: Double { offset }
}

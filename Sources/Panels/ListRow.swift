internal import Scene
package import ScrollCore

/// A column of a list: its title, and its width at 96 dots per inch.
package struct ListColumn: Equatable, Sendable {
  /// Empty for none.
  package var title: String
  package var length: StackLength
  /// Whether its texts are aligned at the end, like numbers.
  package var isTrailing: Bool

  package init(_ title: String = "", _ length: StackLength, isTrailing: Bool = false) {
    (self.title, self.length, self.isTrailing) = (title, length, isTrailing)
  }
}

/// A row of a list.
package struct ListRow: Equatable, Sendable {
  package enum Mark: Equatable, Sendable {
    case none
    case dot(Color)
    case ring(Color)
    /// An image, by its path.
    case image(String)
  }

  /// Shown before its texts.
  package var mark: Mark
  /// One for each column.
  package var cells: [ListCell]
  /// The state of the switch at its end; nil for none.
  package var isOn: Bool?
  /// Whether it is dimmed.
  package var isFaint = false
  /// Whether it stands for a link that has been read.
  package var isVisited = false
  /// Its appearance in words, for screen readers; empty for none.
  package var state = ""

  package init(_ cells: [ListCell], mark: Mark = .none, isOn: Bool? = nil, isFaint: Bool = false) {
    (self.cells, self.mark, self.isOn, self.isFaint) = (cells, mark, isOn, isFaint)
  }
}

/// The content of a column in a row.
package struct ListCell: Equatable, Sendable {
  package enum Role: Equatable, Sendable { case strong, body, faint, warning }

  package var text: String
  package var role: Role
  /// A second line, in a smaller font.
  package var detail: String
  package var isWarning = false
  /// Whether it can be edited in place.
  package var isEditable = false
  /// The text to edit, if it differs from the displayed one.
  package var editedText: String?
  /// Shown while an empty one is edited.
  package var placeholder = ""
  /// Whether a press opens a menu of choices.
  package var opensMenu = false

  package init(_ text: String, _ role: Role = .body, detail: String = "") {
    (self.text, self.role, self.detail) = (text, role, detail)
  }
}

/// The layout of a list's rows.
struct ListLayout {
  let style: PanelStyle
  let columns: [ListColumn]
  /// The whole list, in window coordinates.
  let bounds: Rect
  let hasMarks: Bool
  let hasSwitches: Bool
  let rowHeight: Double

  private var padding: Double { style.length(16) }
  var markSide: Double { style.length(18) }
  /// The width of the scroll bar.
  var barWidth: Double { style.length(12) }
  var headerHeight: Double { columns.contains { !$0.title.isEmpty } ? style.length(28) : 0 }

  /// The area of the rows.
  var body: Rect {
    Rect(x: bounds.minX, y: bounds.minY + headerHeight, width: bounds.width, height: bounds.height - headerHeight)
  }

  /// A row with its upper left corner at (0, 0).
  private var row: Rect { Rect(x: 0, y: 0, width: bounds.width, height: rowHeight) }

  var mark: Rect {
    let place = Rect(x: padding, y: ((rowHeight - markSide) / 2).rounded(), width: markSide, height: markSide)
    return style.mirrored(place, in: row)
  }

  var switchPlace: Rect {
    let size = SwitchShape.size(style)
    let place = Rect(
      x: bounds.width - barWidth - style.unit - size.width, y: ((rowHeight - size.height) / 2).rounded(),
      width: size.width, height: size.height)
    return style.mirrored(place, in: row)
  }

  /// The horizontal extent of the columns, and the room behind it for a switch.
  private var extent: (start: Double, width: Double, room: Double) {
    let start = padding + (hasMarks ? markSide + style.length(12) : 0)
    let room = hasSwitches ? SwitchShape.size(style).width + padding : 0
    return (start, max(0, bounds.width - barWidth - style.unit - room - start), room)
  }

  /// The number of columns with room: columns of a fixed width are left out from the end until those that share the rest
  /// can be read.
  private var shownColumns: Int {
    let needed = columns.map { column -> Double in
      if case .fixed(let pixels) = column.length { style.length(pixels) } else { style.length(120) }
    }
    var number = columns.count
    while number > 1, case .fixed = columns[number - 1].length,
      needed.prefix(number).reduce(padding * Double(number - 1), +) > extent.width
    {
      number -= 1
    }
    return number
  }

  /// Whether there is room for a column.
  func shows(_ column: Int) -> Bool { column < shownColumns }

  /// The columns' places in a row; those without room are empty.
  ///
  /// - Parameter hasSwitch: If it has none beside rows that have one, its last column takes the room for it.
  func cells(hasSwitch: Bool) -> [Rect] {
    let (start, width, room) = extent
    let shown = columns.prefix(shownColumns)
    let lengths = StackLength.lengths(
      shown.map { column in
        if case .fixed(let pixels) = column.length { return .fixed(style.length(pixels)) }
        return column.length
      }, natural: shown.map { _ in 0 }, in: width, spacing: padding)
    var x = start
    let cells = lengths.enumerated().map { column, length in
      defer { x += length + padding }
      let width = hasSwitch || column + 1 < lengths.count ? length : length + room
      return style.mirrored(Rect(x: x, y: 0, width: width, height: rowHeight), in: row)
    }
    return cells + columns.dropFirst(shown.count).map { _ in Rect(x: start, y: 0, width: 0, height: rowHeight) }
  }

  /// The primitives of a row, from its upper left corner.
  func primitives(of row: ListRow, with typesetter: any Typesetter) -> [Primitive] {
    var pieces = primitives(of: row.mark)
    for (cell, (column, place)) in zip(row.cells, zip(columns, cells(hasSwitch: row.isOn != nil)))
    where place.width > 1 {
      pieces += primitives(of: cell, isTrailing: column.isTrailing, isFaint: row.isFaint, in: place, with: typesetter)
    }
    if let isOn = row.isOn { pieces += SwitchShape.primitives(isOn: isOn, in: switchPlace, style) }
    return pieces
  }

  private func primitives(of mark: ListRow.Mark) -> [Primitive] {
    let inner = self.mark.insetBy(dx: style.length(4), dy: style.length(4))
    switch mark {
    case .none: return []
    case .dot(let color): return [Primitive(.box(radius: inner.width / 2, fill: color), in: inner)]
    case .ring(let color):
      return [Primitive(.outline(radius: inner.width / 2, width: style.length(1.5), color: color), in: inner)]
    case .image(let path): return [Primitive(.image(path), in: self.mark)]
    }
  }

  private func primitives(
    of cell: ListCell, isTrailing: Bool, isFaint: Bool, in place: Rect, with typesetter: any Typesetter
  ) -> [Primitive] {
    let font = cell.role == .strong ? style.strongFont : style.font
    var color: Color
    switch cell.role {
    case .strong, .body: color = isFaint ? style.faintColor : style.textColor
    case .faint: color = style.faintColor
    case .warning: color = style.warningColor
    }
    var room = place
    var pieces: [Primitive] = []
    if cell.opensMenu {
      let side = style.length(7)
      let arrow = Rect(
        x: place.maxX - side, y: (place.midY - side * 0.3).rounded(), width: side, height: (side * 0.6).rounded())
      pieces.append(Primitive(.triangle(up: false, fill: style.faintColor), in: style.mirrored(arrow, in: place)))
      room.size.width = max(1, room.width - side - style.unit)
      room = style.mirrored(room, in: place)
    }
    guard !cell.detail.isEmpty else {
      if !cell.text.isEmpty {
        pieces.append(
          style.text(cell.text, font: font, color: color, in: room, isTrailing: isTrailing, with: typesetter))
      }
      return pieces
    }
    let metrics = typesetter.metrics(of: font)
    let small = typesetter.metrics(of: style.smallFont)
    let gap = style.length(9)
    let top = ((rowHeight - metrics.capHeight - gap - small.capHeight) / 2).rounded() + metrics.capHeight.rounded()
    color = cell.role == .warning ? style.warningColor : color
    pieces.append(
      style.text(
        cell.text, font: font, color: color, in: room, isTrailing: isTrailing, baseline: top, with: typesetter))
    pieces.append(
      style.text(
        cell.detail, font: style.smallFont, color: cell.isWarning ? style.warningColor : style.faintColor, in: room,
        isTrailing: isTrailing, baseline: top + gap + small.capHeight.rounded(), with: typesetter))
    return pieces
  }

  func headers(with typesetter: any Typesetter) -> [Primitive] {
    zip(columns, cells(hasSwitch: true)).compactMap { column, cell in
      if column.title.isEmpty || cell.width <= 1 { return nil }
      let place = Rect(x: cell.minX, y: 0, width: cell.width, height: headerHeight)
      return style.text(
        column.title, font: style.smallFont, color: style.faintColor, in: place, isTrailing: column.isTrailing,
        with: typesetter)
    }
  }
}

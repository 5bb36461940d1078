package import ScrollCore

/// Headlines that are rows instead of text.
extension CrawlScene {
  /// Why a row cannot be shown, as a sentence without its full stop; nil if it can.
  package func problem(with row: Row) -> String? {
    guard let kind = style.rows[row.kind] else {
      let names = style.rows.keys.sorted()
      let remedy = nearest(to: row.kind, in: names).map { "did you mean “\($0)”?" }
      return "the theme has no row “\(row.kind)”; \(remedy ?? "it has \(names.joined(separator: ", "))")"
    }
    return kind.problem(with: row).map { "the row “\(row.kind)” \($0)" }
  }

  /// The text of a row, as read out; nil if the theme has no such kind.
  package func text(of row: Row) -> String? { style.rows[row.kind]?.text(of: row) }

  /// The fields of a row that name pictures.
  package func pictureFields(of row: Row) -> [String] { style.rows[row.kind]?.parts.compactMap(\.picture) ?? [] }

  /// Sets who loads the pictures of rows, by path.
  package func setPictures(_ picture: @escaping (String) -> SizedImage?) { headlines.picture = picture }

  /// Whether two rows differ only in numbers, so that `roll` leads from one to the other.
  package func rolls(from old: Row, to new: Row) -> Bool {
    old.kind == new.kind && (old == new || style.rows[old.kind]?.rolls(from: old, to: new) ?? false)
  }

  /// Rolls the numbers of a headline's row to those of another one, with the next frame.
  package func roll(_ id: Int, to row: Row) { headlines.roll(id, to: row) }
}

extension Headlines {
  /// The row of a headline.
  func row(of id: Int) -> Row? { rows.isEmpty ? nil : rows[firstPiece(of: id)] }

  /// The text of a headline's row, with its current numbers; nil for other headlines, and if the row is not shown.
  func rowText(of id: Int) -> String? {
    guard let row = row(of: id), let kind = rowKinds[row.kind], kind.problem(with: row) == nil else { return nil }
    return kind.text(of: row)
  }

  /// A text that is short enough to be one piece, as a row is.
  func rowText(_ text: String) -> String { text.cut(toBytes: TextStore.longestChunk / 2) ?? text }

  /// Whether a layout shows a row. One that the theme cannot show is a text.
  func showsRow(_ layout: HeadlineLayout) -> Bool {
    guard layout.isFirst, values != nil, let row = row(of: layout.headline.id) else { return false }
    return rowKinds[row.kind].map { $0.problem(with: row) == nil } ?? false
  }

  /// Keeps the row of a new piece, and purges rows of removed headlines.
  func keep(_ row: Row, of piece: Int) {
    if rows.count > Self.mostRows, rows.count > 2 * rowsHeld {
      forgetRows { self.store.find($0) == nil && self.layouts[$0] == nil }
      rowsHeld = rows.count
    }
    rows[piece] = row
  }

  func forgetRows(where isForgotten: (_ piece: Int) -> Bool) {
    for piece in rows.keys where isForgotten(piece) {
      rows[piece] = nil
      values?.forget(prefix: "\(piece) ")
    }
  }

  /// Above this count, rows of removed headlines are purged.
  private static let mostRows = 64

  /// Takes over the numbers of another row.
  func roll(_ id: Int, to row: Row) {
    let piece = firstPiece(of: id)
    guard let old = rows[piece], let kind = rowKinds[row.kind] else { return }
    rows[piece] = row
    for part in kind.parts {
      guard let field = part.number else { continue }
      let (former, texts) = (old.texts(of: field), row.texts(of: field))
      for i in texts.indices where former.indices.contains(i) && former[i] != texts[i] {
        let name = RowPen.name(piece, field, i)
        guard let values, values.isKnown(name), let number = RowNumber(texts[i]) else { continue }
        values.set(name, to: Array(number.digits.utf8).span)
      }
    }
  }

  /// Makes the stretches, numbers and boxes of a row.
  func layOutRow(_ layout: HeadlineLayout) {
    let (id, wasRow) = (layout.headline.id, layout.isRow)
    layout.isRow = showsRow(layout)
    if wasRow, !layout.isRow { (layout.stretches, layout.numbers, layout.boxes) = ([], [], []) }
    guard layout.isRow, let row = row(of: id), let kind = rowKinds[row.kind], let values, let typesetter else { return }
    let direction = layout.direction == .automatic ? typesetter.direction(of: kind.text(of: row)) : layout.direction
    var pen = RowPen(self, values, typesetter, piece: firstPiece(of: id), isMirrored: direction == .rightToLeft)
    for part in direction == .rightToLeft ? kind.parts.reversed() : kind.parts { pen.draw(part, of: row) }
    pen.finish()
    (layout.stretches, layout.boxes) = (pen.stretches, pen.boxes)
    layout.numbers = pen.numbers
  }

  /// The boxes behind the parts of a row.
  func boxes(of layout: HeadlineLayout, _ starts: [Double], on line: HeadlineLine) -> [Primitive] {
    layout.boxes.map { box in
      let (left, right) = (starts[box.from.stretch] + box.from.x, starts[box.to.stretch] + box.to.x)
      let top = line.baseline - box.ascent
      return Primitive(
        .box(radius: box.radius, fill: box.fill), in: Rect(x: left, y: top, width: right - left, height: box.height))
    }
  }
}

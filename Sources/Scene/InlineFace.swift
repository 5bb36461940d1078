import ScrollCore

/// Where the digits and symbols of a frame's numbers are shown: kept, so that nothing is allocated.
struct InlineMarks {
  var marks: [Mark] = []
  /// Where the numbers are seen.
  var windows: [Stamp] = []

  mutating func clear() {
    marks.removeAll(keepingCapacity: true)
    windows.removeAll(keepingCapacity: true)
  }
}

/// Digits and symbols for numbers within a text that moves sideways, at fractions of a pixel whether they roll or not.
final class InlineFace {
  private var face: CounterFace
  // Of the face's style: to take them from it in each frame would copy all of it.
  private var color = Color.white
  private var background = Color.black
  /// The digits from 0 to 9, and all symbols.
  private var sheet: Sheet

  init(ids: inout ContentIDs) {
    face = CounterFace(ids: &ids)
    sheet = Sheet(id: ids.next())
  }

  func prepare(_ font: FontSpec, color: Color, background: Color, with typesetter: any Typesetter) {
    var font = font
    font.tabularDigits = true
    let format = NumberFormat()
    let style = CounterFace.Style(
      font: font, textColor: color, background: background, digits: format.digits,
      symbols: NumberSymbol.allCases.map { format.text(of: $0) })
    guard style != face.style else { return }
    (self.color, self.background) = (color, background)
    face.prepare(style, with: typesetter)
    drawSheet(style, metrics: typesetter.metrics(of: font), with: typesetter)
  }

  private func drawSheet(_ style: CounterFace.Style, metrics: FontMetrics, with typesetter: any Typesetter) {
    let texts = (0...9).map { style.digits.text(of: $0) } + style.symbols
    let widths = texts.map { typesetter.width(of: face.run($0)) }
    // Glyphs may reach half an em beyond their advance.
    sheet.lead = (style.font.size / 2).rounded(.up)
    sheet.pitch = ((widths.max() ?? 0) + 2 * sheet.lead).rounded(.up)
    (sheet.cells, sheet.height) = (texts.count, face.cell.height)
    let pieces: [Piece] = texts.indices.compactMap { i in
      // A digit stands in the middle of its cell.
      let indent = i < 10 ? (face.cell.width - widths[i]) / 2 : 0
      let start = Point(x: Double(i) * sheet.pitch + sheet.lead + indent, y: face.baseline)
      let run = face.run(texts[i], color: .white)
      return texts[i].isEmpty ? nil : Piece(text: run, baseline: start, width: widths[i], metrics: metrics)
    }
    CounterFace.replace(&sheet.content, pieces: pieces, background: nil)
  }

  /// The width that a number takes at rest, in whole pixels.
  func restingWidth(of odometer: Odometer) -> Double {
    odometer.columns.reduce(0) { $1.isLeaving ? $0 : $0 + width(of: $1.slot) }
  }

  /// The width that it takes at `t`.
  func width(of odometer: Odometer, at t: Seconds) -> Double {
    odometer.columns.reduce(0) { $0 + width(of: $1.slot) * $1.presence(at: t) }
  }

  /// Whole pixels, so that all columns at rest or rolling stand at the same fraction of one: few pictures serve a frame.
  private func width(of slot: NumberPart.Slot) -> Double { face.width(of: slot).rounded() }

  /// Finds where the columns of a number are shown, from `x` on and within `window`. Those that grow in or roll out are
  /// layers of their own.
  func place(
    _ columns: [OdometerColumn], at t: Seconds, x: Double, baseline: Double, window: Rect, clip: Rect,
    in marks: inout InlineMarks, _ frame: inout Frame
  ) {
    let top = baseline - face.baseline
    var x = x
    marks.windows.append(Stamp(clip: window, origin: Point(x: x, y: window.minY)))
    for column in columns {
      let presence = column.presence(at: t)
      let left = x
      x += width(of: column.slot) * presence
      var mark = Mark(
        cell: index(of: column), origin: Point(x: left, y: top), window: marks.windows.count - 1)
      if column.slot.isDigit, column.end > t {
        let cells = column.cells(at: t)
        // In the middle of its place, however narrow that is.
        mark.origin.x = (left + x - face.cell.width) / 2
        (mark.cell, mark.next, mark.fraction) = (cells.upper, cells.lower, cells.fraction)
      }
      if presence < 1 {
        let place = Rect(x: left.rounded(), y: top, width: x.rounded() - left.rounded(), height: face.cell.height)
        add(mark, opacity: presence, clip: place.intersection(clip), to: &frame)
      } else {
        marks.marks.append(mark)
      }
    }
  }

  private func add(_ mark: Mark, opacity: Double, clip: Rect, to frame: inout Frame) {
    if clip.isEmpty { return }
    var (mark, color) = (mark, color)
    mark.window = 0
    color.alpha = UInt8((Double(color.alpha) * opacity).rounded())
    frame.add(sheet, marks: [mark], color: color, clip: clip)
  }

  /// Adds what was placed. What rolls fades at the top and the bottom of the row that all numbers stand in.
  func add(_ marks: InlineMarks, to frame: inout Frame, baseline: Double, in opening: VisibleFrame, isInlaid: Bool) {
    guard !marks.windows.isEmpty else { return }
    let clip = opening.inner
    let row = Rect(x: clip.minX, y: baseline - face.baseline, width: clip.width, height: face.cell.height)
      .intersection(opening.outer)
    frame.add(
      sheet, marks: marks.marks, color: color, windows: marks.windows, clip: row.intersection(clip), fade: fade,
      fadeColor: background, fadeBounds: row, isInlaid: isInlaid)
  }

  /// Whole pixels at the top and the bottom of the digits' windows within which what rolls fades away: a fifth of them,
  /// and where digits at rest leave room.
  private var fade: Double {
    guard background.isOpaque else { return 0 }
    let capHeight = 2 * (face.baseline - face.capMiddle)
    return max(
      0, min(0.2 * face.cell.height, face.baseline - capHeight, face.cell.height - face.baseline).rounded(.down))
  }

  /// Its place in the row.
  private func index(of column: OdometerColumn) -> Int {
    switch column.slot {
    case .digit: column.digit
    case .symbol(let symbol, _): 10 + symbol.rawValue
    }
  }
}

import ScrollCore

/// Where the digits and symbols of a frame's numbers are shown: kept, so that nothing is allocated.
struct InlineMarks {
  var marks: [Mark] = []
  /// Of digits that roll: from the first of a number to the last.
  var rolling: [Mark] = []
  var lids: [Stamp] = []

  mutating func clear() {
    marks.removeAll(keepingCapacity: true)
    rolling.removeAll(keepingCapacity: true)
    lids.removeAll(keepingCapacity: true)
  }
}

/// Digits and symbols for numbers within a text that moves sideways, at fractions of a pixel whether they roll or not.
struct InlineFace {
  private var face: CounterFace
  /// Shows nothing but the fade above and below digits that roll.
  private let lids: Content
  /// The digits from 0 to 9, and all symbols.
  private var sheet: Sheet

  init(ids: inout ContentIDs) {
    face = CounterFace(ids: &ids)
    lids = Content(id: ids.next(), axis: .vertical)
    sheet = Sheet(id: ids.next())
  }

  mutating func prepare(_ font: FontSpec, color: Color, background: Color, with typesetter: any Typesetter) {
    var font = font
    font.tabularDigits = true
    let format = NumberFormat()
    let style = CounterFace.Style(
      font: font, textColor: color, background: background, digits: format.digits,
      symbols: NumberSymbol.allCases.map { format.text(of: $0) })
    guard style != face.style else { return }
    face.prepare(style, with: typesetter)
    drawSheet(style, metrics: typesetter.metrics(of: font), with: typesetter)
  }

  private mutating func drawSheet(_ style: CounterFace.Style, metrics: FontMetrics, with typesetter: any Typesetter) {
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
  func restingWidth(of odometer: Odometer) -> Double { face.restingWidth(of: odometer).rounded(.up) }

  /// The width that it takes at `t`.
  func width(of odometer: Odometer, at t: Seconds) -> Double { face.width(of: odometer, at: t) }

  /// Finds where the columns of a number are shown, from `x` on. Those that grow in or roll out are layers of their own.
  func place(
    _ odometer: Odometer, at t: Seconds, x: Double, baseline: Double, clip: Rect, in marks: inout InlineMarks,
    _ frame: inout Frame
  ) {
    let top = baseline - face.baseline
    var x = x
    var rolling: Rect?
    for column in odometer.columns {
      let presence = column.presence(at: t)
      let left = x
      x += face.width(of: column.slot) * presence
      let window = Rect(x: left.rounded(), y: top, width: x.rounded() - left.rounded(), height: face.cell.height)
      guard column.slot.isDigit, column.end > t else {
        let mark = Mark(cell: index(of: column), origin: Point(x: left, y: top))
        if presence < 1 {
          add([mark], opacity: presence, clip: window.intersection(clip), to: &frame)
        } else {
          marks.marks.append(mark)
        }
        continue
      }
      rolling = rolling?.union(window) ?? window
      let cells = column.cells(at: t)
      let place = Point(x: (left + x - face.cell.width) / 2, y: top - cells.fraction * face.cell.height)
      let upper = Mark(cell: cells.upper, origin: place)
      let lower = Mark(cell: cells.lower, origin: Point(x: place.x, y: place.y + face.cell.height))
      if presence < 1 {
        add([upper, lower], opacity: presence, clip: window.intersection(clip), to: &frame)
      } else {
        marks.rolling.append(upper)
        if cells.fraction > 0 { marks.rolling.append(lower) }
      }
    }
    if let rolling = rolling?.intersection(clip), lid > 0, !rolling.isEmpty {
      marks.lids.append(Stamp(clip: rolling, origin: rolling.origin))
    }
  }

  private func add(_ marks: [Mark], opacity: Double, clip: Rect, to frame: inout Frame) {
    guard !clip.isEmpty, var color = face.style?.textColor else { return }
    color.alpha = UInt8((Double(color.alpha) * opacity).rounded())
    frame.add(sheet, marks: marks, color: color, clip: clip)
  }

  /// Adds what was placed, and keeps the pictures for what will be.
  func add(_ marks: InlineMarks, to frame: inout Frame, baseline: Double, in opening: Opening, isInlaid: Bool) {
    guard let style = face.style else { return }
    // What rolls is seen through its window.
    let clip = opening.inner
    let row = Rect(x: clip.minX, y: baseline - face.baseline, width: clip.width, height: face.cell.height)
      .intersection(opening.outer)
    let window = row.intersection(clip)
    frame.add(sheet, marks: marks.rolling, color: style.textColor, clip: window, isInlaid: isInlaid)
    if !marks.lids.isEmpty {
      frame.add(
        lids, stamps: marks.lids, clip: clip, fade: lid, fadeColor: style.background, fadeBounds: row,
        isInlaid: isInlaid)
    }
    // Above the lids, which reach from the first digit that rolls to the last.
    frame.add(sheet, marks: marks.marks, color: style.textColor, clip: window, isInlaid: isInlaid)
  }

  /// Whole pixels at the top and the bottom of the digits' windows within which what rolls fades away: a fifth of them,
  /// and where digits at rest leave room.
  private var lid: Double {
    guard let style = face.style, style.background.isOpaque else { return 0 }
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

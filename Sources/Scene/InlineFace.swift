import ScrollCore

/// Where the columns of a frame's numbers are shown: kept, so that nothing is allocated.
struct InlineStamps {
  var resting: [Stamp] = []
  var rolling: [Stamp] = []
  /// From the first digit of a number that rolls to its last.
  var lids: [Stamp] = []

  mutating func clear() {
    resting.removeAll(keepingCapacity: true)
    rolling.removeAll(keepingCapacity: true)
    lids.removeAll(keepingCapacity: true)
  }
}

/// Digits and symbols for numbers within a text that moves sideways, at fractions of a pixel whether they roll or not.
struct InlineFace {
  private var face: CounterFace
  /// Shows nothing but the fade above and below digits that roll.
  private let lids: Content
  /// The digits from 0 to 9 and all symbols, side by side.
  private var row: Content
  private var pitch = 0.0

  init(ids: inout ContentIDs) {
    face = CounterFace(ids: &ids, axis: .both)
    lids = Content(id: ids.next(), axis: .vertical)
    row = Content(id: ids.next())
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
    drawRow(style, metrics: typesetter.metrics(of: font), with: typesetter)
  }

  private mutating func drawRow(_ style: CounterFace.Style, metrics: FontMetrics, with typesetter: any Typesetter) {
    let texts = (0...9).map { style.digits.text(of: $0) } + style.symbols
    let widths = texts.map { typesetter.width(of: face.run($0)) }
    // Glyphs may reach half an em beyond their advance.
    pitch = ((widths.max() ?? 0) + style.font.size).rounded(.up)
    let pieces: [Piece] = texts.indices.compactMap { i in
      // A digit stands in the middle of its cell.
      let indent = i < 10 ? (face.cell.width - widths[i]) / 2 : 0
      let start = Point(x: Double(i) * pitch + indent, y: face.baseline)
      let run = face.run(texts[i], color: style.textColor)
      return texts[i].isEmpty ? nil : Piece(text: run, baseline: start, width: widths[i], metrics: metrics)
    }
    CounterFace.replace(&row, pieces: pieces, background: style.background.alpha == 0 ? nil : style.background)
  }

  /// The width that a number takes at rest, in whole pixels.
  func restingWidth(of odometer: Odometer) -> Double { face.restingWidth(of: odometer).rounded(.up) }

  /// The width that it takes at `t`.
  func width(of odometer: Odometer, at t: Seconds) -> Double { face.width(of: odometer, at: t) }

  /// Finds where the columns of a number are shown, from `x` on; `clip` is in whole pixels. Those that grow in or roll
  /// out are layers of their own.
  func place(
    _ odometer: Odometer, at t: Seconds, x: Double, baseline: Double, clip: Rect, in stamps: inout InlineStamps,
    _ frame: inout Frame
  ) {
    let top = baseline - face.baseline
    var x = x
    var rolling: Rect?
    for column in odometer.columns {
      let presence = column.presence(at: t)
      let left = x
      x += face.width(of: column.slot) * presence
      let window = Rect(
        x: left.rounded(), y: top, width: x.rounded() - left.rounded(), height: face.cell.height
      ).intersection(clip)
      if window.isEmpty { continue }
      let isRolling = column.slot.isDigit && column.end > t
      let origin = Point(
        x: isRolling ? (left + x - face.cell.width) / 2 : left - Double(index(of: column)) * pitch,
        y: isRolling ? top - face.row(of: column, at: t) * face.cell.height : top)
      if presence < 1 {
        frame.add(Layer(isRolling ? face.normal.reel : row, clip: window, origin: origin, opacity: presence))
      } else if isRolling {
        stamps.rolling.append(Stamp(clip: window, origin: origin))
      } else {
        stamps.resting.append(Stamp(clip: window, origin: origin))
      }
      if isRolling { rolling = rolling?.union(window) ?? window }
    }
    if let rolling, lid > 0 { stamps.lids.append(Stamp(clip: rolling, origin: rolling.origin)) }
  }

  /// Adds what was placed, and keeps the pictures for what will be.
  func add(_ stamps: InlineStamps, to frame: inout Frame, clip: Rect) {
    frame.add(face.normal.reel, stamps: stamps.rolling, clip: clip)
    if !stamps.lids.isEmpty {
      frame.add(lids, stamps: stamps.lids, clip: clip, fade: lid, fadeColor: face.style?.background ?? .clear)
    }
    // Above the lids, which reach from the first digit that rolls to the last.
    frame.add(row, stamps: stamps.resting, clip: clip)
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

import ScrollCore

/// Digits and symbols for numbers within a text that moves sideways: those at rest move with it at fractions of a pixel,
/// those that roll stand on whole ones.
struct InlineFace {
  private var face: CounterFace
  /// The digits from 0 to 9 and all symbols, side by side.
  private var row: Content
  private var pitch = 0.0

  init(ids: inout ContentIDs) {
    face = CounterFace(ids: &ids)
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
    CounterFace.replace(&row, pieces: pieces, background: style.background.solid)
  }

  /// The width that a number takes at rest, in whole pixels.
  func restingWidth(of odometer: Odometer) -> Double { face.restingWidth(of: odometer).rounded(.up) }

  /// The width that it takes at `t`.
  func width(of odometer: Odometer, at t: Seconds) -> Double { face.width(of: odometer, at: t) }

  /// Adds a number's layers, from `x` on; `clip` is in whole pixels.
  func draw(_ odometer: Odometer, into frame: inout Frame, at t: Seconds, x: Double, baseline: Double, clip: Rect) {
    let top = baseline - face.baseline
    var x = x
    for column in odometer.columns {
      let presence = column.presence(at: t)
      let left = x
      x += face.width(of: column.slot) * presence
      let window = Rect(
        x: left.rounded(), y: top, width: x.rounded() - left.rounded(), height: face.cell.height
      ).intersection(clip)
      if window.isEmpty { continue }
      var layer: Layer
      if column.end <= t {
        layer = Layer(row, clip: window, origin: Point(x: left - Double(index(of: column)) * pitch, y: top))
      } else {
        layer = face.layer(of: column, at: t, in: face.normal, left: left.rounded(), right: x.rounded(), top: top)
        layer.clip = window
        layer.opacity = presence
      }
      frame.add(layer)
    }
  }

  /// Adds what keeps the pictures for the next number that rolls, or comes to rest.
  func keep(in frame: inout Frame) {
    for content in [row, face.normal.reel, face.normal.symbols] {
      frame.add(Layer(content, clip: .zero, origin: .zero))
    }
  }

  /// Its place in the row.
  private func index(of column: OdometerColumn) -> Int {
    switch column.slot {
    case .digit: column.digit
    case .symbol(let symbol, _): 10 + symbol.rawValue
    }
  }
}

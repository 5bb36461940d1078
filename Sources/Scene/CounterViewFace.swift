import ScrollCore

/// A font and its colours, as counters need them: the strip of digits and the symbols, drawn once and shown by any
/// number of columns of any number of odometers.
struct CounterFace {
  /// What everything in it follows from.
  struct Style: Equatable {
    var font: FontSpec
    var textColor: Color
    var riseColor: Color?
    var fallColor: Color?
    var background: Color
    var digits: DigitScript
    /// By the symbols' raw values.
    var symbols: [String]
  }

  /// The pictures in one colour.
  struct Colored {
    var reel: Content
    var symbols: Content
  }

  private(set) var normal: Colored
  private var rise: Colored
  private var fall: Colored
  private(set) var style: Style?
  private var symbolWidths = [Double](repeating: 0, count: NumberSymbol.allCases.count)
  /// The size of a digit's cell in whole pixels: as wide as the widest digit and as high as the line.
  private(set) var cell = Size.zero
  /// The baseline and the middle of a capital, in pixels from the top of a cell.
  private(set) var baseline = 0.0
  private(set) var capMiddle = 0.0

  init(ids: inout ContentIDs) {
    func colored() -> Colored {
      Colored(reel: Content(id: ids.next(), axis: .vertical), symbols: Content(id: ids.next(), axis: .vertical))
    }
    normal = colored()
    rise = colored()
    fall = colored()
  }

  // MARK: Making

  /// Measures and draws everything anew where the style is another.
  mutating func prepare(_ style: Style, with typesetter: any Typesetter) {
    guard style != self.style else { return }
    self.style = style
    let metrics = typesetter.metrics(of: style.font)
    let digitWidths = (0...9).map { typesetter.width(of: run(style.digits.text(of: $0))) }
    cell = Size(
      width: (digitWidths.max() ?? 0).rounded(.up), height: max(1, metrics.lineHeight.rounded(.up)))
    baseline = ((cell.height - metrics.lineHeight) / 2 + metrics.ascent).rounded()
    capMiddle = baseline - metrics.capHeight / 2
    for symbol in NumberSymbol.allCases {
      symbolWidths[symbol.rawValue] = typesetter.width(of: run(style.symbols[symbol.rawValue]))
    }
    draw(&normal, in: style.textColor, digitWidths: digitWidths, metrics: metrics)
    draw(&rise, in: style.riseColor, digitWidths: digitWidths, metrics: metrics)
    draw(&fall, in: style.fallColor, digitWidths: digitWidths, metrics: metrics)
  }

  func run(_ text: String, color: Color = .clear) -> TextRun {
    TextRun(text, font: style?.font ?? FontSpec(size: 1), color: color, direction: .leftToRight)
  }

  private func draw(_ colored: inout Colored, in color: Color?, digitWidths: [Double], metrics: FontMetrics) {
    guard let style else { return }
    let background = style.background.solid
    guard let color else {
      Self.replace(&colored.reel, pieces: [], background: background)
      Self.replace(&colored.symbols, pieces: [], background: background)
      return
    }
    let cells = ReelSequence.shared.cells.enumerated().map { row, digit in
      let width = digitWidths[digit]
      let start = Point(x: (cell.width - width) / 2, y: Double(row) * cell.height + baseline)
      let run = run(style.digits.text(of: digit), color: color)
      return Piece(text: run, baseline: start, width: width, metrics: metrics)
    }
    let symbols: [Piece] = NumberSymbol.allCases.compactMap { symbol in
      let text = style.symbols[symbol.rawValue]
      let start = Point(x: 0, y: Double(symbol.rawValue) * cell.height + baseline)
      let width = symbolWidths[symbol.rawValue]
      return text.isEmpty
        ? nil : Piece(text: run(text, color: color), baseline: start, width: width, metrics: metrics)
    }
    Self.replace(&colored.reel, pieces: cells, background: background)
    Self.replace(&colored.symbols, pieces: symbols, background: background)
  }

  /// Changes what is different, so that what stays the same is not drawn anew.
  static func replace(_ content: inout Content, pieces: [Piece], background: Color?) {
    if content.pieces != pieces { content.pieces = pieces }
    content.background = background
  }

  // MARK: Measuring

  /// The width of a full-grown column, in pixels.
  func width(of slot: NumberPart.Slot) -> Double {
    switch slot {
    case .digit: cell.width
    case .symbol(let symbol, _): symbolWidths[symbol.rawValue]
    }
  }

  /// The width at `t`, those columns that come and go with their part of it.
  func width(of odometer: Odometer, at t: Seconds) -> Double {
    var width = 0.0
    for column in odometer.columns { width += self.width(of: column.slot) * column.presence(at: t) }
    return width
  }

  /// The width of the number that it shows at rest.
  func restingWidth(of odometer: Odometer) -> Double {
    var width = 0.0
    for column in odometer.columns where !column.isLeaving { width += self.width(of: column.slot) }
    return width
  }

  // MARK: Showing

  /// Adds an odometer's layers: a row of windows of the cells' height, from `origin`, in window coordinates, rounded
  /// to whole pixels. Each column gets `stretch` pixels more than its width.
  func draw(
    _ odometer: Odometer, into frame: inout Frame, at t: Seconds, origin: Point, in opening: VisibleFrame,
    stretch: Double = 0
  ) {
    let flash = style?.riseColor == nil ? nil : odometer.flash(at: t)
    let top = origin.y.rounded()
    var x = origin.x
    for column in odometer.columns {
      let presence = column.presence(at: t)
      let left = x.rounded()
      x += (width(of: column.slot) + stretch) * presence
      let window = Rect(x: left, y: top, width: x.rounded() - left, height: cell.height).intersection(opening.outer)
      let clip = window.intersection(opening.inner)
      if clip.isEmpty { continue }
      var layer = layer(of: column, at: t, in: normal, left: left, right: x.rounded(), top: top)
      layer.clip = clip
      if layer.fade > 0, clip.height < window.height { layer.fadeBounds = window }
      layer.opacity = presence
      frame.add(layer)
      guard let flash else { continue }
      let colored = flash.isRise ? rise : fall
      layer.content = column.slot.isDigit ? colored.reel : colored.symbols
      layer.opacity = presence * flash.strength
      frame.add(layer)
    }
  }

  /// The column's stretch of the strip, centred between `left` and `right`.
  private func layer(
    of column: OdometerColumn, at t: Seconds, in colored: Colored, left: Double, right: Double, top: Double
  ) -> Layer {
    let x = ((left + right - width(of: column.slot)) / 2).rounded()
    switch column.slot {
    case .symbol(let symbol, _):
      let y = top - Double(symbol.rawValue) * cell.height
      return Layer(colored.symbols, clip: .zero, origin: Point(x: x, y: y))
    case .digit:
      return Layer(
        colored.reel, clip: .zero, origin: Point(x: x, y: top - row(of: column, at: t) * cell.height),
        fade: fade(of: column, at: t), fadeColor: style?.background ?? .clear)
    }
  }

  /// Which part of the strip a digit's column shows: how many cells above it.
  private func row(of column: OdometerColumn, at t: Seconds) -> Double {
    let cells = column.cells(at: t)
    let lower = cells.fraction == 0 ? (cells.upper + 1) % 10 : cells.lower
    return Double(ReelSequence.shared.place(of: cells.upper, above: lower)) + cells.fraction
  }

  /// A fifth of the cell, and less as a reel comes to rest or sets off, so that a digit at rest is whole and
  /// nothing flips when it gets there. Whole pixels: few masks serve all frames.
  private func fade(of column: OdometerColumn, at t: Seconds) -> Double {
    guard let style, style.background.isOpaque else { return 0 }
    let speed = min(1, abs(column.velocity(at: t)) / 0.5)
    return (0.2 * cell.height * speed).rounded()
  }
}

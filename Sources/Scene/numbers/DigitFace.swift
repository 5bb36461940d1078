import ScrollCore

/// The metrics of a font for numbers: digits in cells of one size, symbols, and their widths. Measures and places all
/// rolling numbers.
final class DigitFace {
  private let font: FontSpec
  private let digits: [String]
  /// By the symbols' raw values.
  private let symbols: [String]
  private let metrics: FontMetrics
  private let digitWidths: [Double]
  private let symbolWidths: [Double]
  /// The size of a digit's cell in whole pixels: as wide as the widest digit and as high as the line.
  let cell: Size
  /// The baseline and the middle of a capital, in pixels from the top of a cell.
  let baseline: Double
  let capMiddle: Double

  /// The inputs of a face; cheap to compare.
  struct Style: Equatable {
    var font: FontSpec
    var digits: DigitScript
    var symbols: [String]

    init(_ font: FontSpec, _ format: NumberFormat) {
      self.font = font
      digits = format.digits
      // A minus is as wide as a plus and stands as high; the format's text has the hyphen that programs read.
      symbols = NumberSymbol.allCases.map { $0 == .minus ? "\u{2212}" : format.text(of: $0) }
    }
  }

  /// A placeholder before the first style.
  init() {
    font = FontSpec(size: 1)
    metrics = FontMetrics(ascent: 0, descent: 0, capHeight: 0)
    digits = [String](repeating: "", count: 10)
    symbols = [String](repeating: "", count: NumberSymbol.allCases.count)
    digitWidths = digits.map { _ in 0 }
    symbolWidths = symbols.map { _ in 0 }
    (cell, baseline, capMiddle) = (.zero, 0, 0)
  }

  /// - Parameter isWhole: Whether symbols have whole pixels, too, so that all columns have the same subpixel phase.
  init(_ style: Style, isWhole: Bool = false, with typesetter: any Typesetter) {
    font = style.font
    digits = (0...9).map { style.digits.text(of: $0) }
    symbols = style.symbols
    metrics = typesetter.metrics(of: font)
    let digitSizes = digits.map { Self.measure($0, style.font, typesetter) }
    digitWidths = digitSizes.map(\.width)
    symbolWidths = symbols.map {
      let size = Self.measure($0, style.font, typesetter)
      return isWhole ? (size.width + size.after).rounded() : size.width + size.after
    }
    // Digits are in the middle of their cells.
    let width = digitSizes.map { $0.width + 2 * max($0.before, $0.after) }.max() ?? 0
    cell = Size(width: width.rounded(.up), height: max(1, metrics.lineHeight.rounded(.up)))
    baseline = ((cell.height - metrics.lineHeight) / 2 + metrics.ascent).rounded()
    capMiddle = baseline - metrics.capHeight / 2
  }

  private static func run(_ text: String, _ font: FontSpec, _ color: Color) -> TextRun {
    TextRun(text, font: font, color: color, direction: .leftToRight)
  }

  /// The width of a text, and how far its ink goes beyond that, if it is more than an edge of half a pixel.
  private static func measure(
    _ text: String, _ font: FontSpec, _ typesetter: any Typesetter
  ) -> (width: Double, before: Double, after: Double) {
    let run = run(text, font, .clear)
    let (width, ink) = (typesetter.width(of: run), typesetter.ink(of: run))
    func beyond(_ reach: Double) -> Double { reach > 0.5 ? reach : 0 }
    return (width, beyond(-ink.minX), beyond(ink.maxX - width))
  }

  // MARK: Drawing

  /// A digit in the middle of a cell whose top left corner is at `origin`.
  func digit(_ digit: Int, in color: Color, at origin: Point) -> Primitive {
    primitive(
      digits[digit], width: digitWidths[digit], in: color, x: origin.x + (cell.width - digitWidths[digit]) / 2,
      top: origin.y)
  }

  /// A symbol from `origin` on; nil if it is an empty text.
  func symbol(_ symbol: NumberSymbol, in color: Color, at origin: Point) -> Primitive? {
    let (text, width) = (symbols[symbol.rawValue], symbolWidths[symbol.rawValue])
    return text.isEmpty ? nil : primitive(text, width: width, in: color, x: origin.x, top: origin.y)
  }

  private func primitive(_ text: String, width: Double, in color: Color, x: Double, top: Double) -> Primitive {
    Primitive(
      text: Self.run(text, font, color), baseline: Point(x: x, y: top + baseline), width: width, metrics: metrics)
  }

  /// The widest digit or symbol, in pixels.
  var greatestWidth: Double { max(digitWidths.max() ?? 0, symbolWidths.max() ?? 0) }

  /// How far digits and symbols reach beyond their widths, in pixels.
  func overhang(with typesetter: any Typesetter) -> Double {
    zip(digits + symbols, digitWidths + symbolWidths).reduce(0) { most, glyph in
      let ink = typesetter.ink(of: Self.run(glyph.0, font, .clear))
      return max(most, -ink.minX, ink.maxX - glyph.1)
    }
  }

  /// The limit for the fade of rolling digits at the top and the bottom of a cell, in pixels.
  var fade: Double { 0.2 * cell.height }

  // MARK: Measuring

  /// The width of a complete column, in pixels.
  func width(of slot: NumberPart.Slot) -> Double {
    switch slot {
    case .digit: cell.width
    case .symbol(let symbol, _): width(of: symbol)
    }
  }

  func width(of symbol: NumberSymbol) -> Double { symbolWidths[symbol.rawValue] }

  /// The width at `t`, including parts of columns that come and go.
  func width(of odometer: Odometer, at t: Seconds) -> Double {
    odometer.columns.reduce(0) { $0 + width(of: $1.slot) * $1.presence(at: t) }
  }

  /// The width of the number that an odometer shows at rest.
  func restingWidth(of odometer: Odometer) -> Double {
    odometer.columns.reduce(0) { $1.isLeaving ? $0 : $0 + width(of: $1.slot) }
  }
}

/// The inputs of an odometer's width at a time: the number of its digits, and its symbols.
struct CounterComposition: Equatable {
  private var digits = 0
  private var separators = 0
  /// A bit for each symbol, by its raw value.
  private var symbols = 0

  /// Counts columns that grow in or roll out as complete.
  init(_ odometer: Odometer, at t: Seconds) {
    for column in odometer.columns where !column.isLeaving || column.presence(at: t) > 0 {
      switch column.slot {
      case .digit: digits += 1
      case .symbol(.separator, _): separators += 1
      case .symbol(let symbol, _): symbols |= 1 << symbol.rawValue
      }
    }
  }

  /// The width of all columns, in pixels.
  func width(in face: DigitFace) -> Double {
    NumberSymbol.allCases.reduce(Double(digits) * face.cell.width + Double(separators) * face.width(of: .separator)) {
      symbols & (1 << $1.rawValue) != 0 ? $0 + face.width(of: $1) : $0
    }
  }
}

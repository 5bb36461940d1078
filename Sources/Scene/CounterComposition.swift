import ScrollCore

/// What an odometer's width follows from at a time: how many digits it has, and which symbols.
struct CounterComposition: Equatable {
  private var digits = 0
  private var separators = 0
  /// A bit for each symbol, by its raw value.
  private var symbols = 0

  /// Counts columns that grow in or roll out as if they were wholly there.
  init(_ odometer: Odometer, at t: Seconds) {
    for column in odometer.columns where !column.isLeaving || column.presence(at: t) > 0 {
      switch column.slot {
      case .digit: digits += 1
      case .symbol(.separator, _): separators += 1
      case .symbol(let symbol, _): symbols |= 1 << symbol.rawValue
      }
    }
  }

  /// The width of all columns in a font, in pixels.
  func width(in font: FontSpec, of format: NumberFormat, with typesetter: any Typesetter) -> Double {
    func width(_ text: String) -> Double { typesetter.width(of: TextRun(text, font: font, color: .clear)) }
    let digit = (0...9).reduce(0) { max($0, width(format.digits.text(of: $1))) }
    var sum = Double(digits) * digit.rounded(.up)
    if separators > 0 { sum += Double(separators) * width(format.text(of: .separator)) }
    for symbol in NumberSymbol.allCases where symbols & (1 << symbol.rawValue) != 0 {
      sum += width(format.text(of: symbol))
    }
    return sum
  }
}

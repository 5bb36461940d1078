/// How the integer part is grouped: 1234567, 1,234,567 or 12,34,567.
public enum NumberGrouping: String, CaseIterable, Sendable {
  /// 1234567
  case none
  /// 1,234,567
  case threes = "3"
  /// 12,34,567
  case threesAndTwos = "3-2"

  /// Whether a separator stands between the digits of the places `place` and `place - 1`.
  func separates(_ place: Int) -> Bool {
    switch self {
    case .none: false
    case .threes: place > 0 && place % 3 == 0
    case .threesAndTwos: place >= 3 && (place - 3) % 2 == 0
    }
  }
}

/// How the sign is shown. Zero has none.
public enum SignStyle: String, CaseIterable, Sendable {
  /// -5, 5
  case negative
  /// -5, +5
  case always
  /// (5), 5
  case accounting
}

/// Which characters `minLength` counts.
public enum PadStyle: String, CaseIterable, Sendable {
  /// The digits before the point: -1.5 at 4 is -0001.5.
  case digits
  /// All of the number, with its sign, its point and its decimals: -1.5 at 6 is -001.5.
  case text
}

/// The ten digits of a script.
public enum DigitScript: String, CaseIterable, Sendable {
  /// By their Unicode names.
  case latin, arabic, persian, devanagari, bengali, gurmukhi, gujarati, tamil, telugu, kannada, malayalam, thai, lao,
    tibetan, burmese, khmer, fullwidth

  /// The text of a digit, 0 to 9.
  public func text(of digit: Int) -> String {
    guard (0...9).contains(digit), let scalar = Unicode.Scalar(zero + UInt32(digit)) else { return "" }
    return String(scalar)
  }

  private var zero: UInt32 {
    switch self {
    case .latin: 0x30
    case .arabic: 0x660
    case .persian: 0x6f0
    case .devanagari: 0x966
    case .bengali: 0x9e6
    case .gurmukhi: 0xa66
    case .gujarati: 0xae6
    case .tamil: 0xbe6
    case .telugu: 0xc66
    case .kannada: 0xce6
    case .malayalam: 0xd66
    case .thai: 0xe50
    case .lao: 0xed0
    case .tibetan: 0xf20
    case .burmese: 0x1040
    case .khmer: 0x17e0
    case .fullwidth: 0xff10
    }
  }
}

/// How a number is written: sign, prefix, grouped digits, point, decimals, suffix. The digits are exact; only
/// `maxDecimals` rounds.
public struct NumberFormat: Equatable, Sendable {
  /// The fewest integer digits; zeros are added after the sign: -12 at 4 is -0012.
  public var minLength = 0
  /// Which characters `minLength` counts.
  public var padStyle = PadStyle.digits
  /// How the digits before the point are grouped.
  public var grouping = NumberGrouping.none
  /// The separator between groups of digits.
  public var groupSeparator = ","
  /// The separator before the decimals.
  public var decimalPoint = "."
  /// The fewest decimals; zeros are added. Wins over `maxDecimals`.
  public var minDecimals = 0
  /// The most decimals; the rest is rounded, halves away from zero. `minDecimals` wins if it is larger.
  public var maxDecimals = Int.max
  /// Text before the number, after its sign.
  public var prefix = ""
  /// Text after the number.
  public var suffix = ""
  /// How the sign is shown.
  public var sign = SignStyle.negative
  /// The script whose digits are shown.
  public var digits = DigitScript.latin

  /// All properties have their defaults.
  public init() {}

  /// Shown if the value is not a number.
  public static let dash = "—"

  /// The most zeros that the format adds at either end.
  private static let mostZeros = 1000

  /// The number's text; a dash for nil.
  public func text(of number: DecimalNumber?) -> String {
    parts(of: number).reduce(into: "") { $0 += text(of: $1) }
  }

  /// The text of one part.
  public func text(of part: NumberPart) -> String {
    switch part.slot {
    case .digit: digits.text(of: part.digit)
    case .symbol(let symbol, _): text(of: symbol)
    }
  }

  /// How a symbol is written.
  public func text(of symbol: NumberSymbol) -> String {
    switch symbol {
    case .minus: "-"
    case .plus: "+"
    case .open: "("
    case .prefix: prefix
    case .separator: groupSeparator
    case .point: decimalPoint
    case .suffix: suffix
    case .close: ")"
    case .dash: Self.dash
    }
  }

  /// The number's digits and symbols from left to right, without empty symbols.
  public func parts(of number: DecimalNumber?) -> [NumberPart] {
    guard let number else { return [NumberPart(.dash)] }
    let decimals = min(minDecimals, Self.mostZeros)
    let exact = number.rounded(toDecimals: max(decimals, maxDecimals)).padded(toDecimals: decimals)
    var parts: [NumberPart] = []
    func add(_ symbol: NumberSymbol, at place: Int = 0) {
      if !text(of: symbol).isEmpty { parts.append(NumberPart(symbol, at: place)) }
    }
    if let lead = leadingSign(of: exact) { add(lead) }
    add(.prefix)
    let length = max(1, leastDigits(of: exact), exact.integer.count)
    parts.reserveCapacity(2 * length + exact.fraction.count + 5)
    for place in (0..<length).reversed() {
      let index = exact.integer.count - 1 - place
      parts.append(NumberPart(digit: index < 0 ? 0 : Int(exact.integer[index]), at: place))
      if grouping.separates(place) { add(.separator, at: place) }
    }
    if !exact.fraction.isEmpty { add(.point) }
    for (i, digit) in exact.fraction.enumerated() { parts.append(NumberPart(digit: Int(digit), at: -1 - i)) }
    add(.suffix)
    if exact.isNegative, sign == .accounting { add(.close) }
    return parts
  }

  /// The fewest digits before the point.
  private func leastDigits(of number: DecimalNumber) -> Int {
    let minLength = max(0, min(minLength, Self.mostZeros))
    guard padStyle == .text else { return minLength }
    let sign = leadingSign(of: number) == nil ? 0 : 1
    let decimals = number.fraction.isEmpty ? 0 : decimalPoint.count + number.fraction.count
    return minLength - sign - decimals
  }

  private func leadingSign(of number: DecimalNumber) -> NumberSymbol? {
    switch sign {
    case .negative: number.isNegative ? .minus : nil
    case .always: number.isNegative ? .minus : number.isZero ? nil : .plus
    case .accounting: number.isNegative ? .open : nil
    }
  }
}

extension NumberFormat: HasProperties {
  /// All properties, in the order of the help.
  public static let properties: [Property<NumberFormat>] = [
    .integer(
      "minLength", \.minLength, range: 0...mostZeros, "Digits at least, by pad-style; zeros stand after the sign"),
    .choice(
      "padStyle", \.padStyle,
      "What min-length counts: digits: those before the point; text: all of the number, with sign, point and decimals"),
    .choice("grouping", \.grouping, "Grouping of the integer digits: none, by 3, or by 3 and then 2"),
    .text("groupSeparator", \.groupSeparator, "What stands between groups of digits"),
    .text("decimalPoint", \.decimalPoint, "What stands before the decimals"),
    .integer(
      "minDecimals", \.minDecimals, range: 0...mostZeros, "Decimals at least; zeros are added. Wins over max-decimals"),
    .integer(
      "maxDecimals", \.maxDecimals, range: 0...Int.max, "Decimals at most; more are rounded, a half away from zero"),
    .text("prefix", \.prefix, "Text before the number, after its sign"),
    .text("suffix", \.suffix, "Text after the number"),
    .choice("sign", \.sign, "negative: -5 and 5; always: -5 and +5; accounting: (5) and 5"),
    .choice("digits", \.digits, "The script whose digits are shown"),
  ]
}

/// The symbols of a number's text, in their order.
public enum NumberSymbol: Int, CaseIterable, Sendable {
  /// A sign, or the bracket before a negative number.
  case minus, plus, open
  /// Text before and after the number, separator between groups, decimal point.
  case prefix, separator, point, suffix
  /// The bracket after a negative number.
  case close
  /// Shown without a number.
  case dash
}

/// A digit or symbol of a number's text, with the slot that identifies it.
public struct NumberPart: Hashable, Sendable {
  /// The position of a part: its identity from one number to the next.
  public enum Slot: Hashable, Sendable {
    /// The digit of 10 to the `place`: 0 for ones, -1 for tenths.
    case digit(place: Int)
    /// A separator to the right of the digit of `place`; 0 for all other symbols.
    case symbol(NumberSymbol, place: Int)
  }

  /// Its position, which identifies it.
  public let slot: Slot
  /// 0 to 9; 0 for a symbol.
  public let digit: Int
}

extension NumberPart {
  init(digit: Int, at place: Int) { self.init(slot: .digit(place: place), digit: digit) }
  init(_ symbol: NumberSymbol, at place: Int = 0) { self.init(slot: .symbol(symbol, place: place), digit: 0) }
}

extension NumberPart.Slot: Comparable {
  /// From left to right, also for slots of different numbers.
  public static func < (a: NumberPart.Slot, b: NumberPart.Slot) -> Bool { a.order < b.order }

  /// Whether it rolls.
  public var isDigit: Bool {
    if case .digit = self { true } else { false }
  }

  /// Even for digits, odd between them.
  private var order: Int {
    switch self {
    case .digit(let place): -2 * place
    case .symbol(.separator, let place): 1 - 2 * place
    case .symbol(.point, _): 1
    case .symbol(let symbol, _):
      symbol.rawValue < NumberSymbol.separator.rawValue ? .min + symbol.rawValue : .max - 8 + symbol.rawValue
    }
  }
}

// Sums digit for digit: 0.1 and 0.2 make 0.3.

extension DecimalNumber: Hashable {
  /// Equal numbers have equal hashes: 1.5 and 1.50.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isNegative)
    hasher.combine(integer)
    hasher.combine(fraction[..<((fraction.lastIndex { $0 != 0 } ?? -1) + 1)])
  }
}

extension DecimalNumber: AdditiveArithmetic {
  /// 0.
  public static let zero = DecimalNumber(integer: [])

  /// The sum, with the decimals of the number that has more: 1.50 + 2 is 3.50.
  public static func + (a: DecimalNumber, b: DecimalNumber) -> DecimalNumber {
    if a.isNegative == b.isNegative { return a.combined(with: b, isNegative: a.isNegative) { $0 + $1 } }
    return a.isSmaller(than: b)
      ? b.combined(with: a, isNegative: b.isNegative) { $0 - $1 }
      : a.combined(with: b, isNegative: a.isNegative) { $0 - $1 }
  }

  /// The difference, with the decimals of the number that has more.
  public static func - (a: DecimalNumber, b: DecimalNumber) -> DecimalNumber { a + -b }

  /// The number with the other sign.
  public static prefix func - (number: DecimalNumber) -> DecimalNumber {
    DecimalNumber(isNegative: !number.isNegative, integer: number.integer, fraction: number.fraction)
  }

  /// Combines the digits from the last one on, with a carry. Of a difference this is the larger number.
  private func combined(
    with other: DecimalNumber, isNegative: Bool, _ combine: (Int, Int) -> Int
  ) -> DecimalNumber {
    let decimals = max(fraction.count, other.fraction.count)
    let places = max(integer.count, other.integer.count) + 1
    var digits = [UInt8](repeating: 0, count: places + decimals)
    var carry = 0
    for index in digits.indices.reversed() {
      let place = places - 1 - index
      let sum = combine(digit(at: place), other.digit(at: place)) + carry
      carry = sum < 0 ? -1 : sum / 10
      digits[index] = UInt8(sum - 10 * carry)
    }
    return DecimalNumber(
      isNegative: isNegative, integer: Array(digits[..<places]), fraction: Array(digits[places...]))
  }

  /// The digit of a power of ten.
  private func digit(at place: Int) -> Int {
    let (digits, index) = place < 0 ? (fraction, -place - 1) : (integer, integer.count - 1 - place)
    return digits.indices.contains(index) ? Int(digits[index]) : 0
  }
}

/// Adds to a number; to none as to 0.
public func += (number: inout DecimalNumber?, change: DecimalNumber) { number = (number ?? .zero) + change }

/// Adds a whole number; to none as to 0.
public func += (number: inout DecimalNumber?, change: some BinaryInteger) { number += DecimalNumber(change) }

/// Adds a number, as its shortest decimal; NaN and infinities change nothing.
public func += (number: inout DecimalNumber?, change: Double) { number += DecimalNumber(change) ?? .zero }

/// Subtracts from a number; from none as from 0.
public func -= (number: inout DecimalNumber?, change: DecimalNumber) { number += -change }

/// Subtracts a whole number; from none as from 0.
public func -= (number: inout DecimalNumber?, change: some BinaryInteger) { number += -DecimalNumber(change) }

/// Subtracts a number, as its shortest decimal; NaN and infinities change nothing.
public func -= (number: inout DecimalNumber?, change: Double) { number += -(DecimalNumber(change) ?? .zero) }

extension DecimalNumber {
  /// A whole number of any type.
  public init(_ value: some BinaryInteger) {
    let digits = String(value.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
    self.init(isNegative: value < 0, integer: digits)
  }
}

extension Double {
  /// The nearest number; infinity for one that is too large.
  public init(_ number: DecimalNumber) {
    let magnitude = DecimalNumber(integer: number.integer, fraction: number.fraction).description
    self = (Double(magnitude) ?? .infinity) * (number.isNegative ? -1 : 1)
  }
}

extension Int {
  /// The same number; nil if it has decimals other than 0, or is out of range.
  public init?(exactly number: DecimalNumber) {
    guard number.isValid, number.fraction.allSatisfy({ $0 == 0 }) else { return nil }
    self.init(number.rounded(toDecimals: 0).description)
  }
}

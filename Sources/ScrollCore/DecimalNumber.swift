/// A decimal number of any length, kept digit for digit: 16.40 has two decimals and stays 16.40.
///
/// Equality and order are those of the value, so 16.40 equals 16.4.
public struct DecimalNumber: Sendable {
  /// False for zero: there is no negative zero.
  public let isNegative: Bool
  /// 0 to 9 each, the most significant first, without leading zeros; empty below one.
  public let integer: [UInt8]
  /// 0 to 9 each, from the tenths on, with the trailing zeros that were given.
  public let fraction: [UInt8]

  public init(isNegative: Bool = false, integer: [UInt8], fraction: [UInt8] = []) {
    self.integer = integer.first == 0 ? Array(integer.drop { $0 == 0 }) : integer
    self.fraction = fraction
    self.isNegative = isNegative && !(self.integer.isEmpty && fraction.allSatisfy { $0 == 0 })
  }

  public init(_ value: Int) {
    let digits = String(value.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
    self.init(isNegative: value < 0, integer: digits)
  }

  /// The shortest decimal that reads back as `value`; nil for NaN and the infinities.
  public init?(_ value: Double) {
    self.init(value.description)
    if value == value.rounded() { self = rounded(toDecimals: 0) }
  }

  public static let zero = DecimalNumber(integer: [])

  public var isZero: Bool { integer.isEmpty && fraction.allSatisfy { $0 == 0 } }

  /// With at most `decimals` decimals; a half is rounded away from zero, as people do: 2.5 to 3, -2.5 to -3.
  public func rounded(toDecimals decimals: Int) -> DecimalNumber {
    let decimals = max(0, decimals)
    guard fraction.count > decimals else { return self }
    var digits = integer + fraction.prefix(decimals)
    if fraction[decimals] >= 5 { digits.increment() }
    let point = digits.count - decimals
    return DecimalNumber(
      isNegative: isNegative, integer: Array(digits[..<point]), fraction: Array(digits[point...]))
  }

  /// With at least `decimals` decimals.
  public func padded(toDecimals decimals: Int) -> DecimalNumber {
    guard fraction.count < decimals else { return self }
    let zeros = [UInt8](repeating: 0, count: decimals - fraction.count)
    return DecimalNumber(isNegative: isNegative, integer: integer, fraction: fraction + zeros)
  }
}

extension DecimalNumber: Comparable {
  public static func == (a: DecimalNumber, b: DecimalNumber) -> Bool { !(a < b) && !(b < a) }

  public static func < (a: DecimalNumber, b: DecimalNumber) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? b.isSmaller(than: a) : a.isSmaller(than: b)
  }

  /// Whether the number without its sign is below `other` without its own.
  func isSmaller(than other: DecimalNumber) -> Bool {
    if integer.count != other.integer.count { return integer.count < other.integer.count }
    if integer != other.integer { return integer.lexicographicallyPrecedes(other.integer) }
    for i in 0..<max(fraction.count, other.fraction.count) {
      let mine = i < fraction.count ? fraction[i] : 0
      let theirs = i < other.fraction.count ? other.fraction[i] : 0
      if mine != theirs { return mine < theirs }
    }
    return false
  }
}

extension DecimalNumber: CustomStringConvertible {
  /// Plain digits: "-1234.50".
  public var description: String {
    var text = isNegative ? "-" : ""
    if integer.isEmpty { text += "0" }
    for digit in integer { text += String(digit) }
    if !fraction.isEmpty { text += "." }
    for digit in fraction { text += String(digit) }
    return text
  }
}

extension [UInt8] {
  /// Adds one to the last of these decimal digits, carrying; 99 grows to 100.
  fileprivate mutating func increment() {
    for i in indices.reversed() {
      if self[i] < 9 {
        self[i] += 1
        return
      }
      self[i] = 0
    }
    insert(1, at: 0)
  }
}

/// A decimal number of any length, kept digit for digit: 16.40 has two decimals and stays 16.40.
///
/// Equality and order follow the value, so 16.40 equals 16.4.
public struct DecimalNumber: Sendable {
  /// False for zero.
  public let isNegative: Bool
  /// 0 to 9 each, the most significant first, without leading zeros; empty below one.
  public let integer: [UInt8]
  /// 0 to 9 each, from the tenths on, with the trailing zeros that were given.
  public let fraction: [UInt8]

  /// A number from its digits.
  ///
  /// - Parameters:
  ///   - isNegative: Whether it is below 0; ignored for zero.
  ///   - integer: The digits before the point, each 0 to 9. Leading zeros are dropped, and values above 9 count as 9.
  ///   - fraction: The digits after the point; trailing zeros are kept.
  public init(isNegative: Bool = false, integer: [UInt8], fraction: [UInt8] = []) {
    let integer = Self.digits(integer)
    self.integer = integer.first == 0 ? Array(integer.drop { $0 == 0 }) : integer
    self.fraction = Self.digits(fraction)
    self.isNegative = isNegative && !(self.integer.isEmpty && fraction.allSatisfy { $0 == 0 })
  }

  private static func digits(_ bytes: [UInt8]) -> [UInt8] {
    bytes.allSatisfy { $0 <= 9 } ? bytes : bytes.map { min($0, 9) }
  }

  /// The shortest decimal that reads back as `value`; nil for NaN and infinities.
  public init?(_ value: Double) {
    self.init(value.description)
    if value == value.rounded() { self = rounded(toDecimals: 0) }
  }

  /// Whether it is 0.
  public var isZero: Bool { integer.isEmpty && fraction.allSatisfy { $0 == 0 } }

  /// With at most `decimals` decimals. Halves round away from zero: 2.5 to 3, -2.5 to -3.
  public func rounded(toDecimals decimals: Int) -> DecimalNumber {
    let decimals = max(0, decimals)
    guard fraction.count > decimals else { return self }
    var digits = integer + fraction.prefix(decimals)
    if fraction[decimals] >= 5 { digits.increment() }
    let point = digits.count - decimals
    return DecimalNumber(isNegative: isNegative, integer: Array(digits[..<point]), fraction: Array(digits[point...]))
  }

  /// With at least `decimals` decimals. Padding stops at 1000.
  public func padded(toDecimals decimals: Int) -> DecimalNumber {
    let decimals = min(decimals, max(fraction.count, Self.longestExponent))
    guard fraction.count < decimals else { return self }
    let zeros = [UInt8](repeating: 0, count: decimals - fraction.count)
    return DecimalNumber(isNegative: isNegative, integer: integer, fraction: fraction + zeros)
  }
}

extension DecimalNumber: Comparable {
  /// Whether the values are equal: 1.5 equals 1.50.
  public static func == (a: DecimalNumber, b: DecimalNumber) -> Bool { !(a < b) && !(b < a) }

  /// Whether `a` is smaller, for any number of digits.
  public static func < (a: DecimalNumber, b: DecimalNumber) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? b.isSmaller(than: a) : a.isSmaller(than: b)
  }

  /// Whether the magnitude is smaller than `other`'s.
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
    let digits = integer.map(String.init).joined()
    let decimals = fraction.map(String.init).joined()
    return (isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits) + (decimals.isEmpty ? "" : "." + decimals)
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

// A fast path for digits with a minus and a point, the usual form: thousands may come a second.

extension DecimalNumber {
  /// Reads a number from a text's bytes, like `init(_:)`; nil if it is not a number.
  public init?(bytes: Span<UInt8>) {
    guard let plain = Plain(bytes) else {
      self.init(Self.string(bytes))
      return
    }
    self.init(
      isNegative: plain.isNegative, integer: plain.integer.map { bytes[$0] - 0x30 },
      fraction: plain.fraction.map { bytes[$0] - 0x30 })
  }

  /// Whether a text, given as bytes, is a number.
  public static func isNumber(_ bytes: Span<UInt8>) -> Bool {
    Plain(bytes) != nil || DecimalNumber(string(bytes)) != nil
  }

  /// The places of a plain number's digits.
  private struct Plain {
    var isNegative = false
    var integer = 0..<0
    var fraction = 0..<0

    /// Nil if there is anything else.
    init?(_ bytes: Span<UInt8>) {
      guard bytes.count <= DecimalNumber.longestText else { return nil }
      isNegative = !bytes.isEmpty && bytes[0] == UInt8(ascii: "-")
      let start = isNegative ? 1 : 0
      var point: Int?
      for i in start..<bytes.count where bytes[i] &- 0x30 > 9 {
        guard bytes[i] == UInt8(ascii: "."), point == nil else { return nil }
        point = i
      }
      integer = start..<(point ?? bytes.count)
      if let point { fraction = point + 1..<bytes.count }
      guard !integer.isEmpty, point == nil || !fraction.isEmpty else { return nil }
    }
  }

  /// A text that is too long does not count as a number.
  private static func string(_ bytes: Span<UInt8>) -> String {
    bytes.count > longestText ? "" : String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }

  /// How many zeros an exponent may add: "1e999999999" could not be read.
  public static let longestExponent = 1000

  /// The longest text of a number, in bytes: as long as a source's line.
  public static let longestText = 1 << 16

  /// Reads a number as people and programs write it: sign (+, -, −), digits, decimal point, exponent, and space
  /// around it. Nil for anything else: blanks, "NaN", "inf", two points.
  ///
  /// The integer part may be grouped if the grouping is unambiguous: by commas or spaces in threes, or in twos before
  /// the last three (12,34,567); by underscores anywhere between digits. "1,5" and "0,123" could be decimal commas and
  /// are not read.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count <= Self.longestText else { return nil }
    var scanner = NumberScanner(text)
    let isNegative = scanner.scanSign()
    guard let integer = scanner.scanInteger(), let fraction = scanner.scanFraction(),
      !(integer.isEmpty && fraction.isEmpty), let exponent = scanner.scanExponent(), scanner.isAtEnd
    else { return nil }
    let digits = integer + fraction
    let point = integer.count + exponent
    if exponent == 0 || point >= 0 && point <= digits.count {
      self.init(isNegative: isNegative, integer: Array(digits[..<point]), fraction: Array(digits[point...]))
    } else if point < 0 {
      self.init(isNegative: isNegative, integer: [], fraction: [UInt8](repeating: 0, count: -point) + digits)
    } else {
      let zeros = [UInt8](repeating: 0, count: point - digits.count)
      self.init(isNegative: isNegative, integer: digits + zeros)
    }
  }
}

/// Scans a number's text from left to right. Each method returns nil if the text is malformed.
private struct NumberScanner {
  /// ASCII, with every space as " ", tabs and line ends as a tab, and the minus sign as "-"; other characters as 0.
  private let bytes: [UInt8]
  private var next = 0

  init(_ text: some StringProtocol) {
    let all = text.unicodeScalars.map(Self.simplified)
    let isInk = { (byte: UInt8) in byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") }
    let start = all.firstIndex(where: isInk) ?? all.endIndex
    let end = all.lastIndex(where: isInk).map { $0 + 1 } ?? start
    bytes = Array(all[start..<end])
  }

  var isAtEnd: Bool { next == bytes.count }

  /// Returns true for a minus.
  mutating func scanSign() -> Bool {
    if skip("-") { return true }
    _ = skip("+")
    return false
  }

  mutating func scanInteger() -> [UInt8]? {
    var groups = [scanDigits()]
    var separator: UInt8?
    while next < bytes.count, [UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "_")].contains(bytes[next]) {
      if let separator, separator != bytes[next] { return nil }
      separator = bytes[next]
      next += 1
      groups.append(scanDigits())
    }
    guard let separator else { return groups[0] }
    let isGrouped = separator == UInt8(ascii: "_") ? !groups.contains([]) : Self.areGroups(groups)
    return isGrouped ? Array(groups.joined()) : nil
  }

  /// The decimals after a point; empty without a point.
  mutating func scanFraction() -> [UInt8]? {
    guard skip(".") else { return [] }
    var digits = scanDigits()
    while !digits.isEmpty, skip("_") {
      let more = scanDigits()
      if more.isEmpty { return nil }
      digits += more
    }
    return digits
  }

  /// The power of ten; 0 without an exponent.
  mutating func scanExponent() -> Int? {
    guard skip("e") || skip("E") else { return 0 }
    let isNegative = scanSign()
    let digits = scanDigits()
    if digits.isEmpty { return nil }
    var exponent = 0
    for digit in digits {
      exponent = exponent * 10 + Int(digit)
      if exponent > DecimalNumber.longestExponent { return nil }
    }
    return isNegative ? -exponent : exponent
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next < bytes.count, bytes[next] == UInt8(ascii: character) else { return false }
    next += 1
    return true
  }

  private mutating func scanDigits() -> [UInt8] {
    let start = next
    while next < bytes.count, bytes[next] >= UInt8(ascii: "0"), bytes[next] <= UInt8(ascii: "9") { next += 1 }
    return bytes[start..<next].map { $0 - UInt8(ascii: "0") }
  }

  private static func areGroups(_ groups: [[UInt8]]) -> Bool {
    guard let first = groups.first, let last = groups.last, last.count == 3, !first.isEmpty, first[0] != 0 else {
      return false
    }
    let middle = groups.dropFirst().dropLast()
    return [2, 3].contains { size in first.count <= size && middle.allSatisfy { $0.count == size } }
  }

  private static func simplified(_ scalar: Unicode.Scalar) -> UInt8 {
    if scalar == "\u{2212}" { return UInt8(ascii: "-") }
    if scalar.properties.generalCategory == .spaceSeparator { return UInt8(ascii: " ") }
    if scalar.properties.isWhitespace { return UInt8(ascii: "\t") }
    return scalar.isASCII ? UInt8(scalar.value) : 0
  }
}

extension DecimalNumber: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// A whole number written in a program.
  public init(integerLiteral value: Int) { self.init(value) }

  /// A number written in a program, digit for digit: `"16.40"`. Use `init?(_:)` with a text that comes from elsewhere.
  ///
  /// A literal that is not a number reads as 0, and is not ``isValid``: a counter does not take it, and says so.
  public init(stringLiteral text: String) { self = DecimalNumber(text as String) ?? .invalid }

  /// The value of a literal that is not a number, and of NaN: no other number is below 0 and has no digits.
  package static let invalid = DecimalNumber()

  /// False for what a literal has become that is not a number.
  public var isValid: Bool { !(isNegative && isZero) }

  private init() { (isNegative, integer, fraction) = (true, [], []) }
}

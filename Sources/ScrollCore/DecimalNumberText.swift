extension DecimalNumber {
  /// How many zeros an exponent may add: "1e999999999" is no number that anybody could read.
  public static let longestExponent = 10_000

  /// Reads a number as people and programs write it: sign (+, -, −), digits, decimal point, exponent, and space
  /// around it. Nil where it is none: blanks, "NaN", "inf", two points.
  ///
  /// The integer part may be grouped where that can mean nothing else: by commas or spaces in threes, or in twos
  /// before the last three (12,34,567); by underscores anywhere between digits. "1,5" and "0,123" could be
  /// decimal commas and are not read.
  public init?(_ text: some StringProtocol) {
    var scanner = NumberScanner(text)
    let isNegative = scanner.takeSign()
    guard let integer = scanner.takeInteger(), let fraction = scanner.takeFraction(),
      !(integer.isEmpty && fraction.isEmpty), let exponent = scanner.takeExponent(), scanner.isAtEnd
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

/// Takes a number's text apart, from left to right. Each `take` returns nil where the text is wrong.
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

  /// True for a minus.
  mutating func takeSign() -> Bool {
    if take("-") { return true }
    _ = take("+")
    return false
  }

  mutating func takeInteger() -> [UInt8]? {
    var groups = [takeDigits()]
    var separator: UInt8?
    while next < bytes.count, [UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "_")].contains(bytes[next]) {
      if let separator, separator != bytes[next] { return nil }
      separator = bytes[next]
      next += 1
      groups.append(takeDigits())
    }
    guard let separator else { return groups[0] }
    let isGrouped = separator == UInt8(ascii: "_") ? !groups.contains([]) : Self.areGroups(groups)
    return isGrouped ? Array(groups.joined()) : nil
  }

  /// The decimals after a point; empty where there is no point.
  mutating func takeFraction() -> [UInt8]? {
    guard take(".") else { return [] }
    var digits = takeDigits()
    while !digits.isEmpty, take("_") {
      let more = takeDigits()
      if more.isEmpty { return nil }
      digits += more
    }
    return digits
  }

  /// The power of ten; 0 where there is none.
  mutating func takeExponent() -> Int? {
    guard take("e") || take("E") else { return 0 }
    let isNegative = takeSign()
    let digits = takeDigits()
    if digits.isEmpty { return nil }
    var exponent = 0
    for digit in digits {
      exponent = exponent * 10 + Int(digit)
      if exponent > DecimalNumber.longestExponent { return nil }
    }
    return isNegative ? -exponent : exponent
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next < bytes.count, bytes[next] == UInt8(ascii: character) else { return false }
    next += 1
    return true
  }

  private mutating func takeDigits() -> [UInt8] {
    let start = next
    while next < bytes.count, bytes[next] >= UInt8(ascii: "0"), bytes[next] <= UInt8(ascii: "9") { next += 1 }
    return bytes[start..<next].map { $0 - UInt8(ascii: "0") }
  }

  private static func areGroups(_ groups: [[UInt8]]) -> Bool {
    guard let first = groups.first, let last = groups.last, last.count == 3, !first.isEmpty, first[0] != 0 else {
      return false
    }
    let middle = groups.dropFirst().dropLast()
    return first.count <= 3 && middle.allSatisfy { $0.count == 3 }
      || first.count <= 2 && middle.allSatisfy { $0.count == 2 }
  }

  private static func simplified(_ scalar: Unicode.Scalar) -> UInt8 {
    if scalar == "\u{2212}" { return UInt8(ascii: "-") }
    if scalar.properties.generalCategory == .spaceSeparator { return UInt8(ascii: " ") }
    if scalar.properties.isWhitespace { return UInt8(ascii: "\t") }
    return scalar.isASCII ? UInt8(scalar.value) : 0
  }
}

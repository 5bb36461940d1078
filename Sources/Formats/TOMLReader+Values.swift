internal import Base

// Other values: arrays, inline tables, numbers, dates.

extension TOMLReader {
  mutating func item() throws(Failure) -> TOML.Item {
    let place = place(at: index)
    guard depth < TOML.deepest else { throw wrong("values are nested more than \(TOML.deepest) deep") }
    depth += 1
    defer { depth -= 1 }
    return TOML.Item(value: try value(), place: place)
  }

  private mutating func value() throws(Failure) -> TOML.Value {
    switch next {
    case UInt8(ascii: "#"): throw wrong("a value is missing: # begins a comment; put a text in quotes")
    case nil, 0x0A, 0x0D: throw wrong("a value is missing")
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "{"): return .table(try inlineTable())
    default: return try plainValue()
    }
  }

  private mutating func array() throws(Failure) -> [TOML.Item] {
    let start = index
    index += 1
    var items: [TOML.Item] = []
    while true {
      try skipLines()
      if next == UInt8(ascii: "]") { break }
      guard next != nil else { throw wrong("this list has no end", at: start) }
      items.append(try item())
      try skipLines()
      if next == UInt8(ascii: ",") {
        index += 1
      } else if next != UInt8(ascii: "]") {
        guard let byte = next else { throw wrong("this list has no end", at: start) }
        throw wrong(", or ] is expected here, not \(shown(byte))")
      }
    }
    index += 1
    return items
  }

  private mutating func inlineTable() throws(Failure) -> TOML.Table {
    let table = TOML.Table(.dotted)
    index += 1
    skipBlanks()
    while next != UInt8(ascii: "}") {
      try pair(in: table)
      skipBlanks()
      if next == UInt8(ascii: ",") {
        index += 1
        skipBlanks()
        if next == UInt8(ascii: "}") { throw wrong("a key is expected after the comma") }
      } else if next != UInt8(ascii: "}") {
        throw wrong(", or } is expected here\(next.map { ", not \(shown($0))" } ?? "")")
      }
    }
    index += 1
    table.close()
    return table
  }

  // MARK: - Words

  /// Parses a bare word: true, false, a number or a date.
  private mutating func plainValue() throws(Failure) -> TOML.Value {
    let start = index
    skipWord()
    // A space may separate date and time.
    if index - start == 10, TOMLWord(bytes[start..<index]).isDate, next == 0x20, index + 1 < bytes.count,
      bytes[index + 1].isDigit
    {
      index += 1
      skipWord()
    }
    guard index > start else { throw wrong("a value is expected here, not \(shown(bytes[index]))") }
    let word = TOMLWord(bytes[start..<index])
    if let value = word.value { return value }
    throw wrong("'\(word.text)' \(word.reason)", at: start)
  }

  private mutating func skipWord() {
    while let byte = next, byte.isLetter || byte.isDigit || "+-_.:".utf8.contains(byte) { index += 1 }
  }
}

extension TOML.Table {
  /// Closes an inline table and the tables that its keys have defined: nothing can be added any more.
  func close() {
    origin = .inline
    for case .table(let table) in entries.map(\.item.value) where table.origin == .dotted { table.close() }
  }
}

/// A value written as one word.
struct TOMLWord {
  private let bytes: [UInt8]
  private let isTooLong: Bool

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = Array(bytes.prefix(Self.longest))
    isTooLong = bytes.count > Self.longest
  }

  private static let longest = 1000

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Why it is invalid.
  var reason: String {
    switch text.lowercased() {
    case "yes", "on", "true": return "is not a value; write true"
    case "no", "off", "false": return "is not a value; write false"
    default: break
    }
    guard bytes.first.map({ $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) == true else {
      return "is not a value; put a text in quotes"
    }
    return "is not a number, date or time"
  }

  var value: TOML.Value? {
    switch text {
    case _ where isTooLong: nil
    case "true": .boolean(true)
    case "false": .boolean(false)
    case "inf", "+inf": .float(.infinity)
    case "-inf": .float(-.infinity)
    case "nan", "+nan", "-nan": .float(.nan)
    default: isMoment ? .moment(text) : integer.map { .integer($0) } ?? float.map { .float($0) }
    }
  }

  // MARK: - Numbers

  private var integer: Int? {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      guard let digits = Self.digits(bytes.dropFirst(2), radix: radix) else { return nil }
      return Int(digits, radix: radix)
    }
    let (sign, magnitude) = signed
    guard let digits = Self.digits(magnitude, radix: 10), digits == "0" || !digits.hasPrefix("0") else { return nil }
    return Int(sign + digits)
  }

  private var float: Double? {
    let (sign, magnitude) = signed
    let parts = magnitude.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
    let mantissa = parts[0].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count + mantissa.count > 2, let whole = Self.digits(mantissa[0], radix: 10),
      whole == "0" || !whole.hasPrefix("0")
    else { return nil }
    var text = sign + whole
    if mantissa.count > 1 {
      guard let fraction = Self.digits(mantissa[1], radix: 10) else { return nil }
      text += "." + fraction
    }
    if parts.count > 1 {
      let exponent = TOMLWord(parts[1]).signed
      guard let digits = Self.digits(exponent.magnitude, radix: 10) else { return nil }
      text += "e" + exponent.sign + digits
    }
    return Double(text)
  }

  private var signed: (sign: String, magnitude: ArraySlice<UInt8>) {
    switch bytes.first {
    case UInt8(ascii: "-")?: ("-", bytes.dropFirst())
    case UInt8(ascii: "+")?: ("", bytes.dropFirst())
    default: ("", bytes[...])
    }
  }

  /// The digits without single underscores between them; nil for any other character.
  private static func digits(_ bytes: ArraySlice<UInt8>, radix: Int) -> String? {
    let groups = bytes.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    let isNumber = groups.allSatisfy { group in
      !group.isEmpty && group.allSatisfy { Character(Unicode.Scalar($0)).hexDigitValue.map { $0 < radix } ?? false }
    }
    return isNumber ? String(decoding: groups.joined(), as: UTF8.self) : nil
  }

  // MARK: - Dates

  var isDate: Bool { matches("dddd-dd-dd", bytes[...]) && isDay(bytes[...]) }

  private var isMoment: Bool {
    if bytes.count == 10 { return isDate }
    if bytes.count > 2, bytes[2] == UInt8(ascii: ":") { return isTime(bytes[...], hasOffset: false) }
    guard bytes.count > 10, TOMLWord(bytes[..<10]).isDate, [0x20, 0x54, 0x74].contains(bytes[10]) else { return false }
    return isTime(bytes[11...], hasOffset: true)
  }

  private func isTime(_ bytes: ArraySlice<UInt8>, hasOffset: Bool) -> Bool {
    guard matches("dd:dd:dd", bytes.prefix(8)), number(bytes, 0) < 24, number(bytes, 3) < 60, number(bytes, 6) <= 60
    else { return false }
    var rest = bytes.dropFirst(8)
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix(while: \.isDigit)
      if digits.isEmpty { return false }
      rest = rest.dropFirst(1 + digits.count)
    }
    if rest.isEmpty { return true }
    guard hasOffset else { return false }
    if rest.count == 1, let zone = rest.first { return zone | 0x20 == UInt8(ascii: "z") }
    guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return false }
    let offset = rest.dropFirst()
    return matches("dd:dd", offset) && number(offset, 0) < 24 && number(offset, 3) < 60
  }

  private func isDay(_ bytes: ArraySlice<UInt8>) -> Bool {
    let (year, month, day) = (number(bytes, 0) * 100 + number(bytes, 2), number(bytes, 5), number(bytes, 8))
    guard 1...12 ~= month, day >= 1 else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Whether a text matches a pattern, in which `d` is a digit.
  private func matches(_ pattern: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == pattern.utf8.count
      && zip(bytes, pattern.utf8).allSatisfy { $1 == UInt8(ascii: "d") ? $0.isDigit : $0 == $1 }
  }

  /// The number of the two digits at an offset.
  private func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> Int {
    let start = bytes.startIndex + offset
    return Int(bytes[start] &- 0x30) * 10 + Int(bytes[start + 1] &- 0x30)
  }
}

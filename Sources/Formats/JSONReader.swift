package import Base

/// Parses JSON (RFC 8259) from complete input. Limits nesting to 64 levels and the number of values to a million.
/// Strings must be UTF-8.
package struct JSONReader {
  /// Whether to accept common mistakes: an extra comma, control characters in texts, unknown escapes and words.
  private let isLenient: Bool
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var depth = 0
  private var count = 0
  private static let deepest = 64
  private static let most = 1_000_000

  package init(_ bytes: UnsafeRawBufferPointer, isLenient: Bool = false) {
    (self.bytes, self.isLenient) = (bytes, isLenient)
  }

  /// Parses an object with nothing after it. Passes on its members one by one, and the elements of an array each as
  /// one, so that a long list is not stored and an error keeps what precedes it.
  package mutating func readMembers(_ body: (_ name: String, _ value: JSON) -> Void) throws(Failure) {
    skipBlanks()
    guard peek == UInt8(ascii: "{") else { throw error("an object is expected") }
    try list(to: UInt8(ascii: "}")) { (reader) throws(Failure) in
      let name = try reader.name()
      guard reader.peek == UInt8(ascii: "[") else { return body(name, try reader.value()) }
      try reader.list(to: UInt8(ascii: "]")) { (reader) throws(Failure) in body(name, try reader.value()) }
    }
    try expectEnd()
  }

  private func error(_ reason: String) -> Failure { Failure(of: "JSON", reason: "\(reason) at byte \(position)") }

  // MARK: Structure

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() { while let byte = peek, byte <= 0x20, byte.isBlank { position += 1 } }

  /// Consumes a byte and preceding blanks, if it is next.
  private mutating func consume(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard peek == byte else { return false }
    position += 1
    return true
  }

  fileprivate mutating func expectEnd() throws(Failure) {
    skipBlanks()
    guard position == bytes.count else { throw error("something follows the end") }
  }

  fileprivate mutating func value() throws(Failure) -> JSON {
    skipBlanks()
    count += 1
    guard count <= Self.most else { throw error("more than \(Self.most) values") }
    switch peek {
    case UInt8(ascii: "{"):
      var members: [(String, JSON)] = []
      try list(to: UInt8(ascii: "}")) { (reader) throws(Failure) in
        members.append((try reader.name(), try reader.value()))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var values: [JSON] = []
      try list(to: UInt8(ascii: "]")) { (reader) throws(Failure) in values.append(try reader.value()) }
      return .array(values)
    case UInt8(ascii: "\""): return .string(try text())
    default: return try word()
    }
  }

  /// Parses a comma-separated list between two brackets.
  private mutating func list(
    to end: UInt8, _ element: (inout JSONReader) throws(Failure) -> Void
  ) throws(Failure) {
    guard depth < Self.deepest else { throw error("nested more than \(Self.deepest) levels deep") }
    depth += 1
    position += 1
    if !consume(end) {
      repeat {
        if isLenient {
          while consume(UInt8(ascii: ",")) {}
          skipBlanks()
          if peek == end { break }
        }
        try element(&self)
      } while consume(UInt8(ascii: ","))
      guard consume(end) else {
        throw error(peek == nil ? "the text ends too early" : "a comma or a bracket is missing")
      }
    }
    depth -= 1
  }

  /// Parses a member's name and the colon.
  private mutating func name() throws(Failure) -> String {
    skipBlanks()
    guard peek == UInt8(ascii: "\"") else { throw error(peek == nil ? "the text ends too early" : "a name is missing") }
    let name = try text()
    guard consume(UInt8(ascii: ":")) else { throw error("a colon is missing") }
    skipBlanks()
    return name
  }

  // MARK: Words and strings

  private mutating func word() throws(Failure) -> JSON {
    let start = position
    while let byte = peek, byte.isLetter || byte.isDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E {
      position += 1
    }
    let word = bytes[start..<position]
    guard let first = word.first else { throw error(peek.map { "unexpected byte \($0)" } ?? "the text ends too early") }
    // A counter may show 65,536 digits and a thousand decimals, and reports that.
    guard word.count <= 1 << 17 else { throw error("a number is too long") }
    let text = String(decoding: word, as: UTF8.self)
    switch text {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      if first == 0x2D || first.isDigit, Self.isNumber(word) { return .numeral(text) }
      guard isLenient else { throw error("“\(text)” is not a value") }
      return .null
    }
  }

  /// -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
  private static func isNumber(_ word: Slice<UnsafeRawBufferPointer>) -> Bool {
    var rest = word
    func dropDigits() -> Int {
      let count = rest.prefix { $0.isDigit }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == 0x2D { rest = rest.dropFirst() }
    let startsWithZero = rest.first == 0x30
    let whole = dropDigits()
    guard whole == 1 || (whole > 1 && !startsWithZero) else { return false }
    if rest.first == 0x2E {
      rest = rest.dropFirst()
      guard dropDigits() > 0 else { return false }
    }
    if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() }
      guard dropDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private mutating func text() throws(Failure) -> String {
    position += 1
    var unescaped: [UInt8] = []
    var start = position
    while let byte = peek, byte != UInt8(ascii: "\"") {
      if byte < 0x20, !isLenient { throw error("a control character in a text") }
      guard byte == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      unescaped += bytes[start..<position]
      try appendEscape(to: &unescaped)
      start = position
    }
    guard peek != nil else { throw error("the text ends too early") }
    defer { position += 1 }
    let rest = bytes[start..<position]
    let text =
      unescaped.isEmpty ? String(validating: rest, as: UTF8.self) : String(validating: unescaped + rest, as: UTF8.self)
    guard let text else { throw error("a text is not UTF-8") }
    return text
  }

  private static let escapes: [UInt8: UInt8] = [
    0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09,
  ]

  /// An unpaired UTF-16 surrogate becomes U+FFFD.
  private mutating func appendEscape(to text: inout [UInt8]) throws(Failure) {
    var units: [UInt16] = []
    while bytes[position...].starts(with: "\\u".utf8) {
      let digits = bytes[position...].dropFirst(2).prefix(4)
      guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16),
        digits.first != 0x2B
      else { throw error("an unknown escape") }
      units.append(unit)
      position += 6
    }
    if !units.isEmpty {
      text += String(decoding: units, as: UTF16.self).utf8
      return
    }
    position += 2
    guard position <= bytes.count,
      let plain = Self.escapes[bytes[position - 1]] ?? (isLenient ? bytes[position - 1] : nil)
    else {
      throw error("an unknown escape")
    }
    text.append(plain)
  }
}

extension JSON {
  /// Parses one value with nothing after it.
  ///
  /// - Throws: `Failure` with the error and its byte offset.
  package init(parsing bytes: UnsafeRawBufferPointer) throws(Failure) {
    var reader = JSONReader(bytes)
    self = try reader.value()
    try reader.expectEnd()
  }

  package init(parsing text: String) throws(Failure) {
    self = try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(Failure) in
      try JSON(parsing: UnsafeRawBufferPointer(bytes))
    }
  }
  /// Parses one value; nil for a text that is none. Damaged lines of files are skipped, and those of other programs ignored.
  package init?(ifValid bytes: UnsafeRawBufferPointer) {
    guard let value = try? JSON(parsing: bytes) else { return nil }
    self = value
  }

  /// The same, of a text.
  package init?(ifValid text: String) {
    guard let value = try? JSON(parsing: text) else { return nil }
    self = value
  }
}

internal import Base

// Strings: basic ones with escapes, literal ones without; on one line, or on many between three quotes.

extension TOMLReader {
  mutating func string() throws(Failure) -> String {
    if starts(with: "\"\"\"", at: index) || starts(with: "'''", at: index) { return try longString() }
    return try shortString()
  }

  /// Parses a string on one line.
  mutating func shortString() throws(Failure) -> String {
    let (start, quote) = (index, bytes[index])
    index += 1
    var text: [UInt8] = []
    while let byte = next, byte != 0x0A, byte != 0x0D {
      index += 1
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        try readEscape(into: &text)
      } else {
        if TOMLReader.isControl(byte) {
          throw wrong("a control character in a text; write it as \\u00XX", at: index - 1)
        }
        text.append(byte)
      }
    }
    throw wrong("this text has no end", at: start)
  }

  /// Parses a multi-line string. A line end right at its start is dropped.
  private mutating func longString() throws(Failure) -> String {
    let (start, quote) = (index, bytes[index])
    index += 3
    _ = try skipLineEnd()
    var text: [UInt8] = []
    while let byte = next {
      if byte == quote, let rest = readQuotes(quote) {
        guard rest.isEnd else {
          text += [UInt8](repeating: quote, count: rest.count)
          continue
        }
        return String(decoding: text + [UInt8](repeating: quote, count: rest.count), as: UTF8.self)
      }
      if byte == 0x0A || byte == 0x0D {
        _ = try skipLineEnd()
        text.append(0x0A)
        continue
      }
      index += 1
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        if try !skipFoldedLines() { try readEscape(into: &text) }
      } else {
        if TOMLReader.isControl(byte) {
          throw wrong("a control character in a text; write it as \\u00XX", at: index - 1)
        }
        text.append(byte)
      }
    }
    throw wrong("this text has no end", at: start)
  }

  /// Reads a run of quotes: three end the string, and up to two more before them belong to it.
  private mutating func readQuotes(_ quote: UInt8) -> (count: Int, isEnd: Bool)? {
    let run = bytes[index...].prefix(5).prefix { $0 == quote }.count
    index += run
    return run >= 3 ? (run - 3, true) : (run, false)
  }

  /// Skips a backslash at the end of a line, with the line end and the blanks before the next word. Returns false if
  /// something else follows the backslash.
  private mutating func skipFoldedLines() throws(Failure) -> Bool {
    let start = index
    skipBlanks()
    guard try skipLineEnd() else {
      index = start
      return false
    }
    while true {
      skipBlanks()
      if try !skipLineEnd() { return true }
    }
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(Failure) {
    let start = index - 1
    guard let letter = next else { throw wrong("nothing follows the backslash", at: start) }
    index += 1
    switch letter {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(letter)
    case UInt8(ascii: "u"): try readScalar(digits: 4, from: start, into: &text)
    case UInt8(ascii: "U"): try readScalar(digits: 8, from: start, into: &text)
    default: throw wrong("there is no such escape; a backslash itself is written \\\\", at: start)
    }
  }

  private mutating func readScalar(digits: Int, from start: Int, into text: inout [UInt8]) throws(Failure) {
    var code: UInt32 = 0
    for _ in 0..<digits {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw wrong("\(digits) hexadecimal digits are expected", at: start)
      }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    guard let scalar = Unicode.Scalar(code) else { throw wrong("there is no such character", at: start) }
    text += Array(String(Character(scalar)).utf8)
  }
}

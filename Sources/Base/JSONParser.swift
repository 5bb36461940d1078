/// Reads strict JSON (RFC 8259) byte by byte as it arrives; nothing waits for the whole text. It goes at most 64 levels
/// deep, and strings must be UTF-8.
package struct JSONParser {
  package typealias Sink = (_ value: JSON, _ member: String?) -> Void

  /// Hand over the elements of the outermost object's arrays one by one, as they are completed, with the name of the
  /// member. They are left out of the final value, so that a feed's items need not be kept.
  package var streamsElements = false

  private struct Container {
    let isObject: Bool
    var values: [JSON] = []
    var members: [(String, JSON)] = []
    var name = ""
  }

  private enum Expectation { case value, valueOrEnd, nameOrEnd, name, colon, commaOrEnd, nothing }

  private enum Token {
    case none, text, escape
    case unicode(UInt32, Int)
    case number, word
  }

  private var stack: [Container] = []
  private var expects = Expectation.value
  private var token = Token.none
  private var bytes: [UInt8] = []
  private var highSurrogate: UInt32?
  private var offset = 0
  private static let deepest = 64

  package init() {}

  /// Takes more bytes and hands each finished value (the outermost one, or streamed elements) to `sink`.
  package mutating func push(_ input: UnsafeRawBufferPointer, sink: Sink) throws(Failure) {
    for byte in input {
      try take(byte, sink: sink)
      offset += 1
    }
  }

  /// Ends the text: no more bytes will come.
  package mutating func finish(sink: Sink) throws(Failure) {
    try take(UInt8(ascii: " "), sink: sink)  // ends a number
    guard expects == .nothing else { throw error("the text ends too early") }
  }

  private func error(_ reason: String) -> Failure { Failure(of: "JSON", reason: "\(reason) at byte \(offset)") }

  private mutating func take(_ byte: UInt8, sink: Sink) throws(Failure) {
    switch token {
    case .none: try takeStructure(byte, sink: sink)
    case .text: try takeText(byte, sink: sink)
    case .escape: try takeEscape(byte)
    case .unicode(let value, let count): try takeUnicode(byte, value, count)
    case .number, .word:
      if byte.isLetter || byte.isDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E {
        guard bytes.count < 400 else { throw error("a number is too long") }
        bytes.append(byte)
      } else {
        try finishWord(sink: sink)
        try takeStructure(byte, sink: sink)
      }
    }
  }

  private mutating func takeStructure(_ byte: UInt8, sink: Sink) throws(Failure) {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: return
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try expectValue()
      guard stack.count < Self.deepest else { throw error("nested more than \(Self.deepest) levels deep") }
      let isObject = byte == UInt8(ascii: "{")
      stack.append(Container(isObject: isObject))
      expects = isObject ? .nameOrEnd : .valueOrEnd
    case UInt8(ascii: "}"), UInt8(ascii: "]"): try close(byte, sink: sink)
    case UInt8(ascii: ","):
      guard expects == .commaOrEnd else { throw error("a comma is out of place") }
      expects = stack.last?.isObject == true ? .name : .value
    case UInt8(ascii: ":"):
      guard expects == .colon else { throw error("a colon is out of place") }
      expects = .value
    case UInt8(ascii: "\""):
      if expects != .name, expects != .nameOrEnd { try expectValue() }
      bytes.removeAll(keepingCapacity: true)
      token = .text
    default:
      try expectValue()
      bytes.removeAll(keepingCapacity: true)
      bytes.append(byte)
      token = byte == 0x2D || byte.isDigit ? .number : .word
      guard byte == 0x2D || byte.isDigit || byte.isLetter else { throw error("unexpected byte \(byte)") }
    }
  }

  private func expectValue() throws(Failure) {
    guard expects == .value || expects == .valueOrEnd else { throw error("a value is out of place") }
  }

  private mutating func close(_ byte: UInt8, sink: Sink) throws(Failure) {
    let isObject = byte == UInt8(ascii: "}")
    guard let last = stack.last, last.isObject == isObject,
      expects == .commaOrEnd || expects == (isObject ? .nameOrEnd : .valueOrEnd)
    else { throw error("a bracket is out of place") }
    stack.removeLast()
    complete(isObject ? .object(last.members) : .array(last.values), sink: sink)
  }

  private mutating func complete(_ value: JSON, sink: Sink) {
    expects = .commaOrEnd
    let top = stack.count - 1
    if top < 0 {
      expects = .nothing
      sink(value, nil)
    } else if stack[top].isObject {
      stack[top].members.append((stack[top].name, value))
    } else if streamsElements, top == 1, stack[0].isObject {
      sink(value, stack[0].name)
    } else {
      stack[top].values.append(value)
    }
  }
}

// MARK: - Words and texts

extension JSONParser {
  private mutating func finishWord(sink: Sink) throws(Failure) {
    let word = String(decoding: bytes, as: UTF8.self)
    let isNumber = if case .number = token { true } else { false }
    token = .none
    switch word {
    case "null": complete(.null, sink: sink)
    case "true": complete(.bool(true), sink: sink)
    case "false": complete(.bool(false), sink: sink)
    default:
      guard isNumber, Self.isNumber(bytes) else { throw error("“\(word)” is no value") }
      complete(.numeral(word), sink: sink)
    }
  }

  /// -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
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

  private mutating func takeText(_ byte: UInt8, sink: Sink) throws(Failure) {
    switch byte {
    case UInt8(ascii: "\\"): token = .escape
    case UInt8(ascii: "\""):
      flushSurrogate()
      token = .none
      guard let text = String(validating: bytes, as: UTF8.self) else { throw error("a text is not UTF-8") }
      if expects == .name || expects == .nameOrEnd {
        stack[stack.count - 1].name = text
        expects = .colon
      } else {
        complete(.string(text), sink: sink)
      }
    case ..<0x20: throw error("a control character in a text")
    default:
      flushSurrogate()
      bytes.append(byte)
    }
  }

  private mutating func takeEscape(_ byte: UInt8) throws(Failure) {
    let plain: UInt8
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = byte
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "n"): plain = 0x0A
    case UInt8(ascii: "r"): plain = 0x0D
    case UInt8(ascii: "t"): plain = 0x09
    case UInt8(ascii: "u"):
      token = .unicode(0, 0)
      return
    default: throw error("an unknown escape")
    }
    flushSurrogate()
    bytes.append(plain)
    token = .text
  }

  private mutating func takeUnicode(_ byte: UInt8, _ value: UInt32, _ count: Int) throws(Failure) {
    guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw error("an unknown escape") }
    let value = value << 4 | UInt32(digit)
    guard count == 3 else {
      token = .unicode(value, count + 1)
      return
    }
    token = .text
    if (0xDC00...0xDFFF).contains(value), let high = highSurrogate {
      highSurrogate = nil
      append(Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (value - 0xDC00)) ?? "\u{FFFD}")
    } else {
      flushSurrogate()
      if (0xD800...0xDBFF).contains(value) {
        highSurrogate = value
      } else {
        append(Unicode.Scalar(value) ?? "\u{FFFD}")
      }
    }
  }

  /// Half a pair that its other half did not follow.
  private mutating func flushSurrogate() {
    guard highSurrogate != nil else { return }
    highSurrogate = nil
    append("\u{FFFD}")
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    bytes.append(contentsOf: String(scalar).utf8)
  }
}

extension JSON {
  /// Reads one value and nothing after it.
  ///
  /// - Throws: `Failure` whose reason says what is wrong and at which byte.
  package init(parsing bytes: UnsafeRawBufferPointer) throws(Failure) {
    var parser = JSONParser()
    var result: JSON?
    try parser.push(bytes) { value, _ in result = value }
    try parser.finish { value, _ in result = value }
    guard let result else { throw Failure(of: "JSON", reason: "there is no value") }
    self = result
  }

  package init(parsing text: String) throws(Failure) {
    let bytes = Array(text.utf8)
    let outcome = bytes.withUnsafeBytes { buffer -> Result<JSON, Failure> in
      do throws(Failure) { return .success(try JSON(parsing: buffer)) } catch { return .failure(error) }
    }
    self = try outcome.get()
  }
}

/// Reads strict JSON (RFC 8259) byte by byte as it arrives; nothing waits for the whole text. It goes at most 64 levels
/// deep, and strings must be UTF-8.
package struct JSONParser {
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
    case unicode(UInt16, Int)
    case number, word
  }

  private var stack: [Container] = []
  private var expects = Expectation.value
  private var token = Token.none
  private var bytes: [UInt8] = []
  /// What escapes say, in UTF-16, up to a byte that is none.
  private var units: [UInt16] = []
  private var offset = 0
  private var finished: [(value: JSON, member: String?)] = []
  private static let deepest = 64

  package init() {}

  /// Takes more bytes.
  package mutating func push(_ input: UnsafeRawBufferPointer) throws(Failure) {
    for byte in input {
      try take(byte)
      offset += 1
    }
  }

  /// Ends the text: no more bytes will come.
  package mutating func finish() throws(Failure) {
    try take(UInt8(ascii: " "))  // ends a number
    guard expects == .nothing else { throw error("the text ends too early") }
  }

  /// The values that have been completed since the last call: the outermost one, or streamed elements with the name of
  /// their member.
  package mutating func takeValues() -> [(value: JSON, member: String?)] {
    defer { finished = [] }
    return finished
  }

  private func error(_ reason: String) -> Failure { Failure(of: "JSON", reason: "\(reason) at byte \(offset)") }

  private mutating func take(_ byte: UInt8) throws(Failure) {
    switch token {
    case .none: try takeStructure(byte)
    case .text: try takeText(byte)
    case .escape: try takeEscape(byte)
    case .unicode(let value, let count): try takeUnicode(byte, value, count)
    case .number, .word:
      if byte.isLetter || byte.isDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E {
        guard bytes.count < 400 else { throw error("a number is too long") }
        bytes.append(byte)
      } else {
        try finishWord()
        try takeStructure(byte)
      }
    }
  }

  private mutating func takeStructure(_ byte: UInt8) throws(Failure) {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: return
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try expectValue()
      guard stack.count < Self.deepest else { throw error("nested more than \(Self.deepest) levels deep") }
      let isObject = byte == UInt8(ascii: "{")
      stack.append(Container(isObject: isObject))
      expects = isObject ? .nameOrEnd : .valueOrEnd
    case UInt8(ascii: "}"), UInt8(ascii: "]"): try close(byte)
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

  private mutating func close(_ byte: UInt8) throws(Failure) {
    let isObject = byte == UInt8(ascii: "}")
    guard let last = stack.last, last.isObject == isObject,
      expects == .commaOrEnd || expects == (isObject ? .nameOrEnd : .valueOrEnd)
    else { throw error("a bracket is out of place") }
    stack.removeLast()
    complete(isObject ? .object(last.members) : .array(last.values))
  }

  private mutating func complete(_ value: JSON) {
    expects = .commaOrEnd
    let top = stack.count - 1
    if top < 0 {
      expects = .nothing
      finished.append((value, nil))
    } else if stack[top].isObject {
      stack[top].members.append((stack[top].name, value))
    } else if streamsElements, top == 1, stack[0].isObject {
      finished.append((value, stack[0].name))
    } else {
      stack[top].values.append(value)
    }
  }
}

// MARK: - Words and texts

extension JSONParser {
  private mutating func finishWord() throws(Failure) {
    let word = String(decoding: bytes, as: UTF8.self)
    let isNumber = if case .number = token { true } else { false }
    token = .none
    switch word {
    case "null": complete(.null)
    case "true": complete(.bool(true))
    case "false": complete(.bool(false))
    default:
      guard isNumber, Self.isNumber(bytes) else { throw error("“\(word)” is no value") }
      complete(.numeral(word))
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

  private mutating func takeText(_ byte: UInt8) throws(Failure) {
    switch byte {
    case UInt8(ascii: "\\"): token = .escape
    case UInt8(ascii: "\""):
      flushUnits()
      token = .none
      guard let text = String(validating: bytes, as: UTF8.self) else { throw error("a text is not UTF-8") }
      if expects == .name || expects == .nameOrEnd {
        stack[stack.count - 1].name = text
        expects = .colon
      } else {
        complete(.string(text))
      }
    case ..<0x20: throw error("a control character in a text")
    default:
      flushUnits()
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
    flushUnits()
    bytes.append(plain)
    token = .text
  }

  private mutating func takeUnicode(_ byte: UInt8, _ value: UInt16, _ count: Int) throws(Failure) {
    guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw error("an unknown escape") }
    let value = value << 4 | UInt16(digit)
    guard count == 3 else {
      token = .unicode(value, count + 1)
      return
    }
    token = .text
    units.append(value)
  }

  /// Half a pair that its other half did not follow becomes U+FFFD.
  private mutating func flushUnits() {
    guard !units.isEmpty else { return }
    bytes.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
    units = []
  }
}

extension JSON {
  /// Reads one value and nothing after it.
  ///
  /// - Throws: `Failure` whose reason says what is wrong and at which byte.
  package init(parsing bytes: UnsafeRawBufferPointer) throws(Failure) {
    var parser = JSONParser()
    try parser.push(bytes)
    try parser.finish()
    guard let result = parser.takeValues().last?.value else { throw Failure(of: "JSON", reason: "there is no value") }
    self = result
  }

  package init(parsing text: String) throws(Failure) {
    self = try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(Failure) in
      try JSON(parsing: UnsafeRawBufferPointer(bytes))
    }
  }
}

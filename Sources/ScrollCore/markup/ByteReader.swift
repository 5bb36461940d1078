/// Reads bytes one by one.
struct ByteReader {
  let bytes: [UInt8]
  private(set) var place = 0
  /// The index at which reading stops.
  var end: Int

  init(_ text: some Sequence<UInt8>) {
    bytes = Array(text)
    end = bytes.count
  }

  var isAtEnd: Bool { place >= end }
  /// The next byte; nil at the end.
  var next: UInt8? { peek(0) }

  func peek(_ distance: Int) -> UInt8? { place + distance < end ? bytes[place + distance] : nil }

  mutating func skip(_ count: Int = 1) { place += min(end - place, count) }

  mutating func consume() -> UInt8? {
    guard let byte = next else { return nil }
    place += 1
    return byte
  }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  /// The bytes before the next `byte`, or nil.
  func prefix(upTo byte: UInt8) -> ArraySlice<UInt8>? {
    bytes[place..<end].firstIndex(of: byte).map { bytes[place..<$0] }
  }

  mutating func skipBlanks() { while let byte = next, byte == 0x20 || (0x09...0x0d).contains(byte) { place += 1 } }

  /// Reads a whole number as `strtol(3)` does, clamped to the bound both ways; nil without digits.
  mutating func number(within bound: Int) -> Int? {
    skipBlanks()
    let start = place
    let isNegative = next == UInt8(ascii: "-")
    if isNegative || next == UInt8(ascii: "+") { place += 1 }
    var (value, digits) = (0, 0)
    while let digit = next, digit &- 0x30 < 10 {
      value = min(bound, value * 10 + Int(digit - 0x30))
      digits += 1
      place += 1
    }
    guard digits > 0 else {
      place = start
      return nil
    }
    return isNegative ? -value : value
  }
}

extension ArraySlice<UInt8> {
  /// Quoted for a message, shortened.
  var quoted: String {
    let text = String(decoding: prefix(40), as: UTF8.self)
    return "'\(text)\(count > 40 ? "…" : "")'"
  }

  var withoutBlanks: ArraySlice<UInt8> {
    let rest = drop { $0 <= 0x20 }
    guard let last = rest.lastIndex(where: { $0 > 0x20 }) else { return rest.prefix(0) }
    return rest[...last]
  }
}

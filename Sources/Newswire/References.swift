internal import CXML2

/// The character reference that begins with the "&" at `start`, and how many bytes it takes; nil where there is
/// none. Named ones by libxml2's `htmlEntityLookup` (HTML 4), and `&apos;`; they need their semicolon.
func reference(in bytes: [UInt8], at start: Int) -> (scalar: Unicode.Scalar, length: Int)? {
  let limit = min(bytes.count, start + 12)
  guard start + 2 < limit else { return nil }
  guard let end = bytes[(start + 1)..<limit].firstIndex(where: { !$0.isLetter && !$0.isDigit && $0 != 0x23 }),
    bytes[end] == UInt8(ascii: ";")
  else { return nil }
  let name = bytes[(start + 1)..<end]
  let scalar = name.first == UInt8(ascii: "#") ? numbered(name.dropFirst()) : named(name)
  return scalar.map { ($0, end + 1 - start) }
}

/// "#38", "#x26". What the reference cannot mean is U+FFFD; 128 to 159 mean Windows-1252, as on the web.
private func numbered(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
  let isHex = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
  let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
  guard !text.isEmpty, text.allSatisfy({ isHex ? $0.isHexDigit : $0.isASCII && $0.isNumber }) else { return nil }
  guard let value = UInt32(text, radix: isHex ? 16 : 10) else { return "\u{FFFD}" }
  if (0x80...0x9F).contains(value) { return windows1252[Int(value) - 0x80] }
  return Unicode.Scalar(value) ?? "\u{FFFD}"
}

private func named(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
  guard !name.isEmpty else { return nil }
  if name.elementsEqual("apos".utf8) { return "'" }
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.count + 1) { buffer in
    _ = buffer.initialize(from: name)
    buffer[name.count] = 0
    return htmlEntityLookup(buffer.baseAddress).flatMap { Unicode.Scalar($0.pointee.value) }
  }
}

/// What bytes 0x80 to 0x9F mean in Windows-1252, by the WHATWG's table.
let windows1252: [Unicode.Scalar] = Array(
  "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

extension UInt8 {
  var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

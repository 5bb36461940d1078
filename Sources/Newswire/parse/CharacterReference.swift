internal import Base
internal import CXML2

/// Parses the character reference at the "&" at `start`. Returns its text and length, or nil. The names are those of
/// HTML 5.
///
/// - Parameter isStrict: Whether the semicolon is required. Otherwise it is optional as in browsers: after numbers and
///   legacy names, even before letters.
func reference(
  in bytes: UnsafeBufferPointer<UInt8>, at start: Int, isStrict: Bool = true
) -> (text: String, length: Int)? {
  let rest = bytes[(start + 1)...].prefix(longestReference)
  let isNumber = rest.first == UInt8(ascii: "#")
  let isHex = isNumber && rest.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
  let body = rest.dropFirst(isHex ? 2 : isNumber ? 1 : 0)
  let name = body.prefix { $0.isDigit || $0.isLetter && (!isNumber || isHex && ($0 | 0x20) <= UInt8(ascii: "f")) }
  guard !name.isEmpty else { return nil }
  let isClosed = name.endIndex < rest.endIndex && bytes[name.endIndex] == UInt8(ascii: ";")
  if isClosed || (isNumber && !isStrict) {
    let text = isNumber ? character(name, radix: isHex ? 16 : 10) : character(named: name)
    if let text { return (text, name.endIndex - start + (isClosed ? 1 : 0)) }
  }
  guard !isNumber, !isStrict else { return nil }
  for count in stride(from: min(name.count, 6), to: 1, by: -1) where Entities.isOld(name.prefix(count)) {
    return character(named: name.prefix(count)).map { ($0, count + 1) }
  }
  return nil
}

/// The length of "&CounterClockwiseContourIntegral;" without the "&".
let longestReference = 32

/// An invalid number yields U+FFFD; 128 to 159 are Windows-1252, as on the web.
private func character(_ digits: Slice<UnsafeBufferPointer<UInt8>>, radix: Int) -> String? {
  guard let value = UInt32(String(decoding: digits, as: UTF8.self), radix: radix) else { return "\u{FFFD}" }
  if (0x80...0x9F).contains(value) { return String(windows1252[Int(value) - 0x80]) }
  return String(Unicode.Scalar(value) ?? "\u{FFFD}")
}

private func character(named name: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
  let name = String(decoding: name, as: UTF8.self)
  switch name {
  case "amp": return "&"
  case "lt": return "<"
  case "gt": return ">"
  case "quot": return "\""
  case "apos": return "'"
  case "nbsp": return "\u{A0}"
  default: return Entities.names[name]
  }
}

/// The named character references of HTML 5 (WHATWG, 13.5).
private enum Entities {
  static let names: [String: String] = {
    let lines = PackageResources.entities_tsv.split(separator: 0x0A)
    let pairs = lines.compactMap { line -> (String, String)? in
      guard let tab = line.firstIndex(of: 0x09) else { return nil }
      return (String(decoding: line[..<tab], as: UTF8.self), String(decoding: line[(tab + 1)...], as: UTF8.self))
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }()

  /// Whether browsers accept it without a semicolon: the names of HTML 2, some also in capitals.
  static func isOld(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let name = String(decoding: name, as: UTF8.self)
    if ["AMP", "LT", "GT", "QUOT", "COPY", "REG"].contains(name) { return true }
    return htmlEntityLookup(name).map { $0.pointee.value < 256 } ?? false
  }
}

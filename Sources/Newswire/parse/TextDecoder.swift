internal import Base
internal import Glibc

/// Converts bytes of a declared or guessed encoding to valid UTF-8, incrementally.
///
/// Invalid UTF-8 is read as Windows-1252, byte by byte, which is nearly always right; so are C1 controls, in any
/// encoding. A declared single-byte encoding is ignored if the bytes are valid UTF-8, since many feeds are converted
/// without their declaration. The first chunk with non-ASCII bytes decides that.
final class TextDecoder {
  private var encoding: Encoding
  private var isCertain: Bool
  private var pending: [UInt8] = []
  private var converter: Converter?
  private var converted: [UInt8] = []

  init(_ encoding: Encoding) {
    self.encoding = encoding
    if case .iconv(let name, let isLegacy) = encoding {
      converter = Converter(name)
      isCertain = !isLegacy
    } else {
      isCertain = true
    }
  }

  /// Decodes the start of a document, without its byte order mark, in the encoding of its declaration or header.
  convenience init(head: [UInt8], contentType: String, into output: inout [UInt8]) {
    let (encoding, markLength) = Encoding.find(in: head, contentType: contentType)
    self.init(encoding)
    head.dropFirst(markLength).withUnsafeBytes { decode($0, into: &output) }
  }

  /// Appends the UTF-8 of the next bytes. Keeps an incomplete character for the next call.
  func decode(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    if pending.isEmpty { return decode(bytes, isEnd: false, into: &output) }
    let joined = pending + bytes
    pending = []
    joined.withUnsafeBytes { decode($0, isEnd: false, into: &output) }
  }

  /// Ends the input.
  func finish(into output: inout [UInt8]) {
    let rest = pending
    pending = []
    rest.withUnsafeBytes { decode($0, isEnd: true, into: &output) }
  }

  private func decode(_ bytes: UnsafeRawBufferPointer, isEnd: Bool, into output: inout [UInt8]) {
    output.reserveCapacity(output.count + bytes.count + bytes.count / 8)
    if !isCertain, let first = bytes.firstIndex(where: { $0 >= 0x80 }) {
      // All but a character cut by the end of the chunk.
      let end = isEnd ? bytes.count : Self.wholeCount(bytes)
      if first < end {
        isCertain = true
        if Self.isUTF8(bytes[first..<end]) { encoding = .utf8 }
      } else {
        output.append(contentsOf: bytes[..<first])
        pending = Array(bytes[first...])
        return
      }
    }
    let used: Int
    if encoding == .utf8 {
      used = appendValid(bytes, isEnd: isEnd, to: &output)
    } else if encoding == .windows1252 {
      for byte in bytes { Self.appendWindows1252(byte, to: &output) }
      used = bytes.count
    } else {
      converted.removeAll(keepingCapacity: true)
      used = converter?.convert(bytes, into: &converted) ?? bytes.count
      _ = converted.withUnsafeBytes { appendValid($0, isEnd: true, to: &output) }
    }
    if !isEnd, used < bytes.count { pending = Array(bytes[used...]) }
  }

  /// The length without an incomplete character at the end.
  private static func wholeCount(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let lead = bytes.suffix(3).lastIndex(where: { $0 >= 0xC0 }) else { return bytes.count }
    let length = bytes[lead] >= 0xF0 ? 4 : bytes[lead] >= 0xE0 ? 3 : 2
    return bytes.count - lead < length ? lead : bytes.count
  }

  private static func isUTF8(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    // The error is the answer.
    (try? UTF8Span(validating: UnsafeRawBufferPointer(rebasing: bytes).bindMemory(to: UInt8.self).span)) != nil
  }

  private func appendValid(_ bytes: UnsafeRawBufferPointer, isEnd: Bool, to output: inout [UInt8]) -> Int {
    var index = isEnd ? bytes.count : Self.wholeCount(bytes)
    if Self.isUTF8(bytes[..<index]), !Self.hasC1(bytes) {
      output.append(contentsOf: bytes[..<index])
      return index
    }
    index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, bytes[index] < 0x80 { index += 1 }
      if index > start { output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<index])) }
      guard index < bytes.count else { break }
      var parser = Unicode.UTF8.ForwardParser()
      var rest = bytes[index...].makeIterator()
      switch parser.parseScalar(from: &rest) {
      case .valid(let character):
        if character.count == 2, bytes[index] == 0xC2, bytes[index + 1] < 0xA0 {
          Self.appendWindows1252(bytes[index + 1], to: &output)
        } else {
          output.append(contentsOf: character)
        }
        index += character.count
      case .error(let length) where !isEnd && index + length == bytes.count: return index  // May continue.
      case .error, .emptyInput:
        Self.appendWindows1252(bytes[index], to: &output)
        index += 1
      }
    }
    return index
  }

  private static func hasC1(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard var place = bytes.baseAddress else { return false }
    let end = place + bytes.count
    while place < end, let found = memchr(place, 0xC2, end - place) {
      let next = found + 1
      if next < end, next.load(as: UInt8.self) < 0xA0 { return true }
      place = UnsafeRawPointer(next)
    }
    return false
  }

  /// `iconv` rejects five of these bytes.
  private static func appendWindows1252(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case ..<0x80: output.append(byte)
    case 0x80..<0xA0: output.append(contentsOf: String(windows1252[Int(byte) - 0x80]).utf8)
    default: output.append(contentsOf: [0xC0 | byte >> 6, 0x80 | byte & 0x3F])
    }
  }
}

/// The characters of bytes 0x80 to 0x9F in Windows-1252, from the WHATWG's table.
let windows1252: [Unicode.Scalar] = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

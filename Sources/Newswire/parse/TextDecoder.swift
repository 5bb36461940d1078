internal import Base
internal import CXML2
internal import Glibc

/// Turns bytes of a declared or guessed encoding into valid UTF-8, piece by piece.
///
/// Whatever is not UTF-8 in what calls itself UTF-8 is read as Windows-1252, byte by byte: that is what such
/// bytes are, nearly always. These two are decoded here, not by `iconv(3)`: glibc's takes characters beyond U+10FFFF for
/// UTF-8, and five bytes of Windows-1252 for errors.
final class TextDecoder {
  enum Encoding: Equatable {
    case utf8, windows1252
    /// By its name, for `iconv(3)`.
    case other(String)

    static let utf16LittleEndian = Encoding.other("UTF-16LE")
    static let utf16BigEndian = Encoding.other("UTF-16BE")

    /// By its name in a declaration or a header; nil for none that is known here.
    init?(name: String) {
      switch name.lowercased().filter({ !$0.isWhitespace }) {
      case "": return nil
      // Whoever can read a declaration that says UTF-16 in single bytes knows that it is wrong.
      case "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf16", "unicode": self = .utf8
      case "iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "iso-8859-15": self = .windows1252
      case let name: self = .other(name)
      }
    }
  }

  private let encoding: Encoding
  private var pending: [UInt8] = []
  private var converter: iconv_t?

  init(_ encoding: Encoding) {
    guard case .other(let name) = encoding else {
      self.encoding = encoding
      return
    }
    let converter = iconv_open("UTF-8", name)
    let isUnknown = converter == iconv_t(bitPattern: -1)
    self.encoding = isUnknown ? .utf8 : encoding
    self.converter = isUnknown ? nil : converter
  }

  deinit { if let converter { iconv_close(converter) } }

  /// Decodes the beginning of a document in the encoding that it and its header name, without a byte order mark.
  convenience init(head: [UInt8], contentType: String, into output: inout [UInt8]) {
    let (encoding, markLength) = Encoding.find(in: head, contentType: contentType)
    self.init(encoding)
    head.dropFirst(markLength).withUnsafeBytes { decode($0, into: &output) }
  }

  /// Appends what `bytes`, after those before, mean in UTF-8; keeps an unfinished character for the next call.
  func decode(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    output.reserveCapacity(output.count + bytes.count + bytes.count / 4)
    if pending.isEmpty {
      decodeAll(bytes, isEnd: false, into: &output)
    } else {
      let joined = pending + bytes
      pending = []
      joined.withUnsafeBytes { decodeAll($0, isEnd: false, into: &output) }
    }
  }

  /// Says that nothing follows.
  func finish(into output: inout [UInt8]) {
    let rest = pending
    pending = []
    rest.withUnsafeBytes { decodeAll($0, isEnd: true, into: &output) }
  }

  private func decodeAll(_ bytes: UnsafeRawBufferPointer, isEnd: Bool, into output: inout [UInt8]) {
    let used: Int
    switch encoding {
    case .utf8: used = decodeUTF8(bytes, isEnd: isEnd, into: &output)
    case .windows1252:
      for byte in bytes { Self.appendWindows1252(byte, to: &output) }
      used = bytes.count
    case .other: used = convert(bytes, into: &output)
    }
    if !isEnd, used < bytes.count { pending = Array(bytes[used...]) }
  }

  private func decodeUTF8(_ bytes: UnsafeRawBufferPointer, isEnd: Bool, into output: inout [UInt8]) -> Int {
    var index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, bytes[index] < 0x80 { index += 1 }
      if index > start { output.append(contentsOf: bytes[start..<index]) }
      guard index < bytes.count else { break }
      var parser = Unicode.UTF8.ForwardParser()
      var rest = bytes[index...].makeIterator()
      switch parser.parseScalar(from: &rest) {
      case .valid(let character):
        output.append(contentsOf: character)
        index += character.count
      case .error(let length) where !isEnd && index + length == bytes.count: return index  // may go on
      case .error, .emptyInput:
        Self.appendWindows1252(bytes[index], to: &output)
        index += 1
      }
    }
    return index
  }

  private static func appendWindows1252(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case ..<0x80: output.append(byte)
    case 0x80..<0xA0: output.append(contentsOf: String(windows1252[Int(byte) - 0x80]).utf8)
    default: output.append(contentsOf: [0xC0 | byte >> 6, 0x80 | byte & 0x3F])
    }
  }

  private func convert(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> Int {
    guard let converter else { return bytes.count }
    // What is skipped where the bytes mean nothing.
    let unit = encoding == .utf16LittleEndian || encoding == .utf16BigEndian ? 2 : 1
    var used = 0
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { room in
      while used < bytes.count {
        var source = UnsafeMutablePointer<CChar>(
          mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self).advanced(by: used))
        var target = room.baseAddress?.assumingMemoryBound(to: CChar.self)
        var (sourceLeft, targetLeft) = (bytes.count - used, room.count)
        let result = iconv(converter, &source, &sourceLeft, &target, &targetLeft)
        let code = errno
        output.append(contentsOf: room[..<(room.count - targetLeft)])
        used = bytes.count - sourceLeft
        guard result == -1, code != E2BIG else { continue }
        if code == EINVAL { return }  // an unfinished character
        output.append(contentsOf: "\u{FFFD}".utf8)
        used = min(used + unit, bytes.count)
      }
    }
    return used
  }
}

extension TextDecoder.Encoding {
  /// The encoding of a document, by its first bytes and its header, and the length of its byte order mark.
  fileprivate static func find(in head: [UInt8], contentType: String) -> (Self, markLength: Int) {
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if head.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if head.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    if head.starts(with: [0x3C, 0x00]) { return (.utf16LittleEndian, 0) }
    if head.starts(with: [0x00, 0x3C]) { return (.utf16BigEndian, 0) }
    let header = value(of: "charset", in: Array(contentType.utf8)).flatMap(Self.init(name:))
    let declaration = declared(in: head)
    // Where one of them says UTF-8, it is: a server's default is often wrong, and what is not UTF-8 falls back.
    if header == .utf8 || declaration == .utf8 { return (declaration ?? .utf8 == .utf8 ? .utf8 : header ?? .utf8, 0) }
    return (header ?? declaration ?? .utf8, 0)
  }

  private static func declared(in head: [UInt8]) -> Self? {
    let start = head.prefix(256).drop { $0.isBlank }
    guard start.starts(with: "<?xml".utf8), let end = start.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    return value(of: "encoding", in: Array(start[..<end])).flatMap(Self.init(name:))
  }

  /// What stands after "name=", with or without quotes.
  private static func value(of name: StaticString, in bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    guard let range = text.firstRange(of: "\(name)") else { return nil }
    var rest = text[range.upperBound...].drop { $0.isWhitespace }
    guard rest.first == "=" else { return nil }
    rest = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
    let value = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
    return value.isEmpty ? nil : String(value)
  }
}

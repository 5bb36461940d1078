internal import Glibc

/// A converter to UTF-8 (`iconv(3)`).
final class Converter {
  private let converter: iconv_t
  /// The number of bytes to skip at an invalid sequence.
  private let unit: Int
  /// Windows has a euro sign there, unlike the standard.
  private let isChinese: Bool

  /// Returns nil for an unknown encoding.
  init?(_ name: String) {
    guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
    self.converter = converter
    isChinese = name == "GB18030"
    unit = name.hasPrefix("UTF-16") ? 2 : name.hasPrefix("UTF-32") ? 4 : 1
  }

  deinit { iconv_close(converter) }

  /// Converts with U+FFFD for invalid sequences. Returns the number of bytes used: all but an incomplete character.
  func convert(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> Int {
    var used = 0
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { room in
      while used < bytes.count {
        var source = UnsafeMutablePointer<CChar>(
          mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self).advanced(by: used))
        var target = room.baseAddress?.assumingMemoryBound(to: CChar.self)
        var (sourceLeft, targetLeft) = (bytes.count - used, room.count)
        let result = iconv(converter, &source, &sourceLeft, &target, &targetLeft)
        let code = errno
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<(room.count - targetLeft)]))
        used = bytes.count - sourceLeft
        guard result == -1, code != E2BIG else { continue }
        if code == EINVAL { return }  // An incomplete character.
        output.append(contentsOf: (bytes[used] == 0x80 && isChinese ? "€" : "\u{FFFD}").utf8)
        used = min(used + unit, bytes.count)
      }
    }
    return used
  }
}

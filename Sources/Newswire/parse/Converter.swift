internal import Glibc

/// A converter to UTF-8 (`iconv(3)`).
final class Converter {
  private let converter: iconv_t
  /// What is skipped where the bytes mean nothing.
  private let unit: Int
  /// Windows has a euro sign there that the standard has not.
  private let isChinese: Bool

  /// nil for a name that the system does not know.
  init?(_ name: String) {
    guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
    self.converter = converter
    isChinese = name == "GB18030"
    unit = name.hasPrefix("UTF-16") ? 2 : name.hasPrefix("UTF-32") ? 4 : 1
  }

  deinit { iconv_close(converter) }

  /// Converts, with U+FFFD for what means nothing; how many bytes were used: all but an unfinished character.
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
        if code == EINVAL { return }  // an unfinished character
        output.append(contentsOf: (bytes[used] == 0x80 && isChinese ? "€" : "\u{FFFD}").utf8)
        used = min(used + unit, bytes.count)
      }
    }
    return used
  }
}

extension Screenshot {
  /// As a PNG file, to be kept with a test that has failed; uncompressed.
  package var png: [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (width * 3 + 1))
    for y in 0..<height {
      rows.append(0)
      for pixel in pixels[(y * width)..<((y + 1) * width)] {
        rows += [UInt8(pixel >> 16 & 0xFF), UInt8(pixel >> 8 & 0xFF), UInt8(pixel & 0xFF)]
      }
    }
    let header = big(UInt32(width)) + big(UInt32(height)) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", stored(rows))
      + chunk("IEND", [])
  }

  private func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }

  private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(UInt32(data.count)) + body + big(checksum(body))
  }

  /// A zlib stream (RFC 1950) of stored blocks.
  private func stored(_ data: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let count = min(65535, data.count - start)
      let sizes = [UInt8(count & 0xFF), UInt8(count >> 8)]
      result += [start + count == data.count ? 1 : 0] + sizes + sizes.map { ~$0 }
      result += data[start..<(start + count)]
      start += count
    } while start < data.count
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in data {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return result + big(b << 16 | a)
  }

  /// CRC-32 as in PNG.
  private func checksum(_ data: [UInt8]) -> UInt32 {
    ~data.reduce(~0) { Screenshot.checksums[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
  }

  private static let checksums: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
}

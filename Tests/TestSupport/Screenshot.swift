/// A picture of the screen, or of a part of it.
public struct Screenshot: Equatable, Sendable {
  public let width: Int
  public let height: Int
  /// Row by row, 0xRRGGBB.
  public let pixels: [UInt32]

  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(pixels.count == width * height)
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// 0xRRGGBB; x to the right, y down, from the top left corner.
  public subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  /// The part inside both this picture and the rectangle.
  public func cropped(x: Int, y: Int, width: Int, height: Int) -> Screenshot {
    let columns = max(0, x)..<max(max(0, x), min(self.width, x + width))
    let rows = max(0, y)..<max(max(0, y), min(self.height, y + height))
    var part: [UInt32] = []
    part.reserveCapacity(columns.count * rows.count)
    for row in rows {
      part += pixels[(row * self.width + columns.lowerBound)..<(row * self.width + columns.upperBound)]
    }
    return Screenshot(width: columns.count, height: rows.count, pixels: part)
  }

  public func cropped(_ place: WindowPlace) -> Screenshot {
    cropped(x: place.x, y: place.y, width: place.width, height: place.height)
  }

  /// How many pixels have that colour.
  public func count(of color: UInt32) -> Int { pixels.count { $0 == color } }
}

// MARK: - Reading

extension Screenshot {
  /// Reads a screen dump of 32 bits a pixel (X11/XWDFile.h).
  init(xwd bytes: [UInt8]) throws {
    func field(_ index: Int) -> Int {
      (0..<4).reduce(0) { $0 << 8 | Int(bytes[index * 4 + $1]) }
    }
    guard bytes.count > 100, field(1) == 7, field(11) == 32 else {
      throw HarnessError("the screen's dump is none of 32 bits a pixel")
    }
    let (start, width, height, stride) = (field(0) + field(19) * 12, field(4), field(5), field(12))
    let leastFirst = field(7) == 0
    guard bytes.count >= start + stride * height else { throw HarnessError("the screen's dump is cut short") }
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let at = start + y * stride + x * 4
        let (red, green, blue) = leastFirst ? (2, 1, 0) : (1, 2, 3)
        pixels.append(
          UInt32(bytes[at + red]) << 16 | UInt32(bytes[at + green]) << 8 | UInt32(bytes[at + blue]))
      }
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}

// MARK: - Keeping

extension Screenshot {
  /// As a PNG file, to be kept with a test that has failed; uncompressed.
  public var png: [UInt8] {
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

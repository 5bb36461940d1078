internal import ScrollCore
internal import X11

/// A part of a content, drawn pixel by pixel: the one place where colours are mixed.
///
/// It lives in this process, because servers mix only code values. The result is copied into a tile at once.
final class Raster {
  /// The coverage for the next `fill`.
  let mask = CoverageMask()
  private let curve: LightCurve
  private(set) var width = 0
  private(set) var height = 0
  private(set) var pixels: [UInt32] = []
  /// Bounds of the pixels that differ from the background.
  private(set) var touched = PixelRect(width: 0, height: 0)
  private(set) var ground: Color?
  /// The most recent ones.
  private var tables: [Table] = []

  /// The mix of a colour with one pixel value, by coverage.
  private struct Table {
    let color: Color
    let ground: Color?
    let pixel: UInt32
    let results: [UInt32]
  }

  /// The most pixels drawn at a time.
  static let limit = 1 << 14

  init(_ curve: LightCurve) { self.curve = curve }

  /// Resizes the raster and fills it with the background.
  ///
  /// - Parameter ground: The colour expected behind a translucent background; nil if unknown.
  func reset(width: Int, height: Int, background: Color, ground: Color?) {
    (self.width, self.height) = (width, height)
    let count = width * height
    let pixel = background.pixel
    if pixels.count < count {
      pixels = [UInt32](repeating: pixel, count: count)
    } else {
      pixels.withUnsafeMutableBufferPointer { for i in 0..<count { $0[i] = pixel } }
    }
    mask.reset(width: width, height: height)
    touched = PixelRect(width: 0, height: 0)
    // A translucent background shows mostly its own colour.
    self.ground = background.alpha > 0 ? background.opaque : ground
  }

  /// Lays a colour over the pixels that the mask covers, and clears the mask.
  func fill(_ color: Color) {
    let bounds = mask.bounds
    if bounds.isEmpty { return }
    let mixture = Mixture(curve: curve, color: color, ground: ground)
    // Usually all of it lies on one colour, so each coverage is mixed once.
    var table: Table?
    for y in bounds.rows {
      for i in y * width + bounds.x..<y * width + bounds.columns.upperBound {
        let coverage = Int(mask.bytes[i])
        if coverage == 0 { continue }
        let known = table ?? self.table(of: mixture, over: pixels[i])
        if table == nil { table = known }
        pixels[i] =
          known.pixel == pixels[i] ? known.results[coverage] : mixture.mix(over: pixels[i], coverage: coverage)
      }
    }
    mask.clear()
    touched = touched.hull(with: bounds)
  }

  private func table(of mixture: Mixture, over pixel: UInt32) -> Table {
    let known = tables.first { $0.pixel == pixel && $0.color == mixture.color && $0.ground == mixture.ground }
    if let known { return known }
    let table = Table(
      color: mixture.color, ground: mixture.ground, pixel: pixel,
      results: (0...255).map { mixture.mix(over: pixel, coverage: $0) })
    if tables.count >= 8 { tables.removeFirst() }
    tables.append(table)
    return table
  }

  /// Draws an image; its upper left corner is at `x`, `y`.
  func lay(_ picture: ImagePixels, x: Int, y: Int, opacity: UInt8 = 255) {
    let place = PixelRect(x: x, y: y, width: picture.width, height: picture.height)
    let part = place.intersection(PixelRect(width: width, height: height))
    for row in part.rows {
      for column in part.columns {
        let color = picture.pixels[(row - y) * picture.width + column - x]
        if color >> 24 == 0 { continue }
        let mixture = Mixture(curve: curve, color: Color(rgb: color), ground: ground)
        let i = row * width + column
        pixels[i] = mixture.mix(over: pixels[i], coverage: Int(color >> 24) * Int(opacity) / 255)
      }
    }
    touched = touched.hull(with: part)
  }

  /// Copies the drawing to a surface (`XPutImage`).
  ///
  /// - Parameters:
  ///   - x, y: The raster's upper left corner on the surface.
  func put(on target: Surface, x: Int, y: Int) {
    if touched.isEmpty { return }
    if !target.format.isPlain {
      for row in touched.rows {
        for i in row * width + touched.x..<row * width + touched.columns.upperBound {
          pixels[i] = UInt32(truncatingIfNeeded: target.format.pixel(ofPremultiplied: pixels[i]))
        }
      }
    }
    pixels.withUnsafeMutableBytes { bytes in
      target.put(bytes, stride: width, touched, x: x + touched.x, y: y + touched.y)
    }
  }
}

extension Color {
  /// Premultiplied 0xAARRGGBB.
  fileprivate var pixel: UInt32 {
    func channel(_ value: UInt8) -> UInt32 { (UInt32(value) * UInt32(alpha) + 127) / 255 }
    return UInt32(alpha) << 24 | channel(red) << 16 | channel(green) << 8 | channel(blue)
  }
}

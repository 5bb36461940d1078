internal import ScrollCore

/// The coverage of glyphs at the subpixel positions at which they have been drawn. Bounded.
final class GlyphCache {
  struct Key: Hashable {
    var face: Int
    var glyph: UInt32
    var phase: Phase
    /// How much its outline has grown, in 64ths of a pixel.
    var weight: Int
    /// Whether it is hinted to whole pixels.
    var isHinted: Bool
  }

  /// Places are in pixels from the glyph's origin.
  enum Glyph {
    case blank
    case coverage(PixelRect, ArraySlice<UInt8>)
    case picture(PixelRect, ImagePixels)
    /// Too large to cache.
    case outline(PixelRect)
  }

  /// Scratch space for drawing a glyph.
  let mask = CoverageMask()
  var curve: LightCurve
  private enum Kept {
    case blank
    case coverage(PixelRect, start: Int)
    case picture(PixelRect, ImagePixels)
    case outline(PixelRect)
  }
  private var kept: [Key: Kept] = [:]
  private var bytes: [UInt8] = []
  private var pictureSize = 0
  private var lastFace = 0

  /// The most pixels of a cached glyph.
  static let largest = 1 << 13
  private static let limit = 1 << 16
  private static let mostGlyphs = 1024

  init(_ curve: LightCurve) { self.curve = curve }

  /// A key for a new face.
  func newFace() -> Int {
    lastFace += 1
    return lastFace
  }

  subscript(key: Key) -> Glyph? {
    switch kept[key] {
    case .none: nil
    case .blank: .blank
    case .coverage(let place, let start): .coverage(place, bytes[start..<start + place.width * place.height])
    case .picture(let place, let picture): .picture(place, picture)
    case .outline(let place): .outline(place)
    }
  }

  func keep(_ glyph: Glyph, for key: Key) -> Glyph {
    if bytes.count + pictureSize > Self.limit || kept.count >= Self.mostGlyphs {
      kept.removeAll(keepingCapacity: true)
      bytes.removeAll(keepingCapacity: true)
      pictureSize = 0
    }
    switch glyph {
    case .blank: kept[key] = .blank
    case .coverage(let place, let coverage):
      kept[key] = .coverage(place, start: bytes.count)
      bytes.append(contentsOf: coverage)
    case .picture(let place, let picture):
      kept[key] = .picture(place, picture)
      pictureSize += 4 * picture.pixels.count
    case .outline(let place): kept[key] = .outline(place)
    }
    return glyph
  }
}

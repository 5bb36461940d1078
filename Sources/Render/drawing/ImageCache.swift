internal import ScrollCore

/// Images from files, scaled once for their size and place (Imlib2).
final class ImageCache {
  private var pictures: [Key: (picture: ImagePixels, x: Int, y: Int)] = [:]
  private var pixelCount = 0
  /// Unreadable files, each reported once to `onFailure`.
  private var failed: Set<String> = []
  var onFailure: ((String) -> Void)?

  /// Lengths in eighths of a pixel.
  private struct Key: Hashable {
    var path: String
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  /// The bound of all cached images.
  private static let mostPixels = 1 << 19

  /// Draws the image scaled into `bounds`, or nothing if it cannot be read.
  func paint(_ path: String, in bounds: Rect, on raster: Raster, _ curve: LightCurve) {
    let count = PixelGrid.phaseCount
    let (x, y) = (RasterArea.eighths(bounds.minX), RasterArea.eighths(bounds.minY))
    let key = Key(
      path: path, x: x & (count - 1), y: y & (count - 1), width: RasterArea.eighths(bounds.width),
      height: RasterArea.eighths(bounds.height))
    guard key.width > 0, key.height > 0, let found = pictures[key] ?? load(key, curve) else { return }
    raster.lay(found.picture, x: (x - key.x) / count + found.x, y: (y - key.y) / count + found.y)
  }

  private func load(_ key: Key, _ curve: LightCurve) -> (picture: ImagePixels, x: Int, y: Int)? {
    let unit = 1 / Double(PixelGrid.phaseCount)
    let bounds = Rect(
      x: Double(key.x) * unit, y: Double(key.y) * unit, width: Double(key.width) * unit,
      height: Double(key.height) * unit)
    guard bounds.width <= 8192, bounds.height <= 4096, !failed.contains(key.path) else { return nil }
    guard let image = ImageFile.pixels(of: key.path) else {
      failed.insert(key.path)
      onFailure?(key.path)
      return nil
    }
    let scaled = image.scaled(into: bounds, curve)
    pixelCount += scaled.picture.pixels.count
    if pixelCount > Self.mostPixels {
      pictures = [:]
      pixelCount = scaled.picture.pixels.count
    }
    pictures[key] = scaled
    return scaled
  }
}

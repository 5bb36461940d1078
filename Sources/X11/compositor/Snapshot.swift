internal import CX11
package import Scene
internal import ScrollCore

/// A picture as pixels: 0xAARRGGBB, row by row, alpha not multiplied in.
package struct Snapshot: Equatable, Sendable {
  package let width: Int
  package let height: Int
  package let pixels: [UInt32]

  package init(width: Int, height: Int, pixels: [UInt32]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// This one above another, with see-through rows between.
  package func stacked(on other: Snapshot, gap: Int) -> Snapshot {
    let columns = max(width, other.width)
    func padded(_ picture: Snapshot) -> [UInt32] {
      guard picture.width < columns else { return picture.pixels }
      let rest = [UInt32](repeating: 0, count: columns - picture.width)
      return (0..<picture.height).flatMap { picture.pixels[$0 * picture.width..<($0 + 1) * picture.width] + rest }
    }
    let space = [UInt32](repeating: 0, count: columns * gap)
    return Snapshot(
      width: columns, height: height + gap + other.height, pixels: padded(self) + space + padded(other))
  }

  /// Writes it as a PNG file (`imlib_save_image`). Returns the reason where that fails.
  package func writePNG(to path: String) -> String? {
    var copy = pixels
    return copy.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let image = imlib_create_image_using_data(Int32(width), Int32(height), buffer.baseAddress) else {
        return "the picture is too large"
      }
      imlib_context_set_image(image)
      defer { imlib_free_image() }
      imlib_image_set_has_alpha(pixels.contains { $0 >> 24 < 255 } ? 1 : 0)
      return ImageFile.save(path).map { "the file cannot be written (\($0))" }
    }
  }
}

extension Compositor {
  /// What a frame looks like, without touching the glass; nil where the server hands out no picture (`XGetImage`).
  package func snapshot(_ frame: borrowing Frame) -> Snapshot? {
    compose(all: frame) { surface in
      guard
        let image = XGetImage(
          surface.display.raw, surface.pixmap, 0, 0, UInt32(surface.width), UInt32(surface.height), UInt.max, ZPixmap)
      else { return nil }
      defer { nr_destroy_image(image) }
      let hasAlpha = surface.format.depth == 32
      let pixels = (0..<surface.width * surface.height).map { i in
        let pixel = UInt32(
          truncatingIfNeeded: nr_get_pixel(image, Int32(i % surface.width), Int32(i / surface.width)))
        return hasAlpha ? straight(pixel) : pixel | 0xff00_0000
      }
      return Snapshot(width: surface.width, height: surface.height, pixels: pixels)
    }
  }
}

/// Divides by alpha what it was multiplied with.
private func straight(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  guard alpha > 0, alpha < 255 else { return alpha == 0 ? 0 : pixel }
  func channel(_ shift: UInt32) -> UInt32 { min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) << shift }
  return alpha << 24 | channel(16) | channel(8) | channel(0)
}

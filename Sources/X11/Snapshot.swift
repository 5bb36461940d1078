internal import CX11
public import Scene
internal import ScrollCore

/// A picture as pixels: 0xAARRGGBB, row by row.
public struct Snapshot: Equatable, Sendable {
  public let width: Int
  public let height: Int
  public let pixels: [UInt32]

  public init(width: Int, height: Int, pixels: [UInt32]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Writes it as a PNG file (`imlib_save_image`). Returns the reason where that fails.
  public func writePNG(to path: String) -> String? {
    var copy = pixels
    return copy.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let image = imlib_create_image_using_data(Int32(width), Int32(height), buffer.baseAddress) else {
        return "the picture is too large"
      }
      imlib_context_set_image(image)
      defer { imlib_free_image() }
      imlib_image_set_format("png")
      var failure = IMLIB_LOAD_ERROR_NONE
      imlib_save_image_with_error_return(path, &failure)
      return failure == IMLIB_LOAD_ERROR_NONE ? nil : "the file cannot be written (Imlib2 error \(failure.rawValue))"
    }
  }
}

extension Compositor {
  /// What a frame looks like, without touching the glass; nil where the server hands out no picture (`XGetImage`).
  public func snapshot(_ frame: borrowing Frame) -> Snapshot? {
    compose(all: frame) { surface in
      guard
        let image = XGetImage(
          surface.display.raw, surface.pixmap, 0, 0, UInt32(surface.width), UInt32(surface.height), UInt.max, ZPixmap)
      else { return nil }
      defer { nr_destroy_image(image) }
      var pixels: [UInt32] = []
      pixels.reserveCapacity(surface.width * surface.height)
      for y in 0..<Int32(surface.height) {
        for x in 0..<Int32(surface.width) {
          pixels.append(UInt32(truncatingIfNeeded: nr_get_pixel(image, x, y)) | 0xff00_0000)
        }
      }
      return Snapshot(width: surface.width, height: surface.height, pixels: pixels)
    }
  }
}

package import Base
internal import CRender
internal import X11

/// A picture: 0xAARRGGBB, row by row, not premultiplied.
package struct Snapshot: Equatable, Sendable {
  package let width: Int
  package let height: Int
  package internal(set) var pixels: [UInt32]

  package init(width: Int, height: Int, pixels: [UInt32]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// A fully transparent picture.
  package init(width: Int, height: Int) {
    self.init(width: width, height: height, pixels: [UInt32](repeating: 0, count: width * height))
  }

  /// Writes it as a PNG file (`imlib_save_image`).
  package func writePNG(to path: String) throws(Failure) {
    try AtomicFile.deliver(try png(), to: path)
  }

  /// The bytes of a PNG file.
  package func png() throws(Failure) -> [UInt8] { try SharedState.withLock { () throws(Failure) in try unlockedPNG() } }

  /// Four bytes a pixel: red, green, blue and alpha.
  package var rgba: [UInt8] {
    let words = pixels.map { ($0 << 8 | $0 >> 24).bigEndian }
    return words.withUnsafeBytes { Array($0) }
  }

  private func unlockedPNG() throws(Failure) -> [UInt8] {
    let result = pixels.withUnsafeBufferPointer { buffer -> Result<[UInt8], Failure> in
      // Imlib2 wants mutable pixels, but does not change them while saving.
      guard
        let image = imlib_create_image_using_data(
          Int32(clamping: width), Int32(clamping: height), UnsafeMutablePointer(mutating: buffer.baseAddress))
      else { return .failure(Failure(of: "the picture", reason: "is too large")) }
      imlib_context_set_image(image)
      defer { imlib_free_image() }
      imlib_image_set_has_alpha(pixels.contains { $0 >> 24 < 255 } ? 1 : 0)
      do throws(Failure) { return .success(try ImageFile.png()) } catch { return .failure(error) }
    }
    return try result.get()
  }
}

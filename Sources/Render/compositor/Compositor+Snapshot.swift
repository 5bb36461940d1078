internal import CX11
package import Scene
internal import ScrollCore
internal import X11

extension Compositor {
  /// A frame as a picture; nil if the server returns no image.
  package func snapshot(_ frame: borrowing Frame) -> Snapshot? {
    let size = PixelRect(Rect(origin: .zero, size: frame.size))
    var picture = Snapshot(width: size.width, height: size.height)
    return draw(frame, into: &picture, top: 0) ? picture : nil
  }

  /// Draws a frame into a picture at least as wide, from the row `top` on, without touching the window. False if the
  /// server returns no image (`XGetImage`).
  package func draw(_ frame: borrowing Frame, into picture: inout Snapshot, top: Int) -> Bool {
    compose(all: frame) { surface in
      // Read in bands, so that memory holds the picture only once.
      let band = max(1, (1 << 20) / surface.width)
      for y in stride(from: 0, to: surface.height, by: band) {
        let rows = y..<min(y + band, surface.height)
        if !picture.read(rows, of: surface, at: (top + y) * picture.width) { return false }
      }
      return true
    }
  }
}

extension Snapshot {
  /// The pixels of a surface; nil if the server returns no image.
  init?(_ surface: Surface) {
    self.init(width: surface.width, height: surface.height)
    guard read(0..<surface.height, of: surface, at: 0) else { return nil }
  }

  /// Reads rows of a surface (`XGetImage`) into the picture, from its pixel `start` on.
  fileprivate mutating func read(_ rows: Range<Int>, of surface: Surface, at start: Int) -> Bool {
    guard
      let image = XGetImage(
        surface.display.raw, surface.pixmap, 0, Int32(clamping: rows.lowerBound), UInt32(clamping: surface.width),
        UInt32(clamping: rows.count), UInt.max, ZPixmap)
    else { return false }
    defer { nr_destroy_image(image) }
    let (hasAlpha, width, rowLength) = (surface.format.depth == 32, surface.width, self.width)
    // Nearly all servers have this machine's byte order.
    let hasWords = image.pointee.bits_per_pixel == 32 && image.pointee.byte_order == LSBFirst
    pixels.withUnsafeMutableBufferPointer { pixels in
      for y in 0..<rows.count {
        let row = UnsafeRawPointer(image.pointee.data + y * Int(image.pointee.bytes_per_line))
        for x in 0..<width {
          let pixel =
            hasWords
            ? UInt32(littleEndian: row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
            : UInt32(truncatingIfNeeded: nr_get_pixel(image, Int32(clamping: x), Int32(clamping: y)))
          pixels[start + y * rowLength + x] = hasAlpha ? straight(pixel) : pixel | 0xff00_0000
        }
      }
    }
    return true
  }
}

/// Undoes the multiplication by alpha.
private func straight(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  if alpha == 255 { return pixel }
  if alpha == 0 { return 0 }
  func channel(_ shift: UInt32) -> UInt32 { min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) << shift }
  return alpha << 24 | channel(16) | channel(8) | channel(0)
}

/// A picture of the screen, or of a part of it.
package struct Screenshot: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// Row by row, 0xRRGGBB.
  package let pixels: [UInt32]

  package init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(pixels.count == width * height)
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// 0xRRGGBB; x to the right, y down, from the top left corner.
  package subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  /// The part inside both this picture and the rectangle.
  package func cropped(x: Int, y: Int, width: Int, height: Int) -> Screenshot {
    let columns = max(0, x)..<max(max(0, x), min(self.width, x + width))
    let rows = max(0, y)..<max(max(0, y), min(self.height, y + height))
    var part: [UInt32] = []
    part.reserveCapacity(columns.count * rows.count)
    for row in rows {
      part += pixels[(row * self.width + columns.lowerBound)..<(row * self.width + columns.upperBound)]
    }
    return Screenshot(width: columns.count, height: rows.count, pixels: part)
  }

  package func cropped(_ place: WindowPlace) -> Screenshot {
    cropped(x: place.x, y: place.y, width: place.width, height: place.height)
  }

  /// How many pixels have that colour.
  package func count(of color: UInt32) -> Int {
    pixels.withUnsafeBufferPointer { pixels in
      // A plain loop: without the optimiser, a screen takes long enough.
      var (index, count) = (0, 0)
      while index < pixels.count {
        if pixels[index] == color { count &+= 1 }
        index &+= 1
      }
      return count
    }
  }
}

extension Screenshot: CustomStringConvertible {
  /// Its size alone: a failed comparison would print each pixel.
  package var description: String { "\(width) × \(height)" }
}

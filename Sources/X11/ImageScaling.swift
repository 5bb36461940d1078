/// A picture's pixels: 0xAARRGGBB, row by row, alpha multiplied in as XRender wants it.
struct ImagePixels: Equatable {
  let width: Int
  let height: Int
  private(set) var pixels: [UInt32]

  /// - Parameter straight: Row by row, alpha not multiplied in; without `hasAlpha` it counts as 255.
  init(width: Int, height: Int, straight: UnsafePointer<UInt32>, hasAlpha: Bool) {
    (self.width, self.height) = (width, height)
    let count = width * height
    pixels = [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
      for i in 0..<count {
        let pixel = straight[i]
        let alpha = hasAlpha ? pixel >> 24 : 255
        func channel(_ shift: UInt32) -> UInt32 { (((pixel >> shift & 255) * alpha + 127) / 255) << shift }
        buffer.initializeElement(at: i, to: alpha << 24 | channel(16) | channel(8) | channel(0))
      }
      initialized = count
    }
  }

  /// In another size: each new pixel is the average of what it covers, to the fraction of a pixel. As alpha is multiplied
  /// in, what cannot be seen lends nothing of its colour.
  func scaled(width: Int, height: Int) -> ImagePixels {
    guard width != self.width || height != self.height else { return self }
    return averagedAcross(to: width).turned().averagedAcross(to: height).turned()
  }

  private init(width: Int, height: Int, pixels: [UInt32]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Weights are counted in units of 1/(old width · new width) of a row, so that they are whole numbers.
  private func averagedAcross(to newWidth: Int) -> ImagePixels {
    guard newWidth != width else { return self }
    var result = [UInt32](repeating: 0, count: newWidth * height)
    pixels.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { target in
        for y in 0..<height {
          let row = y * width
          for x in 0..<newWidth {
            let (start, end) = (x * width, (x + 1) * width)
            var (alpha, red, green, blue) = (0, 0, 0, 0)
            for old in start / newWidth...(end - 1) / newWidth {
              let weight = min(end, (old + 1) * newWidth) - max(start, old * newWidth)
              let pixel = Int(source[row + old])
              alpha += (pixel >> 24) * weight
              red += (pixel >> 16 & 255) * weight
              green += (pixel >> 8 & 255) * weight
              blue += (pixel & 255) * weight
            }
            func channel(_ sum: Int) -> UInt32 { UInt32((sum + width / 2) / width) }
            target[y * newWidth + x] =
              channel(alpha) << 24 | channel(red) << 16 | channel(green) << 8 | channel(blue)
          }
        }
      }
    }
    return ImagePixels(width: newWidth, height: height, pixels: result)
  }

  /// Rows as columns.
  private func turned() -> ImagePixels {
    var result = [UInt32](repeating: 0, count: pixels.count)
    pixels.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { target in
        for y in 0..<height { for x in 0..<width { target[x * height + y] = source[y * width + x] } }
      }
    }
    return ImagePixels(width: height, height: width, pixels: result)
  }
}

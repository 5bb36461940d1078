internal import ScrollCore

/// An image's pixels: 0xAARRGGBB, row by row, not premultiplied.
struct ImagePixels: Equatable {
  let width: Int
  let height: Int
  private(set) var pixels: [UInt32]

  /// - Parameter straight: Row by row, not premultiplied. Without `hasAlpha`, alpha counts as 255.
  init(width: Int, height: Int, straight: UnsafePointer<UInt32>, hasAlpha: Bool) {
    (self.width, self.height) = (width, height)
    pixels = (0..<width * height).map { hasAlpha ? straight[$0] : straight[$0] | 0xff00_0000 }
  }

  private init(width: Int, height: Int, pixels: [UInt32]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Resizes the image: each new pixel emits the average light of its part of the image. Transparent pixels contribute
  /// no colour.
  func scaled(width: Int, height: Int, _ curve: LightCurve) -> ImagePixels {
    scaled(into: Rect(x: 0, y: 0, width: Double(width), height: Double(height)), curve).picture
  }

  /// Scales into bounds with fractional edges, where pixels are covered in part. `x` and `y` are the result's upper
  /// left corner.
  func scaled(into bounds: Rect, _ curve: LightCurve) -> (picture: ImagePixels, x: Int, y: Int) {
    let (left, top) = (Int(bounds.minX.rounded(.down)), Int(bounds.minY.rounded(.down)))
    let columns = Self.spans(of: bounds.minX..<bounds.maxX, from: left, width)
    let rows = Self.spans(of: bounds.minY..<bounds.maxY, from: top, height)
    var result = [UInt32](repeating: 0, count: columns.count * rows.count)
    var sums = [SIMD4<Float>](repeating: .zero, count: width)
    for (j, row) in rows.enumerated() {
      for x in sums.indices { sums[x] = .zero }
      for (y, weight) in row { add(y, weight, curve, to: &sums) }
      for (i, column) in columns.enumerated() {
        var sum = SIMD4<Float>.zero
        for (x, weight) in column { sum += sums[x] * weight }
        result[j * columns.count + i] = Self.pixel(sum, curve)
      }
    }
    return (ImagePixels(width: columns.count, height: rows.count, pixels: result), left, top)
  }

  /// For each new pixel, the old pixels that it shows and their weights.
  private static func spans(of range: Range<Double>, from start: Int, _ old: Int) -> [[(Int, Float)]] {
    let end = max(start + 1, Int((range.upperBound - 1e-9).rounded(.up)))
    let scale = Double(old) / max(1e-9, range.upperBound - range.lowerBound)
    return (start..<end).map { pixel in
      let from = max(0, (Double(pixel) - range.lowerBound) * scale)
      let to = min(Double(old), (Double(pixel) + 1 - range.lowerBound) * scale)
      guard from < to else { return [] }
      return (Int(from)..<min(old, Int(to.rounded(.up)))).map { i in
        (i, Float((min(to, Double(i) + 1) - max(from, Double(i))) / scale))
      }
    }
  }

  /// Adds a row's light and alpha.
  private func add(_ y: Int, _ weight: Float, _ curve: LightCurve, to sums: inout [SIMD4<Float>]) {
    for x in 0..<width {
      let pixel = pixels[y * width + x]
      let alpha = Float(pixel >> 24) * weight
      func light(_ shift: UInt32) -> Float { Float(curve.light[Int(pixel >> shift & 255)]) }
      sums[x] += SIMD4(light(16), light(8), light(0), 1) * alpha
    }
  }

  private static func pixel(_ sum: SIMD4<Float>, _ curve: LightCurve) -> UInt32 {
    let alpha = min(255, UInt32((sum.w).rounded()))
    guard alpha > 0 else { return 0 }
    func channel(_ light: Float, _ shift: UInt32) -> UInt32 {
      UInt32(curve.code(min(LightCurve.full, Int((light / sum.w).rounded())))) << shift
    }
    return alpha << 24 | channel(sum.x, 16) | channel(sum.y, 8) | channel(sum.z, 0)
  }
}

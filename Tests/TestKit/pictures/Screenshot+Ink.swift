// What is drawn on a picture's ground.

extension Screenshot {
  /// Columns in which some pixel is off the ground, as runs; gaps of fewer than `gap` columns count to a run.
  package func inkColumns(on ground: UInt32, gap: Int = 1) -> [Range<Int>] {
    runs(of: width, gap: gap) { x in (0..<height).contains { self[x, $0] != ground } }
  }

  /// The same of rows.
  package func inkRows(on ground: UInt32, gap: Int = 1) -> [Range<Int>] {
    runs(of: height, gap: gap) { y in (0..<width).contains { self[$0, y] != ground } }
  }

  /// The columns, as a picture of their own.
  package func columns(_ range: Range<Int>) -> Screenshot {
    cropped(x: range.lowerBound, y: 0, width: range.count, height: height)
  }

  /// How far all pixels are off the ground together, in levels of red, green and blue.
  package func inkSum(on ground: UInt32) -> Int { pixels.reduce(0) { $0 + Screenshot.distance($1, ground) } }

  /// The same in light, as pixels that differ by all that there is, by sRGB's curve: what keeps its place or its shape keeps
  /// that, wherever it stands between pixels.
  package func inkLight(on ground: UInt32) -> Double {
    func light(_ pixel: UInt32, _ shift: Int) -> Double { Light.ofCode[Int(pixel >> UInt32(shift) & 0xFF)] }
    return pixels.reduce(0) { sum, pixel in
      [16, 8, 0].reduce(sum) { $0 + abs(light(pixel, $1) - light(ground, $1)) }
    }
  }

  /// Pixels whose colour is far from every grey.
  package var colorfulCount: Int {
    pixels.count { pixel in
      let parts = [pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF]
      return (parts.max() ?? 0) - (parts.min() ?? 0) > 80
    }
  }

  private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    [16, 8, 0].reduce(0) { $0 + abs(Int(a >> UInt32($1) & 0xFF) - Int(b >> UInt32($1) & 0xFF)) }
  }

  private func runs(of count: Int, gap: Int, where isInk: (Int) -> Bool) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for position in 0..<count where isInk(position) {
      if let last = result.last, position - last.upperBound < gap {
        result[result.count - 1] = last.lowerBound..<position + 1
      } else {
        result.append(position..<position + 1)
      }
    }
    return result
  }
}

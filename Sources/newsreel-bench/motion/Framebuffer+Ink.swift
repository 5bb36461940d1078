import TestKit

extension Framebuffer {
  /// How many pixels differ clearly from the commonest colour, a few pixels inside the edge.
  func inkedPixels(in box: WindowPlace) -> Int {
    let margin = 3
    guard box.width > 2 * margin, box.height > 2 * margin else { return 0 }
    let background = commonestColor(in: box)
    func differs(_ pixel: UInt32, _ shift: UInt32) -> Bool {
      abs(Int32(pixel >> shift & 255) - Int32(background >> shift & 255)) > 64
    }
    var count = 0
    for y in box.y + margin..<box.y + box.height - margin {
      let line = row(y, from: box.x)
      for x in margin..<box.width - margin where line[x] & 0xffffff != background {
        if differs(line[x], 0) || differs(line[x], 8) || differs(line[x], 16) { count += 1 }
      }
    }
    return count
  }

  /// By majority vote over a sample; text is never the majority.
  private func commonestColor(in box: WindowPlace) -> UInt32 {
    var (color, votes): (UInt32, Int) = (0, 0)
    for y in stride(from: box.y, to: box.y + box.height, by: 3) {
      let line = row(y, from: box.x)
      for x in stride(from: 0, to: box.width, by: 7) {
        let pixel = line[x] & 0xffffff
        if votes == 0 { color = pixel }
        votes += pixel == color ? 1 : -1
      }
    }
    return color
  }
}

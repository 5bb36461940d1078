package import Render
internal import ScrollCore
internal import X11

/// The program's icon: a page with a strip across its middle, a label and two lines that run off the edge, and the dots
/// of three topics below. One list of boxes, on a square of 64 units, yields both SVG and pixels.
package enum Icon {
  private struct Box {
    var frame: Rect
    var radius: Double
    var color: Color

    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double, _ color: UInt32) {
      frame = Rect(x: x, y: y, width: width, height: height)
      self.radius = radius
      self.color = Color(rgb: color)
    }
  }

  private static let side = 64.0

  private static let boxes: [Box] = [
    // The page, with a rim to stand out from dark panels.
    Box(2, 2, 60, 60, radius: 14, 0x4a5666), Box(4, 4, 56, 56, radius: 12, 0x12161c),
    Box(12, 11, 34, 4, radius: 2, 0x56616f),
    // The strip.
    Box(4, 21, 56, 22, radius: 0, 0x232c37), Box(4, 21, 18, 22, radius: 0, 0xe5484d),
    Box(9, 30, 8, 4, radius: 2, 0xffffff), Box(27, 26, 33, 4, radius: 0, 0xe8ecf1),
    Box(27, 34, 21, 4, radius: 2, 0xe8ecf1), Box(52, 34, 8, 4, radius: 0, 0xe8ecf1),
    // Topics.
    Box(12, 48, 7, 7, radius: 3.5, 0x7cc4ff), Box(24, 48, 7, 7, radius: 3.5, 0x7ddf9b),
    Box(36, 48, 7, 7, radius: 3.5, 0xf2c879),
  ]

  /// The sizes for windows, in pixels.
  package static let windowSizes = [16, 32, 48]
  /// The sizes to install, in pixels.
  package static let fileSizes = [16, 22, 24, 32, 48, 64, 128, 256]

  package static var svg: String {
    let shapes = boxes.map { box in
      let radius = box.radius > 0 ? #" rx="\#(shortest(box.radius))""# : ""
      return #"  <rect x="\#(shortest(box.frame.minX))" y="\#(shortest(box.frame.minY))" "#
        + #"width="\#(shortest(box.frame.width))" height="\#(shortest(box.frame.height))"\#(radius) "#
        + #"fill="\#(box.color.text)"/>"#
    }
    return #"<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">"# + "\n"
      + "  <title>Newsreel</title>\n" + shapes.joined(separator: "\n") + "\n</svg>\n"
  }

  /// Renders the icon at `size` by `size` pixels.
  package static func picture(_ size: Int) -> Snapshot {
    let scale = Double(size) / side
    var pixels: [UInt32] = []
    pixels.reserveCapacity(size * size)
    for y in 0..<size {
      for x in 0..<size { pixels.append(pixel(Point(x: Double(x) + 0.5, y: Double(y) + 0.5), scale)) }
    }
    return Snapshot(width: size, height: size, pixels: pixels)
  }

  /// The colour of the overlapping boxes at a pixel's centre.
  private static func pixel(_ center: Point, _ scale: Double) -> UInt32 {
    var (red, green, blue, alpha) = (0.0, 0.0, 0.0, 0.0)
    for box in boxes {
      let cover = min(1, max(0, 0.5 - distance(from: box, to: center, scale)))
      guard cover > 0 else { continue }
      let rest = alpha * (1 - cover)
      func over(_ below: Double, _ above: UInt8) -> Double { (below * rest + Double(above) * cover) / (rest + cover) }
      (red, green, blue) = (over(red, box.color.red), over(green, box.color.green), over(blue, box.color.blue))
      alpha = rest + cover
    }
    func channel(_ value: Double, _ shift: UInt32) -> UInt32 { UInt32(min(255, value.rounded())) << shift }
    return channel(alpha * 255, 24) | channel(red, 16) | channel(green, 8) | channel(blue, 0)
  }

  /// In pixels, negative inside.
  private static func distance(from box: Box, to point: Point, _ scale: Double) -> Double {
    let radius = box.radius * scale
    let dx = abs(point.x - box.frame.midX * scale) - box.frame.width * scale / 2 + radius
    let dy = abs(point.y - box.frame.midY * scale) - box.frame.height * scale / 2 + radius
    let (outX, outY) = (max(0, dx), max(0, dy))
    return (outX * outX + outY * outY).squareRoot() + min(0, max(dx, dy)) - radius
  }
}

import Newsreel

/// A text that runs to the left without end, as a crawl does: it is drawn once, and then only moved.
final class Banner: View {
  var text: String { didSet { setNeedsDisplay() } }
  /// In pixels per second.
  var speed: Double { didSet { setNeedsDisplay() } }

  init(_ text: String, speed: Double) {
    (self.text, self.speed) = (text, speed)
    super.init()
  }

  override func sizeThatFits(_ room: Size) -> Size { Size(width: room.width, height: 36) }

  override func draw(in canvas: inout Canvas) {
    let line = Text(text, size: canvas.size.height / 2, color: Color(rgb: 0xE8ECF1))
    let size = canvas.measure(line)
    // Whole pixels, so that the copies look alike.
    let lap = (size.width + 50).rounded()
    guard speed > 0, size.width > 0 else { return }
    let way = (canvas.time * speed).truncatingRemainder(dividingBy: lap)
    canvas.layer(at: Point(x: -way, y: 0), velocity: Point(x: -speed, y: 0)) { layer in
      // Opaque: a frame is one copy.
      layer.background = Color(rgb: 0x12161C)
      let baseline = (layer.size.height + size.capHeight) / 2
      for copy in 0...Int(layer.size.width / lap) + 1 {
        layer.draw(line, at: Point(x: Double(copy) * lap, y: baseline))
      }
    }
    // One lap later it looks as it does now.
    canvas.redraw(after: (lap - way) / speed)
  }
}

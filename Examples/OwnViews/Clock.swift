import Glibc
import Newsreel

/// An analogue clock. Its face is drawn once, its hands once a second; in between it costs nothing.
final class Clock: View {
  /// Of the hands and the marks.
  var color = Color.white { didSet { setNeedsDisplay() } }
  /// Of the hand of seconds; nil for none, and a hand that moves once a minute.
  var secondColor: Color? = Color(rgb: 0xE5484D) { didSet { setNeedsDisplay() } }

  override func sizeThatFits(_ room: Size) -> Size { Size(width: 160, height: 160) }

  override func draw(in canvas: inout Canvas) {
    let center = Point(x: canvas.size.width / 2, y: canvas.size.height / 2)
    let radius = min(center.x, center.y) - 2
    /// The point at a share of the radius, at a share of a turn.
    func point(_ share: Double, at turn: Double) -> Point {
      let angle = 2 * Double.pi * turn
      return Point(x: center.x + share * radius * sin(angle), y: center.y - share * radius * cos(angle))
    }
    // A layer that looks the same is not drawn again.
    canvas.layer { face in
      let disc = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
      face.fill(disc, Color(rgb: 0x1C2430), radius: radius)
      face.stroke(disc, Color(rgb: 0x364353), width: 2, radius: radius)
      for hour in 0..<12 {
        let (turn, length) = (Double(hour) / 12, hour % 3 == 0 ? 0.16 : 0.08)
        face.stroke([point(0.92 - length, at: turn), point(0.92, at: turn)], color, width: hour % 3 == 0 ? 3 : 2)
      }
    }
    // A frame may be for a moment just before the full second.
    let now = (canvas.unixTime * 100).rounded() / 100
    var (seconds, parts) = (time_t(now), tm())
    localtime_r(&seconds, &parts)
    let minutes = Double(parts.tm_hour * 60 + parts.tm_min)
    canvas.stroke([center, point(0.5, at: minutes / 720)], color, width: 5)
    canvas.stroke([center, point(0.78, at: minutes / 60)], color, width: 3)
    if let secondColor {
      let turn = Double(parts.tm_sec) / 60
      canvas.stroke([point(-0.15, at: turn), point(0.86, at: turn)], secondColor, width: 1.5)
    }
    canvas.fill(Rect(x: center.x - 4, y: center.y - 4, width: 8, height: 8), secondColor ?? color, radius: 4)
    let step = secondColor == nil ? 60.0 : 1
    canvas.redraw(after: step - now.truncatingRemainder(dividingBy: step))
  }

  override func contains(_ point: Point) -> Bool {
    let (dx, dy) = (point.x - frame.width / 2, point.y - frame.height / 2)
    return (dx * dx + dy * dy).squareRoot() < min(frame.width, frame.height) / 2
  }
}

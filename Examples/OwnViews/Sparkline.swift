import Newsreel

/// A line of the last numbers. It moves when one comes, and costs nothing until then. The pointer shows what was where.
final class Sparkline: View {
  var color = Color(rgb: 0x5BD08C) { didSet { setNeedsDisplay() } }
  private(set) var values: [Double] = []
  /// How many are shown.
  private let capacity = 60
  /// How far the line is still to move to the left, in steps.
  private var shift = 0.0
  private var pointer: Point?

  /// Adds a number at the right.
  func append(_ value: Double) {
    values.append(value)
    values.removeFirst(max(0, values.count - capacity - 1))
    animate({ [unowned self] in shift = 1 - $0 }, duration: 0.3)
  }

  override func sizeThatFits(_ room: Size) -> Size { Size(width: room.width, height: 60) }

  override func draw(in canvas: inout Canvas) {
    let label = Text("", font: "Bold", size: 15, color: .white, hasTabularDigits: true)
    let plot = Rect(x: 4, y: 6, width: canvas.size.width - 72, height: canvas.size.height - 12)
    guard let low = values.min(), let high = values.max(), let last = values.last, plot.width > 0 else { return }
    let step = plot.width / Double(capacity - 1)
    let points = values.enumerated().map { index, value in
      Point(
        x: plot.maxX - step * Double(values.count - 1 - index),
        y: plot.maxY - plot.height * (high > low ? (value - low) / (high - low) : 0.5))
    }
    // While the line moves it is the same picture, a little further left each time.
    canvas.layer(at: Point(x: step * shift, y: 0)) { line in
      let ground = [Point(x: plot.maxX, y: plot.maxY), Point(x: points[0].x, y: plot.maxY)]
      line.fill(points + ground, Color(red: color.red, green: color.green, blue: color.blue, alpha: 40))
      line.stroke(points, color, width: 2)
    }
    var (shown, place) = (last, Point(x: plot.maxX + step * shift, y: points[points.count - 1].y))
    if let pointer,
      let index = points.indices.min(by: { abs(points[$0].x - pointer.x) < abs(points[$1].x - pointer.x) })
    {
      (shown, place) = (values[index], points[index])
    }
    canvas.fill(Rect(x: place.x - 3.5, y: place.y - 3.5, width: 7, height: 7), .white, radius: 3.5)
    var number = label
    number.string = "\((shown * 10).rounded() / 10)"
    canvas.draw(number, in: Rect(x: plot.maxX + 10, y: 0, width: 54, height: canvas.size.height), align: .right)
  }

  override func handle(_ event: Event) -> Bool {
    switch event {
    case .moved(let point): pointer = point
    case .left: pointer = nil
    default: return false
    }
    setNeedsDisplay()
    return true
  }
}

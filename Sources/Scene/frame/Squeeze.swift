internal import ScrollCore

/// How a view's picture is fitted to a narrower place: the columns up to `cut` stay, as far as they have room, and those
/// beyond it move left.
struct Squeeze: Equatable {
  /// The right end of what can be of any width.
  private let cut: Double
  /// By how much the place is narrower.
  private let loss: Double
  private let end: Double
  /// There is no room for what is to the right of the cut.
  private let isTooNarrow: Bool

  init(from source: Rect, to width: Double, stretch: ClosedRange<Double>?) {
    let loss = max(0, source.width - width)
    self.loss = loss
    end = source.maxX - loss
    isTooNarrow = stretch.map { $0.upperBound - loss < $0.lowerBound } ?? false
    cut = isTooNarrow ? source.maxX : stretch?.upperBound ?? source.maxX
  }

  /// What is left of a clip, and how far it moves; nil where nothing is.
  func place(_ clip: Rect) -> (clip: Rect, dx: Double)? {
    if clip.minX >= cut { return isTooNarrow ? nil : (clip.offsetBy(dx: -loss, dy: 0), -loss) }
    // What lies across the cut, as a line along the whole view, ends with the view.
    let right = min(clip.maxX, clip.maxX <= cut ? cut - loss : end)
    guard right > clip.minX else { return nil }
    return (Rect(x: clip.minX, y: clip.minY, width: right - clip.minX, height: clip.height), 0)
  }

  /// The point that is seen there.
  func source(of point: Point) -> Point { point.x >= cut - loss ? Point(x: point.x + loss, y: point.y) : point }
}

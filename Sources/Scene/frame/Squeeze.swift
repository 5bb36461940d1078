internal import ScrollCore

/// Fits a view's picture to a narrower place. Columns up to `cut` stay, as far as they fit; those beyond it move left.
struct Squeeze: Equatable {
  /// The right end of the flexible part.
  private let cut: Double
  /// How much narrower the place is.
  private let loss: Double
  private let end: Double
  /// Whether there is no room right of the cut.
  private let isTooNarrow: Bool

  init(from source: Rect, to width: Double, stretch: ClosedRange<Double>?) {
    let loss = max(0, source.width - width)
    self.loss = loss
    end = source.maxX - loss
    isTooNarrow = stretch.map { $0.upperBound - loss < $0.lowerBound } ?? false
    cut = isTooNarrow ? source.maxX : stretch?.upperBound ?? source.maxX
  }

  /// The remaining part of a clip, and how far it moves; nil if nothing remains.
  func place(_ clip: Rect) -> (clip: Rect, dx: Double)? {
    if clip.minX >= cut { return isTooNarrow ? nil : (clip.offsetBy(dx: -loss, dy: 0), -loss) }
    // A part across the cut, such as a line along the whole view, ends with the view.
    let right = min(clip.maxX, clip.maxX <= cut ? cut - loss : end)
    guard right > clip.minX else { return nil }
    return (Rect(x: clip.minX, y: clip.minY, width: right - clip.minX, height: clip.height), 0)
  }

  /// The source of a point.
  func source(of point: Point) -> Point { point.x >= cut - loss ? Point(x: point.x + loss, y: point.y) : point }
}

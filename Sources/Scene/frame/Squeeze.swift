import ScrollCore

/// The columns of a view that can be more or fewer, in window coordinates.
package struct FlexibleColumns: Equatable, Sendable {
  package var columns: ClosedRange<Double>
  /// Whether the content stands at their right end, so that they become fewer at the left.
  package var standsRight: Bool

  package init(_ columns: ClosedRange<Double>, standsRight: Bool = false) {
    (self.columns, self.standsRight) = (columns, standsRight)
  }
}

/// Fits a view's picture to a narrower place: leaves out some columns, and moves those to the right of them left.
struct Squeeze: Equatable {
  private let gone: Range<Double>

  init(from source: Rect, to width: Double, stretch: FlexibleColumns?) {
    let loss = max(0, source.width - width)
    if let stretch, loss <= stretch.columns.upperBound - stretch.columns.lowerBound {
      let start = stretch.standsRight ? stretch.columns.lowerBound : stretch.columns.upperBound - loss
      gone = start..<start + loss
    } else {
      // No room for the part to the right of the stretch.
      let end = max(source.minX, source.maxX - loss)
      gone = min(end, stretch?.columns.upperBound ?? end)..<source.maxX
    }
  }

  private var loss: Double { gone.upperBound - gone.lowerBound }

  private func moved(_ x: Double) -> Double { x < gone.lowerBound ? x : max(gone.lowerBound, x - loss) }

  /// The remaining part of a clip, and how far it moves; nil if nothing remains.
  func place(_ clip: Rect) -> (clip: Rect, dx: Double)? {
    let (left, right) = (moved(clip.minX), moved(clip.maxX))
    guard right > left else { return nil }
    return (
      Rect(x: left, y: clip.minY, width: right - left, height: clip.height), clip.minX < gone.lowerBound ? 0 : -loss
    )
  }

  /// The source of a point.
  func source(of point: Point) -> Point {
    point.x < gone.lowerBound ? point : Point(x: point.x + loss, y: point.y)
  }
}

extension Rect {
  /// The part that a window shows which is that much narrower, if the content stands at the left, or at the right.
  func less(_ pixels: Double, standsRight: Bool) -> Rect {
    let loss = min(pixels, width)
    return Rect(x: standsRight ? minX + loss : minX, y: minY, width: width - loss, height: height)
  }
}

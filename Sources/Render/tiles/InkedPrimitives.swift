internal import Scene
internal import ScrollCore

/// A content's primitives, with the whole pixels that each may ink at any phase. Text is looked up once, when it comes.
struct InkedPrimitives {
  /// The pixels along the content's axis and across it.
  struct Extent {
    var along: Range<Int>
    var across: Range<Int>
  }

  private let axis: Axis
  private var primitives: [Primitive] = []
  private var extents: [Extent] = []

  init(_ axis: Axis) { self.axis = axis }

  /// Takes over a changed list. Returns the stretches along the axis that look different, by sets of primitives.
  mutating func update(to new: [Primitive], by painter: Painter) -> [Range<Int>] {
    let old = Dictionary(zip(primitives, primitives.indices), uniquingKeysWith: { first, _ in first })
    var stays = [Bool](repeating: false, count: primitives.count)
    var changed: [Range<Int>] = []
    var next: [Extent] = []
    next.reserveCapacity(new.count)
    for primitive in new {
      if let known = old[primitive] {
        stays[known] = true
        next.append(extents[known])
      } else {
        next.append(extent(of: painter.ink(of: primitive)))
        changed.append(next[next.count - 1].along)
      }
    }
    for known in old.values where !stays[known] { changed.append(extents[known].along) }
    (primitives, extents) = (new, next)
    return changed
  }

  /// The stretch that holds all of them, and this one.
  func stretch(with visible: Range<Int>) -> Range<Int> { extents.reduce(visible) { $0.hull(with: $1.along) } }

  /// The range across that is inked anywhere.
  var across: Range<Int> { extents.reduce(0..<0) { $0.hull(with: $1.across) } }

  /// The range across that is inked in a stretch.
  func across(in stretch: Range<Int>) -> Range<Int> {
    extents.reduce(0..<0) { $1.along.overlaps(stretch) ? $0.hull(with: $1.across) : $0 }
  }

  /// The primitives that ink pixels of these ranges.
  func inking(_ along: Range<Int>, across: Range<Int>) -> [Primitive] {
    primitives.indices.filter { extents[$0].along.overlaps(along) && extents[$0].across.overlaps(across) }
      .map { primitives[$0] }
  }

  private func extent(of ink: Rect) -> Extent {
    func pixels(_ low: Double, _ high: Double) -> Range<Int> {
      let start = Int(pixel: low.rounded(.down))
      return start..<max(start, Int(pixel: high.rounded(.up)))
    }
    let (along, across) = axis.turned(pixels(ink.minX, ink.maxX), pixels(ink.minY, ink.maxY))
    return Extent(along: along, across: across)
  }
}

import ScrollCore

/// The layout of a line of bar markup.
struct BarLayout {
  /// Relative to the line's left end, and to the top of the view including its surroundings.
  private(set) var primitives: [Primitive] = []
  private(set) var width = 0.0
  private(set) var areas: [Area] = []
  /// Whether it is laid out to stand still, with its own alignment.
  let isAlone: Bool

  struct Area: Equatable {
    var left: Double
    var right: Double
    /// A click goes to the greatest number of overlapping areas.
    var number: Int
    var content: BarLine.Area
  }

  /// Lays out a line: if it fits and stands still, its parts at the ends and in the middle; otherwise one after the
  /// other.
  init(
    _ line: BarLine, in room: BarRoom, alone isAlone: Bool, _ resources: BarResources, with typesetter: any Typesetter
  ) {
    self.isAlone = isAlone
    let parts = line.parts.map { steps in
      var pen = BarPen(room: room, resources: resources, typesetter: typesetter)
      for step in steps { pen.draw(step) }
      pen.finish()
      return pen
    }
    let widths = parts.map(\.extent)
    let total = widths.reduce(0, +)
    let places: [Double]
    if isAlone, total <= room.width {
      let middle = ((room.width - widths[1]) / 2).rounded()
      let last = room.width - widths[2]
      places = [0, min(max(widths[0], middle), last - widths[1]), last]
      width = room.width
    } else {
      let gap = (2 * room.font.size).rounded()
      var x = 0.0
      places = widths.map { width in
        defer { if width > 0 { x += width + gap } }
        return x
      }
      width = max(0, x - gap)
    }
    for (part, x) in zip(parts, places) {
      primitives += part.primitives.map { $0.moved(by: x) }
      areas += part.areas.map { span in
        Area(left: span.left + x, right: span.right + x, number: span.number, content: line.areas[span.number])
      }
    }
  }

  /// The area under an x for a button, in pixels from the line's left end.
  func area(at x: Double, button: Int) -> Area? {
    areas.filter { $0.content.button == button && x >= $0.left && x < $0.right }.max { $0.number < $1.number }
  }

  /// The width of the equal ends of two lines, in pixels from the right.
  func commonEnd(with other: BarLayout) -> Double {
    let growth = width - other.width
    let count = zip(primitives.reversed(), other.primitives.reversed())
      .prefix { $0 == $1.moved(by: growth) }.count
    guard count > 0 else { return 0 }
    return width - primitives[primitives.count - count].bounds.minX
  }
}

extension BarLayout {
  /// The width of the equal beginnings of two lines, from the left.
  func commonStart(with other: BarLayout) -> Double {
    let count = zip(primitives, other.primitives).prefix { $0 == $1 }.count
    return count > 0 ? primitives[count - 1].bounds.maxX : 0
  }
}

extension Primitive {
  func moved(by x: Double) -> Primitive {
    guard x != 0 else { return self }
    var moved = self
    moved.bounds.origin.x += x
    moved.anchor.x += x
    return moved
  }
}

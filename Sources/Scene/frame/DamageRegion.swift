package import ScrollCore

/// A part of the window as a few rectangles that do not overlap.
package struct DamageRegion: Equatable, Sendable {
  package private(set) var rects: [Rect] = []

  /// More rectangles than these are merged.
  package static let limit = 8
  /// Two rectangles become one where the one has at most so many pixels more: about as many as a server copies in the
  /// time that one more request takes it.
  package static let bearableWaste = 4096.0

  package init() {}

  package var isEmpty: Bool { rects.isEmpty }

  package mutating func removeAll() {
    if !rects.isEmpty { rects.removeAll(keepingCapacity: true) }
  }

  /// Adds a rectangle, with what lies between it and others where they become one.
  package mutating func insert(_ rect: Rect) {
    guard !rect.isEmpty else { return }
    var merged = rect
    // What has been merged is larger, and may reach others.
    while let i = rects.firstIndex(where: { $0.intersects(merged) || Self.waste($0, merged) <= Self.bearableWaste }) {
      merged = merged.union(remove(at: i))
    }
    rects.append(merged)
    if rects.count > Self.limit { mergeNearest() }
  }

  /// Merges the two rectangles that lose least by it.
  private mutating func mergeNearest() {
    var best = (i: 0, j: 1, waste: Double.infinity)
    for i in rects.indices {
      for j in rects.indices.dropFirst(i + 1) {
        let waste = Self.waste(rects[i], rects[j])
        if waste < best.waste { best = (i, j, waste) }
      }
    }
    let other = remove(at: best.j)
    insert(remove(at: best.i).union(other))
  }

  private mutating func remove(at index: Int) -> Rect {
    rects.swapAt(index, rects.count - 1)
    return rects.removeLast()
  }

  /// How many pixels more than both the rectangle around them has.
  private static func waste(_ a: Rect, _ b: Rect) -> Double {
    let both = a.union(b)
    return both.width * both.height - a.width * a.height - b.width * b.height
  }
}

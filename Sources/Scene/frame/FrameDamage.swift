package import ScrollCore

/// Finds where a frame differs from the one before.
///
/// A layer is known by its content and by its rank among the layers of that content, not by its place in the frame: one
/// that comes or goes damages its own clip, and not what lies after it. Layers that change places damage what they have
/// in common.
package struct FrameDamage: Sendable {
  /// Where the last two frames differ, within the later one's size.
  package private(set) var region = DamageRegion()
  /// Whether contents of the frame before are no longer shown.
  package private(set) var hasDroppedContents = false

  // The frame before.
  private var filling = -1
  private var size = Size.zero
  private var background: Color?
  private var layers: [Layer] = []
  private var instances: [Instance] = []
  private var sprites: [Sprite] = []
  // Kept from frame to frame, so that nothing is allocated.
  private var matches: [Int?] = []
  private var isMatched: [Bool] = []

  package init() {}

  /// The ids of the contents that the last frame shows.
  package var contentIDs: Set<Int> { Set(layers.map(\.content.id)) }

  /// Finds the damage of a frame, which is the one before from then on.
  package mutating func update(to frame: borrowing Frame) {
    region.removeAll()
    hasDroppedContents = false
    if !frame.runners.isEmpty, frame.filling == filling { return followRunners(of: frame) }
    filling = frame.filling
    let isSameOrder = frame.layers.count == layers.count && layers.indices.allSatisfy { isSameContent($0, frame, $0) }
    if frame.size != size || frame.background != background {
      (size, background) = (frame.size, frame.background)
      region.insert(bounds)
      hasDroppedContents = !isSameOrder
      layers.replaceAll(with: frame.layers)
    } else if isSameOrder {
      compareInOrder(frame)
    } else {
      compareByContent(frame)
      layers.replaceAll(with: frame.layers)
    }
    instances.replaceAll(with: frame.instances)
    sprites.replaceAll(with: frame.sprites)
  }

  private var bounds: Rect { Rect(origin: .zero, size: size) }

  private mutating func damage(_ rect: Rect) { region.insert(rect.intersection(bounds)) }

  /// The frame before has run on.
  private mutating func followRunners(of frame: borrowing Frame) {
    for runner in frame.runners where layers[runner.layer].origin != runner.place {
      damage(layers[runner.layer].clip)
      layers[runner.layer].move(to: runner.place)
    }
  }

  /// Of the frame before, one layer has come to stand there since, and that has been seen to.
  package mutating func moved(layer: Int, to place: Point) { layers[layer].move(to: place) }

  // MARK: - Layers

  /// The same contents in the same order: most frames.
  private mutating func compareInOrder(_ frame: borrowing Frame) {
    for i in layers.indices {
      if looksSame(i, frame, i) {
        // Its ranges may have moved on.
        if case .copy = layers[i].kind { continue }
        layers[i].kind = frame.layers[i].kind
      } else {
        damage(frame.layers[i].clip)
        if layers[i].clip != frame.layers[i].clip { damage(layers[i].clip) }
        layers[i] = frame.layers[i]
      }
    }
  }

  private mutating func compareByContent(_ frame: borrowing Frame) {
    // Most often something has come or gone in one place: what is the same at both ends takes no part.
    let most = min(frame.layers.count, layers.count)
    var start = 0
    while start < most, looksSame(start, frame, start) { start += 1 }
    var end = 0
    while end < most - start, looksSame(frame.layers.count - 1 - end, frame, layers.count - 1 - end) { end += 1 }
    let (new, old) = (start..<frame.layers.count - end, start..<layers.count - end)
    match(new, of: frame, with: old)
    for i in new {
      guard let j = matches[i - start] else {
        damage(frame.layers[i].clip)
        continue
      }
      guard !looksSame(i, frame, j) else { continue }
      damage(frame.layers[i].clip)
      damage(layers[j].clip)
    }
    for j in old where !isMatched[j - start] {
      damage(layers[j].clip)
      hasDroppedContents = true
    }
    damageChangedPlaces(new, of: frame)
  }

  /// Finds for each new layer the old one with its content and rank.
  private mutating func match(_ new: Range<Int>, of frame: borrowing Frame, with old: Range<Int>) {
    matches.removeAll(keepingCapacity: true)
    isMatched.removeAll(keepingCapacity: true)
    for _ in old { isMatched.append(false) }
    for i in new {
      // The first one that is left has the rank.
      let match = old.first { !isMatched[$0 - old.lowerBound] && isSameContent(i, frame, $0) }
      if let match { isMatched[match - old.lowerBound] = true }
      matches.append(match)
    }
  }

  /// Layers that lie in another order than before look different where they overlap.
  private mutating func damageChangedPlaces(_ new: Range<Int>, of frame: borrowing Frame) {
    var last = -1
    var isInOrder = true
    for case let match? in matches {
      isInOrder = isInOrder && match > last
      last = match
    }
    if isInOrder { return }
    for (i, match) in zip(new, matches) {
      guard let match else { continue }
      for (k, other) in zip(new, matches).dropFirst(i - new.lowerBound + 1) {
        if let other, other < match { damage(frame.layers[i].clip.intersection(frame.layers[k].clip)) }
      }
    }
  }

  // MARK: - Comparing

  private func isSameContent(_ i: Int, _ frame: borrowing Frame, _ j: Int) -> Bool {
    frame.layers[i].content.id == layers[j].content.id
  }

  /// Whether a layer of the frame looks like one of the frame before.
  private func looksSame(_ i: Int, _ frame: borrowing Frame, _ j: Int) -> Bool {
    guard frame.layers[i].looksLike(layers[j]) else { return false }
    switch (frame.layers[i].kind, layers[j].kind) {
    case (.instances(let range), .instances(let before)):
      return frame.instances[range].elementsEqual(instances[before])
    case (.sprites(let batch), .sprites(let before)):
      return frame.instances[batch.windows].elementsEqual(instances[before.windows])
        && frame.sprites[batch.sprites].elementsEqual(sprites[before.sprites])
    default: return true
    }
  }
}

extension Array {
  /// Copies elements into its own storage: shared with a frame's, it would be allocated again with every frame.
  fileprivate mutating func replaceAll(with elements: [Element]) {
    if !isEmpty { removeAll(keepingCapacity: true) }
    if !elements.isEmpty { append(contentsOf: elements) }
  }
}

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

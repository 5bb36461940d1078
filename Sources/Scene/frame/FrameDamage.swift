package import ScrollCore

/// Finds the differences between successive frames.
///
/// A layer is identified by its content and its rank among the layers of that content, not by its index. A layer that
/// appears or disappears damages only its own clip. Layers that swap their order damage their overlap.
package struct FrameDamage: Sendable {
  /// The differences between the last two frames, within the later one's size.
  package private(set) var region = DamageRegion()
  /// Whether contents of the previous frame are no longer shown.
  package private(set) var hasDroppedContents = false

  // The previous frame.
  private var filling = -1
  private var size = Size.zero
  private var background: Color?
  private var layers: [Layer] = []
  private var instances: [Instance] = []
  private var sprites: [Sprite] = []
  // Reused, so that nothing is allocated.
  private var matches: [Int?] = []
  private var isMatched: [Bool] = []

  package init() {}

  /// The IDs of the last frame's contents.
  package var contentIDs: Set<Int> { Set(layers.map(\.content.id)) }

  /// Finds the damage of a frame, which becomes the previous one.
  package mutating func update(to frame: borrowing Frame) {
    region.removeAll()
    hasDroppedContents = false
    if frame.hasRunOn, frame.filling == filling { return followRun(of: frame) }
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

  /// Handles a frame that has only run on.
  private mutating func followRun(of frame: borrowing Frame) {
    for runner in frame.runners where layers[runner.layer].origin != runner.place {
      damage(layers[runner.layer].clip)
      layers[runner.layer].move(to: runner.place)
    }
  }

  /// Records that a layer of the previous frame has already been moved on the screen.
  package mutating func moved(layer: Int, to place: Point) { layers[layer].move(to: place) }

  // MARK: - Layers

  /// The fast path: the same contents in the same order.
  private mutating func compareInOrder(_ frame: borrowing Frame) {
    for i in layers.indices {
      if looksSame(i, frame, i) {
        // Its ranges may be different ones.
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
    // Usually layers change in one place: skips the equal ones at both ends.
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

  /// Matches new layers with old ones by content and rank.
  private mutating func match(_ new: Range<Int>, of frame: borrowing Frame, with old: Range<Int>) {
    matches.removeAll(keepingCapacity: true)
    isMatched.removeAll(keepingCapacity: true)
    for _ in old { isMatched.append(false) }
    for i in new {
      // The first unmatched one has the rank.
      let match = old.first { !isMatched[$0 - old.lowerBound] && isSameContent(i, frame, $0) }
      if let match { isMatched[match - old.lowerBound] = true }
      matches.append(match)
    }
  }

  /// Damages the overlap of layers that have swapped their order.
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

  /// Whether a layer of the frame looks like one of the previous frame.
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
  /// Copies elements into existing storage: sharing a frame's would cause an allocation in every frame.
  fileprivate mutating func replaceAll(with elements: [Element]) {
    if !isEmpty { removeAll(keepingCapacity: true) }
    if !elements.isEmpty { append(contentsOf: elements) }
  }
}

/// A part of the window as a few disjoint rectangles.
package struct DamageRegion: Equatable, Sendable {
  package private(set) var rects: [Rect] = []

  /// The limit for rectangles; further ones are merged.
  package static let limit = 8
  /// The number of extra pixels for which two rectangles get merged: about as many as a server copies in the time of
  /// another request.
  package static let bearableWaste = 4096.0

  package init() {}

  package var isEmpty: Bool { rects.isEmpty }

  package mutating func removeAll() {
    if !rects.isEmpty { rects.removeAll(keepingCapacity: true) }
  }

  /// Adds a rectangle, merging it with others if that pays.
  package mutating func insert(_ rect: Rect) {
    guard !rect.isEmpty else { return }
    var merged = rect
    // A merged rectangle may reach others.
    while let i = rects.firstIndex(where: { $0.intersects(merged) || Self.waste($0, merged) <= Self.bearableWaste }) {
      merged = merged.union(remove(at: i))
    }
    rects.append(merged)
    if rects.count > Self.limit { mergeNearest() }
  }

  /// Merges the two rectangles with the least waste.
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

  /// The pixels of the joint bounds beyond those of both rectangles.
  private static func waste(_ a: Rect, _ b: Rect) -> Double {
    let both = a.union(b)
    return both.width * both.height - a.width * a.height - b.width * b.height
  }
}

internal import Scene
internal import ScrollCore

/// What of the damage shows one opaque layer and nothing else, and can go to the glass as it is: most of a crawl, but not
/// its fading ends. Stretches are window columns, over the damage's whole height.
struct GlassParts {
  /// The layer that shows alone beside the busy stretches.
  private(set) var base = 0
  /// Stretches that have to be put together first.
  private(set) var busy = PixelRanges()
  private var covered = PixelRanges()

  /// Finds them; false where they are not worth it: each costs two requests.
  mutating func find(in frame: borrowing Frame, damage: Rect) -> Bool {
    guard frame.marks.isEmpty else { return false }
    var widest = 0.0
    for i in frame.layers.indices {
      let width = coveredWidth(of: frame.layers[i], frame.stamps, damage)
      if width > widest { (widest, base) = (width, i) }
    }
    guard widest > damage.width / 2 else { return false }
    covered.removeAll()
    busy.removeAll()
    let layer = frame.layers[base]
    for i in layer.stamps ?? 0..<1 {
      let stamp = layer.stamp(i, of: frame.stamps)
      guard covers(stamp, damage) else { continue }
      let columns = Self.columns(of: stamp.clip.intersection(damage))
      covered.insert(columns)
      let fade = min(Int(layer.fade.rounded()), columns.count)
      busy.insert(columns.prefix(fade))
      busy.insert(columns.suffix(fade))
    }
    let all = Self.columns(of: damage)
    covered.forEachGap(in: all) { busy.insert($0) }
    for upper in frame.layers.dropFirst(base + 1) where upper.clip.intersects(damage) {
      add(upper, of: frame, damage)
    }
    return busy.count < all.count / 2 && busy.ranges.count <= Self.mostStretches
  }

  /// What lies over the base; of what only fades, both ends.
  private mutating func add(_ layer: Layer, of frame: borrowing Frame, _ damage: Rect) {
    let shown = Self.columns(of: damage)
    let (stamps, fade) = (frame.stamps, Int(layer.fade.rounded()))
    for i in layer.stamps ?? 0..<1 {
      let stamp = layer.stamp(i, of: stamps)
      let columns = Self.columns(of: stamp.clip)
      if layer.content.isBlank, layer.content.axis == .horizontal, 2 * fade < columns.count {
        busy.insert(columns.prefix(fade).clamped(to: shown))
        busy.insert(columns.suffix(fade).clamped(to: shown))
      } else {
        busy.insert(columns.clamped(to: shown))
      }
    }
  }

  /// Over how many columns a layer could be the base.
  private func coveredWidth(of layer: Layer, _ stamps: [Stamp], _ damage: Rect) -> Double {
    guard layer.content.background?.isOpaque == true, layer.opacity >= 1, !layer.erases,
      layer.fade <= 0 || layer.content.axis == .horizontal
    else { return 0 }
    var width = 0.0
    for i in layer.stamps ?? 0..<1 {
      let stamp = layer.stamp(i, of: stamps)
      if covers(stamp, damage) { width += stamp.clip.intersection(damage).width }
    }
    return width
  }

  private func covers(_ stamp: Stamp, _ damage: Rect) -> Bool {
    stamp.clip.minY <= damage.minY && stamp.clip.maxY >= damage.maxY
  }

  private static let mostStretches = 4

  static func columns(of rect: Rect) -> Range<Int> { Int(rect.minX)..<max(Int(rect.minX), Int(rect.maxX)) }
}

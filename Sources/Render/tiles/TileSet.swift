internal import Scene
internal import ScrollCore
internal import X11

/// The drawn part of one content: a tile per subpixel phase in use, all with the same stretch of it.
///
/// A tile is a stride longer than the visible part. When the visible part reaches its end, the tile is shifted by
/// copying within itself, and only the newly exposed part is drawn.
final class TileSet {
  /// The part of a tile that an instance shows, from this place on in the tile's pixels.
  struct Source {
    var tile: Tile
    var x: Int
    var y: Int
  }

  let isOpaque: Bool
  private let painter: Painter
  private let format: PixelFormat
  private let axis: Axis
  /// The colour behind a translucent content; nil if unknown.
  private let ground: Color?
  private var content: Content
  private var inked: InkedPrimitives
  private var tiles: [Tile?]
  /// Whether all tiles are completely drawn, so far as is known.
  private var isDrawn = true
  /// The content pixels in the tiles, along and across the axis.
  private var along: Range<Int> = 0..<0
  private var across: Range<Int> = 0..<0

  /// The range shown last by steady motion.
  private var runner: Range<Int>?
  /// Whether the steady motion goes towards earlier parts of the content.
  private var isGoingBack = false
  /// The stretch that holds nearly all of the content, once known.
  private var end: Range<Int>?

  /// The grid of the tiles. Eighths need twice as many.
  private var grid = PixelGrid.quarters
  /// How much longer a long content's tile is than the visible part.
  private var stride: Int { grid == .eighths ? 384 : 1024 }
  /// Contents of up to this many pixels, such as a counter's reel, are kept whole, because the visible part jumps.
  private var wholeArea: Int { (axis == .both ? 1 << 19 : 1 << 20) / (grid == .eighths ? 2 : 1) }
  private static let wholeLength = 16384
  /// The pixels kept ahead of steady motion, so that they can be drawn in small steps.
  private static let leastRoom = 64
  /// The longest part drawn at a time, to keep each step short.
  private var step: Int { axis == .horizontal ? 384 : 64 }
  init(_ content: Content, format: PixelFormat, on ground: Color?, _ painter: Painter) {
    self.painter = painter
    self.content = content
    self.format = format
    self.ground = ground
    axis = content.axis
    inked = InkedPrimitives(axis)
    _ = inked.update(to: content.primitives, by: painter)
    let count = PixelGrid.phaseCount
    tiles = [Tile?](repeating: nil, count: axis == .both ? count * count : count)
    isOpaque = content.background?.isOpaque ?? false
  }

  /// The number of phases with a tile.
  var phaseCount: Int { tiles.count { $0 != nil } }

  /// Takes over a changed content and marks the differences for redrawing.
  func update(_ new: Content) {
    guard new.revision != content.revision else { return }
    clean()
    let old = content
    (content, end) = (new, nil)
    let stretches = inked.update(to: content.primitives, by: painter)
    let changed = old.background == new.background ? stretches.map { $0.clamped(to: along) } : [along]
    for case let tile? in tiles { for part in changed { tile.dirty.insert(contentsOf: part) } }
    isDrawn = false
  }

  /// Extends the tiles over all that the instances show. False if these are too far apart for one tile: then each is covered
  /// when it is shown.
  @discardableResult
  func cover(_ instances: some Collection<Instance>, _ grid: PixelGrid) -> Bool {
    var (shown, side) = (0..<0, 0..<0)
    for instance in instances {
      let place = place(of: instance, grid)
      shown = shown.hull(with: place.along)
      side = side.hull(with: place.across)
    }
    if instances.count > 1, !Self.canBeTile(shown, side) { return false }
    cover(shown, across: side, grid)
    return true
  }

  /// The part of an instance's clip that its content may ink, wherever along the axis it is; all of it without ink.
  func inkedPart(of instance: Instance, _ grid: PixelGrid) -> Rect {
    let side = place(of: instance, grid).across
    let inked = inked.across.clamped(to: side)
    if inked.isEmpty { return instance.clip }
    let (clip, start) = (instance.clip, Double(inked.lowerBound - side.lowerBound))
    if case .vertical = axis {
      return Rect(x: clip.minX + start, y: clip.minY, width: Double(inked.count), height: clip.height)
    }
    return Rect(x: clip.minX, y: clip.minY + start, width: clip.width, height: Double(inked.count))
  }

  /// The tile that shows an instance, with the visible part drawn. The tiles must cover it.
  ///
  /// - Parameter keepingOverlay: Whether sprites may stay on the tile.
  func source(for instance: Instance, _ grid: PixelGrid, keepingOverlay: Bool = false) -> Source {
    runner = nil
    return source(for: place(of: instance, grid), keepingOverlay: keepingOverlay)
  }

  /// The same for an instance in steady motion, which the tiles may not cover yet.
  ///
  /// - Parameter velocity: Along the axis.
  func source(covering instance: Instance, _ grid: PixelGrid, velocity: Double) -> Source {
    let place = place(of: instance, grid)
    cover(place.along, across: place.across, grid)
    if isGoingBack != (velocity > 0) { (isGoingBack, end) = (velocity > 0, nil) }
    runner = place.along
    return source(for: place, keepingOverlay: false)
  }

  private func source(for place: Place, keepingOverlay: Bool) -> Source {
    let tile = tiles[place.phase] ?? addTile(phase: place.phase)
    tile.isUsed = true
    if !keepingOverlay { tile.clean(content.background) }
    if !tile.isDrawn {
      while let part = tile.firstDirty(in: place.along) { draw(part, phase: place.phase) }
    }
    let (x, y) = axis.turned(
      place.along.lowerBound - along.lowerBound, place.across.lowerBound - across.lowerBound)
    return Source(tile: tile, x: x, y: y)
  }

  /// The content pixels that an instance shows, and its phase.
  private struct Place {
    var phase: Int
    var along: Range<Int>
    var across: Range<Int>
  }

  private func place(of instance: Instance, _ grid: PixelGrid) -> Place {
    let (clip, origin) = (instance.clip, instance.origin)
    // The content's origin, relative to the clip's corner.
    let grids: (x: PixelGrid, y: PixelGrid) =
      switch axis {
      case .horizontal: (grid, .whole)
      case .vertical: (.whole, grid)
      case .both: (grid, grid)
      }
    let (x, y) = (grids.x.place(origin.x - clip.minX), grids.y.place(origin.y - clip.minY))
    let part = PixelRect(x: -x.pixel, y: -y.pixel, width: max(1, Int(clip.width)), height: max(1, Int(clip.height)))
    let (along, across) = axis.turned(part.columns, part.rows)
    let step = if case .both = axis { PixelGrid.phaseCount } else { 1 }
    return Place(phase: x.phase + step * y.phase, along: along, across: across)
  }

  /// Draws one step of what will soon be visible. Returns whether more is left.
  func prefetch() -> Bool {
    let hasShifted = shiftAhead()
    if isDrawn { return hasShifted }
    // Prefers the tiles that come into view first.
    var next: (phase: Int, part: Range<Int>)?
    for (phase, tile) in tiles.enumerated() {
      guard let part = tile?.endOfDirty(isLast: isGoingBack) else { continue }
      if let next, isGoingBack ? part.upperBound <= next.part.upperBound : part.lowerBound >= next.part.lowerBound {
        continue
      }
      next = (phase, part)
    }
    guard let (phase, part) = next else {
      isDrawn = true
      return hasShifted
    }
    draw(isGoingBack ? max(part.lowerBound, part.upperBound - step)..<part.upperBound : part, phase: phase)
    return true
  }

  // MARK: - Covering

  /// Makes the tiles cover `visible`.
  private func cover(_ visible: Range<Int>, across needed: Range<Int>, _ grid: PixelGrid) {
    if !(across.lowerBound <= needed.lowerBound && across.upperBound >= needed.upperBound) {
      let both = across.hull(with: needed)
      across = Self.canBeTile(visible, both) ? both : needed
      rebuild(visible, grid)
    } else if visible.lowerBound < along.lowerBound || visible.upperBound > along.upperBound {
      if visible.count + stride / 2 > along.count, inked.stretch(with: visible).count > along.count {
        rebuild(visible, grid)
      } else {
        shift(to: place(visible, length: along.count, isGoingBack: isBefore(visible)))
      }
    }
  }

  /// Whether X can count the pixels of a tile that large, and 64 MB hold it.
  private static func canBeTile(_ along: Range<Int>, _ across: Range<Int>) -> Bool {
    max(along.count, across.count) <= Surface.longest && along.count * across.count <= 1 << 24
  }

  /// Whether a stretch starts before the tiles.
  private func isBefore(_ visible: Range<Int>) -> Bool { !along.isEmpty && visible.lowerBound < along.lowerBound }

  /// Drops the tiles. New ones are made when phases are used.
  private func rebuild(_ visible: Range<Int>, _ grid: PixelGrid) {
    self.grid = grid
    let whole = inked.stretch(with: visible).count + 2
    let most = min(Self.wholeLength, wholeArea / across.count)
    // Keeps the first part of a larger reel: only a spin shows more.
    let least = axis == .horizontal && whole > most ? 0 : most
    let length = min(whole, max(least, min(visible.count + stride, Surface.longest)))
    along = place(visible, length: length, isGoingBack: isBefore(visible))
    for phase in tiles.indices { tiles[phase] = nil }
  }

  /// Shifts the tiles before steady motion reaches their end, so that no frame is late: a shift takes a server a
  /// millisecond or more. Returns whether it did.
  private func shiftAhead() -> Bool {
    guard let visible = runner else { return false }
    runner = nil
    func room(in range: Range<Int>) -> Int {
      isGoingBack ? visible.lowerBound - range.lowerBound : range.upperBound - visible.upperBound
    }
    guard room(in: along) < Self.leastRoom, along != end else { return false }
    let new = place(visible, length: along.count, isGoingBack: isGoingBack)
    guard room(in: new) >= 2 * Self.leastRoom else {
      end = along
      return false
    }
    shift(to: new)
    return true
  }

  /// The stretch of this length that holds `visible`, with room in the direction of motion.
  private func place(_ visible: Range<Int>, length: Int, isGoingBack: Bool) -> Range<Int> {
    let whole = inked.stretch(with: visible)
    let slack = length - visible.count
    if whole.count <= length {
      let low = whole.lowerBound - (length - whole.count) / 2
      return low..<low + length
    }
    let low = visible.lowerBound - (isGoingBack ? slack - min(slack, 16) : min(slack, 16))
    let kept = min(max(low, whole.lowerBound), whole.upperBound - length)
    return kept..<kept + length
  }

  /// Shifts the tiles along the content, keeping the overlap.
  private func shift(to new: Range<Int>) {
    clean()
    let kept = along.clamped(to: new)
    let old = along
    along = new
    isDrawn = false
    // Drops phases left over from another speed.
    for (phase, tile) in tiles.enumerated() where tile?.isUsed == false { tiles[phase] = nil }
    for case let tile? in tiles {
      tile.isUsed = false
      let missing = RangeSet(new).subtracting(RangeSet(kept))
      tile.dirty = tile.dirty.intersection(RangeSet(new)).union(missing)
      if kept.isEmpty { continue }
      let (from, to) = (kept.lowerBound - old.lowerBound, kept.lowerBound - new.lowerBound)
      let (x, y) = axis.turned(to, 0)
      tile.surface.copy(
        axis.rect(along: from..<from + kept.count, across: 0..<across.count), to: tile.surface.pixmap, x: x, y: y)
    }
  }

  private func addTile(phase: Int) -> Tile {
    let size = tileRect(along, across)
    let surface = Surface(painter.display, width: size.width, height: size.height, format: format)
    let tile = Tile(surface, dirty: RangeSet(along))
    tiles[phase] = tile
    isDrawn = false
    return tile
  }

  // MARK: - Drawing

  private func clean() {
    for case let tile? in tiles { tile.clean(content.background) }
  }

  /// Draws the first step of a part at one phase.
  private func draw(_ part: Range<Int>, phase number: Int) {
    guard let tile = tiles[number] else { return }
    tile.clean(content.background)
    let range = part.lowerBound..<min(part.upperBound, part.lowerBound + step)
    let background = content.background ?? .clear
    tile.surface.fill(background, tileRect(range, across))
    let rows = inked.across(in: range).clamped(to: across)
    let band = max(1, Raster.limit / range.count)
    for start in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: band) {
      let across = start..<min(rows.upperBound, start + band)
      let raster = painter.draw(
        inked.inking(range, across: across), on: background, ground: ground, axis: axis,
        axis.rect(along: range, across: across), phase(number), rests: content.rests)
      let place = tileRect(range, across)
      raster.put(on: tile.surface, x: place.x, y: place.y)
    }
    tile.dirty.remove(contentsOf: range)
  }

  /// Content pixels as pixels of the tiles.
  private func tileRect(_ along: Range<Int>, _ across: Range<Int>) -> PixelRect {
    let (start, side) = (self.along.lowerBound, self.across.lowerBound)
    return axis.rect(
      along: along.lowerBound - start..<along.upperBound - start,
      across: across.lowerBound - side..<across.upperBound - side)
  }

  /// The phase of the tile with this number.
  private func phase(_ number: Int) -> Phase {
    switch axis {
    case .horizontal: Phase(x: number)
    case .vertical: Phase(y: number)
    case .both: Phase(x: number % PixelGrid.phaseCount, y: number / PixelGrid.phaseCount)
    }
  }
}

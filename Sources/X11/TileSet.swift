internal import CX11
internal import Scene
internal import ScrollCore

/// The drawn part of one content: a tile for every sub-pixel phase in use, all showing the same stretch of it.
///
/// A tile is as long as the visible part and a stride more. When the visible part runs off its end the tile is
/// shifted by copying within itself, and only what has come newly into it is drawn.
final class TileSet {
  /// Where in a tile the part that a stamp shows stands.
  struct Source {
    var tile: Tile
    /// Pixels in the tile.
    var x: Int
    var y: Int
  }

  let isOpaque: Bool
  private let renderer: Renderer
  private let format: PixelFormat
  private let axis: Axis
  private var content: Content
  private var tiles: [Tile?]
  /// Content pixels that the tiles show, along and across the axis.
  private var along: Range<Int> = 0..<0
  private var across: Range<Int> = 0..<0

  /// How much longer than the visible part a tile of a long content is.
  private static let stride = 1024
  /// Contents of up to this many pixels, as the reel of a counter, are kept whole: what is shown of them jumps.
  private var wholeArea: Int { axis == .both ? 1 << 19 : 1 << 20 }
  private static let wholeLength = 16384
  /// The longest part that is drawn at a time, so that no single step is long.
  private var step: Int { axis == .horizontal ? 512 : 64 }
  /// Phases that share the first half of the averaging stand together: those that are even each way, and so on.
  private static let phaseOrder = [0, 2, 8, 10, 1, 3, 9, 11, 4, 6, 12, 14, 5, 7, 13, 15]

  init(_ renderer: Renderer, _ content: Content) {
    self.renderer = renderer
    self.content = content
    axis = content.axis
    tiles = [Tile?](repeating: nil, count: axis == .both ? phaseCount * phaseCount : phaseCount)
    isOpaque = content.background?.isOpaque ?? false
    format = isOpaque ? renderer.windowFormat : renderer.alphaFormat
  }

  /// Takes over the content's changes: what differs is to be drawn again.
  func update(_ new: Content) {
    guard new.revision != content.revision else { return }
    clean()
    let old = content
    content = new
    guard old.background == new.background else {
      for case let tile? in tiles { tile.dirty.insert(along) }
      return
    }
    for piece in Set(old.pieces).symmetricDifference(new.pieces) {
      let extent = Self.extent(of: piece, axis: axis).clamped(to: along)
      for case let tile? in tiles { tile.dirty.insert(extent) }
    }
  }

  /// Sees to it that the tiles reach over all that stamps show.
  ///
  /// - Parameter wholePixels: whether positions are rounded to whole pixels.
  func cover(_ stamps: some Collection<Stamp>, wholePixels: Bool) {
    var (shown, side) = (0..<0, 0..<0)
    for stamp in stamps {
      let place = place(of: stamp, wholePixels: wholePixels)
      shown = shown.hull(with: place.along)
      side = side.hull(with: place.across)
    }
    cover(shown, across: side)
  }

  /// The tile that shows a stamp, drawn as far as the stamp shows it. The tiles cover it.
  ///
  /// - Parameter keepingInlay: whether it may show more than the content.
  func source(for stamp: Stamp, wholePixels: Bool, keepingInlay: Bool = false) -> Source {
    let place = place(of: stamp, wholePixels: wholePixels)
    let tile = tiles[place.phase] ?? addTile(phase: place.phase)
    if !keepingInlay { tile.clean(content.background) }
    if !tile.dirty.isEmpty {
      while let part = tile.dirty.first(in: place.along) { draw(part) }
    }
    let offset = place.along.lowerBound - along.lowerBound
    let side = place.across.lowerBound - across.lowerBound
    let isAcross = axis == .horizontal
    return Source(tile: tile, x: isAcross ? offset : side, y: isAcross ? side : offset)
  }

  /// What a stamp shows: content pixels, at a phase.
  private struct Place {
    var phase: Int
    var along: Range<Int>
    var across: Range<Int>
  }

  private func place(of stamp: Stamp, wholePixels: Bool) -> Place {
    let x = split(stamp.clip.minX - stamp.origin.x, isWhole: wholePixels || axis == .vertical)
    let y = split(stamp.clip.minY - stamp.origin.y, isWhole: wholePixels || axis == .horizontal)
    let columns = x.pixel..<x.pixel + max(1, Int(stamp.clip.width))
    let rows = y.pixel..<y.pixel + max(1, Int(stamp.clip.height))
    return Place(
      phase: x.phase + (axis == .both ? phaseCount : 1) * y.phase, along: axis == .horizontal ? columns : rows,
      across: axis == .horizontal ? rows : columns)
  }

  /// A position in the content as a whole pixel, and the phase that moves the content on by what is missing to it.
  private func split(_ position: Double, isWhole: Bool) -> (pixel: Int, phase: Int) {
    if isWhole { return (Int(position.rounded()), 0) }
    let steps = Int((position * Double(phaseCount)).rounded())
    let phase = -steps & (phaseCount - 1)
    return ((steps + phase) / phaseCount, phase)
  }

  /// Draws one step of what will soon be visible. Returns whether there is more to do.
  func prefetch() -> Bool {
    for case let tile? in tiles {
      if let part = tile.dirty.first {
        draw(part)
        return true
      }
    }
    return false
  }

  // MARK: - Covering

  /// Makes the tiles show `visible`.
  private func cover(_ visible: Range<Int>, across needed: Range<Int>) {
    if !(across.lowerBound <= needed.lowerBound && across.upperBound >= needed.upperBound) {
      across = across.hull(with: needed)
      rebuild(visible)
    } else if visible.lowerBound < along.lowerBound || visible.upperBound > along.upperBound {
      if visible.count + Self.stride / 2 > along.count, extent(with: visible).count > along.count {
        rebuild(visible)
      } else {
        shift(to: place(visible, length: along.count))
      }
    }
  }

  /// Forgets the tiles; new ones are made as phases are asked for.
  private func rebuild(_ visible: Range<Int>) {
    let whole = extent(with: visible).count + 2
    let most = min(Self.wholeLength, wholeArea / across.count)
    // A larger reel is kept as far as it fits: its first part is all that is shown of it, but in a spin.
    let least = axis == .horizontal && whole > most ? 0 : most
    along = place(visible, length: min(whole, max(least, visible.count + Self.stride)))
    for phase in tiles.indices { tiles[phase] = nil }
  }

  /// What there is to see of the content, with what is visible now.
  private func extent(with visible: Range<Int>) -> Range<Int> {
    content.pieces.reduce(visible) { $0.hull(with: Self.extent(of: $1, axis: axis)) }
  }

  /// The stretch of that length that holds `visible` and leaves room the way it is moving.
  private func place(_ visible: Range<Int>, length: Int) -> Range<Int> {
    let whole = extent(with: visible)
    let slack = length - visible.count
    if whole.count <= length {
      let low = whole.lowerBound - (length - whole.count) / 2
      return low..<low + length
    }
    let isGoingBack = !along.isEmpty && visible.lowerBound < along.lowerBound
    let low = visible.lowerBound - (isGoingBack ? slack - min(slack, 16) : min(slack, 16))
    let kept = min(max(low, whole.lowerBound), whole.upperBound - length)
    return kept..<kept + length
  }

  /// Moves the tiles along the content, keeping what stays.
  private func shift(to new: Range<Int>) {
    clean()
    let kept = along.clamped(to: new)
    let old = along
    along = new
    for case let tile? in tiles {
      tile.dirty.clamp(to: new)
      if kept.isEmpty {
        tile.dirty = PixelRanges()
        tile.dirty.insert(new)
        continue
      }
      let (from, to) = (kept.lowerBound - old.lowerBound, kept.lowerBound - new.lowerBound)
      if axis == .horizontal {
        tile.surface.copy(
          x: from, y: 0, width: kept.count, height: across.count, to: tile.surface.pixmap, atX: to, y: 0)
      } else {
        tile.surface.copy(
          x: 0, y: from, width: across.count, height: kept.count, to: tile.surface.pixmap, atX: 0, y: to)
      }
      tile.dirty.insert(new.lowerBound..<kept.lowerBound)
      tile.dirty.insert(kept.upperBound..<new.upperBound)
    }
  }

  private func addTile(phase: Int) -> Tile {
    var dirty = PixelRanges()
    dirty.insert(along)
    let isAcross = axis == .horizontal
    let surface = Surface(
      renderer.display, width: isAcross ? along.count : across.count, height: isAcross ? across.count : along.count,
      format: format)
    let tile = Tile(surface, dirty: dirty)
    tiles[phase] = tile
    return tile
  }

  // MARK: - Drawing

  private func clean() {
    for case let tile? in tiles { tile.clean(content.background) }
  }

  /// Draws a part into every phase that lacks it.
  private func draw(_ part: Range<Int>) {
    let range = part.lowerBound..<min(part.upperBound, part.lowerBound + step)
    let due = Self.phaseOrder.filter { $0 < tiles.count && tiles[$0]?.dirty.overlaps(range) ?? false }
    for phase in due { tiles[phase]?.clean(content.background) }
    let pieces = content.pieces.filter { Self.extent(of: $0, axis: axis).overlaps(range) }
    let background = content.background ?? .clear
    // Averaging is the dear part: only where there is ink.
    let inked = pieces.reduce(0..<0) { $0.hull(with: Self.extentAcross(of: $1, axis: axis)) }.clamped(to: across)
    if inked != across {
      for phase in due { tiles[phase].map { fill(range, background, on: $0.surface) } }
    }
    if !inked.isEmpty {
      let scratch = renderer.draw(
        pieces, background: background, axis: axis, columns: axis == .horizontal ? range : inked,
        rows: axis == .horizontal ? inked : range, format: format)
      for phase in due { tiles[phase].map { reduce(scratch, phase: phase, range, inked, on: $0.surface) } }
    }
    for phase in due { tiles[phase]?.dirty.remove(range) }
  }

  private func fill(_ range: Range<Int>, _ color: Color, on surface: borrowing Surface) {
    let offset = range.lowerBound - along.lowerBound
    if axis == .horizontal {
      surface.fill(color, x: offset, y: 0, width: range.count, height: across.count)
    } else {
      surface.fill(color, x: 0, y: offset, width: across.count, height: range.count)
    }
  }

  private func reduce(
    _ scratch: Scratch, phase: Int, _ range: Range<Int>, _ inked: Range<Int>, on surface: borrowing Surface
  ) {
    let offset = range.lowerBound - along.lowerBound
    let side = inked.lowerBound - across.lowerBound
    switch axis {
    case .horizontal:
      scratch.reduce(
        to: Phase(x: phase), target: surface, x: offset, y: side, width: range.count, height: inked.count)
    case .vertical, .both:
      let phase = axis == .vertical ? Phase(y: phase) : Phase(x: phase % phaseCount, y: phase / phaseCount)
      scratch.reduce(to: phase, target: surface, x: side, y: offset, width: inked.count, height: range.count)
    }
  }

  /// The whole pixels that a piece may mark across the axis. Stacked marks and fonts that step in reach further than
  /// the line's own.
  private static func extentAcross(of piece: Piece, axis: Axis) -> Range<Int> {
    var overhang = 1.0
    if case .text(let run) = piece.element { overhang += run.font.size }
    let (low, high) =
      axis == .horizontal
      ? (piece.bounds.minY, piece.bounds.maxY) : (piece.bounds.minX, piece.bounds.maxX)
    return Int((low - overhang).rounded(.down))..<Int((high + overhang).rounded(.up))
  }

  /// The whole pixels that a piece may mark along the axis, at any phase.
  private static func extent(of piece: Piece, axis: Axis) -> Range<Int> {
    var overhang = 1.0
    if case .text(let run) = piece.element { overhang += run.font.size / 2 }
    let (low, high) =
      axis == .horizontal
      ? (piece.bounds.minX, piece.bounds.maxX) : (piece.bounds.minY, piece.bounds.maxY)
    return Int((low - overhang).rounded(.down))..<Int((high + overhang).rounded(.up))
  }
}

internal import CRender
internal import CX11
package import Scene
internal import ScrollCore
package import X11

/// Shows frames in a window by copying the tiles that have moved.
///
/// An opaque layer that has moved, with nothing above it, is copied from its tile to the window: one request, and one
/// more if its ends fade. Any other damage is composed in a back buffer first, so that a half-drawn frame is never
/// visible.
package final class Compositor {
  private let window: XWindow
  private let display: Display
  private let images: ImageCache
  private let tiles: TileCache
  private let fades: FadeCache
  private let sprites: SpriteRenderer
  private var damage = FrameDamage()
  /// Of the window's size.
  private var back: Surface?
  /// Reused, so that a frame allocates nothing.
  private var copies: [Copy] = []
  private var present: PresentQueue
  private let ends: FadedEnds
  /// The last layer copied directly.
  private(set) var run: DirectRun?
  /// Whether to round positions to whole pixels.
  package var hasWholePixels = false
  /// Seconds from refresh to refresh.
  package var refreshPeriod = 1 / 60.0

  package init(_ window: XWindow, typesetter: PangoTypesetter) {
    self.window = window
    display = window.display
    images = ImageCache()
    let painter = Painter(display, typesetter: typesetter, images: images)
    tiles = TileCache(
      painter, windowFormat: window.format, alphaFormat: PixelFormat.alpha(display) ?? window.format)
    fades = FadeCache(display, typesetter.curve)
    sprites = SpriteRenderer(painter, fades)
    present = PresentQueue(display, window: window.id)
    ends = FadedEnds(display, window.id, format: window.format, keeping: window)
  }

  /// Called with the path of each image file that cannot be read, once per file.
  package var onImageFailure: ((String) -> Void)? {
    get { images.onFailure }
    set { images.onFailure = newValue }
  }

  /// When to show a frame.
  package enum Moment: Equatable {
    case now
    /// At the refresh with this count (`PresentPixmap`). A completion event reports the time.
    case refresh(count: UInt64)
  }

  /// Shows a frame. Returns false if it looks like the previous one, and nothing was sent.
  @discardableResult
  package func show(_ frame: borrowing Frame, at moment: Moment) -> Bool {
    if case .now = moment, let run, run.isAll(of: frame) {
      run.show(at: frame.runners[0].place, in: window, fades, ends)
      tiles.use(run.tiles)
      return true
    }
    updateDamage(to: frame)
    let region = damage.region
    guard !region.isEmpty else { return false }
    switch moment {
    case .now: show(region, of: frame)
    case .refresh(let count): show(region, of: frame, withRefresh: count)
    }
    return true
  }

  /// Redraws the whole window at once: after exposure, or when its size changes.
  package func showAll(_ frame: borrowing Frame) {
    let all = PixelRect(Rect(origin: .zero, size: frame.size))
    compose(all: frame) { $0.copy(all, to: window.id, x: 0, y: 0) }
  }

  /// Composes the whole frame in the back buffer and passes it to `use`.
  func compose<Result>(all frame: borrowing Frame, then use: (Surface) -> Result) -> Result {
    updateDamage(to: frame)
    let buffer = backBuffer(for: frame.size)
    compose(frame, Rect(origin: .zero, size: frame.size), on: buffer)
    return use(buffer)
  }

  /// Draws one part of what will soon be visible. Call it after a frame, while there is time. Returns whether it drew
  /// anything.
  package func prefetch() -> Bool { tiles.prefetch() }

  private func updateDamage(to frame: borrowing Frame) {
    if let run { damage.moved(layer: run.layer, to: run.origin) }
    run = nil
    damage.update(to: frame)
    guard damage.hasDroppedContents else { return }
    let ids = damage.contentIDs
    tiles.keepOnly(ids)
    sprites.keepOnly(ids)
  }

  // MARK: - To the window

  /// A part of a surface to copy to the window, and the offset to there.
  private struct Copy {
    var surface: Surface
    var part: PixelRect
    var dx = 0
    var dy = 0
    /// The fade to lay over its ends in the window afterwards.
    var fade = Fade()
  }

  private func show(_ region: DamageRegion, of frame: borrowing Frame) {
    // Everything is composed before any of it is shown.
    copies.removeAll(keepingCapacity: true)
    for area in region.rects { copies.append(copy(of: frame, area, mayDraw: true)) }
    for copy in copies {
      let place = copy.part.movedBy(x: copy.dx, y: copy.dy)
      copy.surface.copy(copy.part, to: window.id, x: place.x, y: place.y)
      if copy.fade.length > 0 { fades.applyToBoth(copy.fade, axis: .horizontal, place, on: ends) }
    }
  }

  private func show(_ region: DamageRegion, of frame: borrowing Frame, withRefresh count: UInt64) {
    let isAll = region.rects.count == 1 && region.rects[0].size == frame.size
    if region.rects.count == 1 {
      // A tile must not change until the refresh that shows it.
      let copy = copy(of: frame, region.rects[0], mayDraw: false)
      present.show(
        copy.surface, CollectionOfOne(copy.part), isAll: isAll, movedBy: (copy.dx, copy.dy), refresh: count)
    } else {
      let buffer = backBuffer(for: frame.size)
      for area in region.rects { compose(frame, area, on: buffer) }
      present.show(
        buffer, region.rects.lazy.map { PixelRect($0) }, isAll: isAll, movedBy: (0, 0), refresh: count)
    }
  }

  /// The source to copy to `area`: a tile, or the back buffer with the composed part.
  private func copy(of frame: borrowing Frame, _ area: Rect, mayDraw: Bool) -> Copy {
    if let copy = directCopy(of: frame, area, mayDraw: mayDraw) { return copy }
    let buffer = backBuffer(for: frame.size)
    compose(frame, area, on: buffer)
    return Copy(surface: buffer, part: PixelRect(area))
  }

  private func backBuffer(for size: Size) -> Surface {
    let all = PixelRect(Rect(origin: .zero, size: size))
    if let back, back.width == all.width, back.height == all.height { return back }
    let buffer = Surface(display, width: all.width, height: all.height, format: window.format)
    back = buffer
    return buffer
  }

  // MARK: - Direct copies

  /// The tile of the topmost layer in `area`, if the layer is opaque and fills the area. The sprites of one layer above
  /// it are drawn into the tile.
  ///
  /// - Parameter mayDraw: Whether the tile may be changed, and the window drawn on afterwards.
  private func directCopy(of frame: borrowing Frame, _ area: Rect, mayDraw: Bool) -> Copy? {
    var overlay: Int?
    for i in frame.layers.indices.reversed() where frame.layers[i].clip.intersects(area) {
      let layer = frame.layers[i]
      if overlay == nil, mayDraw, case .sprites(let batch) = layer.kind, batch.style.isOverlay {
        overlay = i
        continue
      }
      guard layer.isOpaque, layer.clip.intersection(area) == area, overlay == nil || overlay == i + 1,
        layer.fade.length <= 0 || mayDraw && overlay == nil && canFadeInWindow(layer, area)
      else { return nil }
      return copy(of: i, in: frame, area, overlay: overlay)
    }
    return nil
  }

  /// Whether a layer can be copied and then faded in the window. The server does both in one go, and moves half as many
  /// pixels as through the back buffer.
  private func canFadeInWindow(_ layer: Layer, _ area: Rect) -> Bool {
    layer.content.axis == .horizontal && layer.fade.color.isOpaque && layer.fade.bounds == nil && area == layer.clip
  }

  private func copy(of number: Int, in frame: borrowing Frame, _ area: Rect, overlay: Int?) -> Copy {
    let layer = frame.layers[number]
    let instance = Instance(clip: layer.clip, origin: layer.origin)
    let grid = grid(of: layer)
    let set = tiles(for: layer, instance, on: nil)
    let source = set.source(for: instance, grid, keepingOverlay: overlay != nil)
    let offset = (x: source.x - Int(layer.clip.minX), y: source.y - Int(layer.clip.minY))
    if let overlay, let background = layer.content.background {
      sprites.drawOverlay(frame.layers[overlay], of: frame, movedBy: offset, background, in: source.tile, grid)
    }
    let target = PixelRect(area)
    let part = PixelRect(
      x: target.x + offset.x, y: target.y + offset.y, width: target.width, height: target.height)
    if overlay == nil, area == layer.clip, layer.velocity != 0 { run = DirectRun(number, of: frame, set, grid) }
    return Copy(surface: source.tile.surface, part: part, dx: -offset.x, dy: -offset.y, fade: layer.fade)
  }

  // MARK: - Composing

  /// Composes a part of a frame.
  private func compose(_ frame: borrowing Frame, _ area: Rect, on target: Surface) {
    // Layers under an opaque one that fills the area are hidden.
    let lowest = frame.layers.lastIndex { $0.isOpaque && $0.clip.intersection(area) == area }
    if lowest == nil { target.fill(frame.background, PixelRect(area)) }
    for i in (lowest ?? 0)..<frame.layers.count {
      let part = frame.layers[i].clip.intersection(area)
      if !part.isEmpty { draw(i, of: frame, part, on: target) }
    }
  }

  /// Draws the part of a layer that lies in `area`.
  private func draw(_ i: Int, of frame: borrowing Frame, _ area: Rect, on target: Surface) {
    let layer = frame.layers[i]
    switch layer.kind {
    case .copy(let copy):
      guard copy.opacity > 0 else { return }
      let instance = Instance(clip: layer.clip, origin: copy.origin)
      if !layer.content.isBlank {
        let set = tiles(for: layer, instance, on: ground(under: i, of: frame))
        draw(
          set.source(for: instance, grid(of: layer)), of: set, instance.clip, area, opacity: copy.opacity,
          erases: copy.erases, on: target)
      }
      if copy.fade.length > 0 {
        fades.apply(
          copy.fade, axis: layer.content.axis, clip: PixelRect(copy.fade.bounds ?? layer.clip), area: PixelRect(area),
          on: target)
      }
    case .instances(let range):
      guard !range.isEmpty, !layer.content.isBlank else { return }
      let (set, grid) = (tiles.tiles(for: layer.content, on: ground(under: i, of: frame)), grid(of: layer))
      let isWhole = set.cover(frame.instances[range], grid)
      for i in range {
        let instance = frame.instances[i]
        let part = instance.clip.intersection(area)
        if part.isEmpty { continue }
        if !isWhole { set.cover(CollectionOfOne(instance), grid) }
        draw(set.source(for: instance, grid), of: set, instance.clip, part, on: target)
      }
    case .sprites(let batch):
      sprites.draw(
        layer, batch, of: frame, PixelRect(area), on: target, ground: ground(under: i, of: frame), grid(of: layer))
    }
  }

  /// The colour behind a layer: that of the nearest plain background under all of it. A translucent window's background
  /// counts as it appears; nil if it is unknown.
  private func ground(under layer: Int, of frame: borrowing Frame) -> Color? {
    let clip = frame.layers[layer].clip
    if case .copy(let copy) = frame.layers[layer].kind, copy.erases { return nil }
    for i in (0..<layer).reversed() where frame.layers[i].isOpaque {
      if frame.layers[i].clip.intersection(clip) == clip { return frame.layers[i].content.background }
    }
    return frame.background.alpha > 0 ? frame.background.opaque : nil
  }

  func grid(of layer: Layer) -> PixelGrid {
    hasWholePixels ? .whole : PixelGrid(speed: layer.speed, period: refreshPeriod)
  }

  /// A layer's tiles, extended to cover an instance.
  private func tiles(for layer: Layer, _ instance: Instance, on ground: Color?) -> TileSet {
    let set = tiles.tiles(for: layer.content, on: ground)
    set.cover(CollectionOfOne(instance), grid(of: layer))
    return set
  }

  private func draw(
    _ source: TileSet.Source, of set: TileSet, _ clip: Rect, _ area: Rect, opacity: Double = 1, erases: Bool = false,
    on target: Surface
  ) {
    if area.isEmpty { return }
    let part = PixelRect(area)
    let (x, y) = (source.x + part.x - Int(clip.minX), source.y + part.y - Int(clip.minY))
    if set.isOpaque, opacity >= 1 {
      source.tile.surface.copy(
        PixelRect(x: x, y: y, width: part.width, height: part.height), to: target.pixmap, x: part.x, y: part.y)
    } else {
      target.composite(
        source.tile.surface.picture, x: x, y: y, mask: opacity < 1 ? fades.mask(opacity: opacity) : 0,
        by: erases ? PictOpOutReverse : PictOpOver, in: part)
    }
  }
}

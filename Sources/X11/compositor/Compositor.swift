internal import CX11
package import Scene
internal import ScrollCore

/// Brings frames to a window: copies the tiles that have moved, and nothing else.
///
/// Where an opaque layer has moved and nothing lies over it, its tile goes to the window as it is: one request. What else
/// has changed is put together in a back buffer first, so that nobody sees it half done.
package final class Compositor {
  private let window: Window
  private let display: Display
  private let images: ImageCache
  private let tiles: TileCache
  private let fades: FadeCache
  private let sprites: SpriteRenderer
  private var damage = FrameDamage()
  /// Of the window's size.
  private var back: Surface?
  private var present: PresentQueue
  private var grid = PixelGrid()

  package init(_ window: Window, typesetter: PangoTypesetter) {
    self.window = window
    display = window.display
    images = ImageCache(display)
    tiles = TileCache(
      Painter(display, typesetter: typesetter, images: images), windowFormat: window.format,
      alphaFormat: PixelFormat.alpha(display) ?? window.format)
    fades = FadeCache(display)
    sprites = SpriteRenderer(display, tiles, fades)
    present = PresentQueue(window)
  }

  /// Whether positions are rounded to whole pixels.
  package var wholePixels: Bool {
    get { grid.isWhole }
    set { grid.isWhole = newValue }
  }

  /// Called once for every picture file that cannot be read, with its path.
  package var onImageFailure: ((String) -> Void)? {
    get { images.onFailure }
    set { images.onFailure = newValue }
  }

  /// When a frame is seen.
  package enum Moment: Equatable {
    case now
    /// With the refresh of this count (`PresentPixmap`); a completion event says when it was.
    case refresh(count: UInt64)
  }

  /// Shows a frame. Returns false where it looks like the one before, and nothing was sent.
  @discardableResult
  package func show(_ frame: borrowing Frame, at moment: Moment) -> Bool {
    updateDamage(to: frame)
    let region = damage.region
    guard !region.isEmpty else { return false }
    switch moment {
    case .now: show(region, of: frame)
    case .refresh(let count): show(region, of: frame, withRefresh: count)
    }
    return true
  }

  /// Shows everything again at once: after exposure, or when the window has another size.
  package func showAll(_ frame: borrowing Frame) {
    let all = PixelRect(Rect(origin: .zero, size: frame.size))
    compose(all: frame) { $0.copy(all, to: window.id, x: 0, y: 0) }
  }

  /// Puts the whole frame together in the back buffer and hands it over.
  func compose<Result>(all frame: borrowing Frame, then use: (Surface) -> Result) -> Result {
    updateDamage(to: frame)
    let buffer = backBuffer(for: frame.size)
    compose(frame, Rect(origin: .zero, size: frame.size), on: buffer)
    return use(buffer)
  }

  /// Draws one part of what will be visible soon. To be called after a frame, while there is time. Returns whether there
  /// was anything to do.
  package func prefetch() -> Bool { tiles.prefetch() }

  private func updateDamage(to frame: borrowing Frame) {
    damage.update(to: frame)
    guard damage.hasDroppedContents else { return }
    let ids = damage.contentIDs
    tiles.keepOnly(ids)
    sprites.keepOnly(ids)
  }

  // MARK: - To the window

  private func show(_ region: DamageRegion, of frame: borrowing Frame) {
    // Everything is put together before any of it is seen.
    for area in region.rects where directCopyCandidate(in: frame, area, mayDraw: true) == nil {
      compose(frame, area, on: backBuffer(for: frame.size))
    }
    for area in region.rects {
      let target = PixelRect(area)
      if let candidate = directCopyCandidate(in: frame, area, mayDraw: true) {
        let source = source(of: candidate, in: frame, area)
        let part = PixelRect(x: source.x, y: source.y, width: target.width, height: target.height)
        source.tile.surface.copy(part, to: window.id, x: target.x, y: target.y)
      } else {
        backBuffer(for: frame.size).copy(target, to: window.id, x: target.x, y: target.y)
      }
    }
  }

  private func show(_ region: DamageRegion, of frame: borrowing Frame, withRefresh count: UInt64) {
    let isAll = region.rects.count == 1 && region.rects[0].size == frame.size
    // A tile that a later refresh shows may not change before it.
    if region.rects.count == 1, let candidate = directCopyCandidate(in: frame, region.rects[0], mayDraw: false) {
      let target = PixelRect(region.rects[0])
      let source = source(of: candidate, in: frame, region.rects[0])
      let part = PixelRect(x: source.x, y: source.y, width: target.width, height: target.height)
      present.show(
        source.tile.surface, CollectionOfOne(part), isAll: isAll, movedBy: (target.x - part.x, target.y - part.y),
        refresh: count)
      return
    }
    let buffer = backBuffer(for: frame.size)
    for area in region.rects { compose(frame, area, on: buffer) }
    present.show(
      buffer, region.rects.lazy.map { PixelRect($0) }, isAll: isAll, movedBy: (0, 0), refresh: count)
  }

  private func backBuffer(for size: Size) -> Surface {
    let all = PixelRect(Rect(origin: .zero, size: size))
    if let back, back.width == all.width, back.height == all.height { return back }
    let buffer = Surface(display, width: all.width, height: all.height, format: window.format)
    back = buffer
    return buffer
  }

  // MARK: - Direct copies

  /// A layer whose tile can go to the window as it is, and the one above it whose sprites can be drawn into the tile.
  private struct DirectCopy {
    var layer: Int
    var overlay: Int?
  }

  /// The topmost layer in `area`, where it is opaque and fills it.
  ///
  /// - Parameter mayDraw: Whether the layer's tile may be drawn on.
  private func directCopyCandidate(in frame: borrowing Frame, _ area: Rect, mayDraw: Bool) -> DirectCopy? {
    var overlay: Int?
    for i in frame.layers.indices.reversed() where frame.layers[i].clip.intersects(area) {
      let layer = frame.layers[i]
      if overlay == nil, mayDraw, case .sprites(let batch) = layer.kind, batch.style.isOverlay {
        overlay = i
        continue
      }
      guard layer.isOpaque, layer.fade.length <= 0, layer.clip.intersection(area) == area,
        overlay == nil || overlay == i + 1
      else { return nil }
      return DirectCopy(layer: i, overlay: overlay)
    }
    return nil
  }

  /// Where the layer's part in `area` is in its tile, with the sprites drawn into it.
  private func source(of copy: DirectCopy, in frame: borrowing Frame, _ area: Rect) -> TileSet.Source {
    let layer = frame.layers[copy.layer]
    let instance = Instance(clip: layer.clip, origin: layer.origin)
    let set = tiles(for: layer.content, CollectionOfOne(instance))
    var source = set.source(for: instance, grid, keepingOverlay: copy.overlay != nil)
    if let overlay = copy.overlay, let background = layer.content.background {
      let offset = (x: source.x - Int(layer.clip.minX), y: source.y - Int(layer.clip.minY))
      sprites.drawOverlay(frame.layers[overlay], of: frame, movedBy: offset, background, in: source.tile, grid)
    }
    source.x += Int(area.minX - layer.clip.minX)
    source.y += Int(area.minY - layer.clip.minY)
    return source
  }

  // MARK: - Composing

  /// Puts a part of a frame together.
  private func compose(_ frame: borrowing Frame, _ area: Rect, on target: Surface) {
    // What lies under a layer that covers the whole part is not seen.
    let lowest = frame.layers.lastIndex { $0.isOpaque && $0.clip.intersection(area) == area }
    if lowest == nil { target.fill(frame.background, PixelRect(area)) }
    for i in (lowest ?? 0)..<frame.layers.count {
      let part = frame.layers[i].clip.intersection(area)
      if !part.isEmpty { draw(frame.layers[i], of: frame, part, on: target) }
    }
  }

  /// Draws a layer, as far as it lies in `area`.
  private func draw(_ layer: Layer, of frame: borrowing Frame, _ area: Rect, on target: Surface) {
    switch layer.kind {
    case .copy(let copy):
      guard copy.opacity > 0 else { return }
      let instance = Instance(clip: layer.clip, origin: copy.origin)
      if !layer.content.isBlank {
        let set = tiles(for: layer.content, CollectionOfOne(instance))
        draw(instance, of: set, area, opacity: copy.opacity, erases: copy.erases, on: target)
      }
      if copy.fade.length > 0 {
        fades.apply(
          copy.fade, axis: layer.content.axis, clip: PixelRect(copy.fade.bounds ?? layer.clip), area: PixelRect(area),
          on: target)
      }
    case .instances(let range):
      guard !range.isEmpty, !layer.content.isBlank else { return }
      let set = tiles(for: layer.content, frame.instances[range])
      for i in range { draw(frame.instances[i], of: set, frame.instances[i].clip.intersection(area), on: target) }
    case .sprites(let batch): sprites.draw(layer, batch, of: frame, PixelRect(area), on: target, grid)
    }
  }

  /// A content's tiles, which cover the instances.
  private func tiles(for content: Content, _ instances: some Collection<Instance>) -> TileSet {
    let set = tiles.tiles(for: content)
    set.cover(instances, grid)
    return set
  }

  private func draw(
    _ instance: Instance, of set: TileSet, _ area: Rect, opacity: Double = 1, erases: Bool = false,
    on target: Surface
  ) {
    if area.isEmpty { return }
    let source = set.source(for: instance, grid)
    let part = PixelRect(area)
    let (x, y) = (source.x + part.x - Int(instance.clip.minX), source.y + part.y - Int(instance.clip.minY))
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

/// Hands pixmaps to the Present extension.
private struct PresentQueue: ~Copyable {
  private let display: Display
  private let window: UInt
  private var serial: UInt32 = 0
  /// What is to be updated, on the server, and as it was last set, in the pixmap's coordinates.
  private var region: UInt?
  private var parts: [PixelRect] = []
  private var rectangles: [XRectangle] = []

  init(_ window: Window) {
    display = window.display
    self.window = window.id
  }

  deinit {
    if let region { XFixesDestroyRegion(display.raw, region) }
  }

  /// Shows parts of a pixmap with a refresh (`XPresentPixmap`).
  ///
  /// - Parameters:
  ///   - isAll: Whether what is shown fills the window, whose bounds cut it out by themselves.
  ///   - offset: From the pixmap's coordinates to the window's.
  mutating func show(
    _ surface: Surface, _ parts: some Collection<PixelRect>, isAll: Bool, movedBy offset: (x: Int, y: Int),
    refresh: UInt64
  ) {
    serial &+= 1
    XPresentPixmap(
      display.raw, window, surface.pixmap, serial, 0, isAll ? 0 : updateRegion(parts), Int32(offset.x),
      Int32(offset.y), 0, 0, 0, UInt32(PresentOptionCopy), refresh, 0, 0, nil, 0)
  }

  private mutating func updateRegion(_ new: some Collection<PixelRect>) -> UInt {
    if let region, parts.elementsEqual(new) { return region }
    parts.removeAll(keepingCapacity: true)
    rectangles.removeAll(keepingCapacity: true)
    for part in new {
      parts.append(part)
      rectangles.append(XRectangle(part))
    }
    if let region {
      XFixesSetRegion(display.raw, region, &rectangles, Int32(rectangles.count))
      return region
    }
    let region = XFixesCreateRegion(display.raw, &rectangles, Int32(rectangles.count))
    self.region = region
    return region
  }
}

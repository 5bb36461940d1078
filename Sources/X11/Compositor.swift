internal import CX11
public import Scene
internal import ScrollCore

/// Brings frames to a window: copies the tiles that have moved, and nothing else.
///
/// Where a single opaque layer has moved and nothing lies over it, its tile goes to the glass as it is: one
/// request. Otherwise what has changed is put together in a back buffer first, so that nobody sees it half done.
public final class Compositor {
  private let display: Display
  private let window: Window
  private let renderer: Renderer
  private let images: ImageCache
  private let fades: FadeCache
  private var back: BackBuffer?
  private var shown: [Layer] = []
  private var shownStamps: [Stamp] = []
  private var shownBackground: Color?
  private var shownSize = Size.zero
  /// What Present is told to update, on the server, and as it was last set: x, y, width, height.
  private var region: UInt?
  private var regionPart = Rect.zero
  private var serial: UInt32 = 0
  /// Contents have gone since tiles were last freed.
  private var forgetContents = false
  /// Whether positions are rounded to whole pixels.
  public var wholePixels = false

  /// The back buffer and what belongs to its size.
  private final class BackBuffer {
    let surface: Surface
    init(_ surface: consuming Surface) { self.surface = surface }
  }

  public init(_ window: Window, typesetter: PangoTypesetter) {
    self.window = window
    display = window.display
    images = ImageCache(window.display)
    renderer = Renderer(
      window.display, windowFormat: window.format, alphaFormat: PixelFormat.alpha(window.display) ?? window.format,
      typesetter: typesetter, images: images)
    fades = FadeCache(window.display)
  }

  deinit {
    if let region { XFixesDestroyRegion(display.raw, region) }
  }

  /// Called once for every picture file that cannot be read, with its path.
  public var onImageFailure: ((String) -> Void)? {
    get { images.onFailure }
    set { images.onFailure = newValue }
  }

  /// When a frame comes to the glass.
  public enum Moment: Equatable {
    case now
    /// With the refresh of this count (`PresentPixmap`); a completion event tells when it was.
    case refresh(count: UInt64)
  }

  /// Shows a frame. Returns false where it looks like the one before, and nothing was sent.
  @discardableResult
  public func show(_ frame: borrowing Frame, at moment: Moment) -> Bool {
    let damage = takeDamage(of: frame)
    guard !damage.isEmpty else { return false }
    if let single = lonelyLayer(in: frame, damage: damage) {
      let set = renderer.tiles(for: frame.layers[single].content)
      let stamp = Stamp(clip: frame.layers[single].clip, origin: frame.layers[single].origin)
      set.cover(CollectionOfOne(stamp), wholePixels: wholePixels)
      let source = set.source(for: stamp, wholePixels: wholePixels)
      send(source.tile.surface, x: source.x, y: source.y, to: damage, at: moment)
    } else {
      let buffer = backBuffer(for: frame.size)
      compose(frame, damage, on: buffer.surface)
      send(buffer.surface, x: Int(damage.minX), y: Int(damage.minY), to: damage, at: moment)
    }
    return true
  }

  /// Shows everything again at once: after exposure, or when the window has another size.
  public func showAll(_ frame: borrowing Frame) {
    let all = Rect(origin: .zero, size: frame.size)
    compose(all: frame) { send($0, x: 0, y: 0, to: all, at: .now) }
  }

  /// Puts the whole frame together in the back buffer and hands it over.
  func compose<Result>(all frame: borrowing Frame, then use: (borrowing Surface) -> Result) -> Result {
    _ = takeDamage(of: frame)
    let buffer = backBuffer(for: frame.size)
    compose(frame, Rect(origin: .zero, size: frame.size), on: buffer.surface)
    return use(buffer.surface)
  }

  /// Draws one step of what will be visible soon. To be called after a frame, while there is time. Returns
  /// whether there was anything to do.
  public func prefetch() -> Bool { renderer.prefetch() }

  // MARK: - Damage

  /// The rectangle in which the frame differs from the one that is shown; the frame counts as shown from now on.
  private func takeDamage(of frame: borrowing Frame) -> Rect {
    var damage = Rect.zero
    let all = Rect(origin: .zero, size: frame.size)
    shownSize = frame.size
    if shownBackground != frame.background {
      shownBackground = frame.background
      damage = all
    }
    let count = frame.layers.count
    if shown.count == count {
      for i in 0..<count where !looksAsShown(i, in: frame) {
        damage = damage.union(frame.layers[i].clip)
        if shown[i].clip != frame.layers[i].clip { damage = damage.union(shown[i].clip) }
        if shown[i].content.id != frame.layers[i].content.id { forgetContents = true }
        shown[i] = frame.layers[i]
      }
    } else {
      for i in 0..<max(count, shown.count) {
        if i < count, i < shown.count, looksAsShown(i, in: frame) { continue }
        if i < count { damage = damage.union(frame.layers[i].clip) }
        if i < shown.count { damage = damage.union(shown[i].clip) }
      }
      // Its storage is the frame's own, and shared would be allocated anew with every frame.
      shown.removeAll(keepingCapacity: true)
      shown.append(contentsOf: frame.layers)
      forgetContents = true
    }
    shownStamps.removeAll(keepingCapacity: true)
    shownStamps.append(contentsOf: frame.stamps)
    if forgetContents {
      renderer.keepOnly(Set(shown.map(\.content.id)))
      forgetContents = false
    }
    return damage.intersection(all)
  }

  private func looksAsShown(_ i: Int, in frame: borrowing Frame) -> Bool {
    let (layer, old) = (frame.layers[i], shown[i])
    guard layer.looksLike(old) else { return false }
    guard let stamps = layer.stamps, let before = old.stamps else { return true }
    for (stamp, place) in zip(stamps, before) where frame.stamps[stamp] != shownStamps[place] { return false }
    return true
  }

  /// The index of the only layer that touches the damage, where it covers it with an opaque picture.
  private func lonelyLayer(in frame: borrowing Frame, damage: Rect) -> Int? {
    var found: Int?
    for i in frame.layers.indices where frame.layers[i].clip.intersects(damage) {
      if found != nil { return nil }
      found = i
    }
    guard let found else { return nil }
    let layer = frame.layers[found]
    guard layer.clip == damage, layer.stamps == nil, layer.opacity >= 1, layer.fade <= 0, !layer.erases,
      layer.content.background?.isOpaque == true
    else { return nil }
    return found
  }

  // MARK: - Composing

  private func backBuffer(for size: Size) -> BackBuffer {
    let (width, height) = (Int(size.width), Int(size.height))
    if let back, back.surface.width == width, back.surface.height == height { return back }
    let buffer = BackBuffer(Surface(display, width: width, height: height, format: window.format))
    back = buffer
    return buffer
  }

  private func compose(_ frame: borrowing Frame, _ damage: Rect, on target: borrowing Surface) {
    // What lies under a layer that covers all of the damage is not seen.
    var first = 0
    var isCovered = false
    for i in frame.layers.indices.reversed() where !isCovered {
      let layer = frame.layers[i]
      if layer.content.background?.isOpaque == true, layer.opacity >= 1, layer.stamps == nil,
        layer.clip.intersection(damage) == damage
      {
        first = i
        isCovered = true
      }
    }
    if !isCovered {
      target.fill(
        frame.background, x: Int(damage.minX), y: Int(damage.minY), width: Int(damage.width),
        height: Int(damage.height))
    }
    for i in first..<frame.layers.count {
      let area = frame.layers[i].clip.intersection(damage)
      if !area.isEmpty { compose(frame.layers[i], frame.stamps, area, on: target) }
    }
  }

  private func compose(_ layer: Layer, _ stamps: [Stamp], _ area: Rect, on target: borrowing Surface) {
    guard layer.opacity > 0 else { return }
    let one = CollectionOfOne(Stamp(clip: layer.clip, origin: layer.origin))
    if let range = layer.stamps {
      compose(layer, at: stamps[range], area, on: target)
    } else {
      compose(layer, at: one, area, on: target)
    }
  }

  private func compose(
    _ layer: Layer, at stamps: some Collection<Stamp>, _ area: Rect, on target: borrowing Surface
  ) {
    if stamps.isEmpty { return }
    if !layer.content.isBlank {
      let set = renderer.tiles(for: layer.content)
      set.cover(stamps, wholePixels: wholePixels)
      for stamp in stamps { copy(layer, set, stamp, stamp.clip.intersection(area), to: target) }
    }
    guard layer.fade > 0 else { return }
    for stamp in stamps {
      fades.apply(
        to: target, clip: stamp.clip, area: area, fade: layer.fade, color: layer.fadeColor, axis: layer.content.axis)
    }
  }

  private func copy(_ layer: Layer, _ set: TileSet, _ stamp: Stamp, _ area: Rect, to target: borrowing Surface) {
    if area.isEmpty { return }
    let source = set.source(for: stamp, wholePixels: wholePixels)
    let (x, y) = (Int(area.minX), Int(area.minY))
    let (sourceX, sourceY) = (source.x + x - Int(stamp.clip.minX), source.y + y - Int(stamp.clip.minY))
    if set.isOpaque, layer.opacity >= 1 {
      source.tile.surface.copy(
        x: sourceX, y: sourceY, width: Int(area.width), height: Int(area.height), to: target.pixmap, atX: x, y: y)
    } else {
      let mask = layer.opacity < 1 ? fades.mask(opacity: layer.opacity) : 0
      XRenderComposite(
        display.raw, Int32(layer.erases ? PictOpOutReverse : PictOpOver), source.tile.surface.picture, mask,
        target.picture, Int32(sourceX), Int32(sourceY), 0, 0, Int32(x), Int32(y), UInt32(area.width),
        UInt32(area.height))
    }
  }

  // MARK: - To the glass

  private func send(
    _ surface: borrowing Surface, x: Int, y: Int, to area: Rect, at moment: Moment
  ) {
    switch moment {
    case .now:
      surface.copy(
        x: x, y: y, width: Int(area.width), height: Int(area.height), to: window.id, atX: Int(area.minX),
        y: Int(area.minY))
    case .refresh(let count):
      serial &+= 1
      XPresentPixmap(
        display.raw, window.id, surface.pixmap, serial, 0, updateRegion(of: area, x: x, y: y),
        Int32(Int(area.minX) - x), Int32(Int(area.minY) - y), 0, 0, 0, UInt32(PresentOptionCopy), count, 0, 0, nil, 0)
    }
  }

  /// The part of a pixmap that is to be shown, as a region in the pixmap's own coordinates; none where the window's
  /// bounds cut it out by themselves.
  private func updateRegion(of area: Rect, x: Int, y: Int) -> UInt {
    guard area.size != shownSize else { return 0 }
    var rectangle = XRectangle(
      x: Int16(clamping: x), y: Int16(clamping: y), width: UInt16(clamping: Int(area.width)),
      height: UInt16(clamping: Int(area.height)))
    let part = Rect(origin: Point(x: Double(x), y: Double(y)), size: area.size)
    defer { regionPart = part }
    guard let region else {
      let new = XFixesCreateRegion(display.raw, &rectangle, 1)
      region = new
      return new
    }
    if part != regionPart { XFixesSetRegion(display.raw, region, &rectangle, 1) }
    return region
  }
}

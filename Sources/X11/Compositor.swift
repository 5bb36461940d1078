internal import CX11
package import Scene
internal import ScrollCore

/// Brings frames to a window: copies the tiles that have moved, and nothing else.
///
/// Where a single opaque layer has moved and nothing lies over it, its tile goes to the glass as it is: one
/// request. Otherwise what has changed is put together in a back buffer first, so that nobody sees it half done.
package final class Compositor {
  let display: Display
  private let window: Window
  let renderer: Renderer
  private let images: ImageCache
  let fades: FadeCache
  let sheets: SheetCache
  private var back: BackBuffer?
  private var shown: [Layer] = []
  private var shownStamps: [Stamp] = []
  private var shownMarks: [Mark] = []
  private var shownBackground: Color?
  private var shownSize = Size.zero
  /// What Present is told to update, on the server, and as it was last set: x, y, width, height.
  private var region: UInt?
  private var regionPart = Rect.zero
  private var serial: UInt32 = 0
  /// Contents have gone since tiles were last freed.
  private var forgetContents = false
  /// Whether positions are rounded to whole pixels.
  package var wholePixels = false

  /// The back buffer and what belongs to its size.
  private final class BackBuffer {
    let surface: Surface
    init(_ surface: consuming Surface) { self.surface = surface }
  }

  package init(_ window: Window, typesetter: PangoTypesetter) {
    self.window = window
    display = window.display
    images = ImageCache(window.display)
    renderer = Renderer(
      window.display, windowFormat: window.format, alphaFormat: PixelFormat.alpha(window.display) ?? window.format,
      typesetter: typesetter, images: images)
    fades = FadeCache(window.display)
    sheets = SheetCache(renderer, fades)
  }

  deinit {
    if let region { XFixesDestroyRegion(display.raw, region) }
  }

  /// Called once for every picture file that cannot be read, with its path.
  package var onImageFailure: ((String) -> Void)? {
    get { images.onFailure }
    set { images.onFailure = newValue }
  }

  /// When a frame comes to the glass.
  package enum Moment: Equatable {
    case now
    /// With the refresh of this count (`PresentPixmap`); a completion event tells when it was.
    case refresh(count: UInt64)
  }

  /// Shows a frame. Returns false where it looks like the one before, and nothing was sent.
  @discardableResult
  package func show(_ frame: borrowing Frame, at moment: Moment) -> Bool {
    let damage = takeDamage(of: frame)
    guard !damage.isEmpty else { return false }
    if let single = lonelyLayer(in: frame, damage: damage, at: moment) {
      sendAlone(single, of: frame, damage, at: moment)
    } else {
      let buffer = backBuffer(for: frame.size)
      compose(frame, damage, on: buffer.surface)
      send(buffer.surface, x: Int(damage.minX), y: Int(damage.minY), to: damage, at: moment)
    }
    return true
  }

  /// Shows everything again at once: after exposure, or when the window has another size.
  package func showAll(_ frame: borrowing Frame) {
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
  package func prefetch() -> Bool { renderer.prefetch() }

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
      shown.replaceAll(with: frame.layers)
      forgetContents = true
    }
    shownStamps.replaceAll(with: frame.stamps)
    shownMarks.replaceAll(with: frame.marks)
    if forgetContents {
      let ids = Set(shown.map(\.content.id))
      renderer.keepOnly(ids)
      sheets.keepOnly(ids)
      forgetContents = false
    }
    return damage.intersection(all)
  }

  private func looksAsShown(_ i: Int, in frame: borrowing Frame) -> Bool {
    let (layer, old) = (frame.layers[i], shown[i])
    guard layer.looksLike(old) else { return false }
    if let marks = layer.marks?.range, let before = old.marks?.range {
      for (mark, place) in zip(marks, before) where frame.marks[mark] != shownMarks[place] { return false }
    }
    if let stamps = layer.stamps, let before = old.stamps {
      for (stamp, place) in zip(stamps, before) where frame.stamps[stamp] != shownStamps[place] { return false }
    }
    return true
  }

  /// The index of the only layer that touches the damage, where it covers it with an opaque picture.
  private func lonelyLayer(in frame: borrowing Frame, damage: Rect, at moment: Moment) -> Int? {
    var found: Int?
    for i in frame.layers.indices where frame.layers[i].clip.intersects(damage) {
      if let found {
        guard inlay(of: found, in: frame, at: moment) == i else { return nil }
      } else {
        found = i
      }
    }
    guard let found else { return nil }
    let layer = frame.layers[found]
    guard layer.clip == damage, layer.stamps == nil, layer.opacity >= 1, layer.fade <= 0, !layer.erases,
      layer.content.background?.isOpaque == true
    else { return nil }
    return found
  }

  // MARK: - To the glass

  private func backBuffer(for size: Size) -> BackBuffer {
    let (width, height) = (Int(size.width), Int(size.height))
    if let back, back.surface.width == width, back.surface.height == height { return back }
    let buffer = BackBuffer(Surface(display, width: width, height: height, format: window.format))
    back = buffer
    return buffer
  }

  /// An opaque layer's part in `area`, straight from its tile. What is inlaid is drawn into the tile.
  private func sendAlone(_ index: Int, of frame: borrowing Frame, _ area: Rect, at moment: Moment) {
    let layer = frame.layers[index]
    let (set, stamp) = (tiles(for: layer, []), layer.stamp(0, of: []))
    let inlay = inlay(of: index, in: frame, at: moment)
    let source = set.source(for: stamp, wholePixels: wholePixels, keepingInlay: inlay != nil)
    if let inlay, let background = layer.content.background {
      let offset = (x: source.x - Int(stamp.clip.minX), y: source.y - Int(stamp.clip.minY))
      sheets.inlay(
        frame.layers[inlay], of: frame, movedBy: offset, background, in: source.tile, wholePixels: wholePixels)
    }
    send(source, stamp, area, at: moment)
  }

  /// The index of the layer that can be drawn into a layer's tile. None where a later refresh shows the tile, which may
  /// not change before it.
  private func inlay(of index: Int, in frame: borrowing Frame, at moment: Moment) -> Int? {
    let next = index + 1
    return moment == .now && next < frame.layers.count && frame.layers[next].isInlaid ? next : nil
  }

  /// What a stamp shows in `area`, from its tile.
  private func send(_ source: TileSet.Source, _ stamp: Stamp, _ area: Rect, at moment: Moment) {
    send(
      source.tile.surface, x: source.x + Int(area.minX - stamp.clip.minX),
      y: source.y + Int(area.minY - stamp.clip.minY), to: area, at: moment)
  }

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
    let part = Rect(origin: Point(x: Double(x), y: Double(y)), size: area.size)
    var rectangle = XRectangle(part)
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

extension Array {
  /// Copies elements into its own storage: shared with a frame, it would be allocated anew with every frame.
  fileprivate mutating func replaceAll(with elements: [Element]) {
    if !isEmpty { removeAll(keepingCapacity: true) }
    if !elements.isEmpty { append(contentsOf: elements) }
  }
}

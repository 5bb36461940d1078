internal import CX11
internal import Scene
internal import ScrollCore
internal import X11

/// The pictures that fade the ends of a layer. They ease from a colour at the edge to nothing.
///
/// An opaque colour is laid on through a component-alpha mask, so that the server, which mixes code values, produces
/// the right light. A translucent colour replaces the picture below, with one alpha for all channels.
final class FadeCache {
  private let display: Display
  private let curve: LightCurve
  private let format: PixelFormat?
  private var overlays: [Key: Surface] = [:]
  /// The overlay used last. The next frame mostly uses it again, and comparing is cheaper than a look-up.
  private var last: (key: Key, overlay: Surface)?
  /// The total of all overlays.
  private var pixels = 0

  private struct Key: Hashable {
    var length: Int
    var text: Color
    var color: Color
    var axis: Axis
    var place: Place
    var use: Use

    /// The overlay's length along the axis, in pixels.
    var span: Int {
      if case .both(let span) = place { return span }
      return length
    }
  }

  private enum Place: Hashable {
    case start, end
    /// Both ends, `span` pixels from edge to edge.
    case both(span: Int)
  }

  private enum Use: Hashable {
    /// The mask for a colour.
    case mask
    /// Erases the picture below, completely at the edge.
    case eraser
    /// The colour itself.
    case light
  }

  /// A picture to composite, and its mask or 0.
  private struct Paint {
    var source: UInt
    var mask: UInt
    var operation: Int32
  }

  init(_ display: Display, _ curve: LightCurve) {
    self.display = display
    self.curve = curve
    format = PixelFormat.alpha(display)
  }

  /// A picture with this alpha.
  func mask(opacity: Double) -> UInt {
    display.fill(Color(red: 0, green: 0, blue: 0, alpha: UInt8((min(1, max(0, opacity)) * 255).rounded())))
  }

  /// Lays a layer's fade over the part in `area`; `clip` is the layer's clip.
  func apply(_ fade: Fade, axis: Axis, clip: PixelRect, area: PixelRect, on target: Surface) {
    let (along, across) = axis.turned(clip.columns, clip.rows)
    let length = min(Int(fade.length.rounded()), along.count / 2)
    guard length > 0 else { return }
    // Only for horizontal fades: there are many reels, each with ends of its own.
    if area == clip, axis == .horizontal { return applyToBoth(fade, axis: axis, clip, on: target.ends) }
    for place in [Place.start, .end] {
      let start = place == .end ? along.upperBound - length : along.lowerBound
      let rect = axis.rect(along: start..<start + length, across: across)
      let part = rect.intersection(area)
      guard !part.isEmpty else { continue }
      lay(fade, length, axis, place, thickness: axis.turned(part.width, part.height).across) { paint in
        // The overlay is uniform across the axis.
        let isAcross = axis == .horizontal
        target.composite(
          paint.source, x: isAcross ? part.x - rect.x : 0, y: isAcross ? 0 : part.y - rect.y, mask: paint.mask,
          by: paint.operation, in: part)
      }
    }
  }

  /// Lays a fade over both ends of a part with one request.
  func applyToBoth(_ fade: Fade, axis: Axis, _ clip: PixelRect, on target: FadedEnds) {
    let (along, across) = axis.turned(clip.columns, clip.rows)
    let length = min(Int(fade.length.rounded()), along.count / 2)
    guard length > 0 else { return }
    lay(fade, length, axis, .both(span: along.count), thickness: across.count) { paint in
      target.composite(
        paint.source, mask: paint.mask, by: paint.operation, length: length, axis: axis, in: clip)
    }
  }

  /// A translucent colour is added after erasing the picture below.
  private func lay(
    _ fade: Fade, _ length: Int, _ axis: Axis, _ place: Place, thickness: Int, by composite: (Paint) -> Void
  ) {
    func overlay(_ use: Use) -> UInt? {
      let text = use == .mask ? fade.text : .clear
      let key = Key(length: length, text: text, color: fade.color, axis: axis, place: place, use: use)
      return self.overlay(key, thickness: thickness)?.picture
    }
    if fade.color.isOpaque {
      guard let mask = overlay(.mask) else { return }
      return composite(Paint(source: display.fill(fade.color), mask: mask, operation: PictOpOver))
    }
    if let eraser = overlay(.eraser) { composite(Paint(source: eraser, mask: 0, operation: PictOpOutReverse)) }
    if let light = overlay(.light) { composite(Paint(source: light, mask: 0, operation: PictOpAdd)) }
  }

  /// The colour's share of the light at pixel `i` from the edge: a smoothstep, which has no visible beginning.
  static func cover(_ i: Int, of length: Int) -> Double {
    let u = (Double(i) + 0.5) / Double(length)
    return 1 - u * u * (3 - 2 * u)
  }

  /// The rows between two fades, as far as they are visible.
  static func seenRows(of rows: Range<Int>, fade: Double) -> Range<Int> {
    let hidesEnds = fade >= 1 && cover(0, of: Int(fade)) > 0.95
    return hidesEnds && rows.count > 2 ? rows.lowerBound + 1..<rows.upperBound - 1 : rows
  }

  // MARK: - Overlays

  /// The bound of all overlays' pixels; a single one may exceed it.
  private static let most = 1 << 22

  /// An overlay at least `thickness` pixels thick. `.both` overlays span the whole part, because repeating a picture
  /// costs a server more than reading it.
  private func overlay(_ key: Key, thickness: Int) -> Surface? {
    func isThick(_ overlay: Surface) -> Bool { key.axis.turned(overlay.width, overlay.height).across >= thickness }
    if let last, last.key == key, isThick(last.overlay) { return last.overlay }
    let known = overlays[key].flatMap { isThick($0) ? $0 : nil }
    guard let overlay = known ?? makeOverlay(key, thickness: thickness) else { return nil }
    last = (key, overlay)
    return overlay
  }

  private func makeOverlay(_ key: Key, thickness: Int) -> Surface? {
    guard let format else { return nil }
    func rect(_ along: Range<Int>) -> PixelRect { key.axis.rect(along: along, across: 0..<thickness) }
    let size = rect(0..<key.span)
    if let thin = overlays[key] { pixels -= thin.width * thin.height }
    // A stopping reel fades at every length, with a few pixels each.
    if overlays.count > 256 || pixels + size.width * size.height > Self.most { (overlays, pixels) = ([:], 0) }
    let overlay = Surface(display, width: size.width, height: size.height, format: format)
    if key.use == .mask { overlay.masksByChannel() }
    if key.span > 2 * key.length { overlay.fill(.clear, size) }
    for i in 0..<key.length {
      let pixel = pixel(key, cover: Self.cover(i, of: key.length), in: format)
      if key.place != .end { overlay.fill(pixel: pixel, rect(i..<i + 1)) }
      if key.place != .start { overlay.fill(pixel: pixel, rect(key.span - 1 - i..<key.span - i)) }
    }
    overlays[key] = overlay
    pixels += size.width * size.height
    return overlay
  }

  private func pixel(_ key: Key, cover: Double, in format: PixelFormat) -> UInt {
    if key.use == .mask {
      let mask = curve.mask(of: key.text.over(key.color), fadingInto: key.color, cover: cover)
      return format.pixel(ofPremultiplied: mask)
    }
    var color = key.use == .eraser ? Color.black : key.color
    color.alpha = UInt8((Double(color.alpha) * cover).rounded())
    return format.pixel(color)
  }
}

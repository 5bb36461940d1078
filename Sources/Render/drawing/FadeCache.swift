internal import CX11
internal import Scene
internal import ScrollCore
internal import X11

/// What lies over the ends of a layer that fades: a colour that eases from all of the light at the edge to none of it. It
/// is laid on through a mask channel by channel, so that the server, which mixes code values, shows the right light. Where the
/// colour itself is see-through it takes the place of what is there, instead of lying on it, and has one alpha for all channels.
final class FadeCache {
  private let display: Display
  private let curve: LightCurve
  private let format: PixelFormat?
  private var overlays: [Key: Surface] = [:]
  /// The one that was laid on last: with the next frame it mostly is again, and to compare is cheaper than to look up.
  private var last: (key: Key, overlay: Surface)?
  /// Of all overlays.
  private var pixels = 0

  private struct Key: Hashable {
    var length: Int
    var text: Color
    var color: Color
    var axis: Axis
    var place: Place
    var use: Use

    /// How many pixels an overlay has along the axis.
    var span: Int {
      if case .both(let span) = place { return span }
      return length
    }
  }

  private enum Place: Hashable {
    case start, end
    /// Both, from the one edge to the other so many pixels apart.
    case both(span: Int)
  }

  private enum Use: Hashable {
    /// Lets so much of a colour through.
    case mask
    /// Takes away what is there, all of it at the edge.
    case eraser
    /// Is the colour.
    case light
  }

  /// A picture that is composited through another one, if any.
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

  /// A picture of that alpha.
  func mask(opacity: Double) -> UInt {
    display.fill(Color(red: 0, green: 0, blue: 0, alpha: UInt8((min(1, max(0, opacity)) * 255).rounded())))
  }

  /// Lays a layer's fade over the part of it that lies in `area`; `clip` is what the layer may mark.
  func apply(_ fade: Fade, axis: Axis, clip: PixelRect, area: PixelRect, on target: Surface) {
    let (along, across) = axis.turned(clip.columns, clip.rows)
    let length = min(Int(fade.length.rounded()), along.count / 2)
    guard length > 0 else { return }
    // Reels are many, and each has ends of its own.
    if area == clip, axis == .horizontal { return applyToBoth(fade, axis: axis, clip, on: target.ends) }
    for place in [Place.start, .end] {
      let start = place == .end ? along.upperBound - length : along.lowerBound
      let rect = axis.rect(along: start..<start + length, across: across)
      let part = rect.intersection(area)
      guard !part.isEmpty else { continue }
      lay(fade, length, axis, place, thickness: axis.turned(part.width, part.height).across) { paint in
        // The overlay is the same all along its thickness.
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

  /// Where the colour is see-through it goes in the place of what it takes away.
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

  /// How much of the light is the colour's, so many pixels from the edge: a smoothstep, with no visible line where it
  /// begins.
  static func cover(_ i: Int, of length: Int) -> Double {
    let u = (Double(i) + 0.5) / Double(length)
    return 1 - u * u * (3 - 2 * u)
  }

  /// Those of the rows between two fades in which more than next to nothing is seen of what lies under them.
  static func seenRows(of rows: Range<Int>, fade: Double) -> Range<Int> {
    let hidesEnds = fade >= 1 && cover(0, of: Int(fade)) > 0.95
    return hidesEnds && rows.count > 2 ? rows.lowerBound + 1..<rows.upperBound - 1 : rows
  }

  // MARK: - Overlays

  /// All overlays have at most so many pixels, but for one that has more by itself.
  private static let most = 1 << 22

  /// At least so many pixels thick, and as long as what lies between its ends: to repeat it costs a server more than
  /// to read it.
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
    // A reel that comes to rest goes through all lengths, with a few pixels each.
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

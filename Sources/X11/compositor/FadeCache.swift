internal import CX11
internal import Scene
internal import ScrollCore

/// What lies over the ends of a layer that fades: a colour whose alpha eases from full at the edge to none. Where the
/// colour itself is see-through it takes the place of what is there, instead of lying on it.
final class FadeCache {
  private let display: Display
  private let curve: LightCurve
  private let format: PixelFormat?
  private var overlays: [Key: Surface] = [:]

  fileprivate struct Key: Hashable {
    var length: Int
    var color: Color
    var axis: Axis
    var place: Place
    /// Takes away what is there, by as much as the colour covers.
    var erases: Bool
  }

  fileprivate enum Place: Hashable {
    case start, end
    /// Both, from the one edge to the other so many pixels apart.
    case both(span: Int)
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
      lay(fade, length, axis, place, thickness: axis.turned(part.width, part.height).across) { overlay, operation in
        // The overlay is the same all along its thickness.
        let isAcross = axis == .horizontal
        target.composite(
          overlay.picture, x: isAcross ? part.x - rect.x : 0, y: isAcross ? 0 : part.y - rect.y, by: operation,
          in: part)
      }
    }
  }

  /// Lays a fade over both ends of a part with one request.
  func applyToBoth(_ fade: Fade, axis: Axis, _ clip: PixelRect, on target: FadedEnds) {
    let (along, across) = axis.turned(clip.columns, clip.rows)
    let length = min(Int(fade.length.rounded()), along.count / 2)
    guard length > 0 else { return }
    lay(fade, length, axis, .both(span: along.count), thickness: across.count) { overlay, operation in
      target.composite(overlay.picture, by: operation, length: length, axis: axis, in: clip)
    }
  }

  /// Where the colour is see-through it goes in the place of what it takes away.
  private func lay(
    _ fade: Fade, _ length: Int, _ axis: Axis, _ place: Place, thickness: Int,
    by composite: (_ overlay: Surface, _ operation: Int32) -> Void
  ) {
    var key = Key(length: length, color: fade.color, axis: axis, place: place, erases: !fade.color.isOpaque)
    if key.erases, let overlay = overlay(key, thickness: thickness) { composite(overlay, PictOpOutReverse) }
    key.erases = false
    guard let overlay = overlay(key, thickness: thickness) else { return }
    composite(overlay, fade.color.isOpaque ? PictOpOver : PictOpAdd)
  }

  /// How much of the light is the colour's, so many pixels from the edge: a smoothstep, with no visible line where it
  /// begins.
  static func cover(_ i: Int, of length: Int) -> Double {
    let u = (Double(i) + 0.5) / Double(length)
    return 1 - u * u * (3 - 2 * u)
  }

  /// How much of the colour has to be mixed in, in code values, for so much of the light to be its. A server mixes all
  /// pixels by the same share: it is right where black or white text covers nine tenths of one, so that stems
  /// fade evenly on dark grounds, and evenly in the mean on light ones.
  private func share(of color: Color, cover: Double) -> Double {
    guard color.isOpaque else { return cover }
    let ground = color.luminance
    let text = ground > 0.18 ? 0.0 : 1.0
    func code(_ covered: Double) -> Double { curve.code(ofLight: text * covered + ground * (1 - covered)) }
    return 1 - (code(0.9 * (1 - cover)) - code(0)) / (code(0.9) - code(0))
  }

  /// Those of the rows between two fades in which more than next to nothing is seen of what lies under them.
  static func seenRows(of rows: Range<Int>, fade: Double) -> Range<Int> {
    let hidesEnds = fade >= 1 && cover(0, of: Int(fade)) > 0.95
    return hidesEnds && rows.count > 2 ? rows.lowerBound + 1..<rows.upperBound - 1 : rows
  }

  /// At least so many pixels thick: to repeat it costs a server more than to read it.
  private func overlay(_ key: Key, thickness: Int) -> Surface? {
    if let overlay = overlays[key], key.axis.turned(overlay.width, overlay.height).across >= thickness {
      return overlay
    }
    guard let format else { return nil }
    // A reel that comes to rest goes through all lengths, with a few pixels each.
    if overlays.count > 256 { overlays = [:] }
    func rect(_ along: Range<Int>) -> PixelRect { key.axis.rect(along: along, across: 0..<thickness) }
    let (count, starts, ends) = key.steps
    let size = rect(0..<count)
    let overlay = Surface(display, width: size.width, height: size.height, format: format)
    if case .both = key.place {
      overlay.repeats()
      overlay.fill(.clear, size)
    }
    let color = key.erases ? Color.black : key.color
    for i in 0..<key.length {
      let share = share(of: key.color, cover: Self.cover(i, of: key.length))
      let pixel = format.pixel(overItself: color, alpha: UInt8((Double(color.alpha) * share).rounded()))
      if let starts { overlay.fill(pixel: pixel, rect(starts + i..<starts + i + 1)) }
      if let ends { overlay.fill(pixel: pixel, rect(ends - 1 - i..<ends - i)) }
    }
    overlays[key] = overlay
    return overlay
  }
}

extension FadeCache.Key {
  /// How many pixels an overlay has along the axis, where in it the fade at the start begins, and where the one at the end
  /// ends. One for both ends is repeated: it is just so long that they do not meet.
  fileprivate var steps: (count: Int, starts: Int?, ends: Int?) {
    switch place {
    case .start: return (length, 0, nil)
    case .end: return (length, nil, length)
    case .both(let span):
      var count = 2 * length
      while !(length...count - length).contains((span - length) % count) { count += 1 }
      return (count, 0, (span - length) % count + length)
    }
  }
}

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

  private struct Key: Hashable {
    var length: Int
    var color: Color
    var axis: Axis
    var isEnd: Bool
    /// Takes away what is there, by as much as the colour covers.
    var erases: Bool
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
    for isEnd in [false, true] {
      let start = isEnd ? along.upperBound - length : along.lowerBound
      let place = axis.rect(along: start..<start + length, across: across)
      let part = place.intersection(area)
      guard !part.isEmpty else { continue }
      var key = Key(length: length, color: fade.color, axis: axis, isEnd: isEnd, erases: !fade.color.isOpaque)
      if key.erases { lay(key, by: PictOpOutReverse, at: place, part, on: target) }
      key.erases = false
      lay(key, by: fade.color.isOpaque ? PictOpOver : PictOpAdd, at: place, part, on: target)
    }
  }

  private func lay(
    _ key: Key, by operation: Int32, at place: PixelRect, _ part: PixelRect, on target: Surface
  ) {
    let thickness = key.axis.turned(part.width, part.height).across
    guard let overlay = overlay(key, thickness: thickness) else { return }
    // The overlay is the same all along its thickness.
    let isAcross = key.axis == .horizontal
    target.composite(
      overlay.picture, x: isAcross ? part.x - place.x : 0, y: isAcross ? 0 : part.y - place.y, by: operation,
      in: part)
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
    let size = rect(0..<key.length)
    let overlay = Surface(display, width: size.width, height: size.height, format: format)
    let color = key.erases ? Color.black : key.color
    for i in 0..<key.length {
      let share = share(of: key.color, cover: Self.cover(i, of: key.length))
      let at = key.isEnd ? key.length - 1 - i : i
      overlay.fill(
        pixel: format.pixel(overItself: color, alpha: UInt8((Double(color.alpha) * share).rounded())),
        rect(at..<at + 1))
    }
    overlays[key] = overlay
    return overlay
  }
}

internal import CX11
internal import Scene
internal import ScrollCore

/// What lies over the ends of a layer that fades: a colour whose alpha eases from full at the edge to none. Where the
/// colour itself is see-through it takes the place of what is there, instead of lying on it.
final class FadeCache {
  private let display: Display
  private let format: PixelFormat?
  private var overlays: [Key: Overlay] = [:]
  private let masks: SolidFills

  private struct Key: Hashable {
    var length: Int
    var color: Color
    var axis: Axis
    var isEnd: Bool
    /// Takes away what is there, by as much as the colour covers.
    var erases = false
  }

  private final class Overlay {
    let surface: Surface
    init(_ surface: consuming Surface) { self.surface = surface }
  }

  init(_ display: Display) {
    self.display = display
    format = PixelFormat.alpha(display)
    // One for each alpha.
    masks = SolidFills(display, limit: 256)
  }

  /// A picture of that alpha.
  func mask(opacity: Double) -> UInt {
    masks.picture(of: Color(red: 0, green: 0, blue: 0, alpha: UInt8((min(1, max(0, opacity)) * 255).rounded())))
  }

  /// Lays the fades of a layer over the part of them that lies in `area`.
  func apply(
    to target: borrowing Surface, clip: Rect, area: Rect, fade: Double, color: Color, axis: Axis
  ) {
    let isAcross = axis == .horizontal
    let length = min(Int(fade.rounded()), Int(isAcross ? clip.width : clip.height) / 2)
    guard length > 0 else { return }
    for isEnd in [false, true] {
      let size =
        isAcross ? Size(width: Double(length), height: clip.height) : Size(width: clip.width, height: Double(length))
      let origin =
        !isEnd ? clip.origin : Point(x: clip.maxX - size.width, y: clip.maxY - size.height)
      let place = Rect(origin: origin, size: size)
      let part = place.intersection(area)
      guard !part.isEmpty else { continue }
      var key = Key(length: length, color: color, axis: axis, isEnd: isEnd)
      guard !color.isOpaque else {
        lay(key, by: PictOpOver, at: place, part, on: target)
        continue
      }
      key.erases = true
      lay(key, by: PictOpOutReverse, at: place, part, on: target)
      key.erases = false
      lay(key, by: PictOpAdd, at: place, part, on: target)
    }
  }

  private func lay(_ key: Key, by operation: Int32, at place: Rect, _ part: Rect, on target: borrowing Surface) {
    let isAcross = key.axis == .horizontal
    guard let overlay = overlay(key, thickness: Int(isAcross ? part.height : part.width)) else { return }
    XRenderComposite(
      display.raw, operation, overlay.surface.picture, 0, target.picture,
      Int32(isAcross ? part.minX - place.minX : 0), Int32(isAcross ? 0 : part.minY - place.minY), 0, 0,
      Int32(part.minX), Int32(part.minY), UInt32(part.width), UInt32(part.height))
  }

  /// How much of the colour there is, so many pixels from the edge: a smoothstep, with no visible line where it begins.
  static func cover(_ i: Int, of length: Int) -> Double {
    let u = (Double(i) + 0.5) / Double(length)
    return 1 - u * u * (3 - 2 * u)
  }

  /// Those of the rows between two fades in which more than next to nothing is seen of what lies under them.
  static func seenRows(of rows: Range<Int>, fade: Double) -> Range<Int> {
    let hidesEnds = fade >= 1 && cover(0, of: Int(fade)) > 0.95
    return hidesEnds && rows.count > 2 ? rows.lowerBound + 1..<rows.upperBound - 1 : rows
  }

  /// At least so many pixels thick: to repeat it costs a server more than to read it.
  private func overlay(_ key: Key, thickness: Int) -> Overlay? {
    let isAcross = key.axis == .horizontal
    if let overlay = overlays[key], (isAcross ? overlay.surface.height : overlay.surface.width) >= thickness {
      return overlay
    }
    guard let format else { return nil }
    // A reel that comes to rest goes through all lengths, with a few pixels each.
    if overlays.count > 256 { overlays = [:] }
    let surface = Surface(
      display, width: isAcross ? key.length : thickness, height: isAcross ? thickness : key.length, format: format)
    let color = key.erases ? Color.black : key.color
    for i in 0..<key.length {
      let cover = Self.cover(i, of: key.length)
      let at = key.isEnd ? key.length - 1 - i : i
      surface.fill(
        pixel: format.pixel(overItself: color, alpha: UInt8((Double(color.alpha) * cover).rounded())),
        x: isAcross ? at : 0, y: isAcross ? 0 : at, width: isAcross ? 1 : thickness, height: isAcross ? thickness : 1)
    }
    let overlay = Overlay(surface)
    overlays[key] = overlay
    return overlay
  }
}

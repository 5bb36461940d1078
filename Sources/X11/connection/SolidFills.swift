internal import CX11
internal import ScrollCore

/// Endless pictures of one colour on a server (`XRenderCreateSolidFill`), those used last. A picture stays at least until
/// `most` other colours have been asked for.
struct SolidFills {
  private var recent: [Color: UInt] = [:]
  /// Those from before the recent ones. Whichever is used again becomes a recent one.
  private var former: [Color: UInt] = [:]

  /// The bound of the recent ones. What fades has another one in each frame.
  static let most = 32

  mutating func picture(of color: Color, on display: OpaquePointer) -> UInt {
    if let picture = recent[color] { return picture }
    if recent.count >= Self.most {
      for (color, picture) in former where recent[color] == nil { XRenderFreePicture(display, picture) }
      (former, recent) = (recent, [:])
    }
    let picture = former[color] ?? make(color, on: display)
    recent[color] = picture
    return picture
  }

  private func make(_ color: Color, on display: OpaquePointer) -> UInt {
    var value = color.premultiplied
    return XRenderCreateSolidFill(display, &value)
  }
}

package import CX11
public import ScrollCore

/// A font opened by Xft, closed with its last reference (`XftFontClose`).
///
/// Xft's fonts are global to the process and unlocked, so calls hold `SharedState`'s lock.
public final class XFont {
  private let display: Display
  private let raw: UnsafeMutablePointer<XftFont>

  /// Opens the font that best matches a name such as "Noto Sans-12:bold" (`XftFontOpenName`). Nil if no font is
  /// installed.
  public convenience init?(_ display: Display, named name: String) {
    self.init(display) { XftFontOpenName(display.raw, display.screen, name) }
  }

  /// Opens the font that a complete pattern describes: its file, its size in pixels (`XftFontOpenPattern`). The caller
  /// keeps its pattern. Nil if the file has gone or is broken.
  package convenience init?(_ display: Display, pattern: OpaquePointer) {
    self.init(display) {
      // Xft takes ownership of the pattern it opens.
      guard let copy = FcPatternDuplicate(pattern) else { return nil }
      let font = XftFontOpenPattern(display.raw, copy)
      if font == nil { FcPatternDestroy(copy) }
      return font
    }
  }

  private init?(_ display: Display, _ open: () -> UnsafeMutablePointer<XftFont>?) {
    var opened: UnsafeMutablePointer<XftFont>?
    SharedState.withLock { opened = open() }
    guard let opened else { return nil }
    (self.display, raw) = (display, opened)
  }

  deinit { SharedState.withLock { XftFontClose(display.raw, raw) } }

  /// How far lines reach above the baseline, in whole pixels.
  public var ascent: Int { Int(raw.pointee.ascent) }
  /// How far they reach below it.
  public var descent: Int { Int(raw.pointee.descent) }

  /// Calls `use` with the FreeType face at the font's size (`XftLockFace`). Xft keeps only a few files open. Do not
  /// call Xft within `use`. False if the file can no longer be opened.
  ///
  /// Xft 2.3.6 ignores the axes of variable fonts: set them in `use`.
  @discardableResult
  package func withFace(_ use: (FT_Face) -> Void) -> Bool {
    SharedState.withLock {
      guard let face = XftLockFace(raw) else { return false }
      use(face)
      XftUnlockFace(raw)
      return true
    }
  }

  /// How far the pen moves over a text, in whole pixels (`XftTextExtentsUtf8`).
  public func advance(of text: String) -> Int {
    var extents = XGlyphInfo()
    let bytes = Array(text.utf8.prefix(Self.longest))
    SharedState.withLock { XftTextExtentsUtf8(display.raw, raw, bytes, Int32(bytes.count), &extents) }
    return Int(extents.xOff)
  }

  /// Draws a text; `x` is the left end of its baseline (`XftDrawStringUtf8`). Characters stay in their order and are
  /// not shaped.
  public func draw(_ text: String, on surface: Surface, x: Int, baseline: Int, color: Color) {
    let bytes = Array(text.utf8.prefix(Self.longest))
    draw(on: surface, color) { draw, color in
      XftDrawStringUtf8(draw, &color, raw, Int32(clamping: x), Int32(clamping: baseline), bytes, Int32(bytes.count))
    }
  }

  /// Draws glyphs by their indices in the font, one after the other (`XftDrawGlyphs`).
  package func draw(glyphs: [UInt32], on surface: Surface, x: Int, baseline: Int, color: Color) {
    draw(on: surface, color) { draw, color in
      XftDrawGlyphs(draw, &color, raw, Int32(clamping: x), Int32(clamping: baseline), glyphs, Int32(glyphs.count))
    }
  }

  /// At most this many bytes of a text are drawn, because X counts pixels in 16 bits.
  private static let longest = 1 << 14

  private func draw(on surface: Surface, _ color: Color, _ use: (OpaquePointer, inout XftColor) -> Void) {
    SharedState.withLock {
      var color = XftColor(pixel: surface.format.pixel(color), color: color.premultiplied)
      let colormap = XDefaultColormap(display.raw, display.screen)
      guard let draw = XftDrawCreate(display.raw, surface.pixmap, surface.format.visual, colormap) else { return }
      use(draw, &color)
      XftDrawDestroy(draw)
    }
  }
}

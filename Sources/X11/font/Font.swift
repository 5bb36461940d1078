package import CX11
package import ScrollCore

/// A font that Xft has opened, closed with its last reference (`XftFontClose`).
///
/// Xft keeps its fonts once for a process, and does not guard them: `SharedState` does.
package final class Font {
  private let display: Display
  private let raw: UnsafeMutablePointer<XftFont>

  /// Opens the font that fits a name best, as "Noto Sans-12:bold" (`XftFontOpenName`). Nil where there is no font at all.
  package convenience init?(_ display: Display, named name: String) {
    self.init(display) { XftFontOpenName(display.raw, display.screen, name) }
  }

  /// Opens the font that a pattern describes in full: its file, its size in pixels (`XftFontOpenPattern`). The pattern stays
  /// the caller's. Nil where the file has gone or is broken.
  package convenience init?(_ display: Display, pattern: OpaquePointer) {
    self.init(display) {
      // A font that is opened keeps its pattern.
      guard let copy = FcPatternDuplicate(pattern) else { return nil }
      let font = XftFontOpenPattern(display.raw, copy)
      if font == nil { FcPatternDestroy(copy) }
      return font
    }
  }

  private init?(_ display: Display, _ open: () -> UnsafeMutablePointer<XftFont>?) {
    var opened: UnsafeMutablePointer<XftFont>?
    SharedState.alone { opened = open() }
    guard let opened else { return nil }
    (self.display, raw) = (display, opened)
  }

  deinit { SharedState.alone { XftFontClose(display.raw, raw) } }

  /// How far lines reach above the baseline, in whole pixels.
  package var ascent: Int { Int(raw.pointee.ascent) }
  /// How far they reach below it.
  package var descent: Int { Int(raw.pointee.descent) }

  /// The FreeType face at the font's size, for as long as `use` runs (`XftLockFace`): Xft keeps a few files open, and closes
  /// others. Nothing of Xft may be called within. False where the file cannot be opened any more.
  ///
  /// Xft 2.3.6 knows no axes of variable fonts: who needs some sets them in here.
  @discardableResult
  package func withFace(_ use: (FT_Face) -> Void) -> Bool {
    SharedState.alone {
      guard let face = XftLockFace(raw) else { return false }
      use(face)
      XftUnlockFace(raw)
      return true
    }
  }

  /// How far the pen moves over a text, in whole pixels (`XftTextExtentsUtf8`).
  package func advance(of text: String) -> Int {
    var extents = XGlyphInfo()
    let bytes = Array(text.utf8.prefix(Self.longest))
    SharedState.alone { XftTextExtentsUtf8(display.raw, raw, bytes, Int32(bytes.count), &extents) }
    return Int(extents.xOff)
  }

  /// Draws a text from the left end of its baseline on (`XftDrawStringUtf8`): in the order of its characters, each as the font
  /// has it, without shaping.
  package func draw(_ text: String, on surface: Surface, x: Int, baseline: Int, color: Color) {
    let bytes = Array(text.utf8.prefix(Self.longest))
    draw(on: surface, color) { draw, color in
      XftDrawStringUtf8(draw, &color, raw, Int32(clamping: x), Int32(clamping: baseline), bytes, Int32(bytes.count))
    }
  }

  /// Draws glyphs by their numbers in the font, one after the other (`XftDrawGlyphs`).
  package func draw(glyphs: [UInt32], on surface: Surface, x: Int, baseline: Int, color: Color) {
    draw(on: surface, color) { draw, color in
      XftDrawGlyphs(draw, &color, raw, Int32(clamping: x), Int32(clamping: baseline), glyphs, Int32(glyphs.count))
    }
  }

  /// Bytes of a text that are drawn: X counts pixels in 16 bits.
  private static let longest = 1 << 14

  private func draw(on surface: Surface, _ color: Color, _ use: (OpaquePointer, inout XftColor) -> Void) {
    SharedState.alone {
      var color = XftColor(pixel: surface.format.pixel(color), color: color.premultiplied)
      let colormap = XDefaultColormap(display.raw, display.screen)
      guard let draw = XftDrawCreate(display.raw, surface.pixmap, surface.format.visual, colormap) else { return }
      use(draw, &color)
      XftDrawDestroy(draw)
    }
  }
}

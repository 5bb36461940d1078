internal import CX11

/// How much larger than life glyphs are drawn before they are averaged down, across and down.
struct Magnification: Hashable {
  var x: Int
  var y: Int

  static let none = Magnification(x: 1, y: 1)
}

/// A font that the shaper chose for a run, and the same font magnified and unhinted for drawing.
///
/// FreeType's coverage is exact, so the average of magnified glyphs is the exact coverage at any sub-pixel place.
final class FontFace {
  private let display: Display
  private let base: UnsafeMutablePointer<XftFont>
  private let owner: UnsafeMutablePointer<PangoFont>
  private var magnified: [Magnification: UnsafeMutablePointer<XftFont>] = [:]

  /// - Parameter font: a font of a Pango-Xft font map; nil where it is of another kind.
  init?(_ display: Display, _ font: UnsafeMutablePointer<PangoFont>) {
    guard nr_is_fc_font(font) != 0, let base = nr_xft_font(font) else { return nil }
    self.display = display
    self.base = base
    owner = nr_ref(font).assumingMemoryBound(to: PangoFont.self)
  }

  deinit {
    for font in magnified.values { XftFontClose(display.raw, font) }
    nr_unref(owner)
  }

  /// The font to draw with at this magnification (`XftFontOpenPattern` with an `FC_MATRIX`).
  func font(_ magnification: Magnification) -> UnsafeMutablePointer<XftFont> {
    if let font = magnified[magnification] { return font }
    guard let font = open(magnification) else { return base }
    magnified[magnification] = font
    return font
  }

  private func open(_ magnification: Magnification) -> UnsafeMutablePointer<XftFont>? {
    guard let pattern = FcPatternDuplicate(base.pointee.pattern) else { return nil }
    var matrix = FcMatrix(xx: 1, xy: 0, yx: 0, yy: 1)
    var slant: UnsafeMutablePointer<FcMatrix>?
    // A synthetic oblique is a matrix already.
    if FcPatternGetMatrix(pattern, FC_MATRIX, 0, &slant) == FcResultMatch, let slant { matrix = slant.pointee }
    matrix.xx *= Double(magnification.x)
    matrix.xy *= Double(magnification.x)
    matrix.yx *= Double(magnification.y)
    matrix.yy *= Double(magnification.y)
    FcPatternDel(pattern, FC_MATRIX)
    FcPatternAddMatrix(pattern, FC_MATRIX, &matrix)
    for name in [FC_HINTING, FC_AUTOHINT] {
      FcPatternDel(pattern, name)
      FcPatternAddBool(pattern, name, 0)
    }
    FcPatternDel(pattern, FC_HINT_STYLE)
    FcPatternAddInteger(pattern, FC_HINT_STYLE, Int32(FC_HINT_NONE))
    FcPatternDel(pattern, FC_RGBA)
    FcPatternAddInteger(pattern, FC_RGBA, Int32(FC_RGBA_NONE))
    guard let font = XftFontOpenPattern(display.raw, pattern) else {
      FcPatternDestroy(pattern)
      return nil
    }
    return font
  }
}

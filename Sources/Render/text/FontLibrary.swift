internal import CRender
internal import CX11
internal import X11

/// The installed fonts: Pango's font map, and FreeType for outlines that do not come from a font.
///
/// Pango's FreeType map shapes and measures by HarfBuzz, and opens no files itself. (If Pango could open neither a
/// font's file nor that of "Sans", it would end the program.)
final class FontLibrary {
  private(set) var raw: FT_Library?
  let map: UnsafeMutablePointer<PangoFontMap>
  /// For sizes in points, which occur only in markup.
  let dotsPerInch: Double

  init(_ display: Display) {
    FT_Init_FreeType(&raw)
    map = pango_ft2_font_map_new()
    dotsPerInch = display.dotsPerInchAtFirst
    pango_fc_font_map_set_default_substitute(
      nr_fc_font_map(map),
      { pattern, display in
        guard let pattern, let display else { return }
        FontLibrary.substitute(in: pattern, Unmanaged<Display>.fromOpaque(display).takeUnretainedValue())
      }, Unmanaged.passUnretained(display).toOpaque(), nil)
  }

  deinit {
    nr_unref(map)
    FT_Done_FreeType(raw)
  }

  /// Text is antialiased and unhinted unless the user's `Xft.*` resources say otherwise.
  private static func substitute(in pattern: OpaquePointer, _ display: Display) {
    FcPatternDel(pattern, FC_ANTIALIAS)
    FcPatternAddBool(pattern, FC_ANTIALIAS, 1)
    FcPatternDel(pattern, FC_HINT_STYLE)
    let isHinted = display.hasFontSetting(FC_HINTING) || display.hasFontSetting(FC_HINT_STYLE)
    if !isHinted { FcPatternAddInteger(pattern, FC_HINT_STYLE, Int32(FC_HINT_NONE)) }
    display.substituteFontSettings(in: pattern)
    var wantsHints: FcBool = 1
    if FcPatternGetBool(pattern, FC_HINTING, 0, &wantsHints) == FcResultMatch, wantsHints == 0 {
      FcPatternDel(pattern, FC_HINT_STYLE)
      FcPatternAddInteger(pattern, FC_HINT_STYLE, Int32(FC_HINT_NONE))
    }
    // Hinted advances are rounded. Text must be as wide at rest as in motion.
    FcPatternDel(pattern, FC_HINTING)
    FcPatternAddBool(pattern, FC_HINTING, 0)
  }
}

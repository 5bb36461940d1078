internal import CRender

/// A font's outline metrics from the shaper, for a size of 1. Pango's own metrics are rounded to pixels, and it lays
/// out a sample text to find them.
struct FontOutlines: ~Copyable {
  private let font: OpaquePointer
  private let unit: Double

  /// - Parameter size: The size in pixels at which the font was loaded.
  init(_ loaded: UnsafeMutablePointer<PangoFont>, size: Double) {
    let shaper = pango_font_get_hb_font(loaded)
    font = hb_font_create(hb_font_get_face(shaper))
    var (x, y): (Int32, Int32) = (0, 0)
    hb_font_get_scale(shaper, &x, &y)
    // Lengths are integers, so a large scale is precise.
    let factor = max(1, Int32(1 << 29) / max(1, x, y))
    hb_font_set_scale(font, x * factor, y * factor)
    var count: UInt32 = 0
    let axes = hb_font_get_var_coords_normalized(shaper, &count)
    hb_font_set_var_coords_normalized(font, axes, count)
    unit = Double(factor) * Double(PANGO_SCALE) * size
  }

  deinit { hb_font_destroy(font) }

  /// How far lines reach above the baseline and below it.
  var extents: (ascent: Double, descent: Double) {
    var extents = hb_font_extents_t()
    hb_font_get_extents_for_direction(font, HB_DIRECTION_LTR, &extents)
    return (Double(extents.ascender) / unit, -Double(extents.descender) / unit)
  }

  /// How far a glyph reaches above the baseline, rounded up to a 512th: an edge just between two rows falls into the
  /// lower one at any size. Nil without ink there.
  func height(of glyph: UInt32) -> Double? {
    var extents = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.y_bearing > 0 else { return nil }
    return (Double(extents.y_bearing) / unit * 512).rounded(.up) / 512
  }
}

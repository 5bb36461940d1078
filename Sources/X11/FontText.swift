internal import CX11

/// A font as users write it, "Noto Sans Bold 12" or "Sans 20px" (`pango_font_description_from_string`).
package struct FontText: Equatable, Sendable {
  package var family: String
  /// In pixels, where it is named; points count at 96 dots per inch.
  package var size: Double?
  package var weight: Int?

  package init(_ text: String) {
    let description = pango_font_description_from_string(text)
    defer { pango_font_description_free(description) }
    family = pango_font_description_get_family(description).map { String(cString: $0) } ?? text
    let set = pango_font_description_get_set_fields(description)
    if set.rawValue & PANGO_FONT_MASK_SIZE.rawValue != 0 {
      let size = Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE)
      let isPixels = pango_font_description_get_size_is_absolute(description) != 0
      if size > 0 { self.size = isPixels ? size : size * 96 / 72 }
    }
    if set.rawValue & PANGO_FONT_MASK_WEIGHT.rawValue != 0 {
      weight = Int(pango_font_description_get_weight(description).rawValue)
    }
  }
}

internal import Base
internal import CRender
internal import CX11
package import Scene
internal import ScrollCore
package import X11

/// Shapes and measures text with Pango: unhinted advances, fractional positions.
package final class PangoTypesetter: Typesetter {
  private let display: Display
  private let context: OpaquePointer
  /// The light curve for drawing the text.
  var curve = LightCurve() { didSet { glyphs.curve = curve } }
  let library: FontLibrary
  private let glyphs: GlyphCache
  /// The faces of the fonts that shaping has chosen, by Pango's font object.
  private(set) var faces: [UnsafeMutablePointer<PangoFont>: FontFace] = [:]
  private var metricsCache: [FontSpec: FontMetrics] = [:]
  private var descriptions: [FontSpec: OpaquePointer] = [:]
  private var fontTexts: [String: FontText] = [:]
  private var knownFamilies: Set<String> = []
  /// Called once for each family, or list of families, that is not installed, with its name and that of the substitute.
  package var onUnknownFamily: ((_ family: String, _ used: String) -> Void)?
  /// Caches shaped lines, so that measuring and then drawing a text shapes it once, and visible texts stay shaped.
  private var lines = RecentValues<TextRun, ShapedLine>(room: mostBytes)
  // A single layout is reused, because creating one is expensive.
  let layout: OpaquePointer

  private static let mostFaces = 64
  /// The room for shaped lines, which is there twice.
  static let mostBytes = 1 << 17

  /// The exponent of the curve between code values and light. Set it before drawing.
  package var textGamma: Double {
    get { curve.exponent }
    set {
      if newValue != textGamma { curve = LightCurve(exponent: newValue) }
    }
  }

  package init(_ display: Display) {
    glyphs = GlyphCache(curve)
    library = display.shared { FontLibrary(display) }
    self.display = display
    context = pango_font_map_create_context(library.map)
    pango_context_set_round_glyph_positions(context, 0)
    pango_context_set_base_dir(context, PANGO_DIRECTION_WEAK_LTR)
    layout = pango_layout_new(context)
    pango_layout_set_single_paragraph_mode(layout, 1)
  }

  deinit {
    lines = RecentValues(room: Self.mostBytes)
    for description in descriptions.values { pango_font_description_free(description) }
    nr_unref(UnsafeMutableRawPointer(layout))
    nr_unref(UnsafeMutableRawPointer(context))
  }

  /// The shaped line, cached for drawing.
  func shape(_ run: TextRun) -> ShapedLine {
    if let line = lines.value(for: run) { return line }
    if run.maxWidth.isFinite {
      // Pango would ellipsise letter-spaced text that just fits, so the limit is set only if the text does not fit.
      var unlimited = run
      unlimited.maxWidth = .infinity
      let line = shape(unlimited)
      if line.width <= run.maxWidth + 0.01 { return line }
    }
    prepare(run)
    let line = ShapedLine(layout, size: run.font.size, face)
    lines.keep(line, for: run, size: line.byteCount + run.text.utf8.count)
    return line
  }

  private func face(_ font: UnsafeMutablePointer<PangoFont>) -> FontFace? {
    if let face = faces[font] { return face }
    // An animated size creates one face after the other. Shaped lines keep theirs.
    if faces.count >= Self.mostFaces { faces.removeAll(keepingCapacity: true) }
    faces[font] = FontFace(font, display, glyphs)
    return faces[font]
  }

  package func width(of run: TextRun) -> Double { shape(run).width }

  package func read(font text: String) -> FontText {
    if let known = fontTexts[text] { return known }
    if fontTexts.count > 256 { fontTexts = [:] }
    let font = FontText(pango: text)
    fontTexts[text] = font
    return font
  }

  package func metrics(of font: FontSpec) -> FontMetrics {
    // Metrics scale with the size, so they are read once.
    var key = font
    key.size = 1
    key.letterSpacing = 0
    key.tabularDigits = false
    let unit = metricsCache[key] ?? readMetrics(of: font)
    metricsCache[key] = unit
    return FontMetrics(
      ascent: unit.ascent * font.size, descent: unit.descent * font.size, capHeight: unit.capHeight * font.size)
  }

  package func caret(in run: TextRun, at index: Int) -> Double {
    prepare(run)
    var strong = PangoRectangle()
    pango_layout_get_cursor_pos(layout, Int32(clamping: min(index, run.text.utf8.count)), &strong, nil)
    return Double(strong.x) / Double(PANGO_SCALE)
  }

  package func index(in run: TextRun, at x: Double) -> Int {
    prepare(run)
    var (index, trailing): (Int32, Int32) = (0, 0)
    pango_layout_xy_to_index(layout, Int32(clamping: Int(x * Double(PANGO_SCALE))), 0, &index, &trailing)
    let utf8 = run.text.utf8
    var position = utf8.index(utf8.startIndex, offsetBy: Int(index), limitedBy: utf8.endIndex) ?? utf8.endIndex
    for _ in 0..<trailing where position < utf8.endIndex {
      position = run.text.unicodeScalars.index(after: position)
    }
    return utf8.distance(from: utf8.startIndex, to: position)
  }

  package func direction(of text: String) -> TextDirection {
    pango_layout_set_auto_dir(layout, 1)
    // Only the first kilobyte is searched for a strong character, which decides.
    var length = min(text.utf8.count, 1024)
    while length < text.utf8.count, UTF8.isContinuation(text.utf8[text.utf8.index(text.startIndex, offsetBy: length)]) {
      length -= 1
    }
    pango_layout_set_text(layout, text, Int32(length))
    return pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL ? .rightToLeft : .leftToRight
  }

  // MARK: - The layout

  func prepare(_ run: TextRun) {
    let base =
      switch run.direction {
      case .automatic: PANGO_DIRECTION_WEAK_LTR
      case .leftToRight: PANGO_DIRECTION_LTR
      case .rightToLeft: PANGO_DIRECTION_RTL
      }
    pango_context_set_base_dir(context, base)
    pango_layout_set_auto_dir(layout, run.direction == .automatic ? 1 : 0)
    pango_layout_set_font_description(layout, description(of: run.font))
    if run.isMarkup {
      pango_layout_set_attributes(layout, nil)
      pango_layout_set_markup(layout, run.text, -1)
      MarkupBounds.apply(
        to: pango_layout_get_attributes(layout), size: run.font.size, dotsPerInch: library.dotsPerInch)
    } else {
      pango_layout_set_text(layout, run.text, Int32(clamping: run.text.utf8.count))
    }
    if !run.isMarkup || run.font.letterSpacing != 0 || run.font.tabularDigits { setAttributes(run) }
    let isBounded = run.maxWidth.isFinite
    let width = isBounded ? Int32(clamping: Int(max(0, run.maxWidth) * Double(PANGO_SCALE))) : -1
    pango_layout_set_width(layout, width)
    pango_layout_set_ellipsize(layout, isBounded ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
  }

  private func setAttributes(_ run: TextRun) {
    guard let list = pango_attr_list_new() else { return }
    defer { pango_attr_list_unref(list) }
    if run.font.letterSpacing != 0 {
      let spacing = run.font.letterSpacing * run.font.size * Double(PANGO_SCALE)
      pango_attr_list_insert(list, pango_attr_letter_spacing_new(Int32(spacing.rounded())))
    }
    if run.font.tabularDigits { pango_attr_list_insert(list, pango_attr_font_features_new("tnum=1")) }
    if run.isMarkup, let own = pango_layout_get_attributes(layout) { pango_attr_list_splice(list, own, 0, 0) }
    pango_layout_set_attributes(layout, list)
  }

  private func description(of font: FontSpec) -> OpaquePointer? {
    if let description = descriptions[font] { return description }
    // Bounds the descriptions of animated sizes.
    if descriptions.count > 256 {
      for description in descriptions.values { pango_font_description_free(description) }
      descriptions = [:]
    }
    let description = pango_font_description_new()!
    pango_font_description_set_family(description, font.family)
    pango_font_description_set_absolute_size(description, font.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(font.weight)))
    pango_font_description_set_stretch(description, PangoStretch(rawValue: UInt32(font.stretch)))
    pango_font_description_set_style(description, font.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    descriptions[font] = description
    checkFamily(font.family)
    return description
  }

  /// Reports a list of which no family is installed.
  private func checkFamily(_ list: String) {
    guard let onUnknownFamily, knownFamilies.insert(list).inserted else { return }
    let names = list.split(separator: ",").map { $0.trimmingPrefix { $0 == " " }.lowercased() }
    let generic: Set = ["sans", "sans-serif", "serif", "mono", "monospace", "system-ui", "cursive", "fantasy", "emoji"]
    guard !names.isEmpty, !names.contains(where: generic.contains) else { return }
    let used = display.families(matching: names)
    if let first = used.first, !used.contains(where: { names.contains($0.lowercased()) }) {
      onUnknownFamily(list, first)
    }
  }

  /// Metrics for a size of 1, measured at the requested size: finding a font at another size takes a millisecond.
  private func readMetrics(of font: FontSpec) -> FontMetrics {
    prepare(TextRun("H", font: font, color: .black))
    guard let loaded = loadFont(font) else { return FontMetrics(ascent: 1, descent: 0.25, capHeight: 0.7) }
    defer { nr_unref(loaded) }
    let (ascent, descent) = FontOutlines(loaded, size: font.size).extents
    return FontMetrics(ascent: ascent, descent: descent, capHeight: capHeight(size: font.size) ?? 0.7)
  }

  /// The font for a description, one reference to be given back. It is looked up for the language in which the layout's text was
  /// shaped: another one would have fontconfig sort all fonts once more.
  private func loadFont(_ font: FontSpec) -> UnsafeMutablePointer<PangoFont>? {
    guard let language = firstItem?.item?.pointee.analysis.language,
      let list = pango_font_map_load_fontset(library.map, context, description(of: font), language)
    else { return pango_context_load_font(context, description(of: font)) }
    defer { nr_unref(list) }
    var first: UnsafeMutableRawPointer?
    pango_fontset_foreach(
      list,
      { _, font, first in
        if let font { first?.storeBytes(of: nr_ref(font), as: UnsafeMutableRawPointer?.self) }
        return 1
      }, &first)
    return first?.assumingMemoryBound(to: PangoFont.self)
  }

  /// The first glyphs of the text in the layout.
  private var firstItem: PangoGlyphItem? {
    pango_layout_get_line_readonly(layout, 0)?.pointee.runs?.pointee.data.map {
      $0.assumingMemoryBound(to: PangoGlyphItem.self).pointee
    }
  }

  /// The height of the letter in the layout.
  private func capHeight(size: Double) -> Double? {
    guard let item = firstItem, let font = item.item?.pointee.analysis.font, let string = item.glyphs?.pointee,
      string.num_glyphs > 0, string.glyphs[0].glyph & PangoGlyph(PANGO_GLYPH_UNKNOWN_FLAG) == 0
    else { return nil }
    return FontOutlines(font, size: size).height(of: string.glyphs[0].glyph)
  }
}

extension FontText {
  /// "Noto Sans Bold 12" or "Sans 20px" (`pango_font_description_from_string`).
  package init(pango text: String) {
    let description = pango_font_description_from_string(text)
    defer { pango_font_description_free(description) }
    self.init(family: pango_font_description_get_family(description).map { String(cString: $0) } ?? text)
    let set = pango_font_description_get_set_fields(description).rawValue
    if set & PANGO_FONT_MASK_SIZE.rawValue != 0 {
      let size = Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE)
      let isPixels = pango_font_description_get_size_is_absolute(description) != 0
      if size > 0 { self.size = isPixels ? size : size * 96 / 72 }
    }
    // Pango sets a weight for every font, named or not.
    let weight = Int(pango_font_description_get_weight(description).rawValue)
    let isNamed = text.lowercased().split(separator: " ").contains { $0 == "regular" || $0 == "normal" }
    if weight != 400 || isNamed { self.weight = min(1000, max(100, weight)) }
    isItalic = pango_font_description_get_style(description) != PANGO_STYLE_NORMAL
    stretch = Int(pango_font_description_get_stretch(description).rawValue)
    pango_font_description_unset_fields(description, PANGO_FONT_MASK_SIZE)
    sizeless = text
    if size != nil, let written = pango_font_description_to_string(description) {
      sizeless = String(cString: written)
      g_free(written)
    }
  }
}

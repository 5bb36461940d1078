internal import CRender
internal import CX11
internal import ScrollCore
internal import X11

/// A font that the shaper chose for a run. Glyphs are drawn at any eighth of a pixel. They are unhinted, unless the
/// text rests and the user asks for hinting.
///
/// FreeType's coverage is exact, so a glyph covers the same area at every position.
final class FontFace {
  private let display: Display
  private let owner: UnsafeMutablePointer<PangoFont>
  private let glyphs: GlyphCache
  private let id: Int
  private let style: Style
  /// Opened when the first glyph is drawn, because measuring needs no file. Nil if the file has gone.
  private lazy var font = open()

  /// The rendering options of a font pattern.
  fileprivate struct Style {
    /// Bold is synthesised from a lighter font.
    var isEmboldened = false
    var isSmooth = true
    /// Hinting flags for `FT_Load_Glyph`; nil for unhinted.
    var hints: Int32?
    /// The scale of bitmap glyphs, from the size of the font's strike.
    var scale = (across: 1.0, down: 1.0)
    /// How far glyphs lean, as a share of their height and width.
    var slant = (across: 0.0, down: 0.0)
    /// The size of the text in pixels.
    var size = 0.0
    /// The coordinates of a variable font: 65,536ths between each axis' bounds (`hb_font_get_var_coords_normalized`).
    var axes: [Int] = []
  }

  /// - Parameter font: A font of the library's map. Nil if its pattern lacks a file.
  init?(_ font: UnsafeMutablePointer<PangoFont>, _ display: Display, _ glyphs: GlyphCache) {
    guard let pattern = nr_pattern(font) else { return nil }
    var path: UnsafeMutablePointer<FcChar8>?
    var size = 0.0
    guard FcPatternGetString(pattern, FC_FILE, 0, &path) == FcResultMatch,
      FcPatternGetDouble(pattern, FC_PIXEL_SIZE, 0, &size) == FcResultMatch
    else { return nil }
    style = Style(pattern, pango_font_get_hb_font(font))
    self.display = display
    self.glyphs = glyphs
    id = glyphs.newFace()
    owner = nr_ref(font).assumingMemoryBound(to: PangoFont.self)
  }

  deinit { nr_unref(owner) }

  private func open() -> XFont? {
    guard let pattern = nr_pattern(owner).flatMap({ FcPatternDuplicate($0) }) else { return nil }
    defer { FcPatternDestroy(pattern) }
    var (size, index): (Double, Int32) = (0, 0)
    FcPatternGetDouble(pattern, FC_PIXEL_SIZE, 0, &size)
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    // Xft truncates sizes to 64ths of a pixel. The upper half of the index names an instance of a variable font, as the
    // axes do.
    FcPatternDel(pattern, FC_PIXEL_SIZE)
    FcPatternAddDouble(pattern, FC_PIXEL_SIZE, (size * 64).rounded() / 64)
    FcPatternDel(pattern, FC_INDEX)
    FcPatternAddInteger(pattern, FC_INDEX, index & 0xffff)
    // With a character set Xft would build a table of all characters, for look-ups that the shaper has already made.
    FcPatternDel(pattern, FC_CHARSET)
    if let none = FcCharSetCreate() {
      FcPatternAddCharSet(pattern, FC_CHARSET, none)
      FcCharSetDestroy(none)
    }
    return XFont(display, pattern: pattern)
  }

  /// Adds a glyph to the mask, or draws a bitmap glyph on the raster. Its origin is in eighths of a pixel. Draws
  /// nothing if the font's file has gone.
  ///
  /// - Parameters:
  ///   - weight: How much its outline grows, in 64ths of a pixel.
  ///   - isResting: Whether the text never moves, so that glyphs may be hinted.
  func draw(_ glyph: UInt32, x: Int, y: Int, color: Color, weight: Int, isResting: Bool, on raster: Raster) {
    let count = PixelGrid.phaseCount
    let phase = Phase(x: x & (count - 1), y: y & (count - 1))
    let (left, top) = ((x - phase.x) / count, (y - phase.y) / count)
    let key = GlyphCache.Key(
      face: id, glyph: glyph, phase: phase, weight: weight, isHinted: isResting && style.hints != nil)
    switch glyphs[key] ?? load(key) {
    case .none, .blank: return
    case .coverage(let place, let bytes): raster.mask.add(bytes, in: place.movedBy(x: left, y: top))
    case .picture(let place, let picture):
      raster.lay(picture, x: left + place.x, y: top + place.y, opacity: color.alpha)
    case .outline(_):
      // Too large for the cache.
      withGlyph(key) { slot in
        FT_Outline_Translate(&slot.pointee.outline, x * 64 / count, -y * 64 / count)
        raster.mask.add { FT_Outline_Render(slot.pointee.library, &slot.pointee.outline, $0) }
        if !style.isSmooth { raster.mask.harden() }
      }
    }
  }

  /// The area that a glyph may ink, in pixels from its origin, before its outline grows with its weight; nil for none.
  /// The shaper reads it from the font's tables. If these do not have it, as for glyphs that are only bitmaps, it is a
  /// guess by the size.
  func ink(of glyph: UInt32) -> Rect? {
    var extents = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(pango_font_get_hb_font(owner), glyph, &extents) != 0 else {
      return Rect(x: -style.size, y: -style.size, width: 2 * style.size, height: 2 * style.size)
    }
    if extents.width == 0 || extents.height == 0 { return nil }
    let unit = Double(PANGO_SCALE)
    let ink = Rect(
      x: Double(extents.x_bearing) / unit, y: -Double(extents.y_bearing) / unit, width: Double(extents.width) / unit,
      height: -Double(extents.height) / unit)
    // FreeType synthesises bold by a 24th of the size.
    let growth = style.isEmboldened ? style.size / 24 : 0
    let (rise, reach) = (max(abs(ink.minY), abs(ink.maxY)), max(abs(ink.minX), abs(ink.maxX)))
    return ink.insetBy(dx: -growth - style.slant.across * rise, dy: -growth - style.slant.down * reach)
  }

  // MARK: - Loading

  private func load(_ key: GlyphCache.Key) -> GlyphCache.Glyph? {
    var loaded: GlyphCache.Glyph?
    withGlyph(key) { slot in
      loaded = nr_is_outline(slot) != 0 ? coverage(of: slot, key.phase) : picture(of: slot, key.phase)
    }
    guard let loaded else { return nil }
    return glyphs.keep(loaded, for: key)
  }

  /// Loads a glyph into the face's slot (`FT_Load_Glyph`). Colour glyphs take precedence over outlines.
  private func withGlyph(_ key: GlyphCache.Key, _ use: (FT_GlyphSlot) -> Void) {
    font?.withFace { face in
      // Xft ignores axes, and one file may be open for several instances.
      if face.pointee.face_flags & Int(FT_FACE_FLAG_MULTIPLE_MASTERS) != 0 {
        var axes = style.axes
        FT_Set_Var_Blend_Coordinates(face, UInt32(axes.count), &axes)
      }
      if let slot = load(key, of: face) { use(slot) }
    }
  }

  private func load(_ key: GlyphCache.Key, of face: FT_Face) -> FT_GlyphSlot? {
    let isScalable = face.pointee.face_flags & Int(FT_FACE_FLAG_SCALABLE) != 0
    if face.pointee.face_flags & Int(FT_FACE_FLAG_COLOR) != 0 {
      let flags = Int32(FT_LOAD_COLOR) | Int32(FT_LOAD_NO_HINTING)
      guard FT_Load_Glyph(face, key.glyph, flags) == 0, let slot = face.pointee.glyph else { return nil }
      // A glyph without colours is drawn as an outline.
      if nr_is_bitmap(slot) != 0 { return slot }
      if FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0, nr_is_bitmap(slot) != 0,
        Int32(slot.pointee.bitmap.pixel_mode) == Int32(FT_PIXEL_MODE_BGRA.rawValue)
      {
        return slot
      }
    }
    let hints = key.isHinted ? style.hints ?? Int32(FT_LOAD_NO_HINTING) : Int32(FT_LOAD_NO_HINTING)
    let flags = hints | (isScalable ? Int32(FT_LOAD_NO_BITMAP) : 0)
    guard FT_Load_Glyph(face, key.glyph, flags) == 0, let slot = face.pointee.glyph else { return nil }
    if style.isEmboldened { FT_GlyphSlot_Embolden(slot) }
    if key.weight > 0, nr_is_outline(slot) != 0 {
      FT_Outline_EmboldenXY(&slot.pointee.outline, key.weight, key.weight)
      FT_Outline_Translate(&slot.pointee.outline, -key.weight / 2, -key.weight / 2)
    }
    return slot
  }

  private func coverage(of slot: FT_GlyphSlot, _ phase: Phase) -> GlyphCache.Glyph {
    let unit = 64 / PixelGrid.phaseCount
    FT_Outline_Translate(&slot.pointee.outline, phase.x * unit, -phase.y * unit)
    var box = FT_BBox()
    FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    let place = PixelRect(
      columns: box.xMin >> 6..<(box.xMax + 63) >> 6, rows: -((box.yMax + 63) >> 6)..<(-(box.yMin >> 6)))
    if place.isEmpty { return .blank }
    guard place.width * place.height <= GlyphCache.largest else { return .outline(place) }
    FT_Outline_Translate(&slot.pointee.outline, -place.x * 64, place.y * 64)
    let mask = glyphs.mask
    mask.reset(width: place.width, height: place.height)
    mask.add { FT_Outline_Render(slot.pointee.library, &slot.pointee.outline, $0) }
    if !style.isSmooth { mask.harden() }
    return .coverage(place, mask.bytes[..<(place.width * place.height)])
  }

  /// A bitmap glyph: in colour, or from a bitmap font.
  private func picture(of slot: FT_GlyphSlot, _ phase: Phase) -> GlyphCache.Glyph {
    let bitmap = slot.pointee.bitmap
    let picture = ImagePixels(bitmap)
    guard picture.width > 0, picture.height > 0 else { return .blank }
    let count = Double(PixelGrid.phaseCount)
    let (across, down) = style.scale
    let bounds = Rect(
      x: Double(slot.pointee.bitmap_left) * across + Double(phase.x) / count,
      y: -Double(slot.pointee.bitmap_top) * down + Double(phase.y) / count,
      width: Double(picture.width) * across, height: Double(picture.height) * down)
    let (scaled, x, y) = picture.scaled(into: bounds, glyphs.curve)
    let place = PixelRect(x: x, y: y, width: scaled.width, height: scaled.height)
    if Int32(bitmap.pixel_mode) == Int32(FT_PIXEL_MODE_BGRA.rawValue) { return .picture(place, scaled) }
    return .coverage(place, scaled.pixels.map { UInt8($0 >> 24) }[...])
  }
}

extension FontFace.Style {
  fileprivate init(_ pattern: OpaquePointer, _ shaper: OpaquePointer?) {
    var flag: FcBool = 0
    isEmboldened = FcPatternGetBool(pattern, FC_EMBOLDEN, 0, &flag) == FcResultMatch && flag != 0
    isSmooth = FcPatternGetBool(pattern, FC_ANTIALIAS, 0, &flag) != FcResultMatch || flag != 0
    var style: Int32 = 0
    if FcPatternGetInteger(pattern, FC_HINT_STYLE, 0, &style) == FcResultMatch, style != FC_HINT_NONE {
      let isAutomatic = FcPatternGetBool(pattern, FC_AUTOHINT, 0, &flag) == FcResultMatch && flag != 0
      // The same flags as Xft's.
      hints =
        (isAutomatic ? Int32(FT_LOAD_FORCE_AUTOHINT) : 0)
        | (style == FC_HINT_SLIGHT ? Self.target(FT_RENDER_MODE_LIGHT) : 0)
    }
    var matrix: UnsafeMutablePointer<FcMatrix>?
    if FcPatternGetMatrix(pattern, FC_MATRIX, 0, &matrix) == FcResultMatch, let matrix {
      scale = (abs(matrix.pointee.xx), abs(matrix.pointee.yy))
      slant = (abs(matrix.pointee.xy), abs(matrix.pointee.yx))
    }
    if FcPatternGetDouble(pattern, FC_PIXEL_SIZE, 0, &size) == FcResultMatch { size *= max(scale.across, scale.down) }
    var count: UInt32 = 0
    if let normalized = hb_font_get_var_coords_normalized(shaper, &count) {
      axes = UnsafeBufferPointer(start: normalized, count: Int(count)).map { Int($0) << 2 }
    }
  }

  /// `FT_LOAD_TARGET_`.
  private static func target(_ mode: FT_Render_Mode) -> Int32 { Int32(mode.rawValue & 15) << 16 }
}

extension ImagePixels {
  /// A bitmap glyph: its colours, or its coverage.
  fileprivate init(_ bitmap: FT_Bitmap) {
    let (width, height) = (Int(bitmap.width), Int(bitmap.rows))
    var pixels = [UInt32](repeating: 0, count: width * height)
    guard let buffer = bitmap.buffer else {
      self.init(width: 0, height: 0, straight: [], hasAlpha: true)
      return
    }
    for y in 0..<height {
      let line = buffer + y * Int(bitmap.pitch)
      for x in 0..<width {
        switch Int32(bitmap.pixel_mode) {
        case Int32(FT_PIXEL_MODE_BGRA.rawValue):
          let alpha = UInt32(line[4 * x + 3])
          func channel(_ i: Int, _ shift: UInt32) -> UInt32 {
            alpha == 0 ? 0 : min(255, (UInt32(line[4 * x + i]) * 255 + alpha / 2) / alpha) << shift
          }
          pixels[y * width + x] = alpha << 24 | channel(2, 16) | channel(1, 8) | channel(0, 0)
        case Int32(FT_PIXEL_MODE_MONO.rawValue):
          pixels[y * width + x] = line[x >> 3] & (0x80 >> UInt8(x & 7)) != 0 ? 0xffff_ffff : 0
        default: pixels[y * width + x] = UInt32(line[x]) << 24
        }
      }
    }
    self.init(width: width, height: height, straight: pixels, hasAlpha: true)
  }
}

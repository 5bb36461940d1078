internal import CX11
internal import ScrollCore

/// A font that the shaper chose for a run, unhinted. Its glyphs are drawn at any eighth of a pixel.
///
/// FreeType's coverage is exact, so that a glyph covers as much at every one of them.
final class FontFace {
  private let library: FontLibrary
  private let file: FontFile.Key
  private let setting: FontFile.Setting
  private let owner: UnsafeMutablePointer<PangoFont>
  private let glyphs: GlyphCache
  private let id: Int
  /// The weight is made from that of a lighter font.
  private let isEmboldened: Bool

  /// - Parameter font: a font of the library's map; nil where it says of no file.
  init?(_ font: UnsafeMutablePointer<PangoFont>, of library: FontLibrary, _ glyphs: GlyphCache) {
    guard let pattern = nr_pattern(font) else { return nil }
    var path: UnsafeMutablePointer<FcChar8>?
    var (index, bold): (Int32, FcBool) = (0, 0)
    var size = 0.0
    guard FcPatternGetString(pattern, FC_FILE, 0, &path) == FcResultMatch, let path,
      FcPatternGetDouble(pattern, FC_PIXEL_SIZE, 0, &size) == FcResultMatch
    else { return nil }
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    isEmboldened = FcPatternGetBool(pattern, FC_EMBOLDEN, 0, &bold) == FcResultMatch && bold != 0
    var matrix: UnsafeMutablePointer<FcMatrix>?
    let hasMatrix = FcPatternGetMatrix(pattern, FC_MATRIX, 0, &matrix) == FcResultMatch
    var count: UInt32 = 0
    let axes = hb_font_get_var_coords_normalized(pango_font_get_hb_font(font), &count)
    // The upper half of the index names an instance of a variable font, as the axes do.
    file = FontFile.Key(
      path: String(cString: path), index: Int(index & 0xffff),
      axes: Array(UnsafeBufferPointer(start: axes, count: axes == nil ? 0 : Int(count))))
    setting = FontFile.Setting(
      size: size, matrix: hasMatrix ? matrix.map { [$0.pointee.xx, $0.pointee.xy, $0.pointee.yx, $0.pointee.yy] } : nil)
    self.library = library
    self.glyphs = glyphs
    id = glyphs.newFace()
    owner = nr_ref(font).assumingMemoryBound(to: PangoFont.self)
  }

  deinit { nr_unref(owner) }

  /// Adds a glyph to a mask, its origin at a place in eighths of a pixel of the mask; one that is a picture is laid on the
  /// raster. Nothing is drawn where the font's file has gone.
  ///
  /// - Parameter weight: By how much its outline grows, in 64ths of a pixel.
  func draw(_ glyph: UInt32, x: Int, y: Int, color: Color, weight: Int, on raster: Raster) {
    let count = PixelGrid.phaseCount
    let phase = Phase(x: x & (count - 1), y: y & (count - 1))
    let (left, top) = ((x - phase.x) / count, (y - phase.y) / count)
    let key = GlyphCache.Key(face: id, glyph: glyph, phase: phase, weight: weight)
    switch glyphs[key] ?? load(key) {
    case .none, .blank: return
    case .coverage(let place, let bytes): raster.mask.add(bytes, in: place.movedBy(x: left, y: top))
    case .picture(let place, let picture):
      raster.lay(picture, x: left + place.x, y: top + place.y, opacity: color.alpha)
    case .outline(_):
      // Too large to be kept.
      withGlyph(glyph, weight) { slot in
        FT_Outline_Translate(&slot.pointee.outline, x * 64 / count, -y * 64 / count)
        raster.mask.add { FT_Outline_Render(slot.pointee.library, &slot.pointee.outline, $0) }
      }
    }
  }

  // MARK: - Loading

  private func load(_ key: GlyphCache.Key) -> GlyphCache.Glyph? {
    var loaded: GlyphCache.Glyph?
    withGlyph(key.glyph, key.weight) { slot in
      loaded = nr_is_outline(slot) != 0 ? coverage(of: slot, key.phase) : picture(of: slot, key.phase)
    }
    guard let loaded else { return nil }
    return glyphs.keep(loaded, for: key)
  }

  /// Loads a glyph into the face's slot (`FT_Load_Glyph`); colours go before the outline.
  private func withGlyph(_ glyph: UInt32, _ weight: Int, _ use: (FT_GlyphSlot) -> Void) {
    guard let face = library.file(file)?.face(setting) else { return }
    let isScalable = face.pointee.face_flags & Int(FT_FACE_FLAG_SCALABLE) != 0
    if face.pointee.face_flags & Int(FT_FACE_FLAG_COLOR) != 0 {
      let flags = Int32(FT_LOAD_COLOR) | Int32(FT_LOAD_NO_HINTING)
      guard FT_Load_Glyph(face, glyph, flags) == 0, let slot = face.pointee.glyph else { return }
      // What is an outline without colours is drawn as one.
      if nr_is_bitmap(slot) != 0 { return use(slot) }
      if FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0, nr_is_bitmap(slot) != 0,
        Int32(slot.pointee.bitmap.pixel_mode) == Int32(FT_PIXEL_MODE_BGRA.rawValue)
      {
        return use(slot)
      }
    }
    let flags = Int32(FT_LOAD_NO_HINTING) | (isScalable ? Int32(FT_LOAD_NO_BITMAP) : 0)
    guard FT_Load_Glyph(face, glyph, flags) == 0, let slot = face.pointee.glyph else { return }
    if isEmboldened { FT_GlyphSlot_Embolden(slot) }
    if weight > 0, nr_is_outline(slot) != 0 {
      FT_Outline_EmboldenXY(&slot.pointee.outline, weight, weight)
      FT_Outline_Translate(&slot.pointee.outline, -weight / 2, -weight / 2)
    }
    use(slot)
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
    return .coverage(place, mask.bytes[..<(place.width * place.height)])
  }

  /// A glyph that is no outline: in its own colours, or a bitmap font's.
  private func picture(of slot: FT_GlyphSlot, _ phase: Phase) -> GlyphCache.Glyph {
    let bitmap = slot.pointee.bitmap
    let picture = ImagePixels(bitmap)
    guard picture.width > 0, picture.height > 0 else { return .blank }
    let count = Double(PixelGrid.phaseCount)
    // The matrix of such a font says how it is scaled from the size that it has.
    let (across, down) = setting.matrix.map { (abs($0[0]), abs($0[3])) } ?? (1, 1)
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

extension ImagePixels {
  /// A glyph's own picture: its colours, or how much it covers.
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

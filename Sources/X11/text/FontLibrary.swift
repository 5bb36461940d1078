internal import CX11

/// The fonts of the machine: Pango's choice among them, and their files by FreeType.
///
/// Pango's FreeType map shapes and measures by HarfBuzz alone, and opens no file itself. (That matters: where it could open neither a
/// font's file nor that of "Sans", it would end the program.)
final class FontLibrary {
  private(set) var raw: FT_Library?
  let map: UnsafeMutablePointer<PangoFontMap>
  private var files: [FontFile.Key: FontFile] = [:]
  private var uses = 0
  var fileCount: Int { files.count }

  /// A text of many scripts needs about as many.
  private static let mostFiles = 16

  /// - Parameter dotsPerInch: for sizes in points, which only markup has.
  init(dotsPerInch: Double) {
    FT_Init_FreeType(&raw)
    map = pango_ft2_font_map_new()
    pango_ft2_font_map_set_resolution(nr_ft2_font_map(map), dotsPerInch, dotsPerInch)
    pango_fc_font_map_set_default_substitute(
      nr_fc_font_map(map),
      { pattern, _ in
        guard let pattern else { return }
        FcPatternDel(pattern, FC_HINTING)
        FcPatternAddBool(pattern, FC_HINTING, 0)
        FcPatternDel(pattern, FC_ANTIALIAS)
        FcPatternAddBool(pattern, FC_ANTIALIAS, 1)
      }, nil, nil)
  }

  deinit {
    nr_unref(map)
    files = [:]
    FT_Done_FreeType(raw)
  }

  /// A font's file, opened; nil where it has gone.
  func file(_ key: FontFile.Key) -> FontFile? {
    uses += 1
    if files[key] == nil {
      guard let raw, let opened = FontFile(key, raw) else { return nil }
      if files.count >= Self.mostFiles, let oldest = files.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        files[oldest.key] = nil
      }
      files[key] = opened
    }
    files[key]?.lastUse = uses
    return files[key]
  }
}

/// A font's file, open for all sizes of it (`FT_New_Face`).
final class FontFile {
  struct Key: Hashable {
    var path: String
    /// In a file of several fonts.
    var index: Int
    /// Of a variable font, as parts of 16,384 between each axis' bounds (`hb_font_get_var_coords_normalized`).
    var axes: [Int32]
  }

  struct Setting: Equatable {
    /// In pixels.
    var size: Double
    /// What outlines go through then (xx, xy, yx, yy), for a slope that the font does not have; pictures are scaled by it.
    var matrix: [Double]?
  }

  private let face: FT_Face
  private var setting: Setting?
  var lastUse = 0

  init?(_ key: Key, _ library: FT_Library) {
    var opened: FT_Face?
    guard FT_New_Face(library, key.path, key.index, &opened) == 0, let opened else { return nil }
    face = opened
    guard !key.axes.isEmpty else { return }
    var coordinates = key.axes.map { Int($0) << 2 }
    FT_Set_Var_Blend_Coordinates(face, UInt32(coordinates.count), &coordinates)
  }

  deinit { FT_Done_Face(face) }

  /// The face in a size; it keeps it until another is asked for.
  func face(_ wanted: Setting) -> FT_Face? {
    if wanted == setting { return face }
    setting = nil
    guard setSize(wanted.size) else { return nil }
    if let wanted = wanted.matrix {
      let parts = wanted.map { Int(exactly: ($0 * 65536).rounded()) ?? 0 }
      var matrix = FT_Matrix(xx: parts[0], xy: parts[1], yx: parts[2], yy: parts[3])
      FT_Set_Transform(face, &matrix, nil)
    } else {
      FT_Set_Transform(face, nil, nil)
    }
    setting = wanted
    return face
  }

  /// A font of pictures has a few sizes: the nearest of them.
  private func setSize(_ size: Double) -> Bool {
    if face.pointee.face_flags & Int(FT_FACE_FLAG_SCALABLE) != 0 {
      guard let units = Int(exactly: (size * 64).rounded()) else { return false }
      return FT_Set_Char_Size(face, units, units, 0, 0) == 0
    }
    let heights = (0..<face.pointee.num_fixed_sizes).map { Double(face.pointee.available_sizes[Int($0)].y_ppem) / 64 }
    let nearest = heights.indices.min { abs(heights[$0] - size) < abs(heights[$1] - size) }
    guard let nearest else { return false }
    return FT_Select_Size(face, Int32(nearest)) == 0
  }
}

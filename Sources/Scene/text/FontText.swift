/// A parsed font in users' notation, "Sans Bold Italic 12". The view supplies missing parts.
package struct FontText: Equatable, Sendable {
  /// A family, or several separated by commas.
  package var family: String
  /// In pixels; points are converted at 96 dots per inch.
  package var size: Double?
  /// 100 to 1000.
  package var weight: Int?
  package var isItalic = false
  /// From 0, ultra-condensed, to 8, ultra-expanded; 4 is normal.
  package var stretch = 4
  /// The font as written, without its size.
  package var sizeless: String

  package init(family: String) { (self.family, sizeless) = (family, family) }
}

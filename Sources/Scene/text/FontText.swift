/// A font as users write it, "Sans Bold Italic 12", and what that means; what is not named is left to the view.
package struct FontText: Equatable, Sendable {
  /// A family, or several with commas between them.
  package var family: String
  /// In pixels; points count at 96 dots per inch.
  package var size: Double?
  /// 100 to 1000.
  package var weight: Int?
  package var isItalic = false
  /// From 0, ultra-condensed, to 8, ultra-expanded; 4 is normal.
  package var stretch = 4
  /// The same font without a size, as it is written.
  package var sizeless: String

  package init(family: String) { (self.family, sizeless) = (family, family) }
}

internal import CX11

extension Display {
  /// What the user says of fonts in the server's resources: `Xft.antialias`, `Xft.hinting`, `Xft.hintstyle`, `Xft.autohint`,
  /// `Xft.embolden`. A property that a resource names replaces what a pattern says of it; what a pattern says nothing of comes
  /// from Xft (`XftDefaultSubstitute`).
  ///
  /// Xft alone lets fontconfig's configuration go first, in which every distribution sets a hint style.
  package func substituteFontSettings(in pattern: OpaquePointer) {
    for name in [FC_ANTIALIAS, FC_HINTING, FC_HINT_STYLE, FC_AUTOHINT, FC_EMBOLDEN] where hasFontSetting(name) {
      FcPatternDel(pattern, name)
    }
    SharedState.alone { XftDefaultSubstitute(raw, screen, pattern) }
  }

  /// Whether the server's resources name that property of Xft's (`XGetDefault`).
  package func hasFontSetting(_ name: String) -> Bool { XGetDefault(raw, "Xft", name) != nil }

  /// The names of the family that is used where one of these is asked for (`XftFontMatch`): a family may have several. Empty
  /// where there is no font at all.
  package func families(matching names: [String]) -> [String] {
    guard let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    for name in names { FcPatternAddString(pattern, FC_FAMILY, name) }
    var result = FcResultMatch
    var found: OpaquePointer?
    SharedState.alone { found = XftFontMatch(raw, screen, pattern, &result) }
    guard let found else { return [] }
    defer { FcPatternDestroy(found) }
    var families: [String] = []
    var name: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(found, FC_FAMILY, Int32(families.count), &name) == FcResultMatch, let family = name {
      families.append(String(cString: family))
    }
    return families
  }
}

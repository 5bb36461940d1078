internal import CX11

extension Display {
  /// Applies the font settings of the server's resources: `Xft.antialias`, `Xft.hinting`, `Xft.hintstyle`,
  /// `Xft.autohint`, `Xft.embolden`. A resource overrides the pattern. Xft fills in missing properties
  /// (`XftDefaultSubstitute`).
  ///
  /// Xft by itself puts fontconfig's configuration first, in which every distribution sets a hint style.
  package func substituteFontSettings(in pattern: OpaquePointer) {
    for name in [FC_ANTIALIAS, FC_HINTING, FC_HINT_STYLE, FC_AUTOHINT, FC_EMBOLDEN] where hasFontSetting(name) {
      FcPatternDel(pattern, name)
    }
    SharedState.withLock { XftDefaultSubstitute(raw, screen, pattern) }
  }

  /// Whether the user's resources set this property of Xft.
  package func hasFontSetting(_ name: String) -> Bool { xftResource(name) != nil }

  /// The first names of all scalable families with the letters of English, sorted (`FcFontList`).
  package static func installedFamilies() -> [String] {
    guard let pattern = FcPatternCreate(), let wanted = FcObjectSetCreate() else { return [] }
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(wanted)
    }
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue)
    FcPatternAddString(pattern, FC_LANG, "en")
    FcObjectSetAdd(wanted, FC_FAMILY)
    var list: UnsafeMutablePointer<FcFontSet>?
    SharedState.withLock { list = FcFontList(nil, pattern, wanted) }
    guard let list else { return [] }
    defer { FcFontSetDestroy(list) }
    var families: Set<String> = []
    for font in UnsafeBufferPointer(start: list.pointee.fonts, count: Int(list.pointee.nfont)) {
      var name: UnsafeMutablePointer<FcChar8>?
      if FcPatternGetString(font, FC_FAMILY, 0, &name) == FcResultMatch, let name {
        families.insert(String(cString: name))
      }
    }
    return families.sorted()
  }

  /// All names of the family that is used for these (`XftFontMatch`). Empty if no font is installed.
  package func families(matching names: [String]) -> [String] {
    guard let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    for name in names { FcPatternAddString(pattern, FC_FAMILY, name) }
    var result = FcResultMatch
    var found: OpaquePointer?
    SharedState.withLock { found = XftFontMatch(raw, screen, pattern, &result) }
    guard let found else { return [] }
    defer { FcPatternDestroy(found) }
    var families: [String] = []
    var name: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(found, FC_FAMILY, Int32(families.count), &name) == FcResultMatch, let family = name {
      families.append(String(cString: family))
    }
    return families
  }

  /// `Xft.dpi` at the time when the display was opened, without asking the server.
  package var dotsPerInchAtFirst: Double { xftResource("dpi").flatMap { Double($0) }.flatMap(Self.sensibleDPI) ?? 96 }

  package static func sensibleDPI(_ dpi: Double) -> Double? { dpi >= 24 && dpi <= 960 ? dpi : nil }

  /// The server's current value of a resource (`XrmGetResource`). Xlib's own copy dates from the start.
  package func resource(_ name: String, class className: String) -> String? {
    let text = bytes(of: atom("RESOURCE_MANAGER"), of: root, atMost: 1 << 20).map { CChar(bitPattern: $0) }
    // Even an empty database reads files of the locale.
    guard !text.isEmpty, let database = XrmGetStringDatabase(text + [0]) else { return nil }
    defer { XrmDestroyDatabase(database) }
    var type: UnsafeMutablePointer<CChar>?
    var value = XrmValue()
    guard XrmGetResource(database, name, className, &type, &value) != 0, let text = value.addr else { return nil }
    return String(cString: text)
  }
}

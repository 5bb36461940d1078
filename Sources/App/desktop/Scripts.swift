/// Scripts of headlines, and the Debian packages with fonts for them.
enum Scripts {
  private static let (core, han, emoji) = ("fonts-noto-core", "fonts-noto-cjk", "fonts-noto-color-emoji")

  /// By their blocks of Unicode. What is in none of them is a sign.
  private static let all: [(name: String, ranges: [ClosedRange<UInt32>], package: String)] = [
    ("Latin", [0x41...0x24f, 0x1e00...0x1eff], core), ("Greek", [0x370...0x3ff, 0x1f00...0x1fff], core),
    ("Cyrillic", [0x400...0x52f, 0x2de0...0x2dff, 0xa640...0xa69f], core), ("Armenian", [0x530...0x58f], core),
    ("Hebrew", [0x590...0x5ff, 0xfb1d...0xfb4f], core),
    ("Arabic", [0x600...0x6ff, 0x750...0x77f, 0x8a0...0x8ff, 0xfb50...0xfdff, 0xfe70...0xfeff], core),
    ("Syriac", [0x700...0x74f], core), ("Thaana", [0x780...0x7bf], core), ("Devanagari", [0x900...0x97f], core),
    ("Bengali", [0x980...0x9ff], core), ("Gurmukhi", [0xa00...0xa7f], core), ("Gujarati", [0xa80...0xaff], core),
    ("Odia", [0xb00...0xb7f], core), ("Tamil", [0xb80...0xbff], core), ("Telugu", [0xc00...0xc7f], core),
    ("Kannada", [0xc80...0xcff], core), ("Malayalam", [0xd00...0xd7f], core), ("Sinhala", [0xd80...0xdff], core),
    ("Thai", [0xe00...0xe7f], core), ("Lao", [0xe80...0xeff], core), ("Tibetan", [0xf00...0xfff], core),
    ("Myanmar", [0x1000...0x109f], core), ("Georgian", [0x10a0...0x10ff, 0x1c90...0x1cbf], core),
    ("Ethiopic", [0x1200...0x139f], core), ("Cherokee", [0x13a0...0x13ff], core), ("Khmer", [0x1780...0x17ff], core),
    ("Mongolian", [0x1800...0x18af], core),
    ("Korean", [0x1100...0x11ff, 0x3130...0x318f, 0xac00...0xd7ff], han),
    ("Japanese", [0x3040...0x30ff, 0x31f0...0x31ff, 0xff65...0xff9f], han),
    (
      "Chinese",
      [0x2e80...0x303f, 0x3100...0x312f, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff, 0x20000...0x323af], han
    ),
    ("emoji", [0x1f000...0x1faff, 0x2600...0x27bf], emoji),
  ]

  /// Characters by their script, in the order of the table.
  static func grouped(_ characters: [Unicode.Scalar]) -> [DesktopFacts.MissingFont] {
    var rest = characters
    var found = all.compactMap { script -> DesktopFacts.MissingFont? in
      let own = rest.filter { character in script.ranges.contains { $0.contains(character.value) } }
      rest.removeAll { own.contains($0) }
      return own.isEmpty ? nil : DesktopFacts.MissingFont(script: script.name, characters: own, package: script.package)
    }
    if !rest.isEmpty { found.append(DesktopFacts.MissingFont(script: "signs", characters: rest, package: "")) }
    return found
  }
}

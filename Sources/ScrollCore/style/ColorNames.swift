/// The colour names of CSS and of X11: a name in lower case without spaces, then its `rrggbb`.
///
/// "grey" is folded to "gray" before a look-up. CSS and X11 disagree about gray, green, maroon and purple: CSS wins,
/// and `x11:` selects the other.
enum ColorNames {
  /// The colour of `name`, which may be in any case, with spaces, with "grey" or with the prefix `x11:`.
  static func color(named name: String) -> Color? {
    var key = folded(name)
    if key == "transparent" { return .clear }
    let isX11 = key.hasPrefix("x11:")
    if isX11 { key.removeFirst(4) }
    let code = isX11 ? x11[key] ?? css[key] : css[key] ?? x11[key]
    return code.map(Color.init(rgb:)) ?? gray(key)
  }

  /// All names for suggestions, CSS first, with only the first and last of the numbered grays.
  static var all: [String] {
    let (css, x11) = (css.keys.sorted(), x11.keys.sorted())
    return css + ["transparent", "gray0", "gray100"] + css.filter(hasGray).map(inBritish) + x11
      + x11.filter(css.contains).map { "x11:" + $0 }
  }

  static func folded(_ name: String) -> String {
    var characters = name.lowercased().filter { !$0.isWhitespace }
    characters.replace("grey", with: "gray", maxReplacements: 1)
    return characters
  }

  /// X11's gray0 to gray100: hundredths of white, rounded as its table rounds them.
  private static func gray(_ key: String) -> Color? {
    guard key.hasPrefix("gray"), let percent = Int(key.dropFirst(4)), key == "gray\(percent)",
      (0...100).contains(percent)
    else { return nil }
    let level = UInt8(Double(percent) * 2.55 + 0.5)
    return Color(red: level, green: level, blue: level)
  }

  private static func hasGray(_ name: String) -> Bool { name.hasPrefix("gray") || name.hasSuffix("gray") }

  private static func inBritish(_ name: String) -> String {
    name.hasPrefix("gray") ? "grey" + name.dropFirst(4) : name.dropLast(4) + "grey"
  }

  private static let css = table(cssNames)
  private static let x11 = table(x11Names).merging(shades(table(x11Shades))) { first, _ in first }

  /// Reads "name rrggbb name rrggbb …".
  private static func table(_ text: String) -> [String: UInt32] {
    let words = text.split(whereSeparator: \.isWhitespace)
    var table: [String: UInt32] = [:]
    for i in stride(from: 0, to: words.count - 1, by: 2) { table[String(words[i])] = UInt32(words[i + 1], radix: 16) }
    return table
  }

  /// The shades name1 to name4 of the lightest ones: all channels have the same share, rounded down.
  private static func shades(_ lightest: [String: UInt32]) -> [String: UInt32] {
    var shades: [String: UInt32] = [:]
    for (name, rgb) in lightest {
      for (i, share) in [1, 0.9355, 0.8065, 0.5484].enumerated() {
        func channel(_ shift: UInt32) -> UInt32 { UInt32(Double(rgb >> shift & 0xff) * share) << shift }
        shades["\(name)\(i + 1)"] = channel(16) | channel(8) | channel(0)
      }
    }
    return shades
  }
}

// MARK: - The tables

private let cssNames = """
    aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4
    black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0
    chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff
    darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkkhaki bdb76b
    darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a
    darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkturquoise 00ced1 darkviolet 9400d3
    deeppink ff1493 deepskyblue 00bfff dimgray 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0
    forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080
    green 008000 greenyellow adff2f honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0
    khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6
    lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90
    lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899
    lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000
    mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371
    mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970
    mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000
    olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98
    paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd
    powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1
    saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0
    skyblue 87ceeb slateblue 6a5acd slategray 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c
    teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff
    whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
  """

/// X11's additional names, and its own versions of the four that clash.
private let x11Names = """
    gray bebebe green 00ff00 hotpink2 ee6aa7 hotpink3 cd6090 hotpink4 8b3a62 lightgoldenrod eedd82 lightslateblue 8470ff
    maroon b03060 navyblue 000080 purple a020f0 violetred d02090 webgray 808080 webgreen 008000 webmaroon 800000
    webpurple 800080 x11gray bebebe x11green 00ff00 x11maroon b03060 x11purple a020f0
  """

/// The lightest of X11's four shades of a name, snow1 to snow4. The others are computed, except those of hotpink.
private let x11Shades = """
    antiquewhite ffefdb aquamarine 7fffd4 azure f0ffff bisque ffe4c4 blue 0000ff brown ff4040 burlywood ffd39b
    cadetblue 98f5ff chartreuse 7fff00 chocolate ff7f24 coral ff7256 cornsilk fff8dc cyan 00ffff darkgoldenrod ffb90f
    darkolivegreen caff70 darkorange ff7f00 darkorchid bf3eff darkseagreen c1ffc1 darkslategray 97ffff deeppink ff1493
    deepskyblue 00bfff dodgerblue 1e90ff firebrick ff3030 gold ffd700 goldenrod ffc125 green 00ff00 honeydew f0fff0
    hotpink ff6eb4 indianred ff6a6a ivory fffff0 khaki fff68f lavenderblush fff0f5 lemonchiffon fffacd lightblue bfefff
    lightcyan e0ffff lightgoldenrod ffec8b lightpink ffaeb9 lightsalmon ffa07a lightskyblue b0e2ff lightsteelblue cae1ff
    lightyellow ffffe0 magenta ff00ff maroon ff34b3 mediumorchid e066ff mediumpurple ab82ff mistyrose ffe4e1
    navajowhite ffdead olivedrab c0ff3e orange ffa500 orangered ff4500 orchid ff83fa palegreen 9aff9a
    paleturquoise bbffff palevioletred ff82ab peachpuff ffdab9 pink ffb5c5 plum ffbbff purple 9b30ff red ff0000
    rosybrown ffc1c1 royalblue 4876ff salmon ff8c69 seagreen 54ff9f seashell fff5ee sienna ff8247 skyblue 87ceff
    slateblue 836fff slategray c6e2ff snow fffafa springgreen 00ff7f steelblue 63b8ff tan ffa54f thistle ffe1ff
    tomato ff6347 turquoise 00f5ff violetred ff3e96 wheat ffe7ba yellow ffff00
  """

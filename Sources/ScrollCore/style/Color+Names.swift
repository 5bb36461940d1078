/// The colours of CSS by their names, in Swift's spelling: `Color.tomato`, `Color.cornflowerBlue`.
extension Color {
  private static func css(_ name: String) -> Color { ColorNames.color(named: name) ?? .black }

  /// #f0f8ff
  public static let aliceBlue = css("aliceBlue")
  /// #faebd7
  public static let antiqueWhite = css("antiqueWhite")
  /// #00ffff
  public static let aqua = css("aqua")
  /// #7fffd4
  public static let aquamarine = css("aquamarine")
  /// #f0ffff
  public static let azure = css("azure")
  /// #f5f5dc
  public static let beige = css("beige")
  /// #ffe4c4
  public static let bisque = css("bisque")
  /// #ffebcd
  public static let blanchedAlmond = css("blanchedAlmond")
  /// #0000ff
  public static let blue = css("blue")
  /// #8a2be2
  public static let blueViolet = css("blueViolet")
  /// #a52a2a
  public static let brown = css("brown")
  /// #deb887
  public static let burlyWood = css("burlyWood")
  /// #5f9ea0
  public static let cadetBlue = css("cadetBlue")
  /// #7fff00
  public static let chartreuse = css("chartreuse")
  /// #d2691e
  public static let chocolate = css("chocolate")
  /// #ff7f50
  public static let coral = css("coral")
  /// #6495ed
  public static let cornflowerBlue = css("cornflowerBlue")
  /// #fff8dc
  public static let cornsilk = css("cornsilk")
  /// #dc143c
  public static let crimson = css("crimson")
  /// #00ffff
  public static let cyan = css("cyan")
  /// #00008b
  public static let darkBlue = css("darkBlue")
  /// #008b8b
  public static let darkCyan = css("darkCyan")
  /// #b8860b
  public static let darkGoldenrod = css("darkGoldenrod")
  /// #a9a9a9
  public static let darkGray = css("darkGray")
  /// #006400
  public static let darkGreen = css("darkGreen")
  /// #bdb76b
  public static let darkKhaki = css("darkKhaki")
  /// #8b008b
  public static let darkMagenta = css("darkMagenta")
  /// #556b2f
  public static let darkOliveGreen = css("darkOliveGreen")
  /// #ff8c00
  public static let darkOrange = css("darkOrange")
  /// #9932cc
  public static let darkOrchid = css("darkOrchid")
  /// #8b0000
  public static let darkRed = css("darkRed")
  /// #e9967a
  public static let darkSalmon = css("darkSalmon")
  /// #8fbc8f
  public static let darkSeaGreen = css("darkSeaGreen")
  /// #483d8b
  public static let darkSlateBlue = css("darkSlateBlue")
  /// #2f4f4f
  public static let darkSlateGray = css("darkSlateGray")
  /// #00ced1
  public static let darkTurquoise = css("darkTurquoise")
  /// #9400d3
  public static let darkViolet = css("darkViolet")
  /// #ff1493
  public static let deepPink = css("deepPink")
  /// #00bfff
  public static let deepSkyBlue = css("deepSkyBlue")
  /// #696969
  public static let dimGray = css("dimGray")
  /// #1e90ff
  public static let dodgerBlue = css("dodgerBlue")
  /// #b22222
  public static let firebrick = css("firebrick")
  /// #fffaf0
  public static let floralWhite = css("floralWhite")
  /// #228b22
  public static let forestGreen = css("forestGreen")
  /// #ff00ff
  public static let fuchsia = css("fuchsia")
  /// #dcdcdc
  public static let gainsboro = css("gainsboro")
  /// #f8f8ff
  public static let ghostWhite = css("ghostWhite")
  /// #ffd700
  public static let gold = css("gold")
  /// #daa520
  public static let goldenrod = css("goldenrod")
  /// #808080
  public static let gray = css("gray")
  /// #008000
  public static let green = css("green")
  /// #adff2f
  public static let greenYellow = css("greenYellow")
  /// #f0fff0
  public static let honeydew = css("honeydew")
  /// #ff69b4
  public static let hotPink = css("hotPink")
  /// #cd5c5c
  public static let indianRed = css("indianRed")
  /// #4b0082
  public static let indigo = css("indigo")
  /// #fffff0
  public static let ivory = css("ivory")
  /// #f0e68c
  public static let khaki = css("khaki")
  /// #e6e6fa
  public static let lavender = css("lavender")
  /// #fff0f5
  public static let lavenderBlush = css("lavenderBlush")
  /// #7cfc00
  public static let lawnGreen = css("lawnGreen")
  /// #fffacd
  public static let lemonChiffon = css("lemonChiffon")
  /// #add8e6
  public static let lightBlue = css("lightBlue")
  /// #f08080
  public static let lightCoral = css("lightCoral")
  /// #e0ffff
  public static let lightCyan = css("lightCyan")
  /// #fafad2
  public static let lightGoldenrodYellow = css("lightGoldenrodYellow")
  /// #d3d3d3
  public static let lightGray = css("lightGray")
  /// #90ee90
  public static let lightGreen = css("lightGreen")
  /// #ffb6c1
  public static let lightPink = css("lightPink")
  /// #ffa07a
  public static let lightSalmon = css("lightSalmon")
  /// #20b2aa
  public static let lightSeaGreen = css("lightSeaGreen")
  /// #87cefa
  public static let lightSkyBlue = css("lightSkyBlue")
  /// #778899
  public static let lightSlateGray = css("lightSlateGray")
  /// #b0c4de
  public static let lightSteelBlue = css("lightSteelBlue")
  /// #ffffe0
  public static let lightYellow = css("lightYellow")
  /// #00ff00
  public static let lime = css("lime")
  /// #32cd32
  public static let limeGreen = css("limeGreen")
  /// #faf0e6
  public static let linen = css("linen")
  /// #ff00ff
  public static let magenta = css("magenta")
  /// #800000
  public static let maroon = css("maroon")
  /// #66cdaa
  public static let mediumAquamarine = css("mediumAquamarine")
  /// #0000cd
  public static let mediumBlue = css("mediumBlue")
  /// #ba55d3
  public static let mediumOrchid = css("mediumOrchid")
  /// #9370db
  public static let mediumPurple = css("mediumPurple")
  /// #3cb371
  public static let mediumSeaGreen = css("mediumSeaGreen")
  /// #7b68ee
  public static let mediumSlateBlue = css("mediumSlateBlue")
  /// #00fa9a
  public static let mediumSpringGreen = css("mediumSpringGreen")
  /// #48d1cc
  public static let mediumTurquoise = css("mediumTurquoise")
  /// #c71585
  public static let mediumVioletRed = css("mediumVioletRed")
  /// #191970
  public static let midnightBlue = css("midnightBlue")
  /// #f5fffa
  public static let mintCream = css("mintCream")
  /// #ffe4e1
  public static let mistyRose = css("mistyRose")
  /// #ffe4b5
  public static let moccasin = css("moccasin")
  /// #ffdead
  public static let navajoWhite = css("navajoWhite")
  /// #000080
  public static let navy = css("navy")
  /// #fdf5e6
  public static let oldLace = css("oldLace")
  /// #808000
  public static let olive = css("olive")
  /// #6b8e23
  public static let oliveDrab = css("oliveDrab")
  /// #ffa500
  public static let orange = css("orange")
  /// #ff4500
  public static let orangeRed = css("orangeRed")
  /// #da70d6
  public static let orchid = css("orchid")
  /// #eee8aa
  public static let paleGoldenrod = css("paleGoldenrod")
  /// #98fb98
  public static let paleGreen = css("paleGreen")
  /// #afeeee
  public static let paleTurquoise = css("paleTurquoise")
  /// #db7093
  public static let paleVioletRed = css("paleVioletRed")
  /// #ffefd5
  public static let papayaWhip = css("papayaWhip")
  /// #ffdab9
  public static let peachPuff = css("peachPuff")
  /// #cd853f
  public static let peru = css("peru")
  /// #ffc0cb
  public static let pink = css("pink")
  /// #dda0dd
  public static let plum = css("plum")
  /// #b0e0e6
  public static let powderBlue = css("powderBlue")
  /// #800080
  public static let purple = css("purple")
  /// #663399
  public static let rebeccaPurple = css("rebeccaPurple")
  /// #ff0000
  public static let red = css("red")
  /// #bc8f8f
  public static let rosyBrown = css("rosyBrown")
  /// #4169e1
  public static let royalBlue = css("royalBlue")
  /// #8b4513
  public static let saddleBrown = css("saddleBrown")
  /// #fa8072
  public static let salmon = css("salmon")
  /// #f4a460
  public static let sandyBrown = css("sandyBrown")
  /// #2e8b57
  public static let seaGreen = css("seaGreen")
  /// #fff5ee
  public static let seashell = css("seashell")
  /// #a0522d
  public static let sienna = css("sienna")
  /// #c0c0c0
  public static let silver = css("silver")
  /// #87ceeb
  public static let skyBlue = css("skyBlue")
  /// #6a5acd
  public static let slateBlue = css("slateBlue")
  /// #708090
  public static let slateGray = css("slateGray")
  /// #fffafa
  public static let snow = css("snow")
  /// #00ff7f
  public static let springGreen = css("springGreen")
  /// #4682b4
  public static let steelBlue = css("steelBlue")
  /// #d2b48c
  public static let tan = css("tan")
  /// #008080
  public static let teal = css("teal")
  /// #d8bfd8
  public static let thistle = css("thistle")
  /// #ff6347
  public static let tomato = css("tomato")
  /// #40e0d0
  public static let turquoise = css("turquoise")
  /// #ee82ee
  public static let violet = css("violet")
  /// #f5deb3
  public static let wheat = css("wheat")
  /// #f5f5f5
  public static let whiteSmoke = css("whiteSmoke")
  /// #ffff00
  public static let yellow = css("yellow")
  /// #9acd32
  public static let yellowGreen = css("yellowGreen")
}

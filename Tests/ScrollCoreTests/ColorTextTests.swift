import ScrollCore
import Testing

@Suite("Colours as text") struct ColorTextTests {
  @Test(
    "An opaque colour has one spelling",
    arguments: [
      ("#3a7", 0x33aa77), ("#33aa77", 0x33aa77), ("#FFF", 0xffffff), (" #abcdef ", 0xabcdef),
      ("rgb(255, 0, 0)", 0xff0000), ("rgb(255,0,0)", 0xff0000), ("RGB( 255 0 0 )", 0xff0000),
      ("rgb(100%, 50%, 0%)", 0xff8000), ("rgb(20% 40% 60%)", 0x336699), ("rgb(1e1 2.4 2.5)", 0x0a0203),
      ("hsl(120, 100%, 50%)", 0x00ff00), ("hsl(120deg 100% 25%)", 0x008000), ("hsl(-120 100% 50%)", 0x0000ff),
      ("hsl(0.5turn 100% 50%)", 0x00ffff), ("hsl(1e308turn 100% 50%)", 0xff0000), ("hsl(480, 100%, 50%)", 0x00ff00),
      ("hsl(200grad 100% 50%)", 0x00ffff),
      ("hsl(210, 50%, 40%)", 0x336699), ("hsl(0 0% 100%)", 0xffffff), ("hsl(9 100 64)", 0xff6347),
      ("tomato", 0xff6347), ("Tomato", 0xff6347), ("light goldenrod", 0xeedd82), ("DarkSlateGrey", 0x2f4f4f),
      ("dark slate gray", 0x2f4f4f), ("rebeccapurple", 0x663399), ("navy blue", 0x000080), ("LightGrey", 0xd3d3d3),
      ("snow1", 0xfffafa), ("snow4", 0x8b8989), ("DarkSlateGray3", 0x79cdcd), ("dodger blue 2", 0x1c86ee),
      ("gray0", 0), ("gray10", 0x1a1a1a), ("grey50", 0x7f7f7f), ("gray 51", 0x828282), ("gray90", 0xe5e5e5),
      ("gray100", 0xffffff),
    ] as [(String, UInt32)])
  func opaqueSpelling(_ text: String, _ rgb: UInt32) throws {
    #expect(try Color(parsing: text) == Color(rgb: rgb))
  }

  /// Where the two lists clash CSS wins, and `x11:` asks for the other.
  @Test(
    "Two values for one thing clash",
    arguments: [
      ("gray", 0x808080, 0xbebebe), ("grey", 0x808080, 0xbebebe), ("green", 0x008000, 0x00ff00),
      ("maroon", 0x800000, 0xb03060), ("purple", 0x800080, 0xa020f0), ("red", 0xff0000, 0xff0000),
    ] as [(String, UInt32, UInt32)])
  func clash(_ name: String, _ css: UInt32, _ x11: UInt32) throws {
    #expect(try Color(parsing: name) == Color(rgb: css))
    #expect(try Color(parsing: "x11:" + name) == Color(rgb: x11))
    #expect(try Color(parsing: "X11: " + name.uppercased()) == Color(rgb: x11))
  }

  @Test(
    "Alpha is read",
    arguments: [
      ("#3a78", 0x88), ("#33aa7780", 0x80), ("rgba(51, 170, 119, 0.5)", 0x80), ("rgba(51,170,119,50%)", 0x80),
      ("rgb(51 170 119 / 50%)", 0x80), ("rgb(51 170 119/.2)", 0x33), ("rgb(51, 170, 119, 1)", 0xff),
      ("rgba(51 170 119)", 0xff),
    ] as [(String, UInt8)])
  func alpha(_ text: String, _ alpha: UInt8) throws {
    #expect(try Color(parsing: text) == Color(red: 0x33, green: 0xaa, blue: 0x77, alpha: alpha))
  }

  @Test("A see-through colour is read") func seeThrough() throws {
    #expect(try Color(parsing: "transparent") == .clear)
    #expect(try Color(parsing: "hsla(240, 100%, 50%, 0)") == Color(red: 0, green: 0, blue: 255, alpha: 0))
    #expect(try Color(parsing: "hsl(240 100% 50% / 25%)").alpha == 64)
  }

  @Test("What is written is read") func whatIsWrittenIsRead() throws {
    for seed in 0..<500 as Range<UInt32> {
      var color = Color(rgb: seed &* 2_654_435_761)
      color.alpha = UInt8(truncatingIfNeeded: seed)
      #expect(try Color(parsing: color.text) == color)
    }
  }

  @Test(
    "A mistake is named",
    arguments: [
      ("#33aa7", "'#33aa7' is not a colour: it has 5 digits and needs 3, 4, 6 or 8; did you mean '#33aa77'?"),
      ("#3", "'#3' is not a colour: it has 1 digit and needs 3, 4, 6 or 8; did you mean '#333'?"),
      ("#", "'#' is not a colour: it has 0 digits and needs 3, 4, 6 or 8"),
      ("#33aa7788f", "it has 9 digits and needs 3, 4, 6 or 8; did you mean '#33aa7788'?"),
      ("#3o7", "'o' in column 3 is not a hexadecimal digit; did you mean '#307'?"),
      ("  #gg0000", "'g' in column 4 is not a hexadecimal digit; did you mean '#ff0000'?"),
      ("#１２３", "'１' in column 2 is not a hexadecimal digit"),
      ("33aa77", "there is no such name; did you mean '#33aa77'?"),
      ("tomatoe", "there is no such name; did you mean 'tomato'?"),
      ("Dark Slate Grya", "there is no such name; did you mean 'darkslategray'?"),
      ("x11:gren", "there is no such name; did you mean 'x11:green'?"),
      ("grn", "there is no such name; did you mean 'green'?"),
      ("gray101", "there is no such name; did you mean 'gray100'?"),
      ("snow5", "there is no such name; did you mean 'snow'?"),
      ("qqqqqqqq", "there is no such name; write #rgb, #rrggbb, rgb(), hsl() or a name such as 'tomato'"),
      ("", "it is empty; write #rgb"),
      ("rgb(300, 0, 0)", "red in column 5 is 300, above 255; did you mean 'rgb(255, 0, 0)'?"),
      ("rgb(0 -1 0)", "green in column 7 is -1, below 0; did you mean 'rgb(0 0 0)'?"),
      ("rgb(0%, 120%, 0%)", "green in column 9 is 120%, above 100%; did you mean 'rgb(0%, 100%, 0%)'?"),
      ("rgb(10%, 20, 30)", "green in column 10 is no percentage, unlike red; did you mean 'rgb(10% 20 30)'?"),
      ("rgb(10, 20%, 30)", "green in column 9 is a percentage, unlike red; did you mean 'rgb(10 20% 30)'?"),
      ("hsl(9, 20%, 30)", "lightness in column 13 is no percentage, unlike saturation"),
      ("rgb(1.,2,3)", "red in column 5 is '1.', neither a number nor a percentage"),
      ("rgb(1.e1 2 3)", "red in column 5 is '1.e1', neither a number nor a percentage"),
      ("rgba(0, 0, 0, 2)", "alpha in column 15 is 2, above 1; did you mean 'rgba(0, 0, 0, 1)'?"),
      ("rgb(0, 0)", "blue is missing in column 9"),
      ("rgb()", "red is missing in column 5"),
      (
        "rgb(0, 0, 12x)", "blue in column 11 is '12x', neither a number nor a percentage; did you mean 'rgb(0, 0, 12)'?"
      ),
      ("rgb(nan 0 0)", "red in column 5 is 'nan'"), ("rgb(0x10 0 0)", "red in column 5 is '0x10'"),
      ("rgb(inf 0 0)", "red in column 5 is 'inf'"),
      ("rgb(0, 0 0)", "',' is missing before '0' in column 10; did you mean 'rgb(0, 0, 0)'?"),
      ("rgb(0 0 0 0)", "'/' is missing before '0' in column 11; did you mean 'rgb(0, 0, 0, 0)'?"),
      ("rgb(0,, 0, 0)", "',' does not belong in column 7; did you mean 'rgb(0, 0, 0)'?"),
      ("rgb(0, 0, 0 / 1)", "'/' does not belong in column 13; did you mean 'rgb(0, 0, 0, 1)'?"),
      ("rgb(0, 0, 0, 1, 1)", "nothing may follow alpha, but '1' stands in column 17"),
      ("rgb(0, 0, 0,)", "alpha is missing in column 13"),
      ("rgb(0, 0, 0", "')' is missing in column 12; did you mean 'rgb(0, 0, 0)'?"),
      ("hsb(0, 0, 0)", "there is no function 'hsb', only rgb, rgba, hsl, hsla; did you mean 'hsl(0, 0, 0)'?"),
      ("hsl(50%, 0%, 0%)", "hue in column 5 is '50%', not an angle"),
      ("hsl(1, 101%, 0%)", "saturation in column 8 is 101%, above 100%; did you mean 'hsl(1, 100%, 0%)'?"),
      ("(1,2,3)", "there is no function ''"), ("rgb(1,2,3)x", "')' is missing"),
      ("rgb(1 2 3))", "blue in column 9 is '3)'"), ("rgb((1 2 3)", "red in column 5 is '(1'"),
      ("rgb(1 2) 3)", "green in column 7 is '2)'"), ("hsl(inf 0 0)", "hue in column 5 is 'inf'"),
      ("rgb)1,2,3(", "there is no function 'rgb)1,2,3'"),
    ])
  func mistake(_ text: String, _ expected: String) {
    do {
      let color = try Color(parsing: text)
      Issue.record("'\(text)' was taken for \(color.text)")
    } catch {
      #expect(error.description.contains(expected))
    }
  }

  /// Whatever comes in, the answer is a colour or an error, and the spelling that is proposed is right.
  @Test("Proposals are right") func proposalsAreRight() throws {
    let alphabet = Array("#0369afghrgbsl(), /%.-xét")
    var state: UInt64 = 7
    for round in 0..<400 {
      var text = ["#", "rgb(", "hsl(9 9%", ""][round % 8 / 2]
      for _ in 0..<Int(state >> 33 % 14) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      state = state &* 6_364_136_223_846_793_005 &+ 1
      do {
        _ = try Color(parsing: text)
      } catch {
        guard let start = error.description.range(of: "did you mean '") else { continue }
        #expect(throws: Never.self) { try Color(parsing: String(start.dropLast(2))) }
      }
    }
  }
}

extension String {
  /// What follows the last occurrence of `mark`.
  fileprivate func range(of mark: String) -> Substring? {
    var found: Substring?
    for index in indices where self[index...].hasPrefix(mark) { found = self[index...].dropFirst(mark.count) }
    return found
  }
}

import Scene
import ScrollCore
import TestKit
import Testing

@testable import Render
@testable import X11

extension OnServer {
  /// What the user's resources say of fonts, and what Xft itself draws.
  @Suite("Fonts by Xft") struct FontSettingsTests {
    private static let size = Size(width: 400, height: 40)

    /// A text in black on white, as grey values, where the server has these resources.
    private func picture(_ resources: String, rests: Bool = true) async throws -> [UInt8] {
      let server = try await XServer(width: 500, height: 100)
      defer { server.end() }
      try set(resources, on: server)
      let display = try Display(name: server.display)
      return try draw(on: display, PangoTypesetter(display)) { typesetter in
        let run = TextRun("HEFTLZ", font: FontSpec(family: "DejaVu Sans", size: 17), color: .black)
        return Content(
          rests: rests, background: .white,
          primitives: [
            Primitive(
              text: run, baseline: Point(x: 10, y: 27), width: typesetter.width(of: run),
              metrics: typesetter.metrics(of: run.font))
          ])
      }
    }

    private func draw(
      on display: Display, _ typesetter: PangoTypesetter, _ content: (PangoTypesetter) -> Content
    ) throws -> [UInt8] {
      let window = XWindow(display, frame: Rect(origin: .zero, size: Self.size), style: .offScreen(.white))
      let compositor = Compositor(window, typesetter: typesetter)
      var frame = Frame(size: Self.size, background: .white)
      frame.add(Layer(content(typesetter), clip: Rect(origin: .zero, size: Self.size), origin: .zero))
      let picture = compositor.snapshot(frame)
      return try #require(picture).pixels.map { UInt8($0 & 255) }
    }

    /// As `xrdb` does it.
    private func set(_ resources: String, on server: XServer) throws {
      let display = try Display(name: server.display)
      display.setProperty(
        display.atom("RESOURCE_MANAGER"), of: display.root, type: display.atom("STRING"), bytes: Array(resources.utf8))
      display.sync()
    }

    private func ink(_ picture: [UInt8]) -> Int { picture.reduce(0) { $0 + 255 - Int($1) } }

    @Test("Xft.embolden makes strokes heavier") func embolden() async throws {
      let plain = try await picture("")
      let bold = try await picture("Xft.embolden: 1\n")
      #expect(Double(ink(bold)) > Double(ink(plain)) * 1.15)
      #expect(try await picture("Xft.embolden: 0\n") == plain)
    }

    @Test("Without Xft.antialias a pixel is covered wholly or not at all", arguments: [true, false])
    func antialias(rests: Bool) async throws {
      let smooth = Set(try await picture("Xft.antialias: 1\n", rests: rests))
      let hard = Set(try await picture("Xft.antialias: false\n", rests: rests))
      #expect(smooth.count > 20)
      #expect(hard == [0, 255])
    }

    @Test("Text that rests is hinted as Xft.hintstyle says", arguments: ["hintslight", "hintfull"])
    func hintStyle(_ style: String) async throws {
      let plain = try await picture("")
      let hinted = try await picture("Xft.hintstyle: \(style)\n")
      #expect(hinted != plain)
      // Stems and bars stand on pixels: fewer of these are grey.
      func grey(_ picture: [UInt8]) -> Int { picture.count { $0 > 32 && $0 < 224 } }
      #expect(grey(hinted) < grey(plain))
      #expect(try await picture("Xft.hintstyle: \(style)\nXft.hinting: 0\n") == plain)
      #expect(try await picture("Xft.hintstyle: hintnone\n") == plain)
    }

    @Test("Text that moves is hinted by nothing", arguments: ["Xft.hintstyle: hintslight\n", "Xft.hinting: true\n"])
    func moving(_ resources: String) async throws {
      let plain = try await picture("", rests: false)
      #expect(try await picture(resources, rests: false) == plain)
      #expect(try await picture("", rests: true) == plain)
    }

    /// Text gamma 1 mixes code values, as a server does: letter by letter the picture is Xft's own.
    @Test(
      "With text gamma 1 the pixels are Xft's",
      arguments: ["DejaVu Sans", "Noto Serif"],
      [
        (Color.black, Color.white), (.white, .black), (Color(rgb: 0x7cc4ff), Color(rgb: 0x1b222b)),
      ] as [(Color, Color)])
    func reference(_ family: String, _ colors: (text: Color, ground: Color)) async throws {
      let server = try await XServer(width: 500, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let opened = XFont(display, named: "\(family):pixelsize=19:hinting=false:antialias=true")
      let font = try #require(opened)
      let letters = "HagéWß§&Ω7".map { String($0) }
      let format = display.pixels
      let surface = Surface(display, width: 400, height: 40, format: format)
      surface.fill(colors.ground, PixelRect(width: 400, height: 40))
      for (i, letter) in letters.enumerated() {
        font.draw(letter, on: surface, x: 10 + 32 * i, baseline: 28, color: colors.text)
      }
      let own = try pixels(of: letters, family, colors, on: display)
      let shown = Snapshot(surface)
      let xft = try #require(shown).pixels
      func distance(_ a: UInt32, _ b: UInt32) -> Int {
        [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
      }
      // Straight stems are the same. FreeType flattens a curve a little differently where coordinates are negative, as in our
      // masks: that is a few of 255 in some pixels.
      let distances = zip(own, xft).map(distance)
      let inked = own.indices.filter { own[$0] != own[0] || xft[$0] != own[0] }
      #expect(distances.allSatisfy { $0 <= 12 })
      #expect(Double(distances.reduce(0, +)) / Double(inked.count) < 0.75)
      #expect(own.contains { distance($0, own[0]) > 64 })
      #expect(display.takeErrors().isEmpty)
    }

    private func pixels(
      of letters: [String], _ family: String, _ colors: (text: Color, ground: Color), on display: Display
    ) throws -> [UInt32] {
      let typesetter = PangoTypesetter(display)
      typesetter.textGamma = 1
      let window = XWindow(display, frame: Rect(origin: .zero, size: Self.size), style: .offScreen(colors.ground))
      let compositor = Compositor(window, typesetter: typesetter)
      let font = FontSpec(family: family, size: 19)
      let content = Content(
        background: colors.ground,
        primitives: letters.enumerated().map { i, letter in
          let run = TextRun(letter, font: font, color: colors.text)
          return Primitive(
            text: run, baseline: Point(x: 10 + 32 * Double(i), y: 28), width: typesetter.width(of: run),
            metrics: typesetter.metrics(of: font))
        })
      var frame = Frame(size: Self.size, background: colors.ground)
      frame.add(Layer(content, clip: Rect(origin: .zero, size: Self.size), origin: .zero))
      let picture = compositor.snapshot(frame)
      return try #require(picture).pixels
    }

    @Test("A font says how far it reaches, and how far the pen moves") func measures() async throws {
      let server = try await XServer(width: 100, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let opened = XFont(display, named: "DejaVu Sans Mono:pixelsize=20")
      let font = try #require(opened)
      #expect(font.ascent > 15 && font.descent >= 4)
      #expect(font.advance(of: "") == 0)
      #expect(font.advance(of: "abcd") == 4 * font.advance(of: "a"))
      #expect(XFont(display, named: "") != nil)
      #expect(display.families(matching: ["DejaVu Sans"]).first == "DejaVu Sans")
    }
  }
}

import Scene
import ScrollCore
import TestKit
import Testing

@testable import Render
@testable import X11

extension OnServer {
  /// Fonts as Pango and fontconfig know them.
  @Suite("Fonts by name") struct FontFamilyTests {
    @Test("A font's words are family, weight, slant, width and size") func reads() {
      let font = FontText(pango: "Noto Sans Bold Italic Condensed 12")
      #expect(font.family == "Noto Sans" && font.weight == 700 && font.isItalic && font.stretch == 2)
      #expect(font.size == 16 && FontText(pango: font.sizeless).size == nil)
      #expect(FontText(pango: font.sizeless).weight == 700)
      #expect(FontText(pango: "Sans 20px").size == 20)
      #expect(FontText(pango: "Sans Regular 12").weight == 400)
      let plain = FontText(pango: "Noto Sans, Sans")
      #expect(plain.weight == nil && plain.size == nil)
      #expect(!plain.isItalic && plain.stretch == 4 && plain.sizeless == "Noto Sans, Sans")
    }

    @Test("A family that is not installed is said once, with the one that is used") func unknown() async throws {
      let server = try await XServer(width: 100, height: 100)
      defer { server.end() }
      let typesetter = PangoTypesetter(try Display(name: server.display))
      var said: [String] = []
      typesetter.onUnknownFamily = { family, used in said.append("\(family): \(used.isEmpty ? "nothing" : "another")") }
      for family in ["No Such Family", "No Such Family", "Noto Sans", "noto sans", "Sans", "No Such Family, Sans"] {
        for size in [10.0, 20] { _ = typesetter.metrics(of: FontSpec(family: family, size: size)) }
      }
      #expect(said == ["No Such Family: another"])
    }

    @Test("Sizes that come and go leave a bounded number of faces, and a file is opened once")
    func sizes() async throws {
      let before = try Self.places(of: "NotoSans-Regular")
      let server = try await XServer(width: 100, height: 100)
      defer { server.end() }
      let typesetter = PangoTypesetter(try Display(name: server.display))
      var widths: [Double] = []
      for size in 1...600 {
        let run = TextRun("Text", font: FontSpec(family: "Noto Sans", size: 10 + Double(size) / 8), color: .black)
        widths.append(typesetter.width(of: run))
      }
      #expect(widths == widths.sorted() && Set(widths).count == 600)
      #expect(typesetter.faces.count <= 64)
      let faces = Array(typesetter.faces.values)
      let raster = Raster(LightCurve())
      raster.reset(width: 160, height: 100, background: .white, ground: nil)
      for face in faces { face.draw(40, x: 80, y: 400, color: .black, weight: 0, isResting: false, on: raster) }
      // Once by the shaper, and once by Xft.
      #expect(try Self.places(of: "NotoSans-Regular").subtracting(before).count <= 2)
    }

    /// The addresses at which a file is in this process's memory.
    private static func places(of file: String) throws -> Set<Substring> {
      let maps = try Files.bytes(of: "/proc/self/maps").split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
      return Set(maps.filter { $0.contains(file) }.compactMap { $0.split(separator: "-").first })
    }
  }
}

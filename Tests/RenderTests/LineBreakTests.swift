import Scene
import ScrollCore
import TestKit
import Testing

@testable import Render
@testable import X11

extension OnServer {
  @Suite("Line breaks") struct LineBreakTests {
    /// Prose, a word that has no room in any line, no Latin, right to left, and an odd number of bytes a letter.
    private static let texts = [
      (0..<400).map { "word\($0)" }.joined(separator: " "),
      String(repeating: "x", count: 3000) + " and then some words " + String(repeating: "y", count: 700),
      String(repeating: "漢字かな交じり文。", count: 120),
      String(repeating: "مرحبا بالعالم كله ", count: 90),
      String(repeating: "e\u{301}a👩‍👩‍👧 ", count: 200),
    ]

    @Test("A long text breaks in parts where it would at once", arguments: 0..<5, [70.0, 333, 5000])
    func inParts(text: Int, width: Double) async throws {
      let server = try await XServer(width: 100, height: 40)
      defer { server.end() }
      let typesetter = PangoTypesetter(try Display(name: server.display))
      var run = TextRun(Self.texts[text], font: FontSpec(size: 18), color: .white)
      run.direction = typesetter.direction(of: run.text)
      let lines = typesetter.lineBreaks(of: run, width: width)
      #expect(lines == typesetter.lineBreaksAtOnce(of: run, width: width))
      #expect(lines.first?.lowerBound == 0 && lines.last?.upperBound == run.text.utf8.count)
    }

    /// In one piece the whole rest is shaped again for each of them: 132 million glyphs.
    @Test("A word of sixteen thousand lines is broken, and so is a letter of as many marks") func manyLines()
      async throws
    {
      let server = try await XServer(width: 100, height: 40)
      defer { server.end() }
      let typesetter = PangoTypesetter(try Display(name: server.display))
      let word = TextRun(String(repeating: "x", count: 16_384), font: FontSpec(size: 40), color: .white)
      #expect(typesetter.lineBreaks(of: word, width: 1).count == 16_384)
      let marks = TextRun("e" + String(repeating: "\u{301}", count: 8000), font: FontSpec(size: 40), color: .white)
      #expect(typesetter.lineBreaks(of: marks, width: 1).last?.upperBound == 16_001)
    }
  }
}

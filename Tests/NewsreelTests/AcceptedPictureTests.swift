import Glibc
import TestKit
import TestTags
import Testing

/// How ten scenes look, as pictures that somebody has looked at and accepted.
///
/// `make accept` draws them again, in place of those that are accepted; look at them before you commit them. A scene that differs
/// is left as `<name>.actual.png` beside the accepted one.
@Suite("Accepted pictures", .tags(.x11)) struct AcceptedPictureTests {
  private static let folder = Project.folder + "/Tests/NewsreelTests/Scenes/"
  private static let font = ["--font", "DejaVu Sans"]

  private static let scenes: [(name: String, arguments: [String])] = [
    (
      "crawl",
      ["crawl", "Quiet trains cross the border at dawn", "--at", "3.37", "--size", "600x36", "--film", "2"] + font
    ),
    ("strip", ["--at", "3", "--size", "1000x36", "--json-lines", "--file", "\(folder)news.jsonl"] + font),
    (
      "strip-light",
      ["--theme", "light", "--at", "3", "--size", "1000x48", "--json-lines", "--file", "\(folder)news.jsonl"] + font
    ),
    (
      "rows",
      ["--at", "3", "--size", "1000x36", "--json-lines", "--no-counter", "--file", "\(folder)rows.jsonl"] + font
    ),
    ("counter", ["counter", "1234567.89", "--grouping", "3", "--size", "320x60"] + font),
    ("tokens", ["tokens", "apple", "banana", "a long token of many words", "--at", ".5", "--size", "375x80"] + font),
    (
      "badge",
      ["badge", "Hello", "--image", Project.folder + "/Tests/RenderTests/Pictures/disc.png", "--size", "320x60"] + font
    ),
    ("credits", ["credits", "\(folder)credits.txt", "--at", "3.5", "--size", "300x100", "--film", "2"] + font),
    (
      "lemonbar",
      ["crawl", "--markup", "lemonbar", "%{F#f66}red%{F-} %{B#030} box %{B-} %{+u}line%{-u}", "--size", "400x30"] + font
    ),
    (
      "border",
      [
        "crawl", "--markup", "pango", "<b>Bold</b> <i>italic</i> <span foreground='#247'>blue</span>", "--background",
        "#fffc", "--foreground", "#123", "--at", "1", "--size", "400x44", "--border-width", "2", "--corner-radius", "9",
      ] + font
    ),
  ]

  @Test("A scene looks as it was accepted", arguments: scenes.map(\.name)) func scene(_ name: String) async throws {
    let arguments = try #require(Self.scenes.first { $0.name == name }?.arguments)
    let server = try await XServer(width: 100, height: 100)
    defer { server.end() }
    let home = try TemporaryFolder()
    let (accepted, actual) = (Self.folder + name + ".png", Self.folder + name + ".actual.png")
    let result = try await Program.run(
      ["preview"] + arguments + ["--out", actual], on: server,
      environment: ["HOME": home.path, "XDG_CACHE_HOME": home.path, "XDG_STATE_HOME": home.path, "TZ": "UTC"])
    #expect(result.ending == .exited(0) && result.errors == "")
    if getenv("NEWSREEL_ACCEPT") != nil {
      rename(actual, accepted)
      return
    }
    let difference = Self.difference(try Screenshot(reading: actual), try Screenshot(reading: accepted))
    #expect(
      difference.levels < Self.tolerance, "\(actual) differs by \(difference.levels) of 255 at \(difference.place)")
    if difference.levels < Self.tolerance { unlink(actual) }
  }

  /// How many levels of 255 a block of 8×8 pixels may be off, on average over its pixels and channels. Another release of
  /// FreeType rounds the edges of a glyph differently by less; a hairline that is missing is more, however large the picture.
  private static let tolerance = 2.0

  /// How far apart two pictures are in the block where they differ most, and where that is; 255 if their sizes differ.
  private static func difference(_ a: Screenshot, _ b: Screenshot) -> (levels: Double, place: String) {
    guard a.width == b.width, a.height == b.height else { return (255, "all: the sizes differ") }
    var worst = (levels: 0.0, place: "none")
    for top in stride(from: 0, to: a.height, by: 8) {
      for left in stride(from: 0, to: a.width, by: 8) {
        let (block, other) = (a.block(left, top), b.block(left, top))
        let sum = zip(block.pixels, other.pixels).reduce(0) { sum, pair in
          [0, 8, 16].reduce(sum) { $0 + abs(Int(pair.0 >> $1 & 255) - Int(pair.1 >> $1 & 255)) }
        }
        let levels = Double(sum) / Double(max(1, block.pixels.count * 3))
        if levels > worst.levels { worst = (levels, "\(left),\(top)") }
      }
    }
    return worst
  }

  @Test("A line of one pixel that is missing is a difference, and edges that are rounded otherwise are none")
  func worstBlock() {
    let ground = Screenshot(width: 1000, height: 36, pixels: Array(repeating: 0x10_1820, count: 36_000))
    var (line, edges) = (ground.pixels, ground.pixels)
    // A short line, little lighter than its ground, across the border of two blocks.
    for x in 500..<520 { line[20 * 1000 + x] = 0x30_3840 }
    for pixel in stride(from: 0, to: edges.count, by: 3) { edges[pixel] += 0x04_0404 }
    let missing = Self.difference(ground, Screenshot(width: 1000, height: 36, pixels: line))
    #expect(missing.levels > Self.tolerance && missing.place == "504,16")
    #expect(Self.difference(ground, Screenshot(width: 1000, height: 36, pixels: edges)).levels < Self.tolerance)
    #expect(Self.difference(ground, ground).levels == 0)
    #expect(Self.difference(ground, ground.block(0, 0)).levels == 255)
  }
}

extension Screenshot {
  /// The block of 8×8 pixels at this place, less what is beyond the edges.
  fileprivate func block(_ left: Int, _ top: Int) -> Screenshot { cropped(x: left, y: top, width: 8, height: 8) }
}

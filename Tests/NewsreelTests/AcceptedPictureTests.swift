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
    #expect(difference < Self.tolerance, "\(actual) differs by \(difference) of 255 on average")
    if difference < Self.tolerance { unlink(actual) }
  }

  /// Another release of FreeType rounds some edges differently. A glyph that is missing or moved is more than this.
  private static let tolerance = 0.1

  /// How far apart the channels of two pictures are on average; 255 where their sizes differ.
  private static func difference(_ a: Screenshot, _ b: Screenshot) -> Double {
    guard a.width == b.width, a.height == b.height else { return 255 }
    var (sum, count) = (0, 0)
    for (a, b) in zip(a.pixels, b.pixels) {
      sum += [0, 8, 16].reduce(0) { $0 + abs(Int(a >> $1 & 255) - Int(b >> $1 & 255)) }
      count += 3
    }
    return Double(sum) / Double(max(1, count))
  }
}

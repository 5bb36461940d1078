import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

extension OnScreen {
  /// What a click on the screen opens: a program of the test's stands in for `xdg-open`.
  @Suite("Links on screen", .tags(.x11)) struct ClickTests {
    /// Blocks that widths tell apart, each with a link.
    private static let widths = [3, 5, 8, 11, 14, 18]

    /// 200 of them where NEWSREEL_SWEEP is set to `full`; in virtual time it is always as many.
    private static let count = Program.isSweepFull ? 200 : 25

    @Test("Clicks on moving headlines open the links of those that were under the pointer", .tags(.slow))
    func clicks() async throws {
      let opener = try await StandInOpener()
      // Each has a link of its own.
      let lines = (0..<480).map { number in
        let width = Self.widths[number % Self.widths.count]
        return #"{"text":"\#(block(width))","link":"https://example.org/\#(width)/\#(number)"}"# + "\n"
      }.joined()
      let shown = try await Shown(
        [
          "crawl", "--json-lines", "-", "--font", "DejaVu Sans Mono 20px", "--delay-at-start", "0", "--scroll-time",
          "0",
          "--scroll-speed", "300", "--repeat-spacing", "24", "--separator-size", "0", "--geometry", "1000x40+0+50",
        ], on: try await XServer(width: 1000, height: 300), input: .pipe,
        environment: opener.environment)
      try shown.child.send(lines)
      _ = try await shown.picture("headlines") { $0.count(of: 0xE8ECF1) > 0 }
      var random = SeededRandom(seed: 200)
      var (right, tries) = (0, 0)
      while right < Self.count, tries < 5 * Self.count {
        tries += 1
        try opener.forget()
        let x = Int.random(in: 5..<995, using: &random)
        try await shown.server.move(toX: 500, y: 200)
        try await Task.sleep(for: .milliseconds(Int.random(in: 1...60, using: &random)))
        try await shown.server.click(x: x, y: 53)
        // The pointer holds them: what is seen now was seen then, below the picture of the pointer.
        let blocks = try await Self.still(shown).inkColumns(on: ground, gap: 8)
        // What this click has opened is not taken for what the next one does.
        try await waitUntil("no opener") { !shown.server.programs().contains { $0.contains("/xdg-open ") } }
        // At its very ends it may have been either.
        if blocks.contains(where: { abs($0.lowerBound - x) < 3 || abs($0.upperBound - x) < 3 }) { continue }
        guard let near = blocks.first(where: { $0.contains(x) }) else { continue }
        guard near.lowerBound > 0, near.upperBound < 1000 else { continue }
        let opened = try await opener.next("a link at \(x)")
        let cells = Int((Double(near.count) / 12.04).rounded())
        #expect(opened.hasPrefix("https://example.org/\(cells)/"), "\(x), \(near): \(opened)")
        right += 1
      }
      #expect(right == Self.count && shown.child.errors.isEmpty)
    }

    /// A stripe of the window, once nothing moves any more.
    private static func still(_ shown: Shown) async throws -> Screenshot {
      try await shown.rest()
      return try shown.server.screenshot().cropped(x: 0, y: 72, width: 1000, height: 8)
    }

    @Test(
      "Web pages and mail are opened; nothing else is, nor a mail that would take a file along",
      arguments: [
        ("http://a", true), ("HTTPS://a/b?c=d", true), ("mailto:a@b.c?subject=x", true), ("file:///etc/passwd", false),
        ("javascript:alert(1)", false), ("-h", false), ("", false), ("mailto:a@b?attach=/etc/passwd", false),
        ("mailto:?subject=a&Attachment=~/x", false), ("ftp://a", false),
      ])
    func schemes(_ link: String, _ isOpened: Bool) { #expect((LinkOpening.refusal(of: link) == nil) == isOpened) }
  }
}

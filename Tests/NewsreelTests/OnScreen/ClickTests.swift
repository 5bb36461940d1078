import TestKit
import TestTags
import Testing

@testable import App

extension OnScreen {
  /// What a click on the screen opens: a program of the test's stands in for `xdg-open`.
  @Suite("Links on screen", .tags(.x11)) struct ClickTests {
    /// Blocks that widths tell apart, each with a link.
    private static let widths = [3, 5, 8, 11, 14, 18]

    @Test("200 clicks on moving headlines open the links of those that were under the pointer", .tags(.slow))
    func clicks() async throws {
      let folder = try TemporaryFolder()
      let record = folder.path + "/opened"
      try folder.write("", to: "opened")
      let opener = try folder.write("#!/bin/sh\necho \"$1\" >> '\(record)'\n", to: "xdg-open")
      _ = try await run("chmod", ["755", opener])
      let path = try await run("sh", ["-c", "echo $PATH"]).output.split(separator: "\n").first.map(String.init) ?? ""
      // One that has been opened is not shown again: there are enough of them.
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
        environment: ["PATH": folder.path + ":" + path])
      try shown.child.send(lines)
      _ = try await shown.picture("headlines") { $0.count(of: 0xE8ECF1) > 0 }
      var random = SeededRandom(seed: 200)
      var (right, tries) = (0, 0)
      while right < 200, tries < 1000 {
        tries += 1
        try folder.write("", to: "opened")
        let x = Int.random(in: 5..<995, using: &random)
        try await shown.server.move(toX: 500, y: 200)
        try await Task.sleep(for: .milliseconds(Int.random(in: 1...60, using: &random)))
        try await shown.server.click(x: x, y: 53)
        // A click between them opens nothing, for which there is no telling how long to wait.
        let end = ContinuousClock.now + .milliseconds(250)
        while try Project.text(of: record).isEmpty, ContinuousClock.now < end {
          try await Task.sleep(for: .milliseconds(4))
        }
        // The pointer holds them: what is seen now was seen then, below the picture of the pointer.
        let blocks = try await Self.still(shown.server).inkColumns(on: ground, gap: 8)
        let opened = try Project.text(of: record)
        // At its very ends it may have been either.
        if blocks.contains(where: { abs($0.lowerBound - x) < 3 || abs($0.upperBound - x) < 3 }) { continue }
        guard let near = blocks.first(where: { $0.contains(x) }), near.lowerBound > 0, near.upperBound < 1000 else {
          if !blocks.contains(where: { $0.contains(x) }) { #expect(opened.isEmpty, "nothing is at \(x)") }
          continue
        }
        let cells = Int((Double(near.count) / 12.04).rounded())
        #expect(opened.hasPrefix("https://example.org/\(cells)/"), "\(x), \(near): \(opened)")
        right += 1
      }
      #expect(right == 200 && shown.child.errors.isEmpty)
    }

    /// A stripe of the window, once it is the same for a few frames.
    private static func still(_ server: XServer) async throws -> Screenshot {
      var last: Screenshot?
      return try await waitFor("headlines that stand still") {
        let stripe = try server.screenshot().cropped(x: 0, y: 72, width: 1000, height: 8)
        if stripe == last { return stripe }
        last = stripe
        try await Task.sleep(for: .milliseconds(50))
        return nil
      }
    }

    @Test(
      "Web pages and mail are opened; nothing else is, nor a mail that would take a file along",
      arguments: [
        ("http://a", true), ("HTTPS://a/b?c=d", true), ("mailto:a@b.c?subject=x", true), ("file:///etc/passwd", false),
        ("javascript:alert(1)", false), ("-h", false), ("", false), ("mailto:a@b?attach=/etc/passwd", false),
        ("mailto:?subject=a&Attachment=~/x", false), ("ftp://a", false),
      ])
    func schemes(_ link: String, _ isOpened: Bool) { #expect((Links.refusal(of: link) == nil) == isOpened) }
  }
}

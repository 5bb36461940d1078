import TestKit
import TestTags
import Testing

extension OnScreen {
  /// A script of lemonbar or dzen2, piped into newsreel.
  @Suite("Bars on screen", .tags(.x11)) struct BarOnScreenTests {
    private func show(_ line: String, _ arguments: String...) async throws -> Shown {
      let shown = try await Shown(
        ["crawl", "--replace", "-", "--geometry", "600x40+0+50", "--font", "DejaVu Sans Mono 20px"] + arguments,
        on: try await XServer(width: 1000, height: 300), input: .pipe)
      try shown.child.send(line + "\n")
      _ = try await shown.picture("the line") { $0.count(of: 0x00ff00) > 100 }
      return shown
    }

    @Test("A click prints the command of the area under it, with each button") func printing() async throws {
      let shown = try await show(
        "%{A:left one:}%{A3:right one:}%{B#00ff00}    %{B-}%{A}%{A}%{r}%{A4:up:}%{B#00ff00}    %{B-}%{A}", "--markup",
        "lemonbar")
      try await shown.server.click(x: 20, y: 70)
      #expect(try await shown.child.line() == "left one")
      try await shown.server.click(x: 20, y: 70, button: 3)
      #expect(try await shown.child.line() == "right one")
      try await shown.server.click(x: 590, y: 70, button: 4)
      #expect(try await shown.child.line() == "up")
      #expect(shown.child.errors.isEmpty)
    }

    @Test("With --markup-run a click runs it by its words, without a shell") func running() async throws {
      let folder = try TemporaryFolder()
      let shown = try await show(
        "^ca(1, touch '\(folder.path)/a b;c' '\(folder.path)/$HOME')^bg(#00ff00)    ^ca()", "--markup", "dzen2",
        "--markup-run")
      try await shown.server.click(x: 20, y: 70)
      let names = try await waitFor("two files") {
        let names = Files.names(in: folder.path)
        return names.count == 2 ? names.sorted() : nil
      }
      #expect(names == ["$HOME", "a b;c"] && shown.child.output.isEmpty)
    }

    @Test("The next line replaces the one before, and an error is reported once") func replacing()
      async throws
    {
      let shown = try await show("%{Q}%{B#00ff00}    ", "--markup", "lemonbar")
      try shown.child.send("%{Q}%{c}%{B#ff0000}    \n%{Q}%{c}%{B#0000ff}    \n")
      let picture = try await shown.picture("another line") { $0.count(of: 0x0000ff) > 100 }
      #expect(picture.count(of: 0x00ff00) == 0)
      #expect(shown.child.errors == "newsreel: --markup: %{Q}: lemonbar has no such tag\n")
    }
  }
}

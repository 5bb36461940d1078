import Base
import Glibc
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Inspector
@testable import Windows

extension OnScreen {
  /// `newsreel inspect` in a terminal, beside the window that it looks at.
  @Suite("The inspector in a terminal") struct InspectorOnScreenTests {
    let folder = try! TemporaryFolder()
    var environment: [String: String?] { ["XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path] }

    func pane(_ words: String = "", rows: Int = 24, columns: Int = 80, term: String? = nil) async throws
      -> TerminalPane
    {
      var all = environment
      for (name, value) in ["LC_ALL": "C.UTF-8", "DISPLAY": nil, "NO_COLOR": nil] as [String: String?] {
        all.updateValue(value, forKey: name)
      }
      let before = term.map { "TERM=\($0) " } ?? ""
      // What the terminal is like before and after.
      let kept = folder.path
      let command =
        "stty -g > \(kept)/before; \(before)\(Program.path) inspect \(words); echo status $?; "
        + "stty -g > \(kept)/after; echo left; exec cat"
      return try await TerminalPane(command, rows: rows, columns: columns, environment: all)
    }

    func shown(_ arguments: [String]) async throws -> Shown {
      try await Shown(arguments, environment: environment)
    }

    func value(_ name: String, _ line: ControlLine) async throws -> String? {
      try await line.ask("get", .string(name))["data"]?[name]?.word
    }

    /// Whether it ended with that status and left the terminal as it was.
    func hasLeft(_ pane: TerminalPane, status: Int32) async throws {
      let screen = try await pane.screen("the end") { $0.contains("status \(status)\nleft") }
      #expect(try Project.text(of: folder.path + "/before") == Project.text(of: folder.path + "/after"))
      #expect(!screen.contains("newsreel inspect  "))
    }

    @Test("What is done in a real terminal is done to the window, seen, undone, and others' changes appear")
    func terminal()
      async throws
    {
      let shown = try await shown(["crawl", "--delay-at-start", "10000", "████"])
      let before = try await shown.stillPicture()
      let line = try await ControlLine(to: "crawl", in: folder.path)
      let pane = try await pane("crawl", columns: 100)
      try await pane.screen("the properties") { $0.contains("newsreel inspect  crawl") && $0.contains(/\b1\/\d+/) }
      try await pane.type("/foreground")
      try await pane.press("Enter")
      try await pane.screen("the one") { $0.contains("1/1") }
      try await pane.press("Enter", "C-u")
      try await pane.type("tomatto")
      try await pane.press("Enter")
      // What the program says, which stands on two rows; until it answers the inspector says as much as it knows by itself.
      try await pane.screen("why not") {
        $0.split { $0.isWhitespace }.joined(separator: " ").contains(
          "foreground: 'tomatto' is not a colour: there is no such name; did you mean 'tomato'?")
      }
      try await pane.press("BSpace", "BSpace")
      try await pane.type("o")
      try await pane.press("Enter")
      try await waitUntil("the colour") { try await value("foreground", line) == "#ff6347" }
      _ = try await shown.picture("red text") { $0 != before && Set($0.pixels).contains(0xFF6347) }
      try await pane.screen("its mark") { $0.contains("● foreground") && $0.contains("#ff6347") }
      try await pane.press("u")
      _ = try await shown.picture("the text as it was") { $0 == before }
      try await line.ask("set", "foreground", "#010203")
      try await pane.screen("what others have set") { $0.contains("#010203") }
      // Hostile text reaches no terminal as it is.
      try await pane.press("Escape", "BTab", "Home")
      try await pane.type("/text")
      try await line.ask("set", "background", "#000001", "name", "\u{1B}[2J\u{1B}]0;x\u{7}evil")
      try await pane.press("C-u")
      try await pane.type("title")
      try await pane.press("Enter")
      try await pane.screen("signs in place of controls") { $0.contains("␛[2J␛]0;x␇evil") }
      try await pane.resize(rows: 12, columns: 60)
      try await pane.screen("it in another size") {
        $0.split(separator: "\n", omittingEmptySubsequences: false).count == 13 && $0.contains("? help")
      }
      try await pane.resize(rows: 5, columns: 20)
      try await pane.screen("a word about that") { $0.contains("Too small") }
      try await pane.resize(rows: 24, columns: 80)
      try await pane.press("Escape", "q")
      try await hasLeft(pane, status: 0)
      #expect(shown.child.isRunning)
    }

    @Test(
      "A window that ends is waited for; a signal leaves the terminal as it was",
      arguments: ["xterm-256color", "xterm", "vt100"])
    func endings(term: String) async throws {
      let first = try await shown(["badge", "Label"])
      let pane = try await pane("badge", term: term)
      try await pane.screen("its properties") { $0.contains("label") && $0.contains("Label") }
      first.child.end()
      try await pane.screen("its end") { $0.contains("badge has ended") }
      let second = try await shown(["badge", "Another"])
      try await pane.screen("the new one") { $0.contains("Another") && !$0.contains("has ended;") }
      second.child.signal(SIGSTOP)
      try await pane.press("r")
      try await pane.screen("that it does not answer") { $0.contains("does not answer; waiting") }
      second.child.signal(SIGCONT)
      try await pane.screen("its answer") { !$0.contains("does not answer") }
      let process = try #require(try await pane.process("^\(Program.path) inspect badge"))
      kill(process, SIGTERM)
      try await hasLeft(pane, status: 128 + SIGTERM)
    }

    @Test("A click selects, the wheel goes further; paused by Ctrl-Z it comes back; it ends with its terminal")
    func hands() async throws {
      let shown = try await shown(["badge", "Label"])
      var all = environment
      all.updateValue("C.UTF-8", forKey: "LC_ALL")
      var pane: TerminalPane? = try await TerminalPane("exec bash --norc -i", environment: all)
      try await pane?.type("\(Program.path) inspect badge\n")
      try await pane?.screen("its properties") { $0.contains(/\b1\/\d+/) }
      // The third row of the list, as xterm says it; then the wheel.
      try await pane?.send([0x1B, 0x5B, 0x4D, 0x20, 0x25, 0x26])
      try await pane?.screen("what was clicked") { $0.contains(/\b3\/\d+/) }
      try await pane?.send([0x1B, 0x5B, 0x4D, 0x61, 0x25, 0x26])
      try await pane?.screen("what the wheel went to") { $0.contains(/\b6\/\d+/) }
      try await pane?.press("C-z")
      try await pane?.screen("the shell") { $0.contains("Stopped") }
      try await pane?.type("fg\n")
      try await pane?.screen("it again, brought back by the shell") { $0.contains(/\b6\/\d+/) }
      // What is typed before the terminal is the program's again is lost, as ncurses wants it.
      try await waitUntil("that it takes keys") {
        try await pane?.press("Home")
        return try await pane?.screen().contains(/\b1\/\d+/) == true
      }
      let process = try #require(try await pane?.process("^\(Program.path) inspect badge"))
      pane = nil
      try await waitUntil("its end") { kill(process, 0) != 0 }
      #expect(shown.child.isRunning)
    }

    @Test("Bytes and sizes at random end nothing, and Ctrl-C leaves the terminal as it was") func fuzz() async throws {
      let shown = try await shown(["counter", "42"])
      let pane = try await pane("counter")
      try await pane.screen("its properties") { $0.contains("duration") }
      var random = SeededRandom(seed: 17)
      for round in 0..<(Program.isSweepFull ? 300 : 15) {
        // All but what ends it: Ctrl-C, q, Ctrl-Z, Ctrl-\\; and not what writes files.
        let bytes = (0..<100).map { _ in UInt8.random(in: 0...255, using: &random) }
        try await pane.send(bytes.filter { ![0x03, 0x71, 0x1A, 0x1C, 0x59, 0x79, 0x00].contains($0) })
        if round.isMultiple(of: 3) {
          try await pane.resize(
            rows: .random(in: 2...50, using: &random), columns: .random(in: 2...160, using: &random))
        }
      }
      try await pane.resize(rows: 30, columns: 100)
      try await pane.screen("it in its size") {
        $0.split(separator: "\n", omittingEmptySubsequences: false).count == 31
      }
      try await pane.press("C-c")
      try await hasLeft(pane, status: 0)
      #expect(shown.child.isRunning)
    }

    @Test("What is set is written into the window's file, or into a new one where there is none")
    func writing() async throws {
      let path = folder.path + "/desk.toml"
      try Files.write("# mine\nlabel = \"DESK\" # short\narguments = [\"One\"]\n", to: path)
      let shown = try await shown(["--config", path])
      let line = try await ControlLine(to: "strip", in: folder.path)
      let pane = try await pane("strip")
      try await pane.screen("its properties") { $0.contains("DESK") }
      try await line.ask("set", "label", "NEW", "opacity", "0.5")
      try await pane.screen("the change") { $0.contains("NEW  ") }
      try await pane.press("w")
      try await pane.screen("what would be written") {
        $0.contains("+ label = \"NEW\"") && $0.contains("+ opacity = 0.5")
      }
      try await pane.press("y")
      try await pane.screen("that it was") { $0.contains("written to \(path)".prefix(40)) }
      #expect(try Project.text(of: path) == "# mine\nlabel = \"NEW\" # short\narguments = [\"One\"]\nopacity = 0.5\n")
      try await pane.press("q")
      shown.child.end()
      let crawl = try await self.shown(["crawl", "--scroll-speed", "77", "--file", Project.folder + "/README.md"])
      let other = try await self.pane("crawl", rows: 40)
      try await other.screen("its properties") { $0.contains("77") }
      try await other.press("w")
      try await other.screen("where") { $0.contains("write to: ") }
      try await other.press("Enter")
      try await other.screen("what") { $0.contains("+ view = \"crawl\"") && $0.contains("Write it?") }
      try await other.press("y")
      try await other.screen("that it was") { $0.contains("written to") }
      let checked = try await Program.run(
        ["config", "check", folder.path + "/newsreel/newsreel.toml"], environment: environment)
      #expect(checked.output.contains("1 window"), "\(checked.errors)")
      #expect(try Project.text(of: folder.path + "/newsreel/newsreel.toml").contains("scroll-speed = 77"))
      #expect(crawl.child.isRunning)
    }

    @Test("Without a terminal, a window or a terminal that is known it says so and what to do") func refusals()
      async throws
    {
      let piped = try await Program.run(["inspect"], environment: environment)
      #expect(piped.ending == .exited(2) && piped.errors.contains("newsreel msg properties"))
      let none = try await pane()
      try await none.screen("a word about it") { $0.contains("no window of newsreel runs") && $0.contains("status 1") }
      let shown = try await shown(["badge", "Label"])
      _ = try await ControlLine(to: "badge", in: folder.path)
      let other = try await pane("bagde")
      try await other.screen("the right name") { $0.contains("did you mean 'badge'?") && $0.contains("status 1") }
      let unknown = try await pane("badge", term: "no-such-thing")
      try await unknown.screen("what to set") { $0.contains("'no-such-thing' is not known") && $0.contains("status 1") }
      #expect(shown.child.isRunning)
    }
  }
}

import Base
import Glibc
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Windows

extension OnScreen {
  /// The options about sources mean the same on every view that can take them.
  @Suite("Sources everywhere") struct EverywhereTests {
    private let folder = try! TemporaryFolder()
    private var environment: [String: String?] { ["XDG_RUNTIME_DIR": folder.path] }

    /// The options that are to mean the same, with the views that cannot take them.
    static let options: [(option: String, except: Set<String>)] = [
      ("file", []), ("watch", []), ("command", []), ("every", []), ("match", []), ("json-lines", []),
      ("markup", ["counter", "tokens"]), ("feed", ["counter", "tokens", "credits", "badge"]),
    ]

    @Test("Each view takes each of them, or says which views do", arguments: Views.all.map { $0.name })
    func table(view: String) async throws {
      let flags = FlagHints.flags(of: view)
      for (option, except) in Self.options {
        #expect(flags.contains(option) != except.contains(view), "--\(option) of \(view)")
        guard except.contains(view) else { continue }
        let result = try await Program.run([view, "--\(option)", "x"])
        let takers = Views.all.map { $0.name }.filter { !except.contains($0) }
        let list = takers.dropLast().joined(separator: ", ") + " and " + (takers.last ?? "")
        #expect(
          result.errors == "newsreel: --\(option): \(view) cannot take it; \(list) take it\n"
            && result.ending == .exited(2), "\(result.errors)")
        #expect {
          try ConfigurationReader(
            file: "f", bytes: Array("[[window]]\nview = \"\(view)\"\n\(option) = \"x\"\n".utf8)
          ).read()
        } throws: {
          "\($0)" == "f:3:1: unknown key '\(option)': \(view) cannot take it, but \(list) can"
        }
      }
    }

    /// What a view shows, as it tells it.
    private func content(of view: String, _ line: ControlLine) async throws -> String {
      let data = try await line.ask("state")["data"]
      return switch view {
      case "counter": data?["number"]?.word ?? ""
      case "tokens": data?["tokens"]?.array?.compactMap(\.string).joined(separator: ",") ?? ""
      case "badge": data?["label"]?.string ?? ""
      case "credits": data?["lines"]?.array?.compactMap(\.string).joined(separator: ",") ?? ""
      default: data?["items"]?.array?.compactMap(\.string).joined(separator: ",") ?? ""
      }
    }

    @Test("Lines are picked from, and read as objects, on each", arguments: Views.all.map { $0.name })
    func lines(view: String) async throws {
      let command = view == "strip" ? [] : [view]
      for (word, option, text, expected) in [
        ("match", ["--match", "load: ([0-9]+)"], "noise\nload: 42 %\n", "42"),
        ("json", ["--json-lines"], #"{"text":"42","link":"http://x.org/"}"# + "\n", "42"),
      ] {
        let file = try folder.write(text, to: word)
        // One source is a file that is followed, the other one a command.
        for source in [["--file", file, "--watch"], ["--command", "cat \(file)", "--every", "0.2"]] {
          let shown = try await Shown(command + ["--name", word] + option + source, environment: environment)
          let line = try await ControlLine(to: word, in: folder.path)
          try await waitUntil("\(view) \(word) \(source)") { try await content(of: view, line) == expected }
          try folder.replace(word, with: text.replacing("42", with: "43"))
          try await waitUntil("\(view) \(word) \(source) again") {
            // What can be seen goes when it has left the view.
            try await content(of: view, line).split(separator: ",").contains("43")
          }
          // A counter says of what has no number that it has none.
          #expect(shown.child.errors.isEmpty || view == "counter" && word == "match", "\(shown.child.errors)")
          try await line.ask("quit")
          _ = try await shown.child.ending()
          try Files.write(text, to: file)
        }
      }
    }

    @Test("Credits with --every continue if lines were only added, and start over with another text")
    func credits() async throws {
      func write(_ word: String, _ count: Int) throws {
        try folder.replace("text", with: (1...count).map { "\(word) \($0)\n" }.joined())
      }
      try write("Line", 100)
      let shown = try await Shown(
        ["credits", "--speed", "100", "--command", "cat \(folder.path)/text", "--every", "0.2"],
        environment: environment)
      let line = try await ControlLine(to: "credits", in: folder.path)
      func place() async throws -> Double { try await line.ask("state")["data"]?["position"]?.number ?? 0 }
      var last = 0.0
      func runs(to end: Double) async throws -> Bool {
        let now = try await place()
        #expect(now >= last)
        last = now
        return now > end
      }
      try await waitUntil("a way") { try await runs(to: 100) }
      try write("Line", 120)
      try await waitUntil("more lines") { try await content(of: "credits", line).hasSuffix(",Line 120") }
      #expect(try await content(of: "credits", line).hasPrefix("Line 1,Line 2,"))
      let goal = last + 50
      try await waitUntil("more of the way") { try await runs(to: goal) }
      try write("Row", 100)
      try await waitUntil("other lines") { try await content(of: "credits", line).hasPrefix("Row 1,Row 2,") }
      #expect(shown.child.isRunning)
    }

    @Test("Errors in an object name its line, and live numbers are not for markup") func wrong()
      async throws
    {
      let file = try folder.write(
        #"{"text":"One"}"# + "\n" + #"{"text":"Two","link":"ftp://x/"}"# + "\n" + #"{"text":"3","link":"ftp://x/"}"#
          + "\n",
        to: "lines")
      for view in [["crawl"], ["badge"]] {
        let shown = try await Shown(view + ["--json-lines", "--file", file], environment: environment)
        try await waitUntil("a word about it") { !shown.child.errors.isEmpty }
        #expect(shown.child.errors == "newsreel: --json-lines: line 2: “link” is not http or https: “ftp://x/”\n")
      }
      let both = try await Program.run(["crawl", "--markup", "dzen2", "--value", "x=1", "A line"])
      #expect(both.ending == .exited(2) && both.errors.contains("lines with --markup dzen2 have no live numbers"))
      let action = try await Program.run(["feeds", "ad"])
      #expect(action.ending == .exited(2) && action.errors.hasSuffix("Did you mean 'add'?\n"), "\(action.errors)")
    }

    @Test("Pango markup is read on badges, and refused for what it is of a bar") func badge() async throws {
      let shown = try await Shown(
        ["badge", "--markup", "pango", "--background", "#000000", "<span foreground='#ff0000'>████</span>"],
        environment: environment)
      _ = try await shown.picture("a red text") { Set($0.pixels).contains(0xFF0000) }
      let bar = try await Program.run(["badge", "--markup", "lemonbar", "x"])
      #expect(bar.ending == .exited(2) && bar.errors.contains("lines of bars are for strip and crawl"), "\(bar.errors)")
    }
  }
}

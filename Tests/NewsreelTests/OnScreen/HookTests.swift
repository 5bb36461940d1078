import Base
import Glibc
import TestKit
import Testing

@testable import App
@testable import Windows

extension OnScreen {
  /// Programs that are run where something happens.
  @Suite("Hooks") struct HookTests {
    private let folder = try! TemporaryFolder()
    private var path: String { folder.path + "/newsreel.toml" }
    private var log: String { folder.path + "/log" }
    private var environment: [String: String?] { ["XDG_RUNTIME_DIR": folder.path] }

    /// A program that writes down how it was called.
    private func recorder() throws -> String {
      let script = """
        #!/bin/sh
        line=$(printf '%s|' "$@"; printf '%s|%s|' "$NEWSREEL_EVENT" "$NEWSREEL_TEXT"; cat)
        printf '%s\\n' "$line" >> '\(log)'
        """
      let path = try folder.write(script, to: "recorder")
      chmod(path, 0o755)
      return path
    }

    private var lines: [String] {
      (try? Project.text(of: log))?.split(separator: "\n").map(String.init) ?? []
    }

    @Test("A hook runs its words alone, with what has happened in them, in its environment and on its standard input")
    func words() async throws {
      let program = try recorder()
      let text = """
        [[window]]
        name = "news"
        view = "crawl"
        arguments = ["-x; touch \(folder.path)/broken $(id) `id` 'x'"]
        [window.hooks]
        item-shown = ["\(program)", "{text}", "is: {text}", "{{text}", "{link}"]
        started = [["\(program)", "one"], ["\(program)", "two"]]

        """
      try AtomicFile.write(Array(text.utf8), to: path)
      let shown = try await Shown(["--config", path], environment: environment)
      try await waitUntil("all three") {
        ["one", "two", " "].allSatisfy { start in self.lines.contains { $0.hasPrefix(start) } }
      }
      let news = "-x; touch \(folder.path)/broken $(id) `id` 'x'"
      let json = JSON.object([("event", "item-shown"), ("text", .string(news))]).line
      #expect(lines.contains(" \(news)|is: \(news)|{text}||item-shown|\(news)|\(json)"), "\(lines)")
      #expect(Set(lines).isSuperset(of: [#"one|started||{"event":"started"}"#, #"two|started||{"event":"started"}"#]))
      #expect(access(folder.path + "/broken", F_OK) != 0)
      // Nothing else waits for them.
      #expect(shown.child.output.isEmpty)
      try await waitUntil("its children to be taken off") { try self.children(of: shown.child).isEmpty }
    }

    private func children(of child: Child) throws -> [String] {
      try Project.text(of: "/proc/\(child.id)/task/\(child.id)/children").split(separator: " ").map(String.init)
    }

    @Test("Each of two views has its own; a saved file changes them; a missing program is reported once")
    func views() async throws {
      let program = try recorder()
      func text(_ word: String) -> String {
        """
        [hooks]
        value = ["/nonexistent/program"]
        [[window]]
        [[window.row]]
        view = "counter"
        id = "left"
        arguments = ["1"]
        hooks = { value = ["\(program)", "\(word)", "{view}", "{number}"] }
        [[window.row]]
        view = "counter"
        id = "right"
        arguments = ["1"]

        """
      }
      try AtomicFile.write(Array(text("old").utf8), to: path)
      let shown = try await Shown(["--config", path], environment: environment)
      let line = try await ControlLine(to: "newsreel", in: folder.path)
      func count(_ view: String, _ number: Int) async throws {
        line.send(#"{"command":["counter",\#(number)],"view":"\#(view)"}"# + "\n")
        #expect(try await line.line()["ok"]?.bool == true)
      }
      try await count("right", 2)
      try await count("left", -3)
      try await waitUntil("the left one's") { !self.lines.isEmpty }
      #expect(lines == [#"old|left|-3|value||{"event":"value","view":"left","number":-3}"#])
      let place = "newsreel: \(path):2:9: the hook of value: /nonexistent/program: cannot start: "
      #expect(shown.child.errors == place + "No such file or directory\n")
      try AtomicFile.write(Array(text("new").utf8), to: path)
      try await waitUntil("the new hook") {
        try await count("left", 4 + Int.random(in: 0..<1000))
        return self.lines.contains { $0.hasPrefix("new|") }
      }
      #expect(shown.child.isRunning)
    }

    @Test("A flood of events runs a limited number of programs at once, and the newest events are passed on")
    func flood() async throws {
      let script = try folder.write(
        "#!/bin/sh\nsleep 0.5\necho \"$1\" >> '\(log)'\n", to: "slow")
      chmod(script, 0o755)
      let shown = try await Shown(["counter", "--hook", "value=\(script) {number}", "0"], environment: environment)
      let line = try await ControlLine(to: "counter", in: folder.path)
      line.send((1...500).map { "{\"command\":[\"counter\",\($0)]}\n" }.joined())
      var most = 0
      try await waitUntil("the last one") {
        most = max(most, try self.children(of: shown.child).count)
        return self.lines.contains("500")
      }
      try await waitUntil("all of them to end") { try self.children(of: shown.child).isEmpty }
      #expect(most <= HookRunner.mostRunning)
      // Hundreds of them came before one could end.
      #expect(lines.count < 100 && Set(lines).count == lines.count, "\(lines.count)")
      #expect(shown.child.errors.contains("--hook: the hook of value: its events come too fast"))
    }
  }
}

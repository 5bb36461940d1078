import Base
import Glibc
import TestKit
import TestTags
import Testing

extension OnScreen {
  /// Priorities, holds, keys and rundowns, of a running strip.
  @Suite("On air", .tags(.x11)) struct OnAirTests {
    private let folder = try! TemporaryFolder()
    private var environment: [String: String?] { ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path] }

    private func items(_ line: ControlLine) async throws -> [String] {
      try await line.ask("state")["data"]?["items"]?.array?.compactMap(\.string) ?? []
    }

    @Test("What is held until it is acknowledged is ended by a message, and hooks are run for it") func acknowledged()
      async throws
    {
      let log = folder.path + "/log"
      let script = try folder.write("#!/bin/sh\necho \"$@\" >> '\(log)'\n", to: "sound")
      chmod(script, 0o755)
      let shown = try await Shown(
        ["First", "--json-lines", "-", "--hook", "urgent=\(script) {event} {priority} {text}"], input: .pipe,
        environment: environment)
      let line = try await shown.control()
      try shown.child.send(
        #"{"text":"Drill","placing":"break-in","hold":"acknowledged","key":"drill","priority":7}"# + "\n")
      try await waitUntil("the hook") { (try? Project.text(of: log)) == "urgent 7 Drill\n" }
      #expect(try await line.ask("acknowledge", "nothing")["data"]?.number == 0)
      #expect(try await line.ask("acknowledge", "drill")["data"]?.number == 1)
      #expect(try await line.ask("acknowledge")["data"]?.number == 0)
      try shown.child.send(#"{"text":"Storm","alert":"severe"}"# + "\n")
      try await waitUntil("the headline") { try await items(line).contains("Storm") }
    }

    @Test("A rundown says what comes, of a running strip and of its sources") func rundown() async throws {
      let lines = [
        #"{"text":"Plain"}"#, #"{"text":"First","priority":5}"#, #"{"text":"Later","not-before":4000000000}"#,
        #"{"text":"Over","not-after":1000000000}"#,
      ]
      let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "items")
      let shown = try await Shown(["--json-lines", "--file", file], environment: environment)
      let line = try await shown.control()
      try await waitUntil("both") { try await Set(items(line)) == ["Plain", "First"] }
      let answer = try await line.ask("rundown", "600")["data"]?.array ?? []
      let texts = answer.compactMap { $0["text"]?.string }
      #expect(texts.count > 20 && Set(texts) == ["Plain", "First"])
      let starts = answer.compactMap { $0["start"]?.number }
      #expect(starts == starts.sorted() && starts.count == texts.count)
      let printed = try await Program.run(
        ["rundown", "--for", "600", "--json-lines", "--file", file], on: shown.server
      ).output
      let rows = printed.split(separator: "\n")
      #expect(rows.first?.contains("priority") == true && rows.count > 20)
      #expect(rows.dropFirst().first?.hasSuffix("First") == true)
      #expect(!printed.contains("Later") && !printed.contains("Over"))
    }

    @Test("The page's recipe shows what a player plays, in one headline") func player() async throws {
      // Stands in for playerctl: it prints a line for each piece.
      let script = """
        #!/bin/sh
        [ "$1 $2 $3 $4" = "--follow metadata --format {{artist}} – {{title}}" ] || exit 1
        echo 'Ella – "Misty"'
        while [ ! -e '\(folder.path)/next' ]; do sleep 0.1; done
        echo 'Nina – Feeling Good'
        sleep 1000

        """
      chmod(try folder.write(script, to: "playerctl"), 0o755)
      let recipe = try #require(try Readme.blocks().first { $0.contains("playerctl --follow") })
      let server = try await XServer(width: 1000, height: 200)
      let path = folder.path + ":" + (getenv("PATH").map { String(cString: $0) } ?? "")
      let child = try Child(
        "sh", ["-c", "newsreel() { '\(Program.path)' \"$@\"; }; \(recipe)"],
        environment: environment.merging(["DISPLAY": server.display, "PATH": path, "DBUS_SESSION_BUS_ADDRESS": nil]) {
          $1
        })
      let name = try await waitFor("the strip; \(child.errors)") {
        Files.names(in: folder.path + "/newsreel").first { $0.hasSuffix(".sock") }
      }
      let line = try await ControlLine(to: String(name.dropLast(5)), in: folder.path)
      try await waitUntil("the piece") { try await items(line) == [#"Ella – "Misty""#] }
      try folder.write("", to: "next")
      try await waitUntil("the next piece") { try await items(line) == ["Nina – Feeling Good"] }
      #expect(child.isRunning)
    }
  }
}

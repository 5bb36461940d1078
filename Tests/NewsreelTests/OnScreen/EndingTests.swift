import Glibc
import TestKit
import Testing

extension OnScreen {
  @Suite("The end") struct EndingTests {
    private static let crawl = ["crawl", "A headline", "--geometry", "600x36+50+50"]

    @Test("Signals end it at once, and its status names them", arguments: [1, 2, 15] as [Int32])
    func signals(_ number: Int32) async throws {
      let shown = try await Shown(Self.crawl)
      _ = try await shown.picture("text") { $0.inkSum(on: ground) > 1000 }
      shown.child.signal(number)
      #expect(try await shown.child.ending() == .exited(128 + number))
      #expect(shown.child.errors.isEmpty)
      _ = try await shown.server.emptyScreen()
    }

    @Test("Closing the window ends it") func closed() async throws {
      let server = try await XServer(width: 800, height: 200, manager: .i3)
      let shown = try await Shown(["tokens", "alpha"], on: server)
      // As a click on a close button does: WM_DELETE_WINDOW.
      _ = try await server.run("i3-msg", ["[class=Newsreel] kill"])
      #expect(try await shown.child.ending() == .exited(0))
      #expect(shown.child.errors.isEmpty)
    }

    @Test("A window that somebody destroys ends it") func destroyed() async throws {
      let shown = try await Shown(Self.crawl)
      try await shown.server.xdotool("windowclose", shown.window)
      #expect(try await shown.child.ending() == .exited(0))
      #expect(shown.child.errors.isEmpty)
    }

    @Test("q ends it, where it has the keyboard") func key() async throws {
      let shown = try await Shown(Self.crawl)
      try await shown.server.xdotool("windowfocus", shown.window)
      try await shown.server.key("q")
      #expect(try await shown.child.ending() == .exited(0))
    }

    @Test("A server that goes away ends it within a second", arguments: [nil, "10000"])
    func lostServer(_ rest: String?) async throws {
      let shown = try await Shown(Self.crawl + (rest.map { ["--delay-at-start", $0] } ?? []))
      _ = try await shown.picture("text") { $0.inkSum(on: ground) > 1000 }
      shown.server.end()
      #expect(try await shown.child.ending() == .exited(1))
      #expect(shown.child.errors == "newsreel: the X server has gone\n")
    }

    @Test("Where the server does not answer a signal's end, it ends without it, and says so")
    func deafServer() async throws {
      let shown = try await Shown(Self.crawl)
      _ = try await shown.picture("text") { $0.inkSum(on: ground) > 1000 }
      shown.server.signal(SIGSTOP)
      defer { shown.server.signal(SIGCONT) }
      shown.child.signal(SIGTERM)
      #expect(try await shown.child.ending() == .exited(128 + SIGTERM))
      #expect(shown.child.errors == "newsreel: the X server does not answer; ended without it\n")
    }

    @Test("xkill, too, is a lost server") func killed() async throws {
      let shown = try await Shown(Self.crawl)
      try await shown.server.xdotool("windowkill", shown.window)
      #expect(try await shown.child.ending() == .exited(1))
      #expect(shown.child.errors == "newsreel: the X server has gone\n")
    }

    @Test("A standard output without a reader ends it with a message") func closedOutput() async throws {
      let server = try await XServer(width: 600, height: 200)
      // A click may come before the reader has gone: many chips, one for each.
      let chips = (10...49).map { "n\($0)" }.joined(separator: " ")
      let line = "exec 3>&1; { \"$1\" tokens \(chips) --geometry 300x46+0+0; echo $? >&3; } | true"
      let child = try Child("sh", ["-c", line, "sh", Program.path], environment: ["DISPLAY": server.display])
      try await waitUntil("the chip") { try server.screenshot().count(of: ground) > 1000 }
      try await waitUntil("the end") {
        try await server.click(x: 40, y: 23)
        return !child.isRunning
      }
      #expect(child.output == "0\n" || child.output == "1\n")
      #expect(child.errors == "newsreel: standard output: cannot be written: Broken pipe\n")
    }
  }

  @Suite("Errors") struct ErrorTests {
    @Test("Without a display it says what to do", arguments: [nil, ":987"]) func noDisplay(_ name: String?) async throws
    {
      let result = try await Program.run(["crawl", "x"], environment: ["DISPLAY": name])
      #expect(result.ending == .exited(1) && result.output.isEmpty)
      let expected =
        name == nil
        ? "newsreel: no display: set DISPLAY, or start under an X server (xvfb-run, startx)\n"
        : "newsreel: cannot open display ':987': is an X server running there?\n"
      #expect(result.errors == expected)
    }

    @Test(
      "What is wrong is said, with what would be right",
      arguments: [
        ("crawl x --geometry 800y36", 2, ["--geometry: '800y36'"]),
        ("crawl x --geometry 0x0", 2, ["--geometry: '0x0'"]),
        ("crawl x --background darkgren", 2, ["--background: 'darkgren'", "darkgreen"]),
        ("crawl x --foreground #12345", 2, ["--foreground: '#12345'"]),
        ("crawl x --file /nonexistent/headlines", 1, ["/nonexistent/headlines", "No such file or directory"]),
        ("crawl x --file /", 1, ["/", "directory"]),
        ("crawl x --scrol-time 3", 2, ["'--scrol-time'", "'--scroll-time'"]),
        ("crawl x --place nowhere", 2, ["--place", "nowhere", "in-"]),
        ("crawl x --offset 5", 2, ["--offset: '5'", "X,Y"]),
        ("counter twelve", 2, ["'twelve'", "number"]),
      ])
    func wrong(_ line: String, _ status: Int32, _ parts: [String]) async throws {
      let server = try await XServer(width: 300, height: 100)
      let result = try await Program.run(line.split(separator: " ").map(String.init), on: server)
      #expect(result.ending == .exited(status) && result.output.isEmpty)
      #expect(result.errors.hasPrefix("newsreel: ") && result.errors.split(separator: "\n").count == 1)
      for part in parts { #expect(result.errors.contains(part)) }
    }

    @Test("A file that may not be read is named") func unreadable() async throws {
      let server = try await XServer(width: 300, height: 100)
      let folder = try TemporaryFolder()
      let path = try folder.write("x\n", to: "secret")
      _ = try await run("chmod", ["000", path])
      // Root may read everything.
      let id = try await run("id", ["-u"]).output
      if id == "0\n" { return }
      let result = try await Program.run(["--file", path], on: server)
      #expect(result.ending == .exited(1))
      #expect(result.errors.contains(path) && result.errors.contains("Permission denied"))
    }
  }
}

extension XServer {
  fileprivate func emptyScreen() async throws {
    try await waitUntil("an empty screen") { try screenshot().count(of: 0) == width * height }
  }
}

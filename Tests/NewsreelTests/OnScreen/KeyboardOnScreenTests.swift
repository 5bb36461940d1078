import Glibc
import TestKit
import TestTags
import Testing

extension OnScreen {
  /// What the keyboard alone can do to a strip in a dock, which no window manager gives it to.
  @Suite("The keyboard on screen", .tags(.x11)) struct KeyboardOnScreenTests {
    private static let managers: [XServer.WindowManager?] = [nil, .openbox, .i3, .xfwm4]
    /// Of topics whose colours are known.
    private static let lines = ["World", "Science", "Sport"].enumerated().map {
      #"{"text":"Headline \#($0 + 1)","link":"https://example.org/\#($0 + 1)","topic":"\#($1)"}"# + "\n"
    }.joined()

    private func focus(of server: XServer) async throws -> String {
      try await server.run("xdotool", ["getwindowfocus"]).output.split(separator: "\n").first.map(String.init) ?? ""
    }

    /// Somebody else's window, with the keyboard.
    private func other(on server: XServer) async throws -> (Child, String) {
      let other = try Child("xev", ["-geometry", "300x100+50+20"], environment: ["DISPLAY": server.display])
      let window = try await server.window(named: "Event Tester")
      try await waitUntil("the focus at xev") {
        if server.manager != .i3 {
          try await server.xdotool(server.manager == nil ? "windowfocus" : "windowactivate", window)
        }
        return try await focus(of: server) == window
      }
      return (other, window)
    }

    /// Three headlines at rest, each with a topic and a link, and what is opened.
    private func strip(on server: XServer) async throws -> (Shown, StandInOpener) {
      let opener = try await StandInOpener()
      let shown = try await Shown(
        ["--json-lines", "-", "--delay-at-start", "10000"], on: server, input: .pipe, environment: opener.environment)
      try shown.child.send(Self.lines)
      _ = try await shown.picture("three chips") { $0.count(of: 0xFF8F8F) > 10 }
      _ = try await shown.stillPicture()
      return (shown, opener)
    }

    @Test(
      "Asked to, it takes the keyboard; every headline, chip and menu entry is reached; Escape gives it back",
      arguments: managers)
    func walk(_ manager: XServer.WindowManager?) async throws {
      let server = try await XServer(width: 1000, height: 500, manager: manager)
      let (other, window) = try await other(on: server)
      let (shown, opener) = try await strip(on: server)
      #expect(try await focus(of: server) == window)
      #expect(try await Program.run(["focus"], on: server).ending == .exited(0))
      try await waitUntil("the focus at the strip") { try await focus(of: server) == shown.window }

      // The first headline is marked; each is opened in its turn.
      for number in 1...3 {
        try await server.key("Return")
        #expect(try await opener.next() == "https://example.org/\(number)")
        try await server.key(number == 2 ? "Right" : "Tab")
      }
      // The mark is on the first chip now: it is switched off, removed, and taken back.
      let colour: UInt32 = 0x7CC4FF
      let dot = try await shown.stillPicture().count(of: colour)
      try await server.key("Return")
      _ = try await shown.picture("the first topic off") { $0.count(of: colour) < dot }
      try await server.key("Return")
      try await server.key("Tab", "Delete")
      _ = try await shown.picture("the second topic gone") { $0.count(of: 0x7DDF9B) == 0 }
      try await server.key("ctrl+z")
      _ = try await shown.picture("the second topic back") { $0.count(of: 0x7DDF9B) > 10 }

      // The menu of a headline, behind the last chip, line by line, back to where it was.
      try await server.key("Tab", "Tab")
      try await server.key("shift+F10")
      let menu = try await server.menuWithKeyboard()
      try await server.key("t", "Right")
      try await waitUntil("the list of themes") { try await server.place(of: menu).height < 250 }
      try await server.key("l", "Return")
      _ = try await shown.picture("the light strip") { $0[995, 3] == 0xFBFBFA }
      try await server.key("Escape")
      try await waitUntil("the focus at xev again") { try await focus(of: server) == window }
      #expect(other.isRunning && shown.child.isRunning && shown.child.errors.isEmpty)
    }

    @Test("A window that is opened from the strip's menu by keys has the keyboard", arguments: managers)
    func panel(_ manager: XServer.WindowManager?) async throws {
      let server = try await XServer(width: 1000, height: 700, manager: manager)
      let home = try FeedHome()
      let shown = try await Shown(["--delay-at-start", "10000"], on: server, environment: home.environment)
      _ = try await shown.stillPicture()
      _ = try await Program.run(["focus"], on: server)
      try await waitUntil("the focus at the strip") { try await focus(of: server) == shown.window }
      try await server.key("Menu")
      try await server.menu(of: shown.child)
      try await server.type("headlines")
      try await server.key("Return")
      let panel = try await server.window(named: "Headlines")
      try await waitUntil("the focus at the window") { try await focus(of: server) == panel }
      try await server.key("ctrl+w")
      try await waitUntil("no window") {
        try await server.run("xdotool", ["search", "--onlyvisible", "--name", "^Headlines$"]).output.isEmpty
      }
      #expect(shown.child.isRunning && shown.child.errors.isEmpty, "\(shown.child.errors)")
    }

    @Test("A strip that was put away comes back for it; asked again, the next window of newsreel has it")
    func several() async throws {
      let server = try await XServer(width: 1000, height: 500, manager: .openbox)
      let none = try await Program.run(["focus"], on: server)
      #expect(
        none.ending == .exited(1)
          && none.errors == "newsreel: no newsreel runs on this display; newsreel starts the strip\n")
      let (other, window) = try await other(on: server)
      let (shown, _) = try await strip(on: server)
      try await server.click(x: 300, y: 480, button: 2)
      try await waitUntil("the strip to go") {
        try await !server.run("xwininfo", ["-id", shown.window]).output.contains("Map State: IsViewable")
      }
      _ = try await Program.run(["focus"], on: server)
      try await waitUntil("the focus at the strip") { try await focus(of: server) == shown.window }
      let board = try await Shown(["crawl", "One", "--geometry", "300x40+300+200"], on: server)
      _ = try await Program.run(["focus"], on: server)
      try await waitUntil("the focus at the crawl") { try await focus(of: server) == board.window }
      _ = try await Program.run(["focus"], on: server)
      try await waitUntil("the focus at the strip again") { try await focus(of: server) == shown.window }
      // It goes back to whom it came from.
      try await server.key("Escape")
      try await waitUntil("the focus at xev again") { try await focus(of: server) == window }
      #expect(other.isRunning)
    }

    @Test("A field of chips is filled, gone through, changed and emptied by the keyboard alone") func tokens()
      async throws
    {
      let desk = try await TokensDesk()
      for label in ["alpha", "beta", "gamma"] {
        try await desk.server.type(label)
        try await desk.server.key("Return")
      }
      try await desk.waitForFile("alpha\nbeta\ngamma\n")
      // From chip to chip, and the one in the middle goes.
      try await desk.server.key("Left", "Left", "Delete")
      try await desk.waitForFile("alpha\ngamma\n")
      try await desk.server.key("ctrl+z")
      try await desk.waitForFile("alpha\nbeta\ngamma\n")
      // Two of them are cut and come back behind the rest.
      try await desk.server.key("End", "Left", "Home", "shift+Right", "ctrl+x")
      try await desk.waitForFile("gamma\n")
      try await desk.server.key("End", "ctrl+v")
      try await desk.waitForFile("gamma\nalpha\nbeta\n")
      try await desk.server.key("ctrl+a", "BackSpace")
      try await desk.waitForFile("")
      #expect(desk.program.isRunning && desk.program.errors.isEmpty, "\(desk.program.errors)")
    }
  }
}

/// Stands in for `xdg-open`, and records what is opened.
final class StandInOpener: Sendable {
  private let folder: TemporaryFolder
  private let path: String
  private var record: String { folder.path + "/opened" }

  init() async throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "opened")
    let opener = try folder.write("#!/bin/sh\necho \"$1\" >> '\(folder.path)/opened'\n", to: "xdg-open")
    _ = try await run("chmod", ["755", opener])
    path = try await run("sh", ["-c", "echo $PATH"]).output.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// With a home of its own: what has been opened is dimmed from then on.
  var environment: [String: String?] { ["PATH": folder.path + ":" + path, "HOME": folder.path] }

  /// Stands in for programs that this one starts, too.
  func standIn(during body: () async throws -> Void) async throws {
    setenv("PATH", folder.path + ":" + path, 1)
    defer { setenv("PATH", path, 1) }
    try await body()
  }

  func forget() throws { try folder.write("", to: "opened") }

  /// What has been opened since it was forgotten; nil for nothing yet.
  var opened: String? {
    get throws {
      let text = try Project.text(of: record)
      return text.hasSuffix("\n") ? String(text.dropLast()) : nil
    }
  }

  /// What is opened next, once it is.
  func next(_ what: String = "a link") async throws -> String {
    let opened = try await waitFor(what) { try self.opened }
    try forget()
    return opened
  }
}

import TestKit
import TestTags
import Testing

@testable import Base

extension OnScreen {
  /// What becomes of headlines that are opened, that cannot be opened, and that their feed takes back.
  @Suite("Read headlines on screen", .tags(.x11)) struct ReadOnScreenTests {
    private let home: FeedHome
    private let feed: String
    /// Of a headline in the dark theme, and of one that has been read.
    private static let (text, dimmed): (UInt32, UInt32) = (0xE8ECF1, 0x92969C)
    private static let chip: UInt32 = 0x232C37

    init() throws {
      home = try FeedHome()
      feed = home.folder.path + "/feed.xml"
      try write(["one", "two", "three"])
    }

    private func write(_ names: [String]) throws {
      let items = names.map { "<item><title>Headline \($0)</title><link>http://example.org/\($0)</link></item>" }
      try home.folder.write(
        "<rss version=\"2.0\"><channel><title>Wire</title>\(items.joined())</channel></rss>", to: "feed.xml")
    }

    /// A strip at rest with the headlines of the feed.
    private func strip(
      on server: XServer, _ more: [String] = [], environment: [String: String?]
    ) async throws -> Shown {
      let shown = try await Shown(
        ["--feed", feed, "--theme", "dark", "--delay-at-start", "10000"] + more, on: server,
        environment: environment.merging(home.environment) { $1 })
      _ = try await shown.picture("headlines") { $0.count(of: Self.text) > 100 || $0.count(of: Self.dimmed) > 20 }
      return shown
    }

    private func items(_ line: ControlLine) async throws -> [String] {
      try await line.ask("state")["data"]?["items"]?.array?.compactMap(\.string) ?? []
    }

    /// Clicks on the first headline.
    private func click(_ server: XServer) async throws {
      try await server.click(x: 260, y: 280)
      try await server.move(toX: 500, y: 100)
    }

    @Test("A headline that was opened stays and is dimmed, also after a restart; the menu brings it back") func read()
      async throws
    {
      let opener = try await StandInOpener()
      let server = try await XServer(width: 1000, height: 300)
      for isFirst in [true, false] {
        let shown = try await strip(on: server, environment: opener.environment)
        let line = try await shown.control()
        if isFirst {
          try await click(server)
          #expect(try await opener.next() == "http://example.org/one")
        }
        _ = try await shown.picture("a dimmed headline") { $0.count(of: Self.dimmed) > 20 }
        #expect(try await items(line) == ["Headline one", "Headline two", "Headline three"])
        #expect(try await shown.picture().count(of: Self.text) > 100)
        try await line.ask("quit")
        _ = try await shown.child.ending()
      }
      let shown = try await strip(on: server, ["--read", "drop"], environment: opener.environment)
      let line = try await shown.control()
      try await waitUntil("the read headline to be left out") {
        try await items(line) == ["Headline two", "Headline three"]
      }
      try await line.ask("set", "read", "keep")
      try await waitUntil("the read headline to be there again") { try await items(line).count == 3 }
    }

    @Test(
      "Where no browser can be started, or it fails, the strip says so and the headline stays unread",
      arguments: ["none", "#!/bin/sh\nexit 3\n", "#!/bin/sh\nsleep 1\nexit 4\n"]) func noBrowser(_ script: String)
      async throws
    {
      let server = try await XServer(width: 1000, height: 300)
      let folder = try TemporaryFolder()
      if script.hasPrefix("#") {
        _ = try await run("chmod", ["755", try folder.write(script, to: "xdg-open")])
      }
      let path = folder.path + (script.hasPrefix("#") ? ":/usr/bin:/bin" : "")
      let shown = try await strip(on: server, environment: ["PATH": path, "HOME": folder.path])
      let before = try await shown.stillPicture().count(of: Self.chip)
      try await click(server)
      let hint = try await shown.picture("the hint") { $0.count(of: Self.chip) > before + 1000 }
      #expect(hint.count(of: Self.dimmed) < 20)
      #expect(try await items(try await shown.control()) == ["Headline one", "Headline two", "Headline three"])
      #expect(shown.child.errors.contains("xdg-open"), "\(shown.child.errors)")
      // It goes by itself.
      _ = try await shown.picture("the strip without the hint") { $0.count(of: Self.chip) < before + 100 }
      #expect(!Files.names(in: home.folder.path + "/state/newsreel").contains("items"))
    }

    @Test("The list of the last headlines opens one of them, and a dimmed one is marked as unread") func menu()
      async throws
    {
      let opener = try await StandInOpener()
      let server = try await XServer(width: 1000, height: 400)
      let shown = try await strip(on: server, environment: opener.environment)
      try await server.click(x: 260, y: 380, button: 3)
      let menu = try await server.window(named: "Newsreel menu")
      try await waitUntil("the list") {
        try await server.key("r", "Right")
        // Pressed again while it opens they would choose in it.
        for _ in 0..<600 {
          if try await server.place(of: menu).height < 200 { return true }
          try await Task.sleep(for: .milliseconds(50))
        }
        return false
      }
      try await server.key("Return")
      #expect(try await opener.next() == "http://example.org/one")
      _ = try await shown.picture("a dimmed headline") { $0.count(of: Self.dimmed) > 20 }
      try await server.click(x: 260, y: 380, button: 3)
      // Before it takes keys, and once it has closed, Return would open the headline below the pointer.
      _ = try await server.menuWithKeyboard()
      try await server.key("m", "Return")
      _ = try await shown.picture("the headline as it was") { $0.count(of: Self.dimmed) < 20 }
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }

    @Test("A window other than a strip shows failures on a card, also what cannot be kept of a chip")
    func others() async throws {
      let server = try await XServer(width: 1000, height: 300)
      let environment = home.environment.merging(["PATH": home.folder.path]) { $1 }
      let crawl = try await Shown(
        ["crawl", "--feed", feed, "--delay-at-start", "10000", "--geometry", "600x40+0+50"], on: server,
        environment: environment)
      _ = try await crawl.picture("headlines") { $0.count(of: Self.text) > 100 }
      try await server.click(x: 100, y: 70)
      let card = try await server.window(named: "Newsreel card")
      try await waitUntil("its text") { try await server.screenshot(of: card).inkSum(on: ground) > 2000 }
      try await waitUntil("the end of the card") {
        try await server.run("xdotool", ["search", "--onlyvisible", "--name", "^Newsreel card$"]).output.isEmpty
      }
      crawl.child.end()
      // Nothing can be written there.
      let list = try await Program.run(["feeds", "add", feed, "--label", "Wire"], environment: home.environment)
      #expect(list.ending == .exited(0), "\(list.errors)")
      let shown = try await Shown(
        ["--theme", "dark", "--delay-at-start", "10000"], on: server,
        environment: environment.merging(["XDG_STATE_HOME": "/proc"]) { $1 })
      _ = try await shown.picture("headlines") { $0.count(of: Self.text) > 100 }
      _ = try await shown.stillPicture()
      try await server.click(x: 950, y: 283)
      try await waitUntil("a word; \(shown.child.errors)") { shown.child.errors.contains("The choice is not kept") }
    }

    @Test("Withdrawn items go, items that drop off a feed's end stay, also after a restart")
    func withdrawn() async throws {
      let server = try await XServer(width: 1000, height: 300)
      let shown = try await strip(on: server, environment: ["HOME": home.folder.path])
      let line = try await shown.control()
      try write(["one", "three"])
      try await waitUntil("the end of what was taken back") {
        try await items(line) == ["Headline one", "Headline three"]
      }
      try write(["zero", "one"])
      try await waitUntil("the new one") { try await items(line).contains("Headline zero") }
      #expect(try await items(line).sorted() == ["Headline one", "Headline three", "Headline zero"])
      try await line.ask("quit")
      _ = try await shown.child.ending()
      let again = try await strip(on: server, environment: ["HOME": home.folder.path])
      let second = try await again.control()
      try await waitUntil("the same headlines") {
        try await items(second).sorted() == ["Headline one", "Headline three", "Headline zero"]
      }
    }
  }
}

import TestKit
import TestTags
import Testing

extension OnScreen {
  /// The menus of chips, on a real server.
  @Suite("Menus of chips on screen", .tags(.x11, .network)) struct ChipMenuOnScreenTests {
    private static let color: UInt32 = 0xFF00FF

    /// Types into the menu once it takes keys: before, letters would be written beside the chips.
    private func choose(_ keys: String..., on server: XServer) async throws {
      _ = try await server.menuWithKeyboard()
      try await server.xdotool(["key"] + keys)
      try await server.waitForNoMenu()
    }

    @Test(
      "A right click on a chip opens its menu, which reloads its feed and copies its address",
      arguments: [true, false])
    func feed(_ isAlone: Bool) async throws {
      let home = try FeedHome()
      let screen = try await XServer(width: 1200, height: 400)
      let server = try FaultServer { _ in [.answer(body: FeedHome.rss(["Headline"], name: "One"))] }
      defer { server.stop() }
      let url = server.url("/feed")
      let file = try home.folder.write(
        """
        [[window]]
        geometry = "100%x72"
        theme = "dark"
        [[window.column]]
        view = "strip"
        size = 36
        scroll-speed = 0
        scroll-time = 0
        feed = ["\(url)"]
        [[window.column]]
        view = "badge"
        label = "Below"
        """, to: "two.toml")
      let program = try Child(
        Program.path,
        isAlone ? ["--scroll-speed", "0", "--scroll-time", "0", "--feed", url] : ["--config", file],
        environment: home.environment.merging(["DISPLAY": screen.display]) { $1 })
      defer { program.end() }
      let top = isAlone ? 364 : 328
      try await waitUntil("the headline; \(program.errors)") {
        try screen.screenshot().cropped(x: 110, y: top, width: 600, height: 36).count(of: 0xE8ECF1) > 20
      }
      try await screen.rest(with: program)
      #expect(server.requests.filter { $0 == "/feed" }.count == 1)
      // The only chip stands at the right end.
      try await screen.click(x: 1160, y: top + 18, button: 3)
      try await choose("Home", "r", "r", "Return", on: screen)
      try await waitUntil("another look at the feed") { server.requests.filter { $0 == "/feed" }.count == 2 }
      try await screen.click(x: 1160, y: top + 18, button: 3)
      try await choose("c", "Return", on: screen)
      try await waitUntil("the address on the clipboard") {
        try await screen.run("xclip", ["-o", "-selection", "clipboard"]).output == url
      }
    }

    @Test("Feeds that fail have one chip, and a click on it opens their list") func failing() async throws {
      let home = try FeedHome()
      let screen = try await XServer(width: 1200, height: 400)
      let missing = (1...3).flatMap { ["--feed", home.folder.path + "/missing\($0).xml"] }
      let path = try home.folder.write(FeedHome.rss(["Headline"], name: "One"), to: "one.xml")
      let program = try Child(
        Program.path, ["--scroll-speed", "0", "--scroll-time", "0", "--feed", path] + missing,
        environment: home.environment.merging(["DISPLAY": screen.display]) { $1 })
      defer { program.end() }
      // The mark of a chip that fails, once.
      try await waitUntil("the mark; \(program.errors)") {
        try screen.screenshot().cropped(x: 1000, y: 364, width: 200, height: 36).count(of: 0xFF5252) > 10
      }
      try await screen.rest(with: program)
      try await screen.click(x: 1160, y: 382)
      let menu = try await screen.window(named: "Newsreel menu")
      let place = try await screen.place(of: menu)
      // Four lines and a separator, at the chip.
      #expect(place.y + place.height <= 364 && place.x > 1000 && place.height > 100)
      try await screen.key("Escape")
      try await screen.waitForNoMenu()
    }

    @Test("A card under the pointer is beside its chip, and not over the headlines") func card() async throws {
      let screen = try await XServer(width: 1366, height: 400)
      let shown = try await Shown(["--delay-at-start", "10000"], on: screen)
      _ = try await shown.stillPicture()
      // The first chip.
      try await screen.move(toX: 920, y: 382)
      let card = try await screen.window(named: "Newsreel card")
      let place = try await screen.place(of: card)
      #expect(abs(place.x - 868) < 12 && place.y + place.height <= 364 && place.y + place.height > 350, "\(place)")
    }

    @Test("A right click on a chip of tokens opens a menu that removes it, and takes that back") func tokens()
      async throws
    {
      let desk = try await TokensDesk(file: "one\ntwo\n")
      try await desk.server.click(x: desk.place.x + 20, y: desk.place.y + 23, button: 3)
      try await choose("r", "Return", on: desk.server)
      try await desk.waitForFile("two\n")
      try await desk.server.click(x: desk.place.x + 300, y: desk.place.y + 60, button: 3)
      try await choose("u", "Return", on: desk.server)
      try await desk.waitForFile("one\ntwo\n")
      try await desk.server.click(x: desk.place.x + 20, y: desk.place.y + 23, button: 3)
      try await choose("c", "c", "Return", on: desk.server)
      try await waitUntil("its label on the clipboard") {
        try await desk.server.run("xclip", ["-o", "-selection", "clipboard"]).output == "one"
      }
      // A list that is typed becomes chips, as a paste does.
      try await desk.server.type("three, four;five")
      try await desk.server.key("Return")
      try await desk.waitForFile("one\ntwo\nthree\nfour\nfive\n")
    }

    @Test("A font size that a strip's height overrules is reported") func fontSize() async throws {
      let server = try await XServer(width: 800, height: 200)
      for (arguments, isTold) in [
        (["--font", "Sans 30", "--geometry", "x36"], true), (["--font", "Sans 30"], false),
        (["--font", "Sans", "--geometry", "x36"], false),
      ] {
        let shown = try await Shown(["One"] + arguments, on: server)
        let line = "newsreel: --font: the size in 'Sans 30' is not used"
        #expect(shown.child.errors.contains(line) == isTold, "\(arguments): \(shown.child.errors)")
        shown.child.end()
      }
    }
  }
}

import TestKit
import TestTags
import Testing

extension OnScreen {
  /// Cards and lists of suggestions, on a real server.
  @Suite("Cards and suggestions on screen", .tags(.x11)) struct PopupOnScreenTests {
    private func isOpen(_ name: String, on server: XServer) async throws -> Bool {
      try await !server.run("xdotool", ["search", "--onlyvisible", "--name", "^\(name)$"]).output.isEmpty
    }

    @Test(
      "A headline on which the pointer rests shows its card, which goes with the pointer",
      arguments: [(nil, false), (.openbox, false), (.openbox, true)] as [(XServer.WindowManager?, Bool)])
    func card(_ manager: XServer.WindowManager?, isComposited: Bool) async throws {
      let server = try await XServer(width: 1000, height: 300, manager: manager)
      let compositor = isComposited ? try server.startCompositor() : nil
      _ = try await server.run("xsetroot", ["-solid", "#20a040"])
      let shown = try await Shown(
        ["--delay-at-start", "10000", "--json-lines", "-"], on: server, input: .pipe)
      try shown.child.send(
        #"{"text":"A headline that is long enough to rest upon","link":"https://example.org/a","topic":"World"}"# + "\n"
      )
      // Until then it says that it waits.
      _ = try await shown.picture("the headline and its chip") {
        $0.cropped(x: 900, y: 4, width: 100, height: 28).pixels.contains(0x7CC4FF)
      }
      _ = try await shown.stillPicture()
      try await server.move(toX: 300, y: 282)
      try await server.move(toX: 302, y: 282)
      let card = try await server.window(named: "Newsreel card")
      let place = try await server.place(of: card)
      #expect(place.y + place.height <= 264 && place.x + place.width <= 1000 && place.height < 150, "\(place)")
      // It has a title and where it comes from, and lets clicks through.
      try await waitUntil("its text on its own background") {
        let picture = try await server.screenshot(of: card)
        return picture.inkSum(on: ground) > 2000 && picture.count(of: ground) > picture.pixels.count / 2
      }
      try await server.move(toX: 500, y: 20)
      try await waitUntil("no card") { try await !isOpen("Newsreel card", on: server) }
      #expect(shown.child.isRunning && shown.child.errors.isEmpty && compositor?.isRunning != false)
    }

    @Test(
      "Suggestions are listed below what is typed, and one that is clicked becomes a chip", arguments: ["en", "ar"])
    func suggestions(_ language: String) async throws {
      let server = try await XServer(width: 1000, height: 400, manager: .openbox)
      let folder = try TemporaryFolder()
      let catalogues = folder.path + "/locale"
      let built = try await run(Project.folder + "/scripts/words", ["build", catalogues])
      try #require(built.ending == .exited(0), "\(built.errors)")
      // As many begin with "a" as with "ap": the list has its height with the first letter.
      let list = try folder.write("apple\napricot\nbanana\n", to: "list")
      let shown = try await Shown(
        ["tokens", "one", "--suggest-file", list, "--geometry", "400x46+100+50"], on: server,
        environment: ["LANGUAGE": language, "TEXTDOMAINDIR": catalogues])
      _ = try await shown.picture("a chip") { $0.chips.count == 1 }
      try await server.click(x: 400, y: 73)
      try await server.waitForFocus(of: shown.window)
      try await server.type("ap")
      let popup = try await server.window(named: "Newsreel suggestions")
      let place = try await server.place(of: popup)
      #expect(place.y == 96 && place.x > 150 && place.x < 250, "\(place)")
      // The second of two lines.
      try await server.click(x: place.x + 40, y: place.y + place.height * 3 / 4)
      #expect(try await shown.child.line() == #"{"event":"added","token":"apricot","index":1}"#)
      try await waitUntil("no list") { try await !isOpen("Newsreel suggestions", on: server) }
      // A text that nothing begins with has none.
      try await server.type("x")
      #expect(try await !isOpen("Newsreel suggestions", on: server))
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }
  }
}

import Glibc
import TestKit
import Testing

extension OnScreen {
  /// Strips on two monitors, the right one lower and often narrower: each is a strip of its own to its user.
  @Suite("Strips on several monitors") struct MirrorOnScreenTests {
    /// A strip on a monitor: its left end, its top edge and its width.
    private struct Strip {
      var x: Int
      var y: Int
      var width: Int
      /// From the left end, or from the right one.
      func place(_ offset: Int) -> Int { offset < 0 ? x + width + offset : x + offset }
    }

    private static let left = Strip(x: 0, y: 764, width: 1100)

    private func set(_ name: String, _ geometry: String, _ output: String, on server: XServer) async throws {
      let result = try await server.run("xrandr", ["--setmonitor", name, geometry, output])
      guard result.ending == .exited(0) else { throw HarnessError("xrandr: \(result.errors)") }
    }

    /// A screen of two monitors, the left one of 1100 pixels.
    private func server(right width: Int) async throws -> XServer {
      let server = try await XServer(width: 2200, height: 800)
      try await set("L", "1100/100x800/100+0+0", "screen", on: server)
      try await set("R", "\(width)/100x700/100+1100+0", "none", on: server)
      return server
    }

    private func items(_ topics: [String]) -> String {
      topics.enumerated().map { number, topic in
        let link = "https://example.org/\(number)"
        return #"{"text":"headline \#(number) to rest upon","link":"\#(link)","topic":"\#(topic)"}"# + "\n"
      }.joined()
    }

    /// Expects that popups for the same place stand there at the upper edge of each strip, on its monitor.
    private func expect(_ popups: [WindowPlace], at offset: Int, of strips: [Strip], _ what: String) {
      for (popup, strip) in zip(popups, strips) {
        #expect(popup.y + popup.height == strip.y && popup.x >= strip.x, "\(what) at \(offset): \(popup)")
        #expect(popup.x + popup.width <= strip.x + strip.width, "\(what) at \(offset): \(popup)")
      }
      let places = zip(popups, strips).map { $0.x - $1.place(offset) }
      #expect(Set(places).count == 1 && abs(places[0]) < 200, "\(what) at \(offset): \(popups)")
    }

    private func waitForNoCard(on server: XServer) async throws {
      try await waitUntil("no card") {
        try await server.run("xdotool", ["search", "--onlyvisible", "--name", "^Newsreel card$"]).output.isEmpty
      }
    }

    @Test("Menus and cards stand beside the part that was used, on its monitor") func popups() async throws {
      let server = try await server(right: 800)
      let shown = try await Shown(
        ["--delay-at-start", "10000", "--monitor", "all", "--json-lines", "-"], on: server, input: .pipe)
      try shown.child.send(items(["World", "Science"]))
      let strips = [Self.left, Strip(x: 1100, y: 664, width: 800)]
      try await waitUntil("chips on both") {
        let screen = try server.screenshot()
        return strips.allSatisfy {
          screen.cropped(x: $0.place(-200), y: $0.y + 4, width: 200, height: 28).pixels.contains(0x7DDF9B)
        }
      }
      _ = try await shown.stillPicture()
      // The label, a headline and a chip.
      for offset in [40, 200, -60] {
        var menus: [WindowPlace] = []
        for strip in strips {
          try await server.click(x: strip.place(offset), y: strip.y + 18, button: 3)
          menus.append(try await server.place(of: try await server.menuWithKeyboard()))
          try await server.key("Escape")
          try await server.waitForNoMenu()
        }
        expect(menus, at: offset, of: strips, "the menu")
      }
      var cards: [WindowPlace] = []
      for strip in strips {
        try await server.move(toX: strip.place(202), y: strip.y + 18)
        let card = try await server.window(named: "Newsreel card")
        cards.append(try await server.place(of: card))
        try await server.move(toX: strip.place(202), y: 20)
        try await waitForNoCard(on: server)
      }
      expect(cards, at: 202, of: strips, "the card")
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }

    @Test("A pointer that goes from one strip to another is over that one, whichever says so first", arguments: [0, 1])
    func crossing(first: Int) async throws {
      let server = try await server(right: 1100)
      let shown = try await Shown(
        ["--delay-at-start", "10000", "--monitor", "all", "--json-lines", "-"], on: server, input: .pipe)
      try shown.child.send(items(["World", "Science"]))
      _ = try await shown.stillPicture()
      let strips = [Self.left, Strip(x: 1100, y: 664, width: 1100)]
      let (from, to) = (strips[first], strips[1 - first])
      try await server.move(toX: from.place(202), y: from.y + 18)
      #expect(try await server.place(of: try await server.window(named: "Newsreel card")).y < from.y)
      // The windows of the two monitors have connections of their own: both have something to say when it goes on.
      shown.child.signal(SIGSTOP)
      try await server.move(toX: to.place(204), y: to.y + 18)
      shown.child.signal(SIGCONT)
      try await waitUntil("a card on the other monitor") {
        let tool = try await server.run("xdotool", ["search", "--onlyvisible", "--name", "^Newsreel card$"])
        guard let card = tool.output.split(separator: "\n").first else { return false }
        return (try? await server.place(of: String(card)))?.x == to.place(204)
      }
    }

    @Test("The card of a chip stands beside it, on its monitor") func chipCard() async throws {
      let server = try await XServer(width: 2732, height: 800)
      try await set("L", "1366/100x800/100+0+0", "screen", on: server)
      try await set("R", "1366/100x700/100+1366+0", "none", on: server)
      let shown = try await Shown(["--delay-at-start", "10000", "--monitor", "all"], on: server)
      _ = try await shown.stillPicture()
      let strips = [Strip(x: 0, y: 764, width: 1366), Strip(x: 1366, y: 664, width: 1366)]
      var cards: [WindowPlace] = []
      for strip in strips {
        try await server.move(toX: strip.place(920), y: strip.y + 18)
        cards.append(try await server.place(of: try await server.window(named: "Newsreel card")))
        try await server.move(toX: strip.place(920), y: 20)
        try await waitForNoCard(on: server)
      }
      expect(cards, at: 920, of: strips, "the card")
    }

    @Test("However narrow a monitor is, its strip ends as the others do, and nothing is cut") func narrow()
      async throws
    {
      let server = try await server(right: 1100)
      let shown = try await Shown(
        ["--delay-at-start", "10000", "--monitor", "all", "--json-lines", "-"], on: server, input: .pipe)
      try shown.child.send(items(["Local", "International", "Science", "Sports", "Wirtschaft"]))
      try await waitUntil("chips") {
        try server.screenshot().cropped(x: 900, y: 768, width: 200, height: 28).pixels.contains(0x7CC4FF)
      }
      for width in [900, 700, 600, 500] {
        _ = try await server.run("xrandr", ["--delmonitor", "R"])
        try await set("R", "\(width)/100x700/100+1100+0", "none", on: server)
        // The numbers, and as many chips as fit the narrower one.
        try await waitUntil("the same ends at \(width)") {
          let screen = try server.screenshot()
          let ends = [Self.left, Strip(x: 1100, y: 664, width: width)].map {
            screen.cropped(x: $0.place(-160), y: $0.y, width: 160, height: 36)
          }
          return ends[0] == ends[1] && ends[0].pixels.contains(0xE8ECF1)
        }
      }
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }
  }
}

import TestKit
import TestTags
import Testing

extension OnScreen {
  /// The Feeds… window, by keyboard and pointer: what it does stands in the file each time.
  @Suite("The Feeds window on screen", .tags(.x11, .network)) struct FeedsWindowTests {
    private final class Desk: Sendable {
      let home: FeedHome
      let screen: XServer
      let child: Child
      let window: String

      init(
        _ feeds: [String], manager: XServer.WindowManager? = .openbox, environment: [String: String?] = [:]
      ) async throws {
        (home, screen) = (try FeedHome(), try await XServer(width: 1000, height: 700, manager: manager))
        let outlines = feeds.map {
          "<outline type=\"rss\" text=\"\($0)\" title=\"\($0)\" htmlUrl=\"https://\($0).example/site\" xmlUrl=\"https://\($0).example/\"/>\n"
        }
        try home.folder.write(
          "<opml version=\"2.0\"><head><title>Mine</title></head><body>\n\(outlines.joined())</body></opml>",
          to: "config/newsreel/feeds.opml")
        child = try Program.start(
          ["feeds", "window", "--theme", "dark"], on: screen,
          environment: home.environment.merging(environment) { _, new in new })
        window = try await screen.window(named: "Feeds")
        if manager == nil { try await screen.waitForFocus(of: window) }
        let (screen, window) = (screen, window)
        try await waitUntil("the keyboard") { try await screen.hasFocus(window) }
        try await screen.rest(with: child)
      }

      var list: String {
        get throws { try Project.text(of: home.folder.path + "/config/newsreel/feeds.opml") }
      }

      /// The names of the feeds in the file.
      var names: [String] {
        get throws { try list.matches(of: /\ title="([^"]*)"/).map { String($0.1) } }
      }

      /// Takes a feed off the list, like an editor.
      func drop(_ name: String) throws {
        let lines = try list.split(separator: "\n").filter { !$0.contains("title=\"\(name)\"") }
        try home.folder.write(lines.joined(separator: "\n"), to: "config/newsreel/feeds.opml")
      }

      func waitForNames(_ wanted: String...) async throws {
        var last: [String] = []
        do {
          try await waitUntil("\(wanted) in the file") { [self] in
            try names == wanted
          }
        } catch {
          last = (try? names) ?? []
          throw HarnessError("\(wanted) are not in the file, but \(last); \(child.errors)")
        }
      }
    }

    @Test("All of its frame is on the screen", arguments: [.openbox, .xfwm4] as [XServer.WindowManager])
    func frame(_ manager: XServer.WindowManager) async throws {
      let desk = try await Desk(["a"], manager: manager)
      let output = try await desk.screen.run("xprop", ["-notype", "-id", desk.window, "_NET_FRAME_EXTENTS"]).output
      let rims = output.split { !$0.isNumber }.compactMap { Int($0) }
      try #require(rims.count == 4 && rims[2] > 0, "\(output)")
      let place = try await desk.screen.place(of: desk.window)
      #expect(place.x >= rims[0] && place.y >= rims[2], "\(place), \(rims)")
      #expect(place.x + place.width + rims[1] <= 1000 && place.y + place.height + rims[3] <= 700, "\(place)")
    }

    @Test("By the keyboard alone feeds are named, ordered, switched, filtered, removed and brought back")
    func keyboard() async throws {
      let desk = try await Desk(["a", "b", "c"])
      let before = try desk.list
      try await desk.screen.key("Tab", "Tab", "Home")
      try await desk.screen.key("F2")
      try await desk.screen.type("First")
      try await desk.screen.key("Return")
      try await desk.waitForNames("First", "b", "c")
      try await desk.screen.key("alt+Down")
      try await desk.waitForNames("b", "First", "c")
      try await desk.screen.key("space")
      let off = desk.home.folder.path + "/state/newsreel/off-feeds"
      try await waitUntil("the feed to be off") { (try? Project.text(of: off)) == "https://a.example/\n" }
      try await desk.screen.key("F2", "Tab")
      try await desk.screen.type("linux")
      try await desk.screen.key("Return")
      try await waitUntil("the filter") { try desk.list.contains("newsreelOnly=\"linux\"") }
      try await desk.screen.key("Delete")
      try await desk.waitForNames("b", "c")
      for _ in 0..<5 { try await desk.screen.key("ctrl+z") }
      try await waitUntil("all to be taken back") { try desk.list == before }
      #expect(try Project.text(of: off).isEmpty)
      // What was deleted last can be brought back by the next window.
      try await desk.screen.key("Home", "Delete")
      try await desk.waitForNames("b", "c")
      try await desk.screen.key("ctrl+w")
      #expect(try await desk.child.ending() == .exited(0) && desk.child.errors.isEmpty, "\(desk.child.errors)")
      let next = try Program.start(["feeds", "window"], on: desk.screen, environment: desk.home.environment)
      defer { next.end() }
      let window = try await desk.screen.window(named: "Feeds")
      try await waitUntil("the keyboard") { try await desk.screen.hasFocus(window) }
      try await desk.screen.key("ctrl+z")
      try await waitUntil("the feed to be back") { try desk.list == before }
    }

    @Test("The menu key opens a row's menu: its entries act on the row, and its lists are opened by arrows")
    func menus()
      async throws
    {
      let desk = try await Desk(["a", "b", "c"])
      try await desk.screen.key("Tab", "Tab", "Home", "Menu")
      try await desk.screen.menu(of: desk.child)
      try await desk.screen.type("move")
      try await desk.screen.key("Return")
      try await desk.waitForNames("b", "a", "c")
      try await desk.screen.key("Menu")
      try await desk.screen.menu(of: desk.child)
      try await desk.screen.type("every")
      try await desk.screen.key("Right", "End", "Return")
      try await waitUntil("a day") { try desk.list.contains("newsreelInterval=\"86400\"") }
      try await desk.screen.key("Menu")
      try await desk.screen.menu(of: desk.child)
      try await desk.screen.key("Escape", "Delete")
      try await desk.waitForNames("b", "c")
      // The button for that is behind the list.
      try await desk.screen.key("Tab", "Return")
      try await desk.waitForNames("b", "a", "c")
      #expect(desk.child.isRunning && desk.child.errors.isEmpty, "\(desk.child.errors)")
    }

    @Test("A row's menu opens the site of its feed in the browser") func site() async throws {
      let opener = try await StandInOpener()
      let desk = try await Desk(["a", "b"], manager: nil, environment: opener.environment)
      try await desk.screen.key("Tab", "Tab", "Home", "Down", "Menu")
      try await desk.screen.menu(of: desk.child)
      try await desk.screen.type("open")
      try await desk.screen.key("Return")
      #expect(try await opener.next("the site") == "https://b.example/site")
      #expect(desk.child.isRunning && desk.child.errors.isEmpty, "\(desk.child.errors)")
    }

    @Test("What is typed or chosen for a feed goes to that one, though the list has changed meanwhile")
    func identity() async throws {
      let desk = try await Desk(["a", "b", "c", "d"], manager: nil)
      try await desk.screen.key("Tab", "Tab", "Home", "Down", "F2")
      try await desk.screen.type("Mine")
      try desk.drop("a")
      try await desk.screen.rest(with: desk.child)
      try await desk.screen.key("Return")
      try await desk.waitForNames("Mine", "c", "d")
      try await desk.screen.key("Down", "Menu")
      try await desk.screen.menu(of: desk.child)
      try desk.drop("Mine")
      try await desk.screen.type("delete")
      try await desk.screen.key("Return")
      try await desk.waitForNames("d")
      // One that has gone is not renamed, nor is another.
      try await desk.screen.key("F2")
      try await desk.screen.type("Other")
      _ = try await desk.home.run("feeds", "add", "--no-check", "https://e.example/")
      try desk.drop("d")
      try await desk.screen.rest(with: desk.child)
      let before = try await desk.screen.screenshot(of: desk.window)
      try await desk.screen.key("Return")
      try await waitUntil("it to be said") { try await desk.screen.screenshot(of: desk.window) != before }
      #expect(try !desk.list.contains("Other") && desk.list.contains("https://e.example/"))
      #expect(desk.child.isRunning && desk.child.errors.isEmpty, "\(desk.child.errors)")
    }

    @Test("What is refused stays typed, and a message offers what belongs to it alone") func refusals() async throws {
      let server = try FaultServer { request in
        request.path == "/one"
          ? [.answer(body: FeedHome.rss(["One"], name: "One"))] : [.answer("404 Not Found")]
      }
      defer { server.stop() }
      let desk = try await Desk(["a", "b"], manager: nil)
      try await desk.screen.type(server.url("/onx"))
      try await desk.screen.key("Return")
      try await waitUntil("the look") { server.requests == ["/onx"] }
      try await desk.screen.rest(with: desk.child)
      try await desk.screen.key("BackSpace", "e", "Return")
      try await waitUntil("the feed") { try desk.list.contains(server.url("/one")) }
      try await desk.screen.rest(with: desk.child)
      // The field has nothing to undo.
      try await desk.screen.key("ctrl+z")
      try await waitUntil("it to be taken back") { try !desk.list.contains(server.url("/one")) }
      try await desk.screen.key("Tab", "Tab", "Home", "Delete")
      try await desk.waitForNames("b")
      // Another message has no undo: the third key is for the button behind.
      try await desk.screen.key("shift+Tab", "shift+Tab")
      try await desk.screen.type("https://b.example/")
      try await desk.screen.key("Return")
      try await desk.screen.rest(with: desk.child)
      try await desk.screen.key("Tab", "Tab", "Tab", "Return")
      try await desk.screen.type(desk.home.folder.path + "/none.opml")
      try await desk.screen.key("Return")
      try await desk.screen.rest(with: desk.child)
      #expect(try desk.names == ["b"])
      // The path of the failed import stays, to be corrected.
      try desk.home.folder.write(
        "<opml version=\"2.0\"><body><outline title=\"n\" xmlUrl=\"https://n.example/\"/></body></opml>",
        to: "none.opmlx")
      try await desk.screen.key("x", "Return")
      try await waitUntil("the import") { try desk.list.contains("https://n.example/") }
    }

    @Test("An existing file is replaced only after it was asked for again") func replacing() async throws {
      let desk = try await Desk(["a"], manager: nil)
      let file = try desk.home.folder.write("notes", to: "out.opml")
      try await desk.screen.key("Tab", "Tab", "Tab", "Tab", "Return")
      try await desk.screen.key("ctrl+a")
      try await desk.screen.type(file)
      try await desk.screen.key("Return", "Return")
      try await desk.screen.rest(with: desk.child)
      #expect(try Project.text(of: file) == "notes")
      // Past the two buttons beside the path.
      try await desk.screen.key("Tab", "Tab", "Tab", "Return")
      try await waitUntil("the list") { try Project.text(of: file).contains("https://a.example/") }
    }

    @Test("An address that is typed is added after one look; of a page with several feeds one is chosen")
    func adding() async throws {
      let server = try FeedHome.serverOfPage()
      defer { server.stop() }
      let desk = try await Desk(["a"])
      try await desk.screen.type(server.url("/zero"))
      try await desk.screen.key("Return")
      try await waitUntil("the feed") { try desk.list.contains(server.url("/zero")) }
      #expect(server.requests == ["/zero"])
      try await desk.screen.type(server.url("/page"))
      try await desk.screen.key("Return")
      _ = try await desk.screen.window(named: "Newsreel menu")
      try await waitUntil("the second to be chosen") {
        try await desk.screen.key("Down", "Return")
        return try desk.list.contains(server.url("/two")) || desk.list.contains(server.url("/one"))
      }
      #expect(try !desk.list.contains(server.url("/page")))
    }

    @Test("Rows are dragged and switched by the pointer, and a second window comes not: the first is raised")
    func pointer() async throws {
      let desk = try await Desk(["a", "b", "c"])
      let place = try await desk.screen.place(of: desk.window)
      // Rows of 52 px below field and header.
      let top = place.y + 16 + 32 + 16 + 28
      try await desk.screen.xdotool("mousemove", "\(place.x + 120)", "\(top + 26)", "mousedown", "1")
      for y in [40, 70, 100, 130, 150] { try await desk.screen.move(toX: place.x + 120, y: top + y) }
      try await desk.screen.xdotool("mouseup", "1")
      try await desk.waitForNames("b", "c", "a")
      try await desk.screen.click(x: place.x + place.width - 16 - 38, y: top + 26)
      let off = desk.home.folder.path + "/state/newsreel/off-feeds"
      try await waitUntil("the feed to be off") { (try? Project.text(of: off)) == "https://b.example/\n" }
      let second = try await Program.run(["feeds", "window"], on: desk.screen, environment: desk.home.environment)
      #expect(second.ending == .exited(0) && second.errors.isEmpty)
      #expect(desk.child.isRunning)
    }

    @Test("What another program writes into the list is shown, and at rest nothing happens") func following()
      async throws
    {
      let desk = try await Desk(["a"], manager: nil)
      let before = try await desk.screen.screenshot(of: desk.window)
      _ = try await desk.home.run("feeds", "add", "--no-check", "https://b.example/")
      try await waitUntil("another row") {
        try await desk.screen.screenshot(of: desk.window) != before
      }
      try await desk.screen.key("Tab")
      try await desk.screen.rest(with: desk.child)
      let switches = try desk.child.voluntarySwitches()
      try await Task.sleep(for: .seconds(1))
      #expect(try desk.child.voluntarySwitches() == switches)
    }

    @Test("Lists of feeds are written and read by paths that Tab completes") func files() async throws {
      let desk = try await Desk(["a", "b"])
      try await desk.screen.key("Tab", "Tab", "Tab", "Tab", "Return")
      try await desk.screen.key("ctrl+a")
      try await desk.screen.type(desk.home.folder.path + "/out.opml")
      try await desk.screen.key("Return")
      let out = desk.home.folder.path + "/out.opml"
      try await waitUntil("the file") { ((try? Project.text(of: out)) ?? "").contains("https://b.example/") }
      try await desk.screen.key("Delete")
      try await waitUntil("one feed less") { try desk.names.count == 1 }
    }
  }
}

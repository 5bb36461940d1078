import Base
import TestKit
import TestTags
import Testing

extension OnScreen {
  /// The Headlines… window beside a strip, by the keyboard.
  @Suite("The Headlines window on screen", .tags(.x11)) struct HeadlinesWindowTests {
    private static let names = ["Comet seen over Bern", "Markets calm", "Comet gone again"]

    private final class Desk: Sendable {
      let home: FeedHome
      let opener: StandInOpener
      let screen: XServer
      let environment: [String: String?]

      init() async throws {
        (home, opener) = (try FeedHome(), try await StandInOpener())
        screen = try await XServer(width: 1000, height: 700, manager: .openbox)
        environment = opener.environment.merging(home.environment) { $1 }
        let items = HeadlinesWindowTests.names.enumerated().map { number, name in
          "<item><title>\(name)</title><link>http://example.org/\(number)</link>"
            + "<pubDate>Mon, 0\(number + 1) Jan 2024 00:00:00 GMT</pubDate></item>"
        }
        try home.folder.write(
          "<rss version=\"2.0\"><channel><title>Wire</title>\(items.joined())</channel></rss>", to: "feed.xml")
      }

      var history: String { home.folder.path + "/state/newsreel/headlines" }
      var readState: String { home.folder.path + "/state/newsreel/items" }

      func strip() async throws -> Shown {
        try await Shown(
          ["--feed", home.folder.path + "/feed.xml", "--delay-at-start", "10000"], on: screen, environment: environment)
      }

      func waitForHistory(_ count: Int) async throws {
        try await waitUntil("\(count) headlines in the file") { [self] in
          let text = (try? Project.text(of: history)) ?? ""
          return text.split(separator: "\n").count == count + 1
        }
      }

      /// The window, once it has the keyboard.
      func open(beside strip: Shown? = nil, on bus: SessionBus? = nil) async throws -> Child {
        var environment = environment
        if let bus { environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address }
        if let strip { environment["XDG_RUNTIME_DIR"] = strip.runtimeFolder }
        let child = try Program.start(["headlines", "--theme", "dark"], on: screen, environment: environment)
        let window = try await screen.window(named: "Headlines")
        let screen = screen
        try await waitUntil("the keyboard") { try await screen.hasFocus(window) }
        try await screen.rest(with: child)
        return child
      }
    }

    @Test("What the strip has shown outlives it; typing finds it, Return opens it and marks it read")
    func search() async throws {
      let desk = try await Desk()
      let strip = try await desk.strip()
      try await desk.waitForHistory(3)
      strip.child.end()
      _ = try await strip.child.ending()
      let child = try await desk.open()
      try await desk.screen.type("gone comet")
      try await desk.screen.key("Return")
      #expect(try await desk.opener.next() == "http://example.org/2")
      try await waitUntil("one that is read") {
        (try? Project.text(of: desk.readState))?.hasSuffix("end 1\n") ?? false
      }
      // The first Escape empties the field, the second closes; in between the arrows go on in the list.
      try await desk.screen.key("Escape", "Down", "Down", "Return")
      #expect(try await desk.opener.next() == "http://example.org/0")
      try await desk.screen.key("Escape")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty, "\(child.errors)")
    }

    @Test("A strip that runs hears what is read, and tells the window of what has come; the menu opens it")
    func together() async throws {
      let desk = try await Desk()
      let strip = try await desk.strip()
      try await desk.waitForHistory(3)
      let line = try await strip.control()
      let child = try await desk.open(beside: strip)
      // The last row, of "Comet seen over Bern".
      try await desk.screen.key("Tab", "End")
      try await desk.screen.rest(with: child)
      let before = try desk.screen.screenshot()
      try await line.ask("add", #"{"text":"Fresh","link":"http://example.org/fresh","topic":"Wire"}"#)
      try await line.ask("add", "Plain")
      try await desk.waitForHistory(5)
      try await waitUntil("a new row") { try desk.screen.screenshot() != before }
      try await desk.screen.rest(with: child)
      // What is selected is the same headline, behind those that have come.
      try await desk.screen.key("ctrl+u")
      try await waitUntil("it to be read") {
        (try? Project.text(of: desk.readState))?.hasSuffix("end 1\n") ?? false
      }
      let read = try Project.text(of: desk.readState)
      try await desk.screen.key("ctrl+u")
      try await waitUntil("it to be unread") {
        (try? Project.text(of: desk.readState))?.hasSuffix("end 0\n") ?? false
      }
      try await desk.screen.key("ctrl+f")
      try await desk.screen.type("Bern")
      try await desk.screen.key("Return")
      #expect(try await desk.opener.next() == "http://example.org/0")
      try await waitUntil("the strip to know") {
        (try? Project.text(of: desk.readState))?.hasSuffix("end 1\n") ?? false
      }
      #expect(try Project.text(of: desk.readState) == read)
      try await desk.screen.key("ctrl+u")
      try await waitUntil("it to be unread") {
        (try? Project.text(of: desk.readState))?.hasSuffix("end 0\n") ?? false
      }
      // Another one comes to the front, and ends.
      let second = try Program.start(["headlines"], on: desk.screen, environment: desk.environment)
      #expect(try await second.ending() == .exited(0) && child.isRunning)
      try await desk.screen.key("ctrl+c")
      let clip = try await desk.screen.run("xdotool", ["getactivewindow"])
      #expect(clip.ending == .exited(0))
      try await desk.screen.key("Escape", "Escape")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty && strip.child.errors.isEmpty)
    }

    @Test("The menu key opens a headline's menu, which marks it as read") func menu() async throws {
      let desk = try await Desk()
      let strip = try await desk.strip()
      try await desk.waitForHistory(3)
      strip.child.end()
      _ = try await strip.child.ending()
      let child = try await desk.open()
      try await desk.screen.key("Tab", "End", "Menu")
      try await desk.screen.menu(of: child)
      try await desk.screen.type("mark")
      try await desk.screen.key("Return")
      try await waitUntil("one that is read") {
        (try? Project.text(of: desk.readState))?.hasSuffix("end 1\n") ?? false
      }
      // From the list, too, the search is a key away.
      try await desk.screen.key("ctrl+f")
      try await desk.screen.type("calm")
      try await desk.screen.key("Return")
      #expect(try await desk.opener.next() == "http://example.org/1")
      try await desk.screen.key("ctrl+w")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty, "\(child.errors)")
    }

    @Test("Searching is heard: the number found, the headline that is selected, and that it is read") func heard()
      async throws
    {
      let (desk, bus) = (try await Desk(), try await SessionBus())
      let technology = try await AssistiveTechnology(on: bus, desk.screen)
      defer { technology.end() }
      let strip = try await desk.strip()
      try await desk.waitForHistory(3)
      strip.child.end()
      _ = try await strip.child.ending()
      let child = try await desk.open(on: bus)
      try await technology.ask("listen", "object:announcement", "object:state-changed:visited")
      func hear(_ event: String, _ name: String) async throws {
        try await waitUntil("\(event) \(name), not \(technology.heard)") {
          try await technology.listen()
          return technology.heard.contains { $0[0] == event && $0[1].hasPrefix(name) }
        }
      }
      try await desk.screen.type("comet")
      try await hear("object:announcement", "2 of 3 headlines, Comet gone again, When ")
      try await desk.screen.key("Down")
      try await hear("object:announcement", "Comet seen over Bern, When ")
      try await desk.screen.key("ctrl+u")
      try await hear("object:state-changed:visited", "Comet seen over Bern")
      try await desk.screen.key("Escape", "Escape")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty, "\(child.errors)")
    }

    @Test("A feed that has another name by now is found by that one") func renamed() async throws {
      let desk = try await Desk()
      let feed = desk.home.folder.path + "/feed.xml"
      _ = try await desk.home.run("feeds", "add", feed, "--no-check")
      let strip = try await Shown(["--delay-at-start", "10000"], on: desk.screen, environment: desk.environment)
      try await desk.waitForHistory(3)
      strip.child.end()
      _ = try await strip.child.ending()
      let renamed = try await desk.home.run("feeds", "set", feed, "--label", "Oberland")
      #expect(renamed.ending == .exited(0), "\(renamed)")
      let child = try await desk.open()
      try await desk.screen.type("oberland calm")
      try await desk.screen.key("Return")
      #expect(try await desk.opener.next() == "http://example.org/1")
      try await desk.screen.key("Escape", "Escape")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty, "\(child.errors)")
    }

    @Test("A missing history is stated, and a damaged one reported") func empty() async throws {
      let desk = try await Desk()
      try desk.home.folder.write("junk\n", to: "state/newsreel/headlines")
      let child = try await desk.open()
      try await desk.screen.key("Return", "ctrl+c", "Down", "Escape")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty)
    }
  }
}

import Base
import Glibc
import TestKit
import TestTags
import Testing

extension OnScreen {
  /// The program as those use it who cannot see it: by AT-SPI, with Debian's python3-pyatspi.
  @Suite("Accessibility on screen", .tags(.x11)) struct AccessibilityTests {
    /// A strip with two topics, and somebody who cannot see it.
    private final class Desk {
      let bus: SessionBus
      let server: XServer
      let shown: Shown
      let technology: AssistiveTechnology
      let control: ControlLine

      init(_ arguments: [String] = [], startsLater: Bool = false) async throws {
        let bus = try await SessionBus()
        let server = try await XServer(width: 1366, height: 200)
        func show() async throws -> Shown {
          try await Shown(
            ["--json-lines", "-", "--label", "NEWS"] + arguments, on: server, input: .pipe,
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        }
        let early = startsLater ? try await show() : nil
        let technology = try await AssistiveTechnology(on: bus, server)
        let shown = if let early { early } else { try await show() }
        (self.bus, self.server, self.technology, self.shown) = (bus, server, technology, shown)
        control = try await shown.control()
        for (text, topic, link) in [("One", "World", "http://x/1"), ("Two", "Science", "http://x/2")] {
          try shown.child.send(#"{"text":"\#(text)","topic":"\#(topic)","link":"\#(link)"}"# + "\n")
        }
        try await waitUntil("two chips") {
          try await technology.ask("tree").suffix(2) == ["toggle button:World", "toggle button:Science"]
        }
      }

      func tree() async throws -> [String] { try await technology.ask("tree") }
      func isOff(_ topic: String) async throws -> Bool {
        try await control.ask("state").line.contains(#"{"name":"\#(topic)","on":false}"#)
      }

      /// Waits until an event of that kind, about a thing of that name, was heard.
      func expect(_ kind: String, _ name: String, after count: Int = 0) async throws {
        try await waitUntil("\(kind) of \(name), not \(technology.heard.dropFirst(count))") {
          try await technology.listen()
          return technology.heard.dropFirst(count).contains { $0[0] == kind && $0[1] == name }
        }
      }

      deinit { technology.end() }
    }

    @Test("The strip is walked through, its number read, a chip pressed, a headline asked for its link")
    func walking() async throws {
      let desk = try await Desk()
      #expect(
        try await desk.tree() == [
          "application:newsreel", "frame:newsreel", "panel:", "label:NEWS", "list:Headlines", "link:One", "link:Two",
          "label:2 HEADLINES", "panel:Topics", "toggle button:World", "toggle button:Science",
        ])
      let number = try await desk.technology.ask("find", "label", "2 HEADLINES")
      #expect(number[5] == "2")
      #expect(try await desk.technology.ask("uri", "link", "Two") == ["http://x/2"])
      let places = try await desk.technology.ask("attributes", "link", "Two")
      #expect(places == ["posinset:2", "setsize:2", "toolkit:Newsreel"])
      #expect(try await desk.technology.ask("attributes", "label", "NEWS") == ["toolkit:Newsreel"])
      #expect(try await desk.technology.ask("at", "toggle button", "Science") == ["Science"])
      let chip = try await desk.technology.ask("find", "toggle button", "World")
      #expect(chip[3] == "checkable checked" && chip[4] == "press remove")
      try await desk.technology.ask("listen", "object:state-changed", "object:children-changed")
      #expect(try await desk.technology.ask("press", "toggle button", "World") == ["true"])
      try await waitUntil("the topic is off") {
        try await desk.isOff("World")
      }
      try await desk.expect("object:state-changed:checked", "World")
      try await desk.expect("object:children-changed:remove", "Headlines")
      #expect(try await desk.technology.ask("find", "toggle button", "World")[3] == "checkable")
      #expect(try await desk.technology.ask("find", "label", "1 HEADLINE")[5] == "1")
      #expect(desk.shown.child.isRunning && desk.shown.child.errors.isEmpty)
    }

    @Test("The focus follows the keyboard's mark, through headlines, chips and the menu") func focus() async throws {
      let desk = try await Desk()
      try await desk.technology.ask("listen", "object:state-changed:focused", "window:activate")
      func focus(on name: String, _ act: () async throws -> Void) async throws {
        let count = desk.technology.heard.count
        try await act()
        try await desk.expect("object:state-changed:focused", name, after: count)
      }
      func key(_ name: String) async throws {
        _ = try await run("xdotool", ["key", name], environment: ["DISPLAY": desk.server.display])
      }
      try await focus(on: "One") {
        _ = try await Program.run(["focus"], on: desk.server)
      }
      try await desk.expect("window:activate", "newsreel")
      try await focus(on: "Two") { try await key("Tab") }
      try await focus(on: "World") { try await key("Tab") }
      try await focus(on: "Switch off") { try await key("Menu") }
      #expect(try await desk.tree().contains("menu item:Only this"))
      try await focus(on: "Only this") { try await key("Down") }
      #expect(try await desk.technology.ask("press", "menu item", "Only this") == ["true"])
      try await waitUntil("one topic is left") {
        try await desk.isOff("Science")
      }
      try await focus(on: "Science") { _ = try await desk.technology.ask("focus", "toggle button", "Science") }
      #expect(try await !desk.tree().contains { $0.hasPrefix("menu") })
    }

    @Test("An urgent headline is announced, once") func urgent() async throws {
      let desk = try await Desk()
      try await desk.technology.ask("listen", "object:announcement")
      try await desk.control.ask("urgent", "The dam has broken")
      try await desk.expect("object:announcement", "The dam has broken")
      #expect(desk.technology.heard.count == 1)
      // Who does not know announcements sees a notification.
      try await desk.technology.ask("deaf", "object:announcement")
      try await desk.technology.ask("listen", "object:state-changed:showing")
      try await desk.control.ask("urgent", "It holds again")
      try await desk.expect("object:state-changed:showing", "It holds again")
    }

    /// 1,000 of them where NEWSREEL_SWEEP is set to `full`.
    @Test("A technology that starts later finds the strip, and many changes leave nothing behind") func storm()
      async throws
    {
      let desk = try await Desk(startsLater: true)
      try await desk.technology.ask("listen", "object", "window")
      func change(_ rounds: Range<Int>) async throws {
        for round in rounds {
          try await desk.control.ask("replace", .string("Number \(round)"), "Last")
          let found = try await desk.technology.ask("find", "label", "2 HEADLINES")
          #expect(found.count > 5)
        }
      }
      let rounds = Program.isSweepFull ? 1000 : 150
      try await change(0..<rounds / 5)
      let things = try await desk.technology.ask("count")
      let memory = try desk.shown.child.anonymousSize()
      try await change(rounds / 5..<rounds * 6 / 5)
      #expect(try await desk.technology.ask("count") == things)
      #expect(try desk.shown.child.anonymousSize() < memory + 3 << 19)
      #expect(desk.technology.heard.contains { $0[0] == "object:children-changed:add" })
    }

    @Test("Where no technology is in use, or the user wants none, the window is on no such bus") func none()
      async throws
    {
      let bus = try await SessionBus()
      let server = try await XServer(width: 800, height: 200)
      let quiet = try await Shown(["One"], on: server, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
      _ = try await quiet.stillPicture()
      // Nothing was started for it, either.
      let names = try await run(
        "dbus-send",
        ["--bus=\(bus.address)", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames"])
      #expect(!names.output.contains("a11y") && names.ending == .exited(0))
      let technology = try await AssistiveTechnology(on: bus, server)
      defer { technology.end() }
      try await waitUntil("the window that was there") { try await technology.ask("applications") == ["1"] }
      let control = try await quiet.control()
      try await control.ask("set", "accessibility", "off")
      try await waitUntil("no window") { try await technology.ask("applications") == ["0"] }
      try await control.ask("set", "accessibility", "on")
      try await waitUntil("the window again") { try await technology.ask("applications") == ["1"] }
      #expect(quiet.child.isRunning && quiet.child.errors.isEmpty)
    }

    @Test("Wrong calls are refused, and the window goes on") func wrongCalls() async throws {
      let desk = try await Desk()
      let session = try #require(Bus(address: desk.bus.address))
      var address: String?
      session.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress") { address = $0.text() }
      try await waitUntil("the bus's address") {
        _ = session.service(now: monotonicNow())
        return address != nil
      }
      let bus = try #require(Bus(address: address))
      var application = ""
      bus.call(
        "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root", "org.a11y.atspi.Accessible", "GetChildren"
      ) { answer in
        answer.forEachStructure("so") { application = answer.text() ?? "" }
      }
      try await waitUntil("the application") {
        _ = bus.service(now: monotonicNow())
        return !application.isEmpty
      }
      var (asked, answered, refused) = (0, 0, 0)
      func call(_ path: String, _ interface: String, _ member: String, _ write: @escaping (BusWriter) -> Void) {
        asked += 1
        bus.call(application, "/org/a11y/atspi/" + path, interface, member, write: write) { answer in
          answered += 1
          if answer.isError { refused += 1 }
        }
      }
      let arguments: [(BusWriter) -> Void] = [
        { _ in }, { $0.text("x") }, { $0.integer(-1) }, { $0.integer(.max) }, { $0.unsigned(99) },
        { writer in for number in [Int32.max, .min] { writer.integer(number) } },
        { writer in
          for number in [Int32.max, .min] { writer.integer(number) }
          writer.unsigned(.max)
        },
      ]
      for path in [
        "accessible/root", "accessible/1", "accessible/5", "accessible/99999", "accessible/x", "cache", "null",
      ] {
        for (interface, members) in Self.methods {
          for member in members { for write in arguments { call(path, "org.a11y.atspi." + interface, member, write) } }
        }
        for member in ["Get", "GetAll", "Set"] {
          for write in arguments { call(path, "org.freedesktop.DBus.Properties", member, write) }
        }
      }
      try await waitUntil("\(answered) of \(asked) answers") {
        _ = bus.service(now: monotonicNow())
        return answered == asked
      }
      #expect(refused > asked / 2 && refused < asked)
      #expect(try await desk.technology.ask("applications") == ["1"])
      #expect(desk.shown.child.isRunning && desk.shown.child.errors.isEmpty)
    }

    private static let methods = [
      "Accessible": ["GetChildAtIndex", "GetChildren", "GetState", "GetAttributes", "GetIndexInParent", "Nothing"],
      "Component": ["GetExtents", "GetPosition", "GetSize", "Contains", "GetAccessibleAtPoint", "GetLayer"],
      "Action": ["GetName", "GetActions", "GetKeyBinding"],
      "Text": ["GetText", "GetStringAtOffset", "GetCharacterAtOffset"],
      "Hyperlink": ["GetURI", "GetObject"], "Cache": ["GetItems"], "Application": ["GetLocale"],
    ]
  }
}

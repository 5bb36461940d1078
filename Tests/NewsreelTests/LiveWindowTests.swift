import Glibc
import Newsreel
import ScrollCore
import TestKit
import TestTags
import Testing

/// The library's windows, whose properties are changed while they are shown.
@Suite("Live properties", .serialized, .tags(.x11)) struct LiveWindowTests {
  private static let looks: KeyValuePairs = [
    "geometry": "300x60+20+30", "background": "#102030", "foreground": "#ffffff",
  ]

  @Test("A border comes and goes with a frame, and nothing in it moves")
  func border() async throws {
    try await onServer { server in
      // It runs, though not as far as a quarter of a pixel.
      let window = try CrawlWindow([
        "geometry": "300x60+20+30", "background": "#102030", "scroll-time": "0", "scroll-speed": "0.01",
        "delay-at-start": "0",
      ])
      window.append("Nothing else moves")
      let before = try shot(window.run, server)
      try expectNothingMoves(in: window.run, server) { window.border = $0 }
      window.border = Border(width: 6, color: Color(rgb: 0xff0000))
      #expect(window.border.borderWidth == 6 && window.value(of: "border-width") == "6")
      try window.set("border-color", to: "lime")
      #expect(try shot(window.run, server)[0, 0] == 0x00ff00)
      try window.set("borderWidth", to: "0")
      #expect(try shot(window.run, server) == before)
    }
  }

  @Test("What rests stays where it is when a border comes and goes", arguments: ["left", "center", "right", "fill"])
  func counterAtRest(_ alignment: String) async throws {
    try await onServer { server in
      let window = try CounterWindow(["geometry": "300x60+20+30", "alignment": alignment])
      window.show("12345.67")
      try expectNothingMoves(in: window.run, server) { window.border = $0 }
    }
  }

  @Test("A headline at home stays there when a border comes and goes", arguments: ["true", "false"])
  func crawlAtHome(_ scrollLeft: String) async throws {
    try await onServer { server in
      let window = try CrawlWindow(["geometry": "300x60+20+30", "scroll-time": "0", "scroll-left": scrollLeft])
      window.append("At home")
      try expectNothingMoves(in: window.run, server) { window.border = $0 }
    }
  }

  @Test("A counter has its border, colours and format while it rolls")
  func counter() async throws {
    try await onServer { server in
      let window = try CounterWindow(["geometry": "300x60+20+30", "background": "#102030", "duration": "5"])
      window.show(1234)
      _ = try shot(window.run, server)
      window.show(98765)
      _ = try shot(window.run, server)
      window.border = Border(width: 4, color: Color(rgb: 0xff0000), radius: 8)
      try window.set("text-color", to: "#00ff00")
      let with = try shot(window.run, server)
      #expect(with[100, 1] == 0xff0000 && with[0, 0] == 0 && with.count(of: 0x00ff00) > 20)
      #expect(with.count(of: 0xe8ecf1) == 0)
    }
  }

  @Test("Every side, the corners and the view's own properties are set by name")
  func byName() async throws {
    try await onServer { server in
      let window = try CrawlWindow(Self.looks)
      window.append("█")
      let before = try shot(window.run, server)
      try window.set("border-left-width", to: "3")
      try window.set("border-left-color", to: "#ff0000")
      try window.set("background", to: "#304050")
      let with = try shot(window.run, server)
      #expect(with[2, 30] == 0xff0000 && with[3, 59] == 0x304050 && with[299, 0] == 0x304050)
      #expect(before.count(of: 0xffffff) == with.count(of: 0xffffff))
      try window.set("corner-radius", to: "20")
      try window.set("separator-size", to: "9")
      #expect(try shot(window.run, server)[0, 0] == 0)
      #expect(window.value(of: "separator-size") == "9" && window.value(of: "corner-radius") == "20")
      #expect(window.value(of: "no-such") == nil)
      try window.set("geometry", to: "200x40+0+0")
      _ = window.run(for: 0.2)
      #expect(try server.screenshot()[100, 2] == 0x304050 && server.screenshot()[250, 35] == 0)
    }
  }

  @Test(
    "What cannot be set is refused, and nothing changes",
    arguments: [
      ("border-width", "-1", "border-width: -1 is out of range (from 0)"),
      ("border-color", "rde", "border-color: 'rde' is not a colour"),
      ("bordr-width", "1", "bordr-width: there is no such property; did you mean 'border-width'?"),
      ("clock", "timer", "clock: this is said when the window is opened, and stays"),
      ("monitor", "HDMI-9", "monitor: 'HDMI-9' is none of primary"),
    ])
  func refused(_ name: String, _ value: String, _ message: String) async throws {
    try await onServer { server in
      let window = try CrawlWindow(Self.looks)
      let before = try shot(window.run, server)
      let error = #expect(throws: NewsreelError.self) { try window.set(name, to: value) }
      #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
      #expect(try shot(window.run, server) == before)
    }
  }

  // MARK: - Help

  /// 0 → 6 → 0: the next frame has it, and no pixel inside is another one.
  private func expectNothingMoves(
    in run: (Double) -> Bool, _ server: XServer, sourceLocation: SourceLocation = #_sourceLocation,
    set: (Border) -> Void
  ) throws {
    let before = try shot(run, server)
    #expect(Set(before.pixels).count > 10, sourceLocation: sourceLocation)
    set(Border(width: 6, color: Color(rgb: 0xff0000)))
    let with = try shot(run, server)
    for y in 0..<60 {
      for x in 0..<300 {
        let isInside = 6..<294 ~= x && 6..<54 ~= y
        guard with[x, y] != (isInside ? before[x, y] : 0xff0000) else { continue }
        Attachment.record(with.png, named: "with.png", sourceLocation: sourceLocation)
        Attachment.record(before.png, named: "before.png", sourceLocation: sourceLocation)
        Issue.record("(\(x), \(y))", sourceLocation: sourceLocation)
        return
      }
    }
    set(Border())
    #expect(try shot(run, server) == before, sourceLocation: sourceLocation)
  }

  /// What the window shows after the shortest time in which the change can come to the glass.
  private func shot(_ run: (Double) -> Bool, _ server: XServer) throws -> Screenshot {
    #expect(run(0.1))
    return try server.screenshot().cropped(x: 20, y: 30, width: 300, height: 60)
  }

  private func onServer(_ body: (XServer) throws -> Void) async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    let display = getenv("DISPLAY").map { String(cString: $0) }
    setenv("DISPLAY", server.display, 1)
    defer { if let display { setenv("DISPLAY", display, 1) } else { unsetenv("DISPLAY") } }
    try body(server)
  }
}

import TestKit
import TestTags
import Testing

/// The programs in Examples, as somebody uses them.
@Suite("Examples", .serialized, .tags(.x11)) struct ExampleTests {
  /// One of them in its window.
  private struct Example {
    let server: XServer
    let child: Child
    let place: WindowPlace

    init(_ name: String, _ arguments: [String] = []) async throws {
      server = try await XServer(width: 800, height: 400)
      // What it prints comes line by line.
      child = try Child(
        "stdbuf", ["-oL", Project.products + "/" + name] + arguments, environment: ["DISPLAY": server.display])
      place = try await server.place(of: try await server.window(of: child))
    }

    /// A click at a point of the window.
    func click(_ x: Int, _ y: Int) async throws { try await server.click(x: place.x + x, y: place.y + y) }

    func end() {
      child.end()
      server.end()
    }
  }

  @Test("A click on a chip removes its headlines, and they are counted") func topics() async throws {
    let example = try await Example("TopicsExample")
    defer { example.end() }
    func chips() throws -> Int { try example.server.screenshot().count(of: 0x232c37) }
    let both = try await waitFor("chips") { try chips() > 500 ? try chips() : nil }
    let picture = try await settled(example.server)
    let x = try #require((0..<800).first { picture[$0, 380] == 0x232c37 })
    try await example.server.click(x: x + 20, y: 380)
    try await waitUntil("one chip") { try chips() < both }
    #expect(example.child.isRunning)
  }

  @Test("A text is edited in its place") func caption() async throws {
    let example = try await Example("CaptionExample")
    defer { example.end() }
    _ = try await settled(example.server)
    try await example.click(20, 32)
    #expect(try await example.child.line() == "editing Click here and type")
    try await example.server.key("ctrl+a")
    try await example.server.type("All new")
    try await example.server.key("Return")
    #expect(try await example.child.line() == "typed All new")
  }

  @Test("Buttons start a text and send it to its end") func lyrics() async throws {
    let example = try await Example("LyricsExample")
    defer { example.end() }
    _ = try await settled(example.server)
    try await example.click(15, 222)
    #expect(try await example.child.line() == "Start")
    let picture = try example.server.screenshot()
    try await waitUntil("motion") { try example.server.screenshot() != picture }
    let row = example.place.y + 222
    let starts = (1..<800).filter { picture[$0 - 1, row] != 0x232c37 && picture[$0, row] == 0x232c37 }
    try await example.server.click(x: try #require(starts.last) + 2, y: row)
    #expect(try await example.child.line() == "To the end")
    #expect(try await example.child.line() == "finished")
  }

  @Test("A number rolls, and comes to rest") func counter() async throws {
    let example = try await Example("CounterExample")
    defer { example.end() }
    #expect(try await example.child.line().hasPrefix("at rest: 41,"))
  }

  @Test("A delegate refuses short tags and the last removal, and styles chips; the data source's tag stays")
  func tags() async throws {
    let example = try await Example("TagsExample")
    defer { example.end() }
    _ = try await settled(example.server)
    let picture = try example.server.screenshot()
    #expect(picture.count(of: 0xff0000) > 300 && picture.count(of: 0x0000ff) > 300, "chips in their own colours")
    try await example.click(300, 20)
    try await example.server.type("ab")
    try await example.server.key("Return")
    #expect(try await example.child.line() == "too short: ab")
    try await example.server.type("c")
    try await example.server.key("Return")
    #expect(try await example.child.line() == "added abc")
    try await example.server.key("BackSpace", "BackSpace")
    #expect(try await example.child.line() == "removed abc")
    try await example.server.key("BackSpace", "BackSpace")
    #expect(try await example.child.line() == "removed blue")
    try await example.server.key("BackSpace", "BackSpace")
    #expect(try await example.child.line() == "the last one: red")
    try await example.server.type("#0f0")
    try await example.server.key("Return")
    #expect(try await example.child.line() == "added #0f0")
    try await waitUntil("a chip in its colour") { try example.server.screenshot().count(of: 0x00ff00) > 300 }
  }

  @Test("Four views in a window, in every loop", arguments: ["", "poll", "dispatch", "async"])
  func desk(_ loop: String) async throws {
    let example = try await Example("DeskExample", loop.isEmpty ? [] : [loop])
    defer { example.end() }
    func shown() throws -> Screenshot {
      try example.server.screenshot().cropped(x: example.place.x, y: example.place.y, width: 400, height: 170)
    }
    try await waitUntil("the title") { try shown().count(of: 0xe5484d) > 200 }
    let first = try shown()
    try await waitUntil("motion") { try shown() != first }
    // What a timer, another block or another task sets is shown, also where nothing else is due.
    try await example.click(30, 65)
    #expect(try await example.child.line() == "stopped")
    var numbers: Set<[UInt32]> = []
    try await waitUntil("a number that goes on") {
      numbers.insert(try shown().cropped(x: 275, y: 0, width: 120, height: 40).pixels)
      return numbers.count > 4
    }
    try await example.server.move(toX: example.place.x + 200, y: example.place.y + 160)
    try await example.server.key("ctrl+q")
    #expect(try await example.child.line() == "closed: by the user")
  }

  @Test("A program's own views: a click takes the clock's hand of seconds away, numbers come, a text runs")
  func ownViews()
    async throws
  {
    let example = try await Example("OwnViewsExample")
    defer { example.end() }
    func count(_ color: UInt32) throws -> Int { try example.server.screenshot().count(of: color) }
    try await waitUntil("the hand of seconds") { try count(0xe5484d) > 20 }
    try await waitUntil("the line of numbers") { try count(0x5bd08c) > 50 }
    func line() throws -> Screenshot {
      try example.server.screenshot().cropped(x: example.place.x, y: example.place.y + 170, width: 320, height: 58)
    }
    let first = try line()
    try await waitUntil("another number") { try line() != first }
    try await example.click(160, 60)
    try await waitUntil("no hand of seconds") { try count(0xe5484d) == 0 }

    let banner = try await Example("OwnViewsExample", ["banner", "90", "All the news"])
    defer { banner.end() }
    let still = try await settled(banner.server)
    try await waitUntil("motion") { try banner.server.screenshot() != still }
  }

  @Test("In a loop of GLib a text runs, and what GLib's timer sets is shown") func glib() async throws {
    let example = try await Example("GlibExample")
    defer { example.end() }
    let first = try await settled(example.server)
    func shown(_ x: Int, _ width: Int) throws -> Screenshot {
      try example.server.screenshot().cropped(x: example.place.x + x, y: example.place.y, width: width, height: 40)
    }
    try await waitUntil("motion") {
      try shown(100, 200) != first.cropped(x: example.place.x + 100, y: example.place.y, width: 200, height: 40)
    }
    var numbers: Set<[UInt32]> = []
    try await waitUntil("a number that goes on") {
      numbers.insert(try shown(0, 40).pixels)
      return numbers.count > 4
    }
    try await example.server.move(toX: example.place.x + 200, y: example.place.y + 20)
    try await example.server.key("ctrl+q")
    try await waitUntil("its end") { !example.child.isRunning }
  }

  @Test("X11 alone opens a borderless window, and Xft draws a text") func xlib() async throws {
    let example = try await Example("XlibExample", ["Grüße"])
    defer { example.end() }
    let picture = try await settled(example.server)
    #expect(picture.count(of: 0xffffff) > 200 && picture.count(of: 0x12161c) > 2000)
    // Nothing that renders contents is in it.
    let libraries = try await example.server.run("ldd", [Project.products + "/XlibExample"]).output
    #expect(libraries.contains("libXft") && !libraries.contains("pango") && !libraries.contains("Imlib2"))
    try await example.click(20, 20)
    try await waitUntil("its end") { !example.child.isRunning }
  }

  /// What the screen shows once something is there.
  private func settled(_ server: XServer) async throws -> Screenshot {
    try await waitFor("a picture") {
      let picture = try server.screenshot()
      return Set(picture.pixels).count > 10 ? picture : nil
    }
  }
}

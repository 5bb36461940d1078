import Glibc
import Newsreel
import TestKit
import TestTags
import Testing

/// The library's windows, whose properties are changed while they are shown.
@Suite("Live properties", .serialized, .tags(.x11)) struct LiveWindowTests {
  @Test("A window's border comes and goes with a frame, and nothing in it moves")
  func border() async throws {
    try await onServer { server in
      // It runs, though not as far as an eighth of a pixel.
      let crawl = makeCrawl("Nothing else moves")
      (crawl.scrollSpeed, crawl.delayAtStart) = (0.001, 0)
      let window = try makeWindow(crawl)
      try expectNothingMoves(in: window, server) { window.border = $0 }
    }
  }

  @Test("A view's border comes and goes with a frame, and nothing in it moves")
  func ownBorder() async throws {
    try await onServer { server in
      let crawl = makeCrawl("Nothing else moves")
      let window = try makeWindow(crawl)
      let before = try shot(window, server)
      try expectNothingMoves(in: window, server) { crawl.border = $0 }
      crawl.border = Border(width: 6, color: Color(rgb: 0xff0000))
      #expect(crawl.border.width == 6 && crawl.value(of: "border-width") == "6")
      try crawl.set("border-color", to: "lime")
      #expect(try shot(window, server)[0, 0] == 0x00ff00)
      crawl.border.width = 0
      #expect(try shot(window, server) == before)
    }
  }

  @Test(
    "What rests stays where it is when a border comes and goes",
    arguments: [.left, .center, .right, .fill] as [Alignment?])
  func counterAtRest(_ alignment: Alignment?) async throws {
    try await onServer { server in
      let counter = CounterView()
      counter.alignment = alignment
      counter.setNumber(DecimalNumber("12345.67"))
      let window = try makeWindow(counter)
      try expectNothingMoves(in: window, server) { counter.border = $0 }
    }
  }

  @Test("A headline at home stays there when a border comes and goes", arguments: [true, false])
  func crawlAtHome(_ scrollLeft: Bool) async throws {
    try await onServer { server in
      let crawl = makeCrawl("At home")
      crawl.scrollLeft = scrollLeft
      let window = try makeWindow(crawl)
      try expectNothingMoves(in: window, server) { crawl.border = $0 }
    }
  }

  @Test("A counter has its border, colours and format while it rolls")
  func counter() async throws {
    try await onServer { server in
      let counter = CounterView()
      counter.duration = 1000
      counter.setNumber(1234)
      let window = try makeWindow(counter)
      let before = try shot(window, server)
      counter.setNumber(98765)
      try window.run("a number that rolls") { try picture(server) != before }
      #expect(counter.isAnimating && counter.text == "98765")
      window.border = Border(width: 4, color: Color(rgb: 0xff0000), radius: 8)
      counter.textColor = Color(rgb: 0x00ff00)
      try window.run("the border and the colour") {
        let with = try picture(server)
        return with[100, 1] == 0xff0000 && with[0, 0] == 0 && with.count(of: 0x00ff00) > 20
          && with.count(of: 0xe8ecf1) == 0
      }
    }
  }

  @Test("Every side, the corners and the view's own properties are set by name")
  func byName() async throws {
    try await onServer { server in
      let crawl = makeCrawl("█")
      crawl.textColor = .white
      let window = try makeWindow(crawl)
      let before = try shot(window, server)
      try crawl.set("border-left-width", to: "3")
      try crawl.set("border-left-color", to: "#ff0000")
      try crawl.set("background", to: "#304050")
      let with = try shot(window, server)
      #expect(with[2, 30] == 0xff0000 && with[3, 59] == 0x304050 && with[299, 0] == 0x304050)
      #expect(before.count(of: 0xffffff) == with.count(of: 0xffffff))
      try crawl.set("separator-size", to: "9")
      #expect(crawl.separatorSize == 9 && crawl.value(of: "separatorSize") == "9" && crawl.value(of: "no") == nil)
      try window.place(.inTopLeft, width: 200, height: 40, offset: .zero)
      try window.rest(on: server)
      #expect(try server.screenshot()[100, 2] == 0x304050 && server.screenshot()[250, 35] == 0)
    }
  }

  @Test(
    "What cannot be set is refused, and nothing changes",
    arguments: [
      ("border-width", "-1", "border.width: -1 is out of range"),
      ("border-color", "rde", "border.color: 'rde' is not a colour"),
      ("bordr-width", "1", "bordr-width: there is no such property"),
      ("scroll-speed", "-3", "scroll-speed: -3 is out of range"),
    ])
  func refused(_ name: String, _ value: String, _ message: String) throws {
    let crawl = CrawlView("Here")
    let (style, border) = (crawl.style, crawl.border)
    let error = #expect(throws: ValueError.self) { try crawl.set(name, to: value) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    #expect(crawl.style == style && crawl.border == border)
  }

  @Test("Where there is no such window to be placed at, or no server, there is no window") func nowhere() async throws {
    try await onServer { server in
      let error = #expect(throws: WindowError.self) { _ = try Window(View(), width: 9, height: 9, of: 12345) }
      guard case .noPlace(let reason) = error else { return #expect(error == nil) }
      #expect(reason == "there is no window 12345")
      setenv("DISPLAY", ":9999", 1)
      let other = #expect(throws: WindowError.self) { _ = try Window(View(), width: 9, height: 9) }
      guard case .noDisplay = other else { return #expect(other == nil) }
    }
  }

  // MARK: - Help

  private func makeCrawl(_ text: String) -> CrawlView {
    let crawl = CrawlView(text)
    (crawl.scrollTime, crawl.delayAtStart, crawl.background) = (0, 1000, Color(rgb: 0x102030))
    return crawl
  }

  private func makeWindow(_ view: View) throws -> Window {
    try Window(
      view, width: 300, height: 60, at: .inTopLeft, offset: Point(x: 20, y: 30), background: Color(rgb: 0x102030))
  }

  /// 0 → 6 → 0: the next frame has it, and no pixel inside is another one.
  private func expectNothingMoves(
    in window: Window, _ server: XServer, sourceLocation: SourceLocation = #_sourceLocation,
    set: (Border) -> Void
  ) throws {
    let before = try shot(window, server)
    #expect(Set(before.pixels).count > 10, sourceLocation: sourceLocation)
    set(Border(width: 6, color: Color(rgb: 0xff0000)))
    let with = try shot(window, server)
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
    #expect(try shot(window, server) == before, sourceLocation: sourceLocation)
  }

  /// What the window shows, once it has nothing to do.
  private func shot(_ window: Window, _ server: XServer) throws -> Screenshot {
    try window.rest(on: server)
    return try picture(server)
  }

  private func picture(_ server: XServer) throws -> Screenshot {
    try server.screenshot().cropped(x: 20, y: 30, width: 300, height: 60)
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

import TestKit
import TestTags
import Testing

/// When nothing moves or nothing can be seen, nothing is done.
@Suite("Idle", .tags(.x11)) struct IdleTests {
  private static let moving = [
    "crawl", block(8), block(5), "--font", "DejaVu Sans Mono 20px", "--delay-at-start", "0", "--scroll-time", "0",
    "--scroll-speed", "10", "--repeat-spacing", "600", "--inset", "900", "--separator-size", "0",
    "--geometry", "1000x40+0+50",
  ]

  private static let restful = [
    ["crawl", "x", "--delay-at-start", "10000"], ["--delay-at-start", "10000"],
    ["crawl", "It fits", "--scroll-only-when-too-long", "--delay-at-start", "0"],
    ["crawl", "Once", "--scroll-repeat", "0", "--delay-at-start", "0", "--scroll-time", "0.3"],
    ["crawl", "Still", "--scroll-speed", "0", "--delay-at-start", "0"], ["tokens", "alpha", "beta", "--no-can-edit"],
    ["counter", "1234"], ["crawl", "-"],
  ]

  @Test("At rest it asks for nothing and sleeps") func rest() async throws {
    var idlers: [Idler] = []
    for arguments in Self.restful {
      idlers.append(try await Idler(arguments, input: arguments.contains("-") ? .pipe : .null))
    }
    // All at the same time: sleeping programs do not disturb each other.
    try await withThrowingTaskGroup { group in
      for idler in idlers { group.addTask { try await idler.expectSleep() } }
      try await group.waitForAll()
    }
  }

  @Test(
    "Code that only the start needs does not stay in memory, and what moves moves on",
    arguments: [["badge", "Label"], ["counter", "42"], moving])
  func afterStart(_ arguments: [String]) async throws {
    let shown = try await Shown(arguments)
    try await waitUntil("less memory than at the start") {
      try shown.child.residentSize() < shown.child.largestResidentSize() - (6 << 20)
    }
    if arguments == Self.moving {
      try await shown.moreFrames()
    }
    #expect(shown.child.isRunning && shown.child.errors.isEmpty)
  }

  @Test("Paused under the pointer") func paused() async throws {
    let idle = try await Idler(Self.moving)
    let x = try await idle.edge()
    try await idle.shown.server.move(toX: 500, y: 60)
    try await idle.expectSleep()
    try await idle.shown.server.move(toX: 500, y: 200)
    try await idle.expectMotion(from: x)
  }

  @Test("A pointer that is there before the window pauses it, too") func pausedAtOnce() async throws {
    let server = try await XServer(width: 1000, height: 300)
    try await server.move(toX: 500, y: 60)
    let idle = try await Idler(Self.moving, on: server)
    let x = try await idle.edge()
    try await idle.expectSleep()
    try await server.move(toX: 500, y: 200)
    try await idle.expectMotion(from: x)
  }

  @Test("Unmapped") func unmapped() async throws {
    let idle = try await Idler(Self.moving)
    let x = try await idle.edge()
    try await idle.shown.server.xdotool("windowunmap", idle.shown.window)
    try await idle.expectSleep()
    try await idle.shown.server.xdotool("windowmap", idle.shown.window)
    try await idle.expectMotion(from: x)
  }

  @Test("Fully covered") func covered() async throws {
    // Others come up by themselves where there is no window manager.
    let idle = try await Idler(Self.moving + ["--below"])
    let x = try await idle.edge()
    let cover = try Child("xev", ["-geometry", "1000x100+0+20"], environment: ["DISPLAY": idle.shown.server.display])
    try await waitUntil("the cover") { try idle.shown.server.screenshot()[500, 70] == 0xFFFFFF }
    try await idle.expectSleep()
    cover.end()
    try await idle.expectMotion(from: x)
  }

  @Test("Covered in part it moves on") func partlyCovered() async throws {
    let idle = try await Idler(Self.moving + ["--below"])
    let cover = try Child("xev", ["-geometry", "250x100+0+20"], environment: ["DISPLAY": idle.shown.server.display])
    try await waitUntil("the cover") { try idle.shown.server.screenshot()[100, 70] == 0xFFFFFF }
    let x = try await idle.edge()
    try await idle.expectMotion(from: x)
    cover.end()
  }

  @Test("The screen is blanked") func blanked() async throws {
    let idle = try await Idler(Self.moving)
    let x = try await idle.edge()
    _ = try await idle.shown.server.run("xset", ["s", "activate"])
    try await idle.expectSleep()
    _ = try await idle.shown.server.run("xset", ["s", "reset"])
    try await idle.expectMotion(from: x)
  }
}

/// The program behind a proxy that counts.
private struct Idler: Sendable {
  private let arguments: [String]
  let shown: Shown
  let proxy: CountingProxy

  init(_ arguments: [String], on given: XServer? = nil, input: Child.Input = .null) async throws {
    let server: XServer
    if let given { server = given } else { server = try await XServer(width: 1000, height: 300) }
    self.arguments = arguments
    proxy = try CountingProxy(for: server)
    shown = try await Shown(arguments, on: server, proxy: proxy, input: input)
  }

  /// Once it has come to rest, nothing happens for three seconds.
  func expectSleep() async throws {
    try await shown.rest()
    let (traffic, switches) = (proxy.traffic, try shown.child.voluntarySwitches())
    try await Task.sleep(for: .seconds(3))
    #expect(proxy.traffic - traffic == Traffic())
    #expect(try shown.child.voluntarySwitches() == switches)
  }

  /// The left edge of the first block, once it is seen.
  func edge() async throws -> Int {
    let picture = try await shown.picture("a block") { Self.edge(of: $0) != nil }
    return try #require(Self.edge(of: picture))
  }

  /// The block goes on to the left from there, without a leap back, whole and alone.
  func expectMotion(from x: Int) async throws {
    var last = x + 1
    try await waitUntil("motion") {
      guard let next = Self.edge(of: try await shown.picture()) else { return false }
      #expect(next <= last)
      last = next
      return next < x - 5
    }
    let picture = try await shown.picture()
    let blocks = picture.columns(300..<picture.width).blocks
    #expect(blocks == [8] || blocks == [8, 5])
  }

  private static func edge(of picture: Screenshot) -> Int? {
    let row = picture.cropped(x: 300, y: 15, width: picture.width, height: 10)
    return row.inkColumns(on: ground).first.map { $0.lowerBound + 300 }
  }
}

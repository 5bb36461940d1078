import TestKit
import TestTags
import Testing

/// How soon the last known headlines are there.
@Suite("Starting with feeds", .serialized, .tags(.x11, .network)) struct FeedStartTests {
  private let home: FeedHome

  init() throws { home = try FeedHome() }

  /// Seconds from the start of the program to the first pixels of a headline.
  ///
  /// - Parameter cached: How many feeds are to be in the cache before it is ended.
  private func start(_ url: String, on screen: XServer, cached: Int = 0) async throws -> Double {
    try await waitUntil("an empty screen") { Set(try screen.screenshot().pixels).count == 1 }
    let clock = ContinuousClock()
    let begin = clock.now
    let child = try Child(
      Program.path, ["crawl", "--feed", url, "--geometry", "800x36+0+0"],
      environment: home.environment.merging(["DISPLAY": screen.display]) { $1 })
    defer { child.end() }
    while try screen.screenshot().count(of: 0xE8ECF1) < 20 {
      guard clock.now - begin < .seconds(20) else { throw HarnessError("no headlines: \(child.errors)") }
      try await Task.sleep(for: .milliseconds(1))
    }
    let time = (clock.now - begin).components
    try await waitUntil("the cache") { try home.cached >= cached }
    return Double(time.seconds) + Double(time.attoseconds) / 1e18
  }

  @Test("Without a network it starts as soon as with one, with the headlines of the last time") func offline()
    async throws
  {
    let server = try FaultServer { _ in [.answer(body: FeedHome.rss((1...30).map { "Headline number \($0)" }))] }
    let gone = try FaultServer { _ in [.answer(body: FeedHome.rss((1...30).map { "Headline number \($0)" }))] }
    defer { server.stop() }
    let screen = try await XServer(width: 800, height: 36)
    _ = try await start(server.url("/"), on: screen, cached: 1)
    _ = try await start(gone.url("/"), on: screen, cached: 2)
    gone.stop()
    // In turns, for a machine may slow down; the best of each is what it takes where nothing else runs.
    var (online, offline): ([Double], [Double]) = ([], [])
    for _ in 0..<7 {
      online.append(try await start(server.url("/"), on: screen))
      offline.append(try await start(gone.url("/"), on: screen))
    }
    let (with, without) = (try #require(online.min()), try #require(offline.min()))
    // A fifth, and what looking at the screen takes.
    #expect(abs(without - with) <= 0.2 * with + 0.01, "\(online) \(offline)")
  }
}

import Synchronization
import TestKit
import TestTags
import Testing

/// The last known headlines are there before anything has come from the network.
@Suite("Starting with feeds", .serialized, .tags(.x11, .network)) struct FeedStartTests {
  private let home: FeedHome

  init() throws { home = try FeedHome() }

  /// Starts the program, and returns once the first pixels of a headline are on the screen.
  private func start(_ url: String, on screen: XServer) async throws -> Child {
    try await waitUntil("an empty screen") { Set(try screen.screenshot().pixels).count == 1 }
    let child = try Child(
      Program.path, ["crawl", "--feed", url, "--geometry", "800x36+0+0"],
      environment: home.environment.merging(["DISPLAY": screen.display]) { $1 })
    try await waitUntil("headlines") { try screen.screenshot().count(of: 0xE8ECF1) >= 20 }
    return child
  }

  @Test("Headlines of the last run do not wait for the network, be the server silent or missing")
  func offline() async throws {
    let isSilent = Mutex(false)
    let server = try FaultServer { [feed = FeedHome.rss((1...30).map { "Headline number \($0)" })] _ in
      isSilent.withLock { $0 } ? [.hang] : [.answer(body: feed)]
    }
    defer { server.stop() }
    // The pointer is in the middle of the screen, beside the headlines: over a link it would be a hand.
    let screen = try await XServer(width: 800, height: 136)
    let first = try await start(server.url("/"), on: screen)
    try await waitUntil("the cache") { try home.cached >= 1 }
    first.end()
    isSilent.withLock { $0 = true }
    let silent = try await start(server.url("/"), on: screen)
    silent.end()
    server.stop()
    let gone = try await start(server.url("/"), on: screen)
    gone.end()
  }
}

import Synchronization
import TestKit
import TestTags
import Testing

/// The strip while the feeds do all that feeds should not.
@Suite("Faults of feeds", .serialized, .tags(.x11, .network, .slow)) struct FeedFaultTests {
  private static let refresh = 1.0 / 60
  private let home: FeedHome

  init() throws { home = try FeedHome() }

  private static func faults(bomb: [UInt8]) -> [[FaultServer.Step]] {
    let chunk = [UInt8](repeating: 0x20, count: 16384)
    return [
      [.hang], [.text("HTTP/1.1 200 OK\r\n"), .hang],
      [.drip("HTTP/1.1 200 OK\r\n\r\n<rss><channel>", every: 0.05), .hang],
      [.answer(body: "<rss", length: 1_000_000)], [.answer("302 Found", ["Location: /loop"])], [.reset],
      [.answer("302 Found", ["Location: file:///etc/passwd"])], [.answer("304 Not Modified")],
      [.answer("429 Too Many Requests", ["Retry-After: 3600"])], [.answer("503 Service Unavailable")],
      [.text("HTTP/1.1 200 OK\r\n\r\n<rss><channel>"), .endless(chunk)],
      [.text("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"), .endless(chunk)], [.answer(body: "not a feed")],
      [.text("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"), .send(bomb)],
    ]
  }

  /// 300 MB of a feed's blanks in 300 KB.
  private func bomb() async throws -> [UInt8] {
    let path = home.folder.path + "/bomb"
    let command = "{ echo '<rss><channel>'; head -c 300000000 /dev/zero | tr '\\0' ' '; } | gzip -9 > \(path)"
    #expect(try await run("sh", ["-c", command]).ending == .exited(0))
    return try Files.bytes(of: path)
  }

  /// A server with an untrusted certificate; its address.
  private func untrusted() async throws -> (server: Child, url: String) {
    let folder = home.folder.path
    let words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    let files = ["-keyout", folder + "/key.pem", "-out", folder + "/cert.pem"]
    let made = try await run("openssl", words.split(separator: " ").map(String.init) + files)
    #expect(made.ending == .exited(0), "\(made.errors)")
    // A port that was free a moment ago.
    let free = try FaultServer { _ in [] }
    free.stop()
    let server = try Child(
      "openssl",
      [
        "s_server", "-quiet", "-accept", "\(free.port)", "-cert", folder + "/cert.pem", "-key", folder + "/key.pem",
        "-www",
      ])
    try await waitForListener(at: free.port)
    return (server, "https://localhost:\(free.port)/feed")
  }

  private func start(_ feeds: [String], on screen: XServer) throws -> Child {
    let words = feeds.flatMap { ["--feed", $0] } + ["--scroll-time", "0", "--scroll-speed", "120"]
    return try Child(
      Program.path, words + ["--delay-at-start", "0"],
      environment: home.environment.merging(["DISPLAY": screen.display]) { $1 })
  }

  @Test(
    "While feeds hang, drip, lie, loop, swell and burst, the crawl runs on, memory stays, and so do the headlines",
    .timeLimit(.minutes(30)))
  func faults() async throws {
    let faults = Self.faults(bomb: try await bomb())
    let isBroken = Mutex(false)
    let server = try FaultServer { request in
      guard let number = Int(request.path.dropFirst()) else { return [.answer("302 Found", ["Location: /loop"])] }
      let titles = (1...20).map { "Headline \($0) of the feed with the number \(number)" }
      return number > 0 && isBroken.withLock { $0 } ? faults[number - 1] : [.answer(body: FeedHome.rss(titles))]
    }
    defer { server.stop() }
    let (tls, url) = try await untrusted()
    defer { tls.end() }
    let feeds = (0...faults.count).map { server.url("/\($0)", host: "127.0.2.\($0 + 1)") }
    let screen = try await XServer(width: 1000, height: 36)
    // Off the crawl, which a pointer over it holds.
    try await screen.move(toX: 5, y: 5)

    let quiet = try start(feeds, on: screen)
    try await waitUntil("headlines; \(quiet.errors)") { try Self.hasHeadlines(screen) }
    try await waitUntil("the cache") { try home.cached == feeds.count }
    let calm = try await Self.watch(quiet, on: screen, for: .seconds(3))
    try await Self.end(quiet, on: screen)

    isBroken.withLock { $0 = true }
    try home.makeDue()
    let program = try start(feeds + [url], on: screen)
    defer { program.end() }
    try await waitUntil("the last good headlines; \(program.errors)") { try Self.hasHeadlines(screen) }
    let storm = try await Self.watch(program, on: screen, for: .seconds(4))
    // Who waits for such feeds waits for seconds; a machine that is busy holds up any program for less than this.
    #expect(storm.freeze <= max(calm.freeze, Self.refresh) + 1, "\(calm) \(storm)")
    #expect(storm.memory - calm.memory < 30 << 20, "\(calm) \(storm)")
    #expect(!storm.isEmpty && program.isRunning)
    for fault in ["far more than was sent", "certificate of localhost cannot be trusted", "asks for fewer requests"] {
      try await waitUntil("\(fault), in \(program.errors)") { program.errors.contains(fault) }
    }
    // What was good is kept, of every feed.
    let good = try home.texts("cache/newsreel/feeds").filter { $0.contains("Headline 1 of the feed") }
    #expect(good.count == feeds.count)
  }

  @Test(
    "While two hundred feeds of 100,000 items arrive, the crawl runs on, and few take room",
    .timeLimit(.minutes(30)))
  func flood() async throws {
    let isOpen = Mutex(false)
    let server = try FaultServer { request in
      let isFirst = request.path == "/0"
      guard isFirst || isOpen.withLock({ $0 }) else { return [.answer("503 Service Unavailable", ["Retry-After: 1"])] }
      let titles = (1...500).map { "Headline \($0) of the feed with the path \(request.path)" }
      return [.answer(body: FeedHome.rss(isFirst ? Array(titles.prefix(20)) : titles))]
    }
    defer { server.stop() }
    let feeds = (0...200).map { server.url("/\($0)", host: "127.0.3.\($0 + 1)") }
    let screen = try await XServer(width: 1000, height: 36)
    try await screen.move(toX: 5, y: 5)

    let quiet = try start([feeds[0]], on: screen)
    try await waitUntil("headlines; \(quiet.errors)") { try Self.hasHeadlines(screen) }
    let calm = try await Self.watch(quiet, on: screen, for: .seconds(3))
    try await Self.end(quiet, on: screen)

    isOpen.withLock { $0 = true }
    let program = try start(feeds, on: screen)
    defer { program.end() }
    try await waitUntil("the first headlines; \(program.errors)") { try Self.hasHeadlines(screen) }
    var storm = Watched()
    while try home.cached < feeds.count {
      let watched = try await Self.watch(program, on: screen, for: .seconds(1))
      storm.freeze = max(storm.freeze, watched.freeze)
      storm.memory = max(storm.memory, watched.memory)
      storm.isEmpty = storm.isEmpty || watched.isEmpty
    }
    // To read the items in the window's own process would take it many seconds.
    #expect(storm.freeze <= max(calm.freeze, Self.refresh) + 1, "\(calm) \(storm)")
    #expect(storm.memory - calm.memory < 60 << 20, "\(calm) \(storm)")
    #expect(program.isRunning && program.errors.isEmpty, "\(program.errors)")
    #expect(!storm.isEmpty)
    #expect(Set(server.requests).count == feeds.count)
  }

  private struct Watched {
    /// The longest time, in seconds, for which the crawl was seen to stand still, without the time in which program and
    /// server were ready and had no processor.
    var freeze = 0.0
    /// When that was over, from the start.
    var freezeEnd = Duration.zero
    /// Bytes, at most.
    var memory = 0
    var isEmpty = false
  }

  /// A part of the crawl.
  private static func look(_ screen: XServer) throws -> [UInt32] {
    try screen.screenshot().cropped(x: 120, y: 12, width: 300, height: 8).pixels
  }

  /// Whether there is text in the crawl; between two headlines a part of it may be empty.
  private static func hasHeadlines(_ screen: XServer) throws -> Bool {
    Set(try screen.screenshot().cropped(x: 120, y: 12, width: 450, height: 8).pixels).count > 8
  }

  /// Ends a program and waits until it is gone, so that it is not mistaken for the next one.
  private static func end(_ program: Child, on screen: XServer) async throws {
    program.end()
    try await waitUntil("an empty screen") { try !hasHeadlines(screen) }
  }

  /// Looks at the strip as often as it can.
  private static func watch(_ child: Child, on screen: XServer, for time: Duration) async throws -> Watched {
    let clock = ContinuousClock()
    let start = clock.now
    var watched = Watched()
    var (last, since, waited) = ([UInt32](), start, 0.0)
    var count = 0
    while clock.now - start < time {
      let before = clock.now
      let picture = try look(screen)
      let wait = try child.waited() + screen.waited()
      if picture == last {
        // From the first look that showed it to the last one: it stood at least so long.
        let stood = before - since
        let seconds = Double(stood.components.seconds) + Double(stood.components.attoseconds) / 1e18
        if seconds - (wait - waited) > watched.freeze {
          watched.freeze = seconds - (wait - waited)
          watched.freezeEnd = clock.now - start
        }
      } else {
        (last, since, waited) = (picture, clock.now, wait)
      }
      count += 1
      if count % 32 == 1 {
        watched.memory = max(watched.memory, try child.residentSizeWithChildren())
        if !watched.isEmpty, try !hasHeadlines(screen) {
          watched.isEmpty = true
          Attachment.record(try screen.screenshot().png, named: "without headlines.png")
        }
      }
      try await Task.sleep(for: .milliseconds(1))
    }
    return watched
  }
}

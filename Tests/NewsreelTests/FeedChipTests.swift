import Glibc
import Synchronization
import TestKit
import TestTags
import Testing

/// The chips of feeds on the strip of the real program.
@Suite("Chips of feeds", .serialized, .tags(.x11, .network)) struct FeedChipTests {
  private static let (one, two): (UInt32, UInt32) = (0xFF00FF, 0x00FFFF)

  /// Where the right half of the strip has the colour of a chip's dot; nil for nowhere.
  private static func dot(_ color: UInt32, on screen: XServer) throws -> Int? {
    let picture = try screen.screenshot()
    let columns = picture.pixels.indices.filter { picture.pixels[$0] == color }.map { $0 % picture.width }
    return columns.max().flatMap { $0 > picture.width / 2 ? $0 : nil }
  }

  /// How many pixels of that colour there are left of the chips: of headlines' labels.
  private static func labels(_ color: UInt32, on screen: XServer) throws -> Int {
    let picture = try screen.screenshot()
    return picture.cropped(x: 0, y: 0, width: picture.width / 2, height: picture.height).count(of: color)
  }

  private func start(_ home: FeedHome, on screen: XServer, _ arguments: [String] = []) throws -> Child {
    try Child(
      Program.path, ["--scroll-speed", "0", "--scroll-time", "0"] + arguments,
      environment: home.environment.merging(["DISPLAY": screen.display]) { $1 })
  }

  private func write(_ home: FeedHome, _ name: String, _ titles: [String]) throws -> String {
    try home.folder.write(FeedHome.rss(titles, name: name), to: name + ".xml")
  }

  @Test("A feed that is off keeps its chip; a deleted one goes, and comes back while the strip runs")
  func switching() async throws {
    let home = try FeedHome()
    let screen = try await XServer(width: 1200, height: 36)
    for (name, color) in [("One", "#ff00ff"), ("Two", "#00ffff")] {
      let path = try write(home, name, ["Headline of \(name)"])
      #expect(try await home.run("feeds", "add", path, "--label", name, "--color", color).ending == .exited(0))
    }
    let first = try start(home, on: screen)
    try await waitUntil("both chips; \(first.errors)") {
      try Self.dot(Self.one, on: screen) != nil && Self.dot(Self.two, on: screen) != nil
    }
    try await waitUntil("its headline") { try Self.labels(Self.one, on: screen) > 10 }
    try await screen.rest(with: first)
    let shown = try screen.screenshot().count(of: Self.one)
    let chip = try #require(try Self.dot(Self.one, on: screen))
    try await screen.click(x: chip + 12, y: 18)
    // Its headline's label is gone, and its dot is a ring.
    try await waitUntil("a dimmed chip") { try screen.screenshot().count(of: Self.one) < shown / 2 }
    #expect(try await home.run("feeds").output.contains("One  (off)\n"))
    #expect(try await home.run("feeds", "list", "--json").output.contains("\"off\": true"))
    first.signal(15)
    _ = try await first.ending()

    let second = try start(home, on: screen)
    defer { second.end() }
    try await waitUntil("the other chip; \(second.errors)") { try Self.dot(Self.two, on: screen) != nil }
    #expect(try screen.screenshot().count(of: Self.one) < shown / 2)
    // From another terminal, by the name on the chip.
    #expect(try await home.run("feeds", "on", "one").output.hasPrefix("on "))
    try await waitUntil("its headline again") { try screen.screenshot().count(of: Self.one) >= shown }
    let again = try await home.run("feeds", "show", "One")
    #expect(again.ending == .exited(1) && again.errors.contains("is on already"))
    // The former words work, and say the new ones.
    #expect(try await home.run("feeds", "hide", "One").output.hasPrefix("off "))
    try await waitUntil("a dimmed chip") { try screen.screenshot().count(of: Self.one) < shown / 2 }
    #expect(try await home.run("feeds").output.contains("One  (off)\n"))
    #expect(try await home.run("feeds", "export").output.contains("One.xml"))
    #expect(try await home.run("feeds", "show", "One").ending == .exited(0))
    try await waitUntil("its headline again") { try screen.screenshot().count(of: Self.one) >= shown }
    #expect(try await home.run("feeds", "remove", "One").output.hasPrefix("deleted "))
    try await waitUntil("no trace of it") { try screen.screenshot().count(of: Self.one) == 0 }
    #expect(try await home.run("feeds", "undo").output == "brought back One\n")
    try await waitUntil("its chip again") { try Self.dot(Self.one, on: screen) != nil }
    let nothing = try await home.run("feeds", "undo")
    #expect(nothing.ending == .exited(1) && nothing.errors.contains("no feed was deleted"), "\(nothing)")
  }

  @Test("A feed that is added while the strip runs is read at once, whether others are read already or not")
  func adding() async throws {
    let home = try FeedHome()
    let screen = try await XServer(width: 1200, height: 36)
    let strip = try start(home, on: screen)
    defer { strip.end() }
    try await waitUntil("the shipped headlines") { Set(try screen.screenshot().pixels).count > 20 }
    for (name, color, text) in [("One", "#ff00ff", Self.one), ("Two", "#00ffff", Self.two)] {
      let path = try write(home, name, (1...9).map { "\(name) \($0)" })
      #expect(try await home.run("feeds", "add", path, "--label", name, "--color", color).ending == .exited(0))
      try await waitUntil("its chip; \(strip.errors)") { try Self.dot(text, on: screen) != nil }
      // A small dot says that nothing has come yet.
      try await waitUntil("its headlines; \(strip.errors)") { try home.cached > (name == "One" ? 0 : 1) }
      if name == "One" { try await waitUntil("them on the strip") { try Self.labels(text, on: screen) > 10 } }
    }
    // The list is put into another order, and so are the chips.
    let list = "config/newsreel/feeds.opml"
    let text = try Project.text(of: home.folder.path + "/" + list)
    let feeds = text.split(separator: "\n").filter { $0.contains("xmlUrl") }
    let turned = feeds.reversed().joined(separator: "\n")
    try home.folder.write(text.replacing(feeds.joined(separator: "\n"), with: turned), to: list)
    try await waitUntil("the second before the first; \(strip.errors)") {
      guard let one = try Self.dot(Self.one, on: screen), let two = try Self.dot(Self.two, on: screen) else {
        return false
      }
      return two < one
    }
  }

  @Test("A feed is switched off by name, and an unknown one is not") func byName() async throws {
    let home = try FeedHome()
    #expect(try await home.run("feeds", "add", "example.org/feed", "--label", "One", "--no-check").ending == .exited(0))
    #expect(try await home.run("feeds", "off", "One").output.hasPrefix("off https://example.org/feed"))
    #expect(try await home.run("feeds", "list").output == "https://example.org/feed  One  (off)\n")
    let again = try await home.run("feeds", "add", "example.org/feed")
    #expect(again.ending == .exited(1) && again.errors.contains("in the list already, off; newsreel feeds on"))
    let unknown = try await home.run("feeds", "off", "Onee")
    #expect(unknown.ending == .exited(1) && unknown.errors.contains("did you mean 'One'?"))
    // An unreadable state is reported, and switches nothing off.
    let state = home.folder.path + "/state/newsreel/off-feeds"
    #expect(try await run("sh", ["-c", "rm \(state) && mkdir \(state)"]).ending == .exited(0))
    let unreadable = try await home.run("feeds", "list")
    #expect(unreadable.ending == .exited(1) && unreadable.errors.contains("off-feeds: "))
    #expect(try await run("rmdir", [state]).ending == .exited(0))
    // What is deleted and added again is on.
    #expect(try await home.run("feeds", "remove", "One").ending == .exited(0))
    #expect(try await home.run("feeds", "add", "example.org/feed", "--no-check").ending == .exited(0))
    #expect(try await home.run("feeds").output == "https://example.org/feed  example.org\n")
  }

  @Test("A feed's icon comes into its chip's and its label's place, and nothing moves") func icon() async throws {
    let home = try FeedHome()
    let screen = try await XServer(width: 1200, height: 36)
    let icon = Screenshot(width: 32, height: 32, pixels: Array(repeating: Self.one, count: 32 * 32)).png
    let isOpen = Mutex(false)
    let image = "<image><url>/icon</url></image>"
    let server = try FaultServer { request in
      if request.path != "/icon" { return [.answer(body: FeedHome.rss(["Headline"], name: "One", more: image))] }
      // Slow, but never so silent that it would be given up.
      return [
        .text("HTTP/1.1 200 OK\r\nX-Slow: "), .trickle(0x78, until: { isOpen.withLock { $0 } }),
        .text("\r\nContent-Length: \(icon.count)\r\n\r\n"), .send(icon),
      ]
    }
    defer { server.stop() }
    let program = try start(home, on: screen, ["--feed", server.url("/feed")])
    defer { program.end() }
    try await waitUntil("the request for the icon; \(program.errors)") { server.requests.contains("/icon") }
    try await screen.rest(with: program)
    let before = try screen.screenshot()
    isOpen.withLock { $0 = true }
    // Scaling rounds.
    let isPink = { (pixel: UInt32) in pixel & 0xF0F0F0 == 0xF000F0 }
    #expect(try screen.crawlText() > 20 && !before.pixels.contains(where: isPink))
    try await waitUntil("the icon") { try screen.screenshot().pixels.contains(where: isPink) }
    try await screen.rest(with: program)
    let after = try screen.screenshot()
    // In the chip and before the headline: what has changed is as wide as an icon.
    let changed = Set(after.pixels.indices.filter { after.pixels[$0] != before.pixels[$0] }.map { $0 % after.width })
    let starts = changed.filter { !changed.contains($0 - 1) }.sorted()
    #expect(starts.count == 2 && after.pixels.count(where: isPink) >= 2 * 12 * 12)
    for start in starts { #expect((start...).prefix { changed.contains($0) }.count <= 16) }
    #expect(program.errors.isEmpty)
  }

  @Test("A feed of a single run is off by its ×, and in no list")
  func singleRun() async throws {
    let home = try FeedHome()
    let screen = try await XServer(width: 1200, height: 36)
    let path = try write(home, "One", ["Headline"])
    let program = try start(home, on: screen, ["--feed", path])
    try await waitUntil("headlines; \(program.errors)") { try screen.crawlText() > 20 }
    // Until the chip has got its name, and has glided to its place.
    try await screen.rest(with: program)
    // The only chip stands at the right end, and its × there once the pointer has come.
    try await screen.move(toX: 1180, y: 18)
    try await screen.rest(with: program)
    try await screen.click(x: 1180, y: 18)
    try await waitUntil("no headline") { try screen.crawlText() < 20 }
    program.signal(15)
    _ = try await program.ending()
    #expect(try await home.run("feeds").output.hasPrefix("no feeds yet"))
    let next = try start(home, on: screen, ["--feed", path])
    defer { next.end() }
    try await waitUntil("the headline again; \(next.errors)") { try screen.crawlText() > 20 }
  }
}

import TestKit
import TestTags
import Testing

/// Feeds on the strip of the real program, and in its list.
@Suite("Feeds", .serialized, .tags(.x11, .network)) struct FeedTests {
  // MARK: - The list

  @Test("Feeds are added, listed, exported, imported and removed") func list() async throws {
    let home = try FeedHome()
    #expect(try await home.run("feeds").output.hasPrefix("no feeds yet"))
    #expect(try await home.run("feeds", "add", "example.org/feed", "--label", "One", "--no-check").ending == .exited(0))
    #expect(
      try await home.run("feeds", "add", "http://example.net/", "--interval", "600", "--no-check").ending == .exited(0))
    let again = try await home.run("feeds", "add", "https://example.org/feed")
    #expect(again.ending == .exited(1) && again.errors.contains("is in the list already"))
    #expect(
      try await home.run("feeds", "list").output == "https://example.org/feed  One\nhttp://example.net/  example.net\n")
    let exported = try await home.run("feeds", "export").output
    #expect(exported.contains("xmlUrl=\"https://example.org/feed\"") && exported.hasPrefix("<?xml"))
    let file = try home.folder.write(exported, to: "other.opml")
    #expect(try await home.run("feeds", "import", file).output == "0 of 2 feeds are new\n")
    #expect(try await home.run("feeds", "remove", "One").output == "deleted https://example.org/feed\n")
    #expect(try await home.run("feeds", "import", file).output == "1 of 2 feeds are new\n")
    let unknown = try await home.run("feeds", "remove", "Onee")
    #expect(unknown.ending == .exited(1) && unknown.errors.contains("did you mean 'One'?"))
    #expect(
      try await home.run("feeds", "remove", "example.net", "One", "http://example.net/").output
        == "deleted http://example.net/\ndeleted https://example.org/feed\n")
    #expect(try await home.run("feeds", "import", file).output == "2 of 2 feeds are new\n")
    // Where one is not there, all stay.
    #expect(try await home.run("feeds", "remove", "One", "Two").ending == .exited(1))
    #expect(try await home.run("feeds", "import", file).output == "0 of 2 feeds are new\n")
    try home.folder.write("no OPML", to: "config/newsreel/feeds.opml")
    let broken = try await home.run("feeds", "add", "https://example.com/x")
    #expect(broken.ending == .exited(1) && broken.errors.contains("is not OPML"))
  }

  @Test("A feed of the list is tested by its name; what is no name is read as an address") func named() async throws {
    let home = try FeedHome()
    let file = try home.folder.write(FeedHome.rss(["A headline"]), to: "feed.xml")
    #expect(try await home.run("feeds", "add", file, "--label", "One two").ending == .exited(0))
    for name in ["One two", "one TWO", file] {
      let result = try await home.run("feeds", "test", name)
      #expect(result.ending == .exited(0) && result.output.contains("A headline"), "\(name): \(result.errors)")
    }
    let unknown = try await home.run("feeds", "test", "One three")
    #expect(unknown.ending == .exited(1) && unknown.errors.contains("One three"), "\(unknown.errors)")
  }

  @Test("Hostile text is shown clean") func hostile() async throws {
    let home = try FeedHome()
    let title = "&lt;span size=&quot;99&quot;&gt;A&amp;#27;[31mB&lt;/span&gt; &#x202E;C $(reboot) `x`"
    let file = try home.folder.write(
      FeedHome.rss([title, String(repeating: "long ", count: 200_000)]), to: "feed.xml")
    let result = try await home.run("feeds", "test", file, "--json")
    #expect(result.ending == .exited(0))
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.utf8.count < 4000 })
    #expect(!result.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 0x202E })
    #expect(!result.output.contains("span"))
    let missing = try await home.run("feeds", "test", home.folder.path + "/none.xml")
    #expect(missing.ending == .exited(1) && missing.errors.contains("no such file"))
  }

  // MARK: - The strip

  @Test("What is known shows without a network, and errors are said once") func offline() async throws {
    let home = try FeedHome()
    let server = try FaultServer { _ in
      [.answer(body: FeedHome.rss((1...20).map { "Headline number \($0) of the day" }))]
    }
    let screen = try await XServer(width: 1200, height: 36)
    let url = server.url("/feed")
    #expect(try await home.run("feeds", "add", "--no-check", url).ending == .exited(0))
    let first = try Program.start(on: screen, environment: home.environment)
    try await waitUntil("headlines; \(first.errors)") { try screen.crawlText() > 50 }
    try await waitUntil("the cache") { try home.cached == 1 }
    first.signal(15)
    _ = try await first.ending()
    // What was asked a moment ago is not asked again.
    let resting = try Program.start(on: screen, environment: home.environment)
    try await waitUntil("headlines at once; \(resting.errors)") { try screen.crawlText() > 50 }
    resting.signal(15)
    _ = try await resting.ending()
    #expect(server.requests == ["/feed"])
    server.stop()
    try home.makeDue()
    let second = try Program.start(on: screen, environment: home.environment)
    try await waitUntil("headlines without a network; \(second.errors)") { try screen.crawlText() > 50 }
    try await waitUntil("the error") { second.errors.contains("127.0.0.1") }
    #expect(second.errors.split(separator: "\n").count == 1)
    #expect(second.isRunning)
  }

  @Test("The doctor names what is wrong, and fails") func doctor() async throws {
    let home = try FeedHome()
    let server = try FaultServer { request in
      request.path == "/gone" ? [.answer("410 Gone")] : [.answer(body: FeedHome.rss(["Headline"]))]
    }
    defer { server.stop() }
    #expect(try await home.run("feeds", "add", server.url("/fine"), "--label", "Fine").ending == .exited(0))
    // On a busy machine it may find that the feed took long.
    let well = try await waitFor("an answer in time") {
      let told = try await home.run("feeds", "doctor")
      return told.output.contains("slow") ? nil : told
    }
    #expect(well.ending == .exited(0) && well.output.contains("ok") && well.output.contains("problems with none"))
    #expect(try await home.run("feeds", "add", server.url("/gone"), "--label", "Lost").ending == .exited(0))
    let ill = try await home.run("feeds", "doctor")
    #expect(ill.ending == .exited(1) && ill.output.contains("gone") && ill.output.contains("Lost"), "\(ill.output)")
    // Feeds that never could be read have their host's name.
    for path in ["/gone?1", "/gone?2"] {
      #expect(try await home.run("feeds", "add", server.url(path), "--no-check").ending == .exited(0))
    }
    let several = try await home.run("feeds", "doctor").output
    #expect(several.contains(server.url("/gone?1")) && several.contains(server.url("/gone?2")), "\(several)")
    let json = try await home.run("feeds", "doctor", "--json")
    #expect(json.ending == .exited(1) && json.output.contains("\"verdict\": \"gone\""), "\(json.output)")
  }

  @Test("What the list says of a feed is changed, and refused where it is wrong") func set() async throws {
    let home = try FeedHome()
    #expect(
      try await home.run("feeds", "add", "https://example.org/f", "--no-check", "--label", "One", "--only", "a, b")
        .ending
        == .exited(0))
    let changed = try await home.run("feeds", "set", "One", "--only", "", "--without", "/x+/", "--items-per-feed", "5")
    #expect(changed.output == "changed https://example.org/f\n", "\(changed.errors)")
    let listed = try await home.run("feeds", "list", "--json").output
    #expect(listed.contains("\"without\": \"/x+/\"") && listed.contains("\"maxItems\": 5") && !listed.contains("only"))
    for (words, said) in [
      (["--without", "/(/"], "--without"), (["--summaries", "maybe"], "neither on nor off"), ([], "no change"),
    ] {
      let refused = try await Program.run(["feeds", "set", "One"] + words, environment: home.environment)
      #expect(refused.ending == .exited(2) && refused.errors.contains(said), "\(refused.errors)")
    }
    let unknown = try await home.run("feeds", "set", "Onee", "--label", "x")
    #expect(unknown.ending == .exited(1) && unknown.errors.contains("did you mean 'One'?"))
  }

  @Test("A preview looks at the feeds once, and ends") func preview() async throws {
    let home = try FeedHome()
    let screen = try await XServer(width: 800, height: 36)
    let feed = try home.folder.write(FeedHome.rss(["Headline"]), to: "feed.xml")
    #expect(try await home.run("feeds", "add", feed).ending == .exited(0))
    let picture = home.folder.path + "/picture.png"
    let result = try await Program.run(
      ["preview", "--out", picture], on: screen, environment: home.environment)
    #expect(result.ending == .exited(0) && result.errors.isEmpty)
    #expect(try Project.text(of: picture).utf8.count > 500)
  }

  @Test("A feed that has moved for good is listed with its new address") func moved() async throws {
    let home = try FeedHome()
    let server = try FaultServer { request in
      request.path == "/old"
        ? [.answer("301 Moved Permanently", ["Location: /new"])] : [.answer(body: FeedHome.rss(["Headline"]))]
    }
    defer { server.stop() }
    let screen = try await XServer(width: 800, height: 36)
    #expect(try await home.run("feeds", "add", server.url("/old")).ending == .exited(0))
    let picture = home.folder.path + "/picture.png"
    let result = try await Program.run(["preview", "--out", picture], on: screen, environment: home.environment)
    #expect(result.ending == .exited(0) && result.errors.isEmpty)
    let listed = try await home.run("feeds").output
    #expect(listed.hasPrefix("\(server.url("/old"))  ") && listed.hasSuffix("  (moved to \(server.url("/new")))\n"))
    #expect(try await home.run("feeds", "list", "--json").output.contains("\"movedTo\": \"\(server.url("/new"))\""))
    #expect(try await home.run("feeds", "export").output.contains(server.url("/old")))
  }

  @Test("A proxy is used where the environment names one, and not where it excepts a host") func proxy() async throws {
    let home = try FeedHome()
    let server = try FaultServer { _ in [.answer(body: FeedHome.rss(["By \(42)"]))] }
    defer { server.stop() }
    func test(_ url: String, _ proxies: [String: String?]) async throws -> ToolResult {
      let none: [String: String?] = ["http_proxy": nil, "https_proxy": nil, "no_proxy": nil, "all_proxy": nil]
      let environment = home.environment.merging(none) { $1 }.merging(proxies) { $1 }
      return try await Program.run(["feeds", "test", url], environment: environment)
    }
    let plain = try await test("http://feed.invalid/x", ["http_proxy": server.url("")])
    #expect(plain.ending == .exited(0) && plain.output.contains("By 42"), "\(plain.errors)")
    #expect(server.requests == ["http://feed.invalid/x"])
    // What is secret goes through a tunnel or not at all.
    let secure = try await test("https://feed.invalid/x", ["https_proxy": server.url("")])
    #expect(secure.ending == .exited(1) && server.requests.last == "feed.invalid:443")
    let excepted = try await test(server.url("/near"), ["http_proxy": "http://127.0.0.1:9", "no_proxy": "127.0.0.1"])
    #expect(excepted.ending == .exited(0) && server.requests.last == "/near")
    let dead = try await test("http://feed.invalid/x", ["http_proxy": "http://127.0.0.1:9"])
    #expect(dead.ending == .exited(1), "\(dead.errors)")
  }

  @Test("200 feeds are read at once, over 8 connections at most") func many() async throws {
    let home = try FeedHome()
    let server = try FaultServer { request in
      [.answer(body: FeedHome.rss(["Story of \(request.path)"], name: request.path))]
    }
    var opml = "<opml version=\"2.0\"><body>"
    for number in 0..<200 {
      opml += "<outline type=\"rss\" xmlUrl=\"\(server.url("/\(number)", host: "127.0.1.\(number % 50 + 1)"))\"/>"
    }
    let file = try home.folder.write(opml + "</body></opml>", to: "many.opml")
    #expect(try await home.run("feeds", "import", file).output == "200 of 200 feeds are new\n")
    let screen = try await XServer(width: 1200, height: 36)
    let program = try Program.start(on: screen, environment: home.environment)
    try await waitUntil("all feeds; \(program.errors)") { Set(server.requests).count == 200 }
    try await waitUntil("the cache") { try home.cached == 200 }
    #expect(server.mostOpen <= 8 && server.mostByAddress == 1)
    #expect(server.requests.count == 200)
    server.stop()
  }
}

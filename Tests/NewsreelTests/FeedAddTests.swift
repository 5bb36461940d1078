import Glibc
import TestKit
import TestTags
import Testing

@testable import Base

/// `newsreel feeds add` looks at what it adds.
@Suite("Adding feeds", .serialized, .tags(.network)) struct FeedAddTests {
  private static func day(_ hours: Double) -> String {
    var (time, parts) = (time_t(Glibc.time(nil)) - time_t(hours * 3600) - 60, tm())
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 64)
    strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static var sport: String {
    let items = [("One", 5.0), ("Two", 2), ("Three", 30)].map { title, hours in
      "<item><title>\(title)</title><pubDate>\(day(hours))</pubDate></item>"
    }
    return "<rss version=\"2.0\"><channel><title>Sport Daily</title>\(items.joined())</channel></rss>"
  }

  private static let page = "<html><head>\(FeedHome.link("/feed"))</head><body>Hello</body></html>"

  private static func server() throws -> FaultServer {
    try FaultServer { request in
      switch request.path {
      case "/missing": [.answer("404 Not Found")]
      case "/page": [.answer(body: "<html><body>Hello</body></html>")]
      case "/site": [.answer(body: page)]
      case "/both": [.answer(body: page.replacing("</head>", with: "\(FeedHome.link("/other"))</head>"))]
      case "/old": [.answer("301 Moved Permanently", ["Location: /feed"])]
      case "/hang": [.hang]
      default: [.answer(body: sport)]
      }
    }
  }

  private static func listed(_ home: FeedHome) async throws -> [String] {
    try await home.run("feeds", "list").output.split(separator: "\n").map {
      String($0.split(separator: " ").first ?? "")
    }
  }

  @Test("It says what was found") func found() async throws {
    let (home, server) = (try FeedHome(), try Self.server())
    defer { server.stop() }
    let added = try await home.run("feeds", "add", server.url("/feed"))
    #expect(added.output == "added \(server.url("/feed")): Sport Daily, 3 headlines, newest 2 h ago\n")
    #expect(added.ending == .exited(0) && added.errors.isEmpty)
    #expect(server.requests == ["/feed"])
    let again = try await home.run("feeds", "add", server.url("/feed"))
    #expect(again.ending == .exited(1) && again.errors.contains("is in the list already"))
    // What is there already is not asked for.
    #expect(server.requests.count == 1)
  }

  @Test("Without a terminal, an address that is not a feed is added with a warning") func warnings() async throws {
    let (home, server) = (try FeedHome(), try Self.server())
    defer { server.stop() }
    for (path, said) in [
      ("/missing", "404"), ("/page", "is a web page that names no feed"),
      ("/old", "is at \(server.url("/feed")) for good"),
    ] {
      let added = try await home.run("feeds", "add", server.url(path))
      #expect(added.ending == .exited(0) && added.output.hasPrefix("added \(server.url(path))"), "\(added)")
      #expect(added.errors.hasPrefix("newsreel: \(server.url(path)): ") && added.errors.contains(said), "\(added)")
    }
    // Of a page that names several, which are listed, the first is added.
    let both = try await home.run("feeds", "add", server.url("/both"))
    #expect(both.output.hasPrefix("added \(server.url("/feed")): Sport Daily") && both.ending == .exited(0), "\(both)")
    #expect(both.errors.contains("  1  \(server.url("/feed"))\n  2  \(server.url("/other"))\n"), "\(both)")
    _ = try await home.run("feeds", "remove", server.url("/feed"))
    // A page that names one feed gives its place to that.
    let site = try await home.run("feeds", "add", server.url("/site"))
    #expect(site.output == "added \(server.url("/feed")): Sport Daily, 3 headlines, newest 2 h ago\n", "\(site)")
    #expect(site.errors.hasSuffix("is a web page; its feed is \(server.url("/feed"))\n") && site.ending == .exited(0))
    #expect(try await Self.listed(home).last == server.url("/feed"))
    server.stop()
    let dead = try await home.run("feeds", "add", server.url("/x"))
    #expect(dead.ending == .exited(0) && dead.errors.contains(server.url("/x")), "\(dead)")
    #expect(try await Self.listed(home).count == 5)
  }

  @Test("What a feed calls itself is known from then on, and why another one fails while a strip runs", .tags(.x11))
  func known() async throws {
    let (home, server) = (try FeedHome(), try Self.server())
    defer { server.stop() }
    let file = try home.folder.write(Self.sport, to: "feed.xml")
    _ = try await home.run("feeds", "add", server.url("/feed"), file)
    _ = try await home.run("feeds", "add", server.url("/named", host: "localhost"), "--label", "Mine")
    let names = ["Sport Daily", "Sport Daily", "Mine"]
    func listed() async throws -> [String] {
      try await home.run("feeds", "list").output.split(separator: "\n").map {
        String($0.split(separator: " ", maxSplits: 1)[1].drop { $0 == " " })
      }
    }
    #expect(try await listed() == names)
    // Nothing answers from now on.
    server.stop()
    let shown = try await Shown([], environment: home.environment)
    let line = try await shown.control()
    try await waitUntil("the reason") { try await listed()[0].hasPrefix("Sport Daily  (cannot be read: ") }
    let topics = try await line.ask("state")["data"]?["topics"]?.array ?? []
    #expect(topics.compactMap { $0["name"]?.string } == names)
    let json = try await home.run("feeds", "list", "--json").output
    #expect(json.ranges(of: "\"problem\"").count == 2, "\(json)")
  }

  @Test(
    "The first feed's headlines are in view at once, and so are the bundled ones after the last has left", .tags(.x11))
  func first() async throws {
    let home = try FeedHome()
    let feed = try home.folder.write(FeedHome.rss(["One"]), to: "feed.xml")
    // From the edge it would take minutes.
    let shown = try await Shown(
      ["--scroll-time", "0", "--scroll-speed", "1", "--delay-at-start", "0"], environment: home.environment)
    let line = try await shown.control()
    func textAtHome() async throws -> String? {
      let state = try await line.ask("state")["data"]
      let (start, first) = (state?["area"]?["x"]?.number, state?["shown"]?.array?.first)
      guard let start, let first, let x = first["x"]?.number, x < start + 150 else { return nil }
      return first["text"]?.string
    }
    let bundled = try #require(try await textAtHome())
    _ = try await home.run("feeds", "add", feed)
    try await waitUntil("the feed's headline") { try await textAtHome() == "One" }
    _ = try await home.run("feeds", "remove", feed)
    try await waitUntil("the bundled headlines") { try await textAtHome() == bundled }
  }

  @Test("A server that hangs is not waited for") func hanging() async throws {
    let (home, server) = (try FeedHome(), try Self.server())
    defer { server.stop() }
    let urls = [server.url("/hang"), server.url("/feed"), server.url("/feed", host: "localhost")]
    let added = try await home.run("feeds", "add", urls[0], urls[1], urls[2])
    #expect(added.ending == .exited(0) && added.errors.contains("/hang: "), "\(added)")
    #expect(added.output.ranges(of: "Sport Daily, 3 headlines").count == 2, "\(added)")
    #expect(try await Self.listed(home) == urls)
  }

  @Test("Without a look nothing is asked, and everything is taken as it is") func unchecked() async throws {
    let (home, server) = (try FeedHome(), try Self.server())
    defer { server.stop() }
    let added = try await home.run("feeds", "add", "--no-check", server.url("/missing"), "/nowhere/feed.xml")
    #expect(added.output == "added \(server.url("/missing"))\nadded /nowhere/feed.xml\n", "\(added)")
    #expect(added.ending == .exited(0) && added.errors.isEmpty && server.requests.isEmpty)
    // The list says so of a file that cannot be read.
    let listed = try await home.run("feeds", "list").output.split(separator: "\n")
    #expect(listed.last == "/nowhere/feed.xml  feed.xml  (cannot be read: no such file)", "\(listed)")
    #expect(try await home.run("feeds", "list", "--json").output.contains("\"problem\": \"no such file\""))
  }

  @Test("Where https fails http is tried: taken for a host without a scheme, named for another address")
  func plain() async throws {
    let (home, server) = (try FeedHome(), try Self.server())
    defer { server.stop() }
    let bare = try await home.run("feeds", "add", "127.0.0.1:\(server.port)/feed")
    #expect(
      bare.output == "added \(server.url("/feed")): Sport Daily, 3 headlines, newest 2 h ago\n", "\(bare)")
    #expect(bare.ending == .exited(0) && bare.errors.contains("https") && bare.errors.contains("http"))
    let secure = server.url("/other", scheme: "https")
    let named = try await home.run("feeds", "add", secure)
    #expect(named.output == "added \(secure)\n", "\(named)")
    #expect(named.errors.contains("\(server.url("/other")) answers"), "\(named)")
    // A password in an address goes nowhere in the open.
    let requests = server.requests
    _ = try await home.run("feeds", "add", "https://ada:secret@127.0.0.1:\(server.port)/private")
    #expect(server.requests == requests)
  }

  @Test("Several at once, files among them; those that are there already are said") func several() async throws {
    let (home, server) = (try FeedHome(), try Self.server())
    defer { server.stop() }
    let file = try home.folder.write(Self.sport, to: "feed.xml")
    let text = try home.folder.write("plain text", to: "text")
    _ = try await home.run("feeds", "add", server.url("/a"), "--no-check")
    let added = try await home.run(
      "feeds", "add", server.url("/a"), server.url("/b"), file, text, "--interval", "600")
    #expect(added.ending == .exited(1) && added.errors.contains("\(server.url("/a")): is in the list already"))
    #expect(
      added.output.split(separator: "\n").count == 3
        && added.output.contains("added \(file): Sport Daily, 3 headlines"), "\(added)")
    #expect(added.errors.contains(text))
    #expect(try await Self.listed(home) == [server.url("/a"), server.url("/b"), file, text])
    let labelled = try await home.run("feeds", "add", server.url("/c"), server.url("/d"), "--label", "One")
    #expect(labelled.ending == .exited(2) && labelled.errors.contains("--label"), "\(labelled)")
    let missing = try await home.run("feeds", "add", server.url("/c"), home.folder.path + "/none.xml")
    #expect(missing.ending == .exited(2) && missing.errors.contains("neither an address nor a file"), "\(missing)")
    #expect(try await Self.listed(home).count == 4)
  }

  @Test("In a terminal it asks, and says that it waits") func asking() async throws {
    let (home, server) = (try FeedHome(), try Self.server())
    defer { server.stop() }
    let pane = try await TerminalPane("sh", rows: 40, columns: 120, environment: home.environment)
    func add(_ path: String) async throws {
      try await pane.type("clear; \(Program.path) feeds add \(server.url(path)); echo ended $?")
      try await pane.press("Enter")
    }
    try await add("/missing")
    try await pane.screen("a question") { $0.contains("404") && $0.contains("Add it anyway? [y/N]") }
    try await pane.press("Enter")
    try await pane.screen("a refusal") { $0.contains("ended 1") && $0.contains("not added") }
    try await add("/site")
    let offered = "Add that one? [Y/n]"
    try await pane.screen("an offer") {
      $0.contains("its feed is \(server.url("/feed"))") && $0.contains("Sport Daily") && $0.contains(offered)
    }
    try await pane.press("Enter")
    try await pane.screen("the feed") { $0.contains("added \(server.url("/feed"))") && $0.contains("ended 0") }
    for (answer, end) in [("n", "ended 1"), ("2", "added \(server.url("/other"))")] {
      try await add("/both")
      try await pane.screen("a choice") { $0.contains("2  \(server.url("/other"))") && $0.contains("Which one? [1-2") }
      try await pane.type(answer)
      try await pane.press("Enter")
      try await pane.screen("an end") { $0.contains(end) }
    }
    try await add("/hang")
    try await pane.screen("a word that it waits") { $0.contains("Looking at \(server.url("/hang"))") }
    try await pane.screen("an end of that") { $0.contains("[y/N]") }
    try await pane.type("y")
    try await pane.press("Enter")
    try await pane.screen("it added") { $0.contains("added \(server.url("/hang"))") && $0.contains("ended 0") }
    #expect(try await Self.listed(home) == [server.url("/feed"), server.url("/other"), server.url("/hang")])
  }
}

import Base
import Formats
import Newswire
import Scene
import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

/// What a hand brings, on the strip or in the window: taken in a process beside.
@Suite("Taking feeds", .serialized, .tags(.network)) struct FeedTakingTests {
  private static func server() throws -> FaultServer {
    try FaultServer { request in
      switch request.path {
      case "/missing": [.answer("404 Not Found")]
      case "/page": [.answer(body: "<html><body>Hello</body></html>")]
      case "/site": [.answer(body: "<html><head>\(FeedHome.link("/feed"))</head></html>")]
      case "/both":
        [
          .answer(
            body:
              "<html><head>\(FeedHome.link("/feed", title: "News &amp;\tsport"))\(FeedHome.link("/other"))</head></html>"
          )
        ]
      case "/old": [.answer("301 Moved Permanently", ["Location: /feed"])]
      default: [.answer(body: FeedHome.rss(["One", "Two"], name: "Sport Daily"))]
      }
    }
  }

  private static func take(_ request: FeedTaking.Request, _ home: FeedHome) async throws -> [FeedTaken] {
    let result = try await Program.run(
      ["feeds", "take"], environment: home.environment, input: request.jsonLine + "\n")
    #expect(result.ending == .exited(0) && result.errors.isEmpty, "\(result)")
    return result.output.split(separator: "\n").compactMap { line in
      FeedTaken(json: JSON(ifValid: String(line)))
    }
  }

  private static func listed(_ home: FeedHome) async throws -> [String] {
    try await home.run("feeds", "list").output.split(separator: "\n").map {
      String($0.split(separator: " ").first ?? "")
    }
  }

  private static func added(_ url: String, others: Int = 0) -> FeedTaken {
    .added(url: url, name: "Sport Daily", FeedTaken.Shown(count: 2, newest: nil), others: others)
  }

  @Test("A feed, and what leads to one, is added after one look; what does not is refused") func looks() async throws {
    let (home, server) = (try FeedHome(), try Self.server())
    defer { server.stop() }
    let feed = server.url("/feed")
    #expect(try await Self.take(FeedTaking.Request([feed]), home) == [Self.added(feed)])
    #expect(server.requests == ["/feed"])
    #expect(
      try await Self.take(FeedTaking.Request([server.url("/site")]), home) == [.known(url: feed, wasOff: false)])
    _ = try await home.run("feeds", "remove", feed)
    #expect(try await Self.take(FeedTaking.Request([server.url("/old")]), home) == [Self.added(feed)])
    for path in ["/missing", "/page"] {
      let taken = try await Self.take(FeedTaking.Request([server.url(path)]), home)
      guard case .refused(let url, let reason)? = taken.first else { throw HarnessError("\(taken)") }
      #expect(url == server.url(path) && !reason.description.isEmpty)
    }
    #expect(try await Self.listed(home) == [feed])
    let forced = try await Self.take(FeedTaking.Request([server.url("/page")], isForced: true), home)
    #expect(forced == [.added(url: server.url("/page"), name: "127.0.0.1", nil, others: 0)])
  }

  @Test("An address without a scheme is tried by https, then by http") func bare() async throws {
    let (home, server) = (try FeedHome(), try Self.server())
    defer { server.stop() }
    let typed = DroppedAddresses(typed: "localhost:\(server.port)/feed").all
    #expect(
      try await Self.take(FeedTaking.Request(typed), home) == [Self.added(server.url("/feed", host: "localhost"))])
    // A page is looked into there, too.
    func take(_ path: String) async throws -> [FeedTaken] {
      let typed = DroppedAddresses(typed: "localhost:\(server.port)\(path)").all
      return try await Self.take(FeedTaking.Request(typed, offersChoice: true), home)
    }
    let feeds = [
      LinkedFeed(server.url("/feed", host: "localhost"), title: "News & sport"),
      LinkedFeed(server.url("/other", host: "localhost")),
    ]
    #expect(try await take("/both") == [.choice(url: "https://localhost:\(server.port)/both", feeds: feeds)])
    #expect(try await take("/site") == [.known(url: feeds[0].address, wasOff: false)])
  }

  @Test("A page with several feeds offers them, or gives the first with a word") func several() async throws {
    let (home, server) = (try FeedHome(), try Self.server())
    defer { server.stop() }
    let page = server.url("/both")
    let offer = try await Self.take(FeedTaking.Request([page], offersChoice: true), home)
    let feeds = [LinkedFeed(server.url("/feed"), title: "News & sport"), LinkedFeed(server.url("/other"))]
    #expect(offer == [.choice(url: page, feeds: feeds)])
    #expect(feeds.map { MenuEntry($0.offered).title } == ["News & sport", server.url("/other")])
    #expect(feeds.map { MenuEntry($0.offered).detail } == [server.url("/feed"), ""])
    #expect(try await Self.listed(home).first == "no")
    #expect(try await Self.take(FeedTaking.Request([page]), home) == [Self.added(server.url("/feed"), others: 1)])
  }

  @Test("A list of feeds is imported, a file is a feed, and what is not there is said") func files() async throws {
    let home = try FeedHome()
    let opml = try home.folder.write(
      """
      <opml version="2.0"><body><outline type="rss" text="A" xmlUrl="https://a.example/"/>
      <outline type="rss" text="B" xmlUrl="https://b.example/"/></body></opml>
      """, to: "other.opml")
    let feed = try home.folder.write(FeedHome.rss(["One", "Two"], name: "Sport Daily"), to: "feed.xml")
    let missing = home.folder.path + "/missing"
    let taken = try await Self.take(FeedTaking.Request([opml, feed, missing, opml, "/dev/zero"]), home)
    #expect(taken.count == 5 && taken[0] == .imported(path: opml, new: 2, of: 2))
    #expect(taken[1] == Self.added(feed) && taken[3] == .imported(path: opml, new: 0, of: 2))
    for index in [2, 4] {
      if case .refused = taken[index] {} else { Issue.record("\(taken[index])") }
    }
  }

  @Test("A feed that was off is on again") func off() async throws {
    let home = try FeedHome()
    let feed = try home.folder.write(FeedHome.rss(["One"]), to: "feed.xml")
    _ = try await Self.take(FeedTaking.Request([feed]), home)
    _ = try await home.run("feeds", "hide", feed)
    #expect(try await Self.take(FeedTaking.Request([feed]), home) == [.known(url: feed, wasOff: true)])
    #expect(!(try await home.run("feeds", "list").output.contains("(off)")))
  }

  @Test(
    "What came of it is written and read again",
    arguments: [
      .added(url: "u", name: "n", FeedTaken.Shown(count: 3, newest: 12.5), others: 2),
      .added(url: "u", name: "n", nil, others: 0), .known(url: "u", wasOff: true),
      .choice(url: "u", feeds: [LinkedFeed("a", title: "A"), LinkedFeed("b")]), .imported(path: "p", new: 1, of: 2),
      .refused(url: "u", reason: Reason("r")), .refused(url: "u", reason: .of(.tooLarge, "4 MB")),
    ] as [FeedTaken])
  func coding(_ taken: FeedTaken) throws {
    #expect(FeedTaken(json: try JSON(parsing: taken.jsonLine)) == taken)
    #expect(FeedTaken(json: .object([])) == nil && FeedTaken(json: JSON.null) == nil)
    let words = FeedTakenWords(.english)
    let one = words.summary(of: [taken], isCut: false, now: 7200)
    #expect(!one.isEmpty && words.summary(of: [taken, taken], isCut: true, now: 7200).contains("first 32"))
  }
}

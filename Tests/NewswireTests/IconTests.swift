import Glibc
import Synchronization
import TestKit
import TestTags
import Testing

@testable import Base
@testable import Newswire

/// The feeds' own icons, over real sockets.
@Suite("Icons", .serialized, .tags(.network)) struct IconTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private final class Log {
    var pictures: [String?] = []
    var errors: [String] = []
  }

  private func settings(make: @escaping @Sendable (String, String) -> String? = Self.copy) -> CrawlerSettings {
    var settings = CrawlerSettings()
    settings.policy.interval = 0.1
    settings.policy.shortest = 0.1
    settings.cacheDirectory = directory.file("feeds")
    settings.iconDirectory = directory.file("icons")
    settings.makeIcon = make
    return settings
  }

  @Sendable private static func copy(_ picture: String, _ icon: String) -> String? {
    runTool(["/bin/cp", picture, icon]) == 0 ? nil : "cannot be copied"
  }

  private static func feed(_ icon: String) -> String {
    "<rss><channel><title>T</title><image><url>\(icon)</url></image><item><title>One</title></item></channel></rss>"
  }

  /// Reads the feed until it has been looked at three times.
  private func crawl(_ url: String, _ settings: CrawlerSettings) throws -> Log {
    let log = Log()
    let set = RunLoop()
    var looks = 0
    set.add(
      FeedCrawler(feeds: [try FeedSpec(url: url)], settings: settings) { event in
        switch event {
        case .described(let description): log.pictures.append(description.picture)
        case .error(let error): log.errors.append(error.description)
        case .status: looks += 1
        case .items, .withdrawn, .marked, .picture, .account, .stopped: break
        }
      })
    run(set) { looks >= 3 && (log.pictures.last.flatMap(\.self) != nil || files().contains { $0.hasSuffix(".none") }) }
    // More of either would be wrong.
    run(set, limit: 0.5) { false }
    set.removeAll()
    return log
  }

  private func files() -> [String] {
    guard let folder = opendir(directory.file("icons")) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { !$0.hasPrefix(".") }
  }

  @Test("An icon is fetched once and is there at the next start") func anIconIsFetchedOnceAndIsThereAtTheNextStart()
    throws
  {
    let server = try FaultServer { request in
      if request.path == "/feed" { return [.answer(body: Self.feed("icon"))] }
      #expect(request.headers["accept"]?.hasPrefix("image/") == true)
      return [.text("HTTP/1.1 200 OK\r\nContent-Length: \(Self.png.count)\r\n\r\n"), .send(Self.png)]
    }
    defer { server.stop() }
    let first = try crawl(server.url("/feed"), settings())
    #expect(first.pictures.count == 2 && first.pictures[0] == nil && first.errors.isEmpty)
    let path = try #require(first.pictures.last ?? nil)
    #expect(try contents(of: path) == Self.png && files().count == 1)
    #expect(server.requests.count { $0 == "/icon" } == 1 && server.requests.count { $0 == "/feed" } >= 3)
    let second = try crawl(server.url("/feed"), settings())
    #expect(second.pictures == [path] && second.errors.isEmpty)
    #expect(server.requests.count { $0 == "/icon" } == 1)
  }

  @Test("An icon that several feeds name is fetched once and is that of each") func sharedIcon() throws {
    let feeds = ["/a", "/b", "/c"]
    let server = try FaultServer { request in
      if feeds.contains(request.path) { return [.answer(body: Self.feed("/icon"))] }
      return [.text("HTTP/1.1 200 OK\r\nContent-Length: \(Self.png.count)\r\n\r\n"), .send(Self.png)]
    }
    defer { server.stop() }
    // Each feed is read once: nothing else has it look at its icon.
    var settings = settings()
    (settings.policy.interval, settings.policy.shortest) = (3600, 3600)
    let (set, specs) = (RunLoop(), try feeds.map { try FeedSpec(url: server.url($0)) })
    var pictures: [String: String] = [:]
    set.add(
      FeedCrawler(feeds: specs, settings: settings) { event in
        if case .described(let description) = event { pictures[description.url] = description.picture }
      })
    let isComplete = run(set) { pictures.count == feeds.count }
    set.removeAll()
    #expect(isComplete && Set(pictures.values).count == 1, "\(pictures)")
    #expect(server.requests.count { $0 == "/icon" } == 1)
  }

  @Test(
    "What is no icon is one warning",
    arguments: [
      ("/page", "the icon is not a PNG, GIF, JPEG, WebP or ICO"), ("/endless", "the icon is larger than 256 KB"),
      ("/404", "the icon was not found (status 404)"), ("/svg", "the icon is not a PNG, GIF, JPEG, WebP or ICO"),
      ("/broken", "the icon is broken"), ("/loop", "the icon redirects more than 5 times"),
      ("/hang", "the icon took too long or sent too little"),
    ])
  func whatIsNoIconIsOneWarning(path: String, message: String) throws {
    let server = try FaultServer { request in
      let head = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n"
      switch request.path {
      case "/feed": return [.answer(body: Self.feed(path))]
      case "/page": return [.answer("200 OK", ["Content-Type: image/png"], body: "<html>")]
      case "/svg": return [.text(head + "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")]
      case "/endless": return [.text(head), .send(Self.png), .endless([UInt8](repeating: 0, count: 16_384))]
      case "/broken": return [.text(head), .send(Self.png)]
      case "/loop": return [.answer("302 Found", ["Location: /loop"])]
      case "/hang": return [.text(head), .hang]
      default: return [.answer("404 Not Found")]
      }
    }
    defer { server.stop() }
    let settings = settings { _, _ in "is broken" }
    var short = settings
    if path == "/hang" { short.http.timeout = 2 }
    let log = try crawl(server.url("/feed"), short)
    // Where little time is given the feed may be late as well.
    let errors = path == "/hang" ? log.errors.filter { $0.contains("icon") } : log.errors
    #expect(errors == ["\(server.url("/feed")): \(message)"] && log.pictures == [nil])
    #expect(files().count == 1 && files().allSatisfy { $0.hasSuffix(".none") })
    // Not even at the next start.
    let asked = server.requests.count { $0 == path }
    #expect(try crawl(server.url("/feed"), settings).errors.isEmpty)
    #expect(server.requests.count { $0 == path } == asked)
  }

  @Test("Nothing leads from HTTPS to HTTP") func nothingLeadsFromHTTPSToHTTP() throws {
    func address(_ icon: String, of feed: String) throws -> String? {
      let state = FeedState(try FeedSpec(url: feed))
      state.load(FeedCache.Entry(url: feed, icon: icon), now: 0, time: 0)
      return state.iconAddress?.description
    }
    #expect(try address("http://example.net/i", of: "https://example.org/feed") == "https://example.net/i")
    #expect(try address("http://example.net/i", of: "http://example.org/feed") == "http://example.net/i")
    #expect(try address("data:image/png;base64,AA", of: "http://example.org/feed") == nil)
  }

  @Test("Of the pictures of many rows the last are remembered") func rememberedPictures() throws {
    let icons = FeedIcons(directory: directory.file("pictures"), client: HTTPClient()) { _, _ in nil }
    for number in 0..<5000 {
      let address = try #require(WebAddress("http://example.org/\(number).png"))
      icons.fetch(address, mayBePrivate: false) { _ in }
    }
    #expect(icons.asked.contains("http://example.org/4999.png"))
    #expect(icons.asked.count <= FeedIcons.mostAsked)
  }

  @Test("Kinds are told by their first bytes") func kindsAreToldByTheirFirstBytes() {
    #expect(FeedIcons.kind(of: Self.png) == "png" && FeedIcons.kind(of: Array("GIF89a".utf8)) == "gif")
    #expect(FeedIcons.kind(of: [0xFF, 0xD8, 0xFF, 0xE0]) == "jpg" && FeedIcons.kind(of: [0, 0, 1, 0, 1]) == "ico")
    #expect(FeedIcons.kind(of: Array("RIFF0000WEBPVP8 ".utf8)) == "webp")
    for text in ["", "RIFF0000WAVE", "%!PS-Adobe", "<svg>", "BM"] {
      #expect(FeedIcons.kind(of: Array(text.utf8)) == nil)
    }
  }
}

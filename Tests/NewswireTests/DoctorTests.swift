import Glibc
import TestKit
import TestTags
import Testing

@testable import Base
@testable import Newswire

/// `newsreel feeds doctor`: what is wrong with the feeds of a list.
@Suite("The doctor", .serialized, .tags(.network)) struct DoctorTests {
  private static func feed(_ title: String = "One") -> FaultServer.Step {
    .answer(body: "<rss><channel><title>T</title><item><title>\(title)</title></item></channel></rss>")
  }

  private func findings(_ urls: [String], longest: Double = 120, slow: Double = 60) throws -> [FeedFinding] {
    var settings = FeedDoctor.Settings()
    (settings.http.connectTimeout, settings.http.timeout, settings.longest, settings.slow) = (60, 60, longest, slow)
    return try FeedDoctor.findings(of: try urls.map { try FeedSpec(url: $0) }, settings: settings)
  }

  @Test("Each ill has its name") func verdicts() throws {
    let server = try FaultServer { request in
      switch request.path {
      case "/old": [.answer("301 Moved Permanently", ["Location: /fine"])]
      case "/gone": [.answer("410 Gone")]
      case "/missing": [.answer("404 Not Found")]
      case "/locked": [.answer("401 Unauthorized", ["WWW-Authenticate: Basic realm=\"r\""])]
      case "/empty": [.answer(body: "<rss><channel><title>T</title></channel></rss>")]
      case "/page": [.answer(body: "<html><body>Hello</body></html>")]
      case "/broken": [.answer("500 Internal Server Error")]
      case "/dead": [.reset]
      default: [Self.feed()]
      }
    }
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let file = directory.file("feed.xml")
    try AtomicFile.write(Array("<rss><channel><item><title>Filed</title></item></channel></rss>".utf8), to: file)
    let paths = ["/fine", "/old", "/gone", "/missing", "/locked", "/empty", "/page", "/broken", "/dead"]
    let found = try findings(paths.map { server.url($0) } + [file, directory.file("none.xml")])
    #expect(
      found.map(\.verdict) == [
        .fine, .moved, .gone, .refused, .needsPassword, .empty, .notAFeed, .refused, .unreachable, .fine, .unreachable,
      ])
    #expect(found[1].movedTo == server.url("/fine") && found[1].count == 1)
    #expect(found.dropFirst().allSatisfy { $0.isFine || $0.isExplained })
    #expect(found[0].seconds != nil && found[9].seconds == nil && found[9].count == 1)
  }

  @Test("What takes long is slow, and what never ends does not hold up the rest") func slow() throws {
    let server = try FaultServer { request in request.path == "/hang" ? [.hang] : [.wait(0.05), Self.feed()] }
    defer { server.stop() }
    let hanging = server.url("/hang", host: "localhost")
    let found = try findings([hanging, server.url("/a"), server.url("/b")], longest: 15, slow: 0.01)
    #expect(found.map(\.verdict) == [.unreachable, .slow, .slow])
    #expect(found[0].reason.description.contains("in time"))
  }

  @Test("Of two hundred feeds few are asked at a time, and none is forgotten") func many() throws {
    let server = try FaultServer { _ in [Self.feed()] }
    defer { server.stop() }
    let urls = (0..<200).map { server.url("/\($0)", host: "127.0.0.\($0 % 20 + 1)") }
    let found = try findings(urls)
    #expect(found.count == 200 && found.allSatisfy(\.isFine) && Set(server.requests).count == 200)
    #expect(server.mostOpen <= 8 && server.mostByAddress == 1)
  }
}

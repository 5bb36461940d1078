import Glibc
import TestKit
import TestTags
import Testing

@testable import Base
@testable import Newswire

private let feed = "<rss><channel><title>T</title><item><title>Served</title><guid>1</guid></item></channel></rss>"

/// Every way a server can fail, over real sockets.
@Suite("HTTP", .serialized, .tags(.network, .slow)) struct HTTPTests {
  /// Fetches a URL; what came of it, and for how long a round of the loop slept.
  private func fetch(
    _ url: String, tag: String? = nil, sizeLimit: Int = 16 << 20, mayBePrivate: Bool = true,
    isConfidential: Bool = false, settings: HTTPSettings = Self.patient
  ) throws -> (outcome: HTTPOutcome, body: [UInt8], longest: Double) {
    let client = HTTPClient(settings: settings)
    var body: [UInt8] = []
    var outcome: HTTPOutcome?
    var request = HTTPRequest(address: try #require(WebAddress(url)))
    request.entityTag = tag
    request.mayBePrivate = mayBePrivate
    request.sizeLimit = sizeLimit
    request.isConfidential = isConfidential
    client.send(request) { bytes, _ in
      body += bytes
      return true
    } completion: {
      outcome = $0
    }
    var sleep = Sleepiness()
    let end = monotonicNow() + patience / .seconds(1)
    var descriptors: [pollfd] = []
    while outcome == nil, monotonicNow() < end {
      descriptors.removeAll()
      client.appendDescriptors(to: &descriptors)
      let wait = min(max(client.deadline - monotonicNow(), 0), 1)
      poll(&descriptors, nfds_t(descriptors.count), Int32((wait * 1000).rounded(.up)))
      try sleep.count { _ = client.service(now: monotonicNow()) }
    }
    client.close()
    return (try #require(outcome), body, sleep.longest)
  }

  private static let patient: HTTPSettings = {
    var settings = HTTPSettings()
    (settings.connectTimeout, settings.timeout, settings.lowSpeedTime) = (60, 60, 60)
    return settings
  }()

  /// For servers that never answer.
  private static let impatient: HTTPSettings = {
    var settings = HTTPSettings()
    settings.connectTimeout = 1
    settings.timeout = 2
    settings.lowSpeed = 20
    settings.lowSpeedTime = 1
    return settings
  }()

  private func reason(_ outcome: HTTPOutcome) -> String {
    if case .failed(let reason, _) = outcome { "\(reason)" } else { "not failed: \(outcome)" }
  }

  @Test("What the internet names may not be a machine of this network") func refusesPrivateMachines() throws {
    let server = try FaultServer { _ in [.answer(body: feed)] }
    defer { server.stop() }
    let refused = try fetch(server.url("/feed"), mayBePrivate: false)
    #expect(reason(refused.outcome).contains("a machine of this network") && refused.body.isEmpty)
    // The user may.
    #expect(try fetch(server.url("/feed")).body.count == feed.utf8.count)
    let names = [
      "127.0.0.1", "10.1.2.3", "192.168.0.1", "172.31.0.1", "169.254.1.1", "::1", "fe80::1", "fd00::1",
      "::ffff:10.0.0.1",
    ]
    #expect(names.allSatisfy(isPrivateAddress))
    #expect(
      !["93.184.216.34", "172.32.0.1", "2606:2800::1", "::ffff:8.8.8.8", "nonsense"].contains(where: isPrivateAddress))
  }

  @Test("Fetches a document politely") func fetchesADocumentPolitely() throws {
    let server = try FaultServer { request in
      #expect(request.headers["accept-encoding"]?.contains("gzip") == true)
      return [
        .answer(
          "200 OK", ["ETag: \"x\"", "Content-Type: application/rss+xml", "Cache-Control: max-age=600"], body: feed)
      ]
    }
    defer { server.stop() }
    let result = try fetch(server.url("/feed"))
    guard case .done(let response) = result.outcome else { return #expect(Bool(false), "\(result.outcome)") }
    #expect(String(decoding: result.body, as: UTF8.self) == feed)
    #expect(response.entityTag == "\"x\"" && response.maxAge == 600)
    #expect(response.contentType == "application/rss+xml")
    #expect(server.agents == ["newsreel/\(Release.version) (desktop news ticker; polls politely)"])
  }

  @Test(
    "A fault is a clear failure",
    arguments: [
      ("/mid-head", "took too long or sent too little"),
      ("/after-head", "took too long or sent too little"),
      ("/mid-body", "took too long or sent too little"),
      ("/drip-head", "took too long or sent too little"),
      ("/drip-body", "took too long or sent too little"),
      ("/silent", "took too long or sent too little"),
      ("/too-long", "ended before the length that it had announced"),
      ("/reset-at-once", "closed the connection"),
      ("/reset-in-body", "closed the connection"),
      ("/nothing", "127.0.0.1 sent no answer"),
      ("/endless", "is larger than 1 MB"),
      ("/endless-chunks", "is larger than 1 MB"),
      ("/huge-announced", "is larger than 1 MB"),
      ("/endless-head", "head of the answer is too long|too large|out of memory"),
      ("/not-http", "127.0.0.1 does not answer in HTTP"),
      ("/loop", "redirects more than 5 times"),
      ("/to-file", "redirects to what is not http or https: “file:///etc/passwd”"),
      ("/404", "was not found (status 404)"),
      ("/410", "is gone for good (status 410)"),
      ("/429", "asks for fewer requests (status 429)"),
      ("/500", "the server has an error (status 500)"),
      ("/503", "the server has an error (status 503)"),
    ])
  func aFaultIsAClearFailure(path: String, expected: String) throws {
    let server = try FaultServer(Self.misbehave)
    defer { server.stop() }
    let settings = expected.contains("too long or sent") ? Self.impatient : Self.patient
    let result = try fetch(server.url(path), sizeLimit: 1 << 20, settings: settings)
    let reason = reason(result.outcome)
    #expect(expected.split(separator: "|").contains { reason.contains($0) }, "\(reason)")
    #expect(result.longest < 0.9, "a call of service slept \(result.longest) s")
  }

  private static let misbehave: FaultServer.Behaviour = { request in
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n"
    switch request.path {
    case "/mid-head": return [.text("HTTP/1.1 200 OK\r\nContent-"), .hang]
    case "/after-head": return [.text(head + "Content-Length: 100\r\n\r\n"), .hang]
    case "/mid-body": return [.text(head + "Content-Length: 100\r\n\r\n<rss>"), .hang]
    case "/drip-head": return [.drip(head + String(repeating: "X-Y: z\r\n", count: 100), every: 0.1)]
    case "/drip-body": return [.text(head + "\r\n"), .drip(String(repeating: "<a>", count: 100), every: 0.1)]
    case "/silent": return [.hang]
    case "/too-long": return [.answer(body: feed, length: 10_000)]
    case "/reset-at-once": return [.reset]
    case "/reset-in-body": return [.text(head + "Content-Length: 100\r\n\r\n<rss>"), .wait(0.1), .reset]
    case "/endless": return [.text(head + "\r\n"), .endless([UInt8](repeating: 0x20, count: 65_536))]
    case "/endless-chunks":
      let chunk = "1000\r\n" + String(repeating: "x", count: 4096) + "\r\n"
      return [.text(head + "Transfer-Encoding: chunked\r\n\r\n"), .endless(Array(chunk.utf8))]
    case "/huge-announced": return [.answer(body: feed, length: 1 << 40)]
    case "/endless-head":
      return [.text("HTTP/1.1 200 OK\r\n"), .endless(Array("X-Long: \(String(repeating: "y", count: 4000))\r\n".utf8))]
    case "/not-http": return [.text("220 mail.example.org ESMTP ready\r\n")]
    case "/loop": return [.answer("302 Found", ["Location: /loop"])]
    case "/to-file": return [.answer("302 Found", ["Location: file:///etc/passwd"])]
    case "/404", "/410", "/500", "/503":
      return [.answer("\(request.path.dropFirst()) Nope", body: String(repeating: "sorry ", count: 100_000))]
    case "/429": return [.answer("429 Slow", ["Retry-After: 120"], body: "slow")]
    default: return []
    }
  }

  @Test("An answer that claims less than it sends is cut there") func anAnswerThatClaimsLessThanItSendsIsCutThere()
    throws
  {
    let server = try FaultServer { _ in [.answer(body: feed, length: 10)] }
    defer { server.stop() }
    #expect(try fetch(server.url("/")).body.count == 10)
  }

  @Test("A server that accepts and is mute is given up") func aServerThatAcceptsAndIsMuteIsGivenUp() throws {
    let server = try FaultServer(isMute: true) { _ in [] }
    defer { server.stop() }
    let plain = try fetch(server.url("/"), settings: Self.impatient)
    #expect(reason(plain.outcome) == "took too long or sent too little")
    let secure = try fetch(server.url("/", scheme: "https"), settings: Self.impatient)
    #expect(reason(secure.outcome) == "took too long or sent too little")
  }

  @Test("A closed port and an unknown host are clear failures") func aClosedPortAndAnUnknownHost() throws {
    let server = try FaultServer { _ in [] }
    server.stop()
    #expect(reason(try fetch(server.url("/")).outcome) == "127.0.0.1 refuses the connection")
    let reason = reason(try fetch("http://no-such-host.invalid/", settings: Self.impatient).outcome)
    #expect(reason == "the host no-such-host.invalid cannot be found" || reason.contains("too long"))
  }

  @Test("Redirects are followed and a conditional request is answered")
  func redirectsAreFollowedAndAConditionalRequestIsAnswered() throws {
    let server = try FaultServer { request in
      switch request.path {
      case "/a": return [.answer("301 Moved", ["Location: b?x=1"])]
      case "/b?x=1":
        return [
          .answer(
            "307 Temporary", ["Location: //127.0.0.2:\(request.headers["host"]?.split(separator: ":").last ?? "")/c"])
        ]
      default:
        return request.headers["if-none-match"] == "\"t\"" ? [.answer("304 Not Modified")] : [.answer(body: feed)]
      }
    }
    defer { server.stop() }
    let first = try fetch(server.url("/a")).outcome
    guard case .done(let response) = first else { return #expect(Bool(false), "\(first)") }
    #expect(response.address?.description == server.url("/c", host: "127.0.0.2"))
    let second = try fetch(server.url("/a"), tag: "\"t\"").outcome
    guard case .notModified = second else { return #expect(Bool(false), "\(second)") }
  }

  @Test("A cookie of a redirect comes back to its server, for this reading and for no other server") func cookies()
    throws
  {
    let other = try FaultServer { _ in [.answer(body: feed)] }
    defer { other.stop() }
    let elsewhere = other.url("/", host: "127.0.0.2")
    let server = try FaultServer { request in
      guard request.headers["cookie"]?.contains("seen=1") == true else {
        return [.answer("302 Found", ["Location: \(request.path)", "Set-Cookie: seen=1; Path=/"])]
      }
      return request.path == "/away" ? [.answer("302 Found", ["Location: \(elsewhere)"])] : [.answer(body: feed)]
    }
    defer { server.stop() }
    for _ in 0..<2 {
      guard case .done = try fetch(server.url("/feed")).outcome else { return #expect(Bool(false), "no feed") }
    }
    // The second reading begins without the cookie of the first.
    #expect(server.requests.count == 4)
    guard case .done = try fetch(server.url("/away")).outcome else { return #expect(Bool(false), "no feed") }
    #expect(other.requests.count == 1 && !other.requests[0].contains("seen"), "\(other.requests)")
  }

  @Test("A page's cookie goes to its feed") func cookieOfPage() throws {
    let server = try FaultServer { request in
      if request.path == "/" {
        let page = "<html><head><link rel=alternate type='application/rss+xml' href=/feed></head></html>"
        return [.answer("200 OK", ["Set-Cookie: seen=1; Path=/"], body: page)]
      }
      return request.headers["cookie"] == "seen=1" ? [.answer(body: feed)] : [.answer("403 Forbidden")]
    }
    defer { server.stop() }
    #expect(try FeedReport.read(FeedSpec(url: server.url("/"))).feed.items.map(\.title) == ["Served"])
  }

  @Test(
    "What is confidential goes to no other port and no other host, not even where a redirect leads there",
    arguments: ["127.0.0.1", "localhost"])
  func confidential(host: String) throws {
    let other = try FaultServer { _ in [.answer(body: feed)] }
    defer { other.stop() }
    let server = try FaultServer { request in
      let target = request.path == "/here" ? "/feed" : other.url("/feed", host: host)
      return request.path == "/feed"
        ? [.answer(body: feed)] : [.answer("307 Temporary Redirect", ["Location: \(target)"])]
    }
    defer { server.stop() }
    let outcome = try fetch(server.url("/away"), isConfidential: true).outcome
    #expect(reason(outcome).contains("redirects to \(host), which gets no password") && other.requests.isEmpty)
    guard case .done = try fetch(server.url("/here"), isConfidential: true).outcome else {
      return #expect(Bool(false), "the same server")
    }
    guard case .done = try fetch(server.url("/away")).outcome else {
      return #expect(Bool(false), "nothing confidential")
    }
  }

  @Test(
    "The origin of an address is its scheme, host and port",
    arguments: [
      ("https://a.example/x", "https://A.example:443/y", true), ("http://a.example:80", "http://a.example", true),
      ("https://ada@a.example/", "https://a.example:/", true), ("https://a.example:0443/", "https://a.example/", true),
      ("http://[::1]:80/", "http://[::1]/", true), ("https://a.example/", "https://a.example:8443/", false),
      ("https://a.example/", "http://a.example/", false), ("https://a.example:80/", "http://a.example:80/", false),
      ("https://a.example/", "https://b.example/", false), ("http://a.example:8080", "http://a.example:80", false),
      ("https://a.example/", "https://a.example@b.example/", false), ("http://[::1]:1/", "http://[::1]:2/", false),
    ])
  func origins(_ a: String, _ b: String, areOne: Bool) throws {
    let (a, b) = (try #require(WebAddress(a)), try #require(WebAddress(b)))
    #expect(a.hasSameOrigin(as: b) == areOne && b.hasSameOrigin(as: a) == areOne)
  }

  @Test("Retry-After is read as seconds and as a date") func retryAfterIsReadAsSecondsAndAsADate() {
    var response = HTTPResponse()
    response.parse(line: "HTTP/1.1 429 Slow\r\n")
    response.parse(line: "Retry-After: 120\r\n")
    #expect(response.status == 429 && response.retryAfter == 120)
    response.parse(line: "retry-after: Fri, 31 Dec 2100 23:59:59 GMT\r\n")
    #expect((response.retryAfter ?? 0) > 1e9)
    response.parse(line: "Cache-Control: public, max-age=60\r\n")
    #expect(response.maxAge == 60)
    response.parse(line: "HTTP/1.1 200 OK\r\n")
    #expect(response.retryAfter == nil && response.maxAge == nil)
  }

  @Test(
    "Cache-Control is read in several lines and quotes",
    arguments: [
      (["max-age=60", "public"], 60), (["max-age=\"60\""], 60), (["max-age = 60"], 60),
      (["max-age=60", "no-cache"], 0),
      (["no-store, max-age=60"], 0), (["max-age=nan"], nil), (["s-maxage=60"], nil),
    ] as [([String], Double?)])
  func cacheControl(lines: [String], age: Double?) {
    var response = HTTPResponse()
    for line in lines { response.parse(line: "Cache-Control: \(line)\r\n") }
    #expect(response.maxAge == age)
  }

  @Test("Compressed bombs are refused", arguments: [1, 3]) func compressedBombsAreRefused(layers: Int) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("bomb")
    let zip = (0..<layers).map { _ in "gzip -9" }.joined(separator: " | ")
    runTool(["/bin/sh", "-c", "head -c 500000000 /dev/zero | \(zip) > \(path)"])
    let bomb = try contents(of: path)
    let encoding = (0..<layers).map { _ in "gzip" }.joined(separator: ", ")
    let server = try FaultServer { _ in
      [.text("HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\nContent-Length: \(bomb.count)\r\n\r\n"), .send(bomb)]
    }
    defer { server.stop() }
    let before = residentKilobytes()
    let result = try fetch(server.url("/bomb"))
    let expected =
      layers == 1
      ? "decompresses to far more than was sent" : "is compressed as “gzip, gzip, gzip”, which was not requested"
    #expect(reason(result.outcome) == expected)
    #expect(residentKilobytes() - before < 30_000)
  }

  @Test("A compressed feed is unpacked") func aCompressedFeedIsUnpacked() throws {
    let directory = try TemporaryDirectory()
    let path = directory.write("feed", feed)
    runTool(["/bin/sh", "-c", "gzip \(path)"])
    let packed = try contents(of: path + ".gz")
    let server = try FaultServer { _ in
      [.text("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"), .send(packed)]
    }
    defer { server.stop() }
    #expect(String(decoding: try fetch(server.url("/")).body, as: UTF8.self) == feed)
  }

  /// Peak of the process's memory in use now, in kB.
  private func residentKilobytes() -> Int {
    guard let bytes = try? contents(of: "/proc/self/status") else { return 0 }
    let text = String(decoding: bytes, as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "0") ?? 0
  }
}

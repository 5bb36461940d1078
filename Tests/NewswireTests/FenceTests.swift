import Formats
import Glibc
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import Base
@testable import Newswire

/// A process that reads strangers' bytes, and what those who have taken it over can still do.
@Suite("The fence", .serialized, .tags(.network)) struct FenceTests {
  private let directory: TemporaryDirectory
  private var door: String { Project.products + "/FenceDoor" }

  init() throws { directory = try TemporaryDirectory() }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

  private static func feed(_ title: String, icon: String = "") -> String {
    "<rss><channel><title>T</title>\(icon)<item><title>\(title)</title></item></channel></rss>"
  }

  /// What was tried, with its error.
  private func results(_ report: String) -> [String: Int32] {
    let parts = report.split(separator: " ").map { $0.split(separator: "=") }
    return Dictionary(
      parts.compactMap { part in part.count == 2 ? Int32(part[1]).map { (String(part[0]), $0) } : nil },
      uniquingKeysWith: { first, _ in first })
  }

  private func expectFenced(_ report: String) throws {
    let results = results(report)
    try #require(results.count >= 60, "\(report)")
    for (name, code) in results.sorted(by: { $0.key < $1.key }) {
      if name.hasPrefix("ok-") {
        #expect(code == 0, "\(name): \(String(cString: strerror(code)))")
      } else {
        // Not merely missing, nor a wrong address.
        #expect(
          [EACCES, EPERM, ENOSYS].contains(code), "\(name): \(code == 0 ? "done" : String(cString: strerror(code)))")
      }
    }
    #expect(access(directory.file("secret"), F_OK) == 0 && access(directory.file("new"), F_OK) != 0)
  }

  /// Without Landlock there is no fence for files, as the doctor says.
  private static let isWhole = FenceStrength.here == FenceStrength(files: true, ports: true, calls: true)

  @Test("Taken over by a feed's icon it opens no file, no display, no program and no other port", .enabled(if: isWhole))
  func feeds() async throws {
    let display = try await XServer(width: 100, height: 50)
    defer { display.end() }
    let closed = try FaultServer { _ in [.hang] }
    defer { closed.stop() }
    let server = try FaultServer { request in
      request.path == "/icon.png"
        ? [.text("HTTP/1.1 200 OK\r\nContent-Length: \(Self.png.count)\r\n\r\n"), .send(Self.png)]
        : [.answer(body: Self.feed("One", icon: "<image><url>/icon.png</url></image>"))]
    }
    defer { server.stop() }
    let secret = directory.write("secret", "sesame")
    let (report, loop) = (Reported(), RunLoop())
    let feed = try FeedSpec(url: server.url("/feed"))
    let number = display.display.drop { $0 == ":" }.prefix { $0.isNumber }
    loop.add(
      try FeedProcess(arguments: [door, directory.file("cache"), secret, String(number), "\(closed.port)"]) {
        FeedProcess.Requests(feeds: [feed])
      } handler: { event in
        report.take(event)
      }.source)
    #expect(run(loop) { report.text != nil || report.stop != nil })
    loop.removeAll()
    try expectFenced(try #require(report.text, "\(report.stop ?? "")"))
    #expect(report.titles == ["One"] && closed.requests.isEmpty)
  }

  @Test("Taken over by a broker it can do no more", .enabled(if: isWhole)) func broker() async throws {
    let display = try await XServer(width: 100, height: 50)
    defer { display.end() }
    let secret = directory.write("secret", "sesame")
    let number = display.display.drop { $0 == ":" }.prefix { $0.isNumber }
    mkdir(directory.file("cache"), 0o700)
    mkdir(directory.file("cache/feeds"), 0o700)
    let child = try Child(
      door, [directory.file("cache"), secret, String(number), "9", "mqtt"], environment: [:], input: .pipe)
    try child.send(BrokerSettings(try BrokerAddress("mqtt://127.0.0.1:1/x")).json.line + "\n")
    try await waitUntil("the report") { child.output.contains("ok-servers") }
    let line = try #require(child.output.split(separator: "\n").first { $0.contains("ok-servers") })
    // A broker's reader writes no file at all.
    try expectFenced(String(line).replacing("ok-cache=13 ", with: "cache=13 "))
    child.closeInput()
  }

  @Test("A replaced feed's file, or one at another port, restarts the process silently")
  func renewal() async throws {
    let (first, second) = (
      try FaultServer { _ in [.answer(body: Self.feed("A"))] }, try FaultServer { _ in [.answer(body: Self.feed("B"))] }
    )
    defer {
      first.stop()
      second.stop()
    }
    let path = directory.write("feed.xml", Self.feed("Old"))
    var feeds = [try FeedSpec(url: first.url("/")), try FeedSpec(url: path)]
    let (report, loop) = (Reported(), RunLoop())
    let process = try FeedProcess(arguments: [door, directory.file("cache"), "/x", "99", "9"]) {
      FeedProcess.Requests(feeds: feeds)
    } handler: { event in
      report.take(event)
    }
    loop.add(process.source)
    #expect(run(loop) { report.titles.contains("A") && report.titles.contains("Old") })
    directory.write("new", Self.feed("New"))
    rename(directory.file("new"), path)
    #expect(run(loop) { report.titles.contains("New") })
    let other = try FeedSpec(url: second.url("/"))
    feeds.append(other)
    process.send(.add(other))
    #expect(run(loop) { report.titles.contains("B") })
    loop.removeAll()
    #expect(report.stop == nil && report.errors.isEmpty, "\(report.errors)")
  }

  @Test("Passwords are read before the fence, and again when their file changes")
  func passwords() async throws {
    let path = directory.write("passwords.toml", "")
    chmod(path, 0o600)
    let server = try FaultServer { request in
      request.headers["x-key"] == "open"
        ? [.answer(body: Self.feed("Secret"))] : [.answer("401 Unauthorized")]
    }
    defer { server.stop() }
    let (report, loop) = (Reported(), RunLoop())
    let feed = try FeedSpec(url: server.url("/"))
    let process = try FeedProcess(
      arguments: [door, directory.file("cache"), "/x", "99", "9", "passwords=" + path]) {
        FeedProcess.Requests(feeds: [feed])
      } handler: { event in
        report.take(event)
      }
    loop.add(process.source)
    #expect(run(loop) { report.errors.contains { $0.contains("password") } })
    directory.write("passwords.toml", "[\"\(server.url("/"))\"]\nheaders = { X-Key = \"open\" }\n")
    chmod(path, 0o600)
    process.send(.look(feed.url))
    #expect(run(loop) { report.titles.contains("Secret") })
    loop.removeAll()
    #expect(report.stop == nil)
  }

  @Test("A redirect to a port where no feed of the user is ends there, and says how to go on")
  func redirect() async throws {
    let other = try FaultServer { _ in [.answer(body: Self.feed("Elsewhere"))] }
    let server = try FaultServer { _ in [.answer("302 Found", ["Location: \(other.url("/"))"])] }
    defer {
      other.stop()
      server.stop()
    }
    let (report, loop) = (Reported(), RunLoop())
    let feed = try FeedSpec(url: server.url("/"))
    loop.add(
      try FeedProcess(arguments: [door, directory.file("cache"), "/x", "99", "9"]) {
        FeedProcess.Requests(feeds: [feed])
      } handler: { event in
        report.take(event)
      }.source)
    #expect(run(loop) { !report.errors.isEmpty })
    loop.removeAll()
    #expect(report.errors[0].contains("port \(other.port)") && other.requests.isEmpty, "\(report.errors)")
  }

  @Test(
    "A kernel without Landlock, or a system without libseccomp, is told of, and the feeds are read",
    arguments: [true, false])
  func missing(isKernel: Bool) throws {
    let server = try FaultServer { _ in [.answer(body: Self.feed("Read"))] }
    defer { server.stop() }
    // A library that cannot be loaded stands before the system's.
    directory.write("libseccomp.so.2", "no library")
    var words = [door, directory.file("cache"), "/x", "99", "9"]
    words = isKernel ? words + ["old-kernel"] : ["/usr/bin/env", "LD_LIBRARY_PATH=" + directory.path] + words
    let (report, loop, feed) = (Reported(), RunLoop(), try FeedSpec(url: server.url("/")))
    loop.add(
      try FeedProcess(arguments: words) {
        FeedProcess.Requests(feeds: [feed])
      } handler: { event in
        report.take(event)
      }.source)
    #expect(run(loop) { !report.titles.isEmpty })
    loop.removeAll()
    #expect(report.stop == nil && report.errors.count == 1, "\(report.errors)")
    #expect(report.errors.first?.contains(isKernel ? "no Landlock" : "libseccomp.so.2 is not installed") == true)
  }

  /// A child that says what it likes.
  private func hostile(_ lines: [String]) -> [String] {
    ["/bin/sh", "-c", "cat \"$1\"; exec sleep 1000", "sh", directory.write("lines", lines.map { $0 + "\n" }.joined())]
  }

  private static let alert = """
    {"id":"1","title":"T\\u001b[31m","topic":"\\u202eX","published":1e300,"arrived":-5,"shown":{"text":"x","image":"/etc/x.png"},\
    "cap":{"event":"Flood\\u001b]0;x\\u0007","severity":"extreme","urgency":"immediate","certainty":"observed","status":"actual",\
    "area":"A\\nB\\u202e\(String(repeating: "c", count: 5000))"}}
    """

  @Test("What a hostile reader of feeds says is cleaned, bounded, and of no other feed") func hostileFeeds() throws {
    var events: [FeedEvent] = []
    let (long, loop) = (String(repeating: "i", count: 20_000), RunLoop())
    let lines = [
      #"{"feed":"f","items":[\#(Self.alert),{"id":"\#(long)","title":"too long an id"}]}"#,
      #"{"described":"f","title":"N\u0007","link":"file:///etc/passwd","icon":"javascript:1","picture":"/etc/x.png"}"#,
      #"{"status":"f","outcome":"failed","reason":"r\u001b[2J","count":1e300,"nextLook":1e300}"#,
    ]
    loop.add(try FeedProcess(arguments: hostile(lines)) { events.append($0) }.source)
    #expect(run(loop) { events.count == 3 })
    loop.removeAll()
    guard case .items(let items, "f") = events[0], case .described(let described) = events[1],
      case .status(let status) = events[2]
    else { throw HarnessError("\(events)") }
    let item = try #require(items.first)
    #expect(items.count == 1 && item.id.feed == "f" && item.published == nil && item.arrived == 0)
    #expect(
      item.alert?.event == TextCleaner.line("Flood\u{1b}]0;x\u{7}") && item.alert.map { $0.area.count <= 201 } == true)
    let texts = [
      item.title, item.topic, item.alert?.event, item.alert?.area, described.title, status.reason?.description,
    ]
    for text in texts { #expect(text.map { TextCleaner.line($0) == $0 } == true, "\(text ?? "nil")") }
    #expect(described.link == nil && described.icon == nil && status.count == 0)
  }

  @Test("What a hostile reader of a broker says are headlines, numbers and topics of its own") func hostileBroker()
    throws
  {
    var events: [BrokerEvent] = []
    let (settings, loop) = (BrokerSettings(try BrokerAddress("mqtt://127.0.0.1:1/x")), RunLoop())
    let lines = [
      #"{"picture":"http://e.org/p","path":"/etc/x.png"}"#, #"{"described":"f","picture":"/etc/x.png"}"#,
      #"{"account":"a","subscriptions":[],"last":true}"#, #"{"feed":"f","read":["1"]}"#,
      #"{"value":"a=1\nb","number":"2"}"#, #"{"value":"a","number":"2; rm"}"#, #"{"token":"T\u001b[2J","on":true}"#,
      #"{"feed":"f","items":[\#(Self.alert)]}"#,
    ]
    loop.add(
      try CommandSource(
        relay: hostile(lines), orders: { [settings.json.line] },
        handler: { (event: BrokerEvent) in events.append(event) }))
    #expect(run(loop) { events.contains { if case .feed = $0 { true } else { false } } })
    loop.removeAll()
    guard events.count == 2, case .token(let name, true) = events[0], case .feed(.items(let items, "f")) = events[1]
    else {
      throw HarnessError("\(events)")
    }
    #expect(name == TextCleaner.line("T\u{1b}[2J") && items.first?.id.feed == "f")
  }

  @Test("A proxy's port is the one that its address names, or libcurl's own")
  func proxies() {
    #expect(Proxies.port(of: "http://ada:pw@proxy.example:3128/") == 3128)
    #expect(Proxies.port(of: "proxy.example") == 1080 && Proxies.port(of: "https://p") == 443)
    #expect(Proxies.port(of: "socks5h://[::1]") == 1080 && Proxies.port(of: "http://[::1]:8080") == 8080)
    #expect(Proxies.port(of: "") == nil && Proxies.port(of: "http://p:99999") == 1080)
  }

  @Test("What is missing of a fence is said in a sentence") func strength() {
    let (whole, none) = (
      FenceStrength(files: true, ports: true, calls: true), FenceStrength(files: false, ports: false, calls: false)
    )
    #expect(whole.description.hasSuffix("is fenced off from files, programs, the display and other ports."))
    #expect(none.description.contains("no Landlock") && none.description.contains("libseccomp.so.2"))
    let old = FenceStrength(files: true, ports: false, calls: true)
    #expect(old.description.contains("6.7") && !old.description.contains("no Landlock"))
  }

  private final class Reported {
    var titles: [String] = []
    var errors: [String] = []
    var text: String?
    var stop: String?

    func take(_ event: FeedEvent) {
      switch event {
      case .items(let items, _): titles += items.map(\.title)
      case .error(let error) where error.reason.contains("ok-names"): text = error.reason
      case .error(let error): errors.append(error.reason)
      case .stopped(let error): stop = error.reason
      case .withdrawn, .marked, .described, .picture, .status, .account: break
      }
    }
  }
}

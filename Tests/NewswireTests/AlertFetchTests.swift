import Synchronization
import TestKit
import TestTags
import Testing

@testable import Base
@testable import Newswire

/// Sources of alerts as they are polled, from a server on loopback and from files.
@Suite("Sources of alerts", .serialized, .tags(.network)) struct AlertFetchTests {
  /// What a crawler reports, item by item.
  private final class Wire {
    let loop = RunLoop()
    private(set) var shown: [String: String] = [:]
    /// All that have come.
    private(set) var items: [String] = []
    private(set) var problems: [String] = []
    private(set) var statuses: [FeedStatus] = []
    private(set) var crawler: FeedCrawler?

    init(_ specs: [FeedSpec], _ settings: CrawlerSettings = CrawlerSettings()) {
      let crawler = FeedCrawler(feeds: specs, settings: settings) { [unowned self] event in
        switch event {
        case .items(let new, _):
          items += new.map(\.title)
          for item in new { shown[item.id.guid] = item.title }
        case .withdrawn(let ids, _): for id in ids { shown[id] = nil }
        case .error(let error): problems.append(error.description)
        case .status(let status): statuses.append(status)
        default: break
        }
      }
      self.crawler = crawler
      loop.add(crawler)
    }

    /// Runs until all is fetched.
    func settle() { wait { crawler?.isSettled ?? true } }

    func wait(until condition: () -> Bool) {
      let isThere = run(loop, until: condition)
      #expect(isThere, "\(shown)")
    }

    deinit { loop.removeAll() }
  }

  /// What a server reads while a test changes it.
  private final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  private static func spec(_ url: String, _ change: (inout AlertSettings) -> Void = { _ in }) throws -> FeedSpec {
    var spec = try FeedSpec(url: url)
    var settings = AlertSettings()
    change(&settings)
    spec.alerts = settings
    return spec
  }

  private static func alert(
    _ id: String, _ kind: String = "Alert", headline: String? = nil, ending other: [String] = []
  ) -> String {
    let facts = CAPText.facts("Immediate", "Extreme", "Observed")
    return CAPText.message(id, as: kind, ending: other, "\(facts)<headline>\(headline ?? "Flood \(id)")</headline>")
  }

  private static func atom(_ ids: [String], stamp: String = "1") -> String {
    CAPText.feed(
      ids.map {
        "<id>\($0)</id><updated>\(stamp)</updated><link type=\"application/cap+xml\" href=\"/cap/\($0)\"/>"
      })
  }

  @Test("The alerts that a feed links to are fetched, and come and go with it") func links() throws {
    let list = Shared(["1", "2"])
    let stamp = Shared("1")
    let server = try FaultServer { request in
      if request.path == "/feed" { return [.answer(body: Self.atom(list.value, stamp: stamp.value))] }
      let id = String(request.path.split(separator: "/").last ?? "")
      let (isEnd, headline) = (id == "3", "Flood \(id) v\(stamp.value)")
      return [.answer(body: isEnd ? Self.alert("3", "Cancel", ending: ["1"]) : Self.alert(id, headline: headline))]
    }
    defer { server.stop() }
    let url = server.url("/feed")
    let wire = Wire([try Self.spec(url)])
    wire.settle()
    #expect(wire.shown == ["a@example.org,1": "Flood 1 v1", "a@example.org,2": "Flood 2 v1"])
    // The first is cancelled.
    list.value = ["1", "2", "3"]
    wire.crawler?.look(at: url)
    wire.wait { wire.shown.count == 1 }
    #expect(wire.shown == ["a@example.org,2": "Flood 2 v1"])
    stamp.value = "2"
    wire.crawler?.look(at: url)
    wire.wait { wire.shown["a@example.org,2"] == "Flood 2 v2" }
    // What is not listed any more is withdrawn.
    list.value = []
    wire.crawler?.look(at: url)
    wire.wait { wire.shown.isEmpty }
    #expect(wire.problems == [])
  }

  @Test(
    "A linked alert is read again as its feed is, if it has changed, whether the feed has or not",
    arguments: ["200", "same", "304"])
  func again(feed kind: String) throws {
    let (version, answers, round) = (Shared(1), Shared<[String]>([]), Shared(0))
    let server = try FaultServer { request in
      if request.path == "/feed" {
        round.value += 1
        if kind == "304", request.headers["if-none-match"] != nil { return [.answer("304 Not Modified")] }
        let text = Self.atom(["1"]) + (kind == "200" ? "<!-- \(round.value) -->" : "")
        return [.answer("200 OK", kind == "304" ? ["ETag: \"f\""] : [], body: text)]
      }
      let tag = "\"\(version.value)\""
      let isSame = request.headers["if-none-match"] == tag
      answers.value.append(isSame ? "304" : "200")
      if isSame { return [.answer("304 Not Modified")] }
      return [.answer("200 OK", ["ETag: \(tag)"], body: Self.alert("1", headline: "Flood v\(version.value)"))]
    }
    defer { server.stop() }
    let url = server.url("/feed")
    let wire = Wire([try Self.spec(url)])
    wire.settle()
    for number in 1...3 {
      let count = wire.statuses.count
      if number == 2 { version.value = 2 }
      wire.crawler?.look(at: url)
      wire.wait { wire.statuses.count > count }
      #expect(wire.shown == ["a@example.org,1": "Flood v\(number == 1 ? 1 : 2)"], "look \(number)")
    }
    #expect(answers.value == ["200", "304", "200", "304"])
    #expect(wire.items == ["Flood v1", "Flood v2"] && wire.problems == [])
  }

  @Test("A linked alert whose server promises that it stays the same is not asked for again") func fresh() throws {
    let server = try FaultServer { request in
      if request.path == "/feed" { return [.answer(body: Self.atom(["1"]))] }
      return [.answer("200 OK", ["Cache-Control: max-age=60"], body: Self.alert("1"))]
    }
    defer { server.stop() }
    let url = server.url("/feed")
    let wire = Wire([try Self.spec(url)])
    wire.settle()
    wire.crawler?.look(at: url)
    wire.wait { wire.statuses.count == 2 }
    #expect(server.requests.filter { $0.contains("/cap/1") }.count == 1 && wire.shown.count == 1)
  }

  @Test("A linked alert that is new to its feed alone is as fresh as its server says") func freshAgain() throws {
    let stamp = Shared("1")
    let server = try FaultServer { request in
      if request.path == "/feed" { return [.answer(body: Self.atom(["1"], stamp: stamp.value))] }
      guard request.headers["if-none-match"] == "\"a\"" else {
        return [.answer("200 OK", ["ETag: \"a\""], body: Self.alert("1"))]
      }
      return [.answer("304 Not Modified", ["Cache-Control: max-age=300"])]
    }
    defer { server.stop() }
    let url = server.url("/feed")
    let wire = Wire([try Self.spec(url)])
    wire.settle()
    for (round, (new, requests)) in [("2", 2), ("2", 2), ("3", 3), ("3", 3)].enumerated() {
      stamp.value = new
      wire.crawler?.look(at: url)
      wire.wait { wire.statuses.count == round + 2 }
      #expect(server.requests.filter { $0.contains("/cap/1") }.count == requests, "look \(round + 1)")
    }
    #expect(wire.items == ["Flood 1"] && wire.problems == [])
  }

  @Test("What a link leads to may be anything") func wrongLinks() throws {
    let server = try FaultServer { request in
      switch request.path {
      case "/feed": [.answer(body: Self.atom(["1", "page", "feed", "none", "big"]))]
      case "/cap/page": [.answer(body: "<!doctype html><html><body>Flood</body></html>")]
      case "/cap/feed": [.answer(body: Self.atom(["1", "2"]))]
      case "/cap/none": [.answer("404 Not Found")]
      case "/cap/big": [.answer(body: "<alert>" + String(repeating: "<!-- much -->", count: 500_000))]
      default: [.answer(body: Self.alert("1"))]
      }
    }
    defer { server.stop() }
    let wire = Wire([try Self.spec(server.url("/feed"))])
    wire.settle()
    #expect(wire.shown == ["a@example.org,1": "Flood 1"])
    // Alerts are missing, and that is said.
    #expect(wire.statuses.last?.outcome == .failed && wire.statuses.last?.reason?.description.contains("/cap/") == true)
    #expect(wire.problems.count == 1)
  }

  @Test("A linked alert that is cut keeps its last version, is said, and is asked for again") func cutLink() throws {
    let (stamp, isCut) = (Shared("1"), Shared(false))
    let server = try FaultServer { request in
      guard request.path == "/feed" else {
        let text = Self.alert("1", headline: "Flood v\(stamp.value)")
        return [.answer(body: isCut.value ? String(text.dropLast(30)) : text)]
      }
      // It has not changed where its tag is the same.
      let tag = "\"\(stamp.value)\""
      if request.headers["if-none-match"] == tag { return [.answer("304 Not Modified")] }
      return [.answer("200 OK", ["ETag: \(tag)"], body: Self.atom(["1"], stamp: stamp.value))]
    }
    defer { server.stop() }
    let url = server.url("/feed")
    let wire = Wire([try Self.spec(url)])
    wire.settle()
    (stamp.value, isCut.value) = ("2", true)
    wire.crawler?.look(at: url)
    wire.wait { wire.statuses.last?.outcome == .failed }
    #expect(wire.shown == ["a@example.org,1": "Flood v1"] && wire.problems.count == 1)
    isCut.value = false
    wire.crawler?.look(at: url)
    wire.wait { wire.statuses.last?.outcome == .read }
    #expect(wire.shown == ["a@example.org,1": "Flood v2"] && wire.problems.count == 1)
  }

  @Test(
    "Half a source changes nothing and is said, and the whole one brings only what is new", arguments: [true, false])
  func cut(_ isFile: Bool) throws {
    let (folder, text) = (try TemporaryFolder(), Shared(CAPText.feed([Self.alert("1"), Self.alert("2")])))
    let server = try FaultServer { _ in [.answer(body: text.value)] }
    defer { server.stop() }
    let url = isFile ? try folder.write(text.value, to: "alerts.xml") : server.url("/feed")
    let wire = Wire([try Self.spec(url)])
    func publish(_ new: String) throws {
      text.value = new
      if isFile { try folder.replace("alerts.xml", with: new) } else { wire.crawler?.look(at: url) }
    }
    wire.settle()
    let (whole, both) = (text.value, wire.shown)
    #expect(both.count == 2)
    for length in [whole.count - 1, whole.count / 2, 40] {
      let count = (wire.statuses.count, wire.items.count)
      try publish(String(whole.prefix(length)))
      wire.wait { wire.statuses.count > count.0 }
      #expect(wire.statuses.last?.outcome == .failed && wire.statuses.last?.reason == .of(.endsInTheMiddle))
      try publish(whole)
      wire.wait { wire.statuses.last?.outcome == .read }
      #expect(wire.shown == both && wire.items.count == count.1)
    }
    #expect(wire.problems.count == 3 && wire.problems.allSatisfy { $0.contains("ends in the middle") })
    try publish(CAPText.feed([Self.alert("1"), Self.alert("3")]))
    wire.wait { wire.shown.keys.sorted() == ["a@example.org,1", "a@example.org,3"] }
    #expect(wire.items.last == "Flood 3" && wire.items.count == 3)
  }

  @Test("A file is watched: an update and a cancellation count as soon as they are written") func file() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.alert("1"), to: "alert.xml")
    let wire = Wire([try Self.spec(path)])
    wire.settle()
    #expect(wire.shown == ["a@example.org,1": "Flood 1"])
    try folder.replace("alert.xml", with: Self.alert("2", "Update", ending: ["1"]))
    wire.wait { wire.shown == ["a@example.org,1": "Flood 2"] }
    try folder.replace("alert.xml", with: Self.alert("3", "Cancel", ending: ["1"]))
    wire.wait { wire.shown.isEmpty }
    #expect(wire.problems == [])
  }

  @Test("Alerts are not kept for the next start: what is withdrawn meanwhile would be shown") func cache() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.alert("1"), to: "alert.xml")
    var settings = CrawlerSettings()
    settings.cacheDirectory = folder.path + "/cache"
    let wire = Wire([try Self.spec(path)], settings)
    wire.settle()
    #expect(wire.shown.count == 1)
    #expect(Files.names(in: folder.path + "/cache").isEmpty)
  }

  @Test("Alerts are asked for each minute, and after failures each quarter of an hour at least") func pace() {
    let policy = RefreshPolicy().forAlerts
    #expect((60...66).contains(policy.wait(interval: nil, maxAge: nil, timeToLive: nil)))
    #expect((1...20).allSatisfy { policy.wait(failures: $0, retryAfter: nil) <= 990 })
    #expect(policy.wait(interval: 60, maxAge: 300, timeToLive: nil) >= 300)
  }
}

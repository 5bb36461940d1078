import Glibc
import Testing

@testable import Base
@testable import Newswire

@Suite struct FeedListTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func savesAndLoadsWhatItHolds() throws {
    var list = FeedList()
    var feed = try FeedSpec(url: "https://example.org/feed?a=1&b=2", label: "News & \"more\" <ü>")
    feed.color = "#3a7"
    feed.interval = 600
    feed.group = "World"
    feed.site = "https://example.org/"
    #expect(list.add(feed) == true)
    let double = try FeedSpec(url: "https://EXAMPLE.org/feed?a=1&b=2")
    #expect(list.add(double) == false)
    let file = try FeedSpec(url: "/tmp/a feed.xml")
    #expect(list.add(file) == true)
    let path = directory.file("config/newsreel/feeds.opml")
    try list.save(to: path)
    let loaded = try FeedList(path: path)
    #expect(Set(loaded.feeds.map(\.url)) == Set(list.feeds.map(\.url)))
    #expect(loaded.feeds.first { $0.group == "World" } == feed)
    try loaded.save(to: path)
    #expect(try FeedList(path: path).feeds == loaded.feeds)
  }

  @Test func importsOPMLFromOtherPrograms() throws {
    let opml = """
      <?xml version="1.0"?><opml version="1.0"><head><title>Mine</title></head><body>
      <outline text="Tech"><outline text="A &amp; B" title="A &amp; B" type="rss" xmlUrl="http://a.example/f"
      category="/x" isComment="false"/><outline text="Deep"><outline text="C" XMLURL="https://c.example/f"/></outline>
      </outline><outline text="Bad" xmlUrl="javascript:alert(1)"/><outline text="ftp" xmlUrl="ftp://x.example/"/>
      </body></opml>
      """
    let list = try FeedList(opml: Array(opml.utf8), name: "x")
    #expect(list.title == "Mine")
    #expect(list.feeds.map(\.url).starts(with: ["http://a.example/f", "https://c.example/f"]))
    #expect(list.feeds.prefix(2).map(\.label) == ["A & B", "C"])
    #expect(list.feeds.prefix(2).map(\.group) == ["Tech", "Deep"])
    #expect(list.opml.contains("category=\"/x\"") && list.opml.contains("isComment=\"false\""))
    #expect(!list.opml.contains("ftp:"))
  }

  @Test func aMissingListIsEmptyAndADamagedOneIsRefused() throws {
    #expect(try FeedList(path: directory.file("none")).feeds.isEmpty)
    for text in ["", "garbage", "<rss/>", "<opml><body><outline xmlUrl=\"http://a.example/\"/>"] {
      let path = directory.write("feeds.opml", text)
      #expect(throws: Failure.self) { try FeedList(path: path) }
      #expect(String(decoding: try contents(of: path), as: UTF8.self) == text)
    }
  }

  @Test func removesByAddressOrLabel() throws {
    var list = FeedList()
    list.add(try FeedSpec(url: "https://a.example/f", label: "A"))
    list.add(try FeedSpec(url: "https://b.example/f", label: "B"))
    #expect(list.remove("A")?.url == "https://a.example/f")
    #expect(list.remove("b.example/f")?.label == "B")
    #expect(list.remove("nothing") == nil)
  }

  @Test func savingFollowsALinkAndLeavesTheOldWholeOnFailure() throws {
    let target = directory.write("real.opml", "old")
    symlink(target, directory.file("link.opml"))
    try FeedList().save(to: directory.file("link.opml"))
    #expect(try FeedList(path: target).feeds.isEmpty)
    #expect(throws: Failure.self) { try FeedList().save(to: "/proc/nowhere/feeds.opml") }
    mkdir(directory.file("folder"), 0o700)
    mkfifo(directory.file("fifo"), 0o600)
    for name in ["folder", "fifo"] {
      #expect(throws: Failure.self) { try FeedList().save(to: directory.file(name)) }
    }
  }

  @Test(
    arguments: [
      ("https://Example.ORG/x", "https://example.org/x"), ("example.org/feed", "https://example.org/feed"),
      ("feed://example.org/x", "https://example.org/x"), ("file:///tmp/f.xml", "/tmp/f.xml"),
      ("/tmp/f.xml", "/tmp/f.xml"),
    ])
  func addressesAsUsersWriteThem(text: String, url: String) throws {
    #expect(try FeedSpec(url: text).url == url)
  }

  @Test(arguments: ["", "ftp://example.org/", "gopher://x/", "http://", "javascript://x"])
  func addressesThatAreNone(text: String) {
    #expect(throws: Failure.self) { try FeedSpec(url: text) }
  }
}

@Suite struct ItemMarksTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func item(_ id: String) -> WireItem { WireItem(id: id, title: "t") }

  @Test func marksSurviveARestart() throws {
    var problem: Failure?
    let path = directory.file("state/items")
    var marks = ItemMarks(path: path, problem: &problem)
    marks.mark(item("a"), .removed)
    marks.mark(item("b"), .read)
    try marks.save()
    let again = ItemMarks(path: path, problem: &problem)
    #expect(again[item("a")] == .removed && again[item("b")] == .read && again[item("c")] == nil)
    #expect(problem == nil)
  }

  @Test(arguments: [
    "", "newsreel items 1\n", "newsreel items 1\nzz r 1\nend 1\n", "newsreel items 1\na r 1\nend 2\n", "\0\0",
  ])
  func aDamagedFileIsSetAside(text: String) throws {
    let path = directory.write("items", text)
    var problem: Failure?
    var marks = ItemMarks(path: path, problem: &problem)
    #expect(problem?.reason == "is damaged and was set aside as \(path).damaged")
    marks.mark(item("a"), .read)
    try marks.save()
    #expect(String(decoding: try contents(of: path + ".damaged"), as: UTF8.self) == text)
  }

  @Test func theyAreBounded() throws {
    var problem: Failure?
    let path = directory.file("items")
    var marks = ItemMarks(path: path, problem: &problem)
    for index in 0..<(ItemMarks.most + 500) { marks.mark(item("\(index)"), .read) }
    try marks.save()
    let lines = String(decoding: try contents(of: path), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == ItemMarks.most + 2)
  }
}

@Suite struct WireDeskTests {
  private func item(_ title: String, feed: String? = nil, at: Double? = nil, link: String? = nil) -> WireItem {
    var item = WireItem(title: title, link: link)
    item.feed = feed
    item.published = at
    return item
  }

  @Test func doublesAreLeftOutByIdLinkAndTitle() {
    var desk = WireDesk()
    let link = "https://example.org/a"
    #expect(desk.add([item("A", feed: "1", link: link)], now: 10).count == 1)
    #expect(desk.add([item("A", feed: "2")], now: 11).isEmpty)
    #expect(desk.add([item("Other words", feed: "2", link: link)], now: 11).isEmpty)
    #expect(desk.add([item("A, corrected", feed: "1", link: link)], now: 12).isEmpty)
    #expect(desk.ordered.map(\.title) == ["A, corrected"])
    #expect(
      desk.add([item("B", link: "https://example.org/"), item("C", link: "https://example.org/")], now: 12).count == 2)
  }

  @Test func orderByTimeAndInTurn() {
    var desk = WireDesk()
    _ = desk.add(
      [
        item("a1", feed: "a", at: 50), item("a2", feed: "a", at: 40), item("a3", feed: "a", at: 30),
        item("b1", feed: "b", at: 20), item("future", feed: "c", at: 1e9),
      ], now: 45)
    #expect(desk.ordered.map(\.title) == ["a1", "future", "a2", "a3", "b1"])
    desk.settings.order = .roundRobin
    #expect(desk.ordered.map(\.title) == ["a1", "future", "b1", "a2", "a3"])
  }

  @Test func agesCountsAndTimesToLive() {
    var desk = WireDesk()
    desk.settings.maximumAge = 100
    desk.settings.maximumPerFeed = 2
    desk.settings.maximumCount = 3
    var short = item("urgent")
    short.isUrgent = true
    short.timeToLive = 5
    let taken = desk.add(
      [item("old", at: 1)] + (0..<5).map { item("x\($0)", feed: "f", at: 900 + Double($0)) } + [
        item("y", at: 905), short,
      ], now: 990)
    #expect(taken.map(\.title) == ["urgent", "y", "x4"])
    #expect(desk.nextExpiry == 995)
    #expect(desk.expire(now: 995).map(\.title) == ["urgent"])
    #expect(desk.expire(now: 1004.5).map(\.title) == ["x4"])
    #expect(desk.removeFeed("f").isEmpty)
    #expect(desk.ordered.map(\.title) == ["y"])
  }

  @Test func aTopicGoesAsAWhole() {
    var desk = WireDesk()
    _ = desk.add((0..<6).map { WireItem(title: "\($0)", topic: $0 % 2 == 0 ? "even" : "odd") }, now: 1)
    #expect(desk.removeTopic("even").count == 3)
    #expect(desk.ordered.allSatisfy { $0.topic == "odd" })
  }
}

@Suite struct RefreshPolicyTests {
  @Test func waitsGrowByTwosWithJitterUpToADay() {
    let policy = RefreshPolicy()
    var random = SeededRandom(seed: 1)
    var expected = 112.5
    for failures in 1...20 {
      let wait = policy.wait(failures: failures, retryAfter: nil, random: &random)
      #expect(wait >= min(expected, 86_400) * 0.9 && wait <= min(expected, 86_400) * 1.1)
      expected *= 2
    }
  }

  @Test func serversAndFeedsMayAskForLonger() {
    let policy = RefreshPolicy()
    var random = SeededRandom(seed: 2)
    func around(_ wait: Double, _ expected: Double) -> Bool { abs(wait - expected) <= expected * 0.1 }
    #expect(around(policy.wait(interval: nil, maxAge: nil, timeToLive: nil, random: &random), 900))
    #expect(around(policy.wait(interval: nil, maxAge: 3600, timeToLive: nil, random: &random), 3600))
    #expect(around(policy.wait(interval: nil, maxAge: nil, timeToLive: 7200, random: &random), 7200))
    #expect(around(policy.wait(interval: 1200, maxAge: nil, timeToLive: 7200, random: &random), 1200))
    #expect(around(policy.wait(interval: 1, maxAge: 1e9, timeToLive: nil, random: &random), 86_400))
    #expect(policy.wait(failures: 1, retryAfter: 5000, random: &random) >= 5000)
  }

  @Test func aSeedDeterminesTheJitter() {
    var (a, b, c) = (SeededRandom(seed: 3), SeededRandom(seed: 3), SeededRandom(seed: 4))
    #expect(a.next() == b.next())
    #expect(a.next() != c.next())
  }
}

import Glibc
import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newsroom
@testable import Newswire

@Suite("The list of feeds") struct FeedListTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("Saves and loads what it holds") func savesAndLoadsWhatItHolds() throws {
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

  @Test("Feeds that come to folders stand in them, in whatever order they come") func folders() throws {
    var list = FeedList()
    list.add(try FeedSpec(url: "https://own.example/"))
    list = try FeedList(opml: Array(list.opml.utf8), name: "")
    let account = list.addAccount("https://reader.example", name: "Reader")
    let groups = ["News", "Food/Drinks", "News", nil, "Food", "News/World", "Food/Drinks"]
    let feeds = try groups.enumerated().map { place, group in
      var feed = try FeedSpec(url: "https://\(place).example/")
      (feed.group, feed.account) = (group, AccountFeed(account: account.address, stream: "feed/\(place)"))
      return feed
    }
    list.subscribe(to: Array(feeds.prefix(4)), by: account.address)
    list = try FeedList(opml: Array(list.opml.utf8), name: "")
    list.subscribe(to: feeds, by: account.address)
    let again = try FeedList(opml: Array(list.opml.utf8), name: "")
    #expect(again.feeds == list.feeds && again.feeds.count == 8)
    for (feed, group) in zip(feeds, groups) {
      #expect(
        again.feeds.first { $0.url == feed.url }?.group == ["Reader", group].compactMap(\.self).joined(separator: "/"))
    }
  }

  @Test("Imports OPML from other programs") func importsOPMLFromOtherPrograms() throws {
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
    #expect(list.feeds.prefix(2).map(\.group) == ["Tech", "Tech/Deep"])
    #expect(list.opml.contains("category=\"/x\"") && list.opml.contains("isComment=\"false\""))
    #expect(list.leftOut.map(\.title) == ["Bad", "ftp"] && list.leftOut.allSatisfy { !$0.reason.isEmpty })
  }

  @Test("What else a list holds stays when it is saved") func keepsTheRest() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- mine -->
      <opml version="2.0">
        <head><title>T</title><ownerName>Ada</ownerName></head>
        <body>
          <outline text="A note, and no feed" created="today"/>
          <outline text="One"><outline text="Two"><outline text="Three">
            <outline text="F" type="rss" xmlUrl="https://f.example/" foo="bar"/><!-- why -->
          </outline></outline></outline>
          <outline text="G" xmlUrl="https://g.example/"/>
        </body>
      </opml>

      """
    let path = directory.write("feeds.opml", text)
    try FeedList.change(path) { (list) throws(Failure) in
      _ = list.add(try FeedSpec(url: "https://h.example/", label: "H"))
    }
    let saved = String(decoding: try contents(of: path), as: UTF8.self)
    #expect(
      saved
        == text.replacing(
          "  </body>",
          with: "    <outline type=\"rss\" text=\"H\" xmlUrl=\"https://h.example/\" title=\"H\"/>\n  </body>"))
    try FeedList.change(path) { list in _ = list.remove("H") }
    try FeedList.change(path) { list in _ = list.remove("G") }
    let rest = String(decoding: try contents(of: path), as: UTF8.self)
    #expect(rest.contains("<!-- why -->") && rest.contains("A note, and no feed") && !rest.contains("g.example"))
    #expect(try FeedList(path: path).feeds.map(\.group) == ["One/Two/Three"])
  }

  @Test("Lists that are not well-formed are mended, and say what they leave out") func mendsOPML() throws {
    let text = """
      <?xml version="1.0"?><opml><body><outline text="A & B" xmlUrl="https://a.example/?x=1&y=2">
      <outline text="Esc &#x1b;[31m" xmlUrl="https://b.example/"/><outline text="Again" xmlUrl="https://a.example/?x=1&y=2"/>
      <outline text="Nothing" type="rss"/></body></opml>
      """
    let list = try FeedList(opml: Array(text.utf8), name: "x")
    #expect(Set(list.feeds.map(\.url)) == ["https://a.example/?x=1&y=2", "https://b.example/"])
    #expect(list.feeds.compactMap(\.label).sorted() == ["A & B", "Esc"])
    #expect(Set(list.leftOut.map(\.reason)) == ["is listed twice", "has no address"])
  }

  @Test(
    "A list without its last tag is mended, and one that ends in the middle is refused",
    arguments: [
      ("</outline></body>", true), ("</outline></body> \n", true), ("</body>", true), ("</body></opml", false),
      ("", false),
    ])
  func endless(end: String, isMended: Bool) throws {
    let start = "<opml version=\"2.0\"><body><outline text=\"F\"><outline text=\"A\" xmlUrl=\"https://a.example/\"/>"
    let text = Array((start + end).utf8)
    guard isMended else {
      #expect(throws: Failure.self) { try FeedList(opml: text, name: "x") }
      return
    }
    var list = try FeedList(opml: text, name: "x")
    #expect(list.feeds.map(\.label) == ["A"] && list.feeds.map(\.group) == ["F"])
    list.add(try FeedSpec(url: "https://b.example/"))
    #expect(try FeedList(opml: Array(list.opml.utf8), name: "x").feeds.count == 2)
  }

  @Test("An end tag too many, or one for another, ends no list") func endTags() throws {
    let feed = "<outline text=\"A\" xmlUrl=\"feed:http://a.example/\"/>"
    for text in [
      "<opml version=\"2.0\" xmlns=\"http://opml.org/spec2\"><body>\(feed)\n\n</unexpected>",
      "<opml><body>\(feed)</outline></body></opml>", "<opml><body>\(feed)</body></body></opml></opml>",
      "<opml><body>\(feed)</outline></outline></head></opml>\n",
    ] {
      var list = try FeedList(opml: Array(text.utf8), name: "x")
      #expect(list.feeds.map(\.url) == ["http://a.example/"], "\(text)")
      list.add(try FeedSpec(url: "https://b.example/"))
      #expect(try FeedList(opml: Array(list.opml.utf8), name: "x").feeds.count == 2, "\(text)")
    }
    for text in [
      "<opml><body><outline text=\"F\">\(feed)</unexpected>", "<opml><body>\(feed)</unexpected", "<opml><body>\(feed)",
    ] {
      #expect(throws: Failure.self) { try FeedList(opml: Array(text.utf8), name: "x") }
    }
  }

  @Test("A folder is called by its text, and by its title where it has none") func foldersByText() throws {
    let text = """
      <opml version="2.0"><body><outline title="News of all kinds" text="News"><outline title="Only" text=" ">
      <outline text="A" title="The A" xmlUrl="https://a.example/"/><outline text="B" title="" xmlUrl="https://b.example/"/>
      </outline></outline></body></opml>
      """
    let list = try FeedList(opml: Array(text.utf8), name: "x")
    #expect(list.feeds.map(\.group) == ["News/Only", "News/Only"])
    #expect(list.feeds.map(\.label) == ["The A", "B"])
  }

  @Test("A control that a reference names is named so again, however often the list is saved") func controls() throws {
    let text = "<opml><body><outline text=\"a&#x9b;b\" xmlUrl=\"https://a.example/\"/></body></opml>"
    let saved = try FeedList(opml: Array(text.utf8), name: "x").opml
    #expect(saved.contains("a&#155;b"))
    #expect(try FeedList(opml: Array(saved.utf8), name: "x").opml == saved)
  }

  @Test("Programs that change a list at the same time wait for each other") func changesInTurn() async throws {
    let path = directory.file("shared.opml")
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          try? FeedList.change(path) { (list) throws(Failure) in
            _ = list.add(try FeedSpec(url: "https://example.org/\(number)"))
          }
        }
      }
    }
    #expect(try FeedList(path: path).feeds.count == 20)
  }

  @Test("Fifty thousand feeds are read in one go") func manyFeeds() throws {
    let outlines = (0..<50_000).map { "<outline text=\"F\($0)\" xmlUrl=\"https://example.org/\($0)\"/>" }.joined()
    let list = try FeedList(opml: Array("<opml><body>\(outlines)</body></opml>".utf8), name: "x")
    #expect(list.feeds.count == 50_000)
  }

  @Test("A missing list is empty and a damaged one is refused") func aMissingListIsEmptyAndADamagedOneIsRefused() throws
  {
    #expect(try FeedList(path: directory.file("none")).feeds.isEmpty)
    for text in ["", "garbage", "<rss/>", "<opml><body><outline xmlUrl=\"http://a.example/\"/>"] {
      let path = directory.write("feeds.opml", text)
      #expect(throws: Failure.self) { try FeedList(path: path) }
      #expect(String(decoding: try contents(of: path), as: UTF8.self) == text)
    }
  }

  @Test("Removes by address or label") func removesByAddressOrLabel() throws {
    var list = FeedList()
    list.add(try FeedSpec(url: "https://a.example/f", label: "A"))
    list.add(try FeedSpec(url: "https://b.example/f", label: "B"))
    #expect(list.remove("A")?.url == "https://a.example/f")
    #expect(list.remove("b.example/f")?.label == "B")
    #expect(list.remove("nothing") == nil)
  }

  @Test("Saving follows a link and leaves the old whole on failure")
  func savingFollowsALinkAndLeavesTheOldWholeOnFailure() throws {
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
    "Addresses as users write them",
    arguments: [
      ("https://Example.ORG/x", "https://example.org/x"), ("example.org/feed", "https://example.org/feed"),
      ("feed://example.org/x", "https://example.org/x"), ("feed:http://example.org/x", "http://example.org/x"),
      ("FEED:HTTPS://example.org/x", "https://example.org/x"), ("Feed://example.org", "https://example.org/"),
      ("feed:example.org/x", "https://example.org/x"), ("feed:feed:http://example.org/", "http://example.org/"),
      ("file:///tmp/f.xml", "/tmp/f.xml"),
      ("/tmp/f.xml", "/tmp/f.xml"), ("localhost:8765/x", "https://localhost:8765/x"),
      ("localhost/x", "https://localhost/x"), ("nas:5000/feed", "https://nas:5000/feed"),
      ("192.168.1.2:81", "https://192.168.1.2:81/"), ("[::1]:80/x", "https://[::1]:80/x"),
    ])
  func addressesAsUsersWriteThem(text: String, url: String) throws {
    #expect(try FeedSpec(url: text).url == url)
  }

  @Test(
    "Files and other texts that are no hosts",
    arguments: [
      "feed.xml", "news/today", "nas:x/feed", "nas:5000", "tel:5551", "localhost:99999/x", "12:30/13", "[a]/x",
    ])
  func namesThatAreNoHosts(text: String) throws {
    #expect(try FeedSpec(url: text).address == nil)
  }

  @Test(
    "Addresses that are none",
    arguments: ["", "ftp://example.org/", "gopher://x/", "http://", "javascript://x", "feed:ftp://x/"])
  func addressesThatAreNone(text: String) {
    #expect(throws: Failure.self) { try FeedSpec(url: text) }
  }
}

@Suite("What was read and removed") struct ReadStateTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func item(_ guid: String, of feed: String? = nil) -> NewsItem.ID { NewsItem.ID(feed: feed, guid: guid) }

  @Test("It survives a restart, and the same item of another feed is another item") func restart() throws {
    var problem: Failure?
    let path = directory.file("state/items")
    var state = ReadState(path: path, problem: &problem)
    state.set(item("a"), .removed)
    state.set(item("b"), .read)
    try state.save()
    let again = ReadState(path: path, problem: &problem)
    #expect(again[item("a")] == .removed && again[item("b")] == .read && again[item("c")] == nil)
    #expect(again[item("a", of: "https://example.org/")] == nil && problem == nil)
    state.set(item("b"), nil)
    try state.save()
    #expect(ReadState(path: path, problem: &problem)[item("b")] == nil)
  }

  @Test(
    "A damaged file is set aside",
    arguments: [
      "", "newsreel items 1\n", "newsreel items 1\nzz r 1\nend 1\n", "newsreel items 1\na r 1\nend 2\n", "\0\0",
    ])
  func damaged(text: String) throws {
    let path = directory.write("items", text)
    var problem: Failure?
    var state = ReadState(path: path, problem: &problem)
    #expect(problem?.reason == "is damaged and was set aside as \(path).damaged")
    state.set(item("a"), .read)
    try state.save()
    #expect(String(decoding: try contents(of: path + ".damaged"), as: UTF8.self) == text)
  }

  @Test("What cannot be read is not replaced, and what waits is saved once it can be", arguments: 1...2)
  func unreadable(_ rounds: Int) throws {
    let path = directory.file("items")
    var problem: Failure?
    var state = ReadState(path: path, problem: &problem)
    state.set(item("a"), .read)
    try state.save()
    let marks = try contents(of: path)
    for round in 0..<rounds {
      let foreign = String(repeating: "x", count: 5 << 20)
      _ = directory.write("items", foreign)
      state.set(item("b\(round)"), .read)
      #expect(throws: Failure.self) { try state.save() }
      #expect(try contents(of: path).count == foreign.utf8.count)
      _ = directory.write("items", String(decoding: marks, as: UTF8.self))
    }
    try state.save()
    let again = ReadState(path: path, problem: &problem)
    #expect(again[item("a")] == .read && problem == nil)
    for round in 0..<rounds { #expect(again[item("b\(round)")] == .read) }
  }

  @Test("The oldest are forgotten") func bounded() throws {
    var problem: Failure?
    let path = directory.file("items")
    var state = ReadState(path: path, problem: &problem)
    for index in 0..<(ReadState.most + 500) { state.set(item("\(index)"), .read) }
    try state.save()
    let lines = String(decoding: try contents(of: path), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == ReadState.most + 2)
  }

  @Test("Of too many, those of the oldest days are forgotten, and one marked again is of that day") func oldestDays()
    throws
  {
    let (system, path) = (VirtualSystem(wallTime: UnixTime(seconds: 20_000 * 86_400)), directory.file("items"))
    var problem: Failure?
    try system.run {
      var state = ReadState(path: path, problem: &problem)
      for number in 0..<300 { state.set(item("first \(number)"), .read) }
      system.now = 86_400
      for number in 0..<(ReadState.most - 300) { state.set(item("second \(number)"), .read) }
      try state.save()
      state = ReadState(path: path, problem: &problem)
      #expect((0..<300).allSatisfy { state[item("first \($0)")] == .read })
      system.now = 2 * 86_400
      state.set(item("first 0"), .read)
      for number in 0..<100 { state.set(item("third \(number)"), .removed) }
      try state.save()
      for state in [state, ReadState(path: path, problem: &problem)] {
        #expect((0..<300).count { state[item("first \($0)")] == .read } == 200 && state[item("first 0")] == .read)
        #expect((0..<(ReadState.most - 300)).allSatisfy { state[item("second \($0)")] == .read })
        #expect((0..<100).allSatisfy { state[item("third \($0)")] == .removed })
      }
    }
    #expect(problem == nil)
  }
}

@Suite("The queue of items") struct ItemQueueTests {
  private func item(_ title: String, feed: String? = nil, at: UnixTime? = nil, link: String? = nil) -> NewsItem {
    var item = NewsItem(title: title, link: link)
    item.id.feed = feed
    item.published = at
    return item
  }

  @Test("What came before the clock was set back gives way to what comes, and ends when it is to") func setBack() {
    var queue = ItemQueue()
    queue.settings.maximumPerFeed = 3
    for (place, title) in ["A", "B", "C"].enumerated() {
      queue.add([item(title, feed: "1")], now: 9000 + Double(place))
    }
    var short = item("Short")
    short.timeToLive = 60
    queue.add([short], now: 9010)
    queue.add([item("D", feed: "1")], now: 1000)
    // A line comes before what feeds have.
    #expect(queue.ordered.map(\.title) == ["Short", "D", "C", "B"])
    queue.expire(now: 1061)
    #expect(queue.ordered.map(\.title) == ["D", "C", "B"])
  }

  @Test("Of several feeds the same title at the same link is shown once, and all other items are") func doubles() {
    var queue = ItemQueue()
    let link = "https://example.org/a"
    func titles(after new: NewsItem...) -> [String] {
      queue.add(new, now: 10)
      return queue.ordered.map(\.title)
    }
    #expect(titles(after: item("A", feed: "1", link: link)) == ["A"])
    #expect(titles(after: item("A", feed: "2", link: link)) == ["A"])
    #expect(titles(after: item("A", feed: "2")) == ["A", "A"])
    #expect(titles(after: item("B", feed: "2", link: link)) == ["A", "A", "B"])
    var corrected = item("A, corrected", feed: "1", link: link)
    corrected.id.guid = queue.ordered[0].id.guid
    // It is other news now.
    #expect(titles(after: corrected) == ["A, corrected", "A", "A", "B"])
  }

  @Test("It is ordered by time, or feed by feed in turn") func order() {
    var queue = ItemQueue()
    queue.add(
      [
        item("a1", feed: "a", at: 50), item("a2", feed: "a", at: 40), item("a3", feed: "a", at: 30),
        item("b1", feed: "b", at: 20), item("future", feed: "c", at: 1e9),
      ], now: 45)
    #expect(queue.ordered.map(\.title) == ["a1", "future", "a2", "a3", "b1"])
    queue.settings.takesTurns = true
    #expect(queue.ordered.map(\.title) == ["a1", "future", "b1", "a2", "a3"])
  }

  @Test("Lines come in the order of their arrival, before what feeds have; of too many the newest stay")
  func lines() {
    var queue = ItemQueue()
    queue.add([item("f1", feed: "f", at: 50), item("f2", feed: "f", at: 60)], now: 70)
    for number in 1...3 { queue.add([item("line \(number)")], now: 70 + Double(number)) }
    queue.add([item("line 4"), item("line 5")], now: 80)
    #expect(queue.ordered.map(\.title) == (1...5).map { "line \($0)" } + ["f2", "f1"])
    queue.settings.maximumCount = 4
    queue.add([item("line 6")], now: 90)
    #expect(queue.ordered.map(\.title) == (3...6).map { "line \($0)" })
  }

  @Test("Ages, counts and times to live are limits") func limits() {
    var queue = ItemQueue()
    queue.settings.maximumAge = 100
    queue.settings.maximumPerFeed = 2
    queue.settings.maximumCount = 3
    var short = item("urgent")
    short.airing = .urgent
    short.timeToLive = 5
    queue.add(
      [item("old", at: 1)] + (0..<5).map { item("x\($0)", feed: "f", at: 900 + Double($0)) } + [
        item("y", at: 905), short,
      ], now: 990)
    #expect(queue.ordered.map(\.title) == ["urgent", "y", "x4"])
    #expect(queue.nextExpiry == 995)
    queue.expire(now: 995)
    #expect(queue.ordered.map(\.title) == ["y", "x4"])
    queue.expire(now: 1004.5)
    #expect(queue.ordered.map(\.title) == ["y"])
  }

  @Test("A topic goes as a whole") func topic() {
    var queue = ItemQueue()
    queue.add(
      (0..<6).map { number in
        var item = item("\(number)")
        item.topicID = number % 2
        return item
      }, now: 1)
    #expect(queue.removeAll { $0.topicID == 0 }.count == 3)
    #expect(queue.ordered.count == 3 && queue.ordered.allSatisfy { $0.topicID == 1 })
  }

  @Test("What is new is so for ten minutes, also where it comes again") func newness() {
    var queue = ItemQueue()
    var new = item("new")
    new.isNew = true
    queue.add([new, item("old")], now: 100)
    new.isNew = false
    queue.add([new], now: 200)
    #expect(queue.ordered.map(\.isNew) == [true, false] && queue.nextExpiry == 700)
    queue.expire(now: 699)
    #expect(queue.ordered.map(\.isNew) == [true, false])
    queue.expire(now: 700)
    #expect(queue.ordered.map(\.isNew) == [false, false] && queue.nextExpiry == .distantFuture)
  }
}

@Suite("Refresh policy") struct RefreshPolicyTests {
  @Test("Chance only adds to what is promised") func chanceOnlyAdds() {
    let policy = RefreshPolicy()
    for _ in 0..<100 {
      #expect(policy.wait(interval: 1, maxAge: nil, timeToLive: nil) >= 60)
      #expect(policy.wait(interval: 900, maxAge: 7200, timeToLive: nil) >= 7200)
      #expect(policy.wait(interval: nil, maxAge: nil, timeToLive: 7200) >= 7200)
      #expect(policy.wait(failures: 1, retryAfter: nil) >= 112.5)
      #expect(policy.wait(failures: 1, retryAfter: 7200) >= 7200)
    }
    let waits = Set((0..<10).map { _ in policy.wait(failures: 1, retryAfter: 7200) })
    #expect(waits.count > 1, "or all feeds of a server that was busy come at once")
  }

  @Test("Waits grow by twos with jitter up to a day") func waitsGrowByTwosWithJitterUpToADay() {
    let policy = RefreshPolicy()
    var expected = 112.5
    for failures in 1...20 {
      let wait = policy.wait(failures: failures, retryAfter: nil)
      #expect(wait >= min(expected, 86_400) && wait <= min(expected, 86_400) * 1.1)
      expected *= 2
    }
  }

  @Test("Servers and feeds may ask for longer") func serversAndFeedsMayAskForLonger() {
    let policy = RefreshPolicy()
    func around(_ wait: Double, _ expected: Double) -> Bool { abs(wait - expected) <= expected * 0.1 }
    #expect(around(policy.wait(interval: nil, maxAge: nil, timeToLive: nil), 900))
    #expect(around(policy.wait(interval: nil, maxAge: 3600, timeToLive: nil), 3600))
    #expect(around(policy.wait(interval: nil, maxAge: nil, timeToLive: 7200), 7200))
    #expect(around(policy.wait(interval: 1200, maxAge: nil, timeToLive: 7200), 1200))
    #expect(around(policy.wait(interval: 1, maxAge: 1e9, timeToLive: nil), 86_400))
    #expect(policy.wait(failures: 1, retryAfter: 5000) >= 5000)
  }
}

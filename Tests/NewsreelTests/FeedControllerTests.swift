import Formats
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// The controller with a crawl that has no place yet: what is on it, and what chips there are.
@Suite("The feed controller") struct FeedControllerTests {
  private final class Harness {
    let folder: TemporaryFolder
    let crawl: CrawlScene
    let feeds: NewsDesk
    let loop = RunLoop()
    var chips: [Token] = []

    init(_ change: (inout NewsFeeds) -> Void = { _ in }) throws {
      folder = try TemporaryFolder()
      crawl = CrawlScene()
      var options = NewsFeeds()
      change(&options)
      feeds = NewsDesk(
        feeds: [], options: options, takesJSONLines: true, crawl: crawl, color: { _ in .white },
        readState: folder.path + "/state/items")
      feeds.onTopics = { [unowned self] tokens, _ in chips = tokens }
      feeds.open(in: loop, time: { 0 }, onChange: { _ in })
    }

    func receive(_ lines: String...) {
      for line in lines { Array(line.utf8).withUnsafeBytes { feeds.receive(line: $0) } }
      _ = feeds.service(now: .infinity)
    }
  }

  @Test("Lines make headlines, topics make chips, and doubles are left out") func lines() throws {
    let harness = try Harness()
    harness.receive(
      #"{"text":"one","topic":"A"}"#, #"{"text":"two","topic":"B","link":"https://example.org/2"}"#,
      #"{"text":"one","topic":"A"}"#, #"{"text":"three"}"#, "rubbish", "")
    #expect(
      harness.crawl.count == 3 && harness.chips.map(\.label) == ["A", "B"] && harness.chips.map(\.tag) == [0, 1])
    #expect(harness.crawl.topics.map(\.name) == ["A", "B"])
  }

  @Test("What ends by the clock on the wall ends as soon as that is set, or the machine wakes up") func clockSet()
    throws
  {
    let system = VirtualSystem()
    try system.run {
      let harness = try Harness()
      harness.receive(#"{"text":"brief","ttl":600}"#, #"{"text":"lasting"}"#)
      system.setWallClock(ahead: 601)
      #expect(harness.crawl.count == 2 && harness.feeds.deadline <= system.now)
      _ = harness.feeds.service(now: system.now)
      #expect(harness.crawl.texts == ["lasting"])
    }
  }

  @Test("The chip that offers to undo is dimmed after its time, whatever comes meanwhile") func undoEnds() throws {
    let system = VirtualSystem()
    try system.run {
      let harness = try Harness()
      harness.receive(#"{"text":"one","topic":"A"}"#, #"{"text":"two","topic":"B"}"#)
      let feeds = harness.feeds
      feeds.perform(.switchOff(0), at: 0)
      #expect(harness.chips.map(\.state) == [.undo, .on])
      while feeds.deadline < SwitchedTopics.undoTime {
        system.now = feeds.deadline
        _ = feeds.service(now: system.now)
      }
      #expect(harness.chips.map(\.state) == [.undo, .on] && feeds.deadline == SwitchedTopics.undoTime)
      _ = feeds.service(now: SwitchedTopics.undoTime)
      #expect(harness.chips.map(\.state) == [.off, .on])
    }
  }

  @Test("A line is read as markup where that is asked for, what a feed says never is") func markup() throws {
    let harness = try Harness()
    var style = CrawlStyle()
    style.markup.kind = .lemonbar
    try harness.crawl.apply(style, at: 0)
    harness.receive(#"{"text":"%{A:rm:}line%{A}"}"#)
    var item = NewsItem(title: "%{A:rm:}feed%{A}")
    item.id.feed = "https://example.org/"
    harness.feeds.show([item], at: 0)
    let headlines = harness.crawl.itemIDs.compactMap(harness.crawl.headline(of:))
    #expect(headlines.count == 2 && headlines.allSatisfy { $0.isPlain == $0.text.contains("feed") })
  }

  @Test("A topic that is switched off takes its headlines along, and brings them back") func switching() throws {
    let harness = try Harness()
    harness.receive(#"{"text":"one","topic":"A"}"#, #"{"text":"two","topic":"B"}"#)
    harness.feeds.perform(.turn(0, on: false), at: 0)
    harness.receive(#"{"text":"more","topic":"A"}"#)
    #expect(harness.crawl.count == 1 && harness.chips.map(\.state) == [.off, .on] && harness.feeds.texts.notice == nil)
    harness.feeds.perform(.turn(1, on: false), at: 0)
    #expect(
      harness.crawl.count == 0 && harness.feeds.texts.notice == StripNotice("All topics are off", button: "Show all"))
    harness.feeds.perform(.showAll, at: 0)
    #expect(harness.crawl.count == 3 && harness.chips.map(\.state) == [.on, .on] && harness.feeds.texts.notice == nil)
    harness.feeds.perform(.undo, at: 0)
    #expect(harness.crawl.count == 0)
  }

  @Test("A headline of two feeds is shown while one of them is on") func shared() throws {
    let harness = try Harness()
    for feed in ["https://a.example/", "https://b.example/"] {
      harness.feeds.add(try FeedSpec(url: feed))
      var item = NewsItem(title: "Shared")
      (item.id, item.link) = (NewsItem.ID(feed: feed, guid: "1"), "https://example.org/shared")
      harness.feeds.receive(.items([item], feed: feed))
    }
    harness.receive()
    func topics() -> [Int?] { harness.crawl.itemIDs.compactMap(harness.crawl.headline(of:)).map(\.topic) }
    #expect(topics() == [0] && harness.chips.count == 2)
    for (topic, expected) in [(0, [1]), (1, []), (0, [0])] {
      harness.feeds.perform(.turn(topic, on: expected == [0]), at: 0)
      #expect(topics() == expected)
    }
  }

  @Test("A topic that × has switched off comes back with its headlines, and with what came meanwhile")
  func undone() throws {
    let harness = try Harness()
    harness.receive(#"{"text":"one","topic":"A"}"#, #"{"text":"two","topic":"B"}"#)
    harness.feeds.perform(.switchOff(0), at: 0)
    #expect(harness.crawl.count == 1 && harness.chips.map(\.state) == [.undo, .on])
    harness.receive(#"{"text":"more","topic":"A"}"#)
    #expect(harness.crawl.count == 1)
    harness.feeds.perform(.turn(0, on: true), at: 0)
    #expect(harness.crawl.texts.sorted() == ["more", "one", "two"] && harness.chips.map(\.state) == [.on, .on])
    for action in [TopicAction.switchOff(0), .switchOff(1), .undo, .undo] { harness.feeds.perform(action, at: 0) }
    #expect(harness.crawl.count == 3 && harness.chips.map(\.state) == [.on, .on])
    // What is on its way as it is switched off is not lost, either.
    Array(#"{"text":"on its way","topic":"A"}"#.utf8).withUnsafeBytes { harness.feeds.receive(line: $0) }
    harness.feeds.perform(.switchOff(0), at: 0)
    harness.receive()
    harness.feeds.perform(.undo, at: 0)
    #expect(harness.crawl.texts.contains("on its way"))
    harness.feeds.close()
    var problem: Failure?
    let state = ReadState(path: harness.folder.path + "/state/items", problem: &problem)
    #expect(state[NewsItem(title: "one").id] == nil && problem == nil)
  }

  @Test("Topics of lines and of channels stay where the user's list changes, and what comes for them is shown")
  func list() throws {
    let harness = try Harness()
    let channel = try BrokerAddress("mqtt://broker.example.org/lobby")
    harness.feeds.join(channel)
    var item = NewsItem(guid: "1", title: "of the channel")
    item.id.feed = channel.description
    harness.feeds.receive(.items([item], feed: channel.description))
    harness.receive(#"{"text":"one","topic":"Mail"}"#)
    try harness.folder.write(#"<opml><body><outline xmlUrl="/feed.xml"/></body></opml>"#, to: "feeds.opml")
    let list = FollowedFeedList(
      path: harness.folder.path + "/feeds.opml", state: harness.folder.path + "/off", cache: harness.folder.path)
    #expect(list.feeds.count == 1)
    harness.feeds.apply(list, at: 0)
    harness.receive(#"{"text":"two","topic":"Mail"}"#)
    #expect(harness.crawl.texts.sorted() == ["of the channel", "one", "two"] && harness.chips.count == 3)
  }

  @Test("Whatever is switched, the next start has it the same", arguments: 0..<6) func choices(_ seed: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/feeds.opml"
    try FeedList.change(path) { (list) throws(Failure) in
      for number in 0..<4 { _ = list.add(try FeedSpec(url: "https://\(number).example/")) }
    }
    func start() -> NewsDesk {
      NewsDesk(
        feeds: [], list: FollowedFeedList(path: path, state: folder.path + "/off", cache: folder.path),
        options: NewsFeeds(), crawl: CrawlScene(), color: { _ in .white }, readState: folder.path + "/items")
    }
    var random = SeededRandom(seed: UInt64(seed))
    func anyAction() -> TopicAction {
      let id = Int.random(in: 0..<4, using: &random)
      let actions: [TopicAction] = [
        .turn(id, on: true), .turn(id, on: false), .switchOff(id), .only(id), .showAll, .undo,
      ]
      return actions[Int.random(in: 0..<6, using: &random)]
    }
    let known: [TopicAction] = [.only(1), .showAll, .only(2), .undo, .switchOff(3), .only(0), .turn(3, on: true)]
    let feeds = start()
    for action in known + (0..<40).map({ _ in anyAction() }) {
      feeds.perform(action, at: 0)
      #expect(start().topics.entries.map(\.isOn) == feeds.topics.entries.map(\.isOn), "after \(action)")
    }
  }

  @Test("A filter that is changed in the list counts at once") func changedFilter() throws {
    let harness = try Harness()
    let path = harness.folder.path + "/feeds.opml"
    var feed = try FeedSpec(url: "https://a.example/")
    feed.only = "goal"
    try FeedList.change(path) { (list) throws(Failure) in _ = list.add(feed) }
    let list = FollowedFeedList(path: path, state: harness.folder.path + "/off", cache: harness.folder.path)
    func apply() {
      harness.feeds.apply(list, at: 0)
      harness.receive()
    }
    apply()
    list.follow(in: harness.loop, onProblem: { _ in }, onChange: apply)
    defer { harness.loop.removeAll() }
    let items = ["a goal", "tennis", "a late goal"].enumerated().map { number, title in
      var item = NewsItem(guid: title, title: title)
      (item.id.feed, item.summary, item.published) = (feed.url, "more", 1e9 + Double(number))
      return item
    }
    harness.feeds.receive(.items(items, feed: feed.url))
    harness.receive()
    #expect(harness.crawl.texts.sorted() == ["a goal", "a late goal"])
    let changes: [((inout FeedSpec) -> Void, [String])] = [
      ({ $0.only = "tennis" }, ["tennis"]), ({ ($0.only, $0.without) = (nil, "late") }, ["a goal", "tennis"]),
      ({ $0.showsSummaries = true }, ["a goal – more", "tennis – more"]),
      ({ ($0.without, $0.showsSummaries) = (nil, nil) }, ["a goal", "a late goal", "tennis"]),
      ({ $0.maximumCount = 2 }, ["a late goal", "tennis"]), ({ $0.maximumAge = 60 }, []),
    ]
    for (change, texts) in changes {
      change(&feed)
      try FeedList.change(path) { (list) throws(Failure) in _ = list.update(feed) }
      list.look()
      #expect(harness.crawl.texts.sorted() == texts)
    }
  }

  @Test("What waits while nothing is to disturb goes with the source that starts over, and a feed's stays")
  func restartWhileQuiet() throws {
    let harness = try Harness()
    let feed = "https://a.example/"
    harness.feeds.add(try FeedSpec(url: feed))
    harness.receive(#"{"text":"one"}"#)
    harness.feeds.setQuiet(true)
    harness.receive(#"{"text":"two"}"#, #"{"text":"three","topic":"A"}"#)
    var item = NewsItem(title: "of the feed")
    (item.id.feed, item.isNew) = (feed, true)
    harness.feeds.receive(.items([item], feed: feed))
    harness.receive()
    #expect(harness.feeds.waiting.count == 3 && harness.crawl.texts == ["one"])
    for _ in 0..<2 {
      harness.feeds.accept(.restarted)
      harness.receive(#"{"text":"four"}"#)
      harness.feeds.accept(.finished)
      harness.receive()
      #expect(harness.feeds.waiting.map(\.title) == ["of the feed", "four"])
    }
    harness.feeds.setQuiet(false)
    harness.receive()
    #expect(harness.crawl.texts.sorted() == ["four", "of the feed"] && harness.feeds.waiting.isEmpty)
  }

  @Test(
    "Of a flood of lines the newest are shown, at once and after a time without disturbance", arguments: [true, false])
  func flood(isQuiet: Bool) throws {
    let harness = try Harness { $0.maximumCount = 5 }
    harness.receive(#"{"text":"first"}"#)
    harness.feeds.setQuiet(isQuiet)
    for number in 0..<100 {
      let line = #"{"text":"line \#(number)"}"#
      Array(line.utf8).withUnsafeBytes { harness.feeds.receive(line: $0) }
      if isQuiet, number % 3 == 0 { harness.receive() }
    }
    for _ in 0..<20 { harness.receive() }
    harness.feeds.setQuiet(false)
    for _ in 0..<20 { harness.receive() }
    #expect(harness.crawl.texts == (95..<100).map { "line \($0)" })
  }

  @Test("Of more alerts than may wait to be reported the newest are") func manyAlerts() throws {
    let harness = try Harness { $0.maximumCount = 500 }
    let lines = (0..<120).map { #"{"text":"alert \#($0)","alert":"severe"}"# }
    for start in stride(from: 0, to: 120, by: 40) {
      for line in lines[start..<start + 40] { harness.receive(line) }
    }
    #expect(harness.feeds.takeAlerts().map(\.title) == (20..<120).map { "alert \($0)" })
    #expect(harness.feeds.takeAlerts().isEmpty)
  }

  @Test("Of more steps than are kept the last can be undone") func manySteps() {
    var switched = SwitchedTopics()
    var isOn = true
    var history: [Bool] = []
    for _ in 0..<150 {
      history.append(isOn)
      let changes = switched.changes(of: isOn ? .switchOff(0) : .turn(0, on: true), in: [isOn])
      isOn = changes.last?.isOn ?? isOn
    }
    for former in history.suffix(100).reversed() {
      isOn = switched.changes(of: .undo, in: [isOn]).last?.isOn ?? isOn
      #expect(isOn == former)
    }
    #expect(switched.isEmpty)
  }

  /// What ends by itself 600 s after it came, however it was said.
  enum Ending: CaseIterable { case newness, timeToLive, expires, maximumAge, notAfter, offer, breakIn }

  @Test("What ends by itself ends in time while nothing else happens", arguments: Ending.allCases)
  func endsByItself(_ ending: Ending) throws {
    let system = VirtualSystem(wallTime: 1_790_000_000)
    try system.run {
      let harness = try Harness { if ending == .maximumAge { $0.maximumAge = 600 } }
      let feed = "https://a.example/"
      harness.feeds.add(try FeedSpec(url: feed))
      var item = NewsItem(title: "news")
      item.id.feed = feed
      switch ending {
      case .newness: item.isNew = true
      case .timeToLive: item.timeToLive = 600
      case .expires: item.expires = 1_790_000_600
      case .notAfter: item.airing.notAfter = WallTime(seconds: 1_790_000_600)
      case .breakIn: (item.airing.placing, item.airing.hold, item.expires) = (.breakIn, .acknowledged, 1_790_000_600)
      case .maximumAge, .offer: break
      }
      harness.feeds.change { $0.queue.hasBreakIns = ending == .breakIn }
      harness.feeds.receive(.items([item], feed: feed))
      func isThere() -> Bool {
        switch ending {
        case .newness: harness.feeds.queue.items.first?.isNew == true
        case .offer: harness.chips.first?.state != .off
        case .breakIn: !harness.feeds.newsroom.breakIns.items.isEmpty
        default: harness.crawl.count == 1
        }
      }
      func serve() {
        system.now = max(system.now, harness.feeds.deadline)
        _ = harness.feeds.service(now: system.now)
      }
      while harness.feeds.deadline < 5 { serve() }
      if ending == .offer { harness.feeds.perform(.switchOff(0), at: 0) }
      var (wakes, end) = (0, ending == .offer ? system.now + SwitchedTopics.undoTime : 600)
      while isThere(), harness.feeds.deadline < 1e6, wakes < 50 {
        #expect(system.now < end)
        serve()
        wakes += 1
      }
      #expect(!isThere() && abs(system.now - end) < 0.2, "\(system.now)")
      end = system.now
      #expect(wakes < 10)
    }
  }

  @Test("A list that cannot be read is reported once, and so that it can be read again") func brokenList() throws {
    let (folder, loop) = (try TemporaryFolder(), RunLoop())
    let path = try folder.write("garbage", to: "feeds.opml")
    let list = FollowedFeedList(path: path, state: folder.path + "/off", cache: folder.path)
    var (problems, changes) = ([Failure](), 0)
    list.follow(in: loop, onProblem: { problems.append($0) }, onChange: { changes += 1 })
    list.look()
    #expect(problems.map(\.subject) == [path] && problems == [list.problem] && changes == 0)
    try folder.write(#"<opml><body><outline xmlUrl="/feed.xml"/></body></opml>"#, to: "feeds.opml")
    list.look()
    #expect(list.problem == nil && list.feeds.count == 1 && changes == 1)
    // The last list stays, and that it can be read again is a change.
    try folder.write("garbage", to: "feeds.opml")
    list.look()
    try folder.write(#"<opml><body><outline xmlUrl="/feed.xml"/></body></opml>"#, to: "feeds.opml")
    list.look()
    #expect(problems.count == 2 && list.feeds.count == 1 && changes == 2)
    loop.removeAll()
  }

  @Test("Bundled headlines make room for the user's feeds, and come back with the last of them gone")
  func bundled() throws {
    let harness = try Harness()
    harness.feeds.bundled = {
      var item = NewsItem(title: "bundled")
      item.topic = "World"
      return [item]
    }
    harness.feeds.showBundled(at: 0)
    harness.receive(#"{"text":"one","topic":"Mail"}"#)
    let (path, state) = (harness.folder.path + "/feeds.opml", harness.folder.path + "/off")
    for text in [#"<outline xmlUrl="/feed.xml"/>"#, ""] {
      try harness.folder.write("<opml><body>\(text)</body></opml>", to: "feeds.opml")
      harness.feeds.apply(FollowedFeedList(path: path, state: state, cache: harness.folder.path), at: 0)
      #expect(harness.crawl.texts.sorted() == (text.isEmpty ? ["bundled", "one"] : ["one"]))
    }
  }

  @Test("Headlines that come with the bundled ones are kept, and those are not") func besideBundled() throws {
    let harness = try Harness()
    harness.feeds.bundled = { [NewsItem(title: "bundled")] }
    harness.feeds.showBundled(at: 0)
    #expect(harness.feeds.writing.due == .infinity)
    harness.feeds.accept(.added([NewsItem(title: "one")]))
    harness.feeds.showBundled(at: 0)
    #expect(harness.feeds.writing.due < .infinity)
  }

  @Test("What is withdrawn while its topic is off does not come back with it") func withdrawnMeanwhile() throws {
    let harness = try Harness()
    let channel = try BrokerAddress("mqtt://broker.example.org/lobby")
    harness.feeds.join(channel)
    let items = ["1", "2"].map { number in
      var item = NewsItem(guid: number, title: number)
      (item.id.feed, item.place) = (channel.description, 5)
      return item
    }
    harness.feeds.receive(.items(items, feed: channel.description))
    _ = harness.feeds.service(now: .infinity)
    harness.feeds.perform(.switchOff(0), at: 0)
    #expect(harness.feeds.newsroom.places(in: channel) == ["1": 5, "2": 5])
    harness.feeds.receive(.withdrawn(["1"], feed: channel.description))
    harness.feeds.perform(.turn(0, on: true), at: 0)
    #expect(harness.crawl.texts == ["2"])
  }

  @Test("What a feed takes back goes, also before it was shown") func withdrawn() throws {
    let harness = try Harness()
    func item(_ title: String) -> NewsItem {
      var item = NewsItem(guid: title, title: title)
      item.id.feed = "https://example.org/"
      return item
    }
    harness.feeds.show([item("one"), item("two")], at: 0)
    harness.feeds.accept(.added([item("three"), item("four")]))
    for feed in ["https://example.com/", "https://example.org/"] {
      harness.feeds.reader.handler(.withdrawn(["one", "four"], feed: feed))
      if feed == "https://example.com/" { #expect(harness.crawl.count == 2) }
    }
    _ = harness.feeds.service(now: .infinity)
    #expect(harness.crawl.texts.sorted() == ["three", "two"])
  }

  @Test("What follows a restart takes the place of all lines before it") func restart() throws {
    let harness = try Harness()
    harness.receive(#"{"text":"one"}"#, #"{"text":"two"}"#)
    harness.feeds.accept(.restarted)
    harness.receive(#"{"text":"three"}"#)
    #expect(harness.crawl.count == 2)
    harness.feeds.accept(.finished)
    harness.receive()
    #expect(harness.crawl.texts == ["three"])
  }

  @Test("What has been read stays, is left out where that is asked for, and can be unread; Recent has it") func read()
    throws
  {
    let harness = try Harness()
    let (first, second) = (
      #"{"text":"one","link":"https://example.org/1"}"#, #"{"text":"two","link":"https://example.org/2"}"#
    )
    func serve() { _ = harness.feeds.service(now: .infinity) }
    var read: [String] { harness.feeds.newsroom.recent.filter(\.isRead).map(\.title) }
    harness.receive(first, second)
    harness.feeds.setRead(true, link: "https://example.org/2")
    harness.receive(second)
    #expect(harness.crawl.count == 2 && read == ["two"] && harness.feeds.newsroom.isRead("https://example.org/2"))
    harness.feeds.setDropsRead(true)
    serve()
    #expect(harness.crawl.texts == ["one"] && read == ["two"] && harness.feeds.newsroom.recent.count == 2)
    harness.feeds.setRead(false, link: "https://example.org/2")
    serve()
    #expect(harness.crawl.texts.sorted() == ["one", "two"] && read.isEmpty)
    // It is so in the next run, too.
    harness.feeds.setRead(true, link: "https://example.org/1")
    serve()
    var problem: Failure?
    let state = ReadState(path: harness.folder.path + "/state/items", problem: &problem)
    let states = harness.feeds.newsroom.recent.map { "\($0.title) \(state[$0.id] == .read)" }
    #expect(states.sorted() == ["one true", "two false"])
  }

  @Test("The menu can mark a read headline as unread, and lists the last ones with their marks")
  func menu() throws {
    let harness = try Harness()
    harness.receive(
      #"{"text":"one","topic":"A","link":"https://example.org/1","published":1}"#, #"{"text":"two","published":2}"#)
    func entries(_ link: String) -> [MenuEntry] {
      let target = ShownHeadline(id: 0, topic: nil, link: link)
      return HeadlineMenu(crawl: harness.crawl, desk: harness.feeds, bindings: Bindings(), target: target).entries
    }
    let link = "https://example.org/1"
    #expect(!entries(link).contains { $0.title == "Mark as unread" })
    harness.feeds.setRead(true, link: link)
    #expect(entries(link).contains { $0.title == "Mark as unread" && $0.kind == .command(.markUnread) })
    #expect(!entries("https://example.org/2").contains { $0.title == "Mark as unread" })
    let recent = try #require(entries(link).first { $0.title == "Recent" })
    guard case .list(let list) = recent.kind else { return #expect(Bool(false), "a list") }
    #expect(list.map(\.title) == ["two", "one"] && list.map(\.isEnabled) == [false, true])
    #expect(list.map(\.isFaint) == [false, true] && list[1].kind == .link(link) && list[1].dot == .white)
  }

  @Test("What takes no room because it was read leaves it to others, and Recent ends after a hundred") func room()
    throws
  {
    let harness = try Harness { $0.maximumCount = 150 }
    harness.feeds.setDropsRead(true)
    for number in 0..<300 {
      harness.receive("{\"text\":\"t\(number)\",\"link\":\"https://example.org/\(number)\"}")
      if number < 10 { harness.feeds.setRead(true, link: "https://example.org/\(number)") }
    }
    #expect(harness.crawl.count == 150 && harness.feeds.newsroom.recent.count == 100)
  }

  @Test("Where what was read cannot be kept, that is said once for each thing that is done") func unwritable() throws {
    let harness = try Harness()
    try harness.folder.write("a file where a folder is to be", to: "state")
    var said: [String] = []
    harness.feeds.onFailure = { said.append($0) }
    harness.receive(#"{"text":"one","link":"https://example.org/1"}"#)
    for count in 1...2 {
      harness.feeds.setRead(true, link: "https://example.org/1")
      for _ in 0..<3 { _ = harness.feeds.service(now: .infinity) }
      #expect(said.count == count && said.allSatisfy { $0.hasPrefix("What has been read is not kept") }, "\(said)")
    }
  }

  @Test("No more than asked for are held, however many come") func limit() throws {
    let harness = try Harness { $0.maximumCount = 20 }
    for number in 0..<500 {
      Array("{\"text\":\"t\(number)\"}".utf8).withUnsafeBytes { harness.feeds.receive(line: $0) }
    }
    _ = harness.feeds.service(now: .infinity)
    #expect(harness.crawl.count == 20)
    for number in 0..<10 { harness.receive("{\"text\":\"u\(number)\"}") }
    #expect(harness.crawl.count == 20)
  }

  @Test("A time to live ends") func timeToLive() async throws {
    let harness = try Harness()
    harness.receive(#"{"text":"brief","ttl":0.05}"#, #"{"text":"long"}"#)
    #expect(harness.crawl.count == 2)
    try await waitUntil("the end of the brief one") {
      _ = harness.feeds.service(now: .infinity)
      return harness.crawl.count == 1
    }
  }

  @Test("A feed that cannot be read says so on its chip and, without headlines, in their place") func failing() throws {
    var topics = Topics()
    topics.add(try FeedSpec(url: "https://a.example/feed", label: "News"))
    func notice(at now: UnixTime) -> String? { FeedWords(.english).notice(topics.entries, now: now)?.text }
    #expect(topics.tokens(now: 0).map(\.mark) == [.waiting] && notice(at: 0) == "Loading News …")
    var status = FeedStatus(
      url: "https://a.example/feed", outcome: .unreachable, reason: Reason("no answer"), nextLook: 1300)
    #expect(topics.note(status) && !topics.note(status))
    #expect(topics.tokens(now: 0).map(\.mark) == [.failing])
    #expect(notice(at: 1000) == "Cannot reach News (no answer) · next try in 5 min")
    #expect(notice(at: 1290) == "Cannot reach News (no answer) · next try in 1 min")
    status = FeedStatus(url: status.url, outcome: .read, count: 0)
    #expect(topics.note(status) && notice(at: 0) == "No headlines in News at the moment")
    status.count = 3
    #expect(topics.note(status) && topics.tokens(now: 0).map(\.mark) == [nil])
  }

  @Test("Why a broker is away is told to its operator alone: chip, card, menu and notice await it", arguments: [0, 2])
  func brokerAway(_ count: Int) throws {
    let home = try VirtualHome()
    try home.system.run {
      let controller = try CrawlController(ViewRequest<CrawlKind>())
      let channels = try ["lobby", "hall"].map { try BrokerAddress("mqtt://broker.example.org/\($0)") }
      for channel in channels { controller.headlines.join(channel) }
      let desk = try #require(controller.headlines.desk)
      func pass(_ events: [FeedEvent]) {
        for event in events { desk.receive(event) }
        desk.bring(at: 0)
      }
      func statuses(_ outcome: FeedStatus.Outcome) -> [FeedEvent] {
        channels.map { channel in
          var status = FeedStatus(url: channel.description, outcome: outcome, count: count)
          if outcome != .read { (status.reason, status.nextLook) = (Reason("Connection refused"), 1300) }
          return .status(status)
        }
      }
      var problems: [String?]? {
        JSON.object(controller.state(at: 0))["topics"]?.array?.map { $0["problem"]?.string }
      }
      let items = channels.flatMap { channel in
        (0..<count).map { number in
          var item = NewsItem(guid: "\(number)", title: "\(channel.name) \(number)")
          (item.id.feed, item.place) = (channel.description, number)
          return item
        }
      }
      pass(items.map { .items([$0], feed: $0.id.feed ?? "") })
      for _ in 0..<2 {
        pass(statuses(.unreachable))
        let said = count == 0 ? "Loading lobby …" : "lobby shows what it last had"
        #expect(desk.texts.description(ofTopic: 0) == said)
        #expect(desk.texts.notice?.text == (count == 0 ? "Loading 2 feeds …" : nil) && desk.texts.failure == nil)
        let chips = desk.tokens(now: 0)
        #expect(chips.map(\.label) == ["lobby", "hall"] && chips.allSatisfy { $0.mark == .waiting })
        let menu = ChipMenu(desk: desk, bindings: Bindings()).entries(ofChip: 0)
        #expect(menu.first?.title == said && menu.first?.isEnabled == false && menu.count == 8)
        let known = [MenuEntry.Kind.copy(channels[0].description), .topic(.reload([0]))]
        #expect(menu.suffix(2).allSatisfy { !$0.isEnabled })
        #expect(!menu.contains { $0.isEnabled && known.contains($0.kind) })
        #expect(problems == ["Connection refused", "Connection refused"])
        pass(statuses(.read))
        let counted = "lobby · \(count == 0 ? "no" : "\(count)") headlines"
        #expect(desk.texts.description(ofTopic: 0) == counted && problems == [nil, nil])
      }
    }
  }

  @Test("Durations read as people say them") func durations() {
    let spoken = [0.0, 40, 100, 5400, 86_400, 200_000].map(FeedWords(.english).duration)
    #expect(spoken == ["1 min", "1 min", "2 min", "2 h", "24 h", "2 days"])
  }

  @Test("Two feeds of one name are two chips, and a label goes before a title") func names() throws {
    var topics = Topics()
    for (host, label) in [("a", "News"), ("b", "News"), ("c", nil)] {
      topics.add(try FeedSpec(url: "https://\(host).example/feed", label: label))
    }
    var chips: [Token] { topics.tokens(now: 0) }
    #expect(chips.map(\.label) == ["News", "News", "c.example"] && chips.map(\.tag) == [0, 1, 2])
    for (host, title) in [("b", "Other"), ("c", "News")] {
      let url = "https://\(host).example/feed"
      #expect(topics.describe(FeedDescription(url: url, title: title, link: nil, icon: nil)) == (host == "c"))
    }
    // One that is off stays, and one that is taken away goes.
    topics.set(1, on: false, undoUntil: 10)
    #expect(chips.map(\.state) == [.on, .undo, .on] && topics.nextUndoEnd(after: 0) == 10)
    topics.setGone(1, true)
    #expect(chips.map(\.label) == ["News", "News"] && chips.map(\.tag) == [0, 2])
    #expect(topics.id(ofFeed: "https://c.example/feed") == 2)
  }

  @Test(
    "Options that are wrong say what would be right",
    arguments: [
      (["--order", "random"], "newsreel: --order: 'random' is not an order; it is time or round-robin"),
      (["--max-age", "-1"], "newsreel: --max-age: '-1' is not a number of seconds above 0"),
      (["--max-items", "0"], "newsreel: --max-items: '0' is not a number from 1 to 10000"),
      (["--feed", "gopher://x"], "newsreel: --feed: gopher://x: is neither an http or https address nor a file"),
      (["--json-lines", "--replace"], "newsreel: --json-lines does not go with --replace"),
      (["feeds", "add", "x.org/f", "--interval", "5"], "newsreel: --interval: '5' is not a number of seconds from 60"),
      (["feeds", "add", "x.org/f", "--color", "grean"], "newsreel: --color: 'grean'"),
    ])
  func wrong(_ line: [String], _ message: String) async throws {
    let result = try await Program.run(line)
    #expect(result.ending == .exited(2) && result.errors.hasPrefix(message), "\(result.errors)")
  }
}

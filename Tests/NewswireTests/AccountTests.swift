import Glibc
import Synchronization
import TestKit
import TestTags
import Testing

@testable import Base
@testable import Newswire

/// A reader's account among the feeds: its items come, and what is read there and here becomes one.
@Suite("Reader's accounts", .serialized, .tags(.network)) struct AccountTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  var list: String { directory.file("config/feeds.opml") }
  var marks: UnsentMarks { UnsentMarks(path: directory.file("state/unsent-marks")) }

  /// What a crawler has delivered.
  final class Log {
    var titles: [String: [String]] = [:]
    /// Whether each item is read, by its address.
    var isRead: [String: Bool] = [:]
    var links: [String: String] = [:]
    var errors: [String] = []
    var statuses: [FeedStatus] = []
    var names: [String: String] = [:]
    /// Rounds that have ended well.
    var rounds = 0
    /// Changes the files, as the process that shows the feeds does.
    var write: (AccountNews) throws -> Void = { _ in }

    func receive(_ event: FeedEvent) {
      switch event {
      case .items(let items, let feed):
        titles[feed, default: []] += items.map(\.title)
        for item in items { links[item.id.guid] = item.link }
      case .withdrawn, .picture: break
      case .marked(let read, let unread, _):
        for id in read { isRead[id] = true }
        for id in unread { isRead[id] = false }
      case .described(let feed): names[feed.url] = feed.title
      case .status(let status):
        statuses.append(status)
        if !status.isFailing { rounds += 1 }
      case .error(let error): errors.append(error.description)
      case .account(let news): do { try write(news) } catch { errors.append("\(error)") }
      case .stopped: break
      }
    }

    func isRead(_ id: UInt64) -> Bool? {
      links.first { $0.value == ReaderServer.link(id) }.flatMap { isRead[$0.key] }
    }
  }

  private func settings() -> CrawlerSettings {
    var settings = CrawlerSettings()
    settings.policy.interval = 1e6
    settings.policy.shortest = 0.05
    settings.http.passwords = directory.file("config/passwords.toml")
    settings.cacheDirectory = directory.file("cache/feeds")
    settings.markDelay = 0.02
    return settings
  }

  private func writePassword(_ server: ReaderServer, _ password: String = "open sesame") throws {
    let base = try #require(WebAddress(server.base))
    try PasswordFile.set(base, user: "ada", password: password, in: directory.file("config/passwords.toml"))
  }

  /// Adds the account to the list, and returns its feeds.
  func subscribe(_ server: ReaderServer, password: String = "open sesame") throws -> [FeedSpec] {
    try writePassword(server, password)
    let base = try #require(WebAddress(server.base))
    let found = try AccountLookup.subscriptions(
      of: base, user: "ada", password: server.current.password, http: HTTPSettings())
    try FeedList.change(list) { (list) throws(Failure) in
      _ = list.addAccount(base.withoutSlash, name: base.host)
    }
    try Subscription.write(found, of: base.withoutSlash, to: list, cache: nil)
    server.change { $0.log = [] }
    return try FeedList(path: list).feeds
  }

  func crawl(_ feeds: [FeedSpec], _ settings: CrawlerSettings? = nil) -> (FeedCrawler, RunLoop, Log) {
    let log = Log()
    log.write = { [marks, list] news in
      switch news {
      case .sent(let sent): try marks.remove(sent)
      case .subscriptions(let all, let account): try Subscription.write(all, of: account, to: list, cache: nil)
      case .someSubscriptions: break
      }
    }
    let crawler = FeedCrawler(feeds: feeds, settings: settings ?? self.settings()) { log.receive($0) }
    if let waiting = try? marks.all() { crawler.mark(waiting) }
    let loop = RunLoop()
    loop.add(crawler)
    return (crawler, loop, log)
  }

  private static let (sport, tea) = ("https://sport.example/feed.xml", "https://tea.example/atom")
  private static let goal: UInt64 = 0x6_11d2_3c4f_5a6b

  @Test(
    "Its feeds are in folders, its items come with their state, and known ones are not got again",
    arguments: ReaderServer.Kind.allCases)
  func round(_ kind: ReaderServer.Kind) throws {
    let server = try ReaderServer(kind)
    defer { server.stop() }
    let feeds = try subscribe(server)
    #expect(feeds.map(\.url) == [Self.sport, Self.tea])
    #expect(feeds.map(\.group) == ["127.0.0.1/News", "127.0.0.1/Food/Drinks"])
    let (crawler, loop, log) = crawl(feeds)
    #expect(run(loop) { log.rounds == 2 })
    #expect(log.titles == [Self.sport: ["A goal", "A match"], Self.tea: ["Tea & biscuits"]])
    #expect(log.isRead(Self.goal) == false && log.isRead(300) == false && log.isRead(299) == true)
    #expect(log.names == [Self.sport: "Sport Daily", Self.tea: "Tea & Cake"] && log.errors.isEmpty, "\(log.errors)")
    let usual = ["GET list", "GET items/ids", "GET items/ids"]
    #expect(server.log == ["POST ClientLogin"] + usual + ["GET token", "POST items/contents 3"])
    // A round with news elsewhere.
    server.change { state in
      state.log = []
      state.items.insert(ReaderServer.Item(id: 301, feed: 22, title: "Scones"), at: 0)
      state.items[1].isRead = true
    }
    crawler.look(at: Self.tea)
    #expect(run(loop) { log.rounds == 4 })
    #expect(log.titles[Self.tea] == ["Tea & biscuits", "Scones"] && log.titles[Self.sport]?.count == 2)
    #expect(log.isRead(Self.goal) == true && log.isRead(301) == false)
    #expect(server.log == usual + ["POST items/contents 1"])
    loop.removeAll()
  }

  @Test(
    "What is marked here goes there, in one request for many, and only then is forgotten",
    arguments: ReaderServer.Kind.allCases)
  func marking(_ kind: ReaderServer.Kind) throws {
    var state = ReaderServer.usual
    state.items = (1...70).map { ReaderServer.Item(id: 1000 - $0, feed: 1, title: "Item \($0)", isRead: $0 == 70) }
    let server = try ReaderServer(kind, state)
    defer { server.stop() }
    let feeds = try subscribe(server)
    let (crawler, loop, log) = crawl(feeds)
    #expect(run(loop) { log.rounds == 2 })
    server.change { $0.log = [] }
    let ids = Array(log.links.keys)
    let last = try #require(log.links.first { $0.value == ReaderServer.link(930) }?.key)
    try marks.add(
      ids.filter { $0 != last }.map {
        UnsentMarks.Mark(account: feeds[0].account?.account ?? "", item: $0, isRead: true)
      })
    try marks.add([UnsentMarks.Mark(account: feeds[0].account?.account ?? "", item: last, isRead: false)])
    crawler.mark(try marks.all())
    #expect(run(loop) { (try? marks.all().isEmpty) ?? false })
    #expect(server.current.items.map(\.isRead) == Array(repeating: true, count: 69) + [false])
    #expect(server.log == ["POST edit-tag a 50", "POST edit-tag a 19", "POST edit-tag r 1"])
    #expect(log.isRead(999) == true && log.isRead(930) == false)
    loop.removeAll()
  }

  @Test("A login or token that has expired is asked for again, once", arguments: ReaderServer.Kind.allCases)
  func expiry(_ kind: ReaderServer.Kind) throws {
    let server = try ReaderServer(kind)
    defer { server.stop() }
    let feeds = try subscribe(server)
    let (crawler, loop, log) = crawl(feeds)
    #expect(run(loop) { log.rounds == 2 })
    server.change { ($0.generation, $0.log) = (2, []) }
    crawler.look(at: Self.sport)
    #expect(run(loop) { log.rounds == 4 })
    #expect(server.log == ["GET list", "POST ClientLogin", "GET list", "GET items/ids", "GET items/ids"])
    let id = try #require(log.links.first { $0.value == ReaderServer.link(300) }?.key)
    func mark(_ isRead: Bool) throws {
      try marks.add([UnsentMarks.Mark(account: feeds[0].account?.account ?? "", item: id, isRead: isRead)])
      crawler.mark(try marks.all())
      #expect(run(loop) { server.current.items[1].isRead == isRead && (try? marks.all().isEmpty) == true })
    }
    try mark(true)
    // FreshRSS' tokens may expire before the login.
    server.change { ($0.tokens, $0.generation, $0.log) = (2, kind == .miniflux ? 3 : 2, []) }
    try mark(false)
    #expect(server.log == ["POST edit-tag r 1", "POST ClientLogin", "GET token", "POST edit-tag r 1"], "\(server.log)")
    // A server that refuses whatever it has granted is given up.
    server.change { state in
      state.log = []
      state.fault = { $0.path.contains("ClientLogin") ? nil : [.answer("401 Unauthorized")] }
    }
    crawler.look(at: Self.sport)
    #expect(run(loop) { log.statuses.last?.isFailing == true })
    #expect(server.log == ["GET list", "POST ClientLogin", "GET list"] && log.errors.count == 1, "\(log.errors)")
    loop.removeAll()
  }

  @Test("What is marked while the server is away waits, also over a restart, and newer than the server's state")
  func away() throws {
    let server = try ReaderServer(.freshRSS)
    defer { server.stop() }
    let feeds = try subscribe(server)
    let (crawler, first, log) = crawl(feeds)
    #expect(run(first) { log.rounds == 2 })
    server.change { $0.fault = { _ in [.reset] } }
    let id = try #require(log.links.first { $0.value == ReaderServer.link(300) }?.key)
    try marks.add([UnsentMarks.Mark(account: feeds[0].account?.account ?? "", item: id, isRead: true)])
    crawler.mark(try marks.all())
    #expect(run(first) { log.statuses.last?.isFailing == true })
    #expect(log.errors.count == 1 && log.statuses.last?.outcome == .unreachable, "\(log.errors)")
    first.removeAll()
    #expect(try marks.all().count == 1)
    // The server's answers come, but changes fail: the state here stands.
    server.change { state in
      state.fault = { $0.path.contains("edit-tag") ? [.answer("500 Internal Server Error")] : nil }
    }
    let (_, second, other) = crawl(feeds)
    #expect(run(second) { other.statuses.last?.isFailing == true })
    #expect(other.titles[Self.tea] == ["Tea & biscuits"] && other.isRead(300) != false)
    second.removeAll()
    server.change { $0.fault = nil }
    let (_, third, last) = crawl(feeds)
    #expect(run(third) { last.rounds == 2 })
    #expect(server.current.items[1].isRead && last.isRead(300) == true)
    #expect(try marks.all().isEmpty)
    third.removeAll()
  }

  @Test("The list follows the account: new feeds come, others go, what the user set stays") func following() throws {
    let server = try ReaderServer(.miniflux)
    defer { server.stop() }
    try FeedList.change(list) { (list) throws(Failure) in _ = list.add(try FeedSpec(url: Self.tea, label: "Mine")) }
    let feeds = try subscribe(server)
    #expect(feeds.map(\.label) == ["Mine", nil] && feeds.allSatisfy { $0.account != nil })
    try FeedList.change(list) { (list) throws(Failure) in
      var feed = feeds[1]
      (feed.label, feed.only) = ("Goals", "goal")
      list.update(feed)
    }
    let (crawler, loop, log) = crawl(feeds)
    #expect(run(loop) { log.rounds == 2 })
    server.change { state in
      state.feeds.append(ReaderServer.Feed(id: 3, title: "New", url: "https://new.example/", folder: ""))
      state.feeds.removeAll { $0.id == 22 }
    }
    crawler.look(at: Self.sport)
    #expect(run(loop) { log.rounds == 4 })
    let now = try FeedList(path: list)
    #expect(now.feeds.map(\.url) == [Self.tea, Self.sport, "https://new.example/"])
    // What was the user's before is read directly again.
    #expect(now.feeds.map { $0.account?.stream } == [nil, "feed/1", "feed/3"] && now.feeds[0].label == "Mine")
    #expect(now.feeds[1].label == "Goals" && now.feeds[1].only == "goal" && now.feeds[2].group == "127.0.0.1")
    // The file reads the same again, and the account leaves nothing but what was there.
    #expect(try FeedList(opml: Array(now.opml.utf8), name: "").feeds == now.feeds)
    #expect(!now.withoutAccounts.opml.contains("newsreelAccount") && now.withoutAccounts.feeds.count == 3)
    let gone = try FeedList.change(list) { (list) throws(Failure) in list.removeAccount(list.accounts[0].address) }
    let rest = try String(decoding: #require(try AtomicFile.read(list, limit: 1 << 20)), as: UTF8.self)
    #expect(gone == 2 && !rest.contains("127.0.0.1") && rest.contains(Self.tea), "\(rest)")
    loop.removeAll()
  }

  @Test(
    "Long lists come in parts, and a feed that is shown later gets its items",
    arguments: ReaderServer.Kind.allCases)
  func parts(_ kind: ReaderServer.Kind) throws {
    var state = ReaderServer.usual
    state.largestPart = 40
    state.items = (1...150).map {
      ReaderServer.Item(id: 1000 - $0, feed: $0 % 2 == 0 ? 1 : 22, title: "Item \($0)", isRead: $0 > 100)
    }
    let server = try ReaderServer(kind, state)
    defer { server.stop() }
    let feeds = try subscribe(server)
    let (crawler, loop, log) = crawl([feeds[0]])
    #expect(run(loop) { log.rounds == 1 })
    #expect(log.titles[Self.sport]?.count == 75 && log.titles[Self.tea] == nil)
    #expect(log.isRead(998) == false && log.isRead(900) == false && log.isRead(898) == true)
    crawler.add(feeds[1])
    #expect(run(loop) { log.titles[Self.tea]?.count == 75 })
    #expect(log.isRead(999) == false && log.isRead(899) == true)
    loop.removeAll()
  }

  /// With a word of the reason.
  private static let hostileAnswers: [(String, String, FaultServer.Step)] = [
    ("list", "JSON", .answer(body: "<html>Welcome</html>")),
    ("list", "something other", .answer(body: "{\"subscriptions\":7}")),
    ("list", "something other", .answer(body: "{}")),
    ("list", "JSON", .answer(body: String(repeating: "[", count: 100_000))),
    ("list", "JSON", .answer(body: "{\"subscriptions\":" + String(repeating: "[", count: 100_000))),
    ("list", "larger than", .answer(body: "", length: 1 << 40)),
    ("list", "an error", .answer("503 Service Unavailable", ["Retry-After: 1"])),
    ("ids", "JSON", .answer(body: "{\"itemRefs\":[{\"id\":")),
    ("ids", "was not found", .answer("404 Not Found")),
    ("contents", "JSON", .answer(body: "\u{0}\u{1}")),
    ("contents", "closed the connection", .reset),
    ("token", "no token", .answer(body: "")),
    ("token", "no token", .answer(body: String(repeating: "x", count: 5000))),
    ("ClientLogin", "login", .answer(body: "<html>")),
    ("ClientLogin", "login", .answer(body: "Auth=a\u{7}b\r\n")),
    ("ClientLogin", "separate password", .answer("403 Forbidden")),
    ("ClientLogin", "gets no password", .answer("302 Found", ["Location: /elsewhere"])),
    ("ClientLogin", "gets no password", .answer("307 Temporary Redirect", ["Location: http://localhost:9/x"])),
    ("list", "gets no password", .answer("301 Moved Permanently", ["Location: http://localhost:9/x"])),
  ]

  @Test(
    "A server that lies, breaks off or leads elsewhere is one failure with its reason",
    arguments: hostileAnswers.indices)
  func hostile(_ number: Int) throws {
    let (part, words, step) = Self.hostileAnswers[number]
    let server = try ReaderServer(.freshRSS)
    defer { server.stop() }
    let feeds = try subscribe(server)
    server.change { $0.fault = { $0.path.contains(part) ? [step] : nil } }
    let (_, loop, log) = crawl(feeds)
    #expect(run(loop) { log.statuses.count == 2 })
    #expect(log.errors.count == 1 && log.errors[0].contains(words), "\(log.errors)")
    #expect(!log.errors[0].contains("sesame") && log.statuses.allSatisfy(\.isFailing))
    #expect(try FeedList(path: list).feeds.count == 2)
    loop.removeAll()
  }

  @Test(
    "What has a password in it is not sent to another port of its host",
    arguments: [("ClientLogin", "307 Temporary Redirect"), ("list", "301 Moved Permanently"), ("token", "302 Found")])
  func otherPort(_ part: String, _ status: String) throws {
    let (server, other) = (try ReaderServer(.freshRSS), try FaultServer { _ in [.answer(body: "{}")] })
    defer {
      server.stop()
      other.stop()
    }
    let feeds = try subscribe(server)
    let target = other.url("/reader/api/0/subscription/list?output=json")
    server.change { $0.fault = { $0.path.contains(part) ? [.answer(status, ["Location: \(target)"])] : nil } }
    let (_, loop, log) = crawl(feeds)
    #expect(run(loop) { log.statuses.count == 2 })
    #expect(log.errors.count == 1 && log.errors[0].contains("gets no password"), "\(log.errors)")
    #expect(other.requests.isEmpty)
    loop.removeAll()
  }

  @Test(
    "A mark made in the middle of a round outlives the round's older answer, and is sent soon",
    arguments: [false, true])
  func markMeanwhile(afterFailure: Bool) throws {
    let server = try ReaderServer(.freshRSS)
    defer { server.stop() }
    var feeds = try subscribe(server)
    let isAsked = Mutex(false)
    let isMarked = Mutex(false)
    let isAway = Mutex(afterFailure)
    // The server has said by then that the item is unread.
    server.change { state in
      state.fault = { request in
        if isAway.withLock({ $0 }) { return [.answer("503 Service Unavailable")] }
        guard request.path.contains("contents") else { return nil }
        isAsked.withLock { $0 = true }
        while !isMarked.withLock({ $0 }) { usleep(1000) }
        return nil
      }
    }
    // The next round comes soon after one that has failed, and late after one that has not.
    var settings = settings()
    settings.policy.interval = 0.4
    for place in feeds.indices { feeds[place].interval = 1e5 }
    let (crawler, loop, log) = crawl(feeds, settings)
    if afterFailure { #expect(run(loop) { log.statuses.contains(where: \.isFailing) }) }
    isAway.withLock { $0 = false }
    #expect(run(loop) { isAsked.withLock { $0 } })
    let id = "tag:google.com,2005:reader/item/000000000000012c"
    try marks.add([UnsentMarks.Mark(account: feeds[0].account?.account ?? "", item: id, isRead: true)])
    crawler.mark(try marks.all())
    isMarked.withLock { $0 = true }
    #expect(run(loop) { log.rounds == 2 })
    #expect(log.isRead(300) == true && log.isRead(Self.goal) == false)
    #expect(run(loop) { (try? marks.all().isEmpty) ?? false })
    #expect(server.current.items[1].isRead && log.isRead(300) == true)
    loop.removeAll()
  }

  @Test("Endless lists and items that were not asked for are bounded") func endless() throws {
    let server = try ReaderServer(.freshRSS)
    defer { server.stop() }
    let feeds = try subscribe(server)
    let count = Mutex(0)
    server.change { state in
      state.fault = { request in
        guard request.path.contains("ids") else {
          guard request.path.contains("contents") else { return nil }
          let items = (1...300).map { "{\"id\":\"\($0)\",\"title\":\"T\",\"origin\":{\"streamId\":\"feed/1\"}}" }
          return [.answer(body: "{\"items\":[7,{},{\"id\":\"\\u0000\"},\(items.joined(separator: ","))]}")]
        }
        let number = count.withLock { value in
          value += 1
          return value
        }
        let refs = (0..<30).map { "{\"id\":\"\(number * 1000 + $0)\"}" }.joined(separator: ",")
        return [
          .answer(body: "{\"itemRefs\":[\(refs),{\"id\":\"../x\"},{\"id\":null}],\"continuation\":\"\(number)\"}")
        ]
      }
    }
    let (_, loop, log) = crawl(feeds)
    #expect(run(loop) { log.rounds == 2 })
    #expect(count.withLock { $0 } == 40 && log.titles[Self.sport] == nil && log.errors.isEmpty, "\(log.errors)")
    loop.removeAll()
  }

  @Test("Without a password, or with a wrong one, the feeds say so and what is known stays") func passwords() throws {
    let server = try ReaderServer(.freshRSS)
    defer { server.stop() }
    let feeds = try subscribe(server, password: "wrong")
    let (crawler, loop, log) = crawl(feeds)
    #expect(run(loop) { log.statuses.count == 2 })
    #expect(log.errors.count == 1 && log.errors[0].contains("refuses the user or the password"), "\(log.errors)")
    try writePassword(server)
    crawler.look(at: Self.sport)
    #expect(run(loop) { log.rounds == 2 })
    unlink(directory.file("config/passwords.toml"))
    server.change { $0.generation = 5 }
    crawler.look(at: Self.sport)
    #expect(run(loop) { log.errors.count == 2 })
    #expect(log.errors[1].contains("no user and password") && log.statuses.last?.outcome == .failed)
    #expect(log.statuses.last?.count == 1)
    loop.removeAll()
  }
}

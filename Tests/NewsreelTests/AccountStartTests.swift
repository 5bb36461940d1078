import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// What is read in a reader's account and here, at every start but the first, in virtual time: the strip, the process that
/// talks to the server, and the server's list.
@Suite("Marks of an account at every start") struct AccountStartTests {
  enum Later: String, CaseIterable {
    case runsOn, roundAgain, isTold, restarts, restartsAndRounds, readerRestarts, isKilled, restartsTwice, rebootsTwice
  }

  private final class Desk {
    let home: VirtualHome
    private var list: FollowedFeedList
    private(set) var feeds: NewsDesk
    /// What the process has to send.
    private var waiting = WaitingMarks()
    /// The server's items: whether they are read.
    var server = ["one": false, "two": true, "three": false, "four": true]
    /// The changes that have come to the server.
    private(set) var requests: [String] = []
    var isAway = false
    private static let (account, feed) = ("https://reader.example", "https://a.example/")

    init(in home: VirtualHome) throws {
      self.home = home
      try FeedList.change(UserPaths.feedList) { (list) throws(Failure) in
        let account = list.addAccount(Self.account, name: "Reader")
        var spec = try FeedSpec(url: Self.feed)
        spec.account = AccountFeed(account: account.address, stream: "feed/1")
        list.subscribe(to: [spec], by: account.address)
      }
      list = FollowedFeedList()
      feeds = Self.controller(list)
      start()
    }

    private static func controller(_ list: FollowedFeedList) -> NewsDesk {
      NewsDesk(
        feeds: [], list: list, options: NewsFeeds(), crawl: CrawlScene(), color: { _ in .white },
        readState: UserPaths.readState)
    }

    private func start() {
      list = FollowedFeedList()
      feeds = Self.controller(list)
      let items = ["one", "two", "three", "four"].map { name in
        var item = NewsItem(guid: name, title: name, link: "https://a.example/\(name)")
        item.id.feed = Self.feed
        return item
      }
      feeds.receive(.items(items, feed: Self.feed))
      _ = feeds.service(now: .infinity)
      startReader()
    }

    func startReader() { waiting = WaitingMarks() }

    func restart(closing: Bool = true) {
      if closing { feeds.close() }
      start()
    }

    /// A round: the process takes the marks of the file, sends them, and gets the server's list. One whose list was on its
    /// way before the user's marks came late.
    func round(with former: [String: Bool]? = nil) throws {
      let file = UnsentMarks(path: UserPaths.unsentMarks)
      waiting.add(try file.all())
      if isAway { return }
      if former == nil {
        let marks = waiting.of(Self.account)
        for mark in marks {
          server[mark.item] = mark.isRead
          requests.append("\(mark.item) \(mark.isRead ? "read" : "unread")")
        }
        waiting.remove(marks)
        try file.remove(marks)
      }
      let told = former ?? server
      feeds.receive(
        .marked(
          read: told.filter(\.value).keys.sorted(), unread: told.filter { !$0.value }.keys.sorted(), feed: Self.feed))
      _ = feeds.service(now: .infinity)
    }

    func mark(_ isRead: Bool, _ name: String) {
      home.system.now += 1
      feeds.setRead(isRead, link: "https://a.example/\(name)")
    }

    var read: [String] { feeds.queue.items.filter(\.isRead).map(\.title).sorted() }
    var kept: [String] {
      var problem: Failure?
      let state = ReadState(path: UserPaths.readState, problem: &problem)
      return feeds.queue.items.filter { state[$0.id] == .read }.map(\.title).sorted()
    }

    func go(on later: Later) throws {
      switch later {
      case .runsOn: break
      case .roundAgain: try round()
      case .isTold: try round(with: server)
      case .restarts: restart()
      case .restartsAndRounds:
        restart()
        try round()
      case .readerRestarts:
        startReader()
        try round()
      case .isKilled:
        _ = feeds.service(now: .infinity)
        restart(closing: false)
      case .restartsTwice, .rebootsTwice:
        for _ in 0..<2 {
          feeds.close()
          if later == .rebootsTwice { home.reboot() }
          restart(closing: false)
          try round()
        }
      }
    }
  }

  private static let marks: [(name: String, isRead: Bool)] = [
    ("one", true), ("two", false), ("three", true), ("three", false), ("four", false), ("four", true),
  ]
  private static let wanted = ["four", "one"]

  @Test("What is marked before it is sent once after it, and no answer changes it", arguments: Later.allCases)
  func unsent(_ later: Later) throws {
    let home = try VirtualHome()
    try home.system.run {
      let desk = try Desk(in: home)
      try desk.round()
      #expect(desk.read == ["four", "two"])
      desk.isAway = true
      for mark in Self.marks { desk.mark(mark.isRead, mark.name) }
      try desk.go(on: later)
      #expect(desk.read == Self.wanted)
      // The list of a round that began before.
      let former = desk.server
      desk.isAway = false
      try desk.round(with: former)
      #expect(desk.read == Self.wanted && desk.requests.isEmpty)
      try desk.round()
      for _ in 0..<2 {
        try desk.go(on: later)
        try desk.round()
        #expect(desk.read == Self.wanted && desk.server.filter(\.value).keys.sorted() == Self.wanted)
        #expect(desk.requests.sorted() == ["four read", "one read", "three unread", "two unread"])
      }
      desk.feeds.close()
      #expect(desk.kept == Self.wanted)
    }
  }

  @Test("What is marked elsewhere after that counts here, and is not sent", arguments: Later.allCases)
  func elsewhere(_ later: Later) throws {
    let home = try VirtualHome()
    try home.system.run {
      let desk = try Desk(in: home)
      for mark in Self.marks { desk.mark(mark.isRead, mark.name) }
      try desk.round()
      let sent = desk.requests
      desk.server = ["one": false, "two": true, "three": false, "four": true]
      try desk.round()
      for _ in 0..<2 {
        try desk.go(on: later)
        #expect(desk.read == ["four", "two"] && desk.requests == sent)
      }
      desk.feeds.close()
      #expect(desk.kept == ["four", "two"])
    }
  }
}

import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Windows

/// The user's list of feeds at every start but the first: what was set is the same.
@Suite("The user's list at every start") struct ListStartTests {
  enum Later: String, CaseIterable {
    case runsOn, readsAgain, restarts, restartsTwice, isWrittenAgain, isReformatted, isChangedAndUndone
    case isChangedBesideAnother, isSwitchedAndUndone
  }

  private final class Desk {
    let home: VirtualHome
    private(set) var list: FollowedFeedList
    private(set) var feeds: NewsDesk
    let edits: FeedEdits

    init(in home: VirtualHome) throws {
      self.home = home
      try FeedList.change(UserPaths.feedList) { (list) throws(Failure) in
        for (url, group) in ListStartTests.addresses {
          var feed = try FeedSpec(url: url)
          feed.group = group
          list.add(feed)
        }
        let account = list.addAccount("https://reader.example", name: "Reader")
        var feed = try FeedSpec(url: "https://account.example/")
        feed.account = AccountFeed(account: account.address, stream: "feed/1")
        list.subscribe(to: [feed], by: account.address)
      }
      edits = FeedEdits(UserPaths.feedList, FeedsPanelText(.english))
      list = FollowedFeedList()
      feeds = Self.controller(list)
    }

    private static func controller(_ list: FollowedFeedList) -> NewsDesk {
      NewsDesk(
        feeds: [], list: list, options: NewsFeeds(), crawl: CrawlScene(), color: { Color(rgb: UInt32($0)) },
        readState: UserPaths.readState, colors: UserPaths.topicColors)
    }

    func start() {
      feeds.close()
      list = FollowedFeedList()
      feeds = Self.controller(list)
    }

    /// The strip reads the files again, as it does after each change.
    func look() {
      list.look()
      feeds.apply(list, at: 0)
    }

    func feed(_ url: String) throws -> FeedSpec { try FeedList(path: UserPaths.feedList).feeds.feed(url) }

    func set(_ property: String, of url: String, to value: String) throws {
      _ = try edits.set(feed(url), name: "", property, to: value)
    }

    func turn(_ url: String, on isOn: Bool) throws { _ = try edits.turn(feed(url), name: "", on: isOn) }

    var files: [String] {
      [UserPaths.feedList, UserPaths.offFeeds].map { (try? Project.text(of: $0)) ?? "" }
    }

    /// What is seen of it.
    var shown: Shown {
      let entries = feeds.topics.entries
      return Shown(
        feeds: list.feeds, filters: list.filters,
        areOn: list.feeds.map { list.isOn($0.url) },
        chips: feeds.tokens(now: 1e9).map { chip in
          "\(chip.label) \(entries[chip.tag ?? 0].isOn) \(chip.dot?.text ?? "-")"
        }, read: Set(feeds.shownFeeds))
    }
  }

  private struct Shown: Equatable {
    var feeds: [FeedSpec]
    var filters: [String: FeedFilter]
    var areOn: [Bool]
    var chips: [String]
    /// The addresses that are fetched.
    var read: Set<String>
  }

  private static let addresses: [(String, String?)] = [
    ("https://a.example/feed?x=1&y=2", "News"), ("/tmp/b c.xml", nil), ("https://c.example/", "Food/Drinks"),
    ("https://d.example/%C3%A9", "News"), ("https://e.example/", nil),
  ]

  /// Two values of each property of a feed.
  private static let values: [String: (String, String)] = [
    "label": ("A & <b> \"q\" 'é' – 😀", "Other"), "color": ("#3a7", "red"), "interval": ("612.5", "60"),
    "only": ("/go+al|\"x\" & <y>/", "goal"), "without": ("late early", "/^Re: /"), "max-age": ("86400", "3600"),
    "items-per-feed": ("7", "1"), "summaries": ("on", "off"),
    "row": (#"score /(?<home>.+) (?<score>\d+)-(?<score>\d+) (?<away>.+)/"#, #"score /(?<home>.+)/"#),
    "priority": ("-5", "100"), "not-before": ("2026-12-24T18:00:00+01:00", "2026-01-01T00:00:00"),
    "not-after": ("2031-01-01T00:00:00", "2032-02-03T04:05:06Z"), "on": ("mon-fri 08:00-18:00,sun", "sat"),
    "every": ("3", "2"),
  ]

  /// Sets everything, and returns what is to be seen of it.
  private func begin(_ desk: Desk) throws -> Shown {
    #expect(Set(Self.values.keys) == Set(FeedSpec.properties.map(\.flag)))
    let urls = Self.addresses.map(\.0) + ["https://account.example/"]
    var wanted = try FeedList(path: UserPaths.feedList).feeds
    for (place, property) in FeedSpec.properties.enumerated() {
      let value = try #require(Self.values[property.flag])
      // All of them at one feed, and one at each.
      for index in Set([0, place % urls.count]) {
        let feed = try #require(wanted.firstIndex { $0.url == urls[index] })
        wanted[feed] = try FeedChange(property.flag, to: value.0).applied(to: wanted[feed])
      }
    }
    let moved = wanted.remove(at: try #require(wanted.firstIndex { $0.url == urls[4] }))
    let place = try #require(wanted.firstIndex { $0.url == urls[1] })
    wanted.insert(moved, at: place)
    try FeedList.change(UserPaths.feedList) { list in
      for feed in wanted { list.update(feed) }
      list.move(moved.url, to: place)
    }
    for url in [urls[1], urls[3]] { try desk.turn(url, on: false) }
    desk.look()
    let areOn = wanted.map { $0.url != urls[1] && $0.url != urls[3] }
    var shown = desk.shown
    #expect(shown.feeds == wanted && shown.areOn == areOn)
    #expect(shown.chips.count == 6 && shown.chips.count { $0.contains("false") } == 2 && shown.read.count == 4)
    (shown.feeds, shown.areOn, shown.filters) = (wanted, areOn, FollowedFeedList.filters(of: wanted))
    return shown
  }

  private func go(on later: Later, _ desk: Desk) throws {
    let urls = Self.addresses.map(\.0)
    switch later {
    case .runsOn: break
    case .readsAgain: for _ in 0..<2 { desk.look() }
    case .restarts: desk.start()
    case .restartsTwice:
      for _ in 0..<2 {
        desk.start()
        desk.look()
      }
    case .isWrittenAgain:
      let before = desk.files
      try FeedList.change(UserPaths.feedList) { _ in }
      var off = try OffFeeds()
      for url in urls { try off.set(url, on: off.isOn(url)) }
      #expect(desk.files == before)
      desk.look()
    case .isReformatted:
      let text = desk.files[0].replacing("<outline", with: "<!-- x -->\n\n<outline\n ")
      try Files.write(text, to: UserPaths.feedList)
      desk.look()
      try FeedList.change(UserPaths.feedList) { _ in }
      desk.start()
    case .isChangedAndUndone: try changeAndUndo(desk)
    case .isChangedBesideAnother:
      for (property, value) in Self.values { try desk.set(property, of: urls[0], to: value.1) }
      _ = try desk.edits.remove(desk.feed(urls[2]), name: "", account: nil)
      // Another program writes it meanwhile.
      try FeedList.change(UserPaths.feedList) { (list) throws(Failure) in
        _ = list.add(try FeedSpec(url: "https://new.example/"))
      }
      for _ in 0...Self.values.count { _ = try desk.edits.undo() }
      desk.look()
      try FeedList.change(UserPaths.feedList) { list in _ = list.remove("https://new.example/") }
      desk.look()
      desk.start()
    case .isSwitchedAndUndone:
      for action in [TopicAction.turn(0, on: false), .switchOff(2), .showAll, .only(2)] {
        desk.feeds.perform(action, at: 0)
        desk.look()
      }
      for _ in 0..<4 { desk.feeds.perform(.undo, at: 0) }
      #expect(!desk.feeds.newsroom.canUndo)
      desk.look()
    }
  }

  private func changeAndUndo(_ desk: Desk) throws {
    let (urls, before) = (Self.addresses.map(\.0), desk.files)
    func undone(_ edit: () throws -> Void) throws {
      try edit()
      desk.look()
      #expect(desk.files != before)
      _ = try desk.edits.undo()
      desk.look()
      #expect(desk.files[0] == before[0])
    }
    for (property, value) in Self.values {
      try undone { try desk.set(property, of: urls[0], to: property < "n" ? value.1 : "") }
    }
    for url in urls {
      try undone { _ = try desk.edits.remove(desk.feed(url), name: "", account: nil) }
      try undone { try desk.turn(url, on: !desk.list.isOn(url)) }
    }
    try undone { _ = try desk.edits.move(desk.feed(urls[0]), name: "", toPlaceOf: urls[2]) }
  }

  @Test("Feeds, their settings, order, filters and chips are the same", arguments: Later.allCases)
  func same(_ later: Later) throws {
    let home = try VirtualHome()
    try home.system.run {
      let desk = try Desk(in: home)
      let wanted = try begin(desk)
      for _ in 0..<(later == .isChangedAndUndone ? 1 : 2) {
        try go(on: later, desk)
        let shown = desk.shown
        #expect(shown.feeds == wanted.feeds && shown.filters == wanted.filters)
        #expect(shown.areOn == wanted.areOn)
        #expect(shown.chips == wanted.chips && shown.read == wanted.read)
      }
    }
  }
}

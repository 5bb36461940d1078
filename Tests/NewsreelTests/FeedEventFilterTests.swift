import Testing

@testable import App
@testable import Base
@testable import Newswire
@testable import Windows

/// What is believed of a process that reads feeds, and that may be anybody's.
@Suite("The filter of the feed process's events") struct FeedEventFilterTests {
  private var filter = FeedEventFilter()
  private let asked: [String: FeedSpec]
  /// The IDs of what is here of any feed, the newest first.
  private var held: [String] = []

  init() throws {
    var alerts = try FeedSpec(url: "https://e.org/alerts")
    alerts.alerts = AlertSettings()
    let feed = try FeedSpec(url: "https://e.org/feed")
    asked = [alerts.url: alerts, feed.url: feed]
  }

  private mutating func say(_ event: FeedEvent) -> [String] {
    let here = held.map { NewsItem(guid: $0, title: "T") }
    return filter.events(from: event, asked: asked, held: { _ in here }).map { event in
      switch event {
      case .items(let items, _):
        items.map { "\($0.id.guid)\($0.alert == nil ? "" : "!")\($0.place == nil ? "" : "#")" }.joined(separator: ",")
      case .withdrawn(let ids, _): "without " + ids.joined(separator: ",")
      case .status: "status"
      case .described(let description): description.picture ?? "no picture"
      case .picture(let path, _): path
      case .marked, .error, .account, .stopped: "other"
      }
    }
  }

  private func items(_ ids: String..., of feed: String, title: String = "T") -> FeedEvent {
    .items(
      ids.map { id in
        var item = NewsItem(guid: id, title: title)
        item.place = 7
        item.alert = AlertFacts(CAPInfo(), .actual)
        return item
      }, feed: "https://e.org/" + feed)
  }

  private func status(_ feed: String, _ outcome: FeedStatus.Outcome) -> FeedEvent {
    .status(FeedStatus(url: "https://e.org/" + feed, outcome: outcome))
  }

  @Test("Items are of feeds that are read; alerts are of their sources, and no feed has places") mutating func items() {
    #expect(say(items("1", of: "other")).isEmpty)
    #expect(say(items("1", "2", of: "feed")) == ["1,2"])
    #expect(say(items("1", of: "alerts")) == ["1!"])
  }

  @Test("Alerts that a restarted process does not tell of are over once it has read their source")
  mutating func restart() {
    filter.begin(asked.keys)
    #expect(say(items("1", "2", "3", "4", of: "alerts")) == ["1!,2!,3!,4!"])
    held = ["4", "3", "2", "1"]
    #expect(say(.withdrawn(["3"], feed: "https://e.org/alerts")) == ["without 3"])
    held = ["4", "2", "1"]
    #expect(say(status("alerts", .read)) == ["status"])
    filter.begin(asked.keys)
    // It dies again before it has read anything, and then the server is away.
    filter.begin(asked.keys)
    #expect(say(status("alerts", .unreachable)) == ["status"])
    // One that is the same is no news, even if it has been acknowledged; one that has changed is.
    #expect(say(items("2", of: "alerts")).isEmpty)
    #expect(say(items("1", of: "alerts", title: "Changed")) == ["1!"])
    #expect(say(status("feed", .read)) == ["status"])
    #expect(say(status("alerts", .read)) == ["without 4", "status"])
    #expect(say(status("alerts", .read)) == ["status"])
  }

  @Test("An alert that ended while the process restarted is news when it comes again, as it was")
  mutating func endedMeanwhile() {
    filter.begin(asked.keys)
    #expect(say(items("1", "2", of: "alerts")) == ["1!,2!"])
    held = ["2", "1"]
    #expect(say(status("alerts", .read)) == ["status"])
    filter.begin(asked.keys)
    #expect(say(items("2", of: "alerts")).isEmpty)
    #expect(say(status("alerts", .read)) == ["without 1", "status"])
    held = ["2"]
    #expect(say(items("1", of: "alerts")) == ["1!"])
    // So is one that was withdrawn, or whose source was hidden meanwhile.
    held = ["2", "1"]
    filter.begin(asked.keys)
    #expect(say(.withdrawn(["1"], feed: "https://e.org/alerts")) == ["without 1"])
    #expect(say(items("1", "2", of: "alerts")) == ["1!"])
    filter.forget("https://e.org/alerts")
    #expect(say(items("1", "2", of: "alerts")) == ["1!,2!"])
  }

  @Test("Alerts that were withdrawn while their source was hidden go once it is shown and read") mutating func shown() {
    filter.begin("https://e.org/alerts")
    #expect(say(items("1", "2", of: "alerts")) == ["1!,2!"])
    held = ["2", "1"]
    #expect(say(status("alerts", .read)) == ["status"])
    filter.forget("https://e.org/alerts")
    filter.begin("https://e.org/alerts")
    #expect(say(items("2", of: "alerts")) == ["2!"])
    #expect(say(status("alerts", .read)) == ["without 1", "status"])
  }

  @Test("Items that a feed has withdrawn go once it is re-read, even without a cache") mutating func anew() {
    held = ["e", "d", "c", "b", "a"]
    filter.begin("https://e.org/feed")
    #expect(say(items("d", "c", of: "feed")) == ["d,c"])
    #expect(say(.withdrawn(["c"], feed: "https://e.org/feed")) == ["without c"])
    #expect(say(status("feed", .unreachable)) == ["status"])
    #expect(say(items("b", of: "feed")) == ["b"])
    // The oldest may only have dropped off.
    #expect(say(status("feed", .read)) == ["without e,c", "status"])
    #expect(say(status("feed", .read)) == ["status"])
    // Of a feed without end nothing is known.
    filter.begin("https://e.org/feed")
    for number in 0...1000 { _ = say(items("\(number)", of: "feed")) }
    #expect(say(status("feed", .read)) == ["status"])
  }

  @Test(
    "Images are those of the caches",
    arguments: [
      "/etc/x.png", "/x.png", "/../x.png", "/..\u{2f}\u{301}x.png", "/a\u{2f}\u{301}x.png", "/x.png\0", "/x\0.png",
      "/x",
    ])
  mutating func images(end: String) throws {
    for (folder, isIcon) in [(UserPaths.icons, true), (UserPaths.pictures, false)] {
      let path = end == "/etc/x.png" ? end : folder + end
      let isOwn = end == "/x.png"
      if isIcon {
        var description = FeedDescription(url: "u", title: nil, link: nil, icon: nil)
        description.picture = path
        #expect(say(.described(description)) == [isOwn ? path : "no picture"])
      } else {
        #expect(say(.picture(path: path, address: "https://e.org/p")) == (isOwn ? [path] : []))
      }
    }
  }
}

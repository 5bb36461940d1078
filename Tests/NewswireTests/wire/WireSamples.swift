import Base
import ScrollCore
import TestKit

@testable import Newswire

/// Random values of each type that goes over a pipe or a broker, or into a file.
struct WireSamples {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func flag() -> Bool { Bool.random(using: &random) }
  mutating func one<Element>(_ all: [Element]) -> Element { all[number(0...all.count - 1)] }
  mutating func maybe<Value>(_ value: (inout WireSamples) -> Value) -> Value? { flag() ? value(&self) : nil }

  mutating func some<Value>(_ most: Int, _ value: (inout WireSamples) -> Value) -> [Value] {
    (0..<number(0...most)).map { _ in value(&self) }
  }

  mutating func text() -> String {
    let words = ["Ünï", "“quoted”", "a \"b\"", "back\\slash", "日本語", "x", "{value}", "👩‍👩‍👧", "end."]
    return (0...number(0...3)).map { _ in one(words) }.joined(separator: " ")
  }

  mutating func name() -> String { "\(one(["a", "b-c", "item.7", "Z_9"]))\(number(0...999))" }
  mutating func address() -> String {
    "https://\(one(["example.org", "e.org:8080", "news.example"]))/\(number(0...99))"
  }
  mutating func time() -> UnixTime {
    UnixTime(seconds: Double(number(1_000_000_000...2_000_000_000)) + one([0, 0.5, 0.123456]))
  }

  mutating func marks() -> UnsentMarks.Mark {
    UnsentMarks.Mark(account: address(), item: text(), isRead: flag(), time: time())
  }

  mutating func alert() -> AlertFacts {
    var info = CAPInfo()
    (info.event, info.severity) = (text(), one(AlertSeverity.allCases))
    (info.urgency, info.certainty) = (one(AlertUrgency.allCases), one(AlertCertainty.allCases))
    var facts = AlertFacts(info, one(CAPAlert.Status.allCases))
    (facts.area, facts.message) = (text(), name())
    return facts
  }

  mutating func airing() -> Airing {
    var airing = Airing()
    airing.priority = maybe { $0.number(-1000...1000) }
    airing.placing = maybe { $0.one(Airing.Placing.allCases) }
    airing.key = maybe { $0.text() }
    airing.hold = maybe { $0.one([.time(20), .time(0.5), .cycles(1), .cycles(7), .acknowledged]) }
    airing.every = maybe { $0.number(1...1000) }
    airing.alert = maybe { $0.one(Airing.Severity.allCases) }
    return airing
  }

  mutating func row() -> Row {
    var row = Row(one(["score", "quote", "my-row"]))
    for field in ["home", "away", "value"] where flag() { row.fields[field] = (0...number(0...2)).map { _ in text() } }
    return row
  }

  mutating func item() -> NewsItem {
    var item = NewsItem(
      guid: maybe { $0.text() }, title: text(), link: maybe { $0.address() }, topic: maybe { $0.text() })
    item.id.feed = maybe { $0.address() }
    (item.author, item.summary) = (maybe { $0.text() }, maybe { $0.text() })
    (item.published, item.expires) = (maybe { $0.time() }, maybe { $0.time() })
    if flag() { item.arrived = time() }
    item.isNew = flag()
    if flag() { item.airing = airing() }
    item.place = maybe { $0.number(0...NewsItem.lastPlace) }
    (item.row, item.alert) = (maybe { $0.row() }, maybe { $0.alert() })
    return item
  }

  mutating func channelIndex() -> ChannelIndex {
    var index = ChannelIndex()
    index.seq = number(100...1_000_000)
    index.ids = Array(Set(some(5) { $0.name() })).sorted()
    for id in index.ids where flag() { index.expires[id] = time() }
    index.from = maybe { $0.number(0...100) }
    for _ in 0..<number(0...3) { index.urgent[name()] = time() }
    for _ in 0..<number(0...3) { index.changes[name()] = one([-1, 1]) * number(1...100) }
    return index
  }

  mutating func feed() -> FeedSpec {
    var feed = FeedSpec()
    (feed.url, feed.label, feed.interval) = (address(), maybe { $0.text() }, maybe { Double($0.number(60...9999)) })
    feed.account = maybe { AccountFeed(account: $0.address(), stream: "feed/\($0.number(0...99))") }
    return feed
  }

  mutating func alertSource() -> FeedSpec {
    var (feed, settings) = (feed(), AlertSettings())
    feed.account = nil
    settings.scope = one([.public, .restricted, .private])
    settings.languages = some(2) { $0.one(["de", "en-GB"]) }
    settings.showsTests = flag()
    feed.alerts = settings
    return feed
  }

  mutating func subscription() -> Subscription {
    var feed = FeedSpec()
    (feed.url, feed.site, feed.group) = (address(), maybe { $0.address() }, maybe { $0.text() })
    feed.account = AccountFeed(account: "https://rss.example", stream: "feed/\(number(0...99))")
    return Subscription(feed: feed, title: maybe { $0.text() }, icon: maybe { $0.address() })
  }

  mutating func description() -> FeedDescription {
    FeedDescription(
      url: address(), title: maybe { $0.text() }, link: maybe { $0.address() }, icon: maybe { $0.address() },
      picture: maybe { "/tmp/" + $0.name() })
  }

  mutating func brokerSettings() throws -> BrokerSettings {
    var options = BrokerOptions()
    (options.version, options.keepAlive) = (one(BrokerOptions.Version.allCases), number(BrokerOptions.keepAlives))
    (options.authorities, options.certificate) = (maybe { "/etc/" + $0.name() }, maybe { "/etc/" + $0.name() })
    (options.key, options.display, options.isAtHome) = (
      maybe { "/etc/" + $0.name() }, maybe { $0.name() }, maybe { $0.flag() }
    )
    options.lines = try some(3) { $0.one(["a/b", "a/+", "#"]) }.map { (text) throws(Failure) in try TopicFilter(text) }
    var settings = BrokerSettings(
      try BrokerAddress(one(["mqtt://h/c", "mqtts://user@broker.example:8883/desk"])), options)
    settings.numbers = some(3) { "sensors/" + $0.name() }
    (settings.window, settings.wall, settings.conducts) = (maybe { $0.name() }, maybe { $0.name() }, flag())
    for _ in 0..<number(0...3) { settings.known[name()] = number(0...999) }
    settings.password = maybe { $0.text() }
    return settings
  }

  mutating func wallItem() -> WallItem {
    var item = WallItem(id: name(), text: text(), width: Double(number(8...5000)))
    item.topic = maybe { WallItem.Topic($0.text(), tone: $0.number(0...20)) }
    (item.link, item.isMarkup, item.isContinued) = (maybe { $0.address() }, flag(), flag())
    return item
  }

  mutating func wallItems() -> [WallItem] {
    var names: Set<String> = []
    return some(5) { $0.wallItem() }.filter { names.insert($0.id).inserted }
  }

  mutating func operation() -> WallOperation {
    let change: WallOperation.Change =
      switch number(0...2) {
      case 0: .add(wallItems(), behind: maybe { $0.name() })
      case 1: .remove(Set(some(4) { $0.name() }))
      default: .speed(Double(number(0...20_000)) / 4)
      }
    return WallOperation(
      plan: name(), number: number(0...9999), time: time(), place: Double(number(-999...9999)) / 8, change)
  }

  mutating func plan() -> WallPlan {
    let items = wallItems()
    var (belt, place): ([PlacedWallItem], Double) = ([], 0)
    for _ in 0..<number(0...4) {
      belt.append(PlacedWallItem(!items.isEmpty && flag() ? one(items) : wallItem(), at: place))
      place = belt[belt.count - 1].end + 16
    }
    var plan = WallPlan(
      name(), number: number(0...999), items: items, last: number(-1...items.count - 1), end: place, belt: belt,
      length: Double(number(1...9999)), gap: Double(number(0...99)), scrollLeft: flag(),
      base: WallMotion(time: time(), distance: Double(number(0...999)), speed: Double(number(0...200))))
    var (turns, edits): ([WallMotion.Turn], [WallOperation]) = ([], [])
    for step in 0..<number(0...2) {
      turns.append(WallMotion.Turn(time: plan.base.time + Double(step), speed: Double(number(0...99))))
      var edit = operation()
      edit.place = Double(step)
      edits.append(edit)
    }
    plan.adopt(turns: turns, edits: edits)
    return plan
  }

  mutating func cacheEntry() -> FeedCache.Entry {
    var entry = FeedCache.Entry(url: address())
    (entry.title, entry.link, entry.icon) = (maybe { $0.text() }, maybe { $0.address() }, maybe { $0.address() })
    (entry.movedTo, entry.entityTag, entry.lastModified) = (
      maybe { $0.address() }, maybe { $0.text() }, maybe { $0.text() }
    )
    (entry.problemSince, entry.looked, entry.due) = (maybe { $0.time() }, maybe { $0.time() }, maybe { $0.time() })
    (entry.earliest, entry.gone) = (maybe { $0.time() }, maybe { $0.time() })
    entry.items = some(3) { $0.item() }
    return entry
  }
}

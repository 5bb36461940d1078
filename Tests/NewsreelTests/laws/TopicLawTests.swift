import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Windows

/// The topics of a strip through random histories, beside a plain list of what was set.
@Suite("Laws of topics") struct TopicLawTests {
  /// What is known of a topic.
  private struct Plain {
    var name: String
    var feed: String?
    var own: String?
    var isNamed = false
    var isOn = true
    var undoUntil = -Double.infinity
    var isGone = false
    var status: FeedStatus?

    var isFailing: Bool { feed != nil && isOn && !isGone && status?.isFailing == true }
    func state(_ now: Double) -> TokenState { isOn ? .on : undoUntil > now ? .undo : .off }
  }

  @Test("Chips are what was set last of each topic, in their order, whatever came between", arguments: 1...20)
  func chips(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    let themes: [(Int) -> Color] = [{ Color(rgb: UInt32($0)) }, { Color(rgb: UInt32(0x100 + $0)) }]
    var theme = themes[0]
    var topics = Topics()
    var chips: TopicChips { TopicChips(topics, color: theme) }
    var plain: [Plain] = []
    var order: [Int] = []
    var now = 0.0
    for step in 0..<150 {
      now += pick([0, 1, 4])
      let name = pick(["a", "b", "c", "d"])
      let url = "https://\(name).example/feed"
      let place = plain.firstIndex { $0.feed == url }
      switch Int.random(in: 0..<11, using: &random) {
      case 0...1:
        var feed = try FeedSpec(url: url, label: pick([nil, "L\(step)"]))
        feed.color = pick([nil, nil, "#ff0000"])
        let title = pick([nil, "T\(step)"])
        topics.add(feed, title: title)
        let known = place ?? plain.count
        if place == nil {
          plain.append(Plain(name: "", feed: url))
          order.append(known)
        }
        plain[known].name = feed.label ?? title ?? (place == nil ? "\(name).example" : plain[known].name)
        (plain[known].isNamed, plain[known].own, plain[known].isGone) = (feed.label != nil, feed.color, false)
      case 2:
        var item = NewsItem(title: "x")
        item.topic = pick(["S", "P", "", nil])
        let id = topics.id(of: item)
        guard let topic = item.topic, !topic.isEmpty else {
          #expect(id == nil)
          continue
        }
        if let known = plain.firstIndex(where: { $0.feed == nil && $0.name == topic }) {
          #expect(id == known)
        } else {
          #expect(id == plain.count)
          order.append(plain.count)
          plain.append(Plain(name: topic))
        }
      case 3...4:
        guard !plain.isEmpty else { continue }
        let id = Int.random(in: 0..<plain.count, using: &random)
        let isOn = pick([true, false])
        let end = isOn ? -.infinity : pick([-.infinity, now + SwitchedTopics.undoTime])
        topics.set(id, on: isOn, undoUntil: end)
        (plain[id].isOn, plain[id].undoUntil) = (isOn, end)
      case 5:
        guard let id = plain.indices.randomElement(using: &random) else { continue }
        plain[id].isGone = Bool.random(using: &random)
        topics.setGone(id, plain[id].isGone)
      case 6:
        let description = FeedDescription(url: url, title: pick(["T\(step)", nil, ""]), link: nil, icon: nil)
        let before = place.map { plain[$0].name }
        let changes = topics.describe(description)
        if let place, let title = description.title, !title.isEmpty, !plain[place].isNamed { plain[place].name = title }
        #expect(changes == (before != place.map { plain[$0].name }))
        let changesAgain = topics.describe(description)
        #expect(!changesAgain)
      case 7...8:
        let status = FeedStatus(
          url: url, outcome: pick([.read, .read, .failed, .unreachable]), count: pick([0, 3]))
        let changes = topics.note(status)
        let before = place.map { Self.mark(plain[$0]) }
        if let place { plain[place].status = status }
        #expect(changes == (before != place.map { Self.mark(plain[$0]) }))
        let changesAgain = topics.note(status)
        #expect(!changesAgain)
      case 9:
        let list = ["a", "b", "c", "d"].shuffled(using: &random).map { "https://\($0).example/feed" }
        topics.arrange(list)
        let ids = list.compactMap { url in plain.firstIndex { $0.feed == url } }
        let places = order.indices.filter { plain[order[$0]].feed != nil }
        for (place, id) in zip(places, ids) { order[place] = id }
      default:
        theme = pick(themes)
      }
      // Looks at other times change nothing.
      _ = (chips.shown(now: now + 100, .english), chips.off, topics.nextUndoEnd(after: now + 3))
      let moment = "seed \(seed), step \(step)"
      let shown = order.filter { !plain[$0].isGone }
      let failing = order.filter { plain[$0].isFailing }
      let sound = shown.filter { !plain[$0].isFailing }
      let tokens = chips.shown(now: now, .english)
      let single = failing.count == 1 ? failing : []
      try #require(tokens.prefix(sound.count + single.count).map(\.tag) == sound + single, "\(moment)")
      try #require(tokens.count == sound.count + min(1, failing.count), "\(moment)")
      for (token, id) in zip(tokens, sound + single) {
        try #require(token.label == plain[id].name && token.state == plain[id].state(now), "\(moment)")
        let color = try plain[id].own.map { try Color(parsing: $0) } ?? theme(topics.entries[id].colorNumber)
        try #require(token.dot == color && token.mark == Self.mark(plain[id]), "\(moment)")
        try #require(chips.labels[id].name == plain[id].name && chips.labels[id].color == color, "\(moment)")
      }
      try #require(chips.off == shown.filter { !plain[$0].isOn }, "\(moment)")
      try #require(topics.failing == failing && topics.hasFailing == !failing.isEmpty, "\(moment)")
      let ends = plain.map(\.undoUntil).filter { $0 > now }
      let next = topics.nextUndoEnd(after: now)
      try #require(next == ends.min() ?? .infinity, "\(moment)")
      // Until then no chip changes, and none ever goes.
      let states = topics.tokens(now: now).map(\.state)
      try #require(topics.tokens(now: min(next, now + 1e6) - 1e-6).map(\.state) == states, "\(moment)")
      try #require(topics.tokens(now: now + 1e6).map(\.tag) == tokens.map(\.tag), "\(moment)")
    }
  }

  private static func mark(_ topic: Plain) -> TokenMark? {
    guard topic.feed != nil, topic.isOn, !topic.isGone else { return nil }
    guard let status = topic.status else { return .waiting }
    return status.isFailing ? .failing : status.count == 0 ? .waiting : nil
  }
}

import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Windows

/// The topics of feeds: what chips they have, in which colours, and what the chips' menus offer.
@Suite("Topics of feeds") struct FeedTopicTests {
  private static func url(_ name: String) -> String { "https://\(name.lowercased()).example/feed" }

  private static func topics(_ names: [String], colors: TopicColors = TopicColors()) throws -> Topics {
    var topics = Topics(colors: colors)
    for name in names { topics.add(try FeedSpec(url: url(name), label: name)) }
    return topics
  }

  private static func fail(_ names: String..., in topics: inout Topics) {
    for name in names { _ = topics.note(failure(of: name)) }
  }

  private static func failure(of name: String) -> FeedStatus {
    FeedStatus(url: url(name), outcome: .unreachable, reason: Reason("no answer"), nextLook: 1300)
  }

  @Test("A feed that fails stands at the end, and several stand in one chip there, unless they are off")
  func failing() throws {
    var topics = try Self.topics(["A", "B", "C", "D"])
    for name in ["B", "D"] { _ = topics.note(FeedStatus(url: Self.url(name), outcome: .read, count: 3)) }
    Self.fail("A", in: &topics)
    #expect(topics.tokens(now: 0).map(\.label) == ["B", "C", "D", "A"] && topics.tokens(now: 0).last?.mark == .failing)
    Self.fail("C", in: &topics)
    let chips = topics.tokens(now: 0)
    #expect(chips.map(\.label) == ["B", "D", "2 failing"] && chips.last == .failing(2))
    #expect(
      FeedWords(.english).problem(of: topics.failing.map { topics.entries[$0] }, now: 1000)
        == "Cannot read 2 feeds: A, C · next try in 5 min")
    topics.set(0, on: false)
    #expect(topics.tokens(now: 0).map(\.label) == ["A", "B", "D", "C"] && topics.tokens(now: 0)[0].mark == nil)
    // What was just switched off offers to come back.
    topics.set(0, on: true)
    topics.set(2, on: false, undoUntil: 10)
    #expect(topics.tokens(now: 0).map(\.label) == ["B", "C", "D", "A"] && topics.tokens(now: 0)[1].state == .undo)
    topics.noteLoading(0)
    #expect(topics.tokens(now: 20).map(\.label) == ["A", "B", "C", "D"] && topics.tokens(now: 20)[0].mark == .waiting)
    #expect(topics.tokens(now: 20)[2].state == .off)
  }

  @Test("Chips of feeds follow the order of the list, between those of other topics") func order() throws {
    var topics = try Self.topics(["A", "B"])
    var item = NewsItem(title: "T")
    item.topic = "Line"
    let line = topics.id(of: item)
    topics.add(try FeedSpec(url: Self.url("C"), label: "C"))
    topics.arrange(["C", "A", "C", "none", "B"].map(Self.url))
    #expect(topics.tokens(now: 0).map(\.label) == ["C", "A", "Line", "B"])
    // A topic is known by its number all the same.
    #expect(topics.tokens(now: 0).map(\.tag) == [3, 0, line, 1])
    Self.fail("A", "B", in: &topics)
    #expect(topics.failing.map { topics.entries[$0].name } == ["A", "B"])
  }

  @Test("Topics keep their colours when lists change and lines come in another order") func colors() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/topic-colors"
    let names = (1...8).map { "Feed\($0)" }
    var first = try Self.topics(names, colors: TopicColors(path: path))
    for name in ["x", "y", "z"] {
      var item = NewsItem(title: "T")
      item.topic = name
      _ = first.id(of: item)
    }
    try first.colors.save(to: path)
    let before = Dictionary(uniqueKeysWithValues: zip(first.entries, first.chips.labels).map { ($0.name, $1.color) })
    #expect(Set(before.values).count == 11)
    var second = try Self.topics(names.reversed().dropLast(3), colors: TopicColors(path: path))
    for name in ["z", "x"] {
      var item = NewsItem(title: "T")
      item.topic = name
      _ = second.id(of: item)
    }
    for label in second.chips.labels { #expect(before[label.name] == label.color, "\(label.name)") }
    let other = TopicChips(second) { Color(rgb: UInt32($0 + 256)) }
    #expect(other.labels.allSatisfy { ($0.color.green, $0.color.blue) == (1, before[$0.name]?.blue) })
  }

  @Test("Undo goes back through what was switched, step by step", arguments: 1...40)
  func undoesEach(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var switched = SwitchedTopics()
    var states: [Bool?] = [true, true, true]
    var history: [[Bool?]] = []
    func perform(_ action: TopicAction) -> Bool {
      let changes = switched.changes(of: action, in: states)
      for (id, isOn) in changes { states[id] = isOn }
      return !changes.isEmpty
    }
    for _ in 0..<60 {
      let (before, id) = (states, Int.random(in: 0..<3, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0...1: if perform(.turn(id, on: states[id] == false)) { history.append(before) }
      case 2: if perform(.only(id)) { history.append(before) }
      case 3: if perform(.showAll) { history.append(before) }
      case 4...5: if perform(.switchOff(id)) { history.append(before) }
      default: if let former = history.popLast() { #expect(perform(.undo) && states == former) }
      }
    }
    while let former = history.popLast() { #expect(perform(.undo) && states == former) }
    #expect(switched.isEmpty && states == [true, true, true])
  }

  @Test("A chip that offers to undo is dimmed after that, and stays; that of a feed which is deleted goes")
  func comesBack() throws {
    var topics = try Self.topics(["A", "B"])
    for (now, state) in [(9.0, TokenState.undo), (11, .off)] {
      topics.set(0, on: false, undoUntil: 10)
      #expect(topics.tokens(now: now).map(\.label) == ["A", "B"] && topics.tokens(now: now)[0].state == state)
    }
    topics.set(0, on: true)
    #expect(topics.tokens(now: 9)[0].state == .on)
    topics.setGone(0, true)
    #expect(topics.tokens(now: 9).map(\.label) == ["B"] && topics.chips.off.isEmpty)
  }

  private func controller() throws -> NewsDesk {
    let folder = try TemporaryFolder()
    let feeds = try ["A", "B", "C"].map { try FeedSpec(url: Self.url($0), label: $0) }
    return NewsDesk(
      feeds: feeds, options: NewsFeeds(), crawl: CrawlScene(), color: { _ in .white },
      readState: folder.path + "/items")
  }

  private func titles(_ entries: [MenuEntry]) -> [String] {
    entries.map { ($0.kind == .separator ? "-" : $0.title) + ($0.isEnabled || $0.kind == .separator ? "" : " (off)") }
  }

  @Test("A chip's menu has what can be done to its topic, and its failure") func menu() throws {
    let feeds = try controller()
    let menu = ChipMenu(desk: feeds, bindings: Bindings())
    #expect(
      titles(menu.entries(ofChip: 0)) == [
        "Switch off", "Only this", "Undo (off)", "-", "Reload now", "Copy address",
      ])
    #expect(menu.entries(ofChip: 0).last?.kind == .copy(Self.url("A")))
    // What the window offers besides stands in its own menu alone.
    let quiet = MenuEntry("Do not disturb", .command(.doNotDisturb))
    #expect(menu.entries(ofChip: 0).inserting(quiet) == menu.entries(ofChip: 0))
    #expect(Menu(Bindings(), .english).entries.inserting(quiet).map(\.title) == ["Do not disturb", "Quit"])
    feeds.perform(.only(1), at: 0)
    #expect(feeds.topics.entries.map(\.isOn) == [false, true, false])
    #expect(
      titles(menu.entries(ofChip: 0)).prefix(3) == ["Switch on", "Only this", "Undo"]
        && titles(menu.entries(ofChip: 1))[1] == "Only this (off)")
    feeds.perform(.undo, at: 0)
    #expect(feeds.topics.entries.map(\.isOn) == [true, true, true])
    feeds.perform(.switchOff(2), at: 0)
    feeds.perform(.only(0), at: 0)
    #expect(feeds.topics.entries.map(\.isOn) == [true, false, false])
    #expect(titles(menu.entries(ofChip: 2)).first == "Switch on")
    #expect(menu.entries(ofChip: 7).isEmpty)
  }

  @Test("The chip that stands for all that fail has a list of them, each with its failure and its menu")
  func failingMenu() throws {
    let feeds = try controller()
    for name in ["A", "C"] { feeds.accept(.status(Self.failure(of: name))) }
    let entries = ChipMenu(desk: feeds, bindings: Bindings()).entries(ofChip: Token.failingTag)
    #expect(titles(entries) == ["Reload all of them now", "-", "A", "C"])
    #expect(entries[0].kind == .topic(.reload([0, 2])))
    guard case .list(let list) = entries[3].kind else { throw HarnessError("it is no list") }
    #expect(titles(list).prefix(3) == ["Cannot be reached (off)", "no answer (off)", "Next try in 1 min (off)"])
    #expect(list.contains { $0.kind == .topic(.reload([2])) })
    feeds.perform(.reload([0, 2]), at: 0)
    #expect(feeds.topics.failing.isEmpty && feeds.texts.description(ofTopic: 0) == "Loading A …")
  }
}

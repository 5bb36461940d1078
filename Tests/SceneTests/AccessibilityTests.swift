import ScrollCore
import Testing
import ViewKit

@testable import Scene

/// What views tell those who cannot see them, and what they let them do.
@Suite("Views without eyes") struct AccessibilityTests {
  private func node(_ view: some SceneView, at t: Seconds = 0) throws -> AccessibleNode {
    try #require(view.accessibleNode(at: t))
  }

  /// Does what is asked of the thing with that name, as an assistive technology would find it.
  @discardableResult
  private func perform<V: SceneView>(
    _ action: AccessibleAction, on name: String, in harness: ViewHarness<V>, at t: Seconds
  ) throws -> Bool {
    harness.context.time = t
    let path = try #require(node(harness.view, at: t).path(to: name))
    return harness.view.perform(action, on: path[...], in: harness.context)
  }

  // MARK: - Headlines

  private static let headlines = [
    Headline("First", topic: 0, link: "http://x/1"), Headline("Second", topic: 1),
    Headline("Third", link: "http://x/3"),
  ]
  private static let topics = [Topic("World", color: .white), Topic("Science", color: .white)]

  @Test("Headlines are links with their topics, and say where they are seen") func headlines() throws {
    let harness = ViewHarness.crawl(Self.headlines, topics: Self.topics)
    harness.draw(at: 1)
    harness.view.details = { [0: "Ann · 2 h ago"] }
    let list = try node(harness.view, at: 1)
    #expect(list.role == .list && list.children.map(\.name) == ["First", "Second", "Third"])
    #expect(list.children.map(\.role) == [.link, .listItem, .link])
    #expect(list.children.map(\.details) == ["World · Ann · 2 h ago", "Science", ""])
    #expect(list.children.map(\.link) == ["http://x/1", nil, "http://x/3"])
    for child in list.children {
      guard let place = child.place else { continue }
      let middle = harness.view.item(at: Point(x: place.midX, y: place.midY), t: 1)
      #expect(middle?.id == child.key && harness.bounds.union(place) == harness.bounds)
    }
    #expect(list.children.contains { $0.place != nil })
  }

  @Test("A headline keeps its key while others come and go") func keys() throws {
    let harness = ViewHarness.crawl(Self.headlines)
    let before = try node(harness.view).children
    harness.view.append(Headline("Fourth"), at: 1)
    harness.view.remove([before[0].key], at: 1)
    let after = try node(harness.view, at: 1).children
    #expect(after.map(\.name) == ["Second", "Third", "Fourth"])
    #expect(after.prefix(2).map(\.key) == before.suffix(2).map(\.key))
  }

  @Test("Opening a headline is what a click is") func open() throws {
    let harness = ViewHarness.crawl(Self.headlines)
    harness.draw(at: 0.5)
    #expect(try perform(.open, on: "Third", in: harness, at: 0.5))
    let id = try #require(node(harness.view).children.last?.key)
    let item = ShownHeadline(id: id, topic: nil, link: "http://x/3")
    #expect(harness.context.takeActions() == [.happened(.itemClicked(item)), .window(.open(link: "http://x/3"))])
    #expect(try !perform(.open, on: "Second", in: harness, at: 0.5))
    harness.view.opensLinks = false
    #expect(try !perform(.open, on: "Third", in: harness, at: 0.5))
    #expect(!harness.view.perform(.open, on: [99], in: harness.context))
  }

  @Test("The keyboard's mark is the focus, and asking for it sets the mark") func focus() throws {
    let harness = ViewHarness.crawl(Self.headlines)
    harness.draw(at: 3)
    func focused(at t: Seconds) throws -> [String] {
      try node(harness.view, at: t).children.filter { $0.states.contains(.focused) }.map(\.name)
    }
    #expect(try focused(at: 3) == [])
    harness.press(.tab, at: 3)
    #expect(try focused(at: 3) == ["First"])
    #expect(try perform(.focus, on: "Second", in: harness, at: 3))
    #expect(try focused(at: 3) == ["Second"] && harness.view.markedPlace(at: 3) != nil)
    #expect(harness.context.takeActions().contains(.window(.takeFocus)))
  }

  @Test("What has been read says so, and markup is not read out") func reading() throws {
    let harness = ViewHarness.crawl([Headline("A <b>bold</b> one &amp; more", link: "http://x")]) {
      $0.markup.kind = .pango
    }
    #expect(try node(harness.view).children[0].name == "A bold one & more")
    harness.view.setRead(Set(harness.view.itemIDs))
    let child = try node(harness.view).children[0]
    #expect(child.states.contains(.visited))
  }

  @Test("Of very many headlines the newest are read out, and of a very long one its beginning") func bounds() throws {
    let harness = ViewHarness.crawl((0..<2000).map { Headline("number \($0)") })
    let list = try node(harness.view)
    #expect(list.children.count == AccessibleNode.most && list.children.last?.name == "number 1999")
    harness.view.replaceAll(with: [Headline(String(repeating: "word ", count: 100_000))], at: 1)
    #expect(try node(harness.view, at: 1).children[0].name.count == AccessibleNode.longest)
  }

  // MARK: - Chips

  @Test("Chips of a strip are toggle buttons, and pressing one asks for what a click does") func chips() throws {
    let strip = StripSceneTests.strip()
    let states: [TokenState] = [.on, .off, .undo]
    let tokens = zip(["World", "Science", "Sports"], states).enumerated().map {
      Token($1.0, dot: .white, tag: $0, state: $1.1)
    }
    strip.view.setTopics(tokens, at: 0)
    strip.view.hint = { "topic \($0)" }
    strip.layOut()
    let group = try #require(node(strip.view).children.first { $0.name == "Topics" })
    #expect(group.children.map(\.role) == [.toggleButton, .toggleButton, .toggleButton])
    #expect(group.children.map { $0.states.contains(.checked) } == [true, false, false])
    #expect(group.children.map(\.details) == ["topic 0", "topic 1", "topic 2"])
    #expect(group.children.map(\.actions) == [[.press, .remove], [.press], [.press]])
    for (name, action, wanted) in [
      ("World", .press, .turn(0, on: false)), ("Science", .press, .turn(1, on: true)),
      ("Sports", .press, .turn(2, on: true)),
      ("World", .remove, .switchOff(0)),
    ] as [(String, AccessibleAction, TopicAction)] {
      #expect(try perform(action, on: name, in: strip, at: 1))
      #expect(strip.context.takeActions().contains(.headlines(.topic(wanted))), "\(name)")
    }
    #expect(try !perform(.remove, on: "Sports", in: strip, at: 1))
    #expect(try perform(.focus, on: "Science", in: strip, at: 1) && strip.view.chips.markedToken?.label == "Science")
  }

  @Test("The number is read out with its caption, and as a value") func counter() throws {
    let strip = StripSceneTests.strip()
    strip.draw(at: 1)
    let number = try #require(node(strip.view, at: 1).children.first { $0.role == .number })
    #expect(number.value == Double(strip.view.crawl.count) && number.name.hasPrefix("\(strip.view.crawl.count) "))
    let counter = CounterScene()
    counter.properties.caption = "visitors"
    counter.show(DecimalNumber(-1234), at: 0)
    #expect(try node(counter).value == -1234 && node(counter).name.hasSuffix(" visitors"))
    counter.show(nil, at: 1)
    #expect(try node(counter, at: 1).value == nil)
  }

  @Test("An urgent headline is there while it is on the glass, each a thing of its own") func urgent() throws {
    let strip = StripSceneTests.strip()
    strip.draw(at: 0)
    func shown(at t: Seconds) throws -> AccessibleNode? {
      strip.draw(at: t)
      return try node(strip.view, at: t).children.first { $0.role == .notification }
    }
    #expect(try shown(at: 1) == nil)
    strip.view.breakIns.show(BreakIn("The dam has broken", topic: "World", link: "http://x"), at: 1)
    strip.view.breakIns.show(BreakIn("The dam has broken", number: 1), at: 1)
    let first = try #require(try shown(at: 2))
    #expect(first.name == "World: The dam has broken" && first.actions == [.open])
    #expect(try perform(.open, on: first.name, in: strip, at: 2))
    #expect(strip.context.takeActions().contains(.window(.open(link: "http://x"))))
    let second = try #require(try shown(at: 7))
    #expect(second.name == "The dam has broken" && second.key != first.key)
    #expect(try shown(at: 60) == nil)
  }

  @Test("Chips that can be typed are things of a list, and can be selected and removed") func tokens() throws {
    let harness = ViewHarness.tokens(["one", "two"])
    let group = try node(harness.view)
    #expect(group.children.map(\.role) == [.listItem, .listItem, .entry])
    #expect(try perform(.focus, on: "two", in: harness, at: 1))
    #expect(try node(harness.view, at: 1).children[1].states.isSuperset(of: [.selected, .focused]))
    #expect(try perform(.remove, on: "one", in: harness, at: 2))
    #expect(harness.view.field.tokens.map(\.label) == ["two"])
  }

  // MARK: - Others

  @Test("A menu tells its lines and what is selected, and each list is another one") func menu() throws {
    let style = MenuStyle(font: FontSpec(size: 14), foreground: .white, background: .black, scale: 1)
    var dark = MenuEntry("Dark", .theme("dark"))
    dark.isChecked = true
    let menu = MenuView(
      [MenuEntry("Copy", .command(.copy)), .separator, MenuEntry("Theme", .list([dark]))], style: style)
    var outcome: MenuView.Outcome?
    menu.onEnd = { outcome = $0 }
    let harness = ViewHarness(menu, size: Size(width: 200, height: 200))
    harness.layOut()
    menu.selectFirst()
    let first = try node(menu)
    #expect(first.children.map(\.role) == [.menuItem, .separator, .menuItem])
    #expect(first.children[0].states.contains(.focused) && first.children[2].states.contains(.hasPopup))
    #expect(try perform(.press, on: "Theme", in: harness, at: 0))
    let second = try node(menu)
    #expect(second.children.last?.role == .checkItem && second.children.last?.states.contains(.checked) == true)
    #expect(Set(first.children.map(\.key)).isDisjoint(with: second.children.map(\.key)))
    #expect(try perform(.press, on: "Dark", in: harness, at: 0) && outcome == .chosen(.theme("dark")))
  }

  @Test("Labels, badges and credits are read") func texts() throws {
    let label = LabelView("News", style: LabelStyle(font: FontSpec(size: 12), color: .white))
    #expect(try node(label).name == "News" && LabelView("", style: label.style).accessibleNode(at: 0) == nil)
    var badge = Badge()
    badge.text = "Live"
    #expect(try node(BadgeScene(badge)).name == "Live")
    let credits = ViewHarness.credits("One\n\nTwo").view
    #expect(try node(credits).children.map(\.name) == ["One", "Two"])
  }
}

extension AccessibleNode {
  /// The keys that lead to the first thing of that name below this one.
  fileprivate func path(to name: String) -> [Int]? {
    for child in children {
      if child.name == name { return [child.key] }
      if let rest = child.path(to: name) { return [child.key] + rest }
    }
    return nil
  }
}

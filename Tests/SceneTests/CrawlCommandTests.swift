import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Commands to headlines") struct CrawlCommandTests {
  /// Four headlines of 110 to 130 px in a view of 400, with links but the second.
  private static func crawl() -> ViewHarness<CrawlScene> {
    var style = CrawlStyle()
    style.crawl.repeatWhenOutOfBounds = false
    (style.crawl.scrollTime, style.crawl.scrollSpeed, style.crawl.delayAtStart) = (0, 100, 0)
    style.crawl.fontSize = 20
    let crawl = CrawlScene(style, topics: [Topic("", color: .white)])
    let links = ["http://a", nil, "http://c", "http://d"]
    crawl.append(
      contentsOf: links.enumerated().map { Headline("Headline \($0)", topic: 0, link: $1) }, at: 0)
    crawl.start(at: 0)
    return ViewHarness(crawl, size: Size(width: 400, height: 36))
  }

  private func outlines(_ harness: ViewHarness<CrawlScene>, at t: Seconds) -> [Rect] {
    harness.sights(at: t).filter { $0.element.name == "outline" }.map(\.bounds)
  }

  @Test("Tab marks each headline in the view in turn, holds them, and Return opens the marked one") func marking() {
    let harness = Self.crawl()
    harness.draw(at: 0.1)
    harness.press(.tab, at: 0.1)
    // It glides into the view, and stands.
    let mark = outlines(harness, at: 1)
    #expect(mark.count == 1 && outlines(harness, at: 1.5) == mark)
    harness.press(.enter, at: 1.5)
    #expect(harness.context.takeActions() == [.window(.open(link: "http://a"))])
    harness.press(.tab, at: 2)
    harness.press(.enter, at: 2)
    #expect(harness.context.takeActions().isEmpty && outlines(harness, at: 2) != mark)
    harness.press(.tab, .shift, at: 3)
    harness.press(.character("c"), .control, at: 3)
    #expect(harness.context.takeActions() == [.window(.copy("Headline 0\nhttp://a", to: .clipboard))])
    harness.press(.escape, at: 4)
    #expect(outlines(harness, at: 4).isEmpty && harness.view.isScrolling(at: 5))
  }

  @Test("The arrows move the mark through all headlines, which come into view") func walk() {
    let harness = Self.crawl()
    harness.draw(at: 0.1)
    harness.press(.tab, at: 0.1)
    var links: [ViewAction] = []
    for step in 1...6 {
      let t = Double(step) * 2
      harness.press(.right, at: t)
      harness.draw(at: t + 1)
      harness.press(.enter, at: t + 1)
      links += harness.context.takeActions()
      let mark = outlines(harness, at: t + 1).first ?? .zero
      #expect(mark.maxX <= 401 + 8 && mark.minX >= -8, "\(step): \(mark)")
    }
    #expect(links == ["c", "d", "a", "c"].map { .window(.open(link: "http://\($0)")) })
  }

  @Test("Next and previous bring a headline to where the first one rests") func steps() {
    let harness = Self.crawl()
    harness.draw(at: 0.5)
    harness.press(.character(" "), at: 0.5)
    func starts(_ t: Seconds) -> [Double] {
      harness.draw(at: t)
      return harness.view.train.visible(at: t).map(\.x)
    }
    harness.press(.pageDown, at: 1)
    #expect(abs((starts(3).min { abs($0 - 5) < abs($1 - 5) } ?? 0) - 5) < 0.5)
    let second = harness.view.item(at: Point(x: 10, y: 18), t: 3)?.id
    harness.press(.pageUp, at: 4)
    #expect(harness.view.item(at: Point(x: 10, y: 18), t: 6)?.id != second)
    #expect(abs((starts(6).min { abs($0 - 5) < abs($1 - 5) } ?? 0) - 5) < 0.5)
  }

  @Test("A place that is asked for again while they glide there is where they come to") func places() {
    let harness = Self.crawl()
    harness.draw(at: 1)
    for t in [1, 1.05, 1.1] { harness.view.scroll(to: 600, at: t) }
    harness.draw(at: 4)
    #expect(abs(harness.view.position(at: 4) - (600 + 100 * 2.9)) < 0.5)
    harness.perform(.pointerMoved(Point(x: 50, y: 10)), at: 4)
    for t in [4, 4.1] { harness.view.scroll(to: -300, at: t) }
    harness.draw(at: 8)
    #expect(abs(harness.view.position(at: 8) + 300) < 0.5)
    // What comes before the first headline is the copy before.
    #expect(harness.view.train.visible(at: 8).count > 2)
  }

  @Test("Next, pressed twice, goes on by two headlines") func twoSteps() {
    let harness = Self.crawl()
    harness.draw(at: 0.01)
    harness.press(.character(" "), at: 0.01)
    let third = harness.view.train.segments[2].id
    for t in [1, 1.05] { harness.press(.pageDown, at: t) }
    harness.draw(at: 3)
    let first = harness.view.train.visible(at: 3).min { abs($0.x - 5) < abs($1.x - 5) }
    #expect(first?.segment.id == third && abs((first?.x ?? 0) - 5) < 0.5)
  }

  @Test("Faster and slower change the speed, and take each other back") func pace() {
    let harness = Self.crawl()
    harness.draw(at: 1)
    func speed(_ t: Seconds) -> Double {
      harness.draw(at: t)
      return -harness.view.train.screenVelocity(at: t)
    }
    harness.press(.character("+"), at: 1)
    #expect(abs(speed(2) - 125) < 1e-6)
    harness.press(.character("-"), at: 3)
    harness.press(.character("-"), at: 3)
    #expect(abs(speed(4) - 80) < 1e-6)
    for _ in 0..<99 { harness.press(.character("+"), at: 5) }
    #expect(abs(speed(7) - 800) < 1e-6)
  }

  @Test("While a menu is open the headlines stand, and commands are about the one that it was opened for") func menu() {
    let harness = Self.crawl()
    harness.view.hasNewsroom = true
    harness.draw(at: 0.5)
    let target = harness.view.beginMenu(at: Point(x: 10, y: 18), t: 0.5)
    #expect(target?.link == "http://a")
    harness.perform(.pointerLeft, at: 1.1)
    #expect(!harness.view.isScrolling(at: 3))
    harness.perform(.command(.open, at: nil), at: 3)
    harness.perform(.command(.switchOff, at: nil), at: 3)
    #expect(harness.context.takeActions() == [.window(.open(link: "http://a")), .headlines(.topic(.switchOff(0)))])
    harness.view.endMenu(at: 4)
    #expect(harness.view.isScrolling(at: 5))
  }

  @Test("Commands about news are those of a crawl with news alone", arguments: [false, true])
  func news(hasNewsroom: Bool) {
    let harness = Self.crawl()
    harness.view.hasNewsroom = hasNewsroom
    harness.draw(at: 0.5)
    harness.perform(.pointerMoved(Point(x: 10, y: 18)), at: 0.6)
    _ = harness.context.takeActions()
    for command in [UserCommand.switchOff, .markUnread, .undo] {
      let isTaken = harness.view.handle(.command(command, at: Point(x: 10, y: 18)), in: harness.context.event)
      #expect(isTaken == hasNewsroom, "\(command)")
    }
    let actions = harness.context.takeActions().filter { if case .headlines = $0 { true } else { false } }
    #expect(actions.count == (hasNewsroom ? 3 : 0))
  }

  @Test("A key that pauses them, and then goes on, leaves them held by what else holds them") func heldOtherwise() {
    let harness = Self.crawl()
    harness.draw(at: 0.5)
    let holds: [(Bool, Seconds) -> Void] = [
      { [view = harness.view] in view.hold($0, at: $1) },
      { [view = harness.view] in if $0 { _ = view.beginMenu(at: nil, t: $1) } else { view.endMenu(at: $1) } },
    ]
    for (round, hold) in holds.enumerated() {
      let t = 1 + Double(round)
      hold(true, t)
      for isPaused in [true, false] { harness.view.setPausedByKey(isPaused, at: t + 0.1) }
      #expect(!harness.view.isScrolling(at: t + 0.1))
      hold(false, t + 0.2)
      #expect(harness.view.isScrolling(at: t + 0.2))
    }
  }

  @Test("A marked headline that goes takes its mark along") func gone() {
    let harness = Self.crawl()
    harness.draw(at: 0.1)
    harness.press(.tab, at: 0.1)
    harness.view.remove(Set(harness.view.itemIDs), at: 1)
    #expect(outlines(harness, at: 3).isEmpty)
    harness.press(.enter, at: 3)
    #expect(harness.context.takeActions().isEmpty)
  }

  @Test("The wheel moves the headlines, unless it is bound to something else") func wheel() throws {
    let harness = Self.crawl()
    harness.draw(at: 1)
    let x = harness.view.train.contentOrigin(at: 1)
    harness.perform(.pointerMoved(Point(x: 50, y: 10)), at: 1)
    harness.perform(.pressed(Point(x: 50, y: 10), button: 5, modifiers: []), at: 1)
    harness.draw(at: 3)
    #expect(abs(harness.view.train.contentOrigin(at: 3) - (x - 80)) < 0.5)
    try harness.bindings.add(written: "wheel-down=faster")
    harness.perform(.pressed(Point(x: 50, y: 10), button: 5, modifiers: []), at: 3)
    #expect(harness.view.pace == 1.25)
  }
}

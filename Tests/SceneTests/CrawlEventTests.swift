import ScrollCore
import Testing
import ViewKit

@testable import Scene

/// What a crawl tells its owner, and what it can be asked.
@Suite("Crawls and their owners") struct CrawlEventTests {
  @Test("The end is reported once for each start") func finished() {
    // 400 + 100 px at 100 px/s.
    let harness = ViewHarness.crawl([Headline("0123456789")]) { $0.crawl.scrollRepeat = 0 }
    func ends(_ times: Range<Int>) -> Int {
      times.reduce(0) { sum, t in
        harness.draw(at: Double(t))
        return sum + harness.frame.events.count { $0 == .finished }
      }
    }
    #expect(harness.view.isScrolling(at: 0) && ends(0..<1) == 0)
    #expect(ends(1..<20) == 1 && harness.view.isFinished && !harness.view.isScrolling(at: 20))
    harness.view.start(at: 20)
    #expect(harness.view.isScrolling(at: 20) && ends(20..<40) == 1)
  }

  @Test("It scrolls but for stops, pauses and rest") func isScrolling() throws {
    let harness = ViewHarness.crawl([Headline("0123456789")])
    harness.draw(at: 0)
    harness.view.pause(at: 1)
    #expect(!harness.view.isScrolling(at: 1))
    harness.view.resume(at: 2)
    #expect(harness.view.isScrolling(at: 2))
    harness.view.stop(at: 3)
    #expect(!harness.view.isScrolling(at: 3))
    let short = ViewHarness.crawl([Headline("short")]) { $0.crawl.scrollOnlyWhenTooLong = true }
    short.draw(at: 1)
    #expect(!short.view.isScrolling(at: 1))
  }

  @Test("Headlines are reported as they come into view, if requested") func shown() {
    let harness = ViewHarness.crawl((0..<4).map { Headline("headline number \($0)", link: "l:\($0)") })
    func shown(at t: Double) -> [String?] {
      harness.draw(at: t)
      return harness.frame.events.compactMap { if case .itemShown(let item) = $0 { item.link } else { nil } }
    }
    #expect(shown(at: 0).isEmpty)
    harness.view.reportsShownItems = true
    // Each is 170 px wide and 50 px from the next: two, then a third as the second stands at 180.
    #expect(shown(at: 0.1) == ["l:0", "l:1"])
    #expect(shown(at: 0.2).isEmpty)
    #expect(shown(at: 1) == ["l:2"])
    #expect(shown(at: 3) == ["l:3"])
  }

  @Test("A click tells which headline it was, and asks for its link") func clicked() throws {
    let harness = ViewHarness.crawl([Headline("0123456789", topic: 3, link: "a:1")])
    harness.draw(at: 0)
    harness.click(Point(x: 30, y: 20), at: 0)
    let actions = harness.context.takeActions()
    let clicks = actions.compactMap { if case .happened(.itemClicked(let item)) = $0 { item } else { nil } }
    #expect(clicks.count == 1)
    let item = try #require(clicks.first)
    #expect(item.id == harness.view.itemIDs.first && item.topic == 3 && item.link == "a:1")
    #expect(actions.filter { if case .window(.open) = $0 { true } else { false } } == [.window(.open(link: "a:1"))])
    harness.view.opensLinks = false
    harness.click(Point(x: 30, y: 20), at: 1)
    #expect(!harness.context.takeActions().contains(.window(.open(link: "a:1"))), "somebody else takes the click")
  }

  @Test("An empty crawl shows its placeholder until there is something to show") func placeholder() {
    let harness = ViewHarness.crawl([]) { $0.placeholder = "nothing yet" }
    #expect(harness.picture(at: 0) == "'nothing yet' 5 110")
    #expect(harness.frame.nextChange == .infinity)
    harness.view.append(Headline("news"), at: 1)
    #expect(harness.picture(at: 1) == "'news' 5 40")
    harness.view.remove(Set(harness.view.itemIDs), at: 2)
    #expect(harness.picture(at: 2) == "'nothing yet' 5 110")
  }

  @Test("What is hidden already is not seen longer, whatever else hides it", arguments: [false, true])
  func hiddenTwice(isWindowFirst: Bool) {
    let harness = ViewHarness.crawl([Headline("news")]) { $0.crawl.delayAtStart = 1000 }
    harness.view.recordShowings(since: 0)
    harness.draw(at: 0)
    func hide(_ isHidden: Bool, isWindow: Bool, at t: Seconds) {
      harness.view.setHidden(
        isHidden, isWindow ? .window : .covered, fading: isWindow ? 0 : 0.25, at: t)
    }
    func seen(at t: Seconds) -> [ClosedRange<Seconds>] {
      let (ended, open) = harness.view.takeShowings(at: t)
      return (ended + open).map { $0.first...$0.last }
    }
    let first = 0...(isWindowFirst ? 1 : 1.25)
    hide(true, isWindow: isWindowFirst, at: 1)
    hide(true, isWindow: !isWindowFirst, at: 5)
    #expect(seen(at: 6) == [first])
    hide(false, isWindow: isWindowFirst, at: 7)
    hide(true, isWindow: isWindowFirst, at: 8)
    #expect(seen(at: 9) == [first])
    for isWindow in [false, true] { hide(false, isWindow: isWindow, at: 10) }
    harness.draw(at: 12)
    let last = seen(at: 12)
    #expect(last.last?.upperBound == 12)
  }

  @Test("Editing tells its beginning, each change, Return and its end") func editing() {
    let crawl = CrawlScene()
    crawl.append(Headline("news"), at: 0)
    let view = EditableCrawlView(crawl)
    let harness = ViewHarness(view, size: Size(width: 400, height: 40))
    harness.draw(at: 0)
    crawl.start(at: 0)
    harness.draw(at: 0)
    func events() -> [ViewEvent] {
      harness.context.takeActions().compactMap { if case .happened(let event) = $0 { event } else { nil } }
    }
    harness.click(Point(x: 300, y: 20), at: 1)
    #expect(events() == [.beganEditing("news")] && view.isEditing)
    harness.type("ab", at: 1)
    #expect(events() == [.textEdited("newsa"), .textEdited("newsab")])
    harness.perform(.keyPressed(.enter, text: "", modifiers: []), at: 2)
    #expect(events() == [.returned("newsab"), .endedEditing("newsab")] && !view.isEditing)
    #expect(crawl.texts == ["newsab"])
    harness.click(Point(x: 8, y: 20), at: 3)
    #expect(events() == [.beganEditing("newsab")])
    harness.type("x", at: 3)
    view.endEditing(accepting: false, in: harness.context.event)
    #expect(events() == [.textEdited("xnewsab"), .endedEditing("newsab")])
    #expect(crawl.texts == ["newsab"])
  }
}

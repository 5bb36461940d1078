import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Steady runs") struct SteadyRunTests {
  /// What only runs on says so, and what else happens counts as before.
  @Test("A crawl runs steadily but while it eases or is held") func crawl() throws {
    let harness = ViewHarness.crawl([Headline("alpha"), Headline("beta")])
    let running = try #require(harness.layer(at: 1))
    #expect(running.velocity == -100)
    #expect(harness.frame.nextChange == 1 && harness.frame.nextTurn == .infinity)
    harness.view.pause(at: 2)
    #expect(try #require(harness.layer(at: 4)).velocity == 0)
    #expect(harness.frame.nextChange == .infinity)
    harness.view.resume(at: 5)
    try harness.restyle(at: 10) { $0.crawl.scrollSpeed = 50 }
    #expect(try #require(harness.layer(at: 10.1)).velocity == 0)
    #expect(harness.frame.nextTurn <= 10.1)
    #expect(try #require(harness.layer(at: 11)).velocity == -50)
    #expect(harness.frame.nextTurn == .infinity)
  }

  @Test("It turns where the last pass is over") func end() throws {
    let harness = ViewHarness.crawl([Headline("alpha")]) { $0.crawl.scrollRepeat = 0 }
    let layer = try #require(harness.layer(at: 0.2))
    #expect(layer.velocity == -100)
    let end = harness.frame.nextTurn
    #expect(end > 0.2 && end < 1)
    harness.layer(at: end - 0.01)
    #expect(!harness.view.isFinished)
    harness.layer(at: end + 0.01)
    #expect(harness.view.isFinished)
  }

  @Test("It turns where the last of a text has left the view") func gap() throws {
    let harness = ViewHarness.crawl([Headline("alpha")]) {
      ($0.crawl.repeatWhenOutOfBounds, $0.crawl.delayAtEnd) = (true, 1)
    }
    #expect(harness.layer(at: 0.1)?.velocity == -100)
    let end = harness.frame.nextTurn
    #expect(end < 1 && !harness.sights(at: end - 0.01).filter { $0.bounds.maxX > $0.clip.minX }.isEmpty)
    harness.layer(at: end)
    #expect(harness.frame.nextTurn > end)
  }

  // MARK: - Running on

  @Test("A frame that has run on is what would be drawn", arguments: [true, false])
  func runOn(_ leftwards: Bool) {
    let items = (0..<20).map { Headline("headline \($0)") }
    let crawl = ViewHarness.crawl(items) { $0.crawl.scrollLeft = leftwards }
    let credits = ViewHarness.credits(CreditsViewTests.lines(30))
    for start in [1, 1.37, 2.9] {
      for seconds in [0.001, 0.05, 0.16] {
        expectSame(crawl.frame(at: start), at: start, after: seconds, as: crawl.frame(at: start + seconds))
        expectSame(credits.frame(at: start), at: start, after: seconds, as: credits.frame(at: start + seconds))
      }
    }
  }

  private func expectSame(
    _ start: consuming Frame, at t: Seconds, after seconds: Seconds, as drawn: borrowing Frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let end = start.runsOn(from: t)
    #expect(end > t + seconds && end < t + 0.3, sourceLocation: sourceLocation)
    // In turns, so that nothing adds up.
    for part in 1...4 { start.run(on: seconds * Double(part) / 4) }
    let places = (start.layers.map(\.origin), drawn.layers.map(\.origin))
    #expect(places.0.count == places.1.count, sourceLocation: sourceLocation)
    for (place, other) in zip(places.0, places.1) {
      #expect(
        abs(place.x - other.x) < 1e-9 && abs(place.y - other.y) < 1e-9, "\(place) for \(other)",
        sourceLocation: sourceLocation)
    }
  }

  @Test("It does not run on where something else follows, at great speed, beyond a turn, or at rest") func noRunOn() {
    func end(at t: Seconds = 1, _ harness: ViewHarness<CrawlScene>) -> Seconds {
      harness.draw(at: t)
      return harness.frame.runsOn(from: t)
    }
    let items = (0..<20).map { Headline("headline \($0)") }
    #expect(end(ViewHarness.crawl(items)) > 1.1)
    let pointed = ViewHarness.crawl(items)
    // Beyond the crawl: on it, it would be held.
    pointed.perform(.pointerMoved(Point(x: 5, y: 200)), at: 0.9)
    #expect(end(pointed) == 1)
    let told = ViewHarness.crawl(items)
    told.view.reportsShownItems = true
    #expect(end(told) == 1)
    let values = ViewHarness.crawl(items)
    values.view.enableValues()
    #expect(end(values) == 1)
    #expect(end(ViewHarness.crawl(items) { $0.crawl.scrollSpeed = 5000 }) == 1)
    let last = ViewHarness.crawl([Headline("alpha")]) { $0.crawl.scrollRepeat = 0 }
    last.draw(at: 0.1)
    let turn = last.frame.nextTurn
    #expect(end(at: turn - 0.01, last) == turn)
    let held = ViewHarness.crawl(items)
    held.view.pause(at: 0.5)
    #expect(end(held) == 1)
  }
}

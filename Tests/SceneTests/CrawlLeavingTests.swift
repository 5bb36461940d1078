import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Headlines that leave") struct CrawlLeavingTests {
  private func moving(_ headlines: [Headline]) -> ViewHarness<CrawlScene> {
    ViewHarness.crawl(headlines) { style in
      style.crawl.scrollOnlyWhenTooLong = false
      style.crawl.repeatWhenOutOfBounds = false
    }
  }

  private func run(_ harness: ViewHarness<CrawlScene>, from start: Seconds, to end: Seconds) {
    for t in stride(from: start, to: end, by: 0.02) { harness.draw(at: t) }
  }

  @Test("In a train that fits the view, what goes runs on and does not come again") func short() {
    let harness = moving([Headline("stays"), Headline("goes")])
    harness.draw(at: 0)
    let ids = harness.view.shownItems(at: 1)
    #expect(ids.count == 2 && harness.picture(at: 1).contains("goes"))
    #expect(harness.view.removeOffscreen([ids.max() ?? 0], at: 1).isEmpty)
    #expect(harness.view.count == 1)
    #expect(harness.picture(at: 1).contains("goes"))
    run(harness, from: 1, to: 12)
    #expect(!harness.picture(at: 12).contains("goes") && harness.picture(at: 12).contains("stays"))
  }

  @Test("The last of all leaves an empty crawl") func last() {
    let harness = moving([Headline("goes")])
    harness.draw(at: 0)
    #expect(harness.view.removeOffscreen(harness.view.shownItems(at: 1), at: 1).isEmpty)
    run(harness, from: 1, to: 12)
    #expect(!harness.picture(at: 12).contains("goes"))
    harness.view.append(Headline("new"), at: 12)
    run(harness, from: 12, to: 14)
    #expect(harness.picture(at: 14).contains("new"))
  }

  @Test("A separator that comes in alone, far behind what has left, is drawn when it comes") func separator() {
    let harness = ViewHarness.crawl([Headline("one"), Headline("two")]) { style in
      (style.crawl.scrollOnlyWhenTooLong, style.crawl.repeatWhenOutOfBounds) = (false, false)
      style.crawl.repeatSpacing = 2000
    }
    func hasSeparator(_ frame: borrowing Frame) -> Bool {
      frame.layers.contains { layer in
        layer.content.primitives.contains { primitive in
          guard case .diamond = primitive.element else { return false }
          let place = primitive.bounds.offsetBy(dx: layer.origin.x, dy: 0)
          return place.minX < layer.clip.maxX && place.maxX > layer.clip.minX
        }
      }
    }
    var alone = 0
    harness.draw(at: 0)
    for t in stride(from: 0.1, to: 60, by: 0.1) {
      let (next, hadSeparator) = (harness.frame.nextChange, hasSeparator(harness.frame))
      let stands = harness.frame.layers.allSatisfy { $0.velocity == 0 }
      harness.draw(at: t)
      guard stands, !hadSeparator, hasSeparator(harness.frame) else { continue }
      alone += 1
      #expect(next <= t)
    }
    #expect(alone > 0 || (0..<600).contains { hasSeparator(harness.frame(at: Double($0) / 10)) })
  }

  @Test("In a longer train what goes waits until it has left the view") func long() {
    let harness = moving((0..<60).map { Headline("headline number \($0)") })
    harness.draw(at: 0)
    let first = harness.view.shownItems(at: 1).min() ?? 0
    #expect(harness.view.removeOffscreen([first], at: 1) == [first])
    run(harness, from: 1, to: 8)
    #expect(harness.view.removeOffscreen([first], at: 8).isEmpty && harness.view.count == 59)
  }

  @Test("What goes goes when it has left, whenever one looks: its next lap is without it") func unwatched() {
    func told(_ numbers: some Sequence<Int>) -> [Headline] {
      numbers.map {
        var headline = Headline("headline number \($0)")
        headline.headlineID = HeadlineID(number: $0 + 1)
        return headline
      }
    }
    let (watched, unseen) = (moving([]), moving([]))
    for harness in [watched, unseen] {
      harness.draw(at: 0)
      _ = harness.view.show(told(0..<30), at: 0)
      harness.draw(at: 1)
      let first = harness.view.shownItems(at: 1).min() ?? 0
      _ = harness.view.show(told((0..<30).filter { $0 != first }), at: 1)
      #expect(harness.view.count == 30)
    }
    run(watched, from: 1, to: 400)
    #expect(watched.picture(at: 400) == unseen.picture(at: 400))
    #expect(watched.view.count == 29 && unseen.view.count == 29 && unseen.view.hasLeavers(at: 400))
    #expect(abs(watched.view.position(at: 400) - unseen.view.position(at: 400)) < 1e-6)
  }

  @Test("Where its next lap comes in early, a headline goes as soon as all are in the view") func wrapped() {
    let headlines = [Headline("a headline of some length that goes"), Headline("b"), Headline("c")]
    let harness = ViewHarness.crawl(headlines) {
      ($0.crawl.scrollOnlyWhenTooLong, $0.crawl.repeatWhenOutOfBounds, $0.crawl.showsItemsOnce) = (false, false, true)
    }
    harness.draw(at: 0)
    let crawl = harness.view
    let times = stride(from: 0.0, to: 60, by: 0.1)
    guard let start = times.first(where: { crawl.shownItems(at: $0) == [0, 1] }) else {
      Issue.record("no time with one beyond the view")
      return
    }
    #expect(crawl.removeOffscreen([0], at: start) == [0] && !crawl.canRemove([0], at: start))
    let end = times.first { $0 > start && crawl.canRemove([0], at: $0) }
    #expect(end.map { crawl.shownItems(at: $0).contains(0) } == true)
    if let end { #expect(crawl.removeOffscreen([0], at: end).isEmpty && crawl.count == 2) }
  }

  @Test("Lines that replace each other while nothing is drawn leave nothing behind") func unseen() {
    let harness = moving([Headline("start")])
    harness.draw(at: 0)
    for number in 0..<2000 { harness.view.replaceAll(with: [Headline("line \(number)")], at: 1) }
    #expect(harness.view.headlines.layouts.count <= 66)
  }
}

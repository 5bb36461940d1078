import ScrollCore
import Testing
import ViewKit

@testable import Scene

/// The ways by which a headline that is on the screen leaves the list, and stays until it is out of view.
@Suite("Headlines that have left the list") struct CrawlGoneTests {
  enum Way: CaseIterable {
    case replacedByOne, replacedByTwo, replacedByNone, expiredButOne, expired, beyondTheLimit

    func perform(on view: CrawlScene, at t: Seconds) {
      switch self {
      case .replacedByOne: view.replaceAll(with: [Headline("Only this one")], at: t)
      case .replacedByTwo: view.replaceAll(with: [Headline("This one"), Headline("and that")], at: t)
      case .replacedByNone: view.replaceAll(with: [], at: t)
      case .expiredButOne: _ = view.removeOffscreen(Set(view.itemIDs.dropLast()), at: t)
      case .expired: _ = view.removeOffscreen(Set(view.itemIDs), at: t)
      case .beyondTheLimit:
        view.limits.chunks = 1
        view.append(Headline("One more"), at: t)
      }
      // Who marks the headlines that have been read knows only those that are in the list.
      view.setRead(view.shownItems(at: t).intersection(view.itemIDs).intersection(readIDs))
    }

    var readIDs: Set<Int> { [1] }
  }

  /// Three headlines, all of them in view after a while; the second has been read.
  private func crawl() -> ViewHarness<CrawlScene> {
    let headlines = ["first", "second", "third"].enumerated().map {
      Headline($1, topic: 0, link: "https://example.org/\($0)")
    }
    let harness = ViewHarness.crawl(headlines, topics: [Topic("W", color: .white)]) {
      ($0.crawl.scrollOnlyWhenTooLong, $0.crawl.repeatWhenOutOfBounds) = (false, false)
    }
    harness.view.setRead([1])
    return harness
  }

  private struct Look: Hashable {
    var name: String
    var color: Color?
    var x: Double
  }

  private func looks(_ harness: ViewHarness<CrawlScene>, at t: Seconds, before edge: Double) -> Set<Look> {
    Set(
      harness.sights(at: t).filter { $0.bounds.maxX > 10 && $0.bounds.minX < min(410, edge) }.map {
        Look(name: $0.element.name, color: $0.element.run?.color, x: ($0.bounds.minX * 64).rounded())
      })
  }

  @Test("What stays in view keeps its look until it is out of view", arguments: Way.allCases)
  func look(_ way: Way) throws {
    for start in stride(from: 3.0, to: 7, by: 0.4) {
      let (harness, twin) = (crawl(), crawl())
      // A text of which the beginning is in view changes in place.
      guard twin.view.train.visible(at: start).first.map({ $0.x < 0 }) == true else { continue }
      for t in stride(from: 0, through: start, by: 0.1) { for crawl in [harness, twin] { crawl.draw(at: t) } }
      way.perform(on: harness.view, at: start)
      let last = try #require(twin.view.train.visible(at: start).last)
      let edge = 10 + last.x + last.segment.width
      #expect(looks(twin, at: start, before: edge).contains { $0.color == twin.view.style.readColor })
      for t in stride(from: start, to: start + 6, by: 0.1) {
        let edge = edge - 100 * (t - start)
        #expect(looks(harness, at: t, before: edge) == looks(twin, at: t, before: edge), "\(way) at \(t)")
        // Another colour of the text, as for a theme.
        if t > start + 1, t < start + 1.1 {
          for crawl in [harness, twin] { try crawl.restyle(at: t) { $0.textColor = .black } }
        }
      }
    }
  }

  @Test(
    "What stays in view can be copied, also from a menu that was open before", arguments: Way.allCases, [false, true])
  func copying(_ way: Way, _ opensBefore: Bool) throws {
    let (harness, t) = (crawl(), 3.0)
    for t in stride(from: 0, through: t, by: 0.1) { harness.draw(at: t) }
    for piece in harness.view.run.pieces(at: t) {
      let harness = crawl()
      for t in stride(from: 0, through: t, by: 0.1) { harness.draw(at: t) }
      let point = Point(x: 10 + min(max(piece.left + piece.width / 2, 1), 399), y: 20)
      let words = ["first", "second", "third"][piece.layout.headline.id]
      if opensBefore { _ = harness.view.beginMenu(at: point, t: t) }
      way.perform(on: harness.view, at: t)
      let target = opensBefore ? harness.view.target(at: nil, t: t) : harness.view.beginMenu(at: point, t: t)
      #expect(target?.id == piece.layout.headline.id)
      harness.perform(.command(.copy, at: nil), at: t)
      let copied = harness.context.takeActions().contains(
        .window(.copy("\(words)\nhttps://example.org/\(piece.layout.headline.id)", to: .clipboard)))
      #expect(copied, "\(way): \(words)")
    }
  }

  @Test("Between copies of the only headline there is no mark, whatever ran there before") func only() {
    let harness = crawl()
    harness.draw(at: 0)
    harness.view.replaceAll(with: [Headline("Only this one")], at: 3)
    for t in stride(from: 3.0, to: 20, by: 0.1) { harness.draw(at: t) }
    #expect(harness.sights(at: 20).contains { $0.element.run?.text == "Only this one" })
    #expect(!harness.sights(at: 20).contains { $0.element.name == "diamond" })
  }
}

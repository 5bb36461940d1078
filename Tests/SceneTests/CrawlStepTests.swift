import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Headlines one after the other") struct CrawlStepTests {
  private static let texts = ["Short", String(repeating: "word ", count: 40) + "end", "Third one"]

  /// In a view of 600 px, where 60 characters fit a line.
  private static func crawl(_ texts: [String] = texts) -> ViewHarness<CrawlScene> {
    var style = CrawlStyle()
    style.crawl.fontSize = 20
    let crawl = CrawlScene(style)
    crawl.append(contentsOf: texts.enumerated().map { Headline($1, link: "http://x/\($0)") }, at: 0)
    crawl.start(at: 0)
    crawl.setStepping(true, at: 0)
    return ViewHarness(crawl, size: Size(width: 600, height: 36))
  }

  private func shown(_ harness: ViewHarness<CrawlScene>, at t: Seconds) -> String {
    harness.sights(at: t).compactMap { $0.element.run?.text }.joined()
  }

  @Test("Each stands still for its reading time, at least 3 s; a long one in parts")
  func turns() {
    let harness = Self.crawl()
    var (t, draws, stands): (Seconds, Int, [(text: String, time: Double)]) = (0, 0, [])
    while t < 60 {
      harness.draw(at: t)
      draws += 1
      let text = shown(harness, at: t)
      let next = harness.frame.nextChange
      if next > t {
        #expect(harness.frame.layers.allSatisfy { $0.opacity == 1 && $0.origin == .zero })
        stands.append((text, next - t))
      }
      t = next > t ? next : t + 1.0 / 60
    }
    #expect(stands.count > 10)
    for (text, time) in stands {
      #expect(time >= 3 - 1e-9 && time >= Double(text.count) * 0.06 - 1e-9, "\(text): \(time)")
      #expect(text.count <= 60)
    }
    let parts = stands.map(\.text)
    #expect(
      parts[0] == "Short" && parts[1...4].joined() == Self.texts[1] && parts[5] == "Third one" && parts[6] == "Short")
    // Fading takes so many frames; while something stands there is none.
    #expect(draws <= stands.count * 18)
  }

  @Test("A single one stays, until another one comes") func alone() {
    let harness = Self.crawl(["One"])
    harness.draw(at: 1)
    harness.draw(at: 2)
    #expect(harness.frame.nextChange == .infinity && shown(harness, at: 2) == "One")
    harness.view.append(Headline("Two"), at: 10)
    harness.draw(at: 10)
    harness.draw(at: 10.2)
    #expect(shown(harness, at: 10.2) == "Two")
  }

  @Test("The pointer holds what stands, a click opens it, and keys go on to the next and back") func hands() {
    let harness = Self.crawl()
    harness.draw(at: 1)
    harness.click(Point(x: 20, y: 18), at: 1)
    #expect(harness.context.takeActions().contains(.window(.open(link: "http://x/0"))))
    #expect(shown(harness, at: 50) == "Short" && harness.frame.nextChange == .infinity)
    harness.press(.pageDown, at: 51)
    #expect(shown(harness, at: 52).hasPrefix("word"))
    harness.press(.pageUp, at: 53)
    #expect(shown(harness, at: 54) == "Short")
    harness.press(.tab, at: 55)
    harness.perform(.pointerLeft, at: 55)
    #expect(shown(harness, at: 90) == "Short" && harness.view.markedPlace(at: 90)?.minX == 5)
    harness.press(.escape, at: 91)
    harness.draw(at: 91)
    #expect(harness.frame.nextChange < 95)
  }

  @Test("What came in while it was held does not come in again when it is let go") func heldWhileItCame() {
    let harness = Self.crawl()
    harness.draw(at: 1)
    harness.perform(.pointerMoved(Point(x: 20, y: 18)), at: 1)
    harness.press(.pageDown, at: 2)
    harness.draw(at: 3)
    harness.perform(.pointerLeft, at: 4)
    harness.draw(at: 4)
    #expect(harness.frame.layers.allSatisfy { $0.opacity == 1 } && harness.frame.nextChange > 6)
  }

  /// When what stands begins to go, after it was brought by `bring` at 5 s and let go at 9.
  private func endOfHeld(since hold: Seconds?, _ bring: (ViewHarness<CrawlScene>) -> Void) -> Seconds {
    let harness = Self.crawl()
    harness.draw(at: 1)
    if let hold { harness.view.setPausedByKey(true, at: hold) }
    harness.draw(at: 4)
    bring(harness)
    harness.draw(at: 5)
    if hold != nil { harness.view.setPausedByKey(false, at: 9) }
    harness.draw(at: 9.5)
    #expect(shown(harness, at: 9.5) == "Third one" || hold == nil)
    return harness.frame.nextChange
  }

  @Test("What is shown by its ID while headlines are held stays as long as by a key")
  func shownWhileHeld() {
    let third = { (harness: ViewHarness<CrawlScene>) in
      #expect(harness.view.goOn(with: harness.view.itemIDs[2], behind: 0, at: 5))
    }
    // It has faded in at 5.12, and stays for 3 s and the frames of a fade after it was let go.
    let end = endOfHeld(since: 1.5, third)
    #expect(end == endOfHeld(since: 4.5, third) && abs(end - 12.12) < 0.01, "\(end)")
    let byKeys = endOfHeld(since: 1.5) { $0.press(.pageUp, at: 5) }
    #expect(byKeys == end)
  }

  @Test(
    "What stands is held since the first of what holds it",
    arguments: [[1.0, 2.9], [2.9, 1], [1, 1], [1, nil], [nil, 1]] as [[Seconds?]])
  func heldTwice(_ starts: [Seconds?]) {
    let harness = Self.crawl()
    harness.draw(at: 0)
    for round in 0..<2 {
      let start = Double(round) * 20
      for t in [1, 2.9] {
        if starts[0] == t { harness.view.setPausedByKey(true, at: start + t) }
        if starts[1] == t { harness.perform(.pointerMoved(Point(x: 20, y: 18)), at: start + t) }
        harness.draw(at: start + t)
      }
      harness.perform(.pointerLeft, at: start + 10)
      harness.view.setPausedByKey(false, at: start + 10)
      harness.draw(at: start + 10)
      // It has stood for 1 s before.
      let end = harness.frame.nextChange
      #expect(shown(harness, at: start + 10) == "Short" && end > start + 11.9 && end < start + 12.3, "\(end)")
      #expect(harness.view.goOn(with: harness.view.itemIDs[0], behind: 0, at: 20))
      harness.draw(at: 20)
    }
  }

  @Test("What is removed makes room for the next, and where none is left nothing stands") func removal() {
    let harness = Self.crawl(["One", "Two"])
    harness.draw(at: 1)
    harness.view.remove([harness.view.itemIDs[0]], at: 1)
    harness.draw(at: 1.1)
    #expect(shown(harness, at: 2) == "Two")
    harness.view.remove(Set(harness.view.itemIDs), at: 3)
    #expect(shown(harness, at: 4).isEmpty && harness.frame.nextChange == .infinity)
    harness.view.append(Headline("Three"), at: 5)
    harness.draw(at: 5)
    #expect(shown(harness, at: 6) == "Three")
  }

  @Test("It can be changed while it runs") func live() {
    let harness = Self.crawl()
    harness.draw(at: 1)
    harness.view.setStepping(false, at: 2)
    harness.draw(at: 3)
    #expect(harness.frame.nextChange == 3)
    harness.view.setStepping(true, at: 4)
    harness.draw(at: 4)
    #expect(shown(harness, at: 5) == "Short" && harness.frame.nextChange > 6)
  }

  @Test("What is told of them is what is on the screen, and that nothing runs")
  func told() throws {
    let harness = Self.crawl()
    harness.view.setTopics([Topic("World", color: .white)], at: 0)
    harness.view.append(Headline("A labelled one", topic: 0), at: 0)
    harness.draw(at: 0)
    let position = harness.view.position(at: 0)
    var seen: Set<String> = []
    for t in stride(from: 0.5, to: 60, by: 0.5) {
      let texts = harness.sights(at: t).filter { $0.element.run?.text != "WORLD" }
      let told = harness.view.textsInView(at: t)
      // While one gives way to the next there may be nothing to see.
      #expect(told.count == 1 && texts.count <= 1, "\(told) at \(t)")
      if let text = texts.first, let told = told.first {
        #expect(told.text == text.element.run?.text && told.left == text.bounds.minX && told.width == text.bounds.width)
        seen.insert(told.text)
      }
      #expect(!harness.view.isScrolling(at: t) && harness.view.speed(at: t) == 0)
      #expect(harness.view.position(at: t) == position)
    }
    // The first three of the four parts read the same.
    #expect(seen.count == 5)
    harness.view.setStepping(false, at: 60)
    harness.draw(at: 60)
    #expect(harness.view.isScrolling(at: 60) && harness.view.speed(at: 60) > 0)
    #expect(harness.view.position(at: 61) > harness.view.position(at: 60))
  }

  @Test("The mark that the keyboard takes off is gone at once, and they go on") func unmarked() {
    let harness = Self.crawl()
    func hasMark(at t: Seconds) -> Bool { harness.sights(at: t).contains { $0.element.name == "outline" } }
    harness.draw(at: 0)
    harness.perform(.command(.focusNext, at: nil), at: 1)
    #expect(hasMark(at: 1) && harness.frame.nextChange == .infinity)
    harness.context.didDraw()
    harness.perform(.command(.focusNext, at: nil), at: 2)
    #expect(harness.context.needsDisplay && !hasMark(at: 2) && harness.frame.nextChange < .infinity)
  }
}

import ScrollCore
import Testing
import ViewKit

@testable import Scene

/// Where a click puts the caret, and what becomes of what is typed there. In a font of 20 px: a character is 10 px wide.
@Suite("Headlines that are typed") struct CrawlTypingTests {
  private func crawl(
    _ items: [Headline], topics: [Topic] = [], _ change: (inout CrawlScene.Style) -> Void = { _ in }
  ) -> ViewHarness<EditableCrawlView> {
    var style = CrawlScene.Style()
    style.crawl.fontSize = 20
    (style.crawl.scrollTime, style.crawl.scrollSpeed, style.crawl.delayAtStart) = (0, 100, 1000)
    change(&style)
    let view = CrawlScene(style, topics: topics)
    view.append(contentsOf: items, at: 0)
    let harness = ViewHarness(
      EditableCrawlView(view), in: Rect(x: 10, y: 0, width: 400, height: 40), window: Size(width: 500, height: 40))
    harness.layOut()
    view.start(at: 0)
    harness.draw(at: 0)
    return harness
  }

  /// What typing a letter after a click there makes of the text that is edited.
  private func typed(at x: Double, in harness: ViewHarness<EditableCrawlView>, t: Seconds = 1) -> String? {
    harness.click(Point(x: x, y: 20), at: t)
    harness.type("|", at: t)
    return harness.view.editedText
  }

  private func events(of harness: ViewHarness<EditableCrawlView>) -> [ViewEvent] {
    harness.context.takeActions().compactMap { if case .happened(let event) = $0 { event } else { nil } }
  }

  @Test("A click puts the caret at the nearest place, also beside the text") func nearest() {
    // "news" stands from 15 to 55.
    let cases = [(12.0, "|news"), (26, "n|ews"), (44, "new|s"), (56, "news|"), (300, "news|"), (409, "news|")]
    for (x, text) in cases { #expect(typed(at: x, in: crawl([Headline("news")])) == text, "\(x)") }
  }

  @Test("Beside two headlines it is in the nearer one, and a label is no part of the text") func neighbours() {
    // "one" stands from 15 to 45, "three" from 95 to 145.
    let two = [Headline("one"), Headline("three")]
    #expect(typed(at: 60, in: crawl(two)) == "one|")
    #expect(typed(at: 85, in: crawl(two)) == "|three")
    let labelled = crawl([Headline("news", topic: 0)], topics: [Topic("Sport", color: .white)])
    #expect(typed(at: 17, in: labelled) == "|news")
  }

  @Test("In a long headline it is where the click was, however far from the beginning") func pieces() throws {
    let text = (0..<400).map { "w\($0)" }.joined(separator: " ")
    let harness = crawl([Headline(text)]) { $0.crawl.delayAtStart = 0 }
    // 15,000 px at 100 px/s: a piece in the middle.
    harness.draw(at: 100)
    let shown = try #require(harness.sights(at: 100).first { $0.bounds.minX <= 200 && $0.bounds.maxX > 200 })
    let run = try #require(shown.element.run)
    let place = Int(((200 - shown.bounds.minX) / 10).rounded())
    let around = String(run.text.dropFirst(place - 6).prefix(12))
    let result = try #require(typed(at: 200, in: harness, t: 100))
    #expect(result.contains("\(around.prefix(6))|\(around.dropFirst(6))"), "\(around)")
    let caret = try #require(harness.sights(at: 100).first { $0.element.name == "box" })
    #expect(abs(caret.bounds.minX - 210) < 11, "the text has not moved but for the letter: \(caret.bounds)")
  }

  @Test("A text that stands right of the middle stays where it is") func stays() throws {
    let harness = crawl([Headline("one"), Headline("two"), Headline("three")]) { $0.crawl.repeatSpacing = 90 }
    // "three" stands from 255 to 305.
    harness.click(Point(x: 286, y: 20), at: 1)
    let text = try #require(harness.sights(at: 1).first { $0.element.name == "three" })
    #expect(text.bounds.minX == 255)
    let caret = try #require(harness.sights(at: 1).first { $0.element.name == "box" })
    #expect(caret.bounds.minX == 285)
    // As it grows it stays in the view.
    harness.type("1234567890", at: 1)
    #expect(harness.sights(at: 1).contains { $0.element.name == "thr1234567890ee" && $0.bounds.maxX <= 405 })
  }

  @Test("Where headlines stand one after the other, the caret is in the one that stands") func steps() {
    let harness = crawl([Headline("one"), Headline("three")])
    harness.view.crawl.setStepping(true, at: 0)
    harness.draw(at: 0)
    harness.draw(at: 4)
    #expect(typed(at: 36, in: harness, t: 4) == "th|ree")
  }

  @Test("One text stays one text, whatever is typed, and whatever comes meanwhile") func one() {
    let harness = crawl([Headline("news")])
    #expect(typed(at: 300, in: harness) == "news|")
    harness.press(.enter, at: 1)
    #expect(harness.view.crawl.texts == ["news|"])
    // Another headline gets another text meanwhile: the ids of all are others.
    harness.view.crawl.append(Headline("second"), at: 2)
    #expect(typed(at: 12, in: harness, t: 3) == "|news|")
    harness.view.crawl.replace(id: harness.view.crawl.itemIDs[1], with: "other", at: 3)
    harness.press(.enter, at: 4)
    #expect(harness.view.crawl.texts == ["|news|", "other"])
    let empty = crawl([])
    #expect(typed(at: 300, in: empty) == "|")
    empty.press(.enter, at: 1)
    #expect(empty.view.crawl.texts == ["|"])
  }

  @Test("Headlines keep their ids, whatever is typed: their source still finds them") func identity() {
    let harness = crawl([Headline("one"), Headline("two")])
    let (crawl, ids) = (harness.view.crawl, harness.view.crawl.itemIDs)
    #expect(typed(at: 12, in: harness) == "|one")
    harness.press(.enter, at: 2)
    #expect(crawl.texts == ["|one", "two"] && crawl.itemIDs == ids && crawl.text(of: ids[0]) == "|one")
    #expect(crawl.shownItems(at: 2) == Set(ids))
    crawl.remove([ids[1]], at: 3)
    #expect(crawl.texts == ["|one"] && crawl.itemIDs == [ids[0]])
  }

  @Test("A text that is replaced while it is edited stays one") func replaced() {
    let harness = crawl([Headline("12:00")])
    #expect(typed(at: 300, in: harness) == "12:00|")
    harness.view.crawl.replaceAll(with: [Headline("12:01")], at: 2)
    harness.press(.enter, at: 3)
    #expect(harness.view.crawl.texts == ["12:00|"])
  }

  @Test("A text that the program sets while one of several is typed is the only one", arguments: 1...2)
  func setMeanwhile(_ times: Int) {
    let harness = crawl([Headline("one"), Headline("three")])
    #expect(typed(at: 60, in: harness) == "one|")
    for time in 1...times { harness.view.show("x\(time)", at: 1 + Double(time)) }
    harness.type("y", at: 5)
    harness.press(.enter, at: 6)
    #expect(harness.view.crawl.texts.count == 1 && harness.view.crawl.texts[0].contains("y"))
  }

  @Test("The reported text is the visible one") func told() {
    let harness = crawl([Headline("news")])
    harness.click(Point(x: 300, y: 20), at: 1)
    harness.type("   x  y ", at: 1)
    _ = events(of: harness)
    harness.press(.enter, at: 1)
    let shown = harness.view.crawl.texts[0]
    #expect(shown == "news   x  y" && events(of: harness) == [.returned(shown), .endedEditing(shown)])
    harness.click(Point(x: 300, y: 20), at: 2)
    harness.press(.home, at: 2)
    harness.perform(.keyPressed(.end, text: "", modifiers: .shift), at: 2)
    harness.press(.backspace, at: 2)
    _ = events(of: harness)
    harness.press(.enter, at: 2)
    #expect(harness.view.crawl.texts.isEmpty && events(of: harness) == [.returned(""), .endedEditing("")])
  }
}

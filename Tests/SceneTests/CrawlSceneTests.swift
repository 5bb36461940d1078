import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Crawls") struct CrawlSceneTests {
  let news = [Headline("alpha one", topic: 0, link: "a:1"), Headline("beta", topic: 1), Headline("gamma", topic: 0)]
  let topics = [Topic("World", color: .white), Topic("Sport", color: .black)]

  @Test("The texts in order are as the headlines run, also when they are put into another order again") func order() {
    let crawl = CrawlScene()
    crawl.append(contentsOf: ["a", "b", "c", "d"].map { Headline($0) }, at: 0)
    let ids = crawl.itemIDs
    for order in [[2, 0, 1, 3], [3, 2, 1, 0], [0, 1, 2, 3], [1, 3, 0, 2]] {
      crawl.arrange(order.map { ids[$0] }, at: 0)
      #expect(crawl.textsInOrder() == order.map { ["a", "b", "c", "d"][$0] })
      #expect(crawl.texts == ["a", "b", "c", "d"])
    }
  }

  @Test("A view that is put far away takes its text along, and lays out no more than it shows") func farAway() {
    let crawl = CrawlScene()
    crawl.append(contentsOf: (0..<20).map { Headline("headline number \($0)") }, at: 0)
    crawl.layout(in: Rect(x: 0, y: 0, width: 400, height: 30), with: FixedTypesetter(), at: 0)
    crawl.start(at: 0)
    for x in [1e7, -1e7, 0, 100] {
      crawl.layout(in: Rect(x: x, y: 0, width: 400, height: 30), with: FixedTypesetter(), at: 3)
      #expect(crawl.train.segments.count < 200 && !crawl.shownItems(at: 3).isEmpty, "\(x)")
    }
  }

  @Test("Headlines stand with labels and separators") func headlinesWithLabelsAndSeparators() {
    let harness = ViewHarness.crawl(news, topics: topics)
    let golden = """
      'WORLD' 5 37.33
      'alpha one' 53.44 90
      diamond 165.44 6
      'SPORT' 193.44 37.33
      'beta' 241.89 40
      diamond 303.89 6
      'WORLD' 331.89 37.33
      'gamma' 380.33 50
      """
    #expect(harness.picture(at: 0) == golden)
    #expect(harness.picture(at: 1).hasPrefix("'alpha one' -46.56 90\ndiamond 65.44 6"))
    #expect(harness.frame.nextChange == 1)
  }

  @Test("The ends of a text that fits and rests are not faded, those of one that runs are", arguments: [false, true])
  func edgeFade(paused: Bool) throws {
    let harness = ViewHarness.crawl([Headline("fits")]) {
      ($0.edgeFade, $0.crawl.scrollOnlyWhenTooLong) = (80, true)
    }
    if paused { harness.view.pause(at: 0.5) }
    #expect(try #require(harness.layer(at: 1)).fade.length == 0)
    harness.view.append(Headline(String(repeating: "too long ", count: 20)), at: 2)
    #expect(try #require(harness.layer(at: 3)).fade.length == 80)
  }

  @Test("A crawl begins again with a headline at home, for the delay of a start, and goes on behind it")
  func beginsWith() throws {
    let harness = ViewHarness.crawl((1...9).map { Headline("headline number \($0)") }) {
      ($0.crawl.repeatWhenOutOfBounds, $0.crawl.delayAtStart) = (false, 2)
    }
    _ = harness.picture(at: 60)
    let id = try #require(harness.view.interrupt(with: Headline("stop press"), at: 60))
    harness.view.begin(with: id, at: 60)
    let rest = harness.picture(at: 60)
    #expect(rest.hasPrefix("'stop press' 5 100") && harness.picture(at: 61.9) == rest)
    #expect(harness.picture(at: 63).hasPrefix("'stop press' -95 100"))
    // What is behind it is what would have come.
    let shown = harness.view.shownItems(at: 64).sorted()
    #expect(shown.count >= 2 && harness.view.shownItems(at: 64).contains(shown[0]))
    // A new speed leaves it where it is.
    harness.view.begin(with: id, at: 70)
    harness.view.setPace(2, at: 70.5)
    #expect(harness.picture(at: 70.6).hasPrefix("'stop press' 5 100"))
  }

  @Test("It is one layer whose origin moves") func oneLayerWhoseOriginMoves() throws {
    let harness = ViewHarness.crawl((0..<200).map { Headline("headline number \($0)") })
    let first = try #require(harness.layer(at: 0))
    #expect(first.clip == Rect(x: 10, y: 0, width: 400, height: 40))
    #expect(first.content.axis == .horizontal && first.content.background?.isOpaque == true)
    var revisions: Set<Int> = []
    var places: [Element: Double] = [:]
    for step in 0..<1200 {
      let t = Double(step) / 60
      let layer = try #require(harness.layer(at: t))
      #expect(layer.content.id == first.content.id)
      #expect(isNear(layer.origin.x, 10 - 100 * t))
      if revisions.insert(layer.content.revision).inserted {
        for piece in layer.content.primitives where piece.bounds.width > 6 {
          #expect(places[piece.element] ?? piece.bounds.minX == piece.bounds.minX, "a piece has moved")
          places[piece.element] = piece.bounds.minX
        }
      }
    }
    // 2000 px of items about 230 px wide have gone by.
    #expect(revisions.count <= 10)
    #expect(harness.typesetter.measured < 40)
  }

  @Test("A hundred thousand items measure no more than ten") func aHundredThousandItemsMeasureNoMoreThanTen() {
    let few = ViewHarness.crawl((0..<10).map { Headline("headline number \($0)") }) {
      $0.crawl.repeatWhenOutOfBounds = false
    }
    let many = ViewHarness.crawl((0..<100_000).map { Headline("headline number \($0)") }) {
      $0.crawl.repeatWhenOutOfBounds = false
    }
    #expect(few.picture(at: 3) == many.picture(at: 3))
    #expect(many.typesetter.measured < 30)
    #expect(many.view.count == 100_000)
  }

  @Test("Removing a topic keeps the first on screen") func removingATopicKeepsTheFirstOnScreen() {
    let harness = ViewHarness.crawl(
      (0..<20).map { Headline("item \($0)", topic: $0 % 2) },
      topics: [Topic("", color: .white), Topic("", color: .white)])
    #expect(harness.picture(at: 0.5).hasPrefix("'item 0' -45 60\ndiamond 37 6\n'item 1' 65 60"))
    harness.view.remove(topic: 0, at: 0.5)
    #expect(harness.view.count == 10)
    // What goes has faded after 0.12 s, and what is behind it has moved up after 0.37.
    #expect(harness.picture(at: 0.9).hasPrefix("diamond -3 6\n'item 1' 25 60\ndiamond 107 6\n'item 3' 135 60"))
    harness.view.remove(topic: 1, at: 0.9)
    #expect(harness.picture(at: 1.3).isEmpty)
    #expect(harness.frame.nextChange == .infinity)
  }

  @Test("What is taken off fades where it stood, and then its gap closes") func closing() {
    let harness = ViewHarness.crawl(
      (0..<20).map { Headline("item \($0)", topic: $0 % 2) },
      topics: [Topic("", color: .white), Topic("", color: .white)])
    func places(at t: Seconds) -> [Double] {
      let frame = harness.frame(at: t)
      guard case .instances(let range) = frame.layers[0].kind else { return [] }
      return frame.instances[range].map(\.clip.minX)
    }
    func ghost(at t: Seconds) -> Double? {
      harness.frame(at: t).layers.first { $0.shows("item 0") && !$0.shows("item 1") }?.opacity
    }
    harness.layer(at: 0.5)
    harness.view.remove(topic: 0, at: 0.5)
    let (first, faded) = (places(at: 0.5), places(at: 0.6))
    // Nothing but the train's own way in the first 0.12 s.
    #expect(!first.isEmpty && faded.count >= first.count && abs(first[1] - 10 - faded[1]) <= 1)
    let (half, none) = (ghost(at: 0.56), ghost(at: 0.63))
    #expect(abs((half ?? 0) - 0.5) < 0.01 && none == nil)
    #expect(places(at: 0.75)[1] < faded[1] - 20 && places(at: 0.9).isEmpty)
    #expect(harness.frame(at: 0.9).layers.count == 1)
    // The diamond before the first one that stays is seen all the while.
    for (step, t) in stride(from: 0.5, through: 0.9, by: 0.1).enumerated() {
      #expect(harness.picture(at: t).contains("diamond \(37 - 10 * step) 6"), "\(t)")
    }
  }

  @Test("The headline under the pointer is found") func findsTheHeadlineUnderThePointer() {
    let harness = ViewHarness.crawl(news, topics: topics)
    harness.layer(at: 0)
    let hit = harness.view.item(at: Point(x: 10 + 60, y: 20), t: 0)
    #expect(hit?.link == "a:1" && hit?.topic == 0)
    #expect(harness.view.item(at: Point(x: 10 + 170, y: 20), t: 0) == nil)
    #expect(harness.view.item(at: Point(x: 5, y: 20), t: 0) == nil)
    #expect(harness.view.item(at: Point(x: 10 + 210, y: 20), t: 0)?.topic == 1)
  }

  @Test("Streams of lines are bounded") func streamsOfLinesAreBounded() {
    let harness = ViewHarness.crawl([])
    harness.view.limits = TextStore.Limits(chunks: 50, bytes: 1 << 20)
    harness.layer(at: 0)
    for i in 0..<500 { harness.view.append(lines: Array("line \(i)\n".utf8).span, at: Double(i) / 1000) }
    #expect(harness.view.count == 50)
    // What is on screen stays, though the store has dropped it; then come the oldest that are left.
    #expect(harness.picture(at: 0.5).hasPrefix("'line 0' -45 60"))
    #expect(harness.picture(at: 1).contains("line 1'"))
    #expect(harness.picture(at: 60).contains("line 4"))
  }

  @Test("Long text is cut and coupled") func longTextIsCutAndCoupled() throws {
    let text = (0..<3000).map { "w\($0)" }.joined(separator: " ")
    let harness = ViewHarness.crawl([]) { $0.crawl.delayAtStart = 0 }
    harness.view.append(Headline(text), at: 0)
    harness.layer(at: 0)
    let layer = try #require(harness.layer(at: 60))
    let pieces = layer.content.primitives
    #expect(pieces.count < 6 && pieces.count >= 2)
    for (one, next) in zip(pieces, pieces.dropFirst()) { #expect(isNear(one.bounds.maxX, next.bounds.minX)) }
    #expect(pieces.allSatisfy { if case .text(let run) = $0.element { run.text.utf8.count <= 512 } else { false } })
    #expect(harness.view.item(at: Point(x: 200, y: 10), t: 60)?.id == 0)
  }

  @Test("Long text from right to left keeps its order") func longTextFromRightToLeftKeepsItsOrder() throws {
    let text = (0..<400).map { "מילה\($0)" }.joined(separator: " ")
    for left in [true, false] {
      let harness = ViewHarness.crawl([Headline(text)]) { $0.crawl.scrollLeft = left }
      let pieces = try #require(harness.layer(at: 0)).content.primitives.sorted { $0.bounds.minX < $1.bounds.minX }
      let words = pieces.compactMap { piece -> Int? in
        guard case .text(let run) = piece.element else { return nil }
        #expect(run.direction == .rightToLeft)
        return Int(run.text.split(separator: " ")[1].dropFirst(4))
      }
      #expect(words == words.sorted(by: >), "earlier pieces stand farther right")
    }
  }

  @Test("Another style is taken over while it runs") func anotherStyle() throws {
    let harness = ViewHarness.crawl(news)
    harness.layer(at: 1)
    try harness.restyle(at: 1) { ($0.crawl.scrollSpeed, $0.textColor) = (50, Color(rgb: 0xff0000)) }
    let layer = try #require(harness.layer(at: 1))
    guard case .text(let run) = layer.content.primitives[0].element else { return }
    #expect(run.color == Color(rgb: 0xff0000))
    #expect(layer.origin.x == -90)
    #expect {
      try harness.restyle(at: 1) { ($0.crawl.minFontSize, $0.crawl.maxFontSize) = (30, 20) }
    } throws: {
      "\($0)".contains("min-font-size")
    }
    let names = CrawlScene.Style.properties.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test("A thousand other speeds redraw nothing, and nothing jumps") func otherSpeedsDrawNothingAnew() throws {
    let harness = ViewHarness.crawl(news)
    let before = try #require(harness.layer(at: 1))
    let measured = harness.typesetter.measured
    for step in 1...1000 {
      let t = 1 + Double(step) / 1000
      try harness.restyle(at: t) { $0.crawl.scrollSpeed = step.isMultiple(of: 2) ? 50 : 51 }
    }
    let after = try #require(harness.layer(at: 2))
    #expect(after.content.revision == before.content.revision)
    #expect(harness.typesetter.measured == measured)
    // Each of them begins to ease from the speed of the moment: 100 px/s to begin with.
    #expect((50...101).contains(before.origin.x - after.origin.x))
  }

  @Test("A larger font keeps the leading item") func aLargerFontKeepsTheLeadingItem() throws {
    let harness = ViewHarness.crawl([Headline("the first of all"), Headline("the second")])
    #expect(harness.picture(at: 1).hasPrefix("'the first of all' -95 160"))
    try harness.restyle(at: 1) { $0.crawl.fontSize = 30 }
    #expect(harness.picture(at: 1).hasPrefix("'the first of all' -95 240"))
  }

  @Test("Text changes in place") func textChangesInPlace() throws {
    let harness = ViewHarness.crawl([]) {
      $0.text = "before"
      $0.crawl.delayAtStart = 9
    }
    #expect(harness.picture(at: 1) == "'before' 5 60")
    try harness.restyle(at: 1) { $0.text = "and after" }
    #expect(harness.picture(at: 1) == "'and after' 5 90")
    harness.view.replaceAll(with: [Headline("third")], at: 2)
    #expect(harness.picture(at: 2) == "'third' 5 50")
  }

  @Test("A text that is set beside headlines comes next, and goes alone") func textBesideHeadlines() throws {
    let harness = ViewHarness.crawl(news)
    harness.draw(at: 1)
    try harness.restyle(at: 1) { $0.text = "before" }
    #expect(harness.view.texts == ["alpha one", "beta", "gamma", "before"])
    try harness.restyle(at: 2) { $0.text = "and after" }
    #expect(harness.view.texts == ["alpha one", "beta", "gamma", "and after"])
    harness.view.append(Headline("delta"), at: 3)
    try harness.restyle(at: 3) { $0.text = "" }
    #expect(harness.view.texts == ["alpha one", "beta", "gamma", "delta"])
    #expect(harness.view.headline(of: harness.view.itemIDs[0])?.link == "a:1")
  }

  @Test("The text fits the height", arguments: [12.0, 24, 36, 64])
  func fitsTheHeight(height: Double) throws {
    let harness = ViewHarness.crawl([Headline("Hy")]) { $0.crawl.fontSizeAsView = true }
    harness.layOut(in: Rect(x: 0, y: 0, width: 400, height: height))
    let piece = try #require(harness.layer(at: 0)?.content.primitives.first)
    #expect(piece.bounds.height <= height && piece.bounds.height > height - 1)
    #expect(piece.anchor.y == piece.anchor.y.rounded())
  }

  @Test("It finishes once, and asks for nothing then") func finishesOnceAndAsksForNothing() {
    let harness = ViewHarness.crawl([Headline("short")]) { $0.crawl.scrollRepeat = 0 }
    let ends = (0...100).map { step in
      harness.layer(at: Double(step) / 50)
      return harness.view.isFinished
    }
    #expect(ends.firstIndex(of: true) == 28 && !ends[28...].contains(false))
    #expect(isNear(harness.view.train.finishTime, 0.55) && harness.frame.nextChange == .infinity)
  }

  @Test("Resizing keeps what is on screen") func resizingKeepsWhatIsOnScreen() {
    let harness = ViewHarness.crawl((0..<20).map { Headline("item \($0)") }) { $0.crawl.scrollLeft = false }
    let before = harness.picture(at: 1).split(separator: "\n")
    harness.layOut(in: Rect(x: 10, y: 0, width: 500, height: 40))
    let after = harness.picture(at: 1).split(separator: "\n")
    #expect(before.allSatisfy(after.contains))
  }
}

func isNear(_ a: Double?, _ b: Double, within tolerance: Double = 1e-6) -> Bool {
  a.map { abs($0 - b) <= tolerance } ?? false
}

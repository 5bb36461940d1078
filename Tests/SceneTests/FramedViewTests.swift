import ScrollCore
import Testing

@testable import Scene

/// A border that comes or goes moves nothing of what it lies around, as far as there is room for both.
@Suite("Views in a border") struct FramedViewTests {
  // MARK: - A border of 6 px around each view in its window's own size

  @Test("A border moves nothing of a counter", arguments: [.left, .center, .right, .fill] as [Alignment?], [0, 12.0])
  func counters(_ alignment: Alignment?, _ inset: Double) {
    // What stands beside columns that share the whole width is at its very end: there it has to move.
    for isMarked in alignment == .fill ? [false] : [false, true] {
      var properties = CounterProperties()
      (properties.alignment, properties.margin) = (alignment, alignment == .fill ? 0 : max(inset, 5))
      (properties.showsTrendMark, properties.showsTrendColor) = (isMarked, isMarked)
      properties.caption = isMarked ? "visitors" : ""
      let booth = BorderBooth(width: 320, height: 80) { CounterScene(properties: properties) }
      booth.view.show(text: "1234", at: 0)
      booth.expectNothingMoves(at: 1)
      booth.view.show(text: "5089", at: 2)
      // At rest, mid-roll, flashing, at rest again.
      for t in [2, 2.3, 2.7, 3.1, 3.4, 9] { booth.expectNothingMoves(at: t) }
      // Columns come and go.
      booth.view.show(text: "10567", at: 10)
      for t in [10.2, 10.6, 11.4] { booth.expectNothingMoves(at: t) }
      booth.view.show(text: "87", at: 20)
      for t in [20.2, 20.6, 21.4, 30] { booth.expectNothingMoves(at: t) }
    }
  }

  @Test("A border moves nothing of a crawl at home", arguments: [true, false], [true, false])
  func crawlsAtHome(_ scrollLeft: Bool, _ onlyWhenTooLong: Bool) {
    let booth = crawl("Short text") {
      ($0.crawl.scrollLeft, $0.crawl.scrollOnlyWhenTooLong) = (scrollLeft, onlyWhenTooLong)
    }
    booth.expectNothingMoves(at: 0.5)
    booth.view.stop(at: 1)
    booth.expectNothingMoves(at: 1.5)
  }

  @Test("A border moves nothing of a crawl that stands still") func crawlsThatStandStill() {
    let booth = crawl("Short text") { $0.crawl.scrollTime = 0 }
    for t in [0.5, 1.9, 2, 100] { booth.expectNothingMoves(at: t) }
  }

  @Test("A border moves nothing of a crawl in motion", arguments: [true, false], [true, false])
  func crawlsInMotion(_ scrollLeft: Bool, _ isTrain: Bool) {
    let booth = crawl(String(repeating: "A long text of many words ", count: 8)) {
      ($0.crawl.scrollLeft, $0.crawl.repeatWhenOutOfBounds) = (scrollLeft, !isTrain)
      ($0.crawl.scrollTime, $0.crawl.scrollSpeed) = (0, 120)
    }
    for t in [0.5, 2, 2.3, 3.77, 5, 31.4] { booth.expectNothingMoves(at: t) }
  }

  /// A train of copies that has come to rest at home, and one that comes there while it has a border.
  @Test("A border moves nothing of a train that ends at home", arguments: [0, 4.0])
  func trainsThatEndAtHome(_ border: Seconds) {
    let booth = crawl("Short text") {
      ($0.crawl.repeatWhenOutOfBounds, $0.crawl.scrollRepeat) = (false, 0)
      ($0.crawl.scrollTime, $0.crawl.scrollSpeed) = (0, 20)
    }
    if border > 0 { _ = booth.shot(6, at: border) }
    let (with, without) = (booth.shot(6, at: 60), booth.shot(0, at: 60))
    #expect(booth.view.isFinished && with == without)
    booth.expectNothingMoves(at: 61)
  }

  @Test("A border moves nothing of a crawl with numbers") func crawlsWithNumbers() {
    var style = CrawlScene.Style()
    style.crawl.scrollTime = 0
    let booth = BorderBooth(width: 400, height: 36) {
      let view = CrawlScene(style)
      view.enableValues()
      view.append(Headline("Now {n} of many"), at: 0)
      view.start(at: 0)
      return view
    }
    booth.view.setValue("n", to: Array("1234".utf8).span)
    booth.expectNothingMoves(at: 1)
    booth.view.setValue("n", to: Array("5678".utf8).span)
    for t in [2, 2.3, 2.6, 9] { booth.expectNothingMoves(at: t) }
  }

  @Test("A border moves nothing of a text that is edited") func textsThatAreEdited() {
    var style = CrawlScene.Style()
    style.crawl.scrollTime = 0
    let booth = BorderBooth(width: 400, height: 36) {
      let view = CrawlScene(style)
      view.append(Headline("A headline"), at: 0)
      view.start(at: 0)
      return EditableCrawlView(view)
    }
    booth.expectNothingMoves(at: 1)
    booth.view.begin(at: Point(x: 40, y: 18), t: 2)
    let context = ViewContext()
    context.time = 3
    _ = booth.view.handle(.keyPressed(nil, text: "new ", modifiers: []), in: context)
    booth.expectNothingMoves(at: 3)
  }

  @Test("A border moves nothing of credits", arguments: Alignment.allCases)
  func credits(_ alignment: Alignment) {
    var style = CreditsView.Style()
    style.alignment = alignment
    let booth = BorderBooth(width: 300, height: 120) {
      let view = CreditsView(style)
      view.append(
        (0..<30).map { "Line \($0) of a text, and it is long enough to be wrapped" }.joined(separator: "\n"), at: 0)
      return view
    }
    booth.expectNothingMoves(at: 0)
    booth.view.start(at: 1)
    for t in [1, 1.5, 4.2, 11] { booth.expectNothingMoves(at: t) }
    booth.view.stop(at: 12)
    booth.expectNothingMoves(at: 13)
  }

  @Test("A border moves nothing of tokens", arguments: [8, 6.0])
  func tokens(_ margins: Double) {
    var properties = TokenFieldProperties()
    properties.margins = margins
    let booth = BorderBooth(width: 300, height: 100) {
      return TokensView(properties: properties, font: FontSpec(size: 15))
    }
    booth.view.change(at: 0) { $0.setTokens(["one", "two", "three", "four", "five"].map { Token($0) }) }
    booth.expectNothingMoves(at: 0)
    booth.view.change(at: 1) { $0.remove(at: [1]) }
    for t in [1, 1.05, 1.15, 3] { booth.expectNothingMoves(at: t) }
    booth.view.isCentered = true
    booth.expectNothingMoves(at: 4)
  }

  @Test("A border moves nothing of labels and badges") func labelsAndBadges() {
    let style = LabelStyle(font: FontSpec(size: 14), color: .white, background: .black, padding: 14)
    BorderBooth(width: 120, height: 36) { LabelView("LIVE", style: style) }.expectNothingMoves(at: 0)
    BorderBooth(width: 120, height: 36) { LabelView("It is ellipsised", style: style) }.expectNothingMoves(
      at: 0)
    let image = SizedImage(path: "picture.png", size: Size(width: 20, height: 20))
    BorderBooth(width: 160, height: 36) {
      LabelView("LIVE", style: style, image: image)
    }.expectNothingMoves(at: 0)
  }

  @Test("A border moves nothing of a strip", arguments: [StripLayout.Dock.bottom, .top])
  func strips(_ dock: StripLayout.Dock) {
    let booth = BorderBooth(width: 1000, height: 36) {
      var style = StripStyle()
      (style.label, style.caption) = ("NEWS", "")
      style.crawl.scrollSpeed = 0
      let view = StripScene(style, dock: dock)
      view.crawl.append(Headline("A headline"), at: 0)
      view.crawl.start(at: 0)
      view.chips.change(at: 0) { $0.setTokens([Token("one"), Token("two")]) }
      return view
    }
    booth.expectNothingMoves(at: 0.5, besides: StripTheme().edgeColor)
    for _ in 0..<40 { booth.view.crawl.append(Headline("Another one"), at: 1) }
    // The line at the docked edge makes room for the border.
    for t in [1, 1.2, 1.5, 9] { booth.expectNothingMoves(at: t, besides: StripTheme().edgeColor) }
  }

  // MARK: - Where there is no room for both

  /// Sides of their own: the content goes out of the way of each as far as it has to.
  @Test("Sides may have widths of their own") func sidesOfTheirOwn() {
    var border = Border()
    border.leftWidth = 40
    let booth = crawl("Short text") { $0.crawl.scrollTime = 0 }
    #expect(booth.ink(border, at: 1).minX == 39)
    (border.leftWidth, border.topWidth) = (0, 16)
    let plain = booth.ink(Border(), at: 2)
    let pushed = booth.ink(border, at: 3)
    #expect(pushed.minX == plain.minX && pushed.minY > plain.minY && pushed.maxY <= 38)
  }

  /// The capitals keep a pixel to the border; so long as they do, the digits are as large as without.
  @Test("Digits shrink when they have to") func digitsShrinkWhenTheyHaveTo() {
    let booth = BorderBooth(width: 320, height: 80) { CounterScene() }
    booth.view.show(text: "1234", at: 0)
    let size = booth.fontSize(Border(), at: 1)
    #expect(booth.fontSize(Border(width: 17), at: 1) == size)
    let small = booth.fontSize(Border(width: 22), at: 1)
    #expect(small < size && abs(small * 0.714 - (80 - 44 - 2)) < 0.1)
    var top = Border()
    top.topWidth = 30
    #expect(booth.fontSize(top, at: 1) == size)
  }

  /// Columns that share the width move closer as far as the outermost digits have to.
  @Test("Digits share the width", arguments: ["1", "12", "1234", "1234567", "12345678", "123456789"])
  func digitsThatShareTheWidth(_ text: String) {
    let booth = BorderBooth(width: 320, height: 80) {
      var properties = CounterProperties()
      properties.alignment = .fill
      return CounterScene(properties: properties)
    }
    booth.view.show(text: text, at: 0)
    let ink = booth.ink(Border(width: 6), at: 1)
    // A pixel of bearing, and one more for columns on whole pixels.
    #expect(ink.minX >= 4 && ink.maxX <= 316, "\(ink)")
    var right = Border()
    right.rightWidth = 40
    #expect(booth.ink(right, at: 1).maxX <= 282)
  }

  /// The last line comes to rest above the border, with all of its ink; the first one stands where it does without.
  @Test("Credits end above the border") func creditsEndAboveTheBorder() {
    let booth = BorderBooth(width: 300, height: 120) {
      let view = CreditsView()
      view.append((0..<8).map { "Line \($0)" }.joined(separator: "\n"), at: 0)
      view.start(at: 0)
      return view
    }
    #expect(booth.ink(Border(width: 6), at: 0).minY == booth.ink(Border(), at: 0).minY)
    let line = booth.ink(Border(width: 6), at: 100)
    // A line's box reaches 0.293 em below its baseline, its ink 0.25.
    #expect(booth.view.isFinished && (113...114).contains(line.maxY - 0.043 * 18))
    #expect(booth.ink(Border(), at: 101).maxY == line.maxY + 2 && booth.ink(Border(width: 6), at: 102) == line)
  }

  @Test("Tokens give way by their margins") func tokensGiveWayByTheirMargins() {
    var properties = TokenFieldProperties()
    properties.margins = 4
    let booth = BorderBooth(width: 300, height: 100) {
      return TokensView(properties: properties, font: FontSpec(size: 15))
    }
    booth.view.change(at: 0) { $0.setTokens([Token("one")]) }
    let ink = booth.ink(Border(width: 10), at: 0)
    #expect(ink.minX == 10 && ink.minY == 10)
    #expect(booth.view.drainEvents().contains(.heightUpdated(50)))
  }

  // MARK: - Help

  private func crawl(_ text: String, _ change: (inout CrawlScene.Style) -> Void) -> BorderBooth<CrawlScene> {
    var style = CrawlScene.Style()
    change(&style)
    return BorderBooth(width: 400, height: 36) {
      let view = CrawlScene(style)
      view.append(Headline(text), at: 0)
      view.start(at: 0)
      return view
    }
  }
}

import Scene
import ScrollCore
import Testing
import ViewKit

@testable import Newsreel

/// Where views stand in views: without a window, with a typesetter of fixed pitch.
@Suite("Views in views") struct ViewPlacementTests {
  private func layOut(_ view: Newsreel.View, width: Double = 300, height: Double = 100) {
    view.settle(
      in: VisibleFrame(Rect(x: 0, y: 0, width: width, height: height)),
      LayoutPass(typesetter: FixedTypesetter(), scale: 1, time: 0))
  }

  /// A view of 40×20.
  private func makeBox() -> Newsreel.View {
    let box = View()
    (box.width, box.height) = (40, 20)
    return box
  }

  @Test("In and on, at edges, corners and the middle, of the superview and of another", arguments: Placement.allCases)
  func placements(_ placement: Placement) {
    let (box, other) = (makeBox(), makeBox())
    let view = View([other, box])
    other.place(.inTopLeft, dx: 50, dy: 30)
    box.place(placement, dx: 3, dy: -2)
    layOut(view)
    let natural = Rect(x: 0, y: 0, width: 40, height: 20)
    #expect(box.frame == placement.place(natural, at: view.frame, dx: 3, dy: -2))
    box.place(placement, of: other, dx: 3, dy: -2)
    layOut(view)
    #expect(box.frame == placement.place(natural, at: other.frame, dx: 3, dy: -2))
  }

  @Test("The specification's cases") func cases() {
    let box = makeBox()
    let view = View([box])
    box.place(.inRight, dx: -5)
    layOut(view)
    #expect(box.frame.minX == 255)
    box.place(.inCenter)
    layOut(view)
    #expect(box.frame.origin == Point(x: 130, y: 40))
    let other = View()
    (other.width, other.height) = (60, 30)
    other.place(.inTopLeft, dx: 50, dy: 10)
    view.addSubview(other)
    box.place(.onRight, of: other, dx: 5)
    layOut(view)
    #expect(box.frame.minX == 115)
    box.place(.onTop, of: other)
    layOut(view)
    #expect(box.frame.minY == -10)
  }

  @Test("A placement leaves alone the direction that it does not name") func directions() {
    let (box, other) = (makeBox(), makeBox())
    let view = View([box, other])
    other.place(.inCenter)
    // It comes before what it is placed at, and stands right all the same.
    box.place(.onRight, of: other, dx: 5)
    box.place(.inBottom)
    layOut(view)
    #expect(box.frame == Rect(x: 175, y: 80, width: 40, height: 20))
    box.place(.inLeft)
    layOut(view)
    #expect(box.frame == Rect(x: 0, y: 80, width: 40, height: 20))
  }

  @Test("What is in a view stands inside its border") func borders() {
    let box = makeBox()
    let view = View([box])
    view.border = Border(width: 6)
    box.place(.inBottomRight)
    layOut(view)
    #expect(box.frame == Rect(x: 254, y: 74, width: 40, height: 20))
  }

  @Test("A row gives what is left to those that have no width, a column what is left of the height")
  func stacks() {
    let (first, box, last) = (View(), makeBox(), View())
    let row = StackView(.horizontal, spacing: 10, [first, box, last])
    layOut(row)
    #expect(first.frame == Rect(x: 0, y: 0, width: 120, height: 100))
    #expect(box.frame == Rect(x: 130, y: 40, width: 40, height: 20))
    #expect(last.frame == Rect(x: 180, y: 0, width: 120, height: 100))
    box.isHidden = true
    layOut(row)
    #expect(first.frame.width == 145 && last.frame.minX == 155)
    let column = StackView(.vertical, spacing: 4, [last, makeBox()])
    layOut(column)
    #expect(last.frame == Rect(x: 0, y: 0, width: 300, height: 76) && row.subviews.count == 2)
  }

  @Test("A view is in one place at a time, and never in itself") func superviews() {
    let box = makeBox()
    let (one, other) = (View([box]), View())
    other.addSubview(box)
    #expect(one.subviews.isEmpty && other.subviews.count == 1)
    box.removeFromSuperview()
    #expect(other.subviews.isEmpty)
    let outer = View()
    let inner = View([outer])
    outer.addSubview(inner)
    inner.addSubview(inner)
    #expect(outer.subviews.isEmpty && inner.subviews.count == 1 && inner.superview == nil)
  }

  @Test("Properties have their types and their names") func properties() throws {
    let crawl = CrawlView()
    crawl.scrollSpeed = 90
    crawl.edgeFade = 12
    crawl.border.width = 2
    #expect(crawl.style.crawl.scrollSpeed == 90 && crawl.value(of: "scroll-speed") == "90")
    #expect(crawl.value(of: "edgeFade") == "12" && crawl.value(of: "borderWidth") == "2")
    let counter = CounterView()
    (counter.duration, counter.textColor, counter.grouping) = (0.6, .white, .threes)
    #expect(counter.style.odometer.duration == 0.6 && counter.style.odometer.format.grouping == .threes)
    let lyrics = AutoScrollView("a\nb")
    (lyrics.leadIn, lyrics.lineSpacing) = (true, 2)
    #expect(lyrics.style.scroll.leadIn && lyrics.value(of: "line-spacing") == "2")
    let strip = StripView()
    (strip.labelColor, strip.caption, strip.scrollSpeed) = (.black, "now", 30)
    #expect(strip.style.theme.labelColor == .black && strip.style.crawl.scrollSpeed == 30)
    var style = crawl.style
    (style.crawl.minFontSize, style.crawl.maxFontSize) = (10, 20)
    try crawl.setStyle(style)
    #expect(crawl.minFontSize == 10 && crawl.maxFontSize == 20)
  }
}

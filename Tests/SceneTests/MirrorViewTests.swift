import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("A mirror of a view") struct MirrorViewTests {
  private static let source = Rect(x: 0, y: 0, width: 1000, height: 40)

  private func squeeze(to width: Double, stretch: FlexibleColumns? = FlexibleColumns(100...700)) -> Squeeze {
    Squeeze(from: Self.source, to: width, stretch: stretch)
  }

  private func columns(_ squeeze: Squeeze, _ from: Double, _ to: Double) -> [Double]? {
    squeeze.place(Rect(x: from, y: 0, width: to - from, height: 40)).map { [$0.clip.minX, $0.clip.maxX, $0.dx] }
  }

  @Test("As wide as the view nothing moves") func same() {
    let squeeze = squeeze(to: 1000)
    for (from, to) in [(0.0, 100.0), (100, 700), (700, 1000), (0, 1000)] {
      #expect(columns(squeeze, from, to) == [from, to, 0])
    }
  }

  @Test("Narrower, what can be shorter ends sooner, and the rest follows it") func narrower() {
    let squeeze = squeeze(to: 800)
    #expect(columns(squeeze, 0, 100) == [0, 100, 0])
    #expect(columns(squeeze, 100, 700) == [100, 500, 0])
    #expect(columns(squeeze, 700, 1000) == [500, 800, -200])
    #expect(columns(squeeze, 0, 1000) == [0, 800, 0])
    // What lies wholly beyond what is left of it goes.
    #expect(columns(squeeze, 600, 700) == nil)
  }

  @Test("Where there is no room for the rest it is left out") func tooNarrow() {
    let squeeze = squeeze(to: 300)
    #expect(columns(squeeze, 0, 100) == [0, 100, 0])
    #expect(columns(squeeze, 100, 700) == [100, 300, 0])
  }

  @Test("A view that says nothing is cut at the right") func plain() {
    let squeeze = squeeze(to: 800, stretch: nil)
    #expect(columns(squeeze, 0, 1000) == [0, 800, 0])
    #expect(columns(squeeze, 900, 1000) == nil)
  }

  @Test("A point is that of the view which is seen there") func points() {
    let squeeze = squeeze(to: 800)
    for (x, source) in [(50.0, 50.0), (499, 499), (500, 700), (799, 999)] {
      #expect(squeeze.source(of: Point(x: x, y: 5)) == Point(x: source, y: 5))
    }
  }
}

/// A strip in a window, and in narrower ones, whose users see the same parts.
@Suite("Mirrors of a strip") struct StripMirrorTests {
  private static let arabic = Words(
    word: { $0 == Word.direction.rawValue ? "default:RTL" : $0 }, counted: { $2 == 1 ? $0 : $1 })

  private func strip(isArabic: Bool = false, less: Double) -> ViewHarness<StripScene> {
    let language = isArabic ? Self.arabic : .english
    var style = StripStyle()
    style.crawl.scrollLeft = !language.isRightToLeft
    let strip = StripScene(style, words: language)
    strip.crawl.append(contentsOf: (1...40).map { Headline("Headline \($0) of forty") }, at: 0)
    strip.setTopics(
      ["World", "Science", "Sports", "Culture", "Business"].enumerated().map { Token($1, tag: $0) }, at: 0)
    strip.clock = { _ in ("10:24", .infinity) }
    strip.crawl.start(at: 0)
    strip.fit(toLess: less)
    return ViewHarness(strip, size: Size(width: 1200, height: 36))
  }

  private func mirror(of strip: ViewHarness<StripScene>, _ width: Double) -> ViewHarness<MirrorView> {
    let mirror = MirrorView(of: strip.view)
    mirror.sourceBounds = { [bounds = strip.bounds] in bounds }
    return ViewHarness(mirror, size: Size(width: width, height: 36))
  }

  /// The clips of everything with ink: of texts and numbers, not of grounds and lines.
  private func clips(of frame: borrowing Frame) -> [Rect] {
    var clips: [Rect] = []
    for layer in frame.layers {
      if case .sprites = layer.kind { clips.append(layer.clip) }
      if !layer.content.primitives.isEmpty { clips.append(layer.clip) }
    }
    return clips
  }

  @Test(
    "Each has the same parts, and the crawl alone is shorter", arguments: [1200.0, 1000, 700, 500, 350],
    [false, true])
  func parts(_ width: Double, _ isArabic: Bool) {
    let strip = strip(isArabic: isArabic, less: 1200 - width)
    strip.draw(at: 1)
    let mirror = mirror(of: strip, width)
    mirror.draw(at: 1)
    let (whole, shown) = (clips(of: strip.frame), clips(of: mirror.frame))
    #expect(whole.count == shown.count && mirror.frame.layers.count == strip.frame.layers.count)
    let crawl = strip.view.parts.crawl
    for (a, b) in zip(whole, shown) {
      #expect(a == crawl ? b.width == a.width - 1200 + width && b.width >= 0.4 * width : b.width == a.width)
      #expect(b.minX >= 0 && b.maxX <= width)
      #expect(a.minX == crawl.maxX || a.maxX == crawl.minX || a == crawl || b.width > 0)
    }
    // The text beside the label is there.
    #expect(isArabic ? shown.contains { $0.maxX == width } : shown.contains { $0.minX == 0 })
  }

  @Test("What is said over the crawl is whole in each", arguments: [false, true], [false, true])
  func overlays(_ isArabic: Bool, _ takesOver: Bool) throws {
    for width in [1000.0, 700, 500] {
      let strip = strip(isArabic: isArabic, less: 1200 - width)
      strip.draw(at: 1)
      let text = takesOver ? "Stop" : "Stop press"
      var breakIn = BreakIn(text)
      breakIn.takesOver = takesOver
      strip.view.breakIns.show(breakIn, at: 1)
      let mirror = mirror(of: strip, width)
      let urgent = try #require(mirror.sights(at: 4).first { $0.element.run?.text == text }, "\(width)")
      #expect(urgent.clip.minX <= urgent.bounds.minX && urgent.clip.maxX >= urgent.bounds.maxX, "\(width): \(urgent)")
    }
  }

  @Test("The list of all chips ends where each ends", arguments: [false, true])
  func list(_ isArabic: Bool) {
    let strip = strip(isArabic: isArabic, less: 500)
    strip.draw(at: 1)
    strip.view.openList(in: strip.context.event)
    strip.layOut(at: 1)
    for width in [1200.0, 900, 700] {
      let sights = mirror(of: strip, width).sights(at: 2)
      for name in ["World", "Science", "Sports"] {
        let chip = sights.first { $0.element.run?.text == name }
        let isWhole = chip.map { $0.clip.minX <= $0.bounds.minX && $0.clip.maxX >= $0.bounds.maxX }
        #expect(isWhole == true, "\(name) \(width)")
      }
    }
  }

  @Test("What is at a place in the first is found at its place in each, and back") func places() throws {
    let strip = strip(less: 500)
    strip.draw(at: 1)
    let (mirror, chips) = (mirror(of: strip, 700), try #require(strip.view.parts.chips))
    mirror.draw(at: 1)
    let place = try #require(mirror.view.place(of: chips))
    #expect(place == chips.offsetBy(dx: -500, dy: 0))
    let point = Point(x: place.midX, y: 18)
    #expect(mirror.view.inSource(.pointerMoved(point)) == .pointerMoved(Point(x: chips.midX, y: 18)))
    let headline = Rect(x: 200, y: 0, width: 10, height: 36)
    #expect(mirror.view.place(of: headline) == headline)
  }
}

import Scene
import ScrollCore
import Testing
import ViewKit

@Suite("The strip's view") struct StripViewTests {
  private final class Stub: View {
    private let content: Content
    private(set) var bounds: Rect?

    init(ids: inout ContentIDs) { content = Content(id: ids.next(), background: .white) }

    func layout(in bounds: Rect, with typesetter: any Typesetter) { self.bounds = bounds }

    func draw(into frame: inout Frame, at t: Seconds) {
      frame.add(Layer(content, clip: bounds ?? .zero, origin: bounds?.origin ?? .zero))
      frame.change(at: t + 1)
    }
  }

  private let crawl: Stub
  private let counter: Stub
  private let chips: Stub
  private let strip: StripView

  init() {
    var ids = ContentIDs()
    let (crawl, counter, chips) = (Stub(ids: &ids), Stub(ids: &ids), Stub(ids: &ids))
    (self.crawl, self.counter, self.chips) = (crawl, counter, chips)
    strip = StripView(
      crawl: StripPart(crawl, width: { _, _ in 0 }), counter: StripPart(counter, width: { m, _ in 2 * m.counterFont }),
      chips: StripPart(chips, widths: { m, _ in [10 * m.chipFont, 3 * m.chipFont] }), ids: &ids)
    let style = LabelStyle(font: FontSpec(size: 1), color: .black)
    strip.setLabel(LabelView("NEWSREEL", style: style, ids: &ids))
    strip.setCaption(LabelView("HEADLINES", style: style, ids: &ids))
  }

  private func frame(width: Double, height: Double = 36, at t: Seconds = 0) -> Frame {
    let bounds = Rect(x: 0, y: 1044, width: width, height: height)
    strip.layout(in: bounds, with: FixedTypesetter())
    var frame = Frame(size: bounds.size, background: strip.theme.background)
    strip.draw(into: &frame, at: t)
    return frame
  }

  @Test("Parts stand where the layout says") func partsStandWhereTheLayoutSays() {
    let frame = frame(width: 1920)
    let parts = strip.parts
    #expect(crawl.bounds == parts.crawl && counter.bounds == parts.counter && chips.bounds == parts.chips)
    #expect(parts.counter?.width == 40 && parts.chips?.width == 130)
    // 8 letters of 14 px at 0.56 em, the last one's spacing off, and 14 px on each side.
    #expect(parts.label?.width == 90)
    #expect(parts.caption != nil && frame.nextChange == 1)
    // Five parts, the edge line and two hairlines.
    #expect(frame.layers.count == 8)
  }

  @Test("Nothing lies on anything else", arguments: [200.0, 400, 640, 1024, 1920, 3840], [16.0, 24, 36, 64])
  func nothingLiesOnAnythingElse(_ width: Double, _ height: Double) {
    let layers = frame(width: width, height: height).layers
    let bounds = Rect(x: 0, y: 1044, width: width, height: height)
    for (i, layer) in layers.enumerated() {
      #expect(!layer.clip.isEmpty && bounds.intersection(layer.clip) == layer.clip)
      for other in layers.dropFirst(i + 1) { #expect(!layer.clip.intersects(other.clip)) }
    }
  }

  @Test("What gave way is not drawn") func whatGaveWayIsNotDrawn() {
    let layers = frame(width: 100).layers
    // The crawl and the edge line.
    #expect(layers.count == 2 && strip.parts.counter == nil && strip.parts.label == nil)
    #expect(frame(width: 1920).layers.count == 8)
  }

  @Test("Lines are in the colours of the theme") func linesInTheColoursOfTheTheme() {
    strip.theme = .light
    let layers = frame(width: 1920).layers
    let lines = layers.filter { min($0.clip.width, $0.clip.height) == 1 }
    #expect(
      lines.map(\.content.background) == [StripTheme.light.edgeColor]
        + Array(repeating: StripTheme.light.hairlineColor, count: 2))
    #expect(lines.first?.clip == Rect(x: 0, y: 1044, width: 1920, height: 1))
    strip.dock = .top
    #expect(frame(width: 1920).layers.contains { $0.clip == Rect(x: 0, y: 1079, width: 1920, height: 1) })
    #expect(layers.first?.content.background == StripTheme.light.labelBackground)
  }

  @Test("Contents have identities of their own") func contentsHaveIdentitiesOfTheirOwn() {
    let ids = frame(width: 1920).layers.map(\.content.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test("Laying out again draws nothing again") func layingOutAgainDrawsNothingAnew() {
    let first = frame(width: 1920).layers
    let second = frame(width: 1920).layers
    #expect(zip(first, second).allSatisfy { $0.looksLike($1) })
  }

  @Test("Elastic chips take what is left") func elasticChipsTakeWhatIsLeft() {
    strip.chips = StripPart(chips, elastic: { _, _ in 60...600 })
    var widths: Set<Double> = []
    for width in stride(from: 340.0, to: 2000, by: 10) {
      _ = frame(width: width)
      let chips = strip.parts.chips?.width ?? 0
      #expect(chips == 0 || (60...600).contains(chips))
      // No more is given up than what it takes, or than is theirs.
      let most = min(600, StripMetrics(height: 36).chipsRoom(in: width))
      #expect(chips <= most)
      #expect(chips == 0 || chips > most - 8 || strip.parts.crawl.width < width / 3 + 9)
      widths.insert(chips)
    }
    #expect(widths.count > 30 && widths.contains(600) && (widths.subtracting([0]).min() ?? 0) < 80)
  }

  @Test("A badge may be the label") func aBadgeAsLabel() {
    var ids = ContentIDs()
    let badge = BadgeView(
      "NEWS", style: LabelStyle(font: FontSpec(size: 1), color: .black), image: ImageReference(path: "icon.png"),
      imageSize: Size(width: 70, height: 70), ids: &ids)
    strip.setLabel(badge)
    _ = frame(width: 1920)
    // 35 px of picture, two gaps of 5, text of 30.52 and twice 14.
    #expect(strip.parts.label?.width == 104)
  }
}

import ScrollCore
import Testing

@Suite("Layout of the strip") struct StripLayoutTests {
  /// As in the drawing: label 107, counter 36, caption 66, four chips or fewer with "+N".
  private let widths = StripWidths(label: 107, counter: 36, caption: 66, chips: [378, 310, 214, 130, 42])

  private func layout(_ width: Double, _ height: Double = 36) -> StripLayout {
    StripLayout(widths, in: Rect(x: 0, y: 0, width: width, height: height))
  }

  @Test("The strip is laid out as the drawing shows") func theDrawing() {
    let strip = layout(1920)
    #expect(strip.edgeLine == Rect(x: 0, y: 0, width: 1920, height: 1))
    #expect(strip.label == Rect(x: 0, y: 1, width: 107, height: 35))
    #expect(strip.crawl == Rect(x: 107, y: 1, width: 1275, height: 35))
    #expect(strip.counterHairline == Rect(x: 1382, y: 1, width: 1, height: 35))
    #expect(strip.counter == Rect(x: 1397, y: 1, width: 36, height: 35))
    #expect(strip.caption == Rect(x: 1441, y: 1, width: 66, height: 35))
    #expect(strip.chipsHairline == Rect(x: 1521, y: 1, width: 1, height: 35))
    #expect(strip.chips == Rect(x: 1532, y: 1, width: 378, height: 35))
  }

  @Test("Parts give way in order") func partsGiveWayInOrder() {
    var last = (caption: true, chips: 378.0, counter: true, label: 107.0)
    var stages: [String] = []
    for width in stride(from: 1920.0, through: 1, by: -1) {
      let strip = layout(width)
      let now = (
        caption: strip.caption != nil, chips: strip.chips?.width ?? 0, counter: strip.counter != nil,
        label: strip.label?.width ?? 0
      )
      // Once gone it stays gone, and nothing goes before what is due first.
      #expect(last.caption || !now.caption)
      #expect(now.chips <= last.chips && now.label <= last.label && (last.counter || !now.counter))
      #expect(!now.caption || now.chips == 378)
      #expect(now.counter || now.chips == 0)
      #expect(now.label == 107 || !now.counter)
      if last.caption, !now.caption { stages.append("caption") }
      if last.chips != now.chips { stages.append("chips \(Int(now.chips))") }
      if last.counter, !now.counter { stages.append("counter") }
      if last.label == 107, now.label < 107 { stages.append("label") }
      last = now
    }
    #expect(
      stages == [
        "caption", "chips 310", "chips 214", "chips 130", "chips 42", "chips 0", "counter", "label",
      ])
    #expect(last.label == 0)
  }

  @Test(
    "Nothing overlaps or leaves the strip",
    arguments: [1.0, 8, 12, 16, 19, 20, 24, 28, 30, 36, 37.0, 48, 64, 72, 100, 216], StripLayout.Dock.allCases)
  func nothingOverlapsOrLeavesTheStrip(_ height: Double, _ dock: StripLayout.Dock) {
    let scale = height / 36
    let natural = StripWidths(
      label: 107.3 * scale, counter: 36.2 * scale, caption: 66 * scale, chips: widths.chips.map { $0 * scale })
    for width in stride(from: 1.0, to: 2600, by: 13) {
      let bounds = Rect(x: 11, y: 700, width: width, height: height)
      let strip = StripLayout(natural, in: bounds, dock: dock)
      let blocks = [
        strip.edgeLine, strip.label, strip.crawl, strip.counterHairline, strip.counter, strip.caption,
        strip.chipsHairline, strip.chips,
      ].compactMap { $0 }.filter { !$0.isEmpty }
      for (i, block) in blocks.enumerated() {
        #expect(bounds.intersection(block) == block)
        #expect([block.minX, block.minY, block.width, block.height].allSatisfy { $0 == $0.rounded() })
        for other in blocks.dropFirst(i + 1) { #expect(!block.intersects(other)) }
      }
      #expect(strip.crawl.width >= width * 0.46)
      #expect(dock == .none || strip.edgeLine?.minY == (dock == .bottom ? 700 : strip.crawl.maxY))
      #expect((strip.counter == nil) == (strip.counterHairline == nil))
      #expect((strip.chips == nil) == (strip.chipsHairline == nil))
      #expect(strip.caption == nil || strip.counter != nil)
      #expect(strip.crawl.minX == (strip.label?.maxX ?? 11))
    }
  }

  @Test("Small strips lose the caption first") func smallStripsLoseTheCaptionFirst() {
    #expect(layout(1920, 24).caption == nil && layout(1920, 24).chips != nil && layout(1920, 24).counter != nil)
    #expect(layout(1920, 16).chips == nil && layout(1920, 16).counter != nil)
    #expect(layout(1920, 64).caption != nil)
  }

  @Test("Metrics are those of the drawing") func metricsOfTheDrawing() {
    let metrics = StripMetrics(height: 36)
    #expect(metrics.labelFont == 14 && metrics.labelPadding == 14)
    #expect(metrics.crawlFont == 18)
    #expect(metrics.separatorSize == 8 && metrics.separatorGap == 22 && metrics.crawlFade == 28)
    #expect(metrics.counterFont == 20 && metrics.captionFont == 11)
    #expect(metrics.chipHeight == 24 && metrics.chipFont == 13 && metrics.chipGap == 6)
    #expect(metrics.edgeLine == 1)
  }

  @Test("Metrics grow in proportion") func metricsGrowInProportion() {
    let metrics = StripMetrics(height: 72)
    #expect(metrics.crawlFont == 36 && metrics.chipHeight == 48 && metrics.captionFont == 22 && metrics.edgeLine == 2)
  }

  @Test("A label takes a fifth at most, and shrinks for that as far as it stays legible") func labelScale() {
    let large = StripMetrics(height: 200)
    #expect(large.labelScale(of: 600, in: 1500) == 0.5 && large.labelScale(of: 300, in: 1500) == 1)
    let small = StripMetrics(height: 36)
    #expect(small.labelScale(of: 107, in: 300) == 10 / 14 && small.labelScale(of: 107, in: 1366) == 1)
    #expect(StripMetrics(height: 0).labelScale(of: 107, in: 300) == 1)
  }

  @Test("Everything fits its height") func everythingFitsItsHeight() {
    for height in stride(from: 1.0, through: 300, by: 1) {
      let metrics = StripMetrics(height: height)
      for font in [metrics.labelFont, metrics.crawlFont, metrics.counterFont, metrics.chipFont] {
        #expect(font > 0 && font <= height * 0.61)
        #expect(height < 17 || font >= 10)
      }
      if let chip = metrics.chipHeight { #expect(chip <= height - 3 && chip >= metrics.chipFont * 1.5) }
    }
    let small = StripMetrics(height: 24)
    #expect(small.chipHeight == 16 && small.chipFont == 10 && small.captionFont == nil && small.crawlFont == 12)
  }

  @Test("Without parts the crawl has all of the strip") func withoutPartsTheCrawlHasItAll() {
    let strip = StripLayout(StripWidths(), in: Rect(x: 0, y: 0, width: 500, height: 36), dock: .none)
    #expect(strip.crawl == Rect(x: 0, y: 0, width: 500, height: 36))
    let odd = StripWidths(label: -5, counter: .nan, caption: 50, chips: [.infinity, 0])
    #expect(StripLayout(odd, in: Rect(x: 0, y: 0, width: 500, height: 36), dock: .none) == strip)
  }

  @Test("Mirrored, the label is at the right, and a number still before its caption") func mirrored() {
    let bounds = Rect(x: 10, y: 0, width: 1000, height: 36)
    let widths = StripWidths(label: 100, counter: 20, caption: 60, chips: [150])
    let plain = StripLayout(widths, in: bounds)
    var strip = plain
    strip.mirror(in: bounds)
    #expect(strip.label == Rect(x: 910, y: 1, width: 100, height: 35))
    #expect(strip.chips == Rect(x: 20, y: 1, width: 150, height: 35))
    #expect(strip.crawl.maxX == 910 && strip.crawl.width == plain.crawl.width)
    #expect(strip.counter?.width == 20 && strip.caption?.width == 60)
    let (counter, caption) = (strip.counter ?? .zero, strip.caption ?? .zero)
    #expect(caption.minX == counter.maxX + 8 && counter.minX > 170 && caption.maxX < strip.crawl.minX)
    strip.mirror(in: bounds)
    #expect(strip == plain)
  }
}

import Scene
import ScrollCore
import Testing
import ViewKit

@Suite("The strip") struct StripViewTests {
  /// Two topics of two headlines each.
  private static func strip(
    _ dock: StripLayout.Dock = .bottom, image: SizedImage? = nil, _ change: (inout StripStyle) -> Void = { _ in }
  ) -> ViewHarness<StripView> {
    var style = StripStyle()
    change(&style)
    let strip = StripView(style, dock: dock, labelImage: image)
    strip.crawl.append(contentsOf: (1...4).map { Headline("Headline \($0) of four") }, at: 0)
    strip.chips.change(at: 0) { $0.setTokens([Token("World", tag: 7), Token("Science"), Token("Sports")]) }
    _ = strip.chips.drainEvents()
    strip.crawl.start(at: 0)
    return ViewHarness(strip, in: Rect(x: 0, y: 1044, width: 1920, height: 36))
  }

  private func layers(
    _ strip: ViewHarness<StripView>, width: Double, height: Double = 36, at t: Seconds = 0
  ) -> [Layer] {
    strip.layOut(in: Rect(x: 0, y: 1044, width: width, height: height), at: t)
    strip.draw(at: t)
    return strip.frame.layers
  }

  @Test("Parts stand where the layout says") func places() {
    let strip = Self.strip()
    let layers = layers(strip, width: 1920)
    let parts = strip.view.parts
    #expect(strip.view.crawl.bounds == parts.crawl && strip.view.chips.bounds == parts.chips)
    // 8 letters of 14 px at 0.56 em, the last one's spacing off, and 14 px on each side.
    #expect(parts.label?.width == 90)
    // One digit of 20 px at half an em.
    #expect(parts.counter?.width == 10 && parts.caption != nil)
    // Label, crawl, digit, caption, three chips, the edge line and two hairlines.
    #expect(layers.count == 10)
  }

  @Test("Nothing lies on anything else", arguments: [200.0, 400, 640, 1024, 1920, 3840], [16.0, 24, 36, 64])
  func apart(_ width: Double, _ height: Double) {
    let layers = layers(Self.strip(), width: width, height: height)
    let bounds = Rect(x: 0, y: 1044, width: width, height: height)
    for (i, layer) in layers.enumerated() {
      #expect(!layer.clip.isEmpty && bounds.intersection(layer.clip) == layer.clip)
      for other in layers.dropFirst(i + 1) { #expect(!layer.clip.intersects(other.clip)) }
    }
  }

  @Test("What gave way is not drawn") func givingWay() {
    let strip = Self.strip()
    // The crawl and the edge line.
    #expect(layers(strip, width: 100).count == 2)
    #expect(strip.view.parts.counter == nil && strip.view.parts.label == nil)
    #expect(layers(strip, width: 1920).count == 10)
  }

  @Test("Lines have the colours of the theme, and the one at the edge is opposite the dock") func lines() {
    let (edge, hairline) = (Color(rgb: 0x123456), Color(rgb: 0x654321))
    func strip(_ dock: StripLayout.Dock) -> ViewHarness<StripView> {
      Self.strip(dock) { ($0.theme.edgeColor, $0.theme.hairlineColor) = (edge, hairline) }
    }
    let lines = layers(strip(.bottom), width: 1920).filter { min($0.clip.width, $0.clip.height) == 1 }
    #expect(lines.map(\.content.background) == [edge, hairline, hairline])
    #expect(lines.first?.clip == Rect(x: 0, y: 1044, width: 1920, height: 1))
    #expect(layers(strip(.top), width: 1920).contains { $0.clip == Rect(x: 0, y: 1079, width: 1920, height: 1) })
  }

  @Test("Contents have identities of their own") func identities() {
    let ids = layers(Self.strip(), width: 1920).map(\.content.id)
    // Only the digits share one.
    #expect(Set(ids).count == ids.count)
  }

  @Test("Laying out again draws nothing again") func again() {
    let strip = Self.strip()
    let first = layers(strip, width: 1920)
    let second = layers(strip, width: 1920)
    #expect(zip(first, second).allSatisfy { $0.looksLike($1) })
  }

  @Test("Chips that have no room become +N") func chips() {
    let strip = Self.strip()
    _ = layers(strip, width: 1920)
    let all = strip.view.parts.chips?.width ?? 0
    var widths: Set<Double> = []
    for width in stride(from: 340.0, to: 2000, by: 10) {
      _ = layers(strip, width: width, at: width)
      let chips = strip.view.parts.chips?.width ?? 0
      #expect(chips <= all && (chips == 0 || strip.view.parts.crawl.width >= width / 3 - 1))
      widths.insert(chips)
    }
    #expect(widths.count > 2 && widths.contains(all))
  }

  @Test("The label can have a picture, and says when news is urgent") func label() {
    let image = SizedImage(path: "icon.png", size: Size(width: 70, height: 70))
    let strip = Self.strip(image: image) { $0.label = "NEWS" }
    _ = layers(strip, width: 1920)
    // 24 px of picture, two gaps of 5, text of 30.52 and twice 14.
    #expect(strip.view.parts.label?.width == 93)
    strip.view.isUrgent = true
    let layers = strip.frame(at: 1).layers
    #expect(layers.contains { $0.shows("URGENT") } && (strip.view.parts.label?.width ?? 0) > 93)
  }

  @Test("Removing a chip asks for its topic, and its room glides to the crawl") func removal() {
    let strip = Self.strip()
    _ = layers(strip, width: 1920, at: 1)
    let before = strip.view.parts
    let chips = before.chips ?? .zero
    strip.click(Point(x: chips.minX + 15, y: chips.midY), at: 2)
    #expect(strip.context.takeActions() == [.removeTopic(7)])
    _ = strip.frame(at: 2)
    _ = strip.frame(at: 2.1)
    let during = strip.view.parts.crawl.width
    _ = strip.frame(at: 3)
    let after = strip.view.parts.crawl.width
    #expect(before.crawl.width < during && during < after)
  }
}

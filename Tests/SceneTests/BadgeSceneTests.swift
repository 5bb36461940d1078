import Scene
import ScrollCore
import Testing
import ViewKit

@Suite("Badges") struct BadgeSceneTests {
  private static let style = LabelStyle(font: FontSpec(size: 10, weight: 700), color: .white, background: .black)
  private let picture = SizedImage(path: "icon.png", size: Size(width: 69, height: 53))

  private func badge(_ text: String, image: SizedImage?) -> LabelView {
    LabelView(text, style: Self.style, image: image)
  }

  private func pieces(_ view: any SceneView, in bounds: Rect) throws -> [Primitive] {
    view.layout(in: bounds, with: FixedTypesetter())
    var frame = Frame(size: bounds.size, background: .black)
    view.draw(into: &frame, at: 0)
    #expect(frame.layers.count == 1 && frame.layers.first?.clip == bounds && frame.nextChange == .infinity)
    return try #require(frame.layers.first).content.primitives
  }

  @Test("Its sizes follow the screen's scale, but not those that are set", arguments: [1.0, 2])
  func scale(_ scale: Double) {
    var style = Badge()
    (style.text, style.fontSize, style.spacing) = ("Newsreel", 10, 5)
    let view = BadgeScene(style)
    func size() -> Size { view.naturalSize(in: .fixed(Size(width: 1000, height: 1000), scale: scale)) }
    let plain = size()
    view.scaled = Set(BadgeScene.ScaledSize.allCases)
    #expect(size() == Size(width: plain.width * scale, height: plain.height * scale))
    view.scaled = [.margin]
    #expect(size().width == plain.width + 24 * (scale - 1))
    // The label in the window is as large as it was measured.
    #expect(size() == size())
  }

  /// 0 to 48 characters of 5 px: the group's centre is never more than half a pixel from the block's.
  @Test("A hundred labels stay centred") func aHundredLabelsStayCentred() throws {
    let view = badge("", image: picture)
    for step in 0..<100 {
      view.text = String(repeating: "x", count: step * 7 % 49)
      let pieces = try pieces(view, in: Rect(x: 30, y: 20, width: 320, height: 480))
      let image = try #require(pieces.first).bounds
      let end = (pieces.count > 1 ? pieces[1].bounds.maxX : image.maxX + 5) + 5
      #expect(abs((image.minX + end) / 2 - 160) <= 0.5)
      #expect(abs(image.midY - 240) <= 0.5)
    }
  }

  @Test("Image and text stand side by side") func imageAndTextSideBySide() throws {
    let pieces = try pieces(
      badge("Newsreel is", image: picture), in: Rect(x: 0, y: 0, width: 320, height: 480))
    // 69 + 5 + 55 + 5 = 134 wide: from x 93; 53 high: from y 213.5, on a whole pixel 214.
    #expect(pieces[0].bounds == Rect(x: 93, y: 214, width: 69, height: 53))
    #expect(pieces[1].anchor == Point(x: 167, y: 244))
    guard case .image(picture.path) = pieces[0].element, case .text = pieces[1].element else {
      Issue.record("an image and a text expected")
      return
    }
  }

  @Test("A long text is cut, and the image stays") func longTextIsCutAndTheImageStays() throws {
    let view = badge(String(repeating: "x", count: 400), image: picture)
    let pieces = try pieces(view, in: Rect(x: 0, y: 0, width: 320, height: 480))
    #expect(pieces[0].bounds.minX == 0)
    #expect(pieces[1].bounds.minX == 74 && pieces[1].bounds.width == 241)
  }

  @Test("An image as wide as the view leaves its label room, half of the width where it needs that")
  func wideImage() throws {
    let wide = SizedImage(path: "wide.png", size: Size(width: 600, height: 100))
    let bounds = Rect(x: 0, y: 0, width: 320, height: 100)
    let short = try pieces(badge("Newsreel", image: wide), in: bounds)
    // 40 px of text and two gaps of 5.
    #expect(short.map(\.bounds.width) == [270, 40] && short[0].bounds.height == 45 && short[1].bounds.minX == 275)
    let long = try pieces(badge(String(repeating: "x", count: 400), image: wide), in: bounds)
    #expect(long.map(\.bounds.width) == [160, 150])
    #expect(try pieces(badge("", image: wide), in: bounds).map(\.bounds.width) == [320])
  }

  @Test("Without an image the label is centred") func withoutImageTheLabelIsCentred() throws {
    let pieces = try pieces(badge("Newsreel", image: nil), in: Rect(x: 0, y: 0, width: 100, height: 36))
    #expect(pieces.map(\.bounds.midX) == [50])
  }

  @Test("Tall images shrink into the strip") func tallImagesShrinkIntoTheStrip() throws {
    let view = badge("x", image: picture)
    view.style.padding = 14
    let width = view.naturalWidth(height: 36, with: FixedTypesetter())
    let shown = 69.0 * 36 / 53
    #expect(width == (shown + 43).rounded(.up))
    let pieces = try pieces(view, in: Rect(x: 0, y: 0, width: width, height: 36))
    #expect(abs(pieces[0].bounds.height - 36) < 1e-9 && abs(pieces[0].bounds.minX - 14) <= 0.5)
    #expect(pieces[1].bounds.maxX <= width - 14)
  }

  @Test("A label is as wide as its text and its padding") func labelIsAsWideAsItsTextAndItsPadding() throws {
    var style = Self.style
    style.font.letterSpacing = 0.06
    style.padding = 14
    let view = LabelView("NEWSREEL", style: style)
    // Eight advances of 5.6 px, the last one without its spacing.
    #expect(view.naturalWidth(height: 36, with: FixedTypesetter()) == 73)
    let pieces = try pieces(view, in: Rect(x: 0, y: 0, width: 73, height: 36))
    #expect(pieces[0].anchor.x == 14 && pieces[0].anchor.y == 22)
    view.text = ""
    #expect(view.naturalWidth(height: 36, with: FixedTypesetter()) == 0)
  }

  @Test("A label is cut where it does not fit") func labelIsCutWhereItDoesNotFit() throws {
    var style = Self.style
    style.padding = 10
    let view = LabelView("A very long label", style: style)
    let cut = try pieces(view, in: Rect(x: 0, y: 0, width: 50, height: 36))
    #expect(cut[0].bounds.width == 30 && cut[0].bounds.minX == 10)
    #expect(try pieces(view, in: Rect(x: 0, y: 0, width: 15, height: 36)).isEmpty)
  }

  @Test("Where nothing changes, nothing is drawn again") func nothingChangesNothingIsDrawnAgain() {
    let view = LabelView("News", style: Self.style)
    func layer(_ bounds: Rect) -> Layer? {
      view.layout(in: bounds, with: FixedTypesetter())
      var frame = Frame(size: bounds.size, background: .black)
      view.draw(into: &frame, at: 0)
      return frame.layers.first
    }
    let first = layer(Rect(x: 0, y: 0, width: 90, height: 36))
    let moved = layer(Rect(x: 40, y: 0, width: 90, height: 36))
    #expect(first?.content.revision == moved?.content.revision)
    #expect(layer(.zero) == nil)
  }
}

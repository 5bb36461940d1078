import ScrollCore
import Testing
import ViewKit

@testable import Scene

/// Small pictures before labels: they come later than what they stand before.
@Suite("Pictures of labels") struct LabelPictureTests {
  @Test("A chip's text stays where it is when the picture comes, and when it does not") func chip() {
    let desk = ViewHarness.tokens(["x"])
    func texts(_ picture: LabelPicture?) -> (x: [Double], width: Double, lead: [Element]) {
      desk.view.change(at: 0) { $0.setTokens([Token("topic", dot: .white, picture: picture)]) }
      desk.layOut()
      let pieces = desk.frame(at: 1).layers.first?.content.primitives ?? []
      let isText = { (piece: Primitive) in if case .text = piece.element { true } else { false } }
      let x = pieces.filter(isText).map(\.anchor.x)
      let lead = pieces.filter { !isText($0) && $0.bounds.maxX <= x.first ?? 0 }
      return (x, desk.view.naturalSize(with: desk.typesetter).width, lead.map(\.element))
    }
    let (dot, waiting, shown) = (texts(nil), texts(LabelPicture()), texts(LabelPicture(path: "/icon.png")))
    #expect(waiting.x == shown.x && waiting.width == shown.width && waiting.x.count == 1)
    #expect(dot.x[0] < waiting.x[0] && dot.width < waiting.width)
    #expect(dot.lead == waiting.lead)
    #expect(shown.lead == [.image("/icon.png")])
  }

  @Test("A headline's label and text stay where they are when the picture comes") func headline() {
    let harness = ViewHarness.crawl(
      [Headline("text", topic: 0)], topics: [Topic("topic", color: .white, picture: LabelPicture())])
    func texts() -> [Double] {
      (harness.layer(at: 1)?.content.primitives ?? []).compactMap { piece in
        if case .text = piece.element { piece.anchor.x } else { nil }
      }
    }
    let before = texts()
    harness.view.setTopics([Topic("topic", color: .white, picture: LabelPicture(path: "/icon.png"))], at: 1)
    #expect(texts() == before && before.count >= 2)
    let images = (harness.layer(at: 1)?.content.primitives ?? []).filter {
      $0.element == .image("/icon.png")
    }
    #expect(images.first?.bounds.width == images.first?.bounds.height)
    #expect((images.first?.bounds.maxX ?? .infinity) < before[0] && (images.first?.bounds.minX ?? -1) >= 0)
    harness.view.setTopics([Topic("topic", color: .white)], at: 1)
    #expect(texts()[0] < before[0])
  }

  @Test("Topics without a headline near the view redraw nothing") func otherTopics() {
    let red = Topic("red", color: .white)
    let harness = ViewHarness.crawl([Headline("text", topic: 0)], topics: [red])
    func revision() -> Int? { harness.layer(at: 1)?.content.revision }
    let before = revision()
    harness.view.setTopics([red, Topic("blue", color: .white)], at: 1)
    harness.view.setTopics([red, Topic("green", color: .white)], at: 1)
    #expect(revision() == before)
    harness.view.setTopics([Topic("crimson", color: .white)], at: 1)
    #expect(revision() != before)
  }
}

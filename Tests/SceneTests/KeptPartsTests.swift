import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("What stands beside what moves") struct KeptPartsTests {
  /// Changes every second, and counts how often it is asked.
  private final class Clock: SceneView {
    var content = Content(background: .white)
    private(set) var count = 0
    func layout(in frame: VisibleFrame, _ pass: LayoutPass) {}
    func draw(into frame: inout Frame, at t: Seconds) {
      count += 1
      frame.add(Layer(content, clip: Rect(x: 0, y: 0, width: 10, height: 10), origin: Point(x: t.rounded(.down), y: 0)))
      frame.change(at: t.rounded(.down) + 1)
      frame.tell(.cycled)
    }
  }

  private func frame(isRedraw: Bool = false) -> Frame {
    var frame = Frame(size: Size(width: 10, height: 10), background: .black)
    frame.isRedraw = isRedraw
    return frame
  }

  @Test("A view is drawn again when it has said so, and when something has changed") func drawn() {
    let (clock, kept) = (Clock(), KeptFrame())
    func show(at t: Seconds, isRedraw: Bool = false) -> (x: Double, next: Seconds, events: Int) {
      var frame = frame(isRedraw: isRedraw)
      kept.add(to: &frame, at: t) { clock.draw(into: &$0, at: t) }
      return (frame.layers[0].origin.x, frame.nextChange, frame.events.count)
    }
    #expect(show(at: 0) == (0, 1, 1))
    for step in 1..<60 { #expect(show(at: Double(step) / 60) == (0, 1, 0)) }
    #expect(clock.count == 1)
    #expect(show(at: 1) == (1, 2, 1))
    #expect(show(at: 1.5, isRedraw: true) == (1, 2, 1))
    kept.expire()
    #expect(show(at: 1.6) == (1, 2, 1))
    // Time that runs back.
    #expect(show(at: 0.5) == (0, 1, 1))
    #expect(clock.count == 5)
  }

  @Test("A strip of which only the crawl moves looks as if all of it were drawn") func strip() {
    func strip() -> StripScene {
      let strip = StripScene(StripStyle())
      strip.crawl.append(contentsOf: (1...9).map { Headline("Headline \($0) of many") }, at: 0)
      strip.clock = { t in ("\(Int(t))", t.rounded(.down) + 1) }
      strip.setTopics([Token("World", tag: 7), Token("Science")], at: 0)
      strip.crawl.start(at: 0)
      return strip
    }
    let (kept, other) = (strip(), strip())
    let typesetter = FixedTypesetter()
    for view in [kept, other] { view.layout(in: Rect(x: 0, y: 0, width: 1920, height: 36), with: typesetter) }
    var some = frame()
    var all = frame()
    for step in 0..<300 {
      let t = Double(step) / 60
      var isRedraw = step == 0
      // Changes without and with a notice to the window.
      if step == 80 { for view in [kept, other] { view.crawl.append(Headline("A tenth one"), at: t) } }
      if step == 200 {
        for view in [kept, other] { view.setTopics([Token("Science")], at: t) }
        isRedraw = true
      }
      some.clear()
      all.clear()
      (some.isRedraw, all.isRedraw) = (isRedraw, true)
      kept.draw(into: &some, at: t)
      other.draw(into: &all, at: t)
      #expect(some.layers.map(Sight.init) == all.layers.map(Sight.init), "step \(step)")
      #expect(some.instances == all.instances && some.nextChange == all.nextChange, "step \(step)")
    }
  }

  /// A layer, whichever view's it is.
  private struct Sight: Equatable {
    var clip: Rect
    var kind: Layer.Kind
    var background: Color?
    var primitives: [Primitive]

    init(_ layer: Layer) {
      (clip, kind) = (layer.clip, layer.kind)
      (background, primitives) = (layer.content.background, layer.content.primitives)
    }
  }
}

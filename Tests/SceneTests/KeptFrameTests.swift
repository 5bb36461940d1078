import Testing

@testable import Scene
@testable import ScrollCore

@Suite("Whether a view is asked for another picture") struct KeptFrameTests {
  /// A frame drawn for the time 10.
  private func kept(_ fill: (inout Frame) -> Void) -> KeptFrame {
    let kept = KeptFrame(size: Size(width: 100, height: 10), background: .black)
    kept.draw(at: 10, fill)
    return kept
  }

  private func run(in frame: inout Frame, until end: Seconds? = nil) {
    let all = Rect(x: 0, y: 0, width: 100, height: 10)
    frame.add(Layer(Content(), clip: all, origin: .zero, velocity: -60))
    frame.change(at: 10, after: SteadyRun(velocity: -60, end: end))
  }

  @Test("What changes later stays until then") func stays() {
    let kept = kept { $0.change(at: 12) }
    #expect(kept.advance(to: 10, isRedraw: false) == .stay && kept.advance(to: 11.9, isRedraw: false) == .stay)
    #expect(kept.advance(to: 12, isRedraw: false) == .redraw)
    #expect(!kept.shouldRedrawEarly(before: 12))
  }

  @Test("What only runs does so by itself for a while, and is then better asked early") func runs() {
    let kept = kept { run(in: &$0) }
    #expect(kept.advance(to: 10.125, isRedraw: false) == .runOn(0.125))
    #expect(kept.advance(to: 10.2, isRedraw: false) == .redraw)
    #expect(!kept.shouldRedrawEarly(before: 10.19) && kept.shouldRedrawEarly(before: 10.2))
  }

  @Test("A run that turns is asked when it does, and not before") func turns() {
    let kept = kept { run(in: &$0, until: 10.1) }
    #expect(kept.advance(to: 10.09, isRedraw: false) != .redraw)
    #expect(kept.advance(to: 10.1, isRedraw: false) == .redraw)
    #expect(!kept.shouldRedrawEarly(before: 10.2))
  }

  @Test("Another reason than time, time that runs back, and what has expired ask the view") func redraws() {
    let kept = kept { $0.change(at: 12) }
    #expect(kept.advance(to: 11, isRedraw: true) == .redraw && kept.advance(to: 9, isRedraw: false) == .redraw)
    kept.expire()
    #expect(kept.advance(to: 11, isRedraw: false) == .redraw && KeptFrame().advance(to: 0, isRedraw: false) == .redraw)
  }
}

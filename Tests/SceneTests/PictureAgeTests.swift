import Testing

@testable import Scene
@testable import ScrollCore

@Suite("Whether a view is asked for another picture") struct PictureAgeTests {
  /// The age of a frame drawn for the time 10.
  private func age(_ fill: (inout Frame) -> Void) -> PictureAge {
    var frame = Frame(size: Size(width: 100, height: 10), background: .black)
    fill(&frame)
    var age = PictureAge()
    age.drew(frame, at: 10)
    return age
  }

  private func run(in frame: inout Frame, until end: Seconds? = nil) {
    let all = Rect(x: 0, y: 0, width: 100, height: 10)
    frame.add(Layer(Content(), clip: all, origin: .zero, velocity: -60))
    frame.change(at: 10, after: SteadyRun(velocity: -60, end: end))
  }

  @Test("What changes later stays until then") func stays() {
    let age = age { $0.change(at: 12) }
    #expect(age.step(to: 10, isRedraw: false) == .stay && age.step(to: 11.9, isRedraw: false) == .stay)
    #expect(age.step(to: 12, isRedraw: false) == .redraw)
    #expect(!age.shouldRedrawEarly(before: 12))
  }

  @Test("What only runs does so by itself for a while, and is then better asked early") func runs() {
    let age = age { run(in: &$0) }
    #expect(age.step(to: 10.125, isRedraw: false) == .runOn(0.125))
    #expect(age.step(to: 10.2, isRedraw: false) == .redraw)
    #expect(!age.shouldRedrawEarly(before: 10.19) && age.shouldRedrawEarly(before: 10.2))
  }

  @Test("A run that turns is asked when it does, and not before") func turns() {
    let age = age { run(in: &$0, until: 10.1) }
    #expect(age.step(to: 10.09, isRedraw: false) != .redraw && age.step(to: 10.1, isRedraw: false) == .redraw)
    #expect(!age.shouldRedrawEarly(before: 10.2))
  }

  @Test("Another reason than time, time that runs back, and what has expired ask the view") func redraws() {
    var age = age { $0.change(at: 12) }
    #expect(age.step(to: 11, isRedraw: true) == .redraw && age.step(to: 9, isRedraw: false) == .redraw)
    age.expire()
    #expect(age.step(to: 11, isRedraw: false) == .redraw && PictureAge().step(to: 0, isRedraw: false) == .redraw)
  }
}

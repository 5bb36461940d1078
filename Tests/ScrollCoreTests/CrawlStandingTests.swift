import ScrollCore
import TestKit
import Testing

/// What stands keeps its place, whatever comes next.
@Suite("The crawl, as it stands") struct CrawlStandingTests {
  private func run(_ widths: [Double], in width: Double = 300, _ change: (inout Crawl) -> Void = { _ in }) -> TrainRun {
    TrainRun(widths, in: width) {
      ($0.scrollTime, $0.scrollSpeed) = (0, 100)
      change(&$0)
    }
  }

  /// Nothing on screen moves by more than `speed` allows, and what comes in does so at an edge.
  private func expectNoJump(_ run: TrainRun, from start: Seconds, to end: Seconds, speed: Double = 100) {
    var last = run.xs(at: start)
    for step in 1...Int((end - start) * 100) {
      let now = run.xs(at: start + Double(step) / 100)
      let moved = now.allSatisfy { x in last.contains { abs($0 - x) <= speed / 100 + 1e-6 } || x < 2 || x > 200 }
      #expect(moved, "at \(start + Double(step) / 100): from \(last) to \(now)")
      last = now
    }
  }

  @Test("A text at rest that is turned goes to its new home, and stands there", arguments: [true, false], [0, -1, 2])
  func turnedAtRest(oneCopy: Bool, repeats: Int) {
    for delay in [0.0, 2, 30] {
      let run = run([98], in: 600) {
        ($0.scrollOnlyWhenTooLong, $0.delayAtStart, $0.repeatWhenOutOfBounds) = (true, delay, oneCopy)
        $0.scrollRepeat = repeats
      }
      #expect(run.xs(at: 10) == [5])
      run.change(at: 10) { $0.scrollLeft = false }
      #expect(run.xs(at: 10) == [5])
      expectNoJump(run, from: 10, to: 12)
      let before = run.xs(at: 12)
      run.change(at: 12) { $0.fontSize = 18 }
      #expect(run.xs(at: 12) == before)
      #expect(run.xs(at: 60) == [497] && run.train.nextChange(at: 60) == .infinity)
      run.change(at: 70) { $0.fontSize = 19 }
      #expect(run.xs(at: 70) == [497] && run.xs(at: 100) == [497] && run.train.state == .running)
    }
  }

  @Test("Items at rest that are turned run out, and stand at their new home", arguments: [0, -1])
  func itemsTurnedAtRest(repeats: Int) {
    let run = run([98, 50], in: 600) { ($0.scrollOnlyWhenTooLong, $0.scrollRepeat) = (true, repeats) }
    #expect(run.xs(at: 10) == [5, 153])
    run.change(at: 10) { $0.scrollLeft = false }
    #expect(run.xs(at: 10) == [5, 153])
    #expect(run.xs(at: 60) == [397, 497] && run.train.nextChange(at: 60) == .infinity)
    run.change(at: 70) { $0.fontSize = 19 }
    #expect(run.xs(at: 70) == [397, 497])
  }

  @Test("A text that is turned before it moves stays where it is, and moves from there") func turnedBeforeItMoves() {
    let run = run([98])
    run.change(at: 1) { $0.scrollLeft = false }
    #expect(run.xs(at: 1) == [5])
    run.change(at: 1.2) { $0.fontSize = 18 }
    run.train.resize(to: 310, at: 1.4, from: run.source)
    #expect(run.xs(at: 1.9) == [5])
    #expect(isNear(run.xs(at: 3).first, 105, within: 15))
  }

  @Test("What is left of a removal before it moves stays where it is") func removedBeforeItMoves() {
    let run = run([50, 60, 70])
    run.source.entries.removeFirst()
    run.train.removed(at: 1, from: run.source) { $0 == 0 }
    #expect(run.xs(at: 1) == [105, 215])
    run.change(at: 1.1) { $0.fontSize = 18 }
    run.train.remeasured(at: 1.2, from: run.source)
    #expect(run.xs(at: 1.9) == [105, 215])
    #expect(isNear(run.xs(at: 2.5).first, 55))
  }

  @Test("A text at rest stays, whatever a hand does") func handsOnRest() {
    let run = run([98]) { $0.scrollOnlyWhenTooLong = true }
    run.train.scrub(by: 500, at: 5, from: run.source)
    run.train.beginDrag(at: 6, from: run.source)
    run.train.drag(by: 700, at: 7, from: run.source)
    #expect(run.xs(at: 7) == [5])
    run.train.endDrag(at: 7, from: run.source)
    #expect(run.xs(at: 20) == [5])
  }

  @Test("In a view that becomes narrower nothing comes in but at the edge", arguments: 0..<40)
  func narrowed(step: Int) {
    let run = run([300], in: 1300)
    let t = 5 + Double(step) / 4
    let before = run.xs(at: t)
    run.train.resize(to: 700, at: t, from: run.source)
    let known = before.filter { $0 < 700 }
    #expect(run.xs(at: t) == known, "\(before) \(run.xs(at: t))")
    for frame in 1...400 {
      let (last, now) = (run.xs(at: t + Double(frame - 1) / 50), run.xs(at: t + Double(frame) / 50))
      #expect(now.allSatisfy { x in x > 697 || last.contains { abs($0 - 2 - x) < 1e-6 } }, "\(last) \(now)")
    }
  }

  @Test("After the only item in view is removed in a pause, whatever else comes, the next stands beyond the edge")
  func removedInAPause() {
    var random = SeededRandom(seed: 3)
    for step in 0..<300 {
      let run = run([.random(in: 500...900, using: &random), 100, 120]) {
        ($0.repeatWhenOutOfBounds, $0.delayAtStart) = (step % 2 == 0, 0)
      }
      let t = Double.random(in: 0.1...1.9, using: &random)
      run.train.pause(at: t, from: run.source)
      run.source.entries.removeFirst()
      run.source.forgetGone()
      run.train.removed(at: t + 1, from: run.source) { $0 == 0 }
      run.train.remeasured(at: t + 2, from: run.source)
      run.train.remeasured(at: t + 3, from: run.source)
      #expect(run.xs(at: t + 4).isEmpty, "\(t): \(run.xs(at: t + 4))")
    }
  }

  @Test(
    "Items of no width are over at once, and what is appended then is shown", arguments: [1, 3, 9, 400], [0.0, 100])
  func itemsOfNoWidth(count: Int, speed: Double) {
    for (oneCopy, repeats) in [(true, 0), (true, -1), (false, 0), (false, 2)] {
      let run = run([Double](repeating: 0, count: count)) {
        ($0.scrollSpeed, $0.startOutOfBounds, $0.scrollRepeat) = (speed, true, repeats)
        $0.repeatWhenOutOfBounds = oneCopy
      }
      #expect(run.finishes(at: 1) && run.train.nextChange(at: 1) == .infinity)
      run.source.append([100])
      run.train.appended(at: 50, from: run.source)
      #expect(run.train.state == .running)
      if speed > 0 {
        #expect((50..<70).contains { !run.xs(at: Double($0)).isEmpty }, "\(oneCopy) \(repeats)")
      }
    }
  }

  @Test(
    "Where nothing moves, what comes stands behind what is there, and in an empty view at home",
    arguments: [true, false])
  func comesToWhatStands(leftwards: Bool) {
    let run = run([100], in: 600) {
      ($0.scrollSpeed, $0.repeatWhenOutOfBounds, $0.scrollLeft) = (0, false, leftwards)
      ($0.showsItemsOnce, $0.repeatSpacing) = (true, 50)
    }
    func expect(_ xs: [Double], at t: Seconds) {
      run.train.update(to: t, from: run.source)
      let places = run.train.visible(at: t).map { leftwards ? $0.x : 600 - $0.x - $0.segment.width }
      #expect(places == xs, "at \(t)")
    }
    expect([5], at: 100)
    run.source.append([80])
    run.train.appended(at: 100, from: run.source)
    expect([5, 155], at: 100)
    run.source.append([500, 60])
    run.train.interrupted(at: 200, from: run.source)
    expect([5, 155, 285], at: 300)
    // What takes the place of what is gone is shown as far as there is room.
    let wide = run.source.entries[2].id
    run.source.entries.remove(at: 2)
    run.train.removed(at: 300, from: run.source) { $0 == wide }
    expect([5, 155, 285], at: 400)
    // All go, at once or one after the other.
    let ids = run.source.entries.map(\.id)
    run.source.entries.removeAll()
    run.train.removed(at: 400, from: run.source) { ids.contains($0) }
    expect([], at: 500)
    run.source.append([70])
    run.train.appended(at: 500, from: run.source)
    expect([5], at: 600)
    let last = run.source.entries[0].id
    run.source.append([90])
    run.source.entries.removeFirst()
    run.train.removed(at: 600, from: run.source) { $0 == last }
    expect([5], at: 700)
  }
}

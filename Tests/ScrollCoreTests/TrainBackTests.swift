import ScrollCore
import TestKit
import Testing

/// What a hand does to a train: it runs back as far as it likes, and only as fast as it was asked to.
@Suite("A train that is drawn back") struct TrainBackTests {
  /// At 100 px/s, moving at once, 410 px of items, 50 px apart.
  private func run(_ widths: [Double] = [100, 60, 100], _ change: (inout Crawl) -> Void = { _ in }) -> TrainRun {
    TrainRun(widths) {
      ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart, $0.repeatWhenOutOfBounds) = (0, 100, 0, false)
      change(&$0)
    }
  }

  /// The widest part of the view in which nothing is.
  private func blank(_ run: TrainRun, at t: Seconds) -> Double {
    run.train.update(to: t, from: run.source)
    let shown = run.train.visible(at: t).map { ($0.x, $0.x + $0.segment.width) }.sorted { $0.0 < $1.0 }
    let (widest, end) = shown.reduce((0.0, 0.0)) { (max($0.0, $1.0 - $0.1), $1.1) }
    return max(widest, run.train.viewWidth - end)
  }

  @Test("Drawn back before its first item, a train covers the view", arguments: [true, false], [false, true])
  func covers(left: Bool, outside: Bool) {
    for isPaused in [false, true] {
      let run = run { ($0.scrollLeft, $0.startOutOfBounds) = (left, outside) }
      _ = run.xs(at: 4)
      if isPaused { run.train.pause(at: 4, from: run.source) }
      for _ in 0..<72 { run.train.scrub(by: left ? 80 : -80, at: 4, from: run.source) }
      for step in 0..<200 { #expect(blank(run, at: 4 + Double(step) / 20) <= 50 + 1e-6, "\(step)") }
      #expect(run.train.distance(at: 5) < -4000)
    }
  }

  @Test("A hand draws a train back before its first item, and it covers the view") func dragged() {
    let run = run()
    run.train.beginDrag(at: 0.5, from: run.source)
    for step in 1...50 {
      run.train.drag(by: 60, at: 0.5 + Double(step) * 0.02, from: run.source)
      #expect(blank(run, at: 0.5 + Double(step) * 0.02) <= 50 + 1e-6)
    }
    run.train.endDrag(at: 1.5, from: run.source)
    for step in 0..<100 { #expect(blank(run, at: 1.5 + Double(step) / 20) <= 50 + 1e-6) }
  }

  @Test("A copy drawn back comes from its last pass; the view stays empty no longer than between passes")
  func oneCopy() {
    let run = run([200]) { $0.repeatWhenOutOfBounds = true }
    _ = run.xs(at: 1)
    for _ in 0..<72 { run.train.scrub(by: 80, at: 1, from: run.source) }
    let empty = (0..<2000).count { run.xs(at: 1 + Double($0) / 100).isEmpty }
    #expect(empty <= 10 && run.train.distance(at: 2) < -4000)
  }

  @Test("What is drawn back answers in any order, and comes back as it was") func anyOrder() {
    func drawn() -> TrainRun {
      let run = run()
      _ = run.xs(at: 30)
      run.train.scrub(by: 9000, at: 30, from: run.source)
      return run
    }
    var random = SeededRandom(seed: 5)
    let times = (0..<80).map { 30 + Double($0) / 16 }
    let forwards = drawn()
    let expected = Dictionary(uniqueKeysWithValues: times.map { ($0, forwards.xs(at: $0)) })
    let shuffled = drawn()
    for t in times.shuffled(using: &random) {
      let (xs, other) = (shuffled.xs(at: t), expected[t] ?? [])
      #expect(xs.count == other.count && zip(xs, other).allSatisfy { isNear($0, $1) }, "\(t)")
    }
  }

  @Test("It goes back over days at once", arguments: [true, false], [3, 300])
  func days(oneCopy: Bool, count: Int) {
    let widths = (0..<count).map { 40 + Double($0 * 37 % 90) }
    let run = run(widths) { $0.repeatWhenOutOfBounds = oneCopy }
    let week = 7 * 86400.0
    _ = run.xs(at: week)
    let (measured, shown) = (run.source.measured, run.xs(at: 0.5 + week))
    run.train.pause(at: week, from: run.source)
    run.train.scrub(by: 100 * week, at: week, from: run.source)
    for step in 1...20 { _ = run.xs(at: week + Double(step) / 10) }
    #expect(run.source.measured - measured < 200 * count && run.train.segments.count < 3 * count + 40)
    let (xs, start) = (
      run.xs(at: week + 60),
      TrainRun(widths) {
        ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart, $0.repeatWhenOutOfBounds) = (0, 100, 0, oneCopy)
      }.xs(at: 0)
    )
    #expect(!shown.isEmpty && xs.suffix(start.count).count == start.count)
    #expect(zip(xs.suffix(start.count), start).allSatisfy { isNear($0, $1, within: 0.01) }, "\(xs) \(start)")
  }

  @Test("It goes back over a million items at once") func manyItems() {
    let run = run([Double](repeating: 100, count: 100_000))
    _ = run.xs(at: 1_000_000)
    let measured = run.source.measured
    run.train.scrub(by: 99_999_000, at: 1_000_000, from: run.source)
    #expect(!run.xs(at: 1_000_010).isEmpty)
    #expect(run.source.measured - measured < 2000)
  }

  // MARK: - Speed

  @Test("A speed that is set ends a glide", arguments: [true, false]) func speedEndsGlide(turns: Bool) {
    let run = run([Double](repeating: 100, count: 9)) { $0.scrollSpeed = 500 }
    _ = run.xs(at: 5)
    let distance = run.train.distance(at: 5)
    run.train.scrub(by: distance, at: 5, from: run.source)
    run.change(at: 5) {
      $0.scrollSpeed = 60
      if turns { $0.scrollLeft = false }
    }
    for step in 0..<500 {
      let t = 5 + Double(step) / 100
      #expect(blank(run, at: t) <= 50 + 1e-6, "\(t)")
      #expect(abs(run.train.screenVelocity(at: t)) <= 500 + 1e-6, "\(t)")
    }
    #expect(isNear(run.train.screenVelocity(at: 5.25), turns ? 60 : -60))
  }

  @Test("A glide goes on where items come") func glideGoesOn() {
    let run = TrainRun([Double](repeating: 100, count: 9)) { ($0.repeatWhenOutOfBounds, $0.delayAtStart) = (false, 0) }
    _ = run.xs(at: 5)
    let distance = run.train.distance(at: 5)
    run.train.scrub(by: -800, at: 5, from: run.source)
    let velocity = run.train.screenVelocity(at: 5.05)
    run.source.append([100])
    run.train.appended(at: 5.05, from: run.source)
    #expect(isNear(run.train.screenVelocity(at: 5.05), velocity))
    let steady = -run.train.screenVelocity(at: 9)
    #expect(isNear(run.train.distance(at: 9), distance + 800 + 4 * steady, within: 30))
  }

  @Test("A throw is no faster than four views a second, however late its events are handled") func lateEvents() {
    let run = run([Double](repeating: 200, count: 20))
    run.train.beginDrag(at: 1, from: run.source)
    let distance = run.train.distance(at: 1)
    // A second's hold-up, after which all of the drag is handled at once.
    for step in 1...8 { run.train.drag(by: -10, at: 2 + Double(step) * 1e-6, from: run.source) }
    run.train.endDrag(at: 2.000_01, from: run.source)
    #expect(abs(run.train.screenVelocity(at: 2.000_01)) <= 1200 + 1e-6)
    #expect(run.train.distance(at: 3.5) - distance < 80 + 1200 * 0.325)
    // A short one throws no farther than a few times its own length.
    run.train.beginDrag(at: 10, from: run.source)
    let next = run.train.distance(at: 10)
    run.train.drag(by: -3, at: 10.000_1, from: run.source)
    run.train.endDrag(at: 10.000_2, from: run.source)
    #expect(run.train.distance(at: 11.5) - next < 45)
  }

  @Test("What was retired and has run out leaves no gap behind what comes later, and asks for nothing") func emptied() {
    let run = run([200, 150])
    _ = run.xs(at: 4)
    run.source.entries = []
    run.train.retired(at: 4, from: run.source)
    #expect(run.xs(at: 4).count == 2 && run.xs(at: 60).isEmpty)
    #expect(run.train.nextChange(at: 5) == 5 && run.train.nextChange(at: 60) == .infinity)
    run.source.append([100, 60, 100])
    run.train.appended(at: 60, from: run.source)
    #expect(run.xs(at: 60.5).map { $0.rounded() } == [250])
    // A hand that goes back finds items, not the time in which there were none.
    run.train.scrub(by: 4000, at: 64, from: run.source)
    for step in 10..<60 { #expect(blank(run, at: 64 + Double(step) / 20) <= 50 + 1e-6, "\(step)") }
  }

  @Test("What is retired runs on in the view, also where its next lap has just come in") func retiredTwice() {
    let run = run([200, 60, 60]) { ($0.showsItemsOnce, $0.startOutOfBounds) = (true, true) }
    let before = run.xs(at: 4.75)
    #expect(before.map { $0.rounded() } == [-175, 75, 185, 295])
    run.source.entries.removeFirst(2)
    run.train.retired(at: 4.75, from: run.source)
    #expect(run.xs(at: 4.75) == before)
    #expect(zip(run.xs(at: 4.85), before).allSatisfy { isNear($0, $1 - 10) })
  }

  @Test("After a turn at the beginning of a lap all items come round") func turnedRound() {
    let run = run(Array(repeating: 200, count: 20))
    _ = run.xs(at: 51)
    run.change(at: 51) { $0.scrollLeft = false }
    var seen: Set<Int> = []
    for t in stride(from: 200.0, to: 270, by: 0.5) {
      run.train.update(to: t, from: run.source)
      seen.formUnion(run.train.visible(at: t).map(\.segment.id))
    }
    #expect(seen.count == 20)
  }

  @Test("In a gap a font that grows brings nothing back that has left") func remeasuredInGap() {
    let run = run([200]) { ($0.repeatWhenOutOfBounds, $0.delayAtEnd) = (true, 3) }
    #expect(run.xs(at: 3).isEmpty)
    let end = run.train.segments[0].place + 200
    for i in run.source.entries.indices { run.source.entries[i].width = 500 }
    run.train.remeasured(at: 3, from: run.source)
    let first = run.train.segments[0]
    #expect(run.xs(at: 3).isEmpty && first.width == 500 && first.place + 500 == end)
  }
}

import ScrollCore
import Testing

/// What once went wrong, each with the numbers that showed it.
@Suite("The crawl, to the last case") struct CrawlLastCasesTests {
  /// At 100 px/s, moving at once.
  private func run(_ widths: [Double], in width: Double = 300, _ change: (inout Crawl) -> Void = { _ in }) -> TrainRun {
    TrainRun(widths, in: width) {
      ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart) = (0, 100, 0)
      change(&$0)
    }
  }

  private func oneStep(_ run: TrainRun, at t: Seconds) -> [Double] { run.xs(at: t) }

  private func byFrames(_ run: TrainRun, at t: Seconds, rate: Double = 60) -> [Double] {
    for frame in 0..<Int(t * rate) { run.train.update(to: Double(frame) / rate, from: run.source) }
    return run.xs(at: t)
  }

  /// Nothing on screen moves farther than the speed allows between two frames; what is gone or new is not compared.
  private func expectNoJump(_ run: TrainRun, from start: Seconds, to end: Seconds, speed: Double = 100) {
    var last: [Double: Double] = [:]
    var t = start
    while t < end {
      run.train.update(to: t, from: run.source)
      let shown = Dictionary(run.train.visible(at: t).map { ($0.segment.place, $0.x) }) { first, _ in first }
      for (place, x) in last {
        guard let now = shown[place] else { continue }
        #expect(abs(now - x) <= speed / 100 + 1e-6, "at \(t): from \(x) to \(now)")
      }
      last = shown
      t += 0.01
    }
  }

  @Test("A text of no width is at rest and finished", arguments: [true, false], [0.0, 50])
  func aTextOfNoWidth(oneCopy: Bool, spacing: Double) {
    let run = run([0]) { ($0.repeatWhenOutOfBounds, $0.repeatSpacing) = (oneCopy, spacing) }
    #expect(run.train.state == .finished && run.train.nextChange(at: 0) == .infinity)
    let reports = [0.0, 1, 1000].map { run.finishes(at: $0) }
    #expect(reports == [true, false, false])
    run.source.append([100])
    run.train.appended(at: 2000, from: run.source)
    #expect(run.train.state == .running && run.xs(at: 2001).contains { $0 < 5 })
  }

  @Test("A text that loses its width while it runs ends", arguments: [true, false])
  func aTextThatLosesItsWidth(oneCopy: Bool) {
    let run = run([100]) { ($0.repeatWhenOutOfBounds, $0.repeatSpacing) = (oneCopy, 0) }
    _ = run.xs(at: 0.5)
    run.source.entries[0].width = 0
    run.train.remeasured(at: 0.5, from: run.source)
    #expect(run.xs(at: 10_000).isEmpty)
    #expect(run.train.nextChange(at: 10_000) == .infinity)
  }

  @Test("The delay between passes outlasts frames that are missed") func theDelayOutlastsMissedFrames() {
    for rate in [0, 7, 30, 60, 144] as [Double] {
      let run = run([300], in: 600) { ($0.scrollSpeed, $0.delayAtEnd) = (200, 3) }
      let xs = rate == 0 ? oneStep(run, at: 38) : byFrames(run, at: 38, rate: rate)
      #expect(xs.count == 1 && isNear(xs.first, -95, within: 1e-9), "\(rate): \(xs)")
    }
    var crawl = Crawl()
    (crawl.scrollTime, crawl.scrollSpeed, crawl.delayAtStart, crawl.delayAtEnd) = (0, 200, 0, 3)
    #expect(isNear(crawl.position(of: 300, in: 600, at: 38), -95, within: 1e-9))
  }

  @Test("A speed that changes in the delay leaves its end where it is") func aSpeedThatChangesInTheDelay() {
    let run = run([300], in: 600) { ($0.scrollSpeed, $0.delayAtEnd) = (200, 3) }
    // It has left at 1.525; the delay is over at 4.525.
    _ = run.xs(at: 2)
    run.change(at: 2) { $0.scrollSpeed = 50 }
    #expect(run.xs(at: 4.5).isEmpty)
    #expect(isNear(run.train.nextChange(at: 3), 4.525))
    #expect(isNear(run.xs(at: 5.525).first, 550))
  }

  @Test("Crossing the finish in one step keeps the neighbours") func crossingTheFinishKeepsTheNeighbours() {
    let steps = (0...1).map { _ in
      run([40]) { ($0.repeatWhenOutOfBounds, $0.repeatSpacing, $0.scrollRepeat) = (false, 10, 1) }
    }
    let frames = byFrames(steps[0], at: 20)
    #expect(frames == [5, 55, 105, 155, 205, 255])
    #expect(oneStep(steps[1], at: 20) == frames)
    #expect(steps[1].train.finishTime == 1)
  }

  @Test("The time of a long train is that of its whole length") func theTimeOfALongTrain() {
    // The first are ten times as wide as the others.
    let widths = (0..<40).map { $0 < 8 ? 300.0 : 30 }
    let length = widths.reduce(0, +) + 39 * 50
    for rate in [30, 60, 144] as [Double] {
      let run = TrainRun(widths) { ($0.scrollTime, $0.delayAtStart, $0.repeatWhenOutOfBounds) = (20, 0, false) }
      #expect(isNear(run.train.screenVelocity(at: 1), -(300 + length) / 20))
      let single = TrainRun(widths) { ($0.scrollTime, $0.delayAtStart, $0.repeatWhenOutOfBounds) = (20, 0, false) }
      let (a, b) = (byFrames(run, at: 61.3, rate: rate), single.xs(at: 61.3))
      #expect(a.count == b.count && zip(a, b).allSatisfy { isNear($0, $1, within: 1e-9) })
    }
  }

  @Test("A turn while a fitting text comes in does not jump") func aTurnWhileAFittingTextComesIn() {
    for step in 0..<60 {
      let run = run([280], in: 200) { $0.scrollOnlyWhenTooLong = true }
      run.train.resize(to: 300, at: 1, from: run.source)
      let turn = 2 + Double(step) * 0.1
      let before = run.xs(at: turn)
      run.change(at: turn) { $0.scrollLeft = false }
      #expect(zip(before, run.xs(at: turn)).allSatisfy { isNear($0, $1) })
      expectNoJump(run, from: turn, to: turn + 12)
      // Also a text at rest goes to its new home.
      #expect(run.xs(at: 60) == [15])
      #expect(run.train.nextChange(at: 60) == .infinity)
    }
  }

  @Test("A text that fits after a removal in a pause rests", arguments: [1.0, 3])
  func aTextThatFitsAfterARemovalInAPause(pause: Seconds) {
    let run = TrainRun([200, 200]) {
      ($0.scrollTime, $0.scrollSpeed, $0.scrollOnlyWhenTooLong) = (0, 100, true)
    }
    run.train.pause(at: pause, from: run.source)
    run.source.entries.removeLast()
    run.train.removed(at: pause + 1, from: run.source) { $0 == 1 }
    run.train.resume(at: pause + 2, from: run.source)
    #expect(run.xs(at: 60) == [5])
    #expect(run.train.nextChange(at: 60) == .infinity)
    run.train.pause(at: 61, from: run.source)
    run.train.resume(at: 62, from: run.source)
    #expect(run.xs(at: 70) == [5])
  }

  @Test("From a train to one copy with a delay nothing jumps") func fromATrainToOneCopy() {
    for step in 0..<40 {
      let run = run([70]) { ($0.repeatWhenOutOfBounds, $0.repeatSpacing, $0.delayAtEnd) = (false, 15, 1) }
      let change = 1 + Double(step) * 0.05
      run.train.update(to: change, from: run.source)
      run.change(at: change) { $0.repeatWhenOutOfBounds = true }
      expectNoJump(run, from: change, to: change + 8)
    }
  }

  @Test("Removing the only item in view does not finish a train with repeats", arguments: 0...3, [true, false])
  func removingTheOnlyItemInView(repeats: Int, oneCopy: Bool) {
    for step in 0..<30 {
      let run = run([600, 400]) { ($0.repeatWhenOutOfBounds, $0.scrollRepeat) = (oneCopy, repeats) }
      let t = 0.3 + Double(step) * 0.35
      run.train.update(to: t, from: run.source)
      let shown = run.train.visible(at: t)
      guard shown.count == 1, let lap = shown.first?.segment.lap, lap <= repeats, let id = shown.first?.segment.id,
        id == 0
      else { continue }
      run.source.entries.removeFirst()
      run.train.removed(at: t, from: run.source) { $0 == 0 }
      #expect(run.train.state == .running && !run.finishes(at: t + 0.5), "at \(t)")
      #expect(run.train.visible(at: t + 0.5).map(\.segment.id) == [1], "at \(t)")
    }
  }

  @Test("All copies stay when one copy is asked for and the train turns") func allCopiesStayWhenTheTrainTurns() {
    let run = run([40]) { ($0.repeatWhenOutOfBounds, $0.repeatSpacing) = (false, 20) }
    let before = run.xs(at: 3.2)
    #expect(before.count >= 5)
    run.change(at: 3.2) { $0.repeatWhenOutOfBounds = true }
    run.change(at: 3.2) { $0.scrollLeft = false }
    #expect(run.xs(at: 3.2).count == before.count)
    expectNoJump(run, from: 3.2, to: 8)
  }

  @Test("No copy stays beside a text at rest", arguments: [0.0, 3, 10, 80])
  func noCopyStaysBesideATextAtRest(spacing: Double) {
    for step in 0..<20 {
      let run = run([40]) { ($0.repeatWhenOutOfBounds, $0.repeatSpacing) = (false, spacing) }
      let t = 2 + Double(step) * 0.07
      let before = run.xs(at: t)
      run.change(at: t) { $0.scrollOnlyWhenTooLong = true }
      #expect(run.xs(at: t) == before)
      expectNoJump(run, from: t, to: t + 5)
      #expect(run.xs(at: 60) == [5])
      #expect(run.train.nextChange(at: 60) == .infinity)
    }
  }

  @Test("A month and a year at 1,000 px/s drift by nothing", arguments: [true, false])
  func aMonthAndAYear(oneCopy: Bool) {
    let month = 30 * 86400.0
    let width = 333.3
    let made = {
      self.run([width]) { ($0.repeatWhenOutOfBounds, $0.scrollSpeed, $0.repeatSpacing) = (oneCopy, 1000, 33.3) }
    }
    let period = oneCopy ? 300 + width : width + 33.3
    for end in [month, 365 * 86400] as [Seconds] {
      let (run, single) = (made(), made())
      for frame in 0..<2000 { run.train.update(to: end - 20 + Double(frame) * 0.01, from: run.source) }
      let (a, b) = (run.x(at: end) ?? 0, single.x(at: end) ?? 0)
      #expect(isNear((a - b).remainder(dividingBy: period), 0, within: 1e-6))
      // Exactly: whole seconds of whole pixels, less whole laps.
      let exact = 5 - (1000 * end).truncatingRemainder(dividingBy: period)
      #expect(isNear((b - exact).remainder(dividingBy: period), 0, within: 0.01))
    }
  }

  @Test(
    "Whatever a program sets, all numbers stay finite", arguments: [1e-300, 1e300, .infinity, -1, .nan] as [Double])
  func allNumbersStayFinite(_ value: Double) {
    for t in [0, 1, 1e10, 1e308, -1e308] as [Double] {
      let run = TrainRun([500, 20]) {
        ($0.scrollTime, $0.repeatSpacing, $0.delayAtStart, $0.delayAtEnd, $0.inset) = (value, value, 0, value, value)
        $0.scrollRepeat = .max
      }
      #expect(run.xs(at: t).allSatisfy { $0.isFinite })
      #expect(run.train.distance(at: t).isFinite)
      var crawl = Crawl()
      (crawl.scrollTime, crawl.scrollSpeed) = (0, value)
      #expect(crawl.position(of: 500, in: 300, at: t).isFinite)
    }
  }
}

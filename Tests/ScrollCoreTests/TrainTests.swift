import ScrollCore
import Testing

@Suite("The train") struct TrainTests {
  /// A stream at 100 px/s that begins to move at once.
  static func stream(_ widths: [Double], in viewWidth: Double = 300, left: Bool = true, cyclic: Bool = true) -> TrainRun
  {
    TrainRun(widths, in: viewWidth) {
      ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart) = (0, 100, 0)
      $0.scrollLeft = left
      $0.repeatWhenOutOfBounds = !cyclic
    }
  }

  func ids(_ run: TrainRun, at t: Seconds) -> [Int] {
    run.train.update(to: t, from: run.source)
    return run.train.visible(at: t).map(\.segment.id)
  }

  @Test("Items follow each other") func itemsFollowEachOther() {
    let run = Self.stream([100, 60, 200])
    #expect(run.xs(at: 0) == [5, 155, 265])
    #expect(run.xs(at: 1) == [-95, 55, 165])
    // 460 wide: the first comes again 50 px behind the last.
    #expect(run.xs(at: 3) == [-35, 215])
    #expect(ids(run, at: 3) == [2, 0])
  }

  @Test("A train to the right is the mirror image") func rightwardsIsTheMirror() {
    let left = Self.stream([100, 60, 200])
    let right = Self.stream([100, 60, 200], left: false)
    for step in 0..<400 {
      let t = Double(step) * 0.173
      left.train.update(to: t, from: left.source)
      right.train.update(to: t, from: right.source)
      let mirrored = left.train.visible(at: t).map { 300 - $0.segment.width - $0.x }
      #expect(zip(mirrored, right.train.visible(at: t).map(\.x)).allSatisfy { isNear($0, $1) })
    }
  }

  @Test("One copy of a stream waits until all has left") func oneCopyOfAStreamWaitsUntilAllHasLeft() {
    let run = Self.stream([100, 60], cyclic: false)
    // 210 wide from 5: gone at 2.15.
    #expect(run.xs(at: 2.1).map { $0.rounded() } == [-55])
    #expect(run.xs(at: 2.25) == [290])
    #expect(ids(run, at: 2.25) == [0])
  }

  @Test("What is appended joins the tail") func whatIsAppendedJoinsTheTail() {
    let run = Self.stream([100, 60], cyclic: false)
    _ = run.xs(at: 1)
    run.source.append([70])
    run.train.appended(at: 1, from: run.source)
    // The tail ends at 115: the new one comes in from the edge, not in the middle of the view.
    #expect(run.xs(at: 1) == [-95, 55])
    #expect(run.xs(at: 1.5).map { $0.rounded() } == [5, 250])
    #expect(ids(run, at: 1.5) == [1, 2])
  }

  @Test("What is appended at rest stands behind") func whatIsAppendedAtRestStandsBehind() {
    let run = TrainRun([50]) { $0.delayAtStart = 2 }
    run.source.append([40])
    run.train.appended(at: 1, from: run.source)
    #expect(run.xs(at: 1) == [5, 105])
    #expect(run.train.nextChange(at: 1) == 2)
  }

  @Test("Removing at rest keeps what is left in place") func removingAtRestKeepsWhatIsLeftInPlace() {
    let run = TrainRun([50, 60, 70]) { $0.delayAtStart = 2 }
    #expect(run.xs(at: 1) == [5, 105, 215])
    run.source.entries.removeFirst()
    run.train.removed(at: 1, from: run.source) { $0 == 0 }
    #expect(run.xs(at: 1) == [105, 215])
    #expect(run.train.nextChange(at: 1) == 2)
  }

  @Test("A fast stream at rest keeps what is shown") func aFastStreamAtRestKeepsWhatIsShown() {
    let run = TrainRun([50, 60, 70, 300, 300]) { $0.delayAtStart = 2 }
    let before = run.xs(at: 1)
    run.source.append([90, 90, 90])
    run.source.entries.removeFirst(3)
    run.train.appended(at: 1, from: run.source)
    #expect(run.xs(at: 1) == before)
    #expect(ids(run, at: 1) == [0, 1, 2])
  }

  @Test("A leap ends with the last lap") func aLeapEndsWithTheLastLap() {
    let run = TrainRun([Double](repeating: 100, count: 5000)) {
      ($0.scrollTime, $0.scrollSpeed, $0.scrollRepeat) = (0, 100, 1)
    }
    _ = run.xs(at: 3)
    let before = run.source.measured
    #expect(run.finishes(at: 1e6))
    #expect(run.source.measured - before < 60)
    // Two laps of 5000 segments 150 px apart and the width of the view between them, up to the estimate of that.
    #expect(isNear(run.train.finishTime, 2 + 15_000, within: 10))
  }

  @Test("An empty train begins with its first item") func anEmptyTrainBeginsWithItsFirstItem() {
    let run = Self.stream([], cyclic: false)
    #expect(run.train.nextChange(at: 1) == .infinity)
    run.source.append([50])
    run.train.appended(at: 10, from: run.source)
    #expect(run.xs(at: 10) == [5])
    #expect(run.xs(at: 10.5) == [-45])
    run.source.entries = []
    run.train.removed(at: 10.5, from: run.source) { _ in true }
    #expect(run.xs(at: 10.5).isEmpty && run.train.nextChange(at: 11) == .infinity)
    run.source.append([50])
    run.train.appended(at: 20, from: run.source)
    #expect(run.xs(at: 20.1).map { $0.rounded() } == [290])
  }

  @Test("Removing closes up behind the first that is left") func removingClosesUpBehindTheFirstThatIsLeft() {
    let run = Self.stream([100, 60, 80, 90, 100])
    #expect(run.xs(at: 0.5) == [-45, 105, 215])
    run.source.entries.removeAll { $0.id == 1 }
    run.train.removed(at: 0.5, from: run.source) { $0 == 1 }
    #expect(ids(run, at: 0.5) == [0, 2, 3])
    #expect(run.xs(at: 0.5) == [-45, 105, 235])
    run.source.entries.removeAll { $0.id == 0 }
    run.train.removed(at: 0.5, from: run.source) { $0 == 0 }
    #expect(ids(run, at: 0.5) == [2, 3])
    #expect(run.xs(at: 0.5) == [105, 235])
  }

  @Test("When all on screen is removed the next comes from the edge")
  func whenAllOnScreenIsRemovedTheNextComesFromTheEdge() {
    let run = Self.stream([100, 60, 80, 90, 100])
    _ = run.xs(at: 0.5)
    run.source.entries.removeAll { $0.id <= 2 }
    run.train.removed(at: 0.5, from: run.source) { $0 <= 2 }
    #expect(ids(run, at: 0.5).isEmpty)
    #expect(ids(run, at: 0.6) == [3])
    #expect(run.xs(at: 0.6).map { $0.rounded() } == [290])
  }

  @Test("A stream of one pass ends, and goes on") func onePassStreamEndsAndGoesOn() {
    let run = TrainRun([100]) {
      ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart, $0.scrollRepeat) = (0, 100, 0, 0)
    }
    #expect(run.finishes(at: 5))
    #expect(isNear(run.train.finishTime, 1.05))
    run.source.append([70])
    run.train.appended(at: 6, from: run.source)
    #expect(run.train.state == .running)
    #expect(ids(run, at: 7) == [1])
    #expect(run.finishes(at: 60))
    #expect(!run.finishes(at: 61))
  }

  @Test("An item is replaced in place, or behind") func replacedInPlaceOrBehind() {
    let run = Self.stream([200], cyclic: false)
    run.source.entries = []
    run.source.append([80])
    run.train.replaced(at: 0, from: run.source)
    #expect(run.xs(at: 0) == [5])
    #expect(run.xs(at: 0.5) == [-45])
    run.source.entries = []
    run.source.append([90])
    run.train.replaced(at: 0.5, from: run.source)
    // The old text is being read: it runs on, the new one comes in behind it.
    #expect(run.xs(at: 0.5) == [-45, 85])
    #expect(ids(run, at: 0.5) == [1, 2])
    #expect(ids(run, at: 1) == [2])
  }

  @Test("Long texts are coupled in reading order") func longTextsAreCoupledInReadingOrder() {
    for left in [true, false] {
      let run = Self.stream([], left: left)
      run.source.append(chunks: [100, 110, 120])
      run.source.append([50])
      run.train.appended(at: 0, from: run.source)
      run.train.update(to: 0, from: run.source)
      let shown = run.train.visible(at: 0).sorted { $0.x < $1.x }
      #expect(shown.map(\.segment.id) == (left ? [0, 1, 2] : [0, 1, 2]))
      #expect(zip(shown, shown.dropFirst()).allSatisfy { isNear($1.x - $0.x, $0.segment.width) })
    }
  }

  @Test("It eases to another speed within 250 milliseconds") func easesToAnotherSpeedWithin250Milliseconds() {
    let run = Self.stream([5000], cyclic: false)
    let before = run.xs(at: 1)[0]
    run.change(at: 1) { $0.scrollSpeed = 300 }
    #expect(isNear(run.xs(at: 1)[0], before))
    #expect(isNear(run.train.screenVelocity(at: 1), -100))
    #expect(isNear(run.train.screenVelocity(at: 1.125), -200))
    #expect(isNear(run.train.screenVelocity(at: 1.25), -300))
    #expect(isNear(run.xs(at: 1.25)[0], before - 50))
    #expect(isNear(run.xs(at: 2.25)[0], before - 350))
  }

  @Test("It turns round without a jump") func turnsRoundWithoutAJump() {
    let run = Self.stream([100, 60, 80, 90, 70])
    let before = run.xs(at: 2)
    let contents = run.train.visible(at: 2).map { run.train.contentX(of: $0.segment) }
    run.change(at: 2) { $0.scrollLeft = false }
    #expect(zip(run.xs(at: 2), before).allSatisfy { isNear($0, $1) })
    #expect(isNear(run.train.screenVelocity(at: 2), -100))
    #expect(isNear(run.train.screenVelocity(at: 2.25), 100))
    #expect(run.train.visible(at: 2).reversed().map { run.train.contentX(of: $0.segment) } == contents)
    for segment in run.train.segments {
      #expect(isNear(run.train.contentX(of: segment) + run.train.contentOrigin(at: 2), run.train.x(of: segment, at: 2)))
    }
    #expect(isNear(run.xs(at: 3.25).last, 300, within: 200))
  }

  @Test("When it fits, it rests at the next home") func restsWhenItFitsAtTheNextHome() {
    let run = TrainRun([280]) {
      $0.scrollOnlyWhenTooLong = true
      $0.delayAtStart = 0
      ($0.scrollTime, $0.scrollSpeed) = (0, 100)
    }
    #expect(run.xs(at: 1) == [5])
    run.train.resize(to: 200, at: 1, from: run.source)
    #expect(run.xs(at: 2) == [-95])
    run.train.resize(to: 300, at: 2, from: run.source)
    #expect(run.xs(at: 2) == [-95])
    #expect(run.xs(at: 60) == [5])
    #expect(run.train.nextChange(at: 60) == .infinity)
  }

  @Test("A live delay between passes keeps the formula") func aLiveDelayBetweenPassesKeepsTheFormula() {
    let run = TrainRun([500]) { ($0.delayAtEnd, $0.scrollRepeat) = (1, 3) }
    run.train.pause(at: 3, from: run.source)
    run.train.resume(at: 13, from: run.source)
    #expect(isNear(run.x(at: 15.15625), 300))
    #expect(isNear(run.x(at: 16.1), 300))
    #expect(run.train.nextChange(at: 15.5) == 16.15625)
    #expect(isNear(run.x(at: 17.15625), 140))
    #expect(run.finishes(at: 100))
    #expect(isNear(run.train.finishTime, 15.15625 + 3 * 6))
  }

  @Test("Freed from rest, it moves") func freedFromRestItMoves() {
    let run = TrainRun([100]) { $0.scrollOnlyWhenTooLong = true }
    #expect(run.xs(at: 50) == [5])
    run.change(at: 50) {
      $0.scrollOnlyWhenTooLong = false
      ($0.scrollTime, $0.scrollSpeed) = (0, 100)
    }
    #expect(run.xs(at: 52) == [5])
    #expect(run.xs(at: 52.5) == [-45])
  }

  enum Event: CaseIterable {
    case nothing, append, interrupt, widerView, font, removal, spacing, retire, replacement, growth

    func perform(on run: TrainRun, at t: Seconds) {
      switch self {
      case .nothing: break
      case .append:
        run.source.append([40])
        run.train.appended(at: t, from: run.source)
      case .interrupt:
        run.source.append([40])
        run.train.interrupted(at: t, from: run.source)
      case .widerView: run.train.resize(to: 340, at: t, from: run.source)
      case .font: run.train.remeasured(at: t, from: run.source)
      case .removal:
        let last = run.source.entries.removeLast().id
        run.train.removed(at: t, from: run.source) { $0 == last }
      case .spacing: run.change(at: t) { $0.repeatSpacing = 70 }
      case .retire: run.train.retired(at: t, from: run.source)
      case .replacement: run.train.replaced(at: t, from: run.source)
      case .growth:
        run.source.entries[0].width += 10
        run.train.widen(segmentsOf: 0, by: 10, partEnd: 100, at: t)
        run.train.widened(at: t, from: run.source)
      }
    }
  }

  private func delayed(_ widths: [Double] = [100, 60]) -> TrainRun {
    TrainRun(widths) { ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart) = (0, 100, 2) }
  }

  /// It begins to move at 2 s. Each pause before that puts it off by its length.
  @Test(
    "What comes after pauses that end before the first motion is as without them, only later",
    arguments: Event.allCases,
    [[(1.0, 1.5)], [(0.5, 3.25)], [(0, 1), (1.5, 2), (2.5, 2.75)]])
  func pausedBeforeItMoves(event: Event, pauses: [(Double, Double)]) {
    let delay = pauses.reduce(0) { $0 + $1.1 - $1.0 }
    for t in [(pauses.last?.1 ?? 0) + 0.0625, 2 + delay - 0.0625] {
      let (run, plain) = (delayed(), delayed())
      for (start, end) in pauses {
        run.train.pause(at: start, from: run.source)
        run.train.resume(at: end, from: run.source)
      }
      event.perform(on: run, at: t)
      event.perform(on: plain, at: t - delay)
      for later in [2, 2.25, 3, 4.5] { #expect(run.xs(at: later + delay) == plain.xs(at: later), "\(event) at \(t)") }
    }
    // And in the middle of a pause.
    let (run, plain) = (delayed(), delayed())
    run.train.pause(at: 1, from: run.source)
    event.perform(on: run, at: 30)
    run.train.resume(at: 61, from: run.source)
    event.perform(on: plain, at: 1)
    for later in [2, 2.25, 3, 4.5] { #expect(run.xs(at: later + 60) == plain.xs(at: later), "\(event)") }
  }

  @Test("What begins while it is held waits its time once let go, and no longer")
  func begunWhileHeld() {
    let empty = delayed([])
    empty.train.pause(at: 1, from: empty.source)
    empty.source.append([100, 60])
    empty.train.appended(at: 30, from: empty.source)
    // At rest until the text no longer fits.
    let freed = delayed()
    freed.change(at: 0.5) { $0.scrollOnlyWhenTooLong = true }
    freed.train.pause(at: 1, from: freed.source)
    freed.change(at: 30) { $0.scrollOnlyWhenTooLong = false }
    let stopped = delayed()
    stopped.train.stop(at: 1, from: stopped.source)
    stopped.train.start(at: 5, from: stopped.source)
    stopped.train.pause(at: 5, from: stopped.source)
    for run in [empty, freed] {
      run.train.resume(at: 61, from: run.source)
      #expect(run.x(at: 63) == 5 && isNear(run.x(at: 63.5), -45))
    }
    stopped.train.resume(at: 61, from: stopped.source)
    #expect(stopped.x(at: 63) == 5 && isNear(stopped.x(at: 63.5), -45))
  }

  @Test("What is shown by its ID while it is held moves as soon as it is let go", arguments: [1.0, 20, 30])
  func shownWhileHeld(since: Double) {
    let run = delayed([100, 60, 200])
    run.train.pause(at: since, from: run.source)
    run.train.goOn(with: 1, behind: 40, at: 30, from: run.source)
    #expect(run.x(at: 30) == 40 && run.x(at: 60) == 40)
    run.train.resume(at: 61, from: run.source)
    #expect(run.x(at: 61) == 40 && isNear(run.x(at: 61.5), -10))
    // Held once more, it goes on from there.
    run.train.pause(at: 61.5, from: run.source)
    run.train.resume(at: 70, from: run.source)
    #expect(isNear(run.x(at: 70.25), -35))
  }

  @Test("It can be scrubbed and thrown") func scrubAndThrow() {
    let run = Self.stream([400, 400, 400, 400])
    _ = run.xs(at: 1)
    run.train.pause(at: 1, from: run.source)
    run.train.scrub(by: -120, at: 2, from: run.source)
    #expect(run.xs(at: 2) == [-95])
    #expect(isNear(run.xs(at: 5).first, -215, within: 0.01))
    #expect(run.train.nextChange(at: 5) == .infinity)
    run.train.resume(at: 6, from: run.source)
    #expect(isNear(run.xs(at: 7).first, -315, within: 0.01))
    run.train.beginDrag(at: 7, from: run.source)
    for step in 1...10 { run.train.drag(by: 6, at: 7 + Double(step) * 0.01, from: run.source) }
    #expect(isNear(run.xs(at: 7.1).first, -255, within: 0.01))
    run.train.endDrag(at: 7.1, from: run.source)
    #expect(isNear(run.train.screenVelocity(at: 7.1), 600, within: 1))
    #expect(isNear(run.train.screenVelocity(at: 17), -100, within: 1e-6))
  }

  @Test("It follows the hand, is thrown with a time constant of 325 ms, and runs on after 1.5 s")
  func thrown() {
    let run = Self.stream([400, 400, 400, 400])
    _ = run.xs(at: 1)
    run.train.pause(at: 1, from: run.source)
    run.train.beginDrag(at: 2, from: run.source)
    var x = run.xs(at: 2)[0]
    for step in 1...20 {
      let pixels = Double(step % 7) - 9.25
      run.train.drag(by: pixels, at: 2 + Double(step) / 100, from: run.source)
      x += pixels
      #expect(isNear(run.xs(at: 2 + Double(step) / 100).first, x, within: 1e-9))
    }
    run.train.endDrag(endsPause: true, at: 2.2, from: run.source)
    let velocity = run.train.screenVelocity(at: 2.2)
    #expect(velocity < -500 && !run.train.isPaused)
    for (time, share) in [(0.0, 1.0), (0.325, 0.367_879), (0.65, 0.135_335), (1.3, 0.018_316)] {
      #expect(isNear(run.train.screenVelocity(at: 2.2 + time), velocity * share, within: 0.01))
    }
    // At rest for a moment, in which nothing is drawn, and then eased to its own velocity.
    #expect(isNear(run.train.nextChange(at: 2.2), 2.2) && isNear(run.train.screenVelocity(at: 4.2), -100, within: 1e-9))
    var (last, lastVelocity) = (run.train.distance(at: 2.2), velocity)
    for frame in 1...600 {
      let t = 2.2 + Double(frame) / 240
      run.train.update(to: t, from: run.source)
      let (distance, now) = (run.train.distance(at: t), run.train.screenVelocity(at: t))
      // No leap of place or velocity, on release or on going on.
      #expect(abs(distance - last) <= max(abs(now), abs(lastVelocity)) / 240 + 1e-9, "\(t)")
      #expect(abs(now - lastVelocity) <= abs(velocity) / 0.325 / 240 + 3, "\(t)")
      (last, lastVelocity) = (distance, now)
    }
  }

  @Test("A hand that stands still before it lets go throws nothing; the train waits for its moment") func laidDown() {
    let run = Self.stream([400, 400, 400, 400])
    _ = run.xs(at: 1)
    run.train.beginDrag(at: 2, from: run.source)
    run.train.drag(by: 30, at: 2.1, from: run.source)
    run.train.endDrag(at: 3, from: run.source)
    let x = run.xs(at: 3)[0]
    #expect(isNear(run.xs(at: 4.5).first, x, within: 1e-9) && isNear(run.train.nextChange(at: 3.5), 4.5))
    #expect(isNear(run.xs(at: 6).first, x - 137.5, within: 1e-6))
  }

  @Test("Drawn back beyond its beginning it shows the copies before") func drawnBackBeyondItsBeginning() {
    let run = Self.stream([100])
    run.train.beginDrag(at: 0.5, from: run.source)
    run.train.drag(by: 2000, at: 0.6, from: run.source)
    run.train.drag(by: 2000, at: 0.7, from: run.source)
    run.train.endDrag(at: 1, from: run.source)
    // It stands 4000 px farther back, until it goes on by itself, 1.5 s later.
    #expect(run.xs(at: 2.4) == [-95, 55, 205] && isNear(run.xs(at: 3).first, 17.5))
  }

  @Test("Drawn back, it shows what had left") func drawnBackShowsWhatHadLeft() {
    let run = Self.stream([100, 100, 100, 100, 100, 100, 100, 100, 100, 100])
    #expect(ids(run, at: 12) == [8, 9])
    run.train.beginDrag(at: 12, from: run.source)
    for step in 1...20 { run.train.drag(by: 50, at: 12 + Double(step) * 0.01, from: run.source) }
    #expect(ids(run, at: 12.2) == [1, 2, 3])
  }

  @Test("Only what is near is known") func knowsOnlyWhatIsNear() {
    let run = Self.stream([Double](repeating: 100, count: 100_000))
    _ = run.xs(at: 10)
    #expect(run.source.measured < 60)
    #expect(run.train.segments.count < 30)
    let before = run.source.measured
    _ = run.xs(at: 40_000)
    #expect(run.source.measured - before < 60, "what nobody saw is not measured")
    #expect(isNear((run.xs(at: 40_000)[0] - 5 + 100 * 40_000).remainder(dividingBy: 150), 0))
  }

  @Test("A day of a stream drifts by nothing") func aDayOfAStreamDriftsByNothing() {
    let widths = [101.3, 77.7, 250.9, 33.1]
    let run = TrainRun(widths) {
      ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart, $0.repeatWhenOutOfBounds) = (0, 120, 0, false)
    }
    let day = 86400.0
    run.train.update(to: day, from: run.source)
    let lap: Double = widths.reduce(0, +) + 200
    let places: [Double] = widths.indices.map { i in 5 + widths[..<i].reduce(0) { $0 + $1 + 50 } }
    for (segment, x) in run.train.visible(at: day) {
      #expect(isNear((x - places[segment.id] + 120 * day).remainder(dividingBy: lap), 0, within: 0.01))
    }
  }

  @Test("Scroll time is of the whole train") func scrollTimeIsOfTheWholeTrain() {
    let run = TrainRun([Double](repeating: 200, count: 1000)) { $0.delayAtStart = 0 }
    #expect(isNear(run.train.screenVelocity(at: 1), -(300 + 1000 * 250) / 5, within: 60))
  }
}

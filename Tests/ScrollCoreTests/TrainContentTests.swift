import ScrollCore
import Testing

/// What is drawn once stands where the train says that it is, whatever has happened to the train.
@Suite("A train's content") struct TrainContentTests {
  /// By how much what is drawn of any segment stands elsewhere than the segment, in pixels.
  private func offset(_ run: TrainRun, at t: Seconds) -> Double {
    run.train.update(to: t, from: run.source)
    let origin = run.train.contentOrigin(at: t)
    return run.train.segments.map { abs(run.train.contentX(of: $0) + origin - run.train.x(of: $0, at: t)) }.max() ?? 0
  }

  private func remove(_ ids: Set<Int>, from run: TrainRun, at t: Seconds) {
    run.train.advance(to: t, from: run.source)
    run.source.entries.removeAll { ids.contains($0.id) }
    run.train.removed(at: t, from: run.source) { ids.contains($0) }
  }

  @Test("All that is in the view is removed: what comes next is drawn where it is", arguments: [true, false])
  func removed(leftwards: Bool) {
    let run = TrainRun([100, 100, 100, 100, 100], in: 300) {
      ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart) = (0, 100, 0)
      ($0.repeatWhenOutOfBounds, $0.scrollLeft) = (false, leftwards)
    }
    #expect(offset(run, at: 1) == 0)
    let shown = Set(run.train.visible(at: 1).map(\.segment.id))
    #expect(shown.count == 3)
    remove(shown, from: run, at: 1)
    #expect(offset(run, at: 1) == 0 && offset(run, at: 3) == 0 && !run.xs(at: 3).isEmpty)
  }

  @Test("Started over, what has come is at home at once; what is in the view stays", arguments: [true, false])
  func startedOver(leftwards: Bool) {
    let run = TrainRun([100], in: 300) {
      ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart) = (0, 100, 1)
      ($0.repeatWhenOutOfBounds, $0.scrollLeft) = (false, leftwards)
    }
    let home = run.xs(at: 0)
    let before = run.xs(at: 2)
    run.train.startOver(at: 2, from: run.source)
    #expect(run.xs(at: 2) == before && before != home)
    remove([0], from: run, at: 3)
    #expect(run.xs(at: 9).isEmpty)
    run.source.append([100])
    run.train.appended(at: 9, from: run.source)
    #expect(run.xs(at: 9).isEmpty)
    run.train.startOver(at: 9, from: run.source)
    #expect(run.xs(at: 9) == home && run.xs(at: 10) == home && run.xs(at: 11) == before)
    #expect(offset(run, at: 11) == 0)
  }

  @Test("A speed that changes between two passes leaves the next copy drawn where it is")
  func waiting() {
    let run = TrainRun([100], in: 300) {
      ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart, $0.delayAtEnd) = (0, 100, 0, 3)
    }
    // It has left at 1.05.
    #expect(offset(run, at: 2) == 0)
    run.change(at: 2) { $0.scrollSpeed = 200 }
    #expect(offset(run, at: 2) == 0 && offset(run, at: 5) == 0 && run.xs(at: 5).count == 1)
  }

  @Test("A train drawn back over what was removed shows no hole") func drawnBack() {
    let run = TrainRun([100, 600, 100, 100], in: 300) {
      ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart, $0.repeatWhenOutOfBounds) = (0, 100, 0, false)
    }
    // The second one alone is in the view.
    #expect(run.xs(at: 2) == [-45])
    remove([1], from: run, at: 2)
    run.train.beginDrag(at: 2, from: run.source)
    run.train.drag(by: 200, at: 2, from: run.source)
    #expect(run.xs(at: 2).contains { $0 + 100 > 100 })
    #expect(offset(run, at: 2) == 0)
  }
}

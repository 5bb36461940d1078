import ScrollCore
import TestKit
import Testing

@Suite("Whatever happens to a train") struct TrainLawTests {
  private static func run(_ random: inout SeededRandom) -> TrainRun {
    let widths = (0..<Int.random(in: 1...5, using: &random)).map { _ in Double.random(in: 20...400, using: &random) }
    let (left, repeats) = (Bool.random(using: &random), Bool.random(using: &random))
    let delay = Bool.random(using: &random) ? 0.7 : 0
    let count = Int.random(in: -1...2, using: &random)
    return TrainRun(widths) {
      ($0.scrollLeft, $0.repeatWhenOutOfBounds, $0.delayAtStart, $0.delayAtEnd) = (left, repeats, delay, delay)
      ($0.scrollTime, $0.scrollSpeed, $0.scrollRepeat) = (0, 90, count)
    }
  }

  /// Something that happens to two trains alike; `later` for the second.
  private static func change(_ random: inout SeededRandom) -> (TrainRun, Seconds) -> Void {
    let number = Double.random(in: 0...1, using: &random)
    let flag = Bool.random(using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return { $0.change(at: $1) { $0.scrollSpeed = 20 + 200 * number } }
    case 1: return { $0.change(at: $1) { $0.repeatSpacing = 100 * number } }
    case 2: return { run, t in run.train.resize(to: 100 + 400 * number, at: t, from: run.source) }
    case 3, 4:
      return { run, t in
        run.source.append([20 + 300 * number])
        run.train.appended(at: t, from: run.source)
      }
    case 5, 6: return { run, t in run.train.scrub(by: 300 * number - 150, at: t, from: run.source) }
    case 7: return { run, t in run.train.pause(at: t, from: run.source) }
    case 8: return { run, t in run.train.resume(at: t, from: run.source) }
    case 9: return { run, t in if flag { run.train.stop(at: t, from: run.source) } }
    default: return { run, t in run.train.start(at: t, from: run.source) }
    }
  }

  private func isClose(_ a: [Double], _ b: [Double], within tolerance: Double = 1e-6) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < tolerance }
  }

  /// Its segments in the view by more than what a rounding decides.
  private func seen(_ run: TrainRun, at t: Seconds) -> [Double] {
    run.train.update(to: t, from: run.source)
    return run.train.visible(at: t).filter { $0.x < run.train.viewWidth - 1e-3 && $0.x + $0.segment.width > 1e-3 }
      .map(\.x).sorted()
  }

  @Test(
    "Until its next change it stands, and one that is looked at seldom is where another is",
    arguments: 0..<40 as Range<UInt64>)
  func wakeUps(seed: UInt64) {
    var (random, again) = (SeededRandom(seed: seed), SeededRandom(seed: seed))
    let (often, seldom) = (Self.run(&random), Self.run(&again))
    var t = 0.0
    for event in 0..<50 {
      let end = t + Double.random(in: 0...3, using: &random)
      let (next, first) = (often.train.nextChange(at: t), seen(often, at: t))
      for part in 1...8 {
        let moment = t + (end - t) * Double(part) / 8
        let now = seen(often, at: moment)
        // At the end of a throw it creeps, slower than can be seen.
        if moment <= next, !isClose(now, first, within: 0.02) {
          Issue.record("\(seed), event \(event) at \(moment): \(now), not \(first), before \(next)")
          return
        }
      }
      guard isClose(seen(seldom, at: end), seen(often, at: end)) else {
        Issue.record("\(seed), event \(event) at \(end): \(seen(seldom, at: end)), not \(seen(often, at: end))")
        return
      }
      t = end
      let change = Self.change(&random)
      change(often, t)
      change(seldom, t)
    }
  }
}

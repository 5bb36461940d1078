import TestKit
import Testing

@testable import ScrollCore

/// When items are seen: what is computed from the motion against looking every hundredth of a second.
@Suite("Passages of items") struct ShowingTests {
  // MARK: - Motion

  private static func motion(using random: inout SeededRandom) -> Motion {
    let changes: [Motion.Change] = [
      .ease(.random(in: 0.05...1, using: &random)), .ease(0), .decay(.random(in: 0.05...0.5, using: &random)),
      .pause(.random(in: 0.1...0.5, using: &random), until: .random(in: 0.5...2, using: &random)),
    ]
    return Motion(
      start: .random(in: -1...1, using: &random), position: .random(in: -200...200, using: &random),
      initial: .random(in: -400...400, using: &random), final: .random(in: -100...200, using: &random),
      change: changes.randomElement(using: &random) ?? .ease(0))
  }

  @Test("The times in which a motion is between two bounds are those found by looking") func times() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<2000 {
      let motion = Self.motion(using: &random)
      let low = Double.random(in: -300...300, using: &random)
      let high = low + .random(in: 1...300, using: &random)
      let found = motion.times(above: low, below: high, from: 0, to: 4)
      for (a, b) in zip(found, found.dropFirst()) { #expect(a.upperBound < b.lowerBound) }
      for step in 1..<400 {
        let t = Double(step) / 100
        let x = motion.position(at: t)
        // Where it is about at a bound, either is right.
        if abs(x - low) < 1e-6 || abs(x - high) < 1e-6 { continue }
        let isIn = found.contains { $0.contains(t) }
        #expect(isIn == (x > low && x < high), "\(motion) at \(t): \(x) in \(low)...\(high)")
        if isIn != (x > low && x < high) { return }
      }
    }
  }

  @Test("At a steady velocity the times are exact") func steady() {
    let motion = Motion.steady(120, from: 0, since: 2)
    let times = motion.times(above: 60, below: 600, from: 0, to: 100)
    #expect(times.count == 1)
    #expect(abs(times[0].lowerBound - 2.5) < 1e-9 && abs(times[0].upperBound - 7) < 1e-9)
    #expect(Motion.rest(at: 5, since: 0).times(above: 4, below: 6, from: 1, to: 3) == [1...3])
    #expect(Motion.rest(at: 5, since: 0).times(above: 5, below: 6, from: 1, to: 3).isEmpty)
  }

  // MARK: - Trains

  private func run(_ widths: [Double], in view: Double = 300, _ change: (inout Crawl) -> Void = { _ in }) -> TrainRun {
    let run = TrainRun(widths, in: view) {
      ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart, $0.repeatWhenOutOfBounds) = (0, 100, 0, false)
      change(&$0)
    }
    run.train.recordShowings(since: 0)
    return run
  }

  /// A sixteenth of a pixel at 100 px a second.
  private static let edge = 0.000_625

  @Test("An item is seen from its first pixel to its last, and whole in between") func passage() {
    let run = run([100, 200]) { ($0.startOutOfBounds, $0.repeatSpacing) = (true, 50) }
    run.train.update(to: 10, from: run.source)
    let ended = run.train.showings?.takeEnded() ?? []
    // It enters at 300 px, and runs 100 px a second. Less than a sixteenth of a pixel of it is not seen.
    #expect(ended.prefix(2).map(\.item) == [-1, -2])
    for (showing, first, last, whole) in [(ended[0], 0.0, 4.0, 2.0), (ended[1], 1.5, 6.5, 1)] {
      #expect(abs(showing.first - first - Self.edge) < 1e-6 && abs(showing.last - last + Self.edge) < 1e-6)
      #expect(abs(showing.whole - whole) < 1e-6)
    }
    #expect(run.train.showings?.takeEnded() == [])
  }

  @Test("What is longer than the view is never seen whole; what has its length is, for no time") func long() {
    let run = run([301, 300]) { $0.startOutOfBounds = true }
    run.train.update(to: 20, from: run.source)
    let ended = run.train.showings?.takeEnded() ?? []
    #expect(ended.count >= 2 && ended.allSatisfy { $0.whole < 1e-6 })
  }

  @Test("The segments of an item count together") func chunks() {
    let run = run([])
    run.source.append(chunks: [40, 60, 50])
    run.source.append([80])
    run.train.appended(at: 0, from: run.source)
    run.train.update(to: 20, from: run.source)
    let ended = run.train.showings?.takeEnded() ?? []
    let whole = ended.filter { $0.item == -1 }
    #expect(whole.count > 1 && Set(ended.map(\.item)) == [-1, -2])
    // 300 - 150 px at 100 px a second; the first begins in the view.
    let length = 4.5 - 2 * Self.edge
    #expect(whole.dropFirst().allSatisfy { abs($0.whole - 1.5) < 1e-6 && abs($0.last - $0.first - length) < 1e-6 })
  }

  @Test("It does not matter how often it is asked") func steps() {
    func ended(every step: Double, _ scrollLeft: Bool) -> [Showing] {
      let run = run([100, 700, 30, 55]) { $0.scrollLeft = scrollLeft }
      for t in stride(from: 0, through: 60, by: step) { run.train.update(to: t, from: run.source) }
      run.train.pause(at: 60, from: run.source)
      run.train.resume(at: 61, from: run.source)
      run.train.update(to: 100, from: run.source)
      return run.train.showings?.takeEnded() ?? []
    }
    for scrollLeft in [true, false] {
      let often = ended(every: 1.0 / 60, scrollLeft)
      for step in [0.2, 7, 60] {
        let seldom = ended(every: step, scrollLeft)
        #expect(often.count == seldom.count && often.count > 10)
        for (a, b) in zip(often, seldom) {
          #expect(a.item == b.item && a.lap == b.lap && abs(a.first - b.first) < 1e-6, "\(a) \(b)")
          #expect(abs(a.last - b.last) < 1e-6 && abs(a.whole - b.whole) < 1e-5, "\(a) \(b)")
        }
      }
    }
  }

  @Test("While nothing can be seen nothing counts, and a passage goes on") func hidden() throws {
    let run = run([100]) { $0.startOutOfBounds = true }
    run.train.update(to: 1.5, from: run.source)
    run.train.pause(at: 2, from: run.source)
    run.train.showings?.isSuspended = true
    run.train.update(to: 9, from: run.source)
    run.train.showings?.skip(to: 10)
    run.train.showings?.isSuspended = false
    run.train.resume(at: 10, from: run.source)
    run.train.update(to: 20, from: run.source)
    let first = try #require(run.train.showings?.takeEnded().first)
    #expect(abs(first.whole - 2) < 1e-6 && abs(first.last - 12 + Self.edge) < 1e-6)
    #expect(abs(first.first - Self.edge) < 1e-6)
  }

  @Test("What is taken out of the view has its last pixel then") func removed() {
    let run = run([100, 100, 100])
    run.train.update(to: 0.2, from: run.source)
    run.source.entries.removeAll { $0.id == 1 }
    run.train.removed(at: 0.5, from: run.source) { $0 == 1 }
    run.train.update(to: 0.6, from: run.source)
    let ended = run.train.showings?.takeEnded() ?? []
    #expect(ended.map(\.item) == [-2] && abs((ended.first?.last ?? 0) - 0.5) < 1e-6)
  }

  // MARK: - Random events

  /// What is in the view, looked at again and again.
  private final class Watch {
    var first: [String: Double] = [:]
    var (last, whole): ([String: Double], [String: Double]) = ([:], [:])

    func look(_ run: TrainRun, at t: Seconds, step: Double) {
      for (segment, x) in run.train.visible(at: t) {
        let key = "\(-1 - segment.id) \(segment.lap)"
        if first[key] == nil { first[key] = t }
        last[key] = t
        if x >= 0, x + segment.width <= run.train.viewWidth { whole[key, default: 0] += step }
      }
    }
  }

  @Test("By random hands and commands, passages are those found by looking", arguments: 0..<40)
  func random(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed) + 900)
    let run = run((0..<12).map { _ in .random(in: 20...200, using: &random) }) {
      $0.scrollLeft = .random(using: &random)
    }
    // What runs in between two updates is known before.
    run.train.lookahead = 500
    let (watch, step) = (Watch(), 0.002)
    var (isPaused, next) = (false, 1.0)
    for number in 1...10_000 {
      let t = Double(number) * step
      if t >= next {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          if isPaused { run.train.resume(at: t, from: run.source) } else { run.train.pause(at: t, from: run.source) }
          isPaused.toggle()
        case 1: run.train.scrub(by: .random(in: -150...50, using: &random), at: t, from: run.source)
        case 2:
          var crawl = run.train.crawl
          crawl.scrollSpeed = .random(in: 20...300, using: &random)
          run.train.set(crawl, at: t, from: run.source)
        default: run.train.resize(to: .random(in: 200...400, using: &random), at: t, from: run.source)
        }
        next = t + .random(in: 0.5...2, using: &random)
      }
      if number % 40 == 0 { run.train.update(to: t, from: run.source) }
      watch.look(run, at: t, step: step)
    }
    run.train.update(to: 20, from: run.source)
    run.train.showings?.endAll()
    var found: [String: (first: Double, last: Double, whole: Double)] = [:]
    for showing in run.train.showings?.takeEnded() ?? [] {
      let key = "\(showing.item) \(showing.lap)"
      let former = found[key] ?? (showing.first, showing.last, 0)
      found[key] = (
        min(former.first, showing.first), max(former.last, showing.last), former.whole + showing.whole
      )
    }
    for (key, first) in watch.first {
      guard let passage = found[key] else {
        // A touch that no look at the right time has seen otherwise.
        #expect((watch.last[key] ?? 0) - first < 2 * step, "\(key) is missing")
        continue
      }
      #expect(abs(passage.first - first) <= 2 * step, "\(key)")
      #expect(abs(passage.last - (watch.last[key] ?? 0)) <= 2 * step, "\(key)")
      #expect(abs(passage.whole - (watch.whole[key] ?? 0)) <= 12 * step, "\(key)")
    }
    #expect(watch.first.count > 2)
  }
}

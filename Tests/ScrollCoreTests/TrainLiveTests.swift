import ScrollCore
import Testing

/// Random events on random trains: whatever happens, nothing on screen jumps.
@Suite("A train that changes while it runs") struct TrainLiveTests {
  struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var x = state
      x ^= x >> 33
      x = x &* 0xff51_afd7_ed55_8ccd
      return x ^ x >> 33
    }
  }

  enum Event: CaseIterable {
    case speed, direction, spacing, append, remove, widths, resize, mode, replace
  }

  @Test("Nothing jumps", arguments: 0..<60)
  func nothingJumps(seed: Int) {
    var random = Generator(state: UInt64(seed) &* 7919 &+ 1)
    let run = TrainRun((0..<Int.random(in: 1...30, using: &random)).map { _ in .random(in: 20...500, using: &random) })
    {
      ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart) = (0, 100, 0.5)
      $0.scrollLeft = .random(using: &random)
      $0.repeatWhenOutOfBounds = .random(using: &random)
    }
    var t = 0.0
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let before = shown(run, at: t)
        let dt = Double.random(in: 0.001...0.03, using: &random)
        t += dt
        let after = shown(run, at: t)
        for (place, x) in before where after[place] != nil {
          #expect(abs((after[place] ?? 0) - x) <= 400 * dt + 1e-6, "seed \(seed) at \(t)")
        }
      }
      check(Event.allCases.randomElement(using: &random) ?? .speed, on: run, at: t, seed: seed, using: &random)
    }
  }

  /// Where the segments on screen are, by their places on the track.
  private func shown(_ run: TrainRun, at t: Seconds) -> [Double: Double] {
    run.train.update(to: t, from: run.source)
    return Dictionary(run.train.visible(at: t).map { ($0.segment.place, $0.x) }) { first, _ in first }
  }

  private func check(
    _ event: Event, on run: TrainRun, at t: Seconds, seed: Int, using random: inout Generator
  ) {
    run.train.update(to: t, from: run.source)
    let before = run.train.visible(at: t)
    let velocity = run.train.screenVelocity(at: t)
    let waits = t < 0.5
    var gone: Set<Int> = []
    apply(event, to: run, at: t, gone: &gone, using: &random)
    run.train.update(to: t, from: run.source)
    let after = run.train.visible(at: t)
    // What a smaller view cuts off is not on screen any more.
    let leading = before.first { !gone.contains($0.segment.id) && (event != .resize || $0.x < run.train.viewWidth) }
    if let leading, !waits, !run.source.entries.isEmpty {
      let same = after.filter { $0.segment.id == leading.segment.id || event == .replace }
      #expect(
        same.contains {
          abs(edge($0, run) - edge(leading, run)) < 0.5 || abs($0.x - leading.x) < 0.5
            // What has shrunk so much that it would have left keeps what stood at the view's edge.
            || (event == .widths && $0.segment.width < leading.segment.width
              && ($0.x < 0 || $0.x + $0.segment.width > run.train.viewWidth))
        },
        "seed \(seed) at \(t): \(event) moved \(leading) to \(after)")
    }
    if !waits { #expect(isNear(run.train.screenVelocity(at: t), velocity), "seed \(seed) at \(t): \(event)") }
    let ordered = after.sorted { $0.x < $1.x }
    #expect(
      zip(ordered, ordered.dropFirst()).allSatisfy { $0.x + $0.segment.width <= $1.x + 1e-6 },
      "seed \(seed) at \(t): \(event) let segments overlap")
  }

  /// The edge that leads: the one that keeps its place when a width changes.
  private func edge(_ shown: (segment: Train.Segment, x: Double), _ run: TrainRun) -> Double {
    run.train.crawl.scrollLeft ? shown.x : shown.x + shown.segment.width
  }

  private func apply(
    _ event: Event, to run: TrainRun, at t: Seconds, gone: inout Set<Int>, using random: inout Generator
  ) {
    switch event {
    case .speed: run.change(at: t) { $0.scrollSpeed = .random(in: 0...400, using: &random) }
    case .direction: run.change(at: t) { $0.scrollLeft.toggle() }
    case .spacing: run.change(at: t) { $0.repeatSpacing = .random(in: 0...200, using: &random) }
    case .mode: run.change(at: t) { $0.repeatWhenOutOfBounds.toggle() }
    case .append:
      run.source.append([.random(in: 20...500, using: &random)])
      run.train.appended(at: t, from: run.source)
    case .remove:
      let odd = Int.random(in: 2...5, using: &random)
      let ids = Set(run.source.entries.map(\.id).filter { $0 % odd == 0 })
      gone = ids
      run.source.entries.removeAll { ids.contains($0.id) }
      run.train.removed(at: t, from: run.source) { ids.contains($0) }
    case .widths:
      for i in run.source.entries.indices { run.source.entries[i].width *= .random(in: 0.9...1.2, using: &random) }
      run.train.remeasured(at: t, from: run.source)
    case .resize: run.train.resize(to: .random(in: 100...900, using: &random), at: t, from: run.source)
    case .replace:
      run.source.entries = []
      run.source.append((0..<3).map { _ in .random(in: 20...500, using: &random) })
      run.train.replaced(at: t, from: run.source)
    }
  }
}

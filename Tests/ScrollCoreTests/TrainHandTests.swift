import TestKit
import Testing

@testable import ScrollCore

/// What a hand, a pause and the size of the view do to a train's velocity, in any order.
@Suite("A train in hand") struct TrainHandTests {
  /// Something that happens to a train.
  private enum Event: CaseIterable {
    case grab, drag, letGo, scrub, pause, resume, resize, item, none
  }

  /// A history of random events, and what it does with the velocity where the view is resized.
  private struct History {
    let run: TrainRun
    private var random: SeededRandom
    private(set) var t = 0.0
    /// Where the velocity has jumped.
    private(set) var jumps: [String] = []
    private var past: [String] = []

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
      var random = random
      let widths = (0..<Int.random(in: 1...5, using: &random)).map { _ in Double.random(in: 20...400, using: &random) }
      run = TrainRun(widths) {
        $0.scrollLeft = .random(using: &random)
        $0.repeatWhenOutOfBounds = .random(using: &random)
        $0.startOutOfBounds = .random(using: &random)
        $0.delayAtStart = [0, 1][Int.random(in: 0...1, using: &random)]
        // One speed follows the width of the view, the other does not.
        if Bool.random(using: &random) { ($0.scrollTime, $0.scrollSpeed) = (0, 100) }
      }
      self.random = random
    }

    mutating func step() {
      t += Double.random(in: 0...1, using: &random) < 0.5 ? 0.02 : .random(in: 0...2, using: &random)
      let event = Event.allCases.randomElement(using: &random) ?? .none
      past.append("\(event) at \(t)")
      let pixels = Double.random(in: -300...300, using: &random)
      let source = run.source
      switch event {
      case .grab: run.train.beginDrag(at: t, from: source)
      case .drag: run.train.drag(by: pixels / 10, at: t, from: source)
      case .letGo: run.train.endDrag(at: t, from: source)
      case .scrub: run.train.scrub(by: pixels, at: t, from: source)
      case .pause: run.train.pause(at: t, from: source)
      case .resume: run.train.resume(at: t, from: source)
      case .resize: resize()
      case .item:
        source.append([abs(pixels)])
        run.train.appended(at: t, from: source)
      case .none: run.train.update(to: t, from: source)
      }
    }

    private mutating func resize() {
      let (width, shift) = (Double.random(in: 0...600, using: &random), Double.random(in: -100...100, using: &random))
      run.train.update(to: t, from: run.source)
      let before = run.train.screenVelocity(at: t)
      run.train.resize(to: width, shift: shift, at: t, from: run.source)
      let after = run.train.screenVelocity(at: t)
      if abs(after - before) > 1e-6 { jumps.append("\(before) \(after) after \(past.suffix(12))") }
    }
  }

  @Test("The velocity does not jump where the view is resized, whatever happened before") func resized() {
    var jumps: [String] = []
    for seed in 0..<400 {
      var history = History(seed: UInt64(seed))
      for _ in 0..<30 { history.step() }
      jumps += history.jumps.prefix(1).map { "\(seed): \($0)" }
    }
    #expect(jumps.isEmpty, "\(jumps.count): \(jumps.prefix(3).joined(separator: "\n"))")
  }

  @Test(
    "A view that is resized while a hand holds its train throws nothing", arguments: [true, false], [200.0, 500.0])
  func held(left: Bool, width: Double) {
    func thrown(resizes: Bool) -> Double {
      let run = TrainRun([100, 200, 300]) {
        ($0.scrollLeft, $0.repeatWhenOutOfBounds, $0.delayAtStart) = (left, false, 0)
        ($0.scrollTime, $0.scrollSpeed) = (0, 100)
      }
      run.train.beginDrag(at: 2, from: run.source)
      for step in 1...4 { run.train.drag(by: 4, at: 2 + Double(step) * 0.02, from: run.source) }
      if resizes { run.train.resize(to: width, shift: 40, at: 2.09, from: run.source) }
      run.train.drag(by: 4, at: 2.1, from: run.source)
      run.train.endDrag(at: 2.11, from: run.source)
      return run.train.screenVelocity(at: 2.11)
    }
    #expect(isNear(thrown(resizes: true), thrown(resizes: false)) && thrown(resizes: false) > 100)
  }

  @Test(
    "What comes before the first headline glides in where it is drawn back", arguments: [true, false], [true, false])
  func glidesIn(left: Bool, isOutside: Bool) {
    for isDragged in [true, false] {
      let run = TrainRun([100, 60, 100]) {
        ($0.scrollLeft, $0.startOutOfBounds, $0.inset) = (left, isOutside, 200)
        ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart, $0.repeatWhenOutOfBounds, $0.repeatSpacing) = (
          0, 100, 0, false, 10
        )
      }
      _ = run.xs(at: 1)
      if isDragged { run.train.beginDrag(at: 1, from: run.source) } else { scrub(run, left) }
      var shown = Set(run.train.visible(at: 1).map(\.segment.place))
      var distance = run.train.distance(at: 1)
      var count = 0
      for step in 1...200 {
        let t = 1 + Double(step) / 100
        if isDragged { run.train.drag(by: left ? 4 : -4, at: t, from: run.source) }
        run.train.update(to: t, from: run.source)
        let moved = abs(run.train.distance(at: t) - distance)
        distance += run.train.distance(at: t) - distance
        for (segment, x) in run.train.visible(at: t) where shown.insert(segment.place).inserted {
          count += 1
          let seen = left ? min(x + segment.width, 300 - x) : min(300 - x, x + segment.width)
          #expect(seen <= moved + 1e-6, "\(segment.id) comes at \(x) with \(seen) px at \(t)")
        }
      }
      #expect(count > 1)
    }
  }

  private func scrub(_ run: TrainRun, _ left: Bool) {
    for _ in 0..<5 { run.train.scrub(by: left ? 80 : -80, at: 1, from: run.source) }
  }

  @Test(
    "Texts too narrow to be seen end at once, in views of any width, after jumps of any length",
    arguments: [0, 1e-300, 0.001], [0, 1e-9, 300])
  func narrow(width: Double, view: Double) {
    for (spacing, count) in [(0.0, 1), (0, 7), (1e-12, 3), (50, 2)] {
      for (once, left, time) in [(true, true, 0.0), (false, true, 0), (false, false, 5), (true, false, 5)] {
        let run = TrainRun([Double](repeating: width, count: count), in: view) {
          ($0.repeatWhenOutOfBounds, $0.scrollLeft, $0.repeatSpacing) = (once, left, spacing)
          ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart) = (time, 100, 0)
        }
        #expect(run.finishes(at: 1e9), "\(width) in \(view), \(spacing) apart")
        for t in [1e9, 1, 3e9] { _ = run.xs(at: t) }
        run.train.scrub(by: 1e9, at: 3e9, from: run.source)
        _ = run.xs(at: 4e9)
        #expect(run.train.state == .finished && run.source.measured < 2000, "\(run.source.measured)")
        // A text that can be seen comes in.
        run.source.append([40])
        run.train.appended(at: 4e9, from: run.source)
        #expect(run.train.state == .running)
      }
    }
  }

  @Test(
    "A narrow text in a view of no width costs little, however long nobody looks", arguments: [0.125, 1, 40], [0, 1e-3])
  func unseen(width: Double, view: Double) {
    let run = TrainRun([width, 0], in: view) {
      ($0.repeatWhenOutOfBounds, $0.repeatSpacing, $0.scrollTime, $0.scrollSpeed) = (false, 0, 0, 100_000)
    }
    for t in [1e9, 2e9, 1e6, 1e12] { _ = run.xs(at: t) }
    run.train.beginDrag(at: 1e12, from: run.source)
    run.train.drag(by: 1e9, at: 1e12, from: run.source)
    #expect(run.source.measured < 500_000, "\(run.source.measured)")
  }

  @Test(
    "The font's size for a line's height is found for any number",
    arguments: [0, -1, 1e-300, 1e-9, 0.5, 36, 1e5, 1e9, 1e17, 1e300, .infinity, -.infinity, .nan] as [Double])
  func fontSize(height: Double) {
    let fonts: [(Double) -> Double] = [
      { $0 * 1.17 }, { _ in 13 }, { _ in 0 }, { _ in .nan }, { _ in .infinity }, { $0 * 1e-300 }, { $0 * 1e300 },
      { $0 < 20 ? $0 : .infinity }, { -$0 }, { ($0 * 1.17).rounded(.up) },
    ]
    for (number, font) in fonts.enumerated() {
      var asked = 0
      let size = Crawl.fontSize(ofLineHeight: height) { size in
        asked += 1
        #expect(size > 0 && size.isFinite)
        return font(size)
      }
      #expect(size > 0 && size.isFinite && asked < 80, "font \(number): \(size)")
    }
    if height > 0.5, height < 1e6 {
      let size = Crawl.fontSize(ofLineHeight: height) { $0 * 1.17 }
      #expect(size * 1.17 <= height && size * 1.17 > height - 1)
    }
  }
}

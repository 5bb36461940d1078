import ScrollCore
import TestKit
import Testing

@Suite("Whatever happens to credits") struct AutoScrollLawTests {
  /// Something that happens to a text, with its numbers drawn.
  private enum Change {
    case start(AutoScroll.Pace)
    case stop, pause, resume
    case scroll(Double)
    case options(AutoScroll.Options)
    case speed(Double)
    case resize(Double, Double)
    case refine(Double)
    case awaits(Bool)

    init(using random: inout SeededRandom) {
      let number = Double.random(in: 0...1, using: &random)
      self =
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1: .start(.speed(20 + 200 * number))
        case 2: .start(.duration(number * 10))
        case 3: .stop
        case 4, 5: .pause
        case 6, 7: .resume
        case 8: .scroll(600 * number - 300)
        case 9: .options(Self.options(&random))
        case 10: .speed(20 + 200 * number)
        case 11: .resize(1200 * number, 200)
        case 12: .refine(1200 * number)
        default: .awaits(number < 0.3)
        }
    }

    static func options(_ random: inout SeededRandom) -> AutoScroll.Options {
      var options = AutoScroll.Options()
      options.delayAtStart = [0, 0.5].randomElement(using: &random) ?? 0
      options.delayAtEnd = [0, 1].randomElement(using: &random) ?? 0
      options.scrollRepeat = Int.random(in: -1...3, using: &random)
      (options.leadIn, options.leadOut) = (.random(using: &random), .random(using: &random))
      return options
    }

    func happen(to scroll: inout AutoScroll, at t: Seconds) throws {
      switch self {
      case .start(let pace): try scroll.start(pace, at: t)
      case .stop: scroll.stop(at: t)
      case .pause: scroll.pause(at: t)
      case .resume: scroll.resume(at: t)
      case .scroll(let pixels): scroll.scroll(by: pixels, at: t)
      case .options(let options): scroll.set(options, at: t)
      case .speed(let speed): scroll.set(.speed(speed), at: t)
      case .resize(let content, let view): scroll.resize(contentHeight: content, viewHeight: view, at: t)
      case .refine(let content): scroll.refine(contentHeight: content, at: t)
      case .awaits(let awaits): scroll.awaitsMore = awaits
      }
    }
  }

  private static let moments = (1...8).map { Double($0) / 8 }

  @Test(
    "Until its next change it stands, while it runs steadily it runs as it says, and looks change nothing",
    arguments: 0..<30 as Range<UInt64>)
  func wakeUps(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var scroll = AutoScroll(Change.options(&random), contentHeight: 700, viewHeight: 200)
    var looked = scroll
    var t = 0.0
    for event in 0..<50 {
      let change = Change(using: &random)
      try change.happen(to: &scroll, at: t)
      try change.happen(to: &looked, at: t)
      let end = t + Double.random(in: 0...4, using: &random)
      let (next, run, first) = (scroll.nextChange(at: t), scroll.steadyRun(at: t), scroll.offset(at: t))
      for moment in Self.moments.map({ t + (end - t) * $0 }) {
        looked.update(to: moment)
        let offset = scroll.offset(at: moment)
        guard isClose(looked.offset(at: moment), offset) else {
          Issue.record(
            "\(seed), event \(event), \(change) at \(moment): looks make \(looked.offset(at: moment)) of \(offset)")
          return
        }
        if moment <= next, !isClose(offset, first) {
          Issue.record("\(seed), event \(event), \(change) at \(moment): \(offset), not \(first), before \(next)")
          return
        }
        if let run, moment < run.end, !isClose(offset, first - run.velocity * (moment - t)) {
          Issue.record("\(seed), event \(event), \(change) at \(moment): \(offset) in a steady run from \(first)")
          return
        }
      }
      t = end
    }
  }

  @Test("Each end is told once, at its time, and never before", arguments: 40..<60 as Range<UInt64>)
  func ends(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var scroll = AutoScroll(Change.options(&random), contentHeight: 700, viewHeight: 200)
    var t = 0.0
    var isTold = false
    for event in 0..<50 {
      let change = Change(using: &random)
      let was = scroll.state
      try change.happen(to: &scroll, at: t)
      if case .start = change, was != .running { isTold = false }
      for _ in 0..<6 {
        t += Double.random(in: 0...1, using: &random)
        if scroll.update(to: t) {
          #expect(!isTold && scroll.state == .finished, "\(seed), event \(event)")
          #expect(scroll.finishTime.map { $0 <= t } == true, "\(seed), event \(event)")
          isTold = true
        }
        if scroll.state == .finished { #expect(isTold, "\(seed), event \(event)") }
      }
    }
  }

  @Test("After a pause all goes on as without it, only later", arguments: 80..<110 as Range<UInt64>)
  func pauses(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var paused = AutoScroll(Change.options(&random), contentHeight: 700, viewHeight: 200)
    var other = paused
    var (t, later) = (0.0, 0.0)
    for event in 0..<30 {
      var change = Change(using: &random)
      switch change {
      case .pause, .resume, .stop: change = .scroll(50)
      case .awaits where other.state != .running: change = .scroll(50)
      default: break
      }
      try change.happen(to: &other, at: t)
      try change.happen(to: &paused, at: t + later)
      if Bool.random(using: &random) {
        let pause = Double.random(in: 0...3, using: &random)
        let wasRunning = paused.state == .running
        paused.pause(at: t + later)
        paused.pause(at: t + later + pause / 2)
        paused.resume(at: t + later + pause)
        if wasRunning, other.state == .running { later += pause }
      }
      let end = t + Double.random(in: 0...3, using: &random)
      for moment in Self.moments.map({ t + (end - t) * $0 }) where other.state == .running {
        guard isClose(paused.offset(at: moment + later), other.offset(at: moment)) else {
          Issue.record(
            "\(seed), event \(event), \(change) at \(moment): \(paused.offset(at: moment + later)), not \(other.offset(at: moment))"
          )
          return
        }
      }
      t = end
      other.update(to: t)
      paused.update(to: t + later)
      guard paused.state == other.state || other.state != .running else {
        Issue.record("\(seed), event \(event), \(change): \(paused.state) instead of \(other.state)")
        return
      }
    }
  }

  private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 * max(1, abs(a)) }
}

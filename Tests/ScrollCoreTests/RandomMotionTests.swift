import ScrollCore
import TestKit
import Testing

/// 100,000 random sets of every kind of motion against second, simple implementations: 40,000 crawls, 20,000 times
/// scrolling by itself, 10,000 spins, 10,000 counters that roll, 20,000 token fields. What moves is asked for random times
/// in random order; every fiftieth crawl and scroll is followed by frames at 30, 60 and 144 Hz too.
@Suite("Random motion") struct RandomMotionTests {
  // MARK: Crawl

  struct CrawlSet {
    var crawl = Crawl()
    var textWidth: Double
    var viewWidth: Double

    init(using random: inout SeededRandom) {
      textWidth = .random(in: 1...900, using: &random)
      viewWidth = .random(in: 50...900, using: &random)
      if Bool.random(using: &random) {
        crawl.scrollTime = 0
      } else {
        crawl.scrollTime = .random(in: 1...20, using: &random)
      }
      crawl.scrollSpeed = .random(in: 0...500, using: &random)
      crawl.scrollLeft = .random(using: &random)
      crawl.scrollOnlyWhenTooLong = Int.random(in: 0..<4, using: &random) == 0
      crawl.scrollRepeat = .random(in: -1...3, using: &random)
      crawl.repeatWhenOutOfBounds = .random(using: &random)
      crawl.repeatSpacing = .random(in: 0...100, using: &random)
      crawl.delayAtStart = .random(in: 0...3, using: &random)
      crawl.delayAtEnd = Bool.random(using: &random) ? 0 : .random(in: 0...4, using: &random)
      crawl.startOutOfBounds = .random(using: &random)
      crawl.inset = .random(in: 0...20, using: &random)
    }

    /// What the specification says, pass by pass and copy by copy.
    func expected(at t: Seconds) -> [Double] {
      let fits = crawl.scrollOnlyWhenTooLong && textWidth <= viewWidth - 2 * crawl.inset
      let home = crawl.startOutOfBounds && !fits ? viewWidth : crawl.inset
      let v = crawl.scrollTime > 0 ? (viewWidth + textWidth) / crawl.scrollTime : crawl.scrollSpeed
      var xs: [Double] = []
      if fits {
        xs = [home]
      } else if crawl.repeatWhenOutOfBounds {
        xs = onePass(home, v, t)
      } else {
        let pitch = textWidth + crawl.repeatSpacing
        var run = v * max(0, t - crawl.delayAtStart)
        let n = Double(crawl.scrollRepeat)
        if n >= 0 { run = min(run, crawl.startOutOfBounds ? home + n * pitch + textWidth : (n + 1) * pitch) }
        var copy = 0.0
        while home + copy * pitch - run < viewWidth, n < 0 || !crawl.startOutOfBounds || copy <= n {
          xs.append(home + copy * pitch - run)
          copy += 1
        }
      }
      return shown(xs.map { crawl.scrollLeft ? $0 : viewWidth - textWidth - $0 })
    }

    private func onePass(_ home: Double, _ v: Double, _ t: Seconds) -> [Double] {
      var (start, from, passes) = (crawl.delayAtStart, home, 0)
      while v > 0, start + (from + textWidth) / v <= t {
        if passes == crawl.scrollRepeat { return [] }
        start += (from + textWidth) / v + crawl.delayAtEnd
        from = viewWidth
        passes += 1
      }
      return [from - v * max(0, t - start)]
    }

    /// From left to right, what is in the view by more than a hair.
    func shown(_ xs: [Double]) -> [Double] {
      xs.filter { $0 < viewWidth - 1e-3 && $0 + textWidth > 1e-3 }.sorted()
    }
  }

  private func agree(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 0.001 }
  }

  @Test("Crawls", arguments: 0..<20 as Range<UInt64>) func crawls(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for number in 0..<2000 {
      let set = CrawlSet(using: &random)
      let run = TrainRun([set.textWidth], in: set.viewWidth) { $0 = set.crawl }
      for _ in 0..<3 {
        let t = Double.random(in: 0...40, using: &random)
        let expected = set.expected(at: t)
        let formula = set.shown(set.crawl.positions(of: set.textWidth, in: set.viewWidth, at: t))
        let train = set.shown(run.xs(at: t))
        guard agree(formula, expected), agree(train, expected) else {
          Issue.record("\(seed)/\(number) at \(t): \(set): \(expected), not \(formula), \(train)")
          return
        }
      }
      if number.isMultiple(of: 50) { expectFramesAgree(set, to: .random(in: 1...15, using: &random)) }
    }
  }

  private func expectFramesAgree(_ set: CrawlSet, to end: Seconds) {
    for rate in [30, 60, 144] as [Double] {
      let run = TrainRun([set.textWidth], in: set.viewWidth) { $0 = set.crawl }
      for frame in 0..<Int(end * rate) { run.train.update(to: Double(frame) / rate, from: run.source) }
      #expect(agree(set.shown(run.xs(at: end)), set.expected(at: end)), "\(rate) Hz: \(set)")
    }
  }

  // MARK: Crawl with events

  /// The same events, followed by frames or in one step from event to event: whatever happens, the same is shown.
  @Test("Trains with events", arguments: 0..<60 as Range<UInt64>) func trainsWithEvents(seed: UInt64) {
    for number in 0..<10 {
      let shown = [0, 30, 60, 144].map { events(seed: seed &* 1000 &+ UInt64(number), rate: $0) }
      for (rate, other) in zip([30, 60, 144], shown.dropFirst()) {
        guard let wrong = zip(shown[0], other).first(where: { !agree($0.xs, $1.xs) }) else { continue }
        Issue.record(
          "\(seed)/\(number) at \(rate) Hz, \(wrong.0.t): \(wrong.0.xs), not \(wrong.1.xs); \(wrong.0.event)")
        return
      }
    }
  }

  /// What is shown at four times after each event, asked for in random order.
  private func events(seed: UInt64, rate: Double) -> [(event: Int, t: Seconds, xs: [Double])] {
    var random = SeededRandom(seed: seed)
    var order = SeededRandom(seed: seed &+ UInt64(rate))
    let set = CrawlSet(using: &random)
    let widths = (0..<Int.random(in: 1...6, using: &random)).map { _ in Double.random(in: 5...600, using: &random) }
    let run = TrainRun(widths, in: set.viewWidth) { $0 = set.crawl }
    var t = 0.0
    var answers: [(event: Int, t: Seconds, xs: [Double])] = []
    for _ in 0..<10 {
      let event = Int.random(in: 0..<11, using: &random)
      change(run, event: event, at: t, using: &random)
      let end = t + .random(in: 0.1...4, using: &random)
      let times = (0..<4).map { _ in Double.random(in: t...end, using: &random) }
      if rate > 0 {
        for i in 0..<Int((end - t) * rate) { run.train.update(to: t + Double(i) / rate, from: run.source) }
      }
      var found: [Seconds: [Double]] = [:]
      for time in times.shuffled(using: &order) {
        run.train.update(to: time, from: run.source)
        found[time] = run.train.visible(at: time).filter {
          $0.x < run.train.viewWidth - 1e-3 && $0.x + $0.segment.width > 1e-3
        }.map(\.x).sorted()
      }
      answers += times.map { (event, $0, found[$0] ?? []) }
      t = end
    }
    return answers
  }

  private func change(_ run: TrainRun, event: Int, at t: Seconds, using random: inout SeededRandom) {
    let number = Double.random(in: 0...1, using: &random)
    run.train.advance(to: t, from: run.source)
    switch event {
    case 0: run.change(at: t) { ($0.scrollTime, $0.scrollSpeed) = (0, 400 * number) }
    case 1: run.change(at: t) { $0.scrollLeft.toggle() }
    case 2: run.change(at: t) { $0.repeatSpacing = 100 * number }
    case 3: run.change(at: t) { $0.repeatWhenOutOfBounds.toggle() }
    case 4: run.change(at: t) { $0.scrollOnlyWhenTooLong.toggle() }
    case 5: run.train.isPaused ? run.train.resume(at: t, from: run.source) : run.train.pause(at: t, from: run.source)
    case 6:
      run.source.append([5 + 500 * number])
      run.train.appended(at: t, from: run.source)
    case 7:
      guard let gone = run.source.entries.randomElement(using: &random)?.id else { return }
      run.source.entries.removeAll { $0.id == gone }
      run.train.removed(at: t, from: run.source) { $0 == gone }
    case 8: run.train.resize(to: 50 + 800 * number, at: t, from: run.source)
    case 9: number < 0.5 ? run.train.stop(at: t, from: run.source) : run.train.start(at: t, from: run.source)
    default: run.train.scrub(by: 6000 * number - 3000, at: t, from: run.source)
    }
  }

  // MARK: Scrolling by itself

  /// It goes from event to event, and from pass to pass.
  struct Follower {
    var options: AutoScroll.Options
    var content: Double
    var view: Double
    var offset = 0.0
    var now = 0.0
    var speed = 0.0
    var startsAt = 0.0
    var pass = 0
    var isRunning = false
    var pausedAt: Seconds?

    var end: Double { max(0, content - view) }

    mutating func follow(to t: Seconds) {
      while isRunning, pausedAt == nil, now < t {
        if now < startsAt {
          if startsAt > t { break }
          now = startsAt
          if pass > 0 { offset = 0 }
        }
        let arrival = now + (end - offset) / speed
        if arrival > t {
          offset += speed * (t - now)
          break
        }
        (offset, now) = (end, arrival)
        if pass == options.scrollRepeat || end <= 0 {
          isRunning = false
        } else {
          pass += 1
          startsAt = now + options.delayAtEnd
        }
      }
      now = max(now, t)
    }
  }

  @Test("Scrolling", arguments: 0..<20 as Range<UInt64>) func scrolling(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for number in 0..<1000 {
      var options = AutoScroll.Options()
      options.delayAtStart = .random(in: 0...2, using: &random)
      options.delayAtEnd = .random(in: 0...2, using: &random)
      options.scrollRepeat = .random(in: -1...3, using: &random)
      let content = Double.random(in: 10...1500, using: &random)
      var scroll = AutoScroll(options, contentHeight: content, viewHeight: 200)
      var follower = Follower(options: options, content: content, view: 200)
      var t = 0.0
      for event in 0..<6 {
        try change(&scroll, &follower, at: t, isFirst: event == 0, using: &random)
        let end = t + .random(in: 0.1...8, using: &random)
        let times = (0..<3).map { _ in Double.random(in: t...end, using: &random) }
        let expected = times.map { time in
          var copy = follower
          copy.follow(to: time)
          return copy.offset
        }
        let order = times.indices.shuffled(using: &random)
        for rate in number.isMultiple(of: 50) ? [30.0, 60, 144] : [] {
          for frame in 0..<Int((end - t) * rate) { scroll.update(to: t + Double(frame) / rate) }
        }
        guard order.allSatisfy({ abs(scroll.offset(at: times[$0]) - expected[$0]) < 0.001 }) else {
          Issue.record("\(seed)/\(number), event \(event): \(options), \(content) at \(times): \(expected)")
          return
        }
        t = end
        follower.follow(to: t)
      }
    }
  }

  private func change(
    _ scroll: inout AutoScroll, _ follower: inout Follower, at t: Seconds, isFirst: Bool,
    using random: inout SeededRandom
  ) throws {
    switch isFirst ? 0 : Int.random(in: 0..<4, using: &random) {
    case 0:
      let speed = Double.random(in: 20...400, using: &random)
      try scroll.start(.speed(speed), at: t)
      guard !follower.isRunning else { return }
      (follower.isRunning, follower.pausedAt, follower.speed, follower.pass) = (true, nil, speed, 0)
      follower.startsAt = t + follower.options.delayAtStart
      if follower.end <= 0 { follower.isRunning = false }
    case 1:
      scroll.stop(at: t)
      (follower.isRunning, follower.pausedAt) = (false, nil)
    case 2:
      scroll.pause(at: t)
      if follower.isRunning { follower.pausedAt = follower.pausedAt ?? t }
    default:
      scroll.resume(at: t)
      if let since = follower.pausedAt, follower.startsAt > since { follower.startsAt += t - since }
      follower.pausedAt = nil
    }
  }
}

import ScrollCore
import Testing

@Suite("Scrolling by itself") struct AutoScrollTests {
  func scroll(
    _ pace: AutoScroll.Pace, content: Double = 600, _ change: (inout AutoScroll.Options) -> Void = { _ in }
  ) throws -> AutoScroll {
    var options = AutoScroll.Options()
    change(&options)
    var scroll = AutoScroll(options, contentHeight: content, viewHeight: 200)
    try scroll.start(pace, at: 0)
    return scroll
  }

  func offset(_ scroll: inout AutoScroll, _ t: Seconds) -> Double {
    scroll.update(to: t)
    return scroll.offset(at: t)
  }

  struct Case: Sendable {
    var pace: AutoScroll.Pace
    var t: Seconds
    var offset: Double
    var isFinished: Bool
  }

  static let cases = [
    Case(pace: .speed(10), t: 2.5, offset: 25, isFinished: false),
    Case(pace: .speed(10), t: 40, offset: 400, isFinished: true),
    Case(pace: .speed(10), t: 4000, offset: 400, isFinished: true),
    Case(pace: .speed(30), t: 13, offset: 390, isFinished: false),
    Case(pace: .speed(30), t: 13.5, offset: 400, isFinished: true),
    Case(pace: .duration(8), t: 4, offset: 200, isFinished: false),
    Case(pace: .duration(8), t: 8, offset: 400, isFinished: true),
  ]

  @Test("Another speed during a pause moves nothing, and counts from its end", arguments: [30.0, 50, 100])
  func pausedSpeed(_ speed: Double) throws {
    var scroll = try scroll(.speed(100))
    scroll.pause(at: 1)
    for t in [3.0, 4] {
      scroll.set(.speed(t == 3 ? 20 : speed), at: t)
      #expect(offset(&scroll, t) == 100)
    }
    scroll.resume(at: 5)
    #expect(offset(&scroll, 5) == 100)
    // The speed eases.
    #expect(isNear(offset(&scroll, 7.5) - offset(&scroll, 7), speed / 2))
  }

  @Test("Offsets follow the speed", arguments: cases)
  func offsets(_ given: Case) throws {
    var scroll = try scroll(given.pace)
    #expect(isNear(offset(&scroll, given.t), given.offset))
    #expect((scroll.state == .finished) == given.isFinished)
    #expect(scroll.nextChange(at: given.t) == (given.isFinished ? .infinity : given.t))
  }

  @Test("What fits is finished at once", arguments: [0.0, 150, 200])
  func whatFitsIsFinishedAtOnce(content: Double) throws {
    var scroll = try scroll(.speed(10), content: content)
    let first = scroll.update(to: 0)
    let second = scroll.update(to: 1)
    #expect(first && !second)
    #expect(scroll.finishTime == 0)
    #expect(scroll.offset(at: 5) == 0)
  }

  @Test("It stops and starts") func stopAndStart() throws {
    var scroll = try scroll(.speed(10))
    scroll.stop(at: 2.3)
    #expect(isNear(offset(&scroll, 2.3), 23) && isNear(offset(&scroll, 9), 23))
    try scroll.start(.speed(10), at: 9)
    #expect(isNear(offset(&scroll, 10), 33))
  }

  @Test("A duration counts from the present offset") func durationIsFromThePresentOffset() throws {
    var scroll = try scroll(.speed(10))
    scroll.stop(at: 10)
    try scroll.start(.duration(3), at: 20)
    #expect(isNear(offset(&scroll, 21.5), 250))
    #expect(isNear(offset(&scroll, 23), 400))
    #expect(isNear(scroll.finishTime, 23))
  }

  @Test("Growth raises the end") func growthRaisesTheEnd() throws {
    var scroll = try scroll(.speed(10))
    _ = offset(&scroll, 20)
    scroll.resize(contentHeight: 800, viewHeight: 200, at: 20)
    #expect(isNear(offset(&scroll, 20), 200))
    #expect(isNear(offset(&scroll, 59), 590))
    #expect(isNear(offset(&scroll, 70), 600))
    #expect(isNear(scroll.finishTime, 60))
  }

  @Test("Shrinking holds the offset") func shrinkingHoldsTheOffset() throws {
    var scroll = try scroll(.speed(10))
    _ = offset(&scroll, 30)
    scroll.resize(contentHeight: 450, viewHeight: 200, at: 30)
    #expect(isNear(offset(&scroll, 30), 250))
    #expect(scroll.state == .finished)
    scroll.resize(contentHeight: 100, viewHeight: 200, at: 31)
    #expect(offset(&scroll, 31) == 0)
  }

  @Test("Wrong paces are refused", arguments: [AutoScroll.Pace.speed(0), .speed(-3), .speed(.nan), .duration(-1)])
  func wrongPaces(pace: AutoScroll.Pace) {
    var scroll = AutoScroll(contentHeight: 600, viewHeight: 200)
    #expect(throws: ValueError.self) { try scroll.start(pace, at: 0) }
    #expect(scroll.state == .idle)
  }

  @Test("It finishes once") func finishesOnce() throws {
    var scroll = try scroll(.speed(10))
    let reports = (0...600).filter { scroll.update(to: Double($0) / 10) }
    #expect(reports == [400])
  }

  @Test("It repeats from the top") func repeatsFromTheTop() throws {
    var scroll = try scroll(.speed(100)) {
      ($0.delayAtStart, $0.delayAtEnd, $0.scrollRepeat) = (1, 2, 1)
    }
    #expect(scroll.nextChange(at: 0.5) == 1)
    #expect(offset(&scroll, 1) == 0)
    #expect(isNear(offset(&scroll, 4), 300))
    #expect(isNear(offset(&scroll, 6), 400))
    #expect(scroll.nextChange(at: 6) == 7)
    #expect(isNear(offset(&scroll, 8), 100))
    #expect(isNear(offset(&scroll, 20), 400))
    #expect(isNear(scroll.finishTime, 11))
  }

  @Test("It repeats for a day without drift") func repeatsForADayWithoutDrift() throws {
    var scroll = try scroll(.speed(120)) { $0.scrollRepeat = -1 }
    let day = 86401.1
    let expected = (day * 120).truncatingRemainder(dividingBy: 400)
    #expect(isNear(offset(&scroll, day), expected, within: 0.01))
  }

  @Test("There is a lead-in and a lead-out") func leadInAndLeadOut() throws {
    var scroll = try scroll(.speed(100), content: 150) {
      $0.leadIn = true
      $0.leadOut = true
    }
    #expect(offset(&scroll, 0) == -200)
    #expect(isNear(offset(&scroll, 1), -100))
    #expect(isNear(offset(&scroll, 60), 150))
    #expect(isNear(scroll.finishTime, 3.5))
  }

  @Test("It waits for more") func waitsForMore() throws {
    var scroll = AutoScroll(contentHeight: 0, viewHeight: 200)
    scroll.awaitsMore = true
    try scroll.start(.speed(10), at: 0)
    #expect(offset(&scroll, 5) == 0 && scroll.state == .running)
    scroll.resize(contentHeight: 230, viewHeight: 200, at: 50)
    #expect(isNear(offset(&scroll, 51), 10))
    #expect(isNear(offset(&scroll, 60), 30))
    #expect(scroll.nextChange(at: 60) == .infinity)
    scroll.resize(contentHeight: 260, viewHeight: 200, at: 100)
    #expect(isNear(offset(&scroll, 101), 40))
    scroll.awaitsMore = false
    #expect(isNear(offset(&scroll, 200), 60) && scroll.state == .finished)
  }

  @Test("Estimates are refined in time") func estimatesAreRefinedInTime() throws {
    var scroll = try scroll(.duration(10))
    _ = offset(&scroll, 5)
    scroll.refine(contentHeight: 1000, at: 5)
    #expect(isNear(offset(&scroll, 5), 200))
    #expect(isNear(offset(&scroll, 10), 800))
    #expect(isNear(scroll.finishTime, 10))
  }

  @Test("A pause holds the place") func pauseHolds() throws {
    var scroll = try scroll(.speed(10))
    scroll.pause(at: 3)
    #expect(isNear(offset(&scroll, 8), 30) && scroll.nextChange(at: 8) == .infinity)
    scroll.resume(at: 10)
    #expect(isNear(offset(&scroll, 11), 40))
    scroll.scroll(by: -15, at: 11)
    #expect(isNear(offset(&scroll, 12), 35))
    scroll.scroll(by: -1000, at: 12)
    #expect(isNear(offset(&scroll, 12), 0))
  }

  /// What happens to a text that runs.
  enum Change: CaseIterable { case none, refined, grown, shrunk, lower, scrolled, back, once, faster }

  @Test(
    "What happens after a pause is as without one, only later", arguments: Change.allCases,
    [AutoScroll.Pace.duration(10), .speed(40)])
  func afterPauses(_ change: Change, _ pace: AutoScroll.Pace) throws {
    func run(_ pauses: [(start: Seconds, length: Seconds)]) throws -> (AutoScroll, late: Seconds) {
      var scroll = try scroll(pace) { ($0.scrollRepeat, $0.delayAtStart, $0.delayAtEnd) = (1, 0.5, 1) }
      var late = 0.0
      for pause in pauses {
        scroll.pause(at: pause.start + late)
        late += pause.length
        scroll.resume(at: pause.start + late)
      }
      let t = 6 + late
      var once = scroll.options
      once.scrollRepeat = 0
      switch change {
      case .none: break
      case .refined: scroll.refine(contentHeight: 900, at: t)
      case .grown: scroll.resize(contentHeight: 800, viewHeight: 200, at: t)
      case .shrunk: scroll.resize(contentHeight: 400, viewHeight: 200, at: t)
      case .lower: scroll.resize(contentHeight: 600, viewHeight: 100, at: t)
      case .scrolled: scroll.scroll(by: 50, at: t)
      case .back: scroll.scroll(by: -50, at: t)
      case .once: scroll.set(once, at: t)
      case .faster: scroll.set(.speed(80), at: t)
      }
      return (scroll, late)
    }
    for pauses in [[(2.0, 5.0)], [(2, 5), (2.5, 1)], [(0, 3)], [(0.2, 1), (5.9, 100)]] {
      var (plain, _) = try run([])
      var (held, late) = try run(pauses)
      for t in stride(from: 6, through: 80, by: 0.5) {
        let (one, other) = (offset(&plain, t), offset(&held, t + late))
        #expect(abs(one - other) < 1e-6, "\(t) s, \(pauses): \(one), \(other)")
      }
      let finish = try #require(plain.finishTime)
      #expect(abs((held.finishTime ?? 0) - finish - late) < 1e-6)
    }
  }

  @Test("Started at its end, with passes to come, it says when the next one runs", arguments: [0.0, 1])
  func againFromTheEnd(delay: Seconds) throws {
    var options = AutoScroll.Options()
    (options.scrollRepeat, options.delayAtEnd) = (2, delay)
    for pace in [AutoScroll.Pace.speed(100), .duration(4)] {
      var scroll = AutoScroll(options, contentHeight: 600, viewHeight: 200)
      scroll.scroll(by: 400, at: 0)
      try scroll.start(pace, at: 5)
      #expect(scroll.nextChange(at: 5) == 5 + delay && scroll.offset(at: 6 + delay) == 100)
      #expect(scroll.nextChange(at: 6 + delay) == 6 + delay)
    }
  }
}

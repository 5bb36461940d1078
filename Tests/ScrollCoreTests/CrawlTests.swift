import ScrollCore
import Testing

@Suite("The crawl") struct CrawlTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var crawl: Crawl
    var expected: [(t: Seconds, x: Double)]

    init(_ name: String, _ expected: [(t: Seconds, x: Double)], _ change: (inout Crawl) -> Void = { _ in }) {
      self.name = name
      self.crawl = Crawl()
      self.expected = expected
      change(&crawl)
    }

    var testDescription: String { name }
  }

  static let cases = [
    Case("1 left", [(0, 5), (2, 5), (3, -155), (4.5, -395), (5.15625, 300), (6.15625, 140)]),
    Case("2 left, out of bounds", [(2, 300), (4.5, -100), (7, 300), (8, 140)]) { $0.startOutOfBounds = true },
    Case("3 right", [(2, -205), (4.5, 195), (5.15625, -500), (6.15625, -340)]) { $0.scrollLeft = false },
    Case("4 right, out of bounds", [(2, -500), (4.5, -100)]) {
      $0.scrollLeft = false
      $0.startOutOfBounds = true
    },
    Case("5 speed", [(7, -245), (12.1, 300), (28.1, 300), (27.1, -450)].sorted { $0.0 < $1.0 }) {
      $0.scrollTime = 0
      $0.scrollSpeed = 50
    },
    Case("5 time wins over speed", [(3, -155), (4.5, -395), (5.15625, 300)]) { $0.scrollSpeed = 50 },
    Case("6 delay at end", [(5.15625, 300), (5.7, 300), (6.15625, 300), (7.15625, 140)]) { $0.delayAtEnd = 1 },
    Case("both zero", [(0, 5), (100, 5)]) { $0.scrollTime = 0 },
  ]

  @Test("Positions follow the speed", arguments: cases)
  func positions(_ given: Case) {
    let run = TrainRun([500]) { $0 = given.crawl }
    for (t, x) in given.expected {
      #expect(isNear(run.x(at: t), x), "at \(t): \(String(describing: run.x(at: t))) is not \(x)")
    }
  }

  @Test("It finishes once", arguments: [(0, 5.15625), (1, 10.15625), (2, 15.15625)])
  func finishesOnce(repeats: Int, end: Seconds) {
    let run = TrainRun([500]) { $0.scrollRepeat = repeats }
    var reports: [Seconds] = []
    for step in 0...2000 {
      let t = Double(step) / 100
      if run.finishes(at: t) { reports.append(t) }
    }
    #expect(reports.count == 1)
    #expect(isNear(run.train.finishTime, end))
    #expect(run.train.state == .finished)
    #expect(run.train.visible(at: 20).isEmpty)
    #expect(run.train.nextChange(at: 20) == .infinity)
  }

  /// Within a border the insets are those of the whole, and reach as far into it as a glyph's bearing.
  @Test("A text that fits stays within the border") func fittingWithinABorder() {
    var crawl = Crawl()
    crawl.surround = Insets(right: 4, left: 6)
    #expect(crawl.fits(90, in: 90) && !crawl.fits(90.5, in: 90))
    crawl.surround.left = 26
    #expect(crawl.fits(70, in: 70) && !crawl.fits(70.5, in: 70))
    crawl.inset = 30
    #expect(crawl.fits(40, in: 70) && !crawl.fits(40.5, in: 70))
  }

  @Test("A text that fits stands by its alignment", arguments: [(90.0, true), (90.5, false)])
  func fitting(width: Double, fits: Bool) {
    #expect(Crawl().fits(width, in: 100) == fits)
    let run = TrainRun([width], in: 100) {
      $0.scrollOnlyWhenTooLong = true
      $0.startOutOfBounds = true
    }
    #expect(isNear(run.x(at: 0), fits ? 5 : 100))
    #expect(run.train.nextChange(at: 0) == (fits ? .infinity : 2))
    #expect(isNear(run.x(at: 2.5), fits ? 5 : 100 - 0.5 * 190.5 / 5))
  }

  @Test("A train of copies follows itself") func trainOfCopies() {
    let run = TrainRun([500]) { $0.repeatWhenOutOfBounds = false }
    #expect(run.xs(at: 2) == [5])
    run.train.lookahead = 300
    #expect(run.x(at: 2) == 5)
    #expect(run.train.segments.count > 1 && isNear(run.train.x(of: run.train.segments[1], at: 2), 555))
    #expect(run.xs(at: 4.5).map { $0.rounded() } == [-395, 155])
    #expect(isNear(run.xs(at: 5.4375).last, 5))
    #expect(isNear(run.xs(at: 5.4375 + 3.4375).last, 5))
  }

  @Test("Short copies cover the view") func shortCopiesCoverTheView() {
    let run = TrainRun([40]) {
      $0.repeatWhenOutOfBounds = false
      $0.repeatSpacing = 10
      $0.delayAtStart = 0
    }
    for step in 0..<500 {
      let xs = run.xs(at: Double(step) * 0.0371)
      #expect(zip(xs, xs.dropFirst()).allSatisfy { isNear($1 - $0, 50) })
      #expect(xs.first.map { $0 <= 10 } ?? false)
      #expect(xs.last.map { $0 + 50 >= 300 } ?? false)
    }
  }

  @Test("A day drifts by nothing", arguments: [true, false])
  func aDayDriftsByNothing(oneCopy: Bool) {
    let runs = (0...1).map { _ in
      TrainRun([500.1]) {
        $0.repeatWhenOutOfBounds = oneCopy
        ($0.scrollTime, $0.scrollSpeed, $0.delayAtStart) = (0, 120, 0)
      }
    }
    let day = 86400.0
    let period = 500.1 + (oneCopy ? 300 : 50)
    let expected = 5 - 120 * day
    for minute in 1...1440 { _ = runs[0].x(at: Double(minute) * 60) }
    for run in runs {
      let x = run.x(at: day) ?? 0
      #expect(isNear((x - expected).remainder(dividingBy: period), 0, within: 0.001))
    }
  }

  @Test("A train comes to rest at home") func aTrainComesToRestAtHome() {
    let run = TrainRun([500]) {
      $0.repeatWhenOutOfBounds = false
      $0.scrollRepeat = 1
    }
    #expect(!run.finishes(at: 2 + 2 * 3.4375 - 0.001))
    #expect(run.finishes(at: 30))
    #expect(isNear(run.train.finishTime, 2 + 2 * 3.4375))
    #expect(run.xs(at: 31) == [5])
  }

  @Test("A train that starts outside ends outside") func aTrainThatStartsOutsideEndsOutside() {
    let run = TrainRun([100]) {
      $0.repeatWhenOutOfBounds = false
      $0.startOutOfBounds = true
      $0.scrollRepeat = 1
      ($0.scrollTime, $0.scrollSpeed) = (0, 100)
    }
    #expect(run.xs(at: 5.5).map { $0.rounded() } == [-50, 100])
    #expect(run.xs(at: 60).isEmpty)
    #expect(isNear(run.train.finishTime, 2 + 3 + 2.5))
  }

  @Test("It starts, stops and pauses") func startStopPause() {
    let run = TrainRun([500])
    run.train.start(at: 3, from: run.source)
    #expect(isNear(run.x(at: 3), -155))
    run.train.pause(at: 3, from: run.source)
    #expect(isNear(run.x(at: 5), -155))
    #expect(run.train.nextChange(at: 5) == .infinity)
    run.train.resume(at: 7, from: run.source)
    #expect(isNear(run.x(at: 8), -315))
    run.train.stop(at: 8, from: run.source)
    #expect(isNear(run.x(at: 9), -315))
    run.train.start(at: 10, from: run.source)
    #expect(isNear(run.x(at: 12), 5))
    #expect(isNear(run.x(at: 13), -155))
  }

  @Test("Pause shifts the delay at start") func pauseShiftsTheDelayAtStart() {
    let run = TrainRun([500])
    run.train.pause(at: 1, from: run.source)
    run.train.resume(at: 11, from: run.source)
    #expect(run.train.nextChange(at: 11) == 12)
    #expect(isNear(run.x(at: 13), -155))
  }

  @Test("At rest it asks for nothing") func asksForNothingWhileItRests() {
    let run = TrainRun([500])
    #expect(run.train.nextChange(at: 0.5) == 2)
    #expect(run.train.nextChange(at: 2) == 2)
    #expect(run.train.nextChange(at: 3) == 3)
  }

  @Test("Font sizes follow the limits") func fontSizes() throws {
    var crawl = Crawl()
    crawl.maxFontSize = 30
    crawl.minFontSize = 10
    let size = crawl.fontSize(viewSize: Size(width: 210, height: 40), lineHeight: { $0 }, textWidth: { $0 * 9.8 })
    #expect(size == 20)
    let none = crawl.fontSize(viewSize: Size(width: 50, height: 40), lineHeight: { $0 }, textWidth: { $0 * 10 })
    #expect(none == 10)
    crawl.maxFontSize = 0
    #expect(crawl.fontSize(viewSize: Size(width: 5000, height: 4), lineHeight: { $0 }, textWidth: { $0 }) == 17)
    try crawl.validate()
    crawl.maxFontSize = 9
    #expect {
      try crawl.validate()
    } throws: { error in
      "\(error)".contains("max-font-size") && "\(error)".contains("min-font-size")
    }
  }

  @Test("The text fits the height", arguments: [12.0, 24, 36, 64, 120, 300])
  func fitsTheHeight(height: Double) {
    var crawl = Crawl()
    crawl.fontSizeAsView = true
    for lineHeight in [{ $0 * 1.362 }, { ($0 * 1.362).rounded(.up) }, { $0 * 1.1 + 0.7 }] as [(Double) -> Double] {
      let size = crawl.fontSize(
        viewSize: Size(width: 10, height: height), lineHeight: lineHeight, textWidth: { $0 })
      #expect(lineHeight(size) <= height)
      #expect(lineHeight(size) > height - 1.01)
    }
  }

  @Test("Negative speed points to the direction") func negativeSpeedPointsToTheDirection() throws {
    var crawl = Crawl()
    let property = try #require(Crawl.property(named: "scroll-speed"))
    #expect {
      try property.set(text: "-3", of: &crawl)
    } throws: { error in
      "\(error)".contains("scroll-left")
    }
    #expect(Crawl.properties.count == 15)
  }
}

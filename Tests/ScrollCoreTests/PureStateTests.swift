import ScrollCore
import Testing

/// State is a function of time: one example for each kind of motion, as its documentation shows it, and any order of
/// asking.
@Suite("State as a function of time") struct PureStateTests {
  @Test("A crawl says where it is") func aCrawlSaysWhereItIs() {
    let crawl = Crawl()
    #expect(crawl.position(of: 500, in: 300, at: 3) == -155)
    #expect(crawl.position(of: 500, in: 300, at: 5.15625) == 300)
    #expect(crawl.position(of: 500, in: 300, at: 0) == 5)
    var train = Crawl()
    train.repeatWhenOutOfBounds = false
    #expect(train.positions(of: 500, in: 300, at: 4.5) == [-395, 155])
    #expect(train.position(of: 500, copy: 1, in: 300, at: 2) == 555)
    train.scrollRepeat = 1
    #expect(train.finishTime(of: 500, in: 300) == 2 + 2 * 3.4375)
    #expect(crawl.finishTime(of: 500, in: 300) == .infinity)
  }

  @Test("Scrolling by itself says where it is") func scrollingSaysWhereItIs() throws {
    var credits = AutoScroll(contentHeight: 600, viewHeight: 200)
    try credits.start(.speed(10), at: 0)
    #expect(credits.offset(at: 40) == 400)
    #expect(credits.offset(at: 2.5) == 25)
  }

  @Test("A counter says what it shows") func aCounterSaysWhatItShows() {
    var counter = Odometer()
    counter.show(DecimalNumber(9), at: 0)
    counter.show(DecimalNumber(10), at: 1)
    #expect(counter.text(at: 3) == "10")
    #expect(counter.text(at: 1) == "9")
    #expect(counter.columns[1].position(at: 1) == 9 && counter.columns[1].position(at: 2.5) == 10)
    counter.properties.roll = .spin
    counter.start(at: 10)
    #expect(counter.columns.last?.position(at: 10) == 6)
    #expect(counter.columns.last?.position(at: 11.5) == 0)
  }

  @Test("Chips say where they stand") func chipsSayWhereTheyStand() {
    let layout = TokenLayout(chipWidths: [100, 100, 100], width: 335, properties: TokenFieldProperties())
    #expect(layout.places[1] == Rect(x: 104, y: 0, width: 100, height: 30))
    #expect(layout.field == Rect(x: 0, y: 34, width: 335, height: 30))
    #expect(layout.height == 64)
  }

  @Test("A timeline answers for any time") func aTimelineAnswersForAnyTime() throws {
    var credits = Timeline(AutoScroll(contentHeight: 600, viewHeight: 200))
    try credits.change(at: 0) { scroll throws(ValueError) in try scroll.start(.speed(10), at: 0) }
    credits.change(at: 2) { $0.stop(at: 2) }
    #expect(credits[9].offset(at: 9) == 20)
    #expect(credits[1].offset(at: 1) == 10)
    #expect(credits[-1].offset(at: -1) == 0)
    credits.forget(before: 1)
    #expect(credits[1].offset(at: 1) == 10 && credits[9].offset(at: 9) == 20)
    var counter = Timeline(Odometer())
    counter.change(at: 0) { $0.show(DecimalNumber(1), at: 0) }
    counter.change(at: 1) { $0.show(DecimalNumber(2), at: 1) }
    counter.change(at: 5) { $0.show(DecimalNumber(7), at: 5) }
    let texts = ([0.5, 9, 4, 0, 3] as [Seconds]).map { counter[$0].text(at: $0) }
    #expect(texts == ["1", "7", "2", "1", "2"])
  }

  @Test("A finished crawl still knows its way") func aFinishedCrawlStillKnowsItsWay() {
    let run = TrainRun([500]) { ($0.scrollRepeat, $0.delayAtEnd) = (1, 1) }
    let times = [100, 3, 4.5, 0, 8, 100, 5.7, 12] as [Seconds]
    let answers = times.map { run.xs(at: $0) }
    let expected: [[Double]] = [[], [-155], [-395], [5], [5], [], [], []]
    #expect(
      zip(answers, expected).allSatisfy { $0.count == $1.count && zip($0, $1).allSatisfy { isNear($0, $1) } },
      "\(answers)")
    #expect(run.train.state == .finished)
    run.train.update(to: 3, from: run.source)
    #expect(run.train.state == .running && run.train.finishTime == nil && run.train.nextChange(at: 3) == 3)
  }

  @Test("Credits that repeat answer in any order") func creditsAnswerInAnyOrder() throws {
    var options = AutoScroll.Options()
    (options.delayAtStart, options.delayAtEnd, options.scrollRepeat) = (1, 2, 1)
    var scroll = AutoScroll(options, contentHeight: 600, viewHeight: 200)
    try scroll.start(.speed(100), at: 0)
    let isOver = scroll.update(to: 50)
    #expect(isOver && scroll.finishTime == 11)
    let offsets = [20.0, 4, 6, 8, 0, 10.5].map { scroll.offset(at: $0) }
    #expect(offsets == [400, 300, 400, 100, 0, 350])
    let isOverAgain = scroll.update(to: 3)
    #expect(!isOverAgain && scroll.state == .running && scroll.nextChange(at: 6) == 7)
  }
}

import NewsreelTesting
import TestKit
import Testing

@testable import Newsreel

/// Numbers as a program has them.
@Suite("Numbers of the library") struct LibraryNumberTests {
  @Test("A counter takes variables of Int and Double, and is added to") func variables() {
    let counter = CounterView()
    let (whole, share, small) = (42, 2.5, Int32(7))
    counter.number = whole
    #expect(counter.text == "42" && counter.number == 42)
    counter.number = share
    #expect(counter.text == "2.5" && counter.number == 2.5)
    counter.number = "16.40"
    counter.number += 1
    #expect(counter.text == "17.40")
    counter.number += share
    counter.number -= whole
    counter.number += small
    #expect(counter.text == "-15.10")
    counter.number = nil
    counter.number += whole
    #expect(counter.text == "42")
    counter.setNumber(share, animated: false)
    let number = counter.number
    #expect(number == ("2.5" as DecimalNumber) && number.map { Double($0) } == 2.5)
    counter.setNumber(whole, animated: false)
    let none: Int? = nil
    counter.number = none
    #expect(counter.number == nil)
  }

  @Test("Sums are exact, digit for digit, and agree with whole numbers", arguments: [1, 2, 3] as [UInt64])
  func sums(_ seed: UInt64) {
    let (tenth, fifth): (DecimalNumber, DecimalNumber) = ("0.1", "0.2")
    #expect(tenth + fifth == "0.3" as DecimalNumber)
    let (a, b, c, d): (DecimalNumber, DecimalNumber, DecimalNumber, DecimalNumber) = ("9.95", "0.05", "1.50", "2")
    #expect("\(a + b)" == "10.00" && "\(c - d)" == "-0.50")
    var random = SeededRandom(seed: seed)
    for _ in 0..<2000 {
      let (a, b) = (Int.random(in: -1_000_000...1_000_000, using: &random), Int.random(in: -999...999, using: &random))
      #expect(thousandths(a) + thousandths(b) == thousandths(a + b))
      #expect(thousandths(a) - thousandths(b) == thousandths(a - b))
      let none = thousandths(a) - thousandths(a)
      #expect(none == .zero && !none.isNegative)
    }
  }

  private func thousandths(_ value: Int) -> DecimalNumber {
    let digits = "\(value.magnitude)"
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let text = (value < 0 ? "-" : "") + padded.dropLast(3) + "." + padded.suffix(3)
    return DecimalNumber(stringLiteral: text)
  }

  @Test("Numbers are elements of sets, and convert") func conversions() {
    let prices: Set<DecimalNumber> = ["1.5", "1.50", "01.5", "2"]
    #expect(prices.count == 2)
    let (quarter, huge, dozen, half): (DecimalNumber, DecimalNumber, DecimalNumber, DecimalNumber) = (
      "-0.25", "1e400", "12.00", "12.5"
    )
    #expect(Double(quarter) == -0.25 && Double(huge) == .infinity)
    #expect(Int(exactly: dozen) == 12 && Int(exactly: half) == nil && Int(exactly: huge) == nil)
    #expect(Int(exactly: DecimalNumber(-3)) == -3)
    let text = "12a"
    #expect(DecimalNumber(text) == nil)
    #expect(DecimalNumber(UInt64.max).description == "18446744073709551615")
  }

  @Test("A property that is a number takes a variable of Int") func properties() {
    let (crawl, scroll, counter, pace) = (CrawlView("text"), AutoScrollView("text"), CounterView(), 70)
    crawl.scrollSpeed = pace
    crawl.separatorSize = pace
    crawl.scrollSpeed += 1
    scroll.speed = pace
    scroll.delayAtStart = pace
    counter.duration = pace
    counter.fontSize = pace
    #expect(crawl.scrollSpeed == 71 && crawl.separatorSize == 70 && counter.duration == 70 && counter.fontSize == 70)
    #expect(scroll.speed == 70 && scroll.delayAtStart == 70)
    let speed = crawl.scrollSpeed
    #expect(speed / 2 == 35.5)
  }

  @Test("The live numbers of a strip are written and roll as its crawl says, whose look stays the strip's")
  func strip() {
    let strip = StripView()
    strip.textColor = .gold
    let before = strip.crawl.scene.style
    for _ in 0..<2 {
      (strip.crawl.grouping, strip.crawl.roll, strip.crawl.density, strip.crawl.isAscending) = (.threes, .spin, 9, true)
      strip.crawl.textColor = .red
      var after = strip.crawl.scene.style
      #expect(after.grouping == .threes && after.roll == .spin && after.density == 9 && after.isAscending)
      after.numbers = before.numbers
      #expect(after == before)
    }
  }

  @Test("One thing has one name") func names() throws {
    let (crawl, scroll, counter, badge) = (CrawlView("text"), AutoScrollView("text"), CounterView(), BadgeView("b"))
    (crawl.textColor, scroll.textColor, counter.background) = (.tomato, .teal, .navy)
    #expect(crawl.textColor == .tomato && scroll.textColor == .teal && counter.background == .navy)
    #expect(crawl.style.textColor == .tomato && counter.style.background == .navy)
    try crawl.set("text-color", to: "lime")
    try scroll.set("foreground", to: "lime")
    #expect(crawl.textColor == .lime && scroll.textColor == .lime && crawl.value(of: "textColor") == "#00ff00")
    #expect(
      throws: ValueError(
        name: "textColor", reason: "'grean' is not a colour: there is no such name; did you mean 'green'?")
    ) {
      try crawl.set("foreground", to: "grean")
    }
    (counter.showsTrendColor, counter.showsTrendMark) = (true, true)
    #expect(counter.style.showsTrendColor && counter.style.showsTrendMark)
    badge.text = "other"
    #expect(badge.text == "other" && badge.style.text == "other")
    var heights = 0
    let field = TokenFieldView()
    field.delegate.didChangeText = { _, _ in heights += 1 }
    field.delegate.didChangeHeight = { _, _ in heights += 1 }
    #expect(field.delegate.didChangeText != nil && field.delegate.didChangeHeight != nil)
    #expect(crawl.setLiveNumber("a", to: 3) && !crawl.setLiveNumber("a", to: "x"))
  }
}

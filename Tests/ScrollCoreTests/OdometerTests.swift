import ScrollCore
import Testing

@Suite("The odometer") struct OdometerTests {
  private func odometer(
    _ text: String, _ change: (inout OdometerProperties) -> Void = { _ in }
  ) -> Odometer {
    var properties = OdometerProperties()
    change(&properties)
    var odometer = Odometer(properties)
    odometer.show(DecimalNumber(text), at: 0)
    return odometer
  }

  private func digits(_ odometer: Odometer) -> [OdometerColumn] { odometer.columns.filter(\.slot.isDigit) }

  // MARK: spin

  @Test(
    "A spin follows the formula",
    arguments: [
      (false, 0.0, [-480.0, -480, -480, -480]),
      (false, 0.45, [-151.37, -200.77, -237.78, -266.31]),
      (true, 0.0, [0, 0, 0, 0]),
      (true, 0.45, [-328.63, -279.23, -242.22, -213.69]),
    ])
  func spinFollowsTheFormula(isAscending: Bool, t: Seconds, offsets: [Double]) {
    var odometer = odometer("1234") { $0.isAscending = isAscending }
    odometer.start(at: 0)
    for (column, offset) in zip(odometer.columns, offsets) {
      #expect(abs(-80 * column.position(at: t) - offset) < 0.01)
    }
    #expect(odometer.columns[0].position(at: 0.9) == (isAscending ? 6 : 0))
    #expect(odometer.columns.map(\.end).elementsEqual([0.9, 1.1, 1.3, 1.5]) { abs($0 - $1) < 1e-12 })
    #expect(odometer.nextChange(at: 1.49) == 1.49)
    #expect(odometer.nextChange(at: 1.5) == .infinity)
    #expect(odometer.text(at: 1.5) == "1234")
  }

  /// From its lower end, the strip of 4 is 4, 5, …, 9, 4.
  @Test("A spin shows the strip of digits") func spinShowsTheStrip() {
    for isAscending in [false, true] {
      var odometer = odometer("4") { $0.isAscending = isAscending }
      odometer.start(at: 0)
      var seen: [Int] = []
      for i in 0...15_000 {
        let cells = odometer.columns[0].cells(at: Double(i) / 10_000)
        let shown = isAscending && cells.fraction > 0 ? cells.lower : cells.upper
        if seen.last != shown { seen.append(shown) }
      }
      #expect(seen == (isAscending ? [4, 9, 8, 7, 6, 5, 4] : [4, 5, 6, 7, 8, 9, 4]))
    }
  }

  @Test("A spin turns every column, and honours the density") func spinTurnsEveryColumnAndHonoursDensity() {
    var odometer = odometer("10") {
      $0.roll = .spin
      $0.density = 23
    }
    odometer.show(DecimalNumber("11"), at: 5)
    #expect(odometer.columns.map { $0.position(at: 5) } == [24, 24])
    #expect(odometer.text(at: 6.5) == "11")
    odometer.properties.density = 0
    odometer.show(DecimalNumber("12"), at: 10)
    #expect(odometer.columns.map { $0.position(at: 10) } == [1, 1])
  }

  @Test("A column that rests before the others spins on their way", arguments: [false, true])
  func restingColumnSpinsOnTheSameWay(isAscending: Bool) {
    var odometer = odometer("10") {
      $0.roll = .spin
      $0.isAscending = isAscending
    }
    odometer.start(at: 0)
    // The first column is at rest from 1.3 on, the second from 1.5.
    odometer.show(DecimalNumber("21"), at: 1.4)
    for column in odometer.columns {
      let way = column.position(at: 1.45) - column.position(at: 1.4)
      #expect(isAscending ? way > 0 : way < 0)
    }
    #expect(odometer.text(at: 3) == "21")
  }

  /// Redirected in the middle, the reel turns on over neighbouring digits only, and as far as it must.
  @Test("A redirected spin turns on", arguments: [false, true], [RollStyle.spin, .changed])
  func aRedirectedSpinTurnsOn(isAscending: Bool, roll: RollStyle) {
    var odometer = odometer("4") {
      $0.isAscending = isAscending
      $0.roll = roll
    }
    odometer.start(at: 0)
    odometer.show(DecimalNumber("1"), at: 0.3)
    var seen: [Int] = []
    for i in 0...1500 {
      let cells = odometer.columns[0].cells(at: 0.3 + Double(i) / 1000)
      let shown = cells.fraction < 0.5 ? cells.upper : cells.lower
      if seen.last != shown { seen.append(shown) }
    }
    #expect(seen.last == 1)
    #expect(seen.count > 2 && seen.count <= 12)
    for (a, b) in zip(seen, seen.dropFirst()) { #expect((b - a + 10) % 10 == 1 || (b - a + 10) % 10 == 9) }
    if roll == .spin {
      // 4, 9, 8, … when ascending, else 4, 5, 6, …
      for (a, b) in zip(seen, seen.dropFirst()) { #expect((b - a + 10) % 10 == (isAscending ? 9 : 1)) }
    }
  }

  /// A strip of rising digits moves up, also after a spin that moved another way.
  @Test("After a spin a rise moves up again") func afterASpinARiseMovesUpAgain() {
    var odometer = odometer("4")
    odometer.start(at: 0)
    odometer.show(DecimalNumber("6"), at: 2)
    let column = odometer.columns[0]
    #expect(column.position(at: 4) - column.position(at: 2) == 2)
    #expect(column.cells(at: 2.1).upper == 4)
    #expect(column.cells(at: 2.1).lower == 5)
  }

  // MARK: changed

  @Test(
    "No column rolls more than two steps",
    arguments: [
      ("9", "10"), ("100", "99"), ("-9", "-10"), ("1.99", "2.01"), ("99", "100"), ("10", "9"), ("-10", "-9"),
      ("-1", "1"),
      ("999.99", "1000.00"),
    ])
  func noColumnRollsMoreThanTwoSteps(from: String, to: String) {
    var odometer = odometer(from)
    odometer.show(DecimalNumber(to), at: 1)
    for column in odometer.columns {
      let start = column.position(at: 1)
      for i in 0...150 { #expect(abs(column.position(at: 1 + Double(i) / 100) - start) <= 2) }
    }
    #expect(odometer.text(at: 2.5) == to)
    #expect(odometer.isResting(at: 2.5))
  }

  @Test(
    "Columns roll as the trend says",
    arguments: [
      (RollTrend.auto, "3", "7", 4.0), (.auto, "7", "3", -4), (.auto, "13", "21", 8), (.auto, "-3", "-7", 4),
      (.up, "7", "3", 6), (.down, "3", "7", -6), (.shortest, "1", "9", -2), (.shortest, "9", "1", 2),
      (.auto, "3", "-3", 0), (.up, "0", "0", 0),
    ])
  func rollsAsTheTrendSays(trend: RollTrend, from: String, to: String, steps: Double) throws {
    var odometer = odometer(from) { $0.trend = trend }
    odometer.show(DecimalNumber(to), at: 0)
    let ones = try #require(digits(odometer).last)
    #expect(ones.position(at: 9) - ones.position(at: 0) == steps)
  }

  @Test("Only columns that change move") func onlyColumnsThatChangeMove() {
    var odometer = odometer("1234")
    odometer.show(DecimalNumber("1274"), at: 0)
    #expect(odometer.columns.map { $0.end > 0 } == [false, false, true, false])
    #expect(odometer.nextChange(at: 1.29) == 1.29)
    #expect(odometer.nextChange(at: 1.3) == .infinity)
  }

  @Test("The first number shows at rest") func theFirstNumberShowsAtRest() {
    var odometer = Odometer()
    #expect(odometer.text(at: 0) == "—")
    odometer.show(nil, at: 0)
    odometer.show(DecimalNumber("42"), at: 1)
    #expect(odometer.text(at: 1) == "42")
    #expect(odometer.nextChange(at: 1) == .infinity)
    #expect(odometer.flash(at: 1) == nil)
  }

  @Test("What is not a number becomes a dash, and back") func whatIsNoNumberBecomesADashAndBack() {
    var odometer = odometer("12")
    odometer.show(nil, at: 1)
    #expect(odometer.nextChange(at: 1) == 1)
    #expect(digits(odometer).allSatisfy { $0.velocity(at: 1.2) == 0 })
    #expect(odometer.text(at: 2.5) == "—")
    odometer.show(DecimalNumber("7"), at: 3)
    #expect(odometer.text(at: 4.5) == "7")
    odometer.show(nil, at: 5)
    odometer.show(DecimalNumber("7"), at: 5.1)
    #expect(odometer.text(at: 6.6) == "7")
  }

  /// A column that leaves without rolling goes on so, whatever comes.
  @Test("A column that leaves is left alone") func aColumnThatLeavesIsLeftAlone() throws {
    var odometer = odometer("12")
    odometer.show(nil, at: 1)
    let before = odometer.columns[0]
    odometer.show(DecimalNumber("7"), at: 1.1)
    let after = try #require(odometer.columns.first { $0.slot == .digit(place: 1) })
    for i in 0...30 {
      let t = 1.1 + Double(i) / 20
      #expect(after.position(at: t) == before.position(at: t))
      #expect(after.presence(at: t) == before.presence(at: t))
    }
  }

  // MARK: columns

  @Test("Columns keep their place") func columnsKeepTheirPlace() {
    var odometer = odometer("999.99") { $0.format.grouping = .threes }
    let before = odometer.columns
    odometer.show(DecimalNumber("1000.00"), at: 1)
    #expect(odometer.columns.suffix(before.count).map(\.slot) == before.map(\.slot))
    #expect(odometer.columns.map(\.slot).prefix(2) == [.digit(place: 3), .symbol(.separator, place: 3)])
    // Those that grow in do so together, and nothing right of them changes its width.
    var last = 0.0
    for i in 0...150 {
      let t = 1 + Double(i) / 100
      let grown = odometer.columns[0].presence(at: t)
      #expect(grown >= last)
      #expect(odometer.columns[1].presence(at: t) == grown)
      #expect(odometer.columns.dropFirst(2).allSatisfy { $0.presence(at: t) == 1 })
      last = grown
    }
    #expect(last == 1)
    odometer.show(DecimalNumber("999.99"), at: 3)
    #expect(odometer.columns.prefix(2).allSatisfy { $0.isLeaving && $0.presence(at: 3) == 1 })
    #expect(odometer.columns.prefix(2).allSatisfy { $0.presence(at: 4.5) == 0 })
    #expect(odometer.text(at: 4.5) == "999.99")
    odometer.show(DecimalNumber("1"), at: 6)
    #expect(!odometer.columns.contains { $0.slot == .digit(place: 3) })
  }

  @Test("Durations are staggered and shrink") func durationsAreStaggeredAndShrink() {
    let properties = OdometerProperties()
    let four = (0..<4).map { properties.duration(columnsToRight: $0, of: 4) }
    #expect(zip(four, [1.5, 1.3, 1.1, 0.9]).allSatisfy { abs($0 - $1) < 1e-12 })
    for count in [1, 2, 7, 8, 20, 1000] {
      let first = properties.duration(columnsToRight: count - 1, of: count)
      #expect(first >= 0.3 - 1e-12)
      #expect(count < 8 || abs(first - 0.3) < 1e-12)
      #expect(properties.duration(columnsToRight: 0, of: count) == 1.5)
    }
  }

  // MARK: events

  @Test("A stop shows the final number at once") func stopShowsTheFinalNumberAtOnce() {
    var odometer = odometer("5")
    odometer.show(DecimalNumber("1234.5"), at: 0)
    odometer.stop()
    #expect(odometer.text(at: 0) == "1234.5")
    #expect(odometer.nextChange(at: 0) == .infinity)
    odometer.start(at: 1)
    #expect(odometer.nextChange(at: 1) == 1)
    odometer.stop()
    #expect(odometer.text(at: 1) == "1234.5")
  }

  @Test("Without a duration it shows at once") func noDurationIsAtOnce() {
    var odometer = odometer("5") { $0.duration = 0 }
    odometer.show(DecimalNumber("12"), at: 1)
    #expect(odometer.text(at: 1) == "12")
    odometer.start(at: 2)
    #expect(odometer.text(at: 2) == "12")
    #expect(odometer.nextChange(at: 2) == .infinity)
  }

  @Test("The same number again changes nothing") func theSameNumberAgainChangesNothing() {
    var odometer = odometer("5") { $0.roll = .spin }
    odometer.show(DecimalNumber("5"), at: 1)
    #expect(odometer.nextChange(at: 1) == .infinity)
  }

  @Test("It flashes as the number rises and falls") func flashesAsTheNumberRisesAndFalls() {
    var odometer = odometer("-9")
    odometer.show(DecimalNumber("-10"), at: 1)
    #expect(odometer.flash(at: 1)?.isRise == false)
    #expect(odometer.flash(at: 1)?.strength == 1)
    #expect(abs((odometer.flash(at: 1.3)?.strength ?? 0) - 0.5) < 1e-12)
    #expect(odometer.flash(at: 1.6) == nil)
    odometer.show(DecimalNumber("3"), at: 2)
    #expect(odometer.flash(at: 2)?.isRise == true)
    odometer.show(nil, at: 4)
    odometer.show(DecimalNumber("2"), at: 5)
    #expect(odometer.flash(at: 5) == nil)
  }

  @Test("A change of format shows at once and leaves rolls alone")
  func aChangeOfFormatShowsAtOnceAndLeavesRollsAlone() throws {
    var odometer = odometer("1234")
    odometer.show(DecimalNumber("1238"), at: 0)
    let before = odometer
    odometer.properties.format.grouping = .threes
    odometer.properties.format.prefix = "$"
    odometer.properties.format.minDecimals = 2
    let ones = try #require(odometer.columns.first { $0.slot == .digit(place: 0) })
    for i in 0...20 {
      let t = Double(i) / 10
      #expect(ones.position(at: t) == before.columns[3].position(at: t))
      #expect(odometer.columns.allSatisfy { $0.presence(at: t) == 1 })
    }
    #expect(odometer.text(at: 1.5) == "$1,238.00")
  }

  /// The share of the time at rest from the third number on, where one comes every `interval` seconds.
  private func rest(every interval: Seconds, _ change: (inout OdometerProperties) -> Void) -> Double {
    var odometer = odometer("7", change)
    var (resting, all) = (0, 0)
    for number in 1...40 {
      let start = Double(number) * interval
      odometer.show(DecimalNumber(number * 32_767 % 100_000), at: start)
      guard number > 2 else { continue }
      for step in 0..<200 {
        all += 1
        if odometer.isResting(at: start + interval * (Double(step) + 0.5) / 200) { resting += 1 }
      }
    }
    return Double(resting) / Double(all)
  }

  @Test(
    "In the program a number rests at least half of the time, however often it changes", arguments: [0.02, 0.3, 1, 5])
  func rests(every interval: Seconds) {
    #expect(rest(every: interval) { $0 = .brief } >= 0.5)
    #expect(rest(every: interval) { ($0.rests, $0.duration, $0.roll) = (true, 1.5, .spin) } >= 0.5)
    // The library rolls for as long as it is told.
    #expect(interval > 1 || rest(every: interval) { _ in } == 0)
  }

  @Test("A roll takes at most half of the interval before it, and starts without a jump")
  func restingRoll() {
    var odometer = odometer("5") { $0 = .brief }
    odometer.show(DecimalNumber("6"), at: 10)
    #expect(abs(odometer.end - 10.6) < 1e-9)
    odometer.show(DecimalNumber("7"), at: 10.2)
    #expect(abs(odometer.end - 10.3) < 1e-9)
    // Two numbers at the same time are one change, and the same number again is none.
    odometer.show(DecimalNumber("8"), at: 10.2)
    odometer.show(DecimalNumber("8"), at: 10.25)
    #expect(abs(odometer.end - 10.3) < 1e-9)
    let before = odometer.columns[0].position(at: 10.25)
    odometer.show(DecimalNumber("9"), at: 10.25)
    #expect(abs(odometer.columns[0].position(at: 10.25) - before) < 1e-9)
    odometer.show(DecimalNumber("1"), at: 20)
    #expect(abs(odometer.end - 20.6) < 1e-9)
    // What was asked before changes nothing.
    var other = self.odometer("5") { $0 = .brief }
    for (number, t) in [("6", 10.0), ("7", 10.2), ("8", 10.2), ("9", 10.25), ("1", 20)] {
      other.show(DecimalNumber(number), at: t)
      _ = other.text(at: t + 0.01)
    }
    #expect(other.columns.map { $0.position(at: 20.3) } == odometer.columns.map { $0.position(at: 20.3) })
  }

  @Test("Properties have their defaults") func propertiesHaveTheirDefaults() {
    let values = OdometerProperties.properties.map { ($0.flag, $0.value(of: OdometerProperties()).text) }
    let expected = [
      "duration": "1.5", "duration-offset": "0.2", "density": "5", "min-length": "0", "is-ascending": "false",
      "roll": "changed", "trend": "auto", "grouping": "none", "digits": "latin",
    ]
    for (name, value) in expected { #expect(values.contains { $0 == (name, value) }) }
    #expect(Set(values.map(\.0)).count == values.count)
  }

  @Test("Stopped, it neither rolls nor flashes, and does both with the next number", arguments: ["11", "9"])
  func stopped(_ next: String) {
    var odometer = odometer("10")
    for start in [5.0, 10] {
      odometer.show(DecimalNumber(start == 5 ? next : "10"), at: start)
      #expect(odometer.flash(at: start + 0.1) != nil && odometer.nextChange(at: start + 0.1) < .infinity)
      odometer.stop()
      #expect(odometer.flash(at: start + 0.1) == nil && odometer.nextChange(at: start + 0.1) == .infinity)
      #expect(odometer.text(at: start + 0.1) == (start == 5 ? next : "10"))
    }
    odometer.show(DecimalNumber(next), at: 20)
    odometer.settle()
    #expect(odometer.flash(at: 20.1)?.isRise == (next == "11") && odometer.text(at: 20.1) == next)
  }
}

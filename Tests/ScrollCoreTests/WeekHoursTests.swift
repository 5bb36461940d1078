import Testing

@testable import ScrollCore

@Suite("Quiet hours") struct WeekHoursTests {
  /// Monday, 5 January 1970, 00:00 UTC.
  private static let monday = 4 * 86_400
  private func time(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Int {
    Self.monday + day * 86_400 + hour * 3600 + minute * 60
  }

  @Test("Nights of every day, and longer ones at the end of the week") func spans() throws {
    let hours = try WeekHours(parsing: "22:00-07:00, Sat-Sun 20:00-09:00")
    func isQuiet(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Bool {
      hours.contains(time(day, hour, minute)) { _ in 0 }
    }
    #expect(isQuiet(0, 22) && !isQuiet(0, 21, 59) && isQuiet(1, 6, 59) && !isQuiet(1, 7))
    #expect(!isQuiet(4, 20) && isQuiet(5, 20) && isQuiet(6, 8, 59) && !isQuiet(6, 9))
    // Sunday's night ends on Monday, at nine.
    #expect(isQuiet(6, 20) && isQuiet(0, 8, 59) && isQuiet(7, 8, 59) && !isQuiet(7, 9))
  }

  @Test("The next change is named", arguments: [0, 3600, -5 * 3600, 20_700])
  func nextChange(_ zone: Int) throws {
    let hours = try WeekHours(parsing: "22:00-07:00, Sat-Sun 20:00-09:00")
    func next(_ day: Int, _ hour: Int) -> Int? { hours.nextChange(after: time(day, hour) - zone) { _ in zone } }
    #expect(next(1, 12) == time(1, 22) - zone && next(1, 22) == time(2, 7) - zone && next(1, 23) == time(2, 7) - zone)
    // Where spans meet or overlap nothing changes.
    #expect(next(5, 20) == time(6, 9) - zone && next(6, 20) == time(7, 9) - zone)
  }

  @Test(
    "Without any, and around the clock, nothing ever changes",
    arguments: ["", "  ", "00:00-24:00", "12:00-24:00,00:00-12:00"])
  func never(_ text: String) throws {
    let hours = try WeekHours(parsing: text)
    #expect(hours.nextChange(after: time(2, 3)) { _ in 0 } == nil)
    #expect(hours.contains(time(2, 3)) { _ in 0 } == !hours.isEmpty)
  }

  /// Berlin's clocks: an hour ahead of UTC, two in summer, between these times.
  private func berlin(_ time: Int) -> Int { (1_774_746_000..<1_792_890_000).contains(time) ? 7200 : 3600 }

  @Test("Clocks that are put forward end the night an hour earlier") func spring() throws {
    let hours = try WeekHours(parsing: "22:00-07:00")
    // 28 March 2026, 23:00 in Berlin.
    let evening = 1_774_735_200
    #expect(hours.contains(evening, berlin))
    #expect(hours.nextChange(after: evening, berlin) == evening + 7 * 3600)
    // What ends in the hour that is left out ends with it.
    let short = try WeekHours(parsing: "22:00-02:30")
    #expect(short.nextChange(after: evening, berlin) == 1_774_746_000)
    // What begins in it begins with it.
    let early = try WeekHours(parsing: "02:30-05:00")
    #expect(early.nextChange(after: evening, berlin) == 1_774_746_000 && early.contains(1_774_746_000, berlin))
  }

  @Test("Clocks that are put back end it an hour later, and an hour that comes twice is quiet twice") func autumn()
    throws
  {
    let hours = try WeekHours(parsing: "22:00-07:00")
    // 24 October 2026, 23:00 in Berlin.
    let evening = 1_792_875_600
    #expect(hours.nextChange(after: evening, berlin) == evening + 9 * 3600)
    let twice = try WeekHours(parsing: "02:00-02:30")
    let first = try #require(twice.nextChange(after: evening, berlin))
    #expect(first == evening + 3 * 3600)
    let end = try #require(twice.nextChange(after: first, berlin))
    #expect(end == first + 1800)
    let again = try #require(twice.nextChange(after: end, berlin))
    #expect(again == first + 3600 && twice.nextChange(after: again, berlin) == again + 1800)
  }

  @Test("A year of changes agrees with asking every quarter of an hour") func agreement() throws {
    let hours = try WeekHours(parsing: "22:15-06:45, Sat 12:00-14:30, Fri-Mon 23:00-10:00")
    var time = 1_767_225_600
    let end = time + 366 * 86_400
    while time < end {
      let next = try #require(hours.nextChange(after: time, berlin))
      let isQuiet = hours.contains(time, berlin)
      for moment in stride(from: time, to: next, by: 900) { #expect(hours.contains(moment, berlin) == isQuiet) }
      #expect(hours.contains(next, berlin) != isQuiet && hours.contains(next - 1, berlin) == isQuiet)
      time = next
    }
  }

  @Test(
    "What is wrong is named, with what would be right",
    arguments: [
      ("22:00", "'22:00' is not a time span"), ("22-7", "'22' is not a time of day (00:00 to 24:00)"),
      ("25:00-07:00", "'25:00'"), ("22:60-07:00", "'22:60'"), ("22:00-24:01", "'24:01'"), ("+2:00-07:00", "'+2:00'"),
      ("22:00-22:00", "a whole day is 00:00-24:00"), ("24:00-07:00", "has no length"),
      ("Sa 22:00-07:00", "'Sa' is not a day of the week"), ("Caturday 22:00-07:00", "write Mon, Tue"),
      ("Mon-Tue-Wed 22:00-07:00", "a first and a last one"), ("Mon 22:00-07:00 now", "HH:MM-HH:MM"),
      ("22:00-07:00,", "part 2"), ("22:00-07:00, 7-8", "part 2: '7'"), ("\u{0661}2:00-07:00", "is not a time of day"),
    ])
  func errors(_ text: String, _ reason: String) {
    #expect { try WeekHours(parsing: text) } throws: { ($0 as? ValueError)?.reason.contains(reason) ?? false }
  }

  @Test("Full names of days are days, in any case") func names() throws {
    let hours = try WeekHours(parsing: "saturday-SUNDAY 8:00-9:00")
    #expect(hours.contains(time(5, 8)) { _ in 0 } && hours.contains(time(6, 8)) { _ in 0 })
    #expect(!hours.contains(time(4, 8)) { _ in 0 })
  }
}

import TestKit
import Testing

@testable import ScrollCore

/// When items are on the air. Berlin changes its clocks on 2026-03-29 and 2026-10-25 at 01:00 UTC.
@Suite("On air: when") struct AiringTests {
  private func berlin(_ time: Int) -> Int { (1_774_746_000..<1_792_890_000).contains(time) ? 7200 : 3600 }

  private func airing(_ fields: [String: String]) throws -> Airing {
    var airing = Airing()
    for (name, text) in fields { try #require(Airing.property(named: name)).set(text: text, of: &airing) }
    return airing
  }

  @Test(
    "A moment is written with its offset, in local time, or in seconds",
    arguments: [
      ("2026-12-24T18:00:00+01:00", 1_798_131_600), ("2026-12-24T17:00:00Z", 1_798_131_600),
      ("2026-12-24T17:00:00.25z", 1_798_131_600), ("2026-12-24 18:00", 1_798_131_600),
      ("2026-12-24", 1_798_066_800), ("1798131600", 1_798_131_600), ("2024-02-29T00:00Z", 1_709_164_800),
      ("1970-01-01T00:00:00Z", 0),
      // Skipped, and twice.
      ("2026-03-29 02:30", 1_774_746_000), ("2026-10-25 02:30", 1_792_888_200),
      ("2026-03-29 01:59", 1_774_745_940), ("2026-03-29 03:00", 1_774_746_000), ("2026-10-25 03:00", 1_792_893_600),
    ])
  func moment(_ text: String, _ seconds: Int) throws {
    #expect(try WallTime(parsing: text).moment(berlin) == seconds)
  }

  @Test(
    "What is no moment is refused, with how to write it",
    arguments: [
      "", "tomorrow", "2026-13-01", "2026-02-29", "2026-12-24T25:00", "2026-12-24T18:00+1", "2026-12-24 18:00 CET",
      "-1",
      "1e300", "nan", "1969-12-31",
    ])
  func noMoment(_ text: String) {
    #expect { try WallTime(parsing: text) } throws: {
      ($0 as? ValueError)?.reason.contains("write it as 2026") ?? false
    }
  }

  @Test("Fields are read and written the same") func fields() throws {
    let airing = try airing([
      "priority": "-5", "placing": "break-in", "key": "doors", "hold": "3 cycles", "not-before": "2026-12-24 18:00",
      "not-after": "2026-12-25", "on": "mon-fri 08:00-18:00, Sun", "every": "4",
      "alert": "severe",
    ])
    #expect(airing.fields.count == Airing.properties.count)
    var read = Airing()
    for field in airing.fields {
      try #require(Airing.property(named: field.name)).set(text: #require(field.value).text, of: &read)
    }
    #expect(read == airing)
  }

  @Test(
    "A hold has three forms",
    arguments: [
      ("20", Airing.Hold.time(20)), ("2.5 s", .time(2.5)), ("1 cycle", .cycles(1)), ("12 cycles", .cycles(12)),
      ("acknowledged", .acknowledged),
    ])
  func hold(_ text: String, _ hold: Airing.Hold) throws {
    #expect(try Airing.Hold(parsing: text) == hold && Airing.Hold(parsing: hold.text) == hold)
  }

  @Test("Other holds are refused", arguments: ["", "0", "-1", "1e9", "nan", "0 cycles", "x cycles", "ack", "3 laps"])
  func noHold(_ text: String) {
    #expect { try Airing.Hold(parsing: text) } throws: { ($0 as? ValueError)?.reason.contains("acknowledged") ?? false }
  }

  @Test("Days alone are whole days") func days() throws {
    let hours = try WeekHours(parsing: "Sat-Sun")
    // 2026-11-28 is a Saturday.
    let saturday = 1_795_824_000
    #expect(!hours.contains(saturday - 1) { _ in 0 } && hours.contains(saturday) { _ in 0 })
    #expect(hours.nextChange(after: saturday) { _ in 0 } == saturday + 2 * 86_400)
  }
}

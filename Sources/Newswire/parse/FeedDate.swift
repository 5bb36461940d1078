internal import Base
internal import Glibc
package import ScrollCore

/// Parses a date of a feed; nil for no date.
///
/// Accepts RFC 3339 and variants of ISO 8601 ("2026-11-21", "2026-11", "20261121T045645Z"); RFC 822 as used in
/// practice: two-digit years, a missing or wrong weekday, names in a dozen languages, zones by name or offset or
/// missing; days of the year, "03/30/2020 - 19:19", and seconds or milliseconds since 1970. A missing or unknown zone
/// is UTC. An ambiguous date ("03/04/2020") is rejected unless the weekday decides, and so is one with a number that has no
/// meaning: the rest may be misunderstood, too.
package func feedDate(_ text: String) -> UnixTime? { FeedDate(text)?.time }

struct FeedDate {
  /// Since 1970.
  let seconds: Double
  var time: UnixTime { UnixTime(seconds: seconds) }
  /// An unknown zone, read as -0000 (RFC 5322, 4.3).
  let unknownZone: String?

  /// Parses the bytes of a text.
  init?(_ text: [UInt8]) {
    guard let seconds = text.withUnsafeBufferPointer({ PlainDate.seconds($0) }) else {
      self.init(String(decoding: text, as: UTF8.self))
      return
    }
    self.init(seconds: seconds)
  }

  private init(seconds: Double) { (self.seconds, unknownZone) = (seconds, nil) }

  init?(_ text: String) {
    var text = text
    if let seconds = text.withUTF8({ PlainDate.seconds($0) }) {
      (self.seconds, unknownZone) = (seconds, nil)
      return
    }
    guard var tokens = DateTokens(text) else { return nil }
    if let seconds = tokens.stamp() {
      (self.seconds, unknownZone) = (seconds, nil)
      return
    }
    let written = tokens.parseClock()
    guard let date = tokens.parseNumericDate(isAmerican: written?.hasHalves ?? false) ?? tokens.parseNamedDate(),
      PlainDate.isDay(date.year, date.month, date.day)
    else { return nil }
    let clock = written ?? tokens.parsePackedClock() ?? tokens.parseZoneOfDay()
    guard clock.isPossible, !tokens.haveNumbers else { return nil }
    let start = Double(PlainDate.days(date.year, date.month, date.day)) * 86_400
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(date.year - 1900), Int32(date.month - 1), Int32(date.day))
    (time.tm_hour, time.tm_min) = (Int32(clock.hour), Int32(clock.minute))
    switch clock.zone {
    case .offset(let offset): (seconds, unknownZone) = (start + clock.seconds - Double(offset), nil)
    case .place(let name):
      let offset = ZoneInfo.offset(of: name, at: time)
      (seconds, unknownZone) = offset.map { (start + clock.seconds - Double($0), nil) } ?? (start + clock.seconds, name)
    case .unknown(let name): (seconds, unknownZone) = (start + clock.seconds, name)
    }
  }
}

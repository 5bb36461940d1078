/// A moment by the clock on the wall: with its offset from UTC, or in the local time that holds there and then.
///
/// A value without a clock: the caller passes the offset of local time from UTC.
package struct WallTime: Equatable, Sendable {
  /// The original text.
  package let text: String
  /// Seconds since 1970, in UTC; or, if it is local, the local clock's reading as if it were UTC.
  private let seconds: Int
  private let isLocal: Bool

  private static let day = 86_400
  private static let example = "write it as 2026-12-24T18:00:00+01:00, or as 2026-12-24 18:00 in local time"

  /// - Parameter seconds: Since 1970, in UTC.
  package init(seconds: Int) { (text, self.seconds, isLocal) = ("\(seconds)", seconds, false) }

  /// Reads RFC 3339, "2026-12-24T18:00:00+01:00"; without an offset in local time, "2026-12-24 18:00" or "2026-12-24"; or
  /// seconds since 1970.
  package init(parsing text: String) throws(ValueError) {
    let shown = text.utf8.count > 40 ? text.prefix(40) + "…" : text[...]
    if let seconds = Double(text), (0..<1e11).contains(seconds) {
      (self.text, self.seconds, isLocal) = (text, Int(seconds), false)
      return
    }
    var reader = Reader(rest: Array(text.utf8)[...])
    guard text.utf8.count <= 40, let (seconds, zone) = reader.read() else {
      throw ValueError("'\(shown)' is not a date with a time; \(Self.example)")
    }
    (self.text, self.seconds, isLocal) = (text, seconds - (zone ?? 0), zone == nil)
  }

  /// Seconds since 1970. A local time that the clocks skip is the end of the gap; of one that comes twice, the first.
  package func moment(_ offset: UTCOffset) -> Int {
    guard isLocal else { return seconds }
    // The clocks change once within two days at most.
    let (start, end) = (seconds - Self.day, seconds + Self.day)
    let moments = [offset(start), offset(end)].filter { offset(seconds - $0) == $0 }.map { seconds - $0 }
    return moments.min() ?? WeekHours.change(of: offset, after: start, upTo: end) ?? seconds - offset(seconds)
  }

  // MARK: - Reading

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func read() -> (seconds: Int, zone: Int?)? {
      guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
        year >= 1970, (1...12).contains(month), (1...Self.length(of: month, year)).contains(day)
      else { return nil }
      var seconds = Self.days(year, month, day) * WallTime.day
      if rest.isEmpty { return (seconds, nil) }
      guard skip("T") || skip("t") || skip(" "), let hour = number(2), skip(":"), let minute = number(2),
        hour < 24, minute < 60
      else { return nil }
      seconds += 3600 * hour + 60 * minute
      if skip(":") {
        // A leap second is the next one.
        guard let second = number(2), second <= 60 else { return nil }
        seconds += second
        if skip(".") {
          guard let first = rest.first, Self.isDigit(first) else { return nil }
          rest = rest.drop(while: Self.isDigit)
        }
      }
      if rest.isEmpty { return (seconds, nil) }
      guard let zone = zone(), rest.isEmpty else { return nil }
      return (seconds, zone)
    }

    private mutating func zone() -> Int? {
      if skip("Z") || skip("z") { return 0 }
      let sign = skip("+") ? 1 : skip("-") ? -1 : 0
      guard sign != 0, let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60 else {
        return nil
      }
      return sign * (3600 * hour + 60 * minute)
    }

    private mutating func number(_ count: Int) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { 10 * $0 + Int($1 & 15) }
    }

    private mutating func skip(_ letter: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: letter) else { return false }
      rest = rest.dropFirst()
      return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func length(of month: Int, _ year: Int) -> Int {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days since 1970-01-01 in the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
      let (past, months) = (year - 1, (1..<month).reduce(0) { $0 + length(of: $1, year) })
      return 365 * (year - 1970) + past / 4 - past / 100 + past / 400 - 477 + months + day - 1
    }
  }
}

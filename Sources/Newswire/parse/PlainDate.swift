internal import Base

/// A fast path for the two standard formats: "Sat, 21 Nov 2026 04:56:45 +0000" and "2026-11-21T04:56:45Z".
enum PlainDate {
  /// Seconds since 1970; nil for any other format.
  static func seconds(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard bytes.count >= 19 else { return nil }
    var reader = Reader(bytes: bytes)
    return bytes[4] == 0x2D ? reader.internet() : reader.mail()
  }

  /// Days from 1970-01-01 to a day of the Gregorian calendar.
  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let ofEra = year % 400 * 365 + year % 400 / 4 - year % 400 / 100 + ofYear
    return era * 146_097 + ofEra - 719_468
  }

  /// Whether a feed can mean that day.
  static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    guard (1900...2200).contains(year), (1...12).contains(month), (1...31).contains(day) else { return false }
    return day <= 28 || day <= days(month < 12 ? year : year + 1, month % 12 + 1, 1) - days(year, month, 1)
  }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    private mutating func digits(_ count: Int) -> Int? {
      guard position + count <= bytes.count else { return nil }
      var value = 0
      for _ in 0..<count {
        guard bytes[position].isDigit else { return nil }
        value = value * 10 + Int(bytes[position] & 15)
        position += 1
      }
      return value
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
      guard position < bytes.count, bytes[position] == byte else { return false }
      position += 1
      return true
    }

    mutating func internet() -> Double? {
      guard let year = digits(4), skip(0x2D), let month = digits(2), skip(0x2D), let day = digits(2), skip(0x54),
        let time = clock()
      else { return nil }
      guard let offset = skip(0x5A) ? 0 : offset(colon: true) else { return nil }
      return seconds(year, month, day, time - offset)
    }

    mutating func mail() -> Double? {
      guard bytes[3] == 0x2C, bytes[4] == 0x20 else { return nil }
      position = 5
      guard let day = digits(2), skip(0x20), position + 4 < bytes.count else { return nil }
      let month = Self.month(bytes[position], bytes[position + 1], bytes[position + 2])
      position += 3
      guard let month, skip(0x20), let year = digits(4), skip(0x20), let time = clock(), skip(0x20) else { return nil }
      let isGreenwich = bytes[position...].elementsEqual("GMT".utf8)
      if isGreenwich { position += 3 }
      guard let offset = isGreenwich ? 0 : offset(colon: false) else { return nil }
      return seconds(year, month, day, time - offset)
    }

    private mutating func clock() -> Int? {
      guard let hour = digits(2), skip(0x3A), let minute = digits(2), skip(0x3A), let second = digits(2), hour < 24,
        minute < 60, second < 60
      else { return nil }
      return hour * 3600 + minute * 60 + second
    }

    private mutating func offset(colon: Bool) -> Int? {
      let isWest = skip(0x2D)
      guard isWest || skip(0x2B), let hours = digits(2), !colon || skip(0x3A), let minutes = digits(2), hours <= 18,
        minutes < 60
      else { return nil }
      return (hours * 60 + minutes) * (isWest ? -60 : 60)
    }

    /// Nil if something follows.
    private func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Int) -> Double? {
      guard position == bytes.count, PlainDate.isDay(year, month, day) else { return nil }
      return Double(PlainDate.days(year, month, day) * 86_400 + time)
    }

    private static let months = Array("JanFebMarAprMayJunJulAugSepOctNovDec".utf8)

    private static func month(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Int? {
      (0..<12).first { months[$0 * 3] == a && months[$0 * 3 + 1] == b && months[$0 * 3 + 2] == c }.map { $0 + 1 }
    }
  }
}

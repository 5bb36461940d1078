internal import Base
internal import Glibc

/// Parses a date of a feed to seconds since 1970, or nil.
///
/// Accepts RFC 3339 and variants of ISO 8601 ("2026-11-21", "2026-11", "20261121T045645Z"); RFC 822 as used in
/// practice: two-digit years, a missing or wrong weekday, names in a dozen languages, zones by name or offset or
/// missing; days of the year, "03/30/2020 - 19:19", and seconds or milliseconds since 1970. A missing or unknown zone
/// is UTC. An ambiguous date ("03/04/2020") is rejected unless the weekday decides.
package func feedDate(_ text: String) -> Double? { FeedDate(text)?.seconds }

struct FeedDate {
  /// Since 1970.
  let seconds: Double
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
    let clock = tokens.takeClock()
    guard let date = tokens.numericDate(isAmerican: clock?.hasHalves ?? false) ?? tokens.namedDate() else { return nil }
    let packed = clock == nil ? tokens.packedClock() : clock
    guard (1...12).contains(date.month), (1...31).contains(date.day), (1900...2200).contains(date.year) else {
      return nil
    }
    guard packed?.isPossible != false else { return nil }
    let start = Double(PlainDate.days(date.year, date.month, date.day)) * 86_400
    guard let clock = packed else {
      (seconds, unknownZone) = (start, nil)
      return
    }
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

private struct DateClock {
  var hour: Int
  var minute = 0
  var second = 0.0
  /// Whether it has am or pm.
  var hasHalves = false
  var zone = Zone.offset(0)

  enum Zone {
    /// Seconds east of Greenwich.
    case offset(Int)
    /// A name in the tz database.
    case place(String)
    case unknown(String)
  }

  var isPossible: Bool { hour <= 24 && minute < 60 && second < 61 }
  /// Seconds since midnight.
  var seconds: Double { Double(hour * 3600 + minute * 60) + second }
}

/// The tokens of a date: runs of digits, runs of letters in lower case, and single other characters.
private struct DateTokens {
  private enum Token: Equatable {
    case number(Int, digits: Int)
    case word(String)
    case mark(UInt8)

    static let blank = Token.mark(0x20)
    var isBlank: Bool { self == .blank }
  }

  private var tokens: [Token] = []
  private var text: [UInt8]
  /// The start of each token in the text.
  private var starts: [Int] = []
  /// Whether a dash separated the time from the date.
  private var dashed = false

  /// Returns nil for an absurdly long number.
  init?(_ text: String) {
    self.text = Array(text.utf8.prefix(100))
    var index = 0
    while index < self.text.count {
      let end = readToken(at: index)
      if case .number(_, let digits)? = tokens.last, digits > 16 { return nil }
      index = end
    }
    while tokens.last == .blank { tokens.removeLast() }
  }

  private mutating func readToken(at start: Int) -> Int {
    let byte = text[start]
    var end = start + 1
    if byte.isDigit {
      var value = 0
      end = text[start...].firstIndex { !$0.isDigit } ?? text.count
      for digit in text[start..<end].prefix(17) { value = value * 10 + Int(digit & 15) }
      append(.number(value, digits: end - start), start)
    } else if text[start...].starts(with: [0xC2, 0xA0]) || byte <= 0x20 {
      end = start + (byte <= 0x20 ? 1 : 2)
      if case .word(let word)? = tokens.last, DateNames.units.contains(word) { return end }
      if !tokens.isEmpty, tokens.last != .blank { append(.blank, start) }
    } else if text[start...].starts(with: [0xE2, 0x88, 0x92]) {
      end = start + 3
      append(.mark(0x2D), start)
    } else if byte.isLetter || byte >= 0x80 {
      end = text[start...].firstIndex { !$0.isLetter && $0 < 0x80 || $0 == 0xC2 } ?? text.count
      let word = text[start..<max(end, start + 1)]
      append(.word(String(decoding: word.map(\.lowercasedASCII), as: UTF8.self).lowercased()), start)
      end = start + word.count
    } else {
      append(.mark(byte), start)
    }
    return end
  }

  private mutating func append(_ token: Token, _ start: Int) {
    tokens.append(token)
    starts.append(start)
  }

  private func token(_ index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

  private func number(_ index: Int, digits: ClosedRange<Int> = 1...2) -> Int? {
    guard case .number(let value, let count)? = token(index), digits.contains(count) else { return nil }
    return value
  }

  // MARK: Seconds since 1970

  func stamp() -> Double? {
    guard case .number(let value, let digits)? = tokens.first, value > 0 else { return nil }
    let isAlone = tokens.count == 1 || tokens.count == 3 && tokens[1] == .mark(0x2E)
    switch digits {
    case 9, 10: return isAlone ? Double(value) : nil
    case 13: return isAlone ? Double(value) / 1000 : nil
    default: return nil
    }
  }

  // MARK: The time of day

  /// Removes and returns the time of day with its zone, or nil.
  mutating func takeClock() -> DateClock? {
    guard let start = tokens.indices.first(where: { isClock(at: $0) }), let hour = number(start) else { return nil }
    var clock = DateClock(hour: hour)
    var index = start + 1
    // "오후 3:30"
    let before = start >= 2 ? takeHalf(of: &clock, at: start - 2) : 0
    if token(index) == .mark(0x3A) || token(index) == .word("h"), let minute = number(index + 1) {
      clock.minute = minute
      index += 2
      if token(index) == .mark(0x3A), let second = number(index + 1) {
        clock.second = Double(second)
        index += 2
        index = takeFraction(of: &clock, at: index)
      }
    }
    if before != start - 1 { index = takeHalf(of: &clock, at: index) }
    index = takeZone(of: &clock, at: index)
    remove(start..<index)
    return clock
  }

  private func isClock(at index: Int) -> Bool {
    guard number(index) != nil else { return false }
    switch token(index + 1) {
    case .mark(0x3A): return number(index + 2) != nil
    case .word("h"), .word("am"), .word("pm"): return true
    case .blank: return token(index + 2) == .word("am") || token(index + 2) == .word("pm")
    default: return false
    }
  }

  private func takeFraction(of clock: inout DateClock, at index: Int) -> Int {
    guard token(index) == .mark(0x2E) || token(index) == .mark(0x2C),
      case .number(let value, let digits)? = token(index + 1)
    else { return index }
    clock.second += (0..<digits).reduce(Double(value)) { fraction, _ in fraction / 10 }
    return index + 2
  }

  private func takeHalf(of clock: inout DateClock, at start: Int) -> Int {
    let index = token(start) == .blank ? start + 1 : start
    guard case .word(let word)? = token(index), let isAfternoon = DateNames.halves[word] else { return start }
    clock.hasHalves = true
    clock.hour = clock.hour % 12 + (isAfternoon ? 12 : 0)
    return index + 1
  }

  /// Parses "+0200", "GMT+2", "(CET)", "Europe/Brussels".
  private func takeZone(of clock: inout DateClock, at start: Int) -> Int {
    var index = start
    while token(index) == .blank || token(index) == .mark(0x28) { index += 1 }
    if let (offset, end) = offset(at: index) {
      clock.zone = .offset(offset)
      return end
    }
    guard case .word(let name)? = token(index), isZone(name) else { return start }
    if let minutes = DateNames.zones[name] ?? (name.utf8.count == 1 && name != "t" ? 0 : nil) {
      index += 1
      if token(index) == .blank, token(index + 1) != .mark(0x2B) {
        clock.zone = .offset(minutes * 60)
        return index
      }
      if token(index) == .blank { index += 1 }
      let (offset, end) = offset(at: index) ?? (0, index)
      clock.zone = .offset(minutes * 60 + offset)
      return end
    }
    let whole = text[starts[index]...].prefix { $0.isLetter || "/_-+".utf8.contains($0) }
    let place = DateNames.places[name] ?? String(decoding: whole, as: UTF8.self)
    clock.zone = place.contains("/") ? .place(place) : .unknown(place)
    let end = starts[index] + whole.count
    return starts[..<tokens.count].firstIndex { $0 >= end } ?? tokens.count
  }

  private func isZone(_ name: String) -> Bool {
    if DateNames.zones[name] != nil || DateNames.places[name] != nil { return true }
    return DateNames.months[name] == nil && DateNames.weekdays[name] == nil && !DateNames.fillers.contains(name)
  }

  /// Seconds east of Greenwich, and the index after it.
  private func offset(at index: Int) -> (Int, end: Int)? {
    guard token(index) == .mark(0x2B) || token(index) == .mark(0x2D),
      case .number(let value, let digits)? = token(index + 1), digits <= 4
    else { return nil }
    var (minutes, end) = (value / 100 * 60 + value % 100, index + 2)
    if digits <= 2 {
      minutes = value * 60
      if token(end) == .mark(0x3A), let rest = number(end + 1) { (minutes, end) = (minutes + rest, end + 2) }
    }
    guard minutes <= 18 * 60 else { return nil }
    return (token(index) == .mark(0x2D) ? -minutes * 60 : minutes * 60, end)
  }

  private mutating func remove(_ range: Range<Int>) {
    // Drupal writes " - " before the time, and the month first.
    let before = tokens[..<range.lowerBound].suffix(3)
    dashed = before.elementsEqual([.blank, .mark(0x2D), .blank])
    tokens.replaceSubrange(range, with: [.blank])
    starts.replaceSubrange(range, with: [0])
  }

  // MARK: The day

  /// "2026-11-21", "2026-325", "2026-11", "2026", "20261121…", "21.11.2026", "11/21/2026".
  func numericDate(isAmerican: Bool) -> (year: Int, month: Int, day: Int)? {
    guard let first = tokens.firstIndex(where: { if case .number = $0 { true } else { false } }) else { return nil }
    if case .number(let packed, let digits) = tokens[first], [8, 12, 14].contains(digits) {
      let date = digits == 8 ? packed : digits == 12 ? packed / 10_000 : packed / 1_000_000
      return (date / 10_000, date / 100 % 100, date % 100)
    }
    let parts = [first, first + 2, first + 4].map { number($0, digits: 1...4) }
    let isParted = isPart(token(first + 1)) && isPart(token(first + 3))
    if let year = number(first, digits: 4...4) {
      if isParted, let month = parts[1], let day = parts[2], day < 100 { return (year, month, day) }
      if token(first + 1) == .mark(0x2D), let days = number(first + 2, digits: 3...3), (1...366).contains(days) {
        return dayOfYear(year, days)
      }
      let isLast = tokens.count <= first + 3
      if token(first + 1) == .mark(0x2D), isLast, let month = number(first + 2) { return (year, month, 1) }
      return tokens.count == 1 ? (year, 1, 1) : nil
    }
    guard isParted, token(first + 1) == token(first + 3), let a = parts[0], let b = parts[1], let year = parts[2],
      number(first + 4, digits: 4...4) != nil || number(first + 4, digits: 2...2) != nil
    else { return nil }
    let fullYear = year < 100 ? Self.year(year, digits: 2) ?? 0 : year
    let isMonthFirst: Bool
    if let decided = weekdaySaysMonthFirst(a, b, fullYear) {
      isMonthFirst = decided
    } else if tokens[first + 1] == .mark(0x2F) {
      guard a > 12 || b > 12 || a == b || isAmerican || dashed else { return nil }
      isMonthFirst = a <= 12
    } else {
      isMonthFirst = b > 12
    }
    return (fullYear, isMonthFirst ? a : b, isMonthFirst ? b : a)
  }

  /// Whether the month comes first, if the weekday fits only one of two dates.
  private func weekdaySaysMonthFirst(_ a: Int, _ b: Int, _ year: Int) -> Bool? {
    guard (1...12).contains(a), (1...12).contains(b) else { return nil }
    let named = tokens.lazy.compactMap { if case .word(let word) = $0 { DateNames.weekdays[word] } else { nil } }.first
    guard let named else { return nil }
    // 1970 began on a Thursday.
    func isNamed(_ month: Int, _ day: Int) -> Bool { (PlainDate.days(year, month, day) % 7 + 11) % 7 == named }
    let (first, last) = (isNamed(a, b), isNamed(b, a))
    return first == last ? nil : first
  }

  private func isPart(_ token: Token?) -> Bool {
    switch token {
    case .mark(let mark)?: "-/.".utf8.contains(mark)
    case .word(let word)?: DateNames.units.contains(word)
    default: false
    }
  }

  private func dayOfYear(_ year: Int, _ days: Int) -> (Int, Int, Int) {
    var day = tm()
    (day.tm_year, day.tm_mday) = (Int32(year - 1900), Int32(days))
    timegm(&day)
    return (year, Int(day.tm_mon) + 1, Int(day.tm_mday))
  }

  /// Parses day, named month and year in any order. Of two names of months the first is a weekday ("mar").
  func namedDate() -> (year: Int, month: Int, day: Int)? {
    var (day, month, year): (Int?, Int?, Int?)
    for token in tokens {
      switch token {
      case .word(let word): if let found = DateNames.months[word] { month = found }
      case .number(let value, let digits):
        if day == nil, digits <= 2 { day = value } else if year == nil { year = Self.year(value, digits: digits) }
      case .mark: break
      }
    }
    guard let month, let year else { return nil }
    return (year, month, day ?? 1)
  }

  /// Parses "T045645Z" after a date without dashes.
  mutating func packedClock() -> DateClock? {
    if case .number(let packed, let digits)? = tokens.first, digits == 12 || digits == 14 {
      let time = digits == 12 ? packed % 10_000 * 100 : packed % 1_000_000
      return DateClock(hour: time / 10_000, minute: time / 100 % 100, second: Double(time % 100))
    }
    guard let mark = tokens.firstIndex(of: .word("t")), case .number(let value, let digits)? = token(mark + 1) else {
      return nil
    }
    guard digits == 6 || digits == 4 || digits == 2 else { return nil }
    let time = digits == 6 ? value : digits == 4 ? value * 100 : value * 10_000
    var clock = DateClock(hour: time / 10_000, minute: time / 100 % 100, second: Double(time % 100))
    _ = takeZone(of: &clock, at: takeFraction(of: &clock, at: mark + 2))
    return clock
  }

  private static func year(_ value: Int, digits: Int) -> Int? {
    switch digits {
    case 4: value
    case 3: 1900 + value  // Some programs print the years since 1900.
    case 1, 2: value < 50 ? 2000 + value : 1900 + value  // As in RFC 5322.
    default: nil
    }
  }
}

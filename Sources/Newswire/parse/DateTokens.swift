internal import Base

/// The time of day of a date.
struct DateClock {
  var hour = 0
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

  var isPossible: Bool { hour < 24 && minute < 60 && second < 61 || hour == 24 && minute == 0 && second == 0 }
  /// Seconds since midnight.
  var seconds: Double { Double(hour * 3600 + minute * 60) + second }
}

/// The tokens of a date: runs of digits, runs of letters in lower case, and single other characters.
struct DateTokens {
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
  mutating func parseClock() -> DateClock? {
    guard let start = tokens.indices.first(where: { isClock(at: $0) }), let hour = number(start) else { return nil }
    var clock = DateClock(hour: hour)
    var index = start + 1
    // "오후 3:30"
    let before = start >= 2 ? parseHalf(of: &clock, at: start - 2) : 0
    if token(index) == .mark(0x3A) || token(index) == .word("h"), let minute = number(index + 1) {
      clock.minute = minute
      index += 2
      if token(index) == .mark(0x3A), let second = number(index + 1) {
        clock.second = Double(second)
        index += 2
        index = parseFraction(of: &clock, at: index)
      }
    }
    if before != start - 1 { index = parseHalf(of: &clock, at: index) }
    index = parseZone(of: &clock, at: index)
    // Drupal writes " - " before the time, and the month first.
    dashed = tokens[..<start].suffix(3).elementsEqual([.blank, .mark(0x2D), .blank])
    remove(start..<index)
    return clock
  }

  private func isClock(at index: Int) -> Bool {
    guard number(index) != nil, !isZone(at: index) else { return false }
    switch token(index + 1) {
    case .mark(0x3A): return number(index + 2) != nil
    case .word("h"), .word("am"), .word("pm"): return true
    case .blank: return token(index + 2) == .word("am") || token(index + 2) == .word("pm")
    default: return false
    }
  }

  /// Whether it begins the hours of a zone, after a sign: "T192030+01:00".
  private func isZone(at index: Int) -> Bool {
    if token(index - 1) == .mark(0x2B) { return true }
    guard token(index - 1) == .mark(0x2D), case .number? = token(index - 2) else { return false }
    return token(index - 3) == .word("t") || isPoint(token(index - 3)) && token(index - 5) == .word("t")
  }

  private func isPoint(_ token: Token?) -> Bool { token == .mark(0x2E) || token == .mark(0x2C) }

  /// Parses decimals after a point, a comma, or, if they are three, a colon.
  private func parseFraction(of clock: inout DateClock, at index: Int) -> Int {
    guard isPoint(token(index)) || token(index) == .mark(0x3A) && number(index + 1, digits: 3...3) != nil,
      case .number(let value, let digits)? = token(index + 1)
    else { return index }
    clock.second += (0..<digits).reduce(Double(value)) { fraction, _ in fraction / 10 }
    return index + 2
  }

  private func parseHalf(of clock: inout DateClock, at start: Int) -> Int {
    let index = token(start) == .blank ? start + 1 : start
    guard case .word(let word)? = token(index), let isAfternoon = DateNames.halves[word] else { return start }
    clock.hasHalves = true
    clock.hour = clock.hour % 12 + (isAfternoon ? 12 : 0)
    return index + 1
  }

  /// Parses "+0200", "GMT+2", "(CET)", "Europe/Brussels".
  private func parseZone(of clock: inout DateClock, at start: Int) -> Int {
    var index = start
    while token(index) == .blank || token(index) == .mark(0x28) { index += 1 }
    if let (offset, end) = offset(at: index) {
      let written = text[starts[index]...].prefix { $0.isDigit || "+-:".utf8.contains($0) }
      clock.zone = isPossible(offset) ? .offset(offset) : .unknown(String(decoding: written, as: UTF8.self))
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
      guard let (offset, end) = offset(at: index), isPossible(offset) else {
        clock.zone = .offset(minutes * 60)
        return index
      }
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
    return (token(index) == .mark(0x2D) ? -minutes * 60 : minutes * 60, end)
  }

  private func isPossible(_ offset: Int) -> Bool { abs(offset) <= 18 * 3600 }

  private mutating func remove(_ range: Range<Int>) {
    tokens.replaceSubrange(range, with: [.blank])
    starts.replaceSubrange(range, with: [0])
  }

  // MARK: The day

  /// Whether a number is left.
  var haveNumbers: Bool { tokens.contains { if case .number = $0 { true } else { false } } }

  /// Removes and returns "2026-11-21", "2026-325", "2026-11", "2026", "20261121…", "21.11.2026", "21 11 2026", "11/21/2026".
  mutating func parseNumericDate(isAmerican: Bool) -> (year: Int, month: Int, day: Int)? {
    guard let first = tokens.firstIndex(where: { if case .number = $0 { true } else { false } }) else { return nil }
    if case .number(let packed, let digits) = tokens[first], [8, 12, 14].contains(digits) {
      let date = digits == 8 ? packed : digits == 12 ? packed / 10_000 : packed / 1_000_000
      // The time is in the same number.
      if digits == 8 { remove(first..<first + 1) }
      return (date / 10_000, date / 100 % 100, date % 100)
    }
    guard let (date, end) = partedDate(at: first, isAmerican: isAmerican) else { return nil }
    remove(first..<end)
    return date
  }

  private typealias Day = (year: Int, month: Int, day: Int)

  private func partedDate(at first: Int, isAmerican: Bool) -> (date: Day, end: Int)? {
    let parts = [first, first + 2, first + 4].map { number($0, digits: 1...4) }
    let isParted = isPart(token(first + 1)) && isPart(token(first + 3))
    if let year = number(first, digits: 4...4) {
      if isParted, let month = parts[1], let day = parts[2], day < 100 { return ((year, month, day), first + 5) }
      if token(first + 1) == .mark(0x2D), let days = number(first + 2, digits: 3...3) {
        return dayOfYear(year, days).map { ($0, first + 3) }
      }
      let isLast = tokens.count <= first + 3
      if token(first + 1) == .mark(0x2D), isLast, let month = number(first + 2) { return ((year, month, 1), first + 3) }
      guard tokens.count == 1 else { return nil }
      return ((year, 1, 1), first + 1)
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
    return ((fullYear, isMonthFirst ? a : b, isMonthFirst ? b : a), first + 5)
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
    case .mark(let mark)?: "-/. ".utf8.contains(mark)
    case .word(let word)?: DateNames.units.contains(word)
    default: false
    }
  }

  private func dayOfYear(_ year: Int, _ days: Int) -> (year: Int, month: Int, day: Int)? {
    var rest = days
    for month in 1...12 {
      let length = PlainDate.days(month < 12 ? year : year + 1, month % 12 + 1, 1) - PlainDate.days(year, month, 1)
      if rest <= length { return rest > 0 ? (year, month, rest) : nil }
      rest -= length
    }
    return nil
  }

  /// Removes and returns day, named month and year in any order. Of two names of months the first is a weekday ("mar").
  mutating func parseNamedDate() -> (year: Int, month: Int, day: Int)? {
    var (day, month, year): (Int?, Int?, Int?)
    for (place, token) in tokens.enumerated() {
      switch token {
      case .word(let word): if let found = DateNames.months[word] { month = found }
      case .number(let value, let digits):
        if day == nil, digits <= 2 {
          day = value
        } else if year == nil {
          year = Self.year(value, digits: digits)
        } else {
          continue
        }
        tokens[place] = .blank
      case .mark: break
      }
    }
    guard let month, let year else { return nil }
    return (year, month, day ?? 1)
  }

  /// Removes and returns "T045645Z" or "T045645+01:00" after a date, or the end of "20261121045645".
  mutating func parsePackedClock() -> DateClock? {
    let packed = tokens.firstIndex {
      if case .number(_, let digits) = $0 { digits == 12 || digits == 14 } else { false }
    }
    if let packed { return parsePackedClock(at: packed, from: packed) }
    guard let mark = tokens.firstIndex(of: .word("t")) else { return parseSpacedClock() }
    return parsePackedClock(at: mark + 1, from: mark)
  }

  /// Removes and returns "045645" after a date without dashes and a blank.
  private mutating func parseSpacedClock() -> DateClock? {
    guard text.prefix(while: \.isDigit).count == 8,
      let place = tokens.indices.first(where: {
        number($0, digits: 4...4) != nil || number($0, digits: 6...6) != nil
      }), token(place - 1) == .blank
    else { return nil }
    return parsePackedClock(at: place, from: place)
  }

  private mutating func parsePackedClock(at place: Int, from start: Int) -> DateClock? {
    guard case .number(let value, let digits)? = token(place), [2, 4, 6, 12, 14].contains(digits) else { return nil }
    let time =
      switch digits {
      case 2: value * 10_000
      case 4, 12: value % 10_000 * 100
      default: value % 1_000_000
      }
    var clock = DateClock(hour: time / 10_000, minute: time / 100 % 100, second: Double(time % 100))
    let end = parseZone(of: &clock, at: parseFraction(of: &clock, at: place + 1))
    remove(start..<end)
    return clock
  }

  /// Removes the zone of a date without a time, as in "2026-11-21+01:00". Returns midnight there.
  mutating func parseZoneOfDay() -> DateClock {
    var clock = DateClock()
    let place = tokens.firstIndex { $0 != .blank } ?? 0
    if let (offset, end) = offset(at: place), isPossible(offset) {
      clock.zone = .offset(offset)
      remove(place..<end)
    }
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

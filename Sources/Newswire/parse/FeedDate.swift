internal import Base
internal import Glibc

/// A date as feeds write it, in seconds since 1970; nil where it cannot be read.
///
/// Takes RFC 3339 and what passes for ISO 8601 ("2026-11-21", "2026-11-21 04:56", "20261121T045645Z"), and RFC 822
/// as it lives: two-digit years, no weekday or a wrong one, full month names, zones by name, offset or
/// not at all, "Nov 21, 2026 04:56 PM". Without a zone it is UTC.
package func feedDate(_ text: String) -> Double? {
  let tokens = DateTokens(text)
  return tokens.isoDate() ?? tokens.looseDate()
}

private struct DateTokens {
  /// Runs of digits, runs of letters, and single other characters.
  private enum Token: Equatable {
    case digits(value: Int, count: Int)
    case word(String)
    case mark(Character)

    var isSeparator: Bool { self == .mark(" ") || self == .mark(",") || self == .word("at") || self == .word("t") }
  }

  private var tokens: [Token] = []

  init(_ text: String) {
    var (run, isNumber) = ("", false)
    func endRun() {
      if !run.isEmpty {
        let token = isNumber ? Int(run).map { .digits(value: $0, count: run.count) } : Token.word(run.lowercased())
        if let token { tokens.append(token) }
      }
      run = ""
    }
    for scalar in text.unicodeScalars.prefix(80) {
      let byte = UInt8(exactly: scalar.value) ?? 0
      let isDigit = byte.isDigit
      if isDigit || (scalar.value > 0x7F ? scalar.properties.isAlphabetic : byte.isLetter) {
        if isDigit != isNumber { endRun() }
        isNumber = isDigit
        run.unicodeScalars.append(scalar)
      } else {
        endRun()
        let isBlank = scalar.value <= 0x20 || scalar == "\u{A0}"
        if !isBlank || tokens.last != .mark(" ") {
          tokens.append(.mark(isBlank ? " " : scalar == "−" ? "-" : Character(scalar)))
        }
      }
    }
    endRun()
    while tokens.first == .mark(" ") { tokens.removeFirst() }
  }

  /// "2026-11-21…", "2026/11/21…" or "20261121…".
  func isoDate() -> Double? {
    var date: (Int, Int, Int)
    var rest: ArraySlice<Token>
    if tokens.count >= 5, case .digits(let year, 4) = tokens[0], case .mark(let mark) = tokens[1], "-/.".contains(mark),
      case .digits(let month, _) = tokens[2], tokens[3] == tokens[1], case .digits(let day, _) = tokens[4]
    {
      (date, rest) = ((year, month, day), tokens.dropFirst(5))
    } else if tokens.count == 3, case .digits(let year, 4) = tokens[0], tokens[1] == .mark("-"),
      case .digits(let month, 2) = tokens[2]
    {
      (date, rest) = ((year, month, 1), [])
    } else if case .digits(let packed, 8)? = tokens.first {
      (date, rest) = ((packed / 10_000, packed / 100 % 100, packed % 100), tokens.dropFirst())
    } else {
      return nil
    }
    if rest.first == .word("t") || rest.first == .mark(" ") { rest = rest.dropFirst() }
    return seconds(date, time: rest)
  }

  /// Day, month by name and year in this or another order; the time behind them, or before the year.
  func looseDate() -> Double? {
    var (day, month, year): (Int?, Int?, Int?)
    var time: [Token] = []
    var index = 0
    while index < tokens.count, day == nil || month == nil || year == nil {
      switch tokens[index] {
      case .word(let word):
        if !time.isEmpty { time.append(tokens[index]) } else if month == nil { month = Self.month(word) }
      case .digits(let value, let count):
        let isTime = index + 1 < tokens.count && tokens[index + 1] == .mark(":")
        if isTime || time.last == .mark(":") || time.last == .mark("+") {
          time.append(tokens[index])
        } else if day == nil, count <= 2 {
          day = value
        } else if year == nil {
          year = Self.year(value, digits: count)
        }
      case .mark: if !time.isEmpty { time.append(tokens[index]) }
      }
      index += 1
    }
    guard let day, let month, let year else { return nil }
    return seconds((year, month, day), time: time[...] + tokens[index...].drop { $0.isSeparator })
  }

  private func seconds(_ date: (year: Int, month: Int, day: Int), time: ArraySlice<Token>) -> Double? {
    guard (1...12).contains(date.month), (1...31).contains(date.day), (1900...2200).contains(date.year) else {
      return nil
    }
    var time = time
    guard let clock = Self.clock(&time) else { return nil }
    var day = tm()
    (day.tm_year, day.tm_mon, day.tm_mday) = (Int32(date.year - 1900), Int32(date.month - 1), Int32(date.day))
    return Double(timegm(&day)) + clock - Double(Self.offset(time))
  }

  /// Seconds into the day; 0 where no time is given, nil for one that cannot be.
  private static func clock(_ tokens: inout ArraySlice<Token>) -> Double? {
    guard case .digits(var hour, let count)? = tokens.first else { return 0 }
    tokens = tokens.dropFirst()
    var (minute, second) = (0, 0.0)
    if count == 6 || count == 4 {
      (hour, minute, second) =
        count == 6 ? (hour / 10_000, hour / 100 % 100, Double(hour % 100)) : (hour / 100, hour % 100, 0)
    } else {
      minute = takePart(&tokens, after: ":") ?? 0
      second = Double(takePart(&tokens, after: ":") ?? 0)
    }
    if tokens.first == .mark(".") || tokens.first == .mark(","),
      case .digits(let value, let count)? = tokens.dropFirst().first
    {
      var fraction = Double(value)
      for _ in 0..<count { fraction /= 10 }
      second += fraction
      tokens = tokens.dropFirst(2)
    }
    while tokens.first == .mark(" ") { tokens = tokens.dropFirst() }
    if tokens.first == .word("pm") || tokens.first == .word("am") {
      hour = hour % 12 + (tokens.first == .word("pm") ? 12 : 0)
      tokens = tokens.dropFirst()
    }
    guard hour <= 24, minute < 60, second < 61 else { return nil }
    return Double(hour * 3600 + minute * 60) + second
  }

  private static func takePart(_ tokens: inout ArraySlice<Token>, after mark: Character) -> Int? {
    guard tokens.first == .mark(mark), case .digits(let value, _)? = tokens.dropFirst().first else { return nil }
    tokens = tokens.dropFirst(2)
    return value
  }

  /// The zone, as seconds east of Greenwich.
  private static func offset(_ tokens: ArraySlice<Token>) -> Int {
    var tokens = tokens.drop { $0 == .mark(" ") || $0 == .mark("(") }
    var named = 0
    if case .word(let name)? = tokens.first {
      named = (zones[name] ?? 0) * 60
      tokens = tokens.dropFirst().drop { $0 == .mark(" ") }
    }
    guard tokens.first == .mark("+") || tokens.first == .mark("-"),
      case .digits(let value, let count)? = tokens.dropFirst().first
    else { return named }
    let sign = tokens.first == .mark("-") ? -1 : 1
    var rest = tokens.dropFirst(2)
    let minutes = count <= 2 ? value * 60 + (takePart(&rest, after: ":") ?? 0) : value / 100 * 60 + value % 100
    return minutes <= 18 * 60 ? named + sign * minutes * 60 : named
  }

  private static func year(_ value: Int, digits: Int) -> Int? {
    switch digits {
    case 4: value
    case 3: 1900 + value  // programs that print the years since 1900
    case 1, 2: value < 70 ? 2000 + value : 1900 + value
    default: nil
    }
  }

  private static func month(_ word: String) -> Int? { monthNames.firstIndex { word.hasPrefix($0) }.map { $0 + 1 } }

  private static let monthNames = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Minutes east of Greenwich.
  private static let zones = [
    "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420,
    "akst": -540, "akdt": -480, "hst": -600, "wet": 0, "west": 60, "bst": 60, "cet": 60, "cest": 120, "met": 60,
    "mest": 120, "eet": 120, "eest": 180, "msk": 180, "ist": 330, "sgt": 480, "hkt": 480, "jst": 540, "kst": 540,
    "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780,
  ]
}

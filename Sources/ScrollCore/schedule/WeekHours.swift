/// How far local time is ahead of UTC at a time, both in seconds.
package typealias UTCOffset = (_ time: Int) -> Int

/// Times of day, on some or all days of the week: quiet hours, or those in which something is on the air.
///
/// A value without a clock: the caller passes the time, in seconds since 1970, and the offset of local time from UTC.
package struct WeekHours: Equatable, Sendable {
  /// The original text; empty for none.
  package let text: String
  /// Seconds since the start of Monday, local time. A span past Sunday night ends after the week.
  private let spans: [Range<Int>]

  private static let day = 86_400
  private static let week = 7 * day
  private static let longest = 1000
  private static let example =
    "write HH:MM-HH:MM, as 22:00-07:00, or with days before it, as Sat-Sun 20:00-09:00, or days alone"

  package init() { (text, spans) = ("", []) }

  /// Reads "22:00-07:00, Sat-Sun 20:00-09:00, Wed". Times after midnight belong to the day on which the span began.
  package init(parsing text: String) throws(ValueError) {
    guard text.utf8.count <= Self.longest else {
      throw ValueError("the text is too long (at most \(Self.longest) bytes)")
    }
    var spans: [Range<Int>] = []
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if !text.allSatisfy({ $0 == " " }) {
      for (index, part) in parts.enumerated() {
        do throws(ValueError) { spans += try Self.spans(part) } catch {
          throw parts.count == 1 ? error : ValueError("part \(index + 1): \(error.reason)")
        }
      }
    }
    (self.text, self.spans) = (spans.isEmpty ? "" : text, spans)
  }

  package var isEmpty: Bool { spans.isEmpty }

  // MARK: - Asking

  /// Whether that time is in them.
  package func contains(_ time: Int, _ offset: UTCOffset) -> Bool { contains(Self.weekSecond(time, offset)) }

  private func contains(_ second: Int) -> Bool {
    spans.contains { $0.contains(second) || $0.contains(second + Self.week) }
  }

  /// When `contains` changes next, in seconds since 1970, or nil. Allows for changes of the clocks until then.
  package func nextChange(after time: Int, _ offset: UTCOffset) -> Int? {
    let isNow = contains(time, offset)
    var time = time
    // Each step leads to the next start or end of a span, or to a change of the clocks.
    for _ in 0..<(2 * spans.count + 8) {
      let second = Self.weekSecond(time, offset)
      guard let wait = edges.map({ Self.modulo($0 - second - 1, Self.week) + 1 }).min() else { return nil }
      time = Self.change(of: offset, after: time, upTo: time + wait) ?? time + wait
      if contains(time, offset) != isNow { return time }
    }
    return nil
  }

  private var edges: [Int] { spans.flatMap { [$0.lowerBound, $0.upperBound % Self.week] } }

  /// The first second with another offset than at `start`; nil if it does not change.
  static func change(of offset: UTCOffset, after start: Int, upTo end: Int) -> Int? {
    let before = offset(start)
    guard offset(end) != before else { return nil }
    var (same, changed) = (start, end)
    while changed - same > 1 {
      let middle = same + (changed - same) / 2
      if offset(middle) == before { same = middle } else { changed = middle }
    }
    return changed
  }

  /// 1970 began on a Thursday.
  private static func weekSecond(_ time: Int, _ offset: UTCOffset) -> Int {
    modulo(modulo(time, week) + modulo(offset(time), week) + 3 * day, week)
  }

  private static func modulo(_ value: Int, _ period: Int) -> Int { (value % period + period) % period }

  // MARK: - Reading

  private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// Parses one part, "Sat-Sun 20:00-09:00": a span for each of its days, which are whole without times.
  private static func spans(_ part: Substring) throws(ValueError) -> [Range<Int>] {
    let words = part.split(separator: " ")
    guard (1...2).contains(words.count), let times = words.last else {
      throw ValueError("'\(part)' is not a time of day; \(example)")
    }
    if words.count == 1, times.first?.isLetter == true {
      return try numbers(times).map { $0 * day..<($0 + 1) * day }
    }
    let ends = times.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { throw ValueError("'\(times)' is not a time span; \(example)") }
    let (start, end) = (try minute(ends[0]), try minute(ends[1]))
    guard start != end, start < 24 * 60 else {
      throw ValueError("'\(times)' has no length; a whole day is 00:00-24:00")
    }
    let length = 60 * (end > start ? end - start : end + 24 * 60 - start)
    return try (words.count == 1 ? Array(0..<7) : numbers(words[0])).map { number in
      let first = number * day + 60 * start
      return first..<first + length
    }
  }

  /// Parses a time of day. Returns minutes since midnight.
  private static func minute(_ text: Substring) throws(ValueError) -> Int {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isWritten = parts.count == 2 && (1...2).contains(parts[0].utf8.count) && parts[1].utf8.count == 2
    guard isWritten, text.utf8.allSatisfy({ $0 == 58 || (48...57).contains($0) }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, 60 * hour + minute <= 24 * 60
    else { throw ValueError("'\(text)' is not a time of day (00:00 to 24:00); \(example)") }
    return 60 * hour + minute
  }

  /// Parses "Sat" or "Fri-Mon". Returns days, Monday as 0.
  private static func numbers(_ text: Substring) throws(ValueError) -> [Int] {
    let names = text.split(separator: "-", omittingEmptySubsequences: false)
    var numbers: [Int] = []
    for name in names {
      guard name.utf8.count >= 3, let number = days.firstIndex(where: { $0.hasPrefix(name.lowercased()) }) else {
        throw ValueError("'\(name)' is not a day of the week; write Mon, Tue, Wed, Thu, Fri, Sat or Sun")
      }
      numbers.append(number)
    }
    guard numbers.count == 2 else {
      if numbers.count == 1 { return numbers }
      throw ValueError("'\(text)' are not days; write one, as Sat, or a first and a last one, as Mon-Fri")
    }
    return (0...modulo(numbers[1] - numbers[0], 7)).map { (numbers[0] + $0) % 7 }
  }
}

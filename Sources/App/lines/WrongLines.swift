internal import ScrollCore

/// Lines that are not what they should be, each reported once on standard error.
struct WrongLines {
  private var reports = OnceReported()
  /// The beginning of the last one: a flood of the same line costs next to nothing.
  private var last: [UInt8] = []

  /// The bytes are anybody's: what is shown of them is clean, and no more than a line of a terminal.
  mutating func report(_ line: Span<UInt8>, expected: String) {
    guard !reports.isFull else { return }
    let start = (0..<min(line.count, 400)).map { line[$0] }
    if !start.isEmpty, start == last { return }
    last = start
    reports.report("'\(TextCleaner.line(start.span, limit: 80))' is not \(expected); the line is left out")
  }
}

/// Messages that may come again and again: each is written once, and only so many different ones, so that what is wrong
/// altogether fills neither the memory nor a log.
struct OnceReported {
  private var reported: Set<String> = []

  private static let limit = 100

  var isFull: Bool { reported.count >= Self.limit }

  mutating func report(_ message: String) { report(message, once: message) }

  /// Reports one message of those that are the same but for a place.
  mutating func report(_ message: String, once key: String) {
    guard !isFull, reported.insert(key).inserted else { return }
    reportError(message)
    if isFull { reportError("further errors of this kind are not reported") }
  }
}

internal import Base
internal import ScrollCore

/// Reports invalid lines on standard error, each once.
struct WrongLines {
  private var reports = OnceReported()
  /// The start of the last one, to make a flood of the same line cheap.
  private var last: [UInt8] = []

  /// The bytes are untrusted: the excerpt is cleaned, and fits a line of a terminal.
  mutating func report(_ line: Span<UInt8>, expected: String) {
    guard !reports.isFull else { return }
    let start = (0..<min(line.count, 400)).map { line[$0] }
    if !start.isEmpty, start == last { return }
    last = start
    reports.report("'\(TextCleaner.line(start.span, limit: 80))' is not \(expected); the line is left out")
  }
}

/// Writes each message once, and only a limited number of different ones, to bound memory and logs.
struct OnceReported {
  private var reported: Set<String> = []

  private static let limit = 100

  var isFull: Bool { reported.count >= Self.limit }

  mutating func report(_ message: String) { report(message, once: message) }

  /// Reports one of several messages that differ only in place.
  mutating func report(_ message: String, once key: String) {
    guard !isFull, reported.insert(key).inserted else { return }
    reportError(message)
    if isFull { reportError("further errors of this kind are not reported") }
  }
}

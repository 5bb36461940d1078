/// The lines of a source that delivers all of them again now and then: a file that is rewritten, a command that runs
/// again. What is handed on is what has changed, so that what stays can stay where it is.
struct LineDiff {
  /// What has gone and what has come, in order.
  struct Change {
    var gone: [String] = []
    var new: [String] = []
    var isEmpty: Bool { gone.isEmpty && new.isEmpty }
  }

  /// What was handed on.
  private var known: [String] = []
  /// What has come since.
  private var next: [String] = []
  /// What comes is to take the place of all that is known.
  private var isReplacing = false

  /// How many lines are remembered, the newest ones, of a log without an end.
  static let most = 100_000
  private static let batch = 256

  /// What is known is superseded by what follows, up to `takeWhole`.
  mutating func restart() {
    next = []
    isReplacing = true
  }

  /// Takes a line. Where nothing is replaced, many of them are handed on before the last one has come.
  mutating func take(_ line: String) -> Change {
    next.append(line)
    guard isReplacing else { return next.count >= Self.batch ? takeNew() : Change() }
    if next.count >= Self.most + Self.most / 10 { next.removeFirst(next.count - Self.most) }
    return Change()
  }

  /// All has come for now.
  mutating func takeWhole() -> Change {
    guard isReplacing else { return takeNew() }
    isReplacing = false
    defer { (known, next) = (next, []) }
    return Change(gone: Self.lines(of: known, notIn: next), new: Self.lines(of: next, notIn: known))
  }

  private mutating func takeNew() -> Change {
    defer { next = [] }
    known += next
    if known.count >= Self.most + Self.most / 10 { known.removeFirst(known.count - Self.most) }
    return Change(new: next)
  }

  /// A line that stands there twice and here once is there once.
  private static func lines(of some: [String], notIn others: [String]) -> [String] {
    var counts = LineCounts(others)
    return some.filter { !counts.take($0) }
  }
}

/// Lines, and how often each is there.
struct LineCounts {
  private var counts: [String: Int] = [:]

  init(_ lines: [String]) {
    for line in lines { counts[line, default: 0] += 1 }
  }

  /// Takes one out; false where there is none left.
  mutating func take(_ line: String) -> Bool {
    guard let count = counts[line], count > 0 else { return false }
    counts[line] = count - 1
    return true
  }
}

/// The lines of a source that tells all of them anew now and then: a file that is rewritten, a command that runs again.
/// What is handed on is what has changed, so that what stays can stay where it is.
struct RetoldLines {
  /// What has gone and what has come since it was last asked, in order.
  struct Change {
    var gone: [String] = []
    var new: [String] = []
    var isEmpty: Bool { gone.isEmpty && new.isEmpty }
  }

  /// What was handed on.
  private var told: [String] = []
  /// What has come since.
  private var next: [String] = []
  private var isRetelling = false

  /// Of a log without an end, the newest are remembered.
  static let most = 100_000
  private static let batch = 256

  /// What was told is superseded by what follows up to `takeWhole`.
  mutating func restart() {
    next = []
    isRetelling = true
  }

  /// Many that are no retelling are handed on before the last of them has come.
  mutating func take(_ line: String) -> Change {
    next.append(line)
    guard isRetelling else { return next.count >= Self.batch ? takeNew() : Change() }
    if next.count >= Self.most + Self.most / 10 { next.removeFirst(next.count - Self.most) }
    return Change()
  }

  /// All has come for now.
  mutating func takeWhole() -> Change {
    guard isRetelling else { return takeNew() }
    isRetelling = false
    defer { (told, next) = (next, []) }
    return Change(gone: Self.lines(of: told, notIn: next), new: Self.lines(of: next, notIn: told))
  }

  private mutating func takeNew() -> Change {
    defer { next = [] }
    told += next
    if told.count >= Self.most + Self.most / 10 { told.removeFirst(told.count - Self.most) }
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

/// The changes of a source that repeats all of its lines: a rewritten file, a command that runs at intervals. Lines
/// that stay can keep their place.
package struct LineDiff {
  /// Removed and added lines, in order.
  package struct Change {
    package var gone: [String] = []
    package var new: [String] = []
    /// All lines in their order, if that may have changed.
    package var order: [String] = []

    package init(gone: [String] = [], new: [String] = [], order: [String] = []) {
      (self.gone, self.new, self.order) = (gone, new, order)
    }

    package var isEmpty: Bool { gone.isEmpty && new.isEmpty && order.isEmpty }
  }

  /// The current lines.
  private var known: [String] = []
  /// The lines received since the restart.
  private var next: [String] = []
  /// Whether new lines replace all known ones.
  private var isReplacing = false

  package init() {}

  /// The limit for known lines, for an endless log; the oldest are dropped.
  package static let most = 100_000
  private static let batch = 256

  /// Starts a replacement of all known lines, until `takeWhole`.
  package mutating func restart() {
    next = []
    isReplacing = true
  }

  /// Adds a line and returns the change. Without a replacement it does not wait for the last line.
  package mutating func append(_ line: String) -> Change {
    next.append(line)
    guard isReplacing else { return next.count >= Self.batch ? takeNew() : Change() }
    if next.count >= Self.most + Self.most / 10 { next.removeFirst(next.count - Self.most) }
    return Change()
  }

  /// Ends a batch and returns the change.
  package mutating func takeWhole() -> Change {
    guard isReplacing else { return takeNew() }
    isReplacing = false
    defer { (known, next) = (next, []) }
    return Change(
      gone: Self.lines(of: known, notIn: next), new: Self.lines(of: next, notIn: known),
      order: next == known ? [] : next)
  }

  private mutating func takeNew() -> Change {
    defer { next = [] }
    known += next
    if known.count >= Self.most + Self.most / 10 { known.removeFirst(known.count - Self.most) }
    return Change(new: next)
  }

  /// The lines of `some` not in `others`, counting repetitions.
  private static func lines(of some: [String], notIn others: [String]) -> [String] {
    var counts = LineCounts(others)
    return some.filter { !counts.remove($0) }
  }
}

/// A multiset of lines.
package struct LineCounts {
  private var counts: [String: Int] = [:]

  package init(_ lines: [String]) {
    for line in lines { counts[line, default: 0] += 1 }
  }

  /// Removes one occurrence. Returns false if there is none.
  package mutating func remove(_ line: String) -> Bool {
    guard let count = counts[line], count > 0 else { return false }
    counts[line] = count - 1
    return true
  }
}

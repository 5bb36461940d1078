/// A set of whole pixels along a line, as few ranges as hold it, in order.
struct PixelRanges: Equatable {
  private(set) var ranges: [Range<Int>] = []

  var isEmpty: Bool { ranges.isEmpty }
  var first: Range<Int>? { ranges.first }

  func overlaps(_ range: Range<Int>) -> Bool { ranges.contains { $0.overlaps(range) } }

  /// The first part of the set that lies in `bounds`.
  func first(in bounds: Range<Int>) -> Range<Int>? {
    ranges.lazy.map { $0.clamped(to: bounds) }.first { !$0.isEmpty }
  }

  mutating func insert(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    var merged = range
    ranges.removeAll { other in
      guard other.lowerBound <= merged.upperBound, other.upperBound >= merged.lowerBound else { return false }
      merged = merged.hull(with: other)
      return true
    }
    let place = ranges.firstIndex { $0.lowerBound > merged.lowerBound } ?? ranges.endIndex
    ranges.insert(merged, at: place)
  }

  mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty, overlaps(range) else { return }
    ranges = ranges.flatMap { other in
      [
        other.lowerBound..<min(other.upperBound, max(other.lowerBound, range.lowerBound)),
        max(other.lowerBound, min(other.upperBound, range.upperBound))..<other.upperBound,
      ].filter { !$0.isEmpty }
    }
  }

  mutating func clamp(to bounds: Range<Int>) {
    ranges = ranges.map { $0.clamped(to: bounds) }.filter { !$0.isEmpty }
  }
}

extension Range<Int> {
  /// The shortest range that holds both; an empty one before it counts for nothing.
  func hull(with other: Range<Int>) -> Range<Int> {
    isEmpty ? other : Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

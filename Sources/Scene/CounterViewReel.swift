import ScrollCore

/// The order of digit cells in a strip that holds every pair of digits as neighbours at least once, so that
/// whatever two cells a reel shows, they are one stretch of one strip. First come the pairs of a rising and of a falling
/// reel; they are all that a strip needs but in a spin.
struct ReelSequence: Sendable {
  static let shared = ReelSequence()

  /// Digits from top to bottom.
  let cells: [Int]
  private let index: [Int]

  private init() {
    var cells = [0]
    var index = [Int](repeating: -1, count: 100)
    func add(_ digit: Int) {
      let pair = cells[cells.count - 1] * 10 + digit
      if index[pair] < 0 { index[pair] = cells.count - 1 }
      cells.append(digit)
    }
    for digit in 1...10 { add(digit % 10) }
    for digit in (0...9).reversed() { add(digit) }
    while let missing = index.firstIndex(of: -1) {
      let last = cells[cells.count - 1]
      if let next = (0...9).first(where: { index[last * 10 + $0] < 0 }) { add(next) } else { add(missing / 10) }
    }
    self.cells = cells
    self.index = index
  }

  /// The cell at which `upper` stands above `lower`.
  func place(of upper: Int, above lower: Int) -> Int { index[upper * 10 + lower] }
}

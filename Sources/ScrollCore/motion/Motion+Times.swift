extension Motion {
  /// When the position is between two bounds: the parts of a span of time, exact to a nanosecond, in order. A bound that is
  /// only touched does not count.
  func times(above low: Double, below high: Double, from start: Seconds, to end: Seconds) -> [ClosedRange<Seconds>] {
    guard low < high, start <= end else { return [] }
    var found: [ClosedRange<Seconds>] = []
    for piece in evenPieces(from: start, to: end) {
      guard let part = part(of: piece, above: low, below: high) else { continue }
      if let last = found.last, part.lowerBound - last.upperBound < 1e-9 {
        found[found.count - 1] = last.lowerBound...part.upperBound
      } else {
        found.append(part)
      }
    }
    return found
  }

  /// The parts of a span of time in each of which the position only grows, only falls, or stays.
  private func evenPieces(from start: Seconds, to end: Seconds) -> [ClosedRange<Seconds>] {
    var cuts = [start]
    func cut(at t: Seconds) { if t > cuts[cuts.count - 1], t < end { cuts.append(t) } }
    cut(at: self.start)
    if case .pause(_, let rest) = change { cut(at: self.start + rest) }
    cut(at: self.start + settlingTime)
    var pieces: [ClosedRange<Seconds>] = []
    for (from, to) in zip(cuts, cuts.dropFirst() + [end]) {
      // Within each, the velocity changes monotonically.
      if let turn = turn(from: from, to: to) { pieces += [from...turn, turn...to] } else { pieces.append(from...to) }
    }
    return pieces
  }

  /// When the velocity changes its sign, if it does.
  private func turn(from start: Seconds, to end: Seconds) -> Seconds? {
    var (low, high) = (start, end)
    // The velocity jumps at the start of a motion; the value after it counts.
    let first = velocity(at: min(end, start.nextUp))
    guard first * velocity(at: end) < 0 else { return nil }
    while let middle = Self.middle(low, high) {
      if velocity(at: middle) * first > 0 { low = middle } else { high = middle }
    }
    return high
  }

  private func part(of piece: ClosedRange<Seconds>, above low: Double, below high: Double) -> ClosedRange<Seconds>? {
    let (start, end) = (piece.lowerBound, piece.upperBound)
    let (first, last) = (position(at: start), position(at: end))
    guard max(first, last) > low, min(first, last) < high else { return nil }
    let (near, far) = first <= last ? (low, high) : (high, low)
    func isInside(_ x: Double, _ bound: Double) -> Bool { bound == low ? x > low : x < high }
    let from = isInside(first, near) ? start : time(of: near, from: start, to: end)
    let to = isInside(last, far) ? end : time(of: far, from: from, to: end)
    return from < to || first == last ? from...to : nil
  }

  /// When a position is reached, in a part in which it only grows or only falls.
  private func time(of position: Double, from start: Seconds, to end: Seconds) -> Seconds {
    var (low, high) = (start, end)
    let grows = self.position(at: start) < self.position(at: end)
    while let middle = Self.middle(low, high) {
      if (self.position(at: middle) < position) == grows { low = middle } else { high = middle }
    }
    return high
  }

  /// The middle of a span of time; nil if that is short enough.
  private static func middle(_ low: Seconds, _ high: Seconds) -> Seconds? {
    let middle = low + (high - low) / 2
    return high - low > 1e-10 && middle > low && middle < high ? middle : nil
  }

  /// The highest speed in a span of time, regardless of direction, in pixels per second.
  func highestSpeed(from start: Seconds, to end: Seconds) -> Double {
    evenPieces(from: start, to: end).reduce(0) { highest, piece in
      max(highest, abs(velocity(at: piece.lowerBound.nextUp)), abs(velocity(at: piece.upperBound)))
    }
  }
}

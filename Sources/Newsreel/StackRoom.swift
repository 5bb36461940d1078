/// How a stack gives its room along its axis to its views.
struct StackRoom {
  /// A view in it.
  struct Part: Equatable {
    /// Its length before room is added or removed: the set one, its natural one, or its minimum.
    var length: Double
    var minimum: Double
    var growPriority: Int
    var shrinkPriority: Int
  }

  /// The lengths of the parts.
  ///
  /// - Parameter room: The stack's length without the gaps.
  static func lengths(of parts: [Part], in room: Double) -> [Double] {
    let rest = room - parts.reduce(0) { $0 + $1.length }
    return rest >= 0 ? grown(parts, by: rest) : shrunk(parts, by: -rest)
  }

  /// The parts with the highest priority share the remaining room, in whole pixels.
  private static func grown(_ parts: [Part], by rest: Double) -> [Double] {
    let highest = parts.reduce(0) { max($0, $1.growPriority) }
    let count = highest > 0 ? parts.count { $0.growPriority == highest } : 0
    var taken = 0
    return parts.map { part in
      guard count > 0, part.growPriority == highest else { return part.length }
      // Rounds the ends of shares, not their lengths, so that no pixel is lost.
      let end = { (share: Int) in (rest * Double(share) / Double(count)).rounded() }
      defer { taken += 1 }
      return part.length + end(taken + 1) - end(taken)
    }
  }

  /// The parts with the highest priority shrink first, equally, down to their minimum; then the next ones.
  private static func shrunk(_ parts: [Part], by lack: Double) -> [Double] {
    var (parts, lack) = (parts, lack)
    for priority in Set(parts.map(\.shrinkPriority)).sorted(by: >) where priority > 0 {
      var open = parts.indices.filter { parts[$0].shrinkPriority == priority }
      while lack > 0.001, !open.isEmpty {
        let share = lack / Double(open.count)
        for index in open {
          let given = min(share, max(0, parts[index].length - parts[index].minimum))
          parts[index].length -= given
          lack -= given
        }
        open.removeAll { parts[$0].length <= parts[$0].minimum }
      }
    }
    return parts.map(\.length)
  }
}

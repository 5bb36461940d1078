import TestKit

/// Something that happens to the program, and the time after it. What it is in detail follows from its number, so that a script
/// stays valid whatever is left out of it.
struct SimulatedStep: Equatable {
  enum Kind: String, CaseIterable {
    // By lines and by hands, as in the soak.
    case lines, removed, corrected, urgent, topic, hand, command, resize, restyle, scroll
    // Feeds, and the list of them.
    case post, edit, withdraw, reorder, damage, mend, list, alert, reader
    // A broker's channel.
    case item, unsend, interruption, token, rubbish, part, rejoin
    // The socket.
    case timed, control, read
    // What is around the program.
    case clock, zone, full, kill, restart, cut, hide
    // Time.
    case frames, rest, check
  }

  var kind: Kind
  var number: UInt64
  /// In seconds.
  var pause: Double

  /// How often each kind comes.
  private static let weights: [(Kind, Int)] = [
    (.lines, 6), (.removed, 3), (.corrected, 2), (.urgent, 2), (.topic, 5), (.hand, 14), (.command, 5), (.resize, 2),
    (.restyle, 2), (.scroll, 2), (.post, 8), (.edit, 3), (.withdraw, 4), (.reorder, 2), (.damage, 2), (.mend, 3),
    (.list, 2), (.alert, 12), (.reader, 1), (.item, 6), (.unsend, 3), (.interruption, 2), (.token, 1), (.rubbish, 2),
    (.part, 1), (.rejoin, 2), (.timed, 3), (.control, 5), (.read, 4), (.clock, 1), (.zone, 1), (.full, 1), (.kill, 1),
    (.restart, 1), (.cut, 1), (.hide, 1), (.frames, 8), (.rest, 1), (.check, 4),
  ]

  /// The script of a seed.
  ///
  /// - Parameter pause: The time after a step.
  static func script(seed: UInt64, count: Int, pause: (inout SeededRandom) -> Double = shortPause) -> [SimulatedStep] {
    var random = SeededRandom(seed: seed ^ 0x51_6d75)
    let total = weights.reduce(0) { $0 + $1.1 }
    return (0..<count).map { _ in
      var place = Int.random(in: 0..<total, using: &random)
      let kind = weights.first { weight in
        place -= weight.1
        return place < 0
      }
      return SimulatedStep(
        kind: kind?.0 ?? .check, number: random.next() >> 44, pause: (pause(&random) * 1000).rounded() / 1000)
    }
  }

  /// Most often parts of a second, then and now minutes, seldom days or weeks.
  static func shortPause(_ random: inout SeededRandom) -> Double {
    switch Int.random(in: 0..<400, using: &random) {
    case 0: .random(in: 86_400...3_000_000, using: &random)
    case 1..<4: .random(in: 600...40_000, using: &random)
    case 4..<12: .random(in: 10...120, using: &random)
    case 12..<120: .random(in: 0.3...3, using: &random)
    case 120..<200: 0
    default: .random(in: 0.01...0.3, using: &random)
    }
  }

  /// Everyday: something every half hour.
  static func everydayPause(_ random: inout SeededRandom) -> Double {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: .random(in: 3600...30_000, using: &random)
    case 1..<12: .random(in: 60...3000, using: &random)
    default: .random(in: 0.1...10, using: &random)
    }
  }
}

extension SimulatedStep: CustomStringConvertible {
  var description: String { "\(kind.rawValue):\(number)+\(pause)" }

  /// Reads the form of `description`.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":")
    let numbers = parts.count == 2 ? parts[1].split(separator: "+") : []
    guard numbers.count == 2, let kind = Kind(rawValue: String(parts[0])), let number = UInt64(numbers[0]),
      let pause = Double(numbers[1]), pause >= 0, pause < 1e9
    else { return nil }
    (self.kind, self.number, self.pause) = (kind, number, pause)
  }

  /// A script in the form of descriptions with commas between them.
  static func script(_ text: some StringProtocol) -> [SimulatedStep] {
    text.split(separator: ",").compactMap { SimulatedStep($0) }
  }
}

/// Makes a failing script short: leaves out parts of it, halves first, as long as it fails.
func shortened(_ script: [SimulatedStep], fails: ([SimulatedStep]) -> Bool) -> [SimulatedStep] {
  var (script, length) = (script, max(1, script.count / 2))
  while true {
    var (start, isShorter) = (0, false)
    while start < script.count {
      var rest = script
      rest.removeSubrange(start..<min(start + length, script.count))
      if fails(rest) { (script, isShorter) = (rest, true) } else { start += length }
    }
    if length > 1 { length /= 2 } else if !isShorter { return script }
  }
}

package import Base

/// Assigns the theme's colours to topics, by index, consistently across restarts and independently of order.
///
/// The index is a hash of the topic's name or feed address, among the first half of the colours, which differ most. If
/// another current topic has it, the topic takes the next free one of them, or else of the others, and keeps it: the file
/// has a line with hash and index for each topic.
package struct TopicColors: Sendable {
  /// The number of colours, as in most themes.
  package static let count = 12

  private var numbers: [UInt64: Int] = [:]
  /// The hashes missing from the file, in order.
  private var new: [UInt64] = []
  private static let most = 4096

  package init() {}

  /// Whether there is something to save.
  package var hasChanges: Bool { !new.isEmpty }

  /// Reads the file. Skips damaged lines, since a colour can be chosen again.
  package init(path: String?) {
    if let path { for (key, number) in Self.lines(of: path) { numbers[key] = number } }
  }

  /// Returns the colour index of a topic. Chooses one if it is unknown.
  ///
  /// - Parameter taken: The colours of the other current topics.
  package mutating func number(of topic: String, besides taken: Set<Int>) -> Int {
    // With this salt the bundled topics get the first six colours.
    let key = stableHash("1800099\n" + topic)
    if let known = numbers[key] { return known }
    let half = Self.count / 2
    let first = Int((key >> 32) % UInt64(half))
    let wheel = (0..<half).map { (first + $0) % half }
    let number = (wheel + wheel.map { $0 + half }).first { !taken.contains($0) } ?? first
    numbers[key] = number
    new.append(key)
    return number
  }

  /// Writes the new entries. Keeps what other programs have written meanwhile.
  package mutating func save(to path: String) throws(Failure) {
    guard !new.isEmpty else { return }
    // A failed write is not retried.
    let keys = new
    new = []
    try AtomicFile.locked(path) { () throws(Failure) in
      var lines = Self.lines(of: path)
      let known = Set(lines.map(\.key))
      lines += keys.filter { !known.contains($0) }.compactMap { key in numbers[key].map { (key, $0) } }
      let text = lines.suffix(Self.most).map { "\(String($0.key, radix: 16)) \($0.number)\n" }.joined()
      try AtomicFile.write(Array(text.utf8), to: path, isDurable: false)
    }
  }

  private static func lines(of path: String) -> [(key: UInt64, number: Int)] {
    guard let bytes = AtomicFile.contents(path, limit: 1 << 20) else { return [] }
    return bytes.split(separator: 0x0A).compactMap { line in
      let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard fields.count == 2, let key = UInt64(fields[0], radix: 16), let number = Int(fields[1]),
        (0..<count).contains(number)
      else { return nil }
      return (key, number)
    }
  }
}

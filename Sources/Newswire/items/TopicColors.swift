package import Base

/// Which of the theme's colours each topic has, by their numbers: the same one at each start, whichever topic comes first.
///
/// A topic's number follows from its name, or its feed's address. Where another topic that is there has that colour it takes the next
/// one that is free, and keeps it: the file has a line for each topic, of a hash and a number.
package struct TopicColors: Sendable {
  /// How many colours there are to choose from, as many as most themes have.
  package static let count = 12

  /// Nil: nothing is kept.
  private let path: String?
  private var numbers: [UInt64: Int] = [:]
  /// Those that the file does not have, in the order in which they came.
  private var new: [UInt64] = []
  private static let most = 4096

  /// Reads the file. Lines that are damaged are left out: a colour can be chosen again.
  package init(path: String?) {
    self.path = path
    if let path { for (key, number) in Self.lines(of: path) { numbers[key] = number } }
  }

  /// The number of a topic, which is chosen where it is not known yet.
  ///
  /// - Parameter taken: Those of the other topics that are there.
  package mutating func number(of topic: String, besides taken: Set<Int>) -> Int {
    // With this salt the topics that ship with the program have the first six.
    let key = stableHash("1800099\n" + topic)
    if let known = numbers[key] { return known }
    let first = Int((key >> 32) % UInt64(Self.count))
    let number = (0..<Self.count).lazy.map { (first + $0) % Self.count }.first { !taken.contains($0) } ?? first
    numbers[key] = number
    new.append(key)
    return number
  }

  /// Writes what is new; what other programs have written meanwhile stays.
  package mutating func save() throws(Failure) {
    guard let path, !new.isEmpty else { return }
    // What cannot be written now is not tried again and again.
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
    guard let bytes = (try? AtomicFile.read(path, limit: 1 << 20)) ?? nil else { return [] }
    return bytes.split(separator: 0x0A).compactMap { line in
      let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard fields.count == 2, let key = UInt64(fields[0], radix: 16), let number = Int(fields[1]),
        (0..<count).contains(number)
      else { return nil }
      return (key, number)
    }
  }
}

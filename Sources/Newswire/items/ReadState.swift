package import Base

/// Which items were read and which were removed: they stay so after a restart.
///
/// Kept as hashes of the ids with the day of the change, the newest 20,000; saved in one step. A file that cannot be
/// understood is set aside, not overwritten.
package struct ReadState: Sendable {
  package enum State: Character, Sendable {
    case read = "r"
    case removed = "x"
  }

  private struct Entry: Equatable {
    var state: State
    var day: Int
  }

  private let path: String
  private var entries: [UInt64: Entry] = [:]
  private var hasChanges = false
  static let most = 20_000
  private static let header = "newsreel items 1"

  /// Reads the file. `problem` tells what was wrong with it; nothing is read or removed then.
  package init(path: String, problem: inout Failure?) {
    self.path = path
    do throws(Failure) {
      guard let bytes = try AtomicFile.read(path, limit: 4 << 20) else { return }
      if !parse(String(decoding: bytes, as: UTF8.self)) {
        entries = [:]
        AtomicFile.setAside(path)
        problem = Failure(of: path, reason: "is damaged and was set aside as \(path).damaged")
      }
    } catch {
      problem = error
    }
  }

  package subscript(item: NewsItem.ID) -> State? { entries[Self.key(item)]?.state }

  /// - Parameter state: nil for neither.
  package mutating func set(_ item: NewsItem.ID, _ state: State?) {
    let entry = state.map { Entry(state: $0, day: Int(wallClockNow() / 86_400)) }
    guard entries[Self.key(item)] != entry else { return }
    entries[Self.key(item)] = entry
    hasChanges = true
  }

  /// Writes the file if anything has changed.
  package mutating func save() throws(Failure) {
    guard hasChanges else { return }
    if entries.count > Self.most {
      let oldest = entries.sorted { ($0.value.day, $0.key) < ($1.value.day, $1.key) }
      for (key, _) in oldest.prefix(entries.count - Self.most) { entries[key] = nil }
    }
    let lines = entries.map { key, entry in "\(String(key, radix: 16)) \(entry.state.rawValue) \(entry.day)\n" }
    let text = Self.header + "\n" + lines.sorted().joined() + "end \(lines.count)\n"
    try AtomicFile.write(Array(text.utf8), to: path, isDurable: false)
    hasChanges = false
  }

  /// The same item of two feeds is two items.
  private static func key(_ item: NewsItem.ID) -> UInt64 { stableHash("\(item.feed ?? "")\n\(item.guid)") }

  private mutating func parse(_ text: String) -> Bool {
    let lines = text.split(separator: "\n")
    guard lines.first == Substring(Self.header), lines.last == "end \(lines.count - 2)" else { return false }
    for line in lines.dropFirst().dropLast() {
      let fields = line.split(separator: " ")
      guard fields.count == 3, let key = UInt64(fields[0], radix: 16), fields[1].count == 1,
        let state = fields[1].first.flatMap(State.init(rawValue:)), let day = Int(fields[2])
      else { return false }
      entries[key] = Entry(state: state, day: day)
    }
    return true
  }
}

/// FNV-1a, 64 bits: a hash that is the same in every run.
func stableHash(_ text: String) -> UInt64 {
  text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

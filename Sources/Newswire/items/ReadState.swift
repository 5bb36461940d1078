package import Base
internal import ScrollCore

/// The items that have been read or removed, stored across restarts.
///
/// Stores hashes of the newest 20,000 IDs, with the day of the change, and saves atomically, with what other programs have
/// noted meanwhile. An unreadable file is renamed, not overwritten.
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
  /// The unsaved changes.
  private var changed: Set<UInt64> = []
  static let most = 20_000
  private static let header = "newsreel items 1"

  /// Reads the file. After an error `problem` is set, and no item counts as read or removed.
  package init(path: String, problem: inout Failure?) {
    self.path = path
    do throws(Failure) {
      guard let bytes = try AtomicFile.read(path, limit: 4 << 20) else { return }
      if let known = Self.parse(bytes) {
        entries = known
      } else {
        problem = try AtomicFile.setAside(path)
      }
    } catch {
      problem = error
    }
  }

  package subscript(item: NewsItem.ID) -> State? { entries[item.key]?.state }

  /// - Parameter state: Nil for neither read nor removed.
  package mutating func set(_ item: NewsItem.ID, _ state: State?) {
    let entry = state.map { Entry(state: $0, day: wallClockNow().wholeSeconds / 86_400) }
    guard entries[item.key] != entry else { return }
    entries[item.key] = entry
    changed.insert(item.key)
  }

  /// Writes the file if anything has changed.
  package mutating func save() throws(Failure) {
    guard !changed.isEmpty else { return }
    try AtomicFile.locked(path) { () throws(Failure) in
      try mergeOthers()
      try write()
    }
    changed = []
  }

  /// Takes over what other programs have noted since. A file that could not be set aside before has to be now, and one that cannot
  /// be read is not replaced.
  private mutating func mergeOthers() throws(Failure) {
    guard let bytes = try AtomicFile.read(path, limit: 4 << 20) else { return }
    guard var others = Self.parse(bytes) else {
      _ = try AtomicFile.setAside(path)
      return
    }
    for key in changed { others[key] = entries[key] }
    entries = others
  }

  private mutating func write() throws(Failure) {
    if entries.count > Self.most {
      let oldest = entries.sorted { ($0.value.day, $0.key) < ($1.value.day, $1.key) }
      for (key, _) in oldest.prefix(entries.count - Self.most) { entries[key] = nil }
    }
    let lines = entries.map { key, entry in "\(String(key, radix: 16)) \(entry.state.rawValue) \(entry.day)\n" }
    let text = Self.header + "\n" + lines.sorted().joined() + "end \(lines.count)\n"
    try AtomicFile.write(Array(text.utf8), to: path, isDurable: false)
  }

  /// Parses the file; nil if it is malformed.
  private static func parse(_ bytes: [UInt8]) -> [UInt64: Entry]? {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    var entries: [UInt64: Entry] = [:]
    guard lines.first == Substring(Self.header), lines.last == "end \(lines.count - 2)" else { return nil }
    for line in lines.dropFirst().dropLast() {
      let fields = line.split(separator: " ")
      guard fields.count == 3, let key = UInt64(fields[0], radix: 16), fields[1].count == 1,
        let state = fields[1].first.flatMap(State.init(rawValue:)), let day = Int(fields[2])
      else { return nil }
      entries[key] = Entry(state: state, day: day)
    }
    return entries
  }
}

extension NewsItem.ID {
  /// A number that is the same in every run. The same item of two feeds is two items.
  var key: UInt64 { stableHash("\(feed ?? "")\n\(guid)") }
}

/// Returns the 64-bit FNV-1a hash, which is the same in every run.
func stableHash(_ text: String) -> UInt64 {
  text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

package import Base
package import ScrollCore

/// The items that have been read or removed, by hashes of their IDs, with the day of the change.
package struct ReadMarks: Equatable, Sendable {
  package enum State: Character, Sendable {
    case read = "r"
    case removed = "x"
  }

  fileprivate struct Entry: Equatable {
    var state: State
    var day: Int
  }

  fileprivate var entries: [UInt64: Entry] = [:]
  /// The unsaved changes.
  fileprivate var changed: Set<UInt64> = []

  package init() {}

  package subscript(item: NewsItem.ID) -> State? { entries[item.key]?.state }

  /// - Parameter state: Nil for neither read nor removed.
  package mutating func set(_ item: NewsItem.ID, _ state: State?, at now: UnixTime) {
    let entry = state.map { Entry(state: $0, day: now.wholeSeconds / 86_400) }
    guard entries[item.key] != entry else { return }
    entries[item.key] = entry
    changed.insert(item.key)
  }

  /// Whether there is something to save.
  package var hasChanges: Bool { !changed.isEmpty }
}

/// The file of such marks, kept across restarts.
///
/// It has the newest 20,000, and is saved atomically, with what other programs have noted meanwhile. An unreadable file is
/// renamed, not overwritten.
package struct ReadState: Sendable {
  package typealias State = ReadMarks.State
  private typealias Entry = ReadMarks.Entry

  private let path: String
  package private(set) var marks = ReadMarks()
  static let most = 20_000
  private static let header = "newsreel items 1"

  /// Reads the file. After an error `problem` is set, and no item counts as read or removed.
  package init(path: String, problem: inout Failure?) {
    self.path = path
    do throws(Failure) {
      guard let bytes = try AtomicFile.read(path, limit: 4 << 20) else { return }
      if let known = Self.parse(bytes) {
        marks.entries = known
      } else {
        problem = try AtomicFile.setAside(path)
      }
    } catch {
      problem = error
    }
  }

  package subscript(item: NewsItem.ID) -> State? { marks[item] }

  /// - Parameter state: Nil for neither read nor removed.
  package mutating func set(_ item: NewsItem.ID, _ state: State?) { marks.set(item, state, at: wallClockNow()) }

  /// Writes the file if anything has changed.
  package mutating func save() throws(Failure) { marks = try Self.save(marks, to: path) }

  /// Writes marks if any has changed. Returns them with those that other programs have made.
  package static func save(_ marks: ReadMarks, to path: String) throws(Failure) -> ReadMarks {
    guard marks.hasChanges else { return marks }
    var marks = marks
    try AtomicFile.locked(path) { () throws(Failure) in
      marks.entries = try merged(marks, path)
      try write(&marks.entries, to: path)
    }
    marks.changed = []
    return marks
  }

  /// Marks with what other programs have noted since. A file that could not be set aside before has to be now, and one that cannot
  /// be read is not replaced.
  private static func merged(_ marks: ReadMarks, _ path: String) throws(Failure) -> [UInt64: Entry] {
    guard let bytes = try AtomicFile.read(path, limit: 4 << 20) else { return marks.entries }
    guard var others = parse(bytes) else {
      _ = try AtomicFile.setAside(path)
      return marks.entries
    }
    for key in marks.changed { others[key] = marks.entries[key] }
    return others
  }

  private static func write(_ entries: inout [UInt64: Entry], to path: String) throws(Failure) {
    if entries.count > most {
      let oldest = entries.sorted { ($0.value.day, $0.key) < ($1.value.day, $1.key) }
      for (key, _) in oldest.prefix(entries.count - most) { entries[key] = nil }
    }
    let lines = entries.map { key, entry in "\(String(key, radix: 16)) \(entry.state.rawValue) \(entry.day)\n" }
    let text = header + "\n" + lines.sorted().joined() + "end \(lines.count)\n"
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

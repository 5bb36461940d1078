package import Base

/// Which items were read and which were removed: they stay so after a restart.
///
/// Kept as hashes of the ids with the day of the mark, the newest 20,000; saved in one step. A file that cannot be
/// understood is set aside, not overwritten.
package struct ItemMarks: Sendable {
  package enum Mark: Character, Sendable {
    case read = "r"
    case removed = "x"
  }

  private struct Entry {
    var mark: Mark
    var day: Int
  }

  private let path: String
  private var entries: [UInt64: Entry] = [:]
  package private(set) var hasChanges = false
  static let most = 20_000
  private static let header = "newsreel items 1"

  /// Reads the file. `problem` tells what was wrong with it; the marks are empty then.
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

  package subscript(item: WireItem) -> Mark? { entries[Self.key(item)]?.mark }

  package mutating func mark(_ item: WireItem, _ mark: Mark) {
    let day = Int(wallClockNow() / 86_400)
    entries[Self.key(item)] = Entry(mark: mark, day: day)
    hasChanges = true
  }

  /// Writes the file if anything has changed.
  package mutating func save() throws(Failure) {
    guard hasChanges else { return }
    if entries.count > Self.most { forgetOldest() }
    let lines = entries.map { key, entry in "\(String(key, radix: 16)) \(entry.mark.rawValue) \(entry.day)\n" }
    let text = Self.header + "\n" + lines.sorted().joined() + "end \(lines.count)\n"
    try AtomicFile.write(Array(text.utf8), to: path, isDurable: false)
    hasChanges = false
  }

  /// The same item of two feeds is two items.
  private static func key(_ item: WireItem) -> UInt64 { stableHash("\(item.feed ?? "")\n\(item.id)") }

  private mutating func parse(_ text: String) -> Bool {
    let lines = text.split(separator: "\n")
    guard lines.first == Substring(Self.header), lines.last == "end \(lines.count - 2)" else { return false }
    for line in lines.dropFirst().dropLast() {
      let fields = line.split(separator: " ")
      guard fields.count == 3, let key = UInt64(fields[0], radix: 16), fields[1].count == 1,
        let mark = fields[1].first.flatMap(Mark.init(rawValue:)), let day = Int(fields[2])
      else { return false }
      entries[key] = Entry(mark: mark, day: day)
    }
    return true
  }

  private mutating func forgetOldest() {
    let oldest = entries.sorted { ($0.value.day, $0.key) < ($1.value.day, $1.key) }
    for (key, _) in oldest.prefix(entries.count - Self.most) { entries[key] = nil }
  }
}

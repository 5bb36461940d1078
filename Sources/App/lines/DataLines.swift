internal import Newswire

/// The lines of a file with a list, one entry a line. Keeps everything around the entries: blank lines, indentation,
/// any line ends, lines that are not entries. Unedited parts stay the same, byte for byte.
struct DataLines {
  private struct Line {
    /// Including its line end.
    var bytes: ArraySlice<UInt8>
    /// Nil if it is not an entry.
    var label: String?
  }

  private var lines: [Line] = []
  private let lineEnd: [UInt8]

  /// The limit for an entry, in bytes.
  private static let longest = 4096

  /// - Parameter label: Converts a line to the list's label; nil if it is not an entry.
  init(_ bytes: [UInt8], label: (String) -> String?) {
    let first = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
    let ends = bytes[first...].prefix(2)
    lineEnd = ends.elementsEqual([0x0D, 0x0A]) ? [0x0D, 0x0A] : [ends.first ?? 0x0A]
    var start = bytes.startIndex
    while start < bytes.endIndex {
      var end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
      let isEntry = end - start <= Self.longest
      let text = isEntry ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
      if end < bytes.endIndex {
        end += bytes[end] == 0x0D && end + 1 < bytes.endIndex && bytes[end + 1] == 0x0A ? 2 : 1
      }
      add(Line(bytes: bytes[start..<end], label: text.allSatisfy(\.isWhitespace) ? nil : label(text)), of: bytes)
      start = end
    }
  }

  /// Joins adjacent lines that are not entries.
  private mutating func add(_ line: Line, of bytes: [UInt8]) {
    if line.label == nil, let last = lines.last, last.label == nil {
      lines[lines.count - 1].bytes = bytes[last.bytes.startIndex..<line.bytes.endIndex]
    } else {
      lines.append(line)
    }
  }

  /// The entries, in order.
  var labels: [String] { lines.compactMap(\.label) }

  /// Makes only these count as entries, for instance without repetitions.
  mutating func keep(only labels: [String]) {
    var counts = LineCounts(labels)
    for i in lines.indices {
      if let label = lines[i].label, !counts.remove(label) { lines[i].label = nil }
    }
  }

  /// The file with these entries. Existing ones keep their spelling and what precedes them.
  func edited(to labels: [String]) -> [UInt8] {
    var places: [String: [Int]] = [:]
    for (i, line) in lines.enumerated().reversed() {
      if let label = line.label { places[label, default: []].append(i) }
    }
    let chosen = labels.map { (label: $0, place: places[$0]?.popLast()) }
    let (before, tail) = surroundings(of: Set(chosen.compactMap(\.place)))
    var result: [UInt8] = []
    func add(_ bytes: some Collection<UInt8>) {
      if let last = result.last, last != 0x0A, last != 0x0D { result += lineEnd }
      result += bytes
    }
    for (label, place) in chosen {
      for line in place.flatMap({ before[$0] }) ?? [] { add(lines[line].bytes) }
      if let place { add(lines[place].bytes) } else { add(Array(label.utf8) + lineEnd) }
    }
    for line in tail { add(lines[line].bytes) }
    return result
  }

  /// The lines between entries, by the next entry that stays, and the lines at the end.
  private func surroundings(of kept: Set<Int>) -> (before: [Int: [Int]], tail: [Int]) {
    var before: [Int: [Int]] = [:]
    var waiting: [Int] = []
    for i in lines.indices {
      if lines[i].label == nil {
        waiting.append(i)
      } else if kept.contains(i) {
        before[i] = waiting
        waiting = []
      }
    }
    return (before, waiting)
  }
}

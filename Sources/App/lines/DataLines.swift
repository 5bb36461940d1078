/// The lines of a file that holds a list, one entry a line, with all that stands around the entries: blank lines,
/// indentation, line ends of any sort, lines that are no entries. What is not edited stays as it is, byte for byte.
struct DataLines {
  private struct Line {
    /// With its end.
    var bytes: ArraySlice<UInt8>
    /// Nil: it is no entry.
    var label: String?
  }

  private var lines: [Line] = []
  private let lineEnd: [UInt8]

  /// Bytes of an entry at most: nobody wrote more by hand, and nobody could see it.
  private static let longest = 4096

  /// - Parameter label: What the list calls an entry that is written so; nil where it is none.
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

  /// Lines one after another that are no entries are one.
  private mutating func add(_ line: Line, of bytes: [UInt8]) {
    if line.label == nil, let last = lines.last, last.label == nil {
      lines[lines.count - 1].bytes = bytes[last.bytes.startIndex..<line.bytes.endIndex]
    } else {
      lines.append(line)
    }
  }

  /// The entries, in order.
  var labels: [String] { lines.compactMap(\.label) }

  /// Lets only these count as entries, such as a list without repetitions has taken over.
  mutating func keep(only labels: [String]) {
    var counts = LineCounts(labels)
    for i in lines.indices {
      if let label = lines[i].label, !counts.take(label) { lines[i].label = nil }
    }
  }

  /// The file with these entries: those that it has already are taken over as they are written there, with what stands
  /// before them.
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

  /// The lines that are no entries, by the next entry that stays, and those behind all of them.
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

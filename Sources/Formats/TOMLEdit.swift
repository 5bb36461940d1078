package import Base

/// Changes to a TOML text that keep everything else: comments, blanks, order.
package struct TOMLEdit {
  private let bytes: [UInt8]
  private var changes: [(range: Range<Int>, text: [UInt8])] = []

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The text with all changes applied.
  package var result: [UInt8] {
    var result: [UInt8] = []
    var place = 0
    // Changes at the same place keep their order.
    let ordered = changes.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, change) in ordered where change.range.lowerBound >= place {
      result += bytes[place..<change.range.lowerBound] + change.text
      place = change.range.upperBound
    }
    return result + bytes[place...]
  }

  /// Replaces the value of a key by TOML text.
  package mutating func replace(_ entry: TOML.Entry, by value: String) throws(Failure) {
    changes.append((try range(of: entry), Array(value.utf8)))
  }

  /// Removes a key with its line; a trailing comment stays.
  ///
  /// - Throws: if the key is not on a line of its own.
  package mutating func remove(_ entry: TOML.Entry) throws(Failure) {
    let (start, value) = (lineStart(at: offset(of: entry.place)), try range(of: entry))
    let end = lineEnd(at: value.upperBound)
    let before = bytes[start..<offset(of: entry.place)]
    let rest = bytes[value.upperBound..<end].drop { $0 == 0x20 || $0 == 0x09 }
    guard before.allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
      rest.isEmpty || [0x0A, 0x0D, 0x23].contains(rest[rest.startIndex])
    else { throw Failure.syntax("'\(entry.key)' does not stand on a line of its own", at: entry.place) }
    changes.append((start..<end, rest.first == 0x23 ? Array(before + rest) : []))
  }

  /// Adds a key to a table: below a comment with its name, such as `# name = …`, or else below the table's last key.
  ///
  /// - Parameter header: The place of the table's name; nil for the root table.
  /// - Throws: for an inline table.
  package mutating func add(_ key: String, _ value: String, to table: TOML.Table, at header: TextPlace?)
    throws(Failure)
  {
    if table.origin == .inline || table.origin == .dotted, let header {
      throw Failure.syntax("a table between braces takes no further key; add \(key) there by hand", at: header)
    }
    var taken: [Range<Int>] = []
    for entry in table.ownEntries { taken.append(offset(of: entry.place)..<(try range(of: entry)).upperBound) }
    let start = header.map { lineEnd(at: offset(of: $0)) } ?? 0
    let last = taken.max { $0.upperBound < $1.upperBound }
    let ends = header == nil && last == nil ? firstHeader(of: table) : last.map { lineEnd(at: $0.upperBound) } ?? start
    let place = template(of: key, from: start, outside: taken) ?? ends
    let model = last.map { lineStart(at: $0.lowerBound) } ?? header.map { lineStart(at: offset(of: $0)) } ?? place
    let indent = bytes[model...].prefix { $0 == 0x20 || $0 == 0x09 }
    let lineBreak: [UInt8] = bytes.contains(0x0D) ? [0x0D, 0x0A] : [0x0A]
    let isBroken = place > 0 && bytes[place - 1] != 0x0A
    let line = Array(indent) + Array("\(key) = \(value)".utf8) + lineBreak
    changes.append((place..<place, (isBroken ? lineBreak : []) + line))
  }

  /// Adds a table at the end.
  ///
  /// - Parameter name: As written between the brackets.
  package mutating func append(table name: String, _ keys: [(name: String, value: String)]) {
    let lines = ["[\(name)]"] + keys.map { "\($0.name) = \($0.value)" }
    let gap = bytes.isEmpty ? "" : bytes.last == 0x0A ? "\n" : "\n\n"
    changes.append((bytes.count..<bytes.count, Array((gap + lines.map { $0 + "\n" }.joined()).utf8)))
  }

  /// Removes the line of a table's name, and an empty one before it.
  package mutating func removeHeader(at place: TextPlace) {
    let start = lineStart(at: offset(of: place))
    let before = start > 0 ? lineStart(at: start - 1) : start
    let isGap = before < start && bytes[before..<start].allSatisfy(\.isBlank)
    changes.append(((isGap ? before : start)..<lineEnd(at: start), []))
  }

  /// The start of the first table header including its comment; the end of the text if there is none.
  private func firstHeader(of root: TOML.Table) -> Int {
    guard let place = root.entries.map(\.place).min() else { return bytes.count }
    var start = lineStart(at: offset(of: place))
    while start > 0 {
      let before = lineStart(at: start - 1)
      guard bytes[before..<start].first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "#") else { break }
      start = before
    }
    return start
  }

  /// The end of the comment line with a key's name, before the next table.
  private func template(of key: String, from start: Int, outside taken: [Range<Int>]) -> Int? {
    var place = start
    while place < bytes.count {
      let end = lineEnd(at: place)
      let line = bytes[place..<end].drop { $0 == 0x20 || $0 == 0x09 }
      let isInside = taken.contains { $0.contains(place) }
      if !isInside, line.first == UInt8(ascii: "[") { return nil }
      let words = line.dropFirst().split { $0 == 0x20 || $0 == 0x09 }
      // A further indented line belongs to an example.
      let isExample = line.dropFirst(2).first == 0x20
      if !isInside, !isExample, line.first == UInt8(ascii: "#"), words.count > 1, words[0].elementsEqual(key.utf8),
        words[1].first == UInt8(ascii: "=")
      {
        return end
      }
      place = end
    }
    return nil
  }

  // MARK: - Places

  private func offset(of place: TextPlace) -> Int {
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for _ in 1..<max(1, place.line) { index = lineEnd(at: index) }
    var column = 1
    while column < place.column, index < bytes.count {
      index += 1
      while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
      column += 1
    }
    return index
  }

  /// The range of a key's value.
  private func range(of entry: TOML.Entry) throws(Failure) -> Range<Int> {
    let start = offset(of: entry.item.place)
    var reader = TOMLReader(bytes)
    reader.index = start
    _ = try reader.item()
    return start..<reader.index
  }

  private func lineStart(at index: Int) -> Int {
    bytes[..<index].lastIndex(of: 0x0A).map { $0 + 1 } ?? (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  /// The start of the next line.
  private func lineEnd(at index: Int) -> Int { bytes[index...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count }
}

extension TOML.Table {
  /// The entries written below its header, and not below those of other tables; for a dotted key, the last part.
  fileprivate var ownEntries: [TOML.Entry] {
    entries.flatMap { entry -> [TOML.Entry] in
      if case .table(let table) = entry.item.value, table.origin == .dotted { return table.ownEntries }
      return entry.item.value.isOfHeaders ? [] : [entry]
    }
  }
}

extension TOML.Value {
  /// Whether it was defined by headers instead of a key.
  fileprivate var isOfHeaders: Bool {
    switch self {
    case .table(let table): table.origin != .inline
    case .array(let items):
      items.contains { if case .table(let table) = $0.value { table.origin == .header } else { false } }
    default: false
    }
  }
}

package import Base

extension TOML {
  /// Parses a document.
  ///
  /// - Parameter file: The file's name for messages; empty for none.
  /// - Throws: `Failure` with the place of the first error.
  package static func read(_ bytes: [UInt8], file: String = "") throws(Failure) -> Table {
    let (table, problems) = readable(bytes, file: file, most: 1)
    if let first = problems.first { throw first }
    return table
  }

  /// Parses what can be read of a document: every statement without an error.
  ///
  /// - Parameter most: The number of errors after which it stops reading.
  /// - Returns: The values, and the errors with their places.
  package static func readable(
    _ bytes: [UInt8], file: String = "", most: Int = 100
  ) -> (table: Table, problems: [Failure]) {
    var reader = TOMLReader(bytes)
    let problems = reader.document(most: most)
    return (reader.root, problems.map { Failure($0.kind, of: file, reason: $0.reason) })
  }
}

/// Parses the lines of a TOML document: its keys, tables and comments.
struct TOMLReader {
  private(set) var bytes: [UInt8]
  var index = 0
  var depth = 0
  private var line = 1
  /// The last computed place, with its byte offset.
  private var counted = (index: 0, line: 1, column: 1)

  fileprivate let root = TOML.Table(.header)
  private var table: TOML.Table

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    table = root
    if bytes.starts(with: Self.byteOrderMark) {
      index = 3
      counted.index = 3
    }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Reads all statements. Returns the errors of those that it had to leave out.
  fileprivate mutating func document(most: Int) -> [Failure] {
    var problems: [Failure] = []
    do throws(Failure) { try checkEncoding() } catch {
      problems.append(error)
      bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
    while index < bytes.count, problems.count < most {
      let start = index
      do throws(Failure) { try statement() } catch {
        problems.append(error)
        leaveOut(from: start)
      }
    }
    for list in lists.values.flatMap(\.values) { list.put() }
    return problems
  }

  private mutating func statement() throws(Failure) {
    skipBlanks()
    switch next {
    case nil, UInt8(ascii: "#"), 0x0A, 0x0D: break
    case UInt8(ascii: "["):
      // Keys below an unreadable header belong to no table.
      table = TOML.Table(.header)
      try header()
    default: try pair(in: table)
    }
    try endLine()
  }

  /// Goes on behind a statement that cannot be read: where the next one seems to begin.
  private mutating func leaveOut(from start: Int) {
    (index, depth) = (start, 0)
    repeat {
      while let byte = next, byte != 0x0A { index += 1 }
      if next != nil { index += 1 }
    } while next != nil && !seemsToBegin
  }

  /// Whether this line may be a statement, and not the rest of a value: a header, a comment, or a key with its sign.
  private var seemsToBegin: Bool {
    let line = bytes[index...].prefix { $0 != 0x0A && $0 != UInt8(ascii: "#") }
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = text.first, first != 0x0D else { return true }
    let key = text.prefix { $0 != UInt8(ascii: "=") }
    return first == UInt8(ascii: "[")
      || key.count < text.count && !key.contains { ",{}[]()".utf8.contains($0) }
  }

  private mutating func checkEncoding() throws(Failure) {
    do { _ = try UTF8Span(validating: bytes.span) } catch {
      throw wrong("this is not UTF-8", at: error.byteOffsets.lowerBound)
    }
  }

  // MARK: - Lines

  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  func starts(with text: String, at start: Int) -> Bool { bytes[start...].starts(with: text.utf8) }

  mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 { index += 1 }
  }

  /// Skips blanks, line ends and comments, as between the values of an array.
  mutating func skipLines() throws(Failure) {
    while true {
      skipBlanks()
      if next == UInt8(ascii: "#") { try skipComment() }
      guard try skipLineEnd() else { return }
    }
  }

  /// Skips a line end. Returns whether there was one.
  mutating func skipLineEnd() throws(Failure) -> Bool {
    if next == 0x0D {
      guard starts(with: "\r\n", at: index) else { throw wrong("a carriage return stands alone") }
      index += 1
    }
    guard next == 0x0A else { return false }
    index += 1
    return true
  }

  private mutating func endLine() throws(Failure) {
    skipBlanks()
    if next == UInt8(ascii: "#") { try skipComment() }
    guard let byte = next else { return }
    guard try skipLineEnd() else { throw wrong("the end of the line is expected here, not \(shown(byte))") }
  }

  private mutating func skipComment() throws(Failure) {
    while let byte = next, byte != 0x0A, byte != 0x0D {
      if TOMLReader.isControl(byte) { throw wrong("a control character in a comment") }
      index += 1
    }
  }

  static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7F }

  // MARK: - Keys

  private mutating func header() throws(Failure) {
    let place = place(at: index)
    let isElement = starts(with: "[[", at: index)
    index += isElement ? 2 : 1
    skipBlanks()
    let keys = try keyPath()
    guard starts(with: isElement ? "]]" : "]", at: index) else {
      throw wrong("\(isElement ? "]]" : "]") is expected here\(next.map { ", not \(shown($0))" } ?? "")")
    }
    index += isElement ? 2 : 1
    var parent = root
    for key in keys.dropLast() { parent = try step(into: key, of: parent, making: .implied) }
    guard let last = keys.last else { return }
    table = isElement ? try element(last, of: parent, at: place) : try section(last, of: parent, at: place)
  }

  /// Returns the table of the header `[key]`.
  private func section(_ key: Key, of parent: TOML.Table, at place: TextPlace) throws(Failure) -> TOML.Table {
    guard let known = parent[key.name] else {
      let table = TOML.Table(.header)
      parent.add(TOML.Entry(key: key.name, place: key.place, item: TOML.Item(value: .table(table), place: place)))
      return table
    }
    guard case .table(let table) = known.value, table.origin == .implied else {
      throw Failure.syntax("'\(key.name)' is there already, in line \(known.place.line)", at: key.place)
    }
    table.origin = .header
    // An edit needs the place of its own header, not that of the first table below it.
    parent.replace(key.name, by: TOML.Item(value: .table(table), place: place))
    return table
  }

  /// Adds a table to an array for the header `[[key]]`.
  private mutating func element(
    _ key: Key, of parent: TOML.Table, at place: TextPlace
  ) throws(Failure) -> TOML.Table {
    let table = TOML.Table(.header)
    let item = TOML.Item(value: .table(table), place: place)
    if parent[key.name] == nil {
      parent.add(TOML.Entry(key: key.name, place: key.place, item: TOML.Item(value: .array([]), place: place)))
      lists[ObjectIdentifier(parent), default: [:]][key.name] = TOMLTableList(key.name, in: parent, at: place)
    }
    guard let list = list(key, of: parent) else {
      throw Failure.syntax("'\(key.name)' exists already, and is not a list of tables", at: key.place)
    }
    list.items.append(item)
    return table
  }

  /// The arrays defined by `[[key]]`, by the table that they are in.
  private var lists: [ObjectIdentifier: [String: TOMLTableList]] = [:]

  private func list(_ key: Key, of parent: TOML.Table) -> TOMLTableList? { lists[ObjectIdentifier(parent)]?[key.name] }

  /// Parses a key with its value, in the table or in the one that its dots lead to.
  mutating func pair(in table: TOML.Table) throws(Failure) {
    let keys = try keyPath()
    guard next == UInt8(ascii: "=") else {
      throw wrong("= is expected here\(next.map { ", not \(shown($0))" } ?? "")")
    }
    index += 1
    skipBlanks()
    var parent = table
    for key in keys.dropLast() { parent = try step(into: key, of: parent, making: .dotted) }
    guard let last = keys.last else { return }
    if let known = parent[last.name] {
      throw Failure.syntax("'\(last.name)' is there already, in line \(known.place.line)", at: last.place)
    }
    let item = try item()
    parent.add(TOML.Entry(key: last.name, place: last.place, item: item))
  }

  /// Returns the table for a part of a key.
  private func step(
    into key: Key, of parent: TOML.Table, making origin: TOML.Table.Origin
  ) throws(Failure) -> TOML.Table {
    guard let known = parent[key.name] else {
      let table = TOML.Table(origin)
      parent.add(TOML.Entry(key: key.name, place: key.place, item: TOML.Item(value: .table(table), place: key.place)))
      return table
    }
    let isDotted = origin == .dotted
    switch known.value {
    case .table(let table) where isDotted ? table.origin == .dotted : table.origin != .inline: return table
    case .array where !isDotted: if case .table(let table)? = list(key, of: parent)?.items.last?.value { return table }
    default: break
    }
    throw Failure.syntax(
      "'\(key.name)' is there already, in line \(known.place.line), and cannot be added to", at: key.place)
  }

  struct Key {
    let name: String
    let place: TextPlace
  }

  /// Parses a dotted key and the blanks after it.
  private mutating func keyPath() throws(Failure) -> [Key] {
    var keys = [try key()]
    while next == UInt8(ascii: ".") {
      guard keys.count < TOML.deepest else { throw wrong("a key has at most \(TOML.deepest) parts") }
      index += 1
      skipBlanks()
      keys.append(try key())
    }
    return keys
  }

  private mutating func key() throws(Failure) -> Key {
    let place = place(at: index)
    let name: String
    switch next {
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?: name = try shortString()
    default:
      let start = index
      while let byte = next, byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") {
        index += 1
      }
      guard index > start else { throw wrong("a key is expected here\(next.map { ", not \(shown($0))" } ?? "")") }
      name = String(decoding: bytes[start..<index], as: UTF8.self)
    }
    skipBlanks()
    return Key(name: name, place: place)
  }

  // MARK: - Places

  /// The place of a byte. Counts on from the last one.
  mutating func place(at target: Int) -> TextPlace {
    if target < counted.index { counted = (bytes.starts(with: Self.byteOrderMark) ? 3 : 0, 1, 1) }
    var (line, column) = (counted.line, counted.column)
    for byte in bytes[counted.index..<min(target, bytes.count)] {
      if byte == 0x0A {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    counted = (min(target, bytes.count), line, column)
    return TextPlace(line: line, column: column)
  }

  mutating func wrong(_ reason: String) -> Failure { wrong(reason, at: index) }

  mutating func wrong(_ reason: String, at index: Int) -> Failure {
    Failure.syntax(reason, at: place(at: index))
  }

  /// Formats a character for a message.
  func shown(_ byte: UInt8) -> String {
    if byte == 0x0A || byte == 0x0D { return "the end of the line" }
    if TOMLReader.isControl(byte) { return "a control character" }
    let end = bytes[(index + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
    return "'\(String(decoding: bytes[index..<end], as: UTF8.self))'"
  }
}

/// An array of tables while it grows.
private final class TOMLTableList {
  private let key: String
  private let parent: TOML.Table
  private let place: TextPlace
  var items: [TOML.Item] = []

  init(_ key: String, in parent: TOML.Table, at place: TextPlace) {
    self.key = key
    self.parent = parent
    self.place = place
  }

  /// Stores the array in its table once it is complete.
  func put() { parent.replace(key, by: TOML.Item(value: .array(items), place: place)) }
}

@testable import App
@testable import Base
@testable import Formats
@testable import Newswire
@testable import ScrollCore
@testable import Windows

extension FuzzTarget {
  /// Files that a person keeps, and edits to them.
  static let documents = [
    FuzzTarget("opml", longest: 4096, checkOPML),
    FuzzTarget("json", checkJSON),
    FuzzTarget("toml", checkTOML),
    FuzzTarget("theme", checkTheme),
    FuzzTarget("configuration", checkConfiguration),
    FuzzTarget("datafile", checkDataFile),
  ]

  // MARK: - Lists of feeds

  private static func checkOPML(_ bytes: [UInt8]) throws {
    let list: FeedList
    do throws(Failure) { list = try FeedList(opml: bytes, name: "f.opml") } catch {
      return try holdClean(error.description, "a failure")
    }
    try holdClean(list.title, "the title")
    for dropped in list.leftOut { try holdClean(dropped.title + dropped.reason, "what is left out") }
    for feed in list.feeds {
      try holdClean(feed.url + (feed.label ?? "") + (feed.group ?? "") + (feed.color ?? ""), "a feed")
    }
    let text = list.opml
    var other = try FeedList(opml: Array(text.utf8), name: "again")
    try hold(other.feeds == list.feeds, "\(list.feeds) are read again as \(other.feeds)")
    try hold(other.opml == text, "what is saved twice is not the same: \(text) and \(other.opml)")
    // One more, which goes again: of the rest nothing has changed but blanks.
    var feed = try FeedSpec(url: "https://added.example/feed", label: "Added & \"new\" <one>")
    (feed.group, feed.interval) = ("Folder", 120)
    guard other.add(feed) else { return }
    var added = try FeedList(opml: Array(other.opml.utf8), name: "with one more")
    try hold(Set(added.feeds.map(\.url)) == Set(other.feeds.map(\.url)), "an address is lost: \(other.opml)")
    try hold(
      added.feed(named: feed.url) == feed, "\(feed) is read as \(String(describing: added.feed(named: feed.url)))")
    added.remove(feed.url)
    let rest = try FeedList(opml: Array(added.opml.utf8), name: "without it")
    try hold(rest.feeds == list.feeds, "\(list.feeds) have become \(rest.feeds)")
  }

  // MARK: - JSON

  private static func checkJSON(_ bytes: [UInt8]) throws {
    bytes.withUnsafeBytes {
      var reader = JSONReader($0, isLenient: true)
      try? reader.readMembers { _, _ in }
    }
    let value: JSON
    do throws(Failure) {
      value = try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
        try JSON(parsing: UnsafeRawBufferPointer(bytes))
      }
    } catch {
      return try hold(error.reason.utf8.count < 600, "a long reason")
    }
    let line = value.line
    try holdClean(line, "a line")
    let again = try JSON(parsing: line)
    try hold(again.line == line, "\(line) is read as \(again.line)")
    let page = try JSON(parsing: value.page)
    try hold(page.line == line, "\(line) is read from its page as \(page.line)")
    try holdNumbers(value)
    if let item = try? NewsItem(object: value, source: "f") { try check(item) }
    if let item = NewsItem(json: value) { try check(item) }
    if let text = value.string { try holdQuoted(text) }
  }

  private static func holdNumbers(_ value: JSON) throws {
    switch value {
    case .numeral(let text): try hold(value.number.map(\.isFinite) ?? true, "\(text) is infinite")
    case .array(let values): for value in values { try holdNumbers(value) }
    case .object(let members): for member in members { try holdNumbers(member.1) }
    case .null, .bool, .string: break
    }
  }

  /// What is written as TOML's text is read as it.
  private static func holdQuoted(_ text: String) throws {
    let table = try TOML.read(Array("a = \(TOMLText.quoted(text))".utf8))
    guard case .string(let read)? = table["a"]?.value else { throw Broken(description: "no text") }
    try hold(Array(read.unicodeScalars) == Array(text.unicodeScalars), "\(text.debugDescription) is read as another")
  }

  // MARK: - TOML

  private static func checkTOML(_ bytes: [UInt8]) throws {
    let root: TOML.Table
    do throws(Failure) { root = try TOML.read(bytes) } catch {
      let lines = bytes.count { $0 == 0x0A } + 1
      let place = error.place ?? TextPlace(line: 0, column: 0)
      try hold((1...lines).contains(place.line), "line \(place.line) of \(lines)")
      return try hold((1...bytes.count + 1).contains(place.column), "column \(place.column)")
    }
    let before = TableText(root)
    for (index, place) in tables(of: root).prefix(4).enumerated() {
      for entry in place.table.entries.prefix(4) where !isOfHeaders(entry.item.value) {
        try checkEdits(bytes, place.path, entry, before)
      }
      let key = "a-new-key"
      guard place.table[key] == nil else { continue }
      var edit = TOMLEdit(bytes)
      guard (try? edit.add(key, "\(index)", to: place.table, at: place.header)) != nil else { continue }
      let after = try read(edit.result)
      try hold(
        after == before.adding(place.path + [key], "integer \(index)"),
        "\(place.path) gets a key: \(String(decoding: edit.result, as: UTF8.self).debugDescription)")
    }
  }

  private static func checkEdits(_ bytes: [UInt8], _ path: [String], _ entry: TOML.Entry, _ before: TableText) throws {
    let path = path + [entry.key]
    var edit = TOMLEdit(bytes)
    if (try? edit.replace(entry, by: "\"x\"")) != nil {
      let after = try read(edit.result)
      try hold(
        after == before.removing(path).adding(path, "string x"),
        "\(path) is replaced: \(String(decoding: edit.result, as: UTF8.self).debugDescription)")
    }
    edit = TOMLEdit(bytes)
    if (try? edit.remove(entry)) != nil {
      let after = try read(edit.result)
      try hold(
        after == before.removing(path),
        "\(path) is removed: \(String(decoding: edit.result, as: UTF8.self).debugDescription)")
    }
  }

  private static func read(_ bytes: [UInt8]) throws -> TableText {
    do throws(Failure) { return TableText(try TOML.read(bytes)) } catch {
      throw Broken(description: "\(error) in \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }

  private typealias Place = (path: [String], table: TOML.Table, header: TextPlace?)

  /// The text's own table and those that headers have made.
  private static func tables(of root: TOML.Table) -> [Place] {
    var found: [Place] = [([], root, nil)]
    for entry in root.entries {
      switch entry.item.value {
      case .table(let table) where table.origin == .header: found.append(([entry.key], table, entry.item.place))
      case .array(let items):
        for (index, item) in items.enumerated() {
          guard case .table(let table) = item.value, table.origin == .header else { continue }
          found.append(([entry.key, "\(index)"], table, item.place))
        }
      default: break
      }
    }
    return found
  }

  private static func isOfHeaders(_ value: TOML.Value) -> Bool {
    switch value {
    case .table(let table): table.origin != .inline
    case .array(let items):
      items.contains { if case .table(let table) = $0.value { table.origin == .header } else { false } }
    default: false
    }
  }

  // MARK: - Themes and configurations

  private static func checkTheme(_ bytes: [UInt8]) throws {
    do throws(ValueError) { _ = try ThemeReader(file: "f.toml", bytes: bytes).theme() } catch {
      try hold(error.description.contains("f.toml:"), "no place: \(error)")
    }
  }

  private static func checkConfiguration(_ bytes: [UInt8]) throws {
    do throws(Failure) { _ = try ConfigurationReader(file: "f.toml", bytes: bytes).read() } catch {
      try hold(error.description.contains("f.toml"), "no place: \(error)")
    }
  }

  // MARK: - Lists of lines

  private static func checkDataFile(_ bytes: [UInt8]) throws {
    guard String(validating: bytes, as: UTF8.self) != nil else { return }
    let read = { (bytes: [UInt8]) in
      DataLines(bytes) { text in
        let label = Token(text).label
        return label.isEmpty ? nil : label
      }
    }
    let lines = read(bytes)
    var labels = lines.labels
    try hold(lines.edited(to: labels) == bytes, "nothing has changed, and yet the file has")
    labels.insert("a new entry", at: checksum(bytes) % (labels.count + 1))
    let added = lines.edited(to: labels)
    try hold(read(added).labels == labels, "\(labels) are read as \(read(added).labels)")
    guard labels.count > 1 else { return }
    labels.remove(at: checksum(added) % labels.count)
    let removed = read(added).edited(to: labels)
    try hold(read(removed).labels == labels, "\(labels) are read as \(read(removed).labels)")
  }
}

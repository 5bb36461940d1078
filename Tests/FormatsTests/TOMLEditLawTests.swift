import TestKit
import Testing

@testable import Base
@testable import Formats

@Suite("Whatever is changed in TOML") struct TOMLEditLawTests {
  /// Tables of numbers with comments everywhere, and what they hold.
  private static func document(_ random: inout SeededRandom) -> (text: String, values: [String: [String: Int]]) {
    var (text, values) = ("# top\n", [String: [String: Int]]())
    let lineBreak = Bool.random(using: &random) ? "\n" : "\r\n"
    for table in ["", "a", "b"] {
      if !table.isEmpty { text += "[\(table)] # of \(table)\(lineBreak)" }
      values[table] = [:]
      for key in ["x", "y", "z"] where Int.random(in: 0..<4, using: &random) > 0 {
        let value = Int.random(in: 0..<100, using: &random)
        values[table]?[key] = value
        let comment = Bool.random(using: &random) ? " # why \(table)\(key)" : ""
        text += (Bool.random(using: &random) ? "  " : "") + "\(key)  =\(value)\(comment)" + lineBreak
        if Int.random(in: 0..<4, using: &random) == 0 { text += lineBreak + "# between" + lineBreak }
      }
    }
    return (text, values)
  }

  /// The tables of a document, with the places of their headers.
  private static func tables(_ root: TOML.Table) -> [(name: String, table: TOML.Table, header: TextPlace?)] {
    [("", root, nil)]
      + root.entries.compactMap { entry in
        guard case .table(let table) = entry.item.value else { return nil }
        return (entry.key, table, entry.place)
      }
  }

  private static func values(_ bytes: [UInt8]) throws -> [String: [String: Int]] {
    var values: [String: [String: Int]] = [:]
    for (name, table, _) in tables(try TOML.read(bytes)) {
      values[name] = [:]
      for entry in table.entries { if case .integer(let value) = entry.item.value { values[name]?[entry.key] = value } }
    }
    return values
  }

  @Test(
    "The next reading finds the change and nothing else, and the way back leads to the same bytes",
    arguments: 0..<20 as Range<UInt64>)
  func changes(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var (text, expected) = Self.document(&random)
    let comments = text.count { $0 == "#" }
    for step in 0..<20 {
      let bytes = Array(text.utf8)
      guard let (name, table, header) = Self.tables(try TOML.read(bytes)).randomElement(using: &random) else { return }
      let (key, value) = (
        ["x", "y", "z"].randomElement(using: &random) ?? "x", Int.random(in: 100..<999, using: &random)
      )
      var edit = TOMLEdit(bytes)
      let entry = table.entries.first { $0.key == key }
      if let entry, Bool.random(using: &random) {
        try edit.remove(entry)
        expected[name]?[key] = nil
      } else if let entry {
        try edit.replace(entry, by: "\(value)")
        // And back.
        let changed = edit.result
        let now = try #require(Self.tables(try TOML.read(changed)).first { $0.name == name })
        var back = TOMLEdit(changed)
        try back.replace(try #require(now.table.entries.first { $0.key == key }), by: "\(expected[name]?[key] ?? 0)")
        #expect(back.result == bytes, "seed \(seed), step \(step)")
        expected[name]?[key] = value
      } else {
        try edit.add(key, "\(value)", to: table, at: header)
        let added = edit.result
        let now = try #require(Self.tables(try TOML.read(added)).first { $0.name == name })
        var back = TOMLEdit(added)
        try back.remove(try #require(now.table.entries.first { $0.key == key }))
        #expect(String(decoding: back.result, as: UTF8.self) == text, "seed \(seed), step \(step)")
        expected[name]?[key] = value
      }
      text = String(decoding: edit.result, as: UTF8.self)
      #expect(try Self.values(edit.result) == expected, "seed \(seed), step \(step): \(text)")
      #expect(text.count { $0 == "#" } == comments, "seed \(seed), step \(step): \(text)")
    }
  }
}

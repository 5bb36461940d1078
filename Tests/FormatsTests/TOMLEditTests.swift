import TestKit
import Testing

@testable import Base
@testable import Formats

@Suite("Changes to TOML") struct TOMLEditTests {
  /// What becomes of a text.
  private func edited(_ text: String, _ body: (inout TOMLEdit, TOML.Table) throws -> Void) throws -> String {
    let bytes = Array(text.utf8)
    var edit = TOMLEdit(bytes)
    try body(&edit, try TOML.read(bytes))
    return String(decoding: edit.result, as: UTF8.self)
  }

  private func entry(_ key: String, _ table: TOML.Table) throws -> TOML.Entry {
    try #require(table.entries.first { $0.key == key })
  }

  @Test(
    "A value is replaced where it stands, and all else stays",
    arguments: [
      ("a = 1 # one\nb=2\n", "a = 9 # one\nb=2\n"), ("  a\t=  \"é # x\"# y", "  a\t=  9# y"),
      ("a = [1, # one\n 2]\n# end", "a = 9\n# end"),
      ("\u{FEFF}# é\r\na = '''\nx\n'''\r\nb = 1", "\u{FEFF}# é\r\na = 9\r\nb = 1"),
      ("a = { b = 1 }", "a = 9"), ("\"a\" = -1e5", "\"a\" = 9"),
    ]) func replacing(text: String, result: String) throws
  {
    #expect(try edited(text) { edit, table in try edit.replace(try entry("a", table), by: "9") } == result)
  }

  @Test(
    "A key is taken away with its line; a comment stays",
    arguments: [
      ("x = 1\na = 1\ny = 2", "x = 1\ny = 2"), ("a = [\n1,\n2]\nb = 1", "b = 1"),
      ("  a = 1 # why\nb = 1", "  # why\nb = 1"),
      ("a = 1", ""), ("\u{FEFF}a = 1\r\nb = 2", "\u{FEFF}b = 2"),
    ]) func removing(text: String, result: String) throws
  {
    #expect(try edited(text) { edit, table in try edit.remove(try entry("a", table)) } == result)
  }

  @Test(
    "A key is added behind the others of its table, or where a comment has its name",
    arguments: [
      ("", "n = 1\n"), ("# only words", "# only words\nn = 1\n"), ("a = 1", "a = 1\nn = 1\n"),
      ("a = 1\n# n = 5\nb = 2\n", "a = 1\n# n = 5\nn = 1\nb = 2\n"), ("a = 1\r\n", "a = 1\r\nn = 1\r\n"),
      ("a = '''\n# n = 5\n'''\nb = 1\n", "a = '''\n# n = 5\n'''\nb = 1\nn = 1\n"),
      ("a = 1\n# [x]\n[t]\n# n = 1\n", "a = 1\nn = 1\n# [x]\n[t]\n# n = 1\n"),
      ("[t]\nb = 1\n", "n = 1\n[t]\nb = 1\n"), ("# x\n\n# t\n[[t]]\n[t.u]\n", "# x\n\nn = 1\n# t\n[[t]]\n[t.u]\n"),
      ("a.b = \"\"\"\n# n = 5\n\"\"\"\n", "a.b = \"\"\"\n# n = 5\n\"\"\"\nn = 1\n"),
      ("  a = 1 # x\n\n[t]\n", "  a = 1 # x\n  n = 1\n\n[t]\n"),
    ]) func adding(text: String, result: String) throws
  {
    #expect(try edited(text) { edit, table in try edit.add("n", "1", to: table, at: nil) } == result)
  }

  @Test("A key is added to the table that is meant, among many") func tables() throws {
    let text = "[[w]]\na = 1\n[[w.row]]\n  b = 1\n[[w.row]]\n[[w]]\n# n = 0\n"
    for (window, row, result) in [
      (0, nil, "[[w]]\na = 1\nn = 1\n[[w.row]]\n  b = 1\n[[w.row]]\n[[w]]\n# n = 0\n"),
      (0, 0, "[[w]]\na = 1\n[[w.row]]\n  b = 1\n  n = 1\n[[w.row]]\n[[w]]\n# n = 0\n"),
      (0, 1, "[[w]]\na = 1\n[[w.row]]\n  b = 1\n[[w.row]]\nn = 1\n[[w]]\n# n = 0\n"),
      (1, nil, "[[w]]\na = 1\n[[w.row]]\n  b = 1\n[[w.row]]\n[[w]]\n# n = 0\nn = 1\n"),
    ] as [(Int, Int?, String)] {
      let changed = try edited(text) { edit, root in
        var (table, place) = try element(window, of: "w", in: root)
        if let row { (table, place) = try element(row, of: "row", in: table) }
        try edit.add("n", "1", to: table, at: place)
      }
      #expect(changed == result)
    }
  }

  @Test(
    "A table whose header comes behind those of tables in it gets its keys below its own header",
    arguments: ["b = 1\n", ""])
  func late(own: String) throws {
    let text = "[w.x]\na = 1\n[w]\n" + own
    let changed = try edited(text) { edit, root in
      let item = try #require(root["w"])
      guard case .table(let table) = item.value else { throw HarnessError("no table") }
      try edit.add("n", "1", to: table, at: item.place)
    }
    #expect(changed == text + "n = 1\n")
    #expect(try edited("[w.x]\n[w]") { try $0.add("n", "1", to: $1, at: nil) } == "n = 1\n[w.x]\n[w]")
  }

  private func element(_ index: Int, of key: String, in table: TOML.Table) throws -> (TOML.Table, TextPlace) {
    let item = try #require(table[key]?.value.items?[index])
    guard case .table(let table) = item.value else { throw HarnessError("no table") }
    return (table, item.place)
  }

  @Test("What stands between braces is replaced, and nothing is added there or taken away") func braces() throws {
    let text = "w = [{ a = 1, b = 2 }]\n"
    let table = try element(0, of: "w", in: try TOML.read(Array(text.utf8)))
    var edit = TOMLEdit(Array(text.utf8))
    try edit.replace(try entry("a", table.0), by: "9")
    #expect(String(decoding: edit.result, as: UTF8.self) == "w = [{ a = 9, b = 2 }]\n")
    #expect(throws: Failure.self) { try edit.add("n", "1", to: table.0, at: table.1) }
    #expect(throws: Failure.self) { try edit.remove(try entry("a", table.0)) }
  }
}

extension TOML.Value {
  fileprivate var items: [TOML.Item]? { if case .array(let items) = self { items } else { nil } }
}

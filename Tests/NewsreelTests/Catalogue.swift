import Base
import Scene
import TestKit

/// A catalogue as its file has it (gettext's PO files).
struct Catalogue {
  struct Entry {
    var id = ""
    var plural: String?
    /// One for each form.
    var forms: [Int: String] = [:]
    var isFuzzy = false
  }

  private(set) var head = ""
  private(set) var entries: [Entry] = []

  init(path: String) throws {
    for part in try Project.text(of: path).split(separator: "\n\n") {
      let entry = Self.entry(part)
      if entry.id.isEmpty { head = entry.forms[0] ?? "" } else { entries.append(entry) }
    }
  }

  /// The words of a language, by its entries; of numbers it takes the last form.
  static func words(_ language: String) throws -> Words {
    let entries = try Catalogue(path: "po/\(language).po").entries
    let forms = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0.forms[$0.forms.count - 1] ?? "") })
    return Words(word: { forms[$0] ?? $0 }, counted: { one, _, _ in forms[one] ?? one })
  }

  /// The catalogues of all languages.
  static func languages() throws -> [String] {
    try Project.files(below: "po").filter { $0.hasSuffix(".po") }.map { String($0.dropFirst(3).dropLast(3)) }
  }

  /// How many forms the language has.
  var formCount: Int? { head.firstMatch(of: /nplurals=([0-9]+);/).flatMap { Int($0.1) } }

  private static func entry(_ text: Substring) -> Entry {
    var entry = Entry()
    var key = Substring()
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#,") { entry.isFuzzy = entry.isFuzzy || line.contains("fuzzy") }
      guard !line.hasPrefix("#"), let start = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\"") else {
        continue
      }
      if start > line.startIndex { key = line[..<start].prefix { $0 != " " } }
      let value = String(line[line.index(after: start)..<end]).replacing("\\n", with: "\n").replacing(
        "\\\"", with: "\"")
      switch key {
      case "msgctxt": entry.id = value + "\u{4}"
      case "msgid": entry.id += value
      case "msgid_plural": entry.plural = (entry.plural ?? "") + value
      case "msgstr": entry.forms[0, default: ""] += value
      default:
        if let form = key.firstMatch(of: /[0-9]+/).flatMap({ Int($0.0) }) { entry.forms[form, default: ""] += value }
      }
    }
    return entry
  }
}

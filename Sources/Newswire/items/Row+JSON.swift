package import Base
package import ScrollCore

/// A row as members of an item's object: `{"row":"score","home":"…","away":"…","score":[2,1]}`.
extension Row {
  /// Reads the row of an object; nil if it has none.
  ///
  /// - Throws: `Failure` for a row beyond its bounds.
  package init?(object value: JSON, source: String) throws(Failure) {
    guard case .object(let members) = value, let name = value["row"], name != .null else { return nil }
    func wrong(_ reason: String) -> Failure { Failure(of: source, reason: reason) }
    guard let kind = name.string, Self.isName(kind) else {
      throw wrong(
        "“row” is not a name of a row: it has letters, digits, '-' and '_', and at most \(Self.longestName) of them")
    }
    guard members.count <= Self.mostFields else { throw wrong("a row has more than \(Self.mostFields) fields") }
    self.init(kind)
    for (field, value) in members where field != "row" && Self.isName(field) {
      let values = value.array ?? [value]
      guard values.count <= Self.mostValues else {
        throw wrong("“\(field)” is a list of \(values.count) values; a row shows \(Self.mostValues) at most")
      }
      // Drops values that are neither text nor number, so that the field is missing if a row needs it.
      let texts = values.compactMap { Self.text($0, limit: Self.longestText) }
      if !texts.isEmpty { fields[field] = texts }
    }
  }

  private static func text(_ value: JSON, limit: Int) -> String? {
    switch value {
    case .string(let text):
      let line = TextCleaner.line(text, limit: limit)
      return line.cut(toBytes: limit) ?? line
    case .numeral(let text): return text.cut(toBytes: limit) ?? text
    case .null, .bool, .array, .object: return nil
    }
  }

  /// Identifies a row without an ID: its texts that are not numbers.
  var identity: String {
    let words = fields.keys.sorted().flatMap { field in
      texts(of: field).filter { RowNumber($0) == nil }.map { "\(field) \($0)" }
    }
    return TextCleaner.line("\(kind) \(words.joined(separator: " "))")
  }

  /// The members that `init` reads.
  var members: [(String, JSON)] {
    [("row", .string(kind))]
      + fields.sorted { $0.key < $1.key }.map { field, texts in
        (field, texts.count == 1 ? .string(texts[0]) : .array(texts.map(JSON.string)))
      }
  }
}

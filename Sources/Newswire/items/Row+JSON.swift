internal import Base
package import Formats
package import ScrollCore

/// A row as members of an item's object: `{"row":"score","home":"…","away":"…","score":[2,1]}`.
extension Row: Recorded {
  package static let record = Record(
    Row(""),
    [
      .required("row", \.kind, .rowName),
      .members(\.fieldMembers) { (object, row) throws(RecordError) in
        guard case .object(let members) = object else { return }
        guard members.count <= mostFields else { throw .whole("a row has more than \(mostFields) fields") }
        for (field, value) in members where field != "row" && isName(field) {
          let values = value.array ?? [value]
          guard values.count <= mostValues else {
            throw .whole("“\(field)” is a list of \(values.count) values; a row shows \(mostValues) at most")
          }
          // Drops values that are neither text nor number, so that the field is missing if a row needs it.
          let texts = values.compactMap(text)
          if !texts.isEmpty { row.fields[field] = texts }
        }
      },
    ])

  private var fieldMembers: [(String, JSON)] {
    fields.sorted { $0.key < $1.key }.map { field, texts in
      (field, texts.count == 1 ? .string(texts[0]) : .array(texts.map(JSON.string)))
    }
  }

  private static func text(_ value: JSON) -> String? {
    switch value {
    case .string(let text):
      let line = TextCleaner.line(text, limit: longestText)
      return line.cut(toBytes: longestText) ?? line
    case .numeral(let text): return text.cut(toBytes: longestText) ?? text
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

  var members: [(String, JSON)] { Self.record.write(self) ?? [] }
}

extension Coding<String> {
  fileprivate static var rowName: Coding {
    text.check { (name) throws(RecordError) in
      guard Row.isName(name) else { throw .value("") }
      return name
    }.saying(
      "is not a name of a row: it has letters, digits, '-' and '_', and at most \(Row.longestName) of them")
  }
}

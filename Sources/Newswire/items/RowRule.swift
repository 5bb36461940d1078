package import Base
package import ScrollCore

/// Makes rows of a feed's titles: `score /(?<home>.+) (?<score>\d+)-(?<score>\d+) (?<away>.+)/`. Each named group is a
/// field; groups of one name are a list. A title that does not match stays a text.
package struct RowRule: Equatable, Sendable {
  /// The original text.
  package let text: String
  /// The name of the kind.
  package let kind: String
  private let pattern: LinePattern

  /// - Throws: `Failure` with the reason why it is invalid.
  package init(_ text: String) throws(Failure) {
    self.text = text
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    let expression = words.count == 2 ? words[1].drop { $0 == " " } : ""
    guard let kind = words.first, Row.isName(kind), expression.hasPrefix("/"), expression.utf8.count > 2,
      expression.hasSuffix("/") || expression.hasSuffix("/i")
    else {
      throw Failure(
        of: "'\(text)'",
        reason: "is not a row; write its kind and an expression, as in 'score /(?<home>.+) (?<score>\\d+)…/'")
    }
    self.kind = kind
    let isCaseless = expression.hasSuffix("i")
    pattern = try LinePattern((isCaseless ? "(?i)" : "") + expression.dropFirst().dropLast(isCaseless ? 2 : 1))
    guard !pattern.groupNames.isEmpty else {
      throw Failure(of: "'\(text)'", reason: "names no field; name the groups of the expression, as in (?<home>.+)")
    }
    if let name = pattern.groupNames.first(where: { !Row.isName($0.name) })?.name {
      throw Failure(of: "'\(text)'", reason: "has a group whose name cannot be a field: '\(name)'")
    }
  }

  /// The row that a title stands for; nil if the expression does not match.
  package func row(of title: String) -> Row? {
    guard let groups = pattern.groups(of: title) else { return nil }
    var row = Row(kind)
    for (number, name) in pattern.groupNames {
      guard groups.indices.contains(number), let text = groups[number] else { continue }
      let field = TextCleaner.line(String(text), limit: Row.longestText)
      if !field.isEmpty, row.fields[name, default: []].count < Row.mostValues {
        row.fields[name, default: []].append(field)
      }
    }
    return row
  }

  package static func == (a: RowRule, b: RowRule) -> Bool { a.text == b.text }
}

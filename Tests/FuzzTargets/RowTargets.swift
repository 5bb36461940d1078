import Formats
import ViewKit

@testable import Base
@testable import Newswire
@testable import Scene
@testable import ScrollCore

extension FuzzTarget {
  /// What senders of rows send, and the rules that make rows of titles.
  static let rows = [
    FuzzTarget("rows", longest: 8192, checkRows),
    FuzzTarget("rowrules", longest: 1024, checkRowRule),
  ]

  /// Lines of JSON: each becomes a row, and rolls to the next one of its kind.
  private static func checkRows(_ bytes: [UInt8]) throws {
    let view = CrawlScene()
    view.setPictures { $0.hasPrefix("gone") ? nil : SizedImage(path: $0, size: Size(width: 60, height: 30)) }
    view.layout(in: Rect(x: 0, y: 0, width: 400, height: 36), with: FixedTypesetter(), at: 0)
    view.start(at: 0)
    var shown: (id: Int, row: Row)?
    for (number, line) in bytes.split(separator: 0x0A).prefix(8).enumerated() {
      let json = try? JSON(parsing: String(decoding: line, as: UTF8.self))
      guard let json, let row = Row(json: json) else { continue }
      try check(row)
      let problem = view.problem(with: row)
      try holdClean(problem, "a problem")
      guard problem == nil, let text = view.text(of: row) else { continue }
      try holdClean(TextCleaner.line(text), "a row's text")
      if let former = shown, view.rolls(from: former.row, to: row) {
        view.roll(former.id, to: row)
        shown?.row = row
      } else {
        var headline = Headline("text", isPlain: true)
        headline.row = row
        shown = view.append(contentsOf: [headline], at: Double(number))[0].map { ($0, row) }
      }
      for t in [Double(number), Double(number) + 0.4] {
        var frame = Frame(size: Size(width: 400, height: 36), background: .black)
        view.draw(into: &frame, at: t)
        for layer in frame.layers {
          try hold(layer.clip.maxX <= 400 && layer.clip.minX >= 0, "a row is drawn outside of its view: \(layer.clip)")
        }
      }
    }
  }

  private static func check(_ row: Row) throws {
    try hold(Row.isName(row.kind) && row.fields.count <= Row.mostFields, "there are too many fields")
    for (name, texts) in row.fields {
      try hold(
        Row.isName(name) && !texts.isEmpty && texts.count <= Row.mostValues, "“\(name)” has \(texts.count) values")
      for text in texts {
        try hold(text.utf8.count <= Row.longestText, "“\(name)” has \(text.utf8.count) bytes")
        try holdClean(text, "a field")
        if let number = RowNumber(text) { try hold(number.digits + number.suffix == text, "\(text) is another number") }
      }
    }
    try holdClean(row.identity, "an identity")
    try hold(try Row(checking: row.json) == row, "\(row) is read as another")
  }

  /// A rule, and titles on the lines behind it.
  private static func checkRowRule(_ bytes: [UInt8]) throws {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first, let rule = try? RowRule(String(first)) else { return }
    try hold(Row.isName(rule.kind), "its kind is “\(rule.kind)”")
    for title in lines.dropFirst().prefix(8) {
      guard let row = rule.row(of: TextCleaner.line(String(title))) else { continue }
      try check(row)
    }
  }
}

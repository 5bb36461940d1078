/// A page of help, read from Markdown and written for a terminal or for the manual.
///
/// It knows the Markdown of the pages in doc/help, and no more: a title (`#`), headings (`##`), paragraphs, and list items
/// `- term: meaning`, which continue on indented lines. A line `{name}` stands for a table of the program's own. Marks of code
/// are dropped; an item whose meaning is nothing but code is an example.
package struct HelpPage: Equatable, Sendable {
  /// A heading, if its meaning is empty, or a term with its meaning.
  package struct Row: Equatable, Sendable {
    let term: String
    var meaning = ""
    var isExample = false
  }

  private(set) var title = ""
  private(set) var introduction = ""
  package private(set) var rows: [Row] = []

  /// - Parameter rows: The rows of a table by its name; nil if there is no such table.
  package init(markdown: String, rows table: (String) -> [Row]?) {
    var item: String?
    func end(_ rows: inout [Row]) {
      if let text = item { rows.append(Self.row(of: text)) }
      item = nil
    }
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + [""] {
      if let text = item, line.hasPrefix("  ") {
        item = text + " " + line.drop { $0 == " " }
        continue
      }
      end(&rows)
      if line.hasPrefix("# ") {
        title = Self.plain(line.dropFirst(2))
      } else if line.hasPrefix("## ") {
        rows.append(Row(term: Self.plain(line.dropFirst(3))))
      } else if line.hasPrefix("- ") {
        item = String(line.dropFirst(2))
      } else if let named = Self.placeholder(in: line), let filled = table(named) {
        rows += filled
      } else if !line.isEmpty {
        introduction += (introduction.isEmpty ? "" : " ") + Self.plain(line[...])
      }
    }
  }

  /// The name in a line that is nothing but `{name}`.
  static func placeholder(in line: String) -> String? {
    guard line.hasPrefix("{"), line.hasSuffix("}") else { return nil }
    let name = line.dropFirst().dropLast()
    return !name.isEmpty && name.allSatisfy { $0.isLowercase || $0 == "-" } ? String(name) : nil
  }

  /// Splits an item at its first colon outside of code.
  private static func row(of item: String) -> Row {
    var isCode = false
    var end = item.endIndex
    for index in item.indices {
      if item[index] == "`" { isCode.toggle() }
      if !isCode, item[index...].hasPrefix(": ") {
        end = index
        break
      }
    }
    let meaning = item[end...].dropFirst(2)
    let isExample =
      meaning.count > 2 && meaning.first == "`" && meaning.dropFirst().firstIndex(of: "`") == meaning.indices.last
    return Row(term: plain(item[..<end]), meaning: plain(meaning), isExample: isExample)
  }

  private static func plain(_ text: Substring) -> String { text.filter { $0 != "`" } }

  // MARK: - Writing

  /// The page formatted to this width.
  package func text(columns: Int) -> String {
    let width = min(24, rows.filter { !$0.meaning.isEmpty && !$0.isExample }.map(\.term.count).max() ?? 0) + 4
    var text = introduction.isEmpty ? "" : TextColumns.wrapped(introduction, columns: columns) + "\n"
    for row in rows {
      if row.meaning.isEmpty {
        text += "\n\(row.term)\n"
      } else if row.isExample {
        text += "  \(row.term):\n      \(row.meaning)\n"
      } else {
        let lead = "  " + row.term + String(repeating: " ", count: max(2, width - 2 - row.term.count))
        text += TextColumns.wrapped(row.meaning, columns: columns, first: lead, indent: width) + "\n"
      }
    }
    return text
  }

  /// Adds the page to the manual, as a section.
  func write(to manual: inout Roff) {
    manual.section(title.uppercased())
    if !introduction.isEmpty { manual.paragraph(introduction) }
    for row in rows {
      if row.meaning.isEmpty {
        manual.subsection(row.term)
      } else if row.isExample {
        manual.paragraph(row.term + ":")
        manual.example(row.meaning)
      } else {
        manual.item(row.term, row.meaning.prefix(1).uppercased() + row.meaning.dropFirst() + ".")
      }
    }
  }
}

/// Formatting text for a terminal.
package enum TextColumns {
  /// Wraps text at blanks to the width. `first` precedes it, and further lines are indented.
  package static func wrapped(_ text: String, columns: Int, first: String = "", indent: Int = 0) -> String {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > columns {
        lines.append(line)
        line = String(repeating: " ", count: indent)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }
}

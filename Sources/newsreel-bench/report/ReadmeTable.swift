import Base
import TestKit

/// README's table of costs, beside what was measured: it is printed as README shows it, and a figure that is not true fails.
///
/// Figures are compared as multiples of the bare copy's, so that they hold on other machines. Columns of other programs are not
/// measured here, and stay as they are.
struct ReadmeTable {
  /// A figure that is farther off than that is not true.
  static let tolerance = 0.15

  private struct Line {
    let head: String
    let part: Part
    let figure: Metric
    let digits: Int
  }

  private static let lines = [
    Line(head: "CPU of the program", part: .cost, figure: .clientRatio, digits: 2),
    Line(head: "CPU of the X server", part: .cost, figure: .serverRatio, digits: 2),
    Line(head: "exec to first text, ms", part: .start, figure: .text, digits: 0),
    Line(head: "memory (PSS), MB", part: .cost, figure: .memory, digits: 0),
  ]

  /// The columns that are measured, with the program and its cases in the parts of the report.
  private static let columns: [(head: String, program: String, crawls: Bool)] = [
    ("bare copy", Report.floor, true), ("newsreel crawl", Report.subject, true),
    ("newsreel strip", Report.subject, false),
  ]

  /// As README has them: the heads of the columns, and each line's cells, the first of which is its head.
  let heads: [String]
  let rows: [[String]]

  /// - Throws: if there is no such table.
  init(of readme: String) throws {
    let lines = readme.split(separator: "\n", omittingEmptySubsequences: false).map(Self.cells)
    guard let start = lines.firstIndex(where: { $0.contains(Self.columns[0].head) }) else {
      throw HarnessError("README.md has no table with a column “\(Self.columns[0].head)”")
    }
    heads = lines[start]
    rows = Array(lines.dropFirst(start + 2).prefix { $0.count == lines[start].count })
  }

  private static func cells(_ line: Substring) -> [String] {
    guard line.hasPrefix("|") else { return [] }
    let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
    return cells.map { $0.split(separator: " ").joined(separator: " ") }
  }

  /// The measured figure of a line in a column; nil where it is none of ours.
  private func measured(_ line: Line, _ column: Int, in report: Report) -> Double? {
    guard let known = Self.columns.first(where: { $0.head == heads[column] }) else { return nil }
    let crawl = line.part == .start ? "2 KB" : Report.situation(60)
    let row = report[line.part].row(known.program, known.crawls ? crawl : Report.strip)
    return row.flatMap { $0.errors.isEmpty ? $0[line.figure] : nil }
  }

  /// The table with what was measured.
  func markdown(_ report: Report) -> String {
    let filled = rows.map { row in
      guard let line = Self.lines.first(where: { $0.head == row[0] }) else { return row }
      return row.indices.map { i in measured(line, i, in: report).map { decimal($0, digits: line.digits) } ?? row[i] }
    }
    let rule = "|---|" + String(repeating: "---:|", count: heads.count - 1)
    let written = filled.map { "| " + $0.joined(separator: " | ") + " |" }
    let head = "### README's table\n\n| " + heads.joined(separator: " | ") + " |"
    return ([head, rule] + written).joined(separator: "\n")
  }

  /// What README says that is not so; empty if all of it is true, as far as these parts were measured.
  func untruths(_ report: Report, parts: Set<Part>) -> [String] {
    Self.lines.filter { parts.contains($0.part) }.flatMap { line -> [String] in
      guard let row = rows.first(where: { $0[0] == line.head }) else { return ["README.md lacks “\(line.head)”"] }
      return Self.columns.dropFirst().compactMap { known in
        guard let i = heads.firstIndex(of: known.head), let base = heads.firstIndex(of: Self.columns[0].head),
          let said = Double(row[i]), let saidOfBase = Double(row[base]), saidOfBase > 0
        else { return "README.md has no figure for “\(line.head)” of \(known.head)" }
        guard let ours = measured(line, i, in: report), let ofBase = measured(line, base, in: report), ofBase > 0 else {
          return "\(line.head), \(known.head): not measured"
        }
        let (claim, truth) = (said / saidOfBase, ours / ofBase)
        if abs(truth - claim) <= Self.tolerance * claim { return nil }
        return "\(line.head), \(known.head): README.md says \(decimal(claim, digits: 2)) times the bare copy's; it is "
          + decimal(truth, digits: 2)
      }
    }
  }
}

import Base
internal import Formats
import TestKit

/// What figures may be at most, or have to be at least: a file of TOML.
///
/// Each `[[limit]]` names a part of the report (`part`), a figure of it (`figure`), and a bound (`most` or `least`); besides the
/// cases that it is about (`cases`, by default all) and the program (`program`, by default newsreel).
struct FigureBudget {
  struct Limit {
    let part: Part
    let program: String
    /// None: all that there are.
    let cases: [String]
    let figure: Metric
    let bound: Bound
  }

  enum Bound: Equatable {
    case atMost(Double)
    case atLeast(Double)
  }

  let limits: [Limit]

  /// - Throws: an error that names the place in the file.
  init(reading path: String) throws { try self.init(Files.bytes(of: path), path) }

  init(_ bytes: [UInt8], _ path: String) throws {
    do {
      limits = try Self.limits(try TOML.read(bytes))
    } catch let error as Misplaced {
      throw HarnessError("\(path):\(error)")
    } catch let error as Failure {
      throw HarnessError("\(path):\(error)")
    }
  }

  private static func limits(_ table: TOML.Table) throws -> [Limit] {
    for entry in table.entries where entry.key != "limit" {
      throw Misplaced(reason: "there is no “\(entry.key)”; a budget is a list of [[limit]]", place: entry.place)
    }
    guard let list = table["limit"] else {
      throw Misplaced(reason: "there is no [[limit]]", place: TextPlace(line: 1, column: 1))
    }
    guard case .array(let items) = list.value else { throw wrong("limits are a list: [[limit]]", list) }
    return try items.map { try Limit($0) }
  }

  /// Every figure that has a limit beside that, of the parts that were measured.
  func checks(of report: Report, parts: Set<Part>) -> [Check] {
    limits.filter { parts.contains($0.part) }.flatMap { limit in
      let section = report[limit.part]
      let known = section.rows.filter { $0.program == limit.program }.map(\.situation)
      let cases = limit.cases.isEmpty ? known : limit.cases
      return (cases.isEmpty ? ["any case"] : cases).map { situation in
        Check(limit, section.row(limit.program, situation), situation)
      }
    }
  }
}

extension FigureBudget.Limit {
  private static let keys = ["part", "program", "cases", "figure", "most", "least"]

  fileprivate init(_ item: TOML.Item) throws(Misplaced) {
    guard case .table(let table) = item.value else { throw wrong("a limit is a table: [[limit]]", item) }
    for entry in table.entries where !Self.keys.contains(entry.key) {
      throw Misplaced(
        reason: "a limit has no “\(entry.key)”; it has \(Self.keys.joined(separator: ", "))", place: entry.place)
    }
    func text(_ key: String) throws(Misplaced) -> (text: String, item: TOML.Item)? {
      guard let item = table[key] else { return nil }
      guard case .string(let text) = item.value else { throw wrong("“\(key)” is a text", item) }
      return (text, item)
    }
    guard let named = try text("part") else { throw wrong("this limit names no part", item) }
    guard let part = Part(rawValue: named.text) else {
      let known = Part.allCases.map(\.rawValue).joined(separator: ", ")
      throw wrong("there is no part “\(named.text)”; there are \(known)", named.item)
    }
    guard let wanted = try text("figure") else { throw wrong("this limit names no figure", item) }
    let metrics = Report()[part].columns
    guard let figure = metrics.first(where: { $0.key == wanted.text }) else {
      let known = metrics.map(\.key).joined(separator: ", ")
      throw wrong("“\(part.rawValue)” has no figure “\(wanted.text)”; it has \(known)", wanted.item)
    }
    (self.part, self.figure) = (part, figure)
    program = try text("program")?.text ?? Report.subject
    cases = try Self.cases(table["cases"])
    bound = try Self.bound(table, of: item)
  }

  private static func cases(_ item: TOML.Item?) throws(Misplaced) -> [String] {
    guard let item else { return [] }
    guard case .array(let items) = item.value else { throw wrong("“cases” is a list of texts", item) }
    var cases: [String] = []
    for item in items {
      guard case .string(let name) = item.value else { throw wrong("a case is a text", item) }
      cases.append(name)
    }
    return cases
  }

  private static func bound(_ table: TOML.Table, of limit: TOML.Item) throws(Misplaced) -> FigureBudget.Bound {
    func number(_ key: String) throws(Misplaced) -> Double? {
      guard let item = table[key] else { return nil }
      switch item.value {
      case .integer(let number): return Double(number)
      case .float(let number) where number.isFinite: return number
      default: throw wrong("“\(key)” is a number", item)
      }
    }
    switch (try number("most"), try number("least")) {
    case (let most?, nil): return .atMost(most)
    case (nil, let least?): return .atLeast(least)
    default: throw wrong("a limit has either “most” or “least”", limit)
    }
  }
}

/// What is wrong with a budget, and where.
private struct Misplaced: Error, CustomStringConvertible {
  let reason: String
  let place: TextPlace

  var description: String { "\(place.line):\(place.column): \(reason)" }
}

private func wrong(_ reason: String, _ item: TOML.Item) -> Misplaced {
  Misplaced(reason: reason, place: item.place)
}

/// A figure beside its limit.
struct Check {
  let subject: String
  let value: Double?
  let bound: FigureBudget.Bound
  let digits: Int

  /// - Parameter row: where it was measured; one failed run of several spoils them all.
  init(_ limit: FigureBudget.Limit, _ row: ReportRow?, _ situation: String) {
    subject = "\(limit.figure.title), \(limit.program), \(situation)"
    value = row.flatMap { $0.errors.isEmpty ? $0[limit.figure] : nil }
    (bound, digits) = (limit.bound, limit.figure.digits)
  }

  /// What was not measured, or could not be, does not pass.
  var passes: Bool {
    guard let value else { return false }
    return switch bound {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    }
  }

  /// "0.051" and "at most 0.045". A figure that is off its limit by less than it is shown with gets more digits.
  var words: (value: String, limit: String) {
    let (name, limit) =
      switch bound {
      case .atMost(let limit): ("at most", limit)
      case .atLeast(let limit): ("at least", limit)
      }
    guard let value else { return ("not measured", "\(name) \(limit)") }
    let shown = decimal(value, digits: digits)
    return (!passes && Double(shown) == limit ? "\(value)" : shown, "\(name) \(limit)")
  }

  /// A count, and the ones that are missed.
  static func markdown(_ checks: [Check]) -> String {
    let missed = checks.filter { !$0.passes }
    let head = "### Budget\n\n\(checks.count - missed.count) of \(checks.count) figures are within it."
    guard !missed.isEmpty else { return head }
    let lines = missed.map { "| \($0.subject) | \($0.words.value) | \($0.words.limit) |" }
    return ([head, "", "| exceeded | is | limit |", "|---|---:|---:|"] + lines).joined(separator: "\n")
  }

  var json: JSON {
    let (kind, limit) =
      switch bound {
      case .atMost(let limit): ("most", limit)
      case .atLeast(let limit): ("least", limit)
      }
    return .object([
      ("what", .string(subject)), ("value", value.map(JSON.number) ?? .null), (kind, .number(limit)),
      ("passes", .bool(passes)),
    ])
  }
}

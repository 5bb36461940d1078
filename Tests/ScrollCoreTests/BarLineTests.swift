import TestKit
import Testing

@testable import ScrollCore

/// What a line of a bar's markup was read as, a part a line.
private func written(_ line: BarLine) -> String {
  var lines: [String] = []
  for (side, steps) in zip(Alignment.allCases, line.parts) where !steps.isEmpty {
    lines.append("\(side): " + steps.map(written).joined(separator: " "))
  }
  lines += line.areas.enumerated().map { "\($0) is button \($1.button): \($1.command)" }
  return (lines + line.problems.map { "! " + $0 }).joined(separator: "\n")
}

private func written(_ step: BarLine.Step) -> String {
  func number(_ value: Int?) -> String { value.map { "\($0)" } ?? "_" }
  switch step {
  case .style(let style): return written(style)
  case .text(let text): return "'\(text)'"
  case .shape(let shape):
    let name = shape.kind == .box ? shape.isFilled ? "box" : "frame" : shape.isFilled ? "disc" : "ring"
    return "\(name)(\(shape.width)x\(shape.height)\(shape.x == 0 && shape.y == 0 ? "" : " \(shape.x),\(shape.y)"))"
  case .icon(let path): return "icon(\(path))"
  case .room(let pixels): return "room(\(pixels))"
  case .move(.by(let x, let y)): return "by(\(number(x)),\(number(y)))"
  case .move(.to(let x, let y)): return "to(\(number(x)),\(number(y)))"
  case .move(.side(let side)): return "at(\(side))"
  case .move(let move): return "\(move)"
  case .block(let width, let side): return "block(\(width),\(side))"
  case .begin(let area): return "{\(area)"
  case .end(let area): return "\(area)}"
  }
}

private func written(_ style: BarLine.Style) -> String {
  func name(_ ink: BarLine.Ink) -> String {
    switch ink {
    case .foreground: "fg"
    case .background: "bg"
    case .color(let color): color.text
    }
  }
  var words: [String] = []
  if style.foreground != .foreground { words.append(name(style.foreground)) }
  if style.background != .background { words.append("on \(name(style.background))") }
  switch style.font {
  case .automatic: break
  case .slot(let number): words.append("font \(number)")
  case .named(let name): words.append("font '\(name)'")
  }
  if style.ignoresBackground { words.append("glass") }
  if style.hasOverline { words.append("over") }
  if style.hasUnderline { words.append("under") }
  if style.line != .foreground { words.append("line \(name(style.line))") }
  return "[\(words.joined(separator: " "))]"
}

@Suite("Lines of bars") struct BarLineTests {
  /// A line as a script prints it, and what is to come of it.
  struct Case: CustomTestStringConvertible, Sendable {
    var markup: TextMarkup
    var name: String
    var line: String
    var expected: String
    var testDescription: String { "\(markup.rawValue): \(name)" }
  }

  /// The lines of a file: a name, the line, a rule and what is expected.
  static func cases(of markup: TextMarkup) -> [Case] {
    let path = #filePath.prefix(#filePath.count - "BarLineTests.swift".count) + "Bars/\(markup.rawValue).txt"
    let text = (try? Files.bytes(of: String(path))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "=== ").map { part in
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let expected = lines.dropFirst(3).drop(while: \.isEmpty).filter { !$0.isEmpty }
      return Case(
        markup: markup, name: lines[0], line: lines.count > 1 ? lines[1] : "",
        expected: expected.joined(separator: "\n"))
    }
  }

  @Test("What scripts print is read as their bars read it", arguments: cases(of: .lemonbar) + cases(of: .dzen2))
  func whatScriptsPrint(example: Case) throws {
    let line = try #require(example.markup.line(example.line, side: .left))
    #expect(written(line) == example.expected)
  }

  @Test("There are enough of them") func enough() {
    #expect(Self.cases(of: .lemonbar).count + Self.cases(of: .dzen2).count >= 40)
  }
}

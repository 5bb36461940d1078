import ScrollCore
import TestKit
import Testing

@testable import Inspector

@Suite("The inspector under random input") struct InspectorFuzzTests {
  @Test("Nothing that a value holds controls the terminal, and wide characters keep their columns") func hostile() {
    let evil =
      "\u{1B}]0;title\u{7}\u{1B}[2J\u{9B}31m\u{202E}\u{0}\u{7F}日本語e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{E000}\u{200D}"
    let text = CellText { $0.value == 0x301 ? 0 : $0.value < 0x2E80 ? 1 : 2 }
    for columns in 40...120 {
      var inspector = Inspector(text)
      inspector.resize(rows: 24, columns: columns)
      _ = inspector.receive(.windows(["strip"]))
      _ = inspector.receive(
        .properties(
          window: "strip", [Bench.property("label", .text, evil, meaning: evil), Bench.property("x", .text, evil)]))
      _ = inspector.handle(columns.isMultiple(of: 2) ? .enter : .down)
      check(inspector.page, text)
    }
  }

  /// Every row is as wide as the terminal, and has nothing in it that controls one.
  private func check(_ page: Page, _ text: CellText) {
    for row in 0..<page.rows {
      let cells = Array(page.row(row))
      #expect(cells.count == page.columns)
      // Of a page most cells are blank.
      let wrong = cells.indices.first { cells[$0].text != " " && !isRight(cells, $0, text) }
      #expect(wrong == nil, "row \(row): \(page.line(row))")
    }
  }

  private func isRight(_ cells: [Page.Cell], _ index: Int, _ text: CellText) -> Bool {
    let cell = cells[index]
    if cell.text.isEmpty { return index > 0 && text.width(cells[index - 1].text) == 2 }
    guard cell.text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) && $0 != "\u{202E}" })
    else { return false }
    return text.width(cell.text) == 1 || index + 1 < cells.count && cells[index + 1].text.isEmpty
  }

  @Test("Keys at random in terminals of random sizes end nothing but by Ctrl-C", arguments: 1...4) func fuzz(
    seed: UInt64
  ) {
    let text = CellText { $0.value == 0x301 ? 0 : $0.value < 0x2E80 ? 1 : 2 }
    var random = SeededRandom(seed: seed)
    var inspector = Inspector(text)
    _ = inspector.receive(.windows(["strip", "clock"]))
    let keys: [TerminalKey] = [
      .up, .down, .left, .right, .shiftUp, .shiftDown, .shiftLeft, .shiftRight, .home, .end, .pageUp, .pageDown, .tab,
      .backTab, .enter, .escape, .backspace, .delete, .wheel(3), .wheel(-3), .control("u"), .control("r"),
      .control("w"),
      .control("k"), .control("y"), .character("/"), .character("?"), .character("w"), .character("y"), .character("u"),
      .character("d"), .character(" "), .character("9"), .character("-"), .character("é"), .character("日"),
      .character("e"), .click(row: 1, column: 9), .click(row: 7, column: 30), .click(row: -1, column: 10_000),
    ]
    for step in 0..<(Program.isSweepFull ? 20_000 : 2000) {
      for effect in inspector.handle(keys[Int.random(in: keys.indices, using: &random)]) {
        answer(effect, &inspector, &random)
      }
      if step.isMultiple(of: 7) {
        inspector.resize(rows: .random(in: 0...60, using: &random), columns: .random(in: 0...170, using: &random))
      }
      if step.isMultiple(of: 5) { news(&inspector, &random) }
      if step.isMultiple(of: 3) { check(inspector.page, text) }
    }
    #expect(inspector.handle(.control("c")) == [.quit])
    inspector.resize(rows: 24, columns: 80)
    // From wherever it is, Escape and q lead out.
    #expect([.escape, .escape, .character("q")].flatMap { inspector.handle($0) }.contains(.quit))
  }

  private func answer(_ effect: InspectorEffect, _ inspector: inout Inspector, _ random: inout SeededRandom) {
    switch effect {
    case .change(let number, _, _, _, _):
      let isGood = Bool.random(using: &random)
      _ = inspector.receive(isGood ? .accepted(number) : .refused(number, reason: "it is refused: \u{1B}[1m"))
    case .plan(let window, nil): inspector.askPath("/tmp/x.toml", for: window)
    case .plan(_, let path?):
      _ = inspector.receive(.planned(WritingPlan(path: path, kind: .create, lines: ["+ a = 1", "- b = 2"])))
    case .write: _ = inspector.receive(.notWritten("full"))
    case .refresh, .retry, .quit: break
    }
  }

  private func news(_ inspector: inout Inspector, _ random: inout SeededRandom) {
    let window = ["strip", "clock", "none"].randomElement(using: &random) ?? ""
    switch Int.random(in: 0...4, using: &random) {
    case 0:
      let links: [InspectedWindow.Link] = [.waiting, .live, .live, .silent, .ended]
      _ = inspector.receive(.link(window: window, links.randomElement(using: &random) ?? .live))
    case 1: _ = inspector.receive(.windows(Array(["strip", "clock"].prefix(.random(in: 0...2, using: &random)))))
    default:
      let count = Int.random(in: 0...Bench.sample.count, using: &random)
      _ = inspector.receive(.properties(window: window, Array(Bench.sample.shuffled(using: &random).prefix(count))))
    }
  }
}

import ScrollCore
import Testing

@testable import Scene

/// Credits of 200 × 100 with a font of 20 px: a character is 10 px wide, a line 20 px high.
final class CreditsHarness {
  let view: CreditsView
  let typesetter = FixedTypesetter()
  var frame = Frame(size: Size(width: 200, height: 100), background: .black)

  init(_ text: String, _ change: (inout CreditsView.Style) -> Void = { _ in }) {
    var style = CreditsView.Style()
    (style.fontSize, style.lineSpacing, style.inset, style.speed) = (20, 1, 0, 10)
    style.alignment = .left
    change(&style)
    var ids = ContentIDs()
    view = CreditsView(style, ids: &ids)
    view.append(text, at: 0)
    view.layout(in: Rect(x: 0, y: 0, width: 200, height: 100), with: typesetter)
    view.start(at: 0)
  }

  /// The lines in view at `t`: text, x and y of the baseline.
  func picture(at t: Seconds) -> String {
    frame.clear()
    view.draw(into: &frame, at: t)
    guard let layer = frame.layers.first else { return "" }
    return layer.content.primitives.compactMap { piece in
      guard case .text(let run) = piece.element else { return nil }
      let bounds = piece.bounds.offsetBy(dx: layer.origin.x, dy: layer.origin.y)
      guard bounds.maxY > 0, bounds.minY < 100 else { return nil }
      return "'\(run.text)' \(shortest(piece.anchor.x)) \(shortest(piece.anchor.y + layer.origin.y))"
    }.joined(separator: "\n")
  }
}

@Suite struct CreditsViewTests {
  static func lines(_ count: Int) -> String { (0..<count).map { "line \($0)" }.joined(separator: "\n") }

  @Test func linesScrollUp() {
    let harness = CreditsHarness(Self.lines(30))
    #expect(
      harness.picture(at: 0) == "'line 0' 0 16\n'line 1' 0 36\n'line 2' 0 56\n'line 3' 0 76\n'line 4' 0 96")
    #expect(harness.picture(at: 2.5).hasPrefix("'line 1' 0 11\n'line 2' 0 31"))
    #expect(harness.frame.nextChange == 2.5)
    // 30 lines are 600 px, the view 100.
    #expect(harness.picture(at: 60).hasSuffix("'line 29' 0 96"))
    #expect(harness.view.isFinished && harness.frame.nextChange == .infinity)
  }

  @Test func wrapsAndKeepsBlankLines() {
    let harness = CreditsHarness("one two three four five\n\nend") { $0.alignment = .center }
    #expect(harness.picture(at: 0) == "'one two three four' 10 16\n'five' 80 36\n'end' 85 76")
  }

  @Test func aMillionLinesAreWrappedLazily() {
    let many = CreditsHarness(Self.lines(1_000_000))
    let few = CreditsHarness(Self.lines(200))
    #expect(few.picture(at: 0) == many.picture(at: 0))
    #expect(many.typesetter.measured <= few.typesetter.measured)
    for step in 0..<600 { _ = many.picture(at: Double(step) / 60) }
    #expect(many.typesetter.measured < 120)
    #expect(isNear(many.view.scroll.contentHeight, 20_000_000))
    let before = many.typesetter.measured
    many.view.scroll(by: 10_000_000, at: 10)
    #expect(many.picture(at: 10).contains("line 5000"))
    #expect(many.typesetter.measured - before < 150)
    many.view.scroll(by: -20_000_000, at: 11)
    #expect(many.picture(at: 11).hasPrefix("'line 0' 0 16"))
  }

  @Test func heightsTurnOutWithoutAJump() {
    let long = (0..<400).map { $0 % 3 == 0 ? "a line that is wrapped into some lines \($0)" : "short \($0)" }
    let harness = CreditsHarness(long.joined(separator: "\n")) { $0.duration = 60 }
    var last: [String: Double] = [:]
    for step in 0...3700 {
      let lines = harness.picture(at: Double(step) / 60).split(separator: "\n")
      let ys = Dictionary(
        lines.map { line in (String(line.split(separator: "'")[0]), Double(line.split(separator: " ").last ?? "") ?? 0)
        }
      ) { first, _ in first }
      for (text, y) in ys where last[text] != nil && text.hasPrefix("short") {
        #expect(abs((last[text] ?? 0) - y) < 12)
      }
      last = ys
    }
    #expect(harness.view.isFinished)
    #expect(isNear(harness.view.scroll.finishTime, 60, within: 1e-6))
  }

  @Test func growsWhileItRuns() {
    let harness = CreditsHarness(Self.lines(10))
    harness.view.awaitsMore = true
    _ = harness.picture(at: 5)
    harness.view.append(lines: Array("more\nand mo".utf8).span, at: 5)
    harness.view.append(lines: Array("re\n".utf8).span, at: 6)
    #expect(harness.picture(at: 30).hasSuffix("'more' 0 76\n'and more' 0 96"))
    #expect(!harness.view.isFinished)
    harness.view.awaitsMore = false
    _ = harness.picture(at: 31)
    #expect(harness.view.isFinished)
  }

  @Test func aNarrowerViewKeepsTheTopParagraph() {
    let harness = CreditsHarness((0..<60).map { "paragraph number \($0)" }.joined(separator: "\n"))
    #expect(harness.picture(at: 20).hasPrefix("'paragraph number 10' 0 16"))
    harness.view.layout(in: Rect(x: 0, y: 0, width: 120, height: 100), with: harness.typesetter)
    #expect(harness.picture(at: 20).hasPrefix("'paragraph' 0 16\n'number 10' 0 36"))
  }

  @Test func leadInBeginsBelow() {
    let harness = CreditsHarness(Self.lines(3)) {
      $0.scroll.leadIn = true
      $0.scroll.leadOut = true
    }
    #expect(harness.picture(at: 0).isEmpty)
    #expect(harness.picture(at: 5) == "'line 0' 0 66\n'line 1' 0 86\n'line 2' 0 106")
    #expect(harness.picture(at: 17).isEmpty && harness.view.isFinished)
  }
}

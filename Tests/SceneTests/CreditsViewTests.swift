import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Credits") struct CreditsViewTests {
  static func lines(_ count: Int) -> String { (0..<count).map { "line \($0)" }.joined(separator: "\n") }

  @Test("Lines scroll up") func linesScrollUp() {
    let harness = ViewHarness.credits(Self.lines(30))
    #expect(
      harness.picture(at: 0) == "'line 0' 0 16\n'line 1' 0 36\n'line 2' 0 56\n'line 3' 0 76\n'line 4' 0 96")
    #expect(harness.picture(at: 2.5).hasPrefix("'line 1' 0 11\n'line 2' 0 31"))
    #expect(harness.frame.nextChange == 2.5)
    // 30 lines are 600 px, the view 100.
    #expect(harness.picture(at: 60).hasSuffix("'line 29' 0 96"))
    #expect(harness.view.isFinished && harness.frame.nextChange == .infinity)
  }

  @Test("Lines are wrapped, and blank ones kept") func wrapsAndKeepsBlankLines() {
    let harness = ViewHarness.credits("one two three four five\n\nend") { $0.alignment = .center }
    #expect(harness.picture(at: 0) == "'one two three four' 10 16\n'five' 80 36\n'end' 85 76")
  }

  @Test("Roles and names stand in two columns, headings are larger; a tab is a space unless asked for")
  func roles() {
    let text = "# Cast\nCaptain\tAnn\n\tBea\nand many more"
    let plain = ViewHarness.credits(text)
    #expect(plain.picture(at: 0) == "'# Cast' 0 16\n'Captain Ann' 0 36\n' Bea' 0 56\n'and many more' 0 76")
    let harness = ViewHarness.credits(text) { ($0.roles, $0.alignment) = (true, .center) }
    let lines = harness.picture(at: 0).split(separator: "\n")
    // Two columns of 90 px with 20 px between them; a heading of 26 px, 1.25 lines high.
    #expect(lines.dropFirst() == ["'Captain' 20 49", "'Ann' 110 49", "'Bea' 110 69", "'and many more' 35 89"])
    #expect(lines.first?.hasPrefix("'Cast' ") == true)
    let sizes = harness.sights(at: 0).compactMap(\.element.run).map(\.font.size)
    #expect(sizes == [26, 20, 20, 20, 20])
    let colors = harness.sights(at: 0).compactMap(\.element.run).map(\.color)
    #expect(colors[1] == AutoScrollStyle().roleColor && colors[2] == AutoScrollStyle().textColor)
  }

  @Test("What rests at an end is not faded") func fadedEnds() {
    let harness = ViewHarness.credits(Self.lines(30)) { $0.edgeFade = 24 }
    #expect(harness.picture(at: 0).hasPrefix("'line 0' 0 40\n"))
    #expect(harness.picture(at: 100).hasSuffix("'line 29' 0 72"))
    #expect(harness.view.isFinished)
  }

  @Test("A flood of empty lines takes the room of two million") func aFloodOfEmptyLines() {
    let flood = ViewHarness.credits("")
    let part = String(repeating: "\n", count: 300_000)
    for _ in 0..<9 { flood.view.append(part, at: 0) }
    #expect(flood.view.isCut && flood.view.scroll.contentHeight <= 20 * 2_000_001)
    flood.view.replaceAll(with: "a\nb", at: 1)
    #expect(!flood.view.isCut && flood.view.lines(atMost: 9) == ["a", "b"])
  }

  @Test("The height of long paragraphs is known from the first ones") func longParagraphs() {
    // 300 lines of 20 px each.
    let paragraph = String(repeating: "word ", count: 1200)
    let harness = ViewHarness.credits(Array(repeating: paragraph, count: 40).joined(separator: "\n"))
    harness.draw(at: 0)
    #expect(abs(harness.view.scroll.contentHeight - 240_000) < 12_000, "\(harness.view.scroll.contentHeight)")
  }

  @Test("A million lines are wrapped lazily") func aMillionLinesAreWrappedLazily() {
    let many = ViewHarness.credits(Self.lines(1_000_000))
    let few = ViewHarness.credits(Self.lines(200))
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

  @Test("Heights turn out without a jump") func heightsTurnOutWithoutAJump() {
    let long = (0..<400).map { $0 % 3 == 0 ? "a line that is wrapped into some lines \($0)" : "short \($0)" }
    let harness = ViewHarness.credits(long.joined(separator: "\n")) { $0.duration = 60 }
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

  @Test("The text grows while it runs") func growsWhileItRuns() {
    let harness = ViewHarness.credits(Self.lines(10))
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

  @Test("A narrower view keeps the top paragraph") func aNarrowerViewKeepsTheTopParagraph() {
    let harness = ViewHarness.credits((0..<60).map { "paragraph number \($0)" }.joined(separator: "\n"))
    #expect(harness.picture(at: 20).hasPrefix("'paragraph number 10' 0 16"))
    harness.layOut(in: Rect(x: 0, y: 0, width: 120, height: 100), at: 20)
    #expect(harness.picture(at: 20).hasPrefix("'paragraph' 0 16\n'number 10' 0 36"))
  }

  @Test("Its end is reported once, and it continues after a stop") func startsAndStops() throws {
    let harness = ViewHarness.credits(Self.lines(30))
    #expect(harness.view.isScrolling)
    harness.view.stop(at: 2.3)
    #expect(!harness.view.isScrolling && harness.picture(at: 9).hasPrefix("'line 1' 0 13"))
    #expect(throws: ValueError.self) { try harness.view.start(.speed(0), at: 10) }
    try harness.view.start(.duration(477), at: 10)
    // 477 px are left: one a second.
    #expect(harness.picture(at: 13).hasPrefix("'line 1' 0 10"))
    var told = 0
    for t in 480..<500 {
      harness.draw(at: Double(t))
      told += harness.frame.events.count { $0 == .finished }
    }
    #expect(told == 1 && harness.view.isFinished && !harness.view.isScrolling)
  }

  @Test("The pointer holds the text, drags it, and lets it go on") func byHand() {
    let harness = ViewHarness.credits(Self.lines(30))
    harness.perform(.pointerMoved(Point(x: 50, y: 50)), at: 1)
    #expect(!harness.view.isScrolling && harness.picture(at: 3).hasPrefix("'line 0' 0 6"))
    harness.perform(.pressed(Point(x: 50, y: 50), button: 1, modifiers: []), at: 3)
    harness.perform(.pointerMoved(Point(x: 50, y: 20)), at: 3)
    #expect(harness.picture(at: 3).hasPrefix("'line 2' 0 16"))
    harness.perform(.pointerMoved(Point(x: 50, y: -500)), at: 3)
    harness.perform(.pointerMoved(Point(x: 50, y: 20)), at: 3)
    harness.perform(.released(Point(x: 50, y: 20), button: 1, modifiers: []), at: 3)
    #expect(!harness.view.isScrolling)
    let held = harness.picture(at: 3)
    harness.perform(.pointerLeft, at: 4)
    #expect(harness.view.isScrolling && harness.picture(at: 4) == held && harness.picture(at: 5) != held)
  }

  @Test("Keys scroll by lines, pages and to the ends, and hold the text") func byKeys() {
    let harness = ViewHarness.credits(Self.lines(30))
    func press(_ key: Key?, _ text: String = "") -> String {
      harness.perform(.keyPressed(key, text: text, modifiers: []), at: 0)
      return String(harness.picture(at: 0).split(separator: "\n")[0])
    }
    #expect(press(nil, " ") == "'line 0' 0 16" && !harness.view.isScrolling)
    #expect(press(.down) == "'line 3' 0 16")
    #expect(press(.pageDown) == "'line 6' 0 16")
    #expect(press(.up) == "'line 3' 0 16")
    #expect(press(.end) == "'line 25' 0 16")
    #expect(press(.home) == "'line 0' 0 16")
    #expect(press(nil, " ") == "'line 0' 0 16" && harness.view.isScrolling)
  }

  @Test(
    "Its keys are bound as others are and can be changed; the wheel and vertical arrows scroll")
  func bindings() throws {
    let harness = ViewHarness.credits(Self.lines(30))
    try harness.bindings.add(written: "j=scroll-down, g=to-end, up=none, wheel-up=to-start")
    func top() -> String { String(harness.picture(at: 0).split(separator: "\n")[0]) }
    func turn(_ button: Int) {
      harness.perform(.pressed(Point(x: 50, y: 50), button: button, modifiers: []), at: 0)
    }
    harness.type("j", at: 0)
    #expect(top() == "'line 3' 0 16")
    for key in [Key.up, .left, .right] { harness.press(key, at: 0) }
    #expect(top() == "'line 3' 0 16")
    turn(5)
    #expect(top() == "'line 6' 0 16")
    harness.type("g", at: 0)
    #expect(top() == "'line 25' 0 16")
    turn(4)
    #expect(top() == "'line 0' 0 16")
  }

  @Test("The lead-in begins below") func leadInBeginsBelow() {
    let harness = ViewHarness.credits(Self.lines(3)) {
      $0.scroll.leadIn = true
      $0.scroll.leadOut = true
    }
    #expect(harness.picture(at: 0).isEmpty)
    #expect(harness.picture(at: 5) == "'line 0' 0 66\n'line 1' 0 86\n'line 2' 0 106")
    #expect(harness.picture(at: 17).isEmpty && harness.view.isFinished)
  }
}

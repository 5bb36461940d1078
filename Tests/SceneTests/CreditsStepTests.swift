import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Credits page by page") struct CreditsStepTests {
  /// Pages of five lines.
  private static func credits(
    _ text: String = CreditsViewTests.lines(12), _ change: (inout CreditsView.Style) -> Void = { _ in }
  ) -> ViewHarness<CreditsView> {
    let harness = ViewHarness.credits(text, change)
    harness.view.setStepping(true, at: 0)
    return harness
  }

  private func shown(_ harness: ViewHarness<CreditsView>, at t: Seconds) -> [String] {
    harness.sights(at: t).compactMap { $0.element.run?.text }
  }

  @Test(
    "Each page stands still with whole lines for its reading time, at least 3 s"
  )
  func turns() {
    let long = (0..<12).map { "\($0) is a long line" }.joined(separator: "\n")
    for (text, least) in [(CreditsViewTests.lines(12), 3.0), (long, 5 * 16 * 0.06)] {
      let harness = Self.credits(text)
      var (t, draws, finished): (Seconds, Int, Int) = (0, 0, 0)
      var stands: [(lines: [String], time: Seconds)] = []
      while t < 120 {
        harness.draw(at: t)
        finished += harness.frame.events.count { $0 == .finished }
        draws += 1
        let next = harness.frame.nextChange
        if next > t {
          #expect(harness.frame.layers.allSatisfy { $0.opacity == 1 })
          stands.append((shown(harness, at: t), next - t))
        }
        if next == .infinity { break }
        t = next > t ? next : t + 1.0 / 60
      }
      let lines = text.split(separator: "\n").map(String.init)
      // The end fills the last page. Once that has been read, the end is reported.
      #expect(stands.map(\.lines) == [0..<5, 5..<10, 7..<12, 7..<12].map { Array(lines[$0]) })
      #expect(stands.dropLast().allSatisfy { $0.time >= least } && stands.last?.time == .infinity)
      #expect(finished == 1 && harness.view.isFinished && draws < 60)
    }
  }

  @Test("After a while without a frame, the page that is due shows") func late() {
    let harness = Self.credits(CreditsViewTests.lines(100))
    harness.draw(at: 0)
    harness.draw(at: 35)
    // Each stands for 3.36 s.
    #expect(shown(harness, at: 35).first == "line 50" && harness.frame.layers.allSatisfy { $0.opacity == 1 })
    #expect(abs(harness.frame.nextChange - (11 * 3.36 - 0.12)) < 1e-9)
  }

  @Test("The pointer holds a page, and keys go on and back") func hands() {
    let harness = Self.credits()
    harness.draw(at: 0)
    harness.perform(.pointerMoved(Point(x: 50, y: 50)), at: 1)
    #expect(shown(harness, at: 90).first == "line 0" && harness.frame.nextChange == .infinity)
    harness.press(.down, at: 91)
    #expect(shown(harness, at: 92).first == "line 3")
    harness.press(.home, at: 92)
    #expect(shown(harness, at: 93).first == "line 0")
    harness.perform(.pointerLeft, at: 94)
    harness.draw(at: 94)
    #expect(harness.frame.nextChange > 96 && harness.frame.nextChange < 98)
  }

  @Test(
    "It begins again as often as it is asked to, from its first line where that would come from below",
    arguments: [false, true])
  func repeats(_ leadIn: Bool) {
    let harness = Self.credits { ($0.scroll.scrollRepeat, $0.scroll.delayAtEnd, $0.scroll.leadIn) = (1, 2, leadIn) }
    var (t, firsts, finished): (Seconds, [String], Int) = (0, [], 0)
    while t < 200 {
      harness.draw(at: t)
      finished += harness.frame.events.count { $0 == .finished }
      let next = harness.frame.nextChange
      if next > t, let first = shown(harness, at: t).first { firsts.append(first) }
      if next == .infinity { break }
      t = next > t ? next : t + 1.0 / 60
    }
    #expect(firsts.filter { $0 == "line 0" }.count == 2 && finished == 1, "\(firsts)")
  }

  @Test("A text that still grows waits for more, and runs where it is asked to again") func growing() {
    let harness = Self.credits(CreditsViewTests.lines(6))
    harness.view.awaitsMore = true
    for t in [0, 1, 4, 5.0] { harness.draw(at: t) }
    #expect(harness.frame.nextChange == .infinity && shown(harness, at: 6).first == "line 1")
    harness.view.append((0..<9).map { "more \($0)" }.joined(separator: "\n"), at: 20)
    harness.draw(at: 20)
    #expect(shown(harness, at: 21).first == "more 0" && harness.frame.nextChange < 24)
    harness.view.setStepping(false, at: 22)
    harness.draw(at: 22)
    #expect(harness.frame.nextChange == 22 && harness.view.isScrolling)
  }
}

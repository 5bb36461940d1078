import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Steady runs") struct SteadyRunTests {
  /// What only runs on says so, and what else happens counts as before.
  @Test("A crawl runs steadily but while it eases or is held") func crawl() throws {
    let harness = ViewHarness.crawl([Headline("alpha"), Headline("beta")])
    let running = try #require(harness.layer(at: 1))
    #expect(running.velocity == -100)
    #expect(harness.frame.nextChange == 1 && harness.frame.nextTurn == .infinity)
    harness.view.pause(at: 2)
    #expect(try #require(harness.layer(at: 4)).velocity == 0)
    #expect(harness.frame.nextChange == .infinity)
    harness.view.resume(at: 5)
    try harness.restyle(at: 10) { $0.crawl.scrollSpeed = 50 }
    #expect(try #require(harness.layer(at: 10.1)).velocity == 0)
    #expect(harness.frame.nextTurn <= 10.1)
    #expect(try #require(harness.layer(at: 11)).velocity == -50)
    #expect(harness.frame.nextTurn == .infinity)
  }

  @Test("It turns where the last pass is over") func end() throws {
    let harness = ViewHarness.crawl([Headline("alpha")]) { $0.crawl.scrollRepeat = 0 }
    let layer = try #require(harness.layer(at: 0.2))
    #expect(layer.velocity == -100)
    let end = harness.frame.nextTurn
    #expect(end > 0.2 && end < 1)
    harness.layer(at: end - 0.01)
    #expect(!harness.view.isFinished)
    harness.layer(at: end + 0.01)
    #expect(harness.view.isFinished)
  }
}

import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Headlines that are new") struct NewHeadlineTests {
  @Test("A headline that is new says so in its label, by whatever way it came") func labels() {
    let harness = ViewHarness.crawl(
      [Headline("old", topic: 0), Headline("new", topic: 0, isNew: true), Headline("plain", isNew: true)],
      topics: [Topic("topic", color: .white)])
    #expect(harness.picture(at: 0).contains("'TOPIC' "))
    #expect(harness.picture(at: 0).contains("'TOPIC • NEW' "))
    harness.view.replaceAll(with: [Headline("old", topic: 0)], at: 0)
    #expect(!harness.picture(at: 0).contains("NEW"))
    harness.view.replaceAll(with: [Headline("new", topic: 0, isNew: true)], at: 0)
    #expect(harness.picture(at: 0).contains("'TOPIC • NEW' "))
  }
}

import Formats
import TestKit
import Testing

@testable import Base
@testable import Newswire

/// Documents whose end is missing: half written, or cut off on their way.
@Suite("Half a document") struct CutDocumentTests {
  private static let feeds: [(name: String, text: String)] = [
    (
      "rss",
      "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>News</title>"
        + "<item><guid>a</guid><title>A</title></item><item><guid>b</guid><title>B</title></item>"
        + "<item><guid>c</guid><title>C</title></item></channel></rss>"
    ),
    (
      "atom",
      "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>News</title><entry><id>a</id><title>A</title></entry>"
        + "<entry><id>b</id><title>B</title></entry><entry><id>c</id><title>C</title></entry></feed>"
    ),
    (
      "json",
      #"{"version":"https://jsonfeed.org/version/1.1","title":"News","items":[{"id":"a","title":"A"},"#
        + #"{"id":"b","title":"B"},{"id":"c","title":"C"}]}"#
    ),
  ]

  private func parse(_ text: some StringProtocol, readsAlerts: Bool = false) throws -> ParsedFeed {
    let parser = FeedParser(address: nil, readsAlerts: readsAlerts)
    Array(text.utf8).withUnsafeBytes { parser.push($0) }
    return try parser.finish()
  }

  @Test("Of a feed that is cut anywhere, nothing counts as withdrawn", arguments: feeds.map(\.name))
  func feed(_ name: String) throws {
    let whole = try #require(Self.feeds.first { $0.name == name }).text
    for length in 0..<whole.count {
      let state = FeedState(try FeedSpec(url: "/news"))
      state.load(nil, now: 0, time: 0)
      _ = state.update(with: try parse(whole), now: 1, keeping: 200)
      #expect(state.entry.items.count == 3)
      // A document that is refused changes nothing anyway.
      guard let cut = try? parse(whole.prefix(length)), cut.format != .html else { continue }
      #expect(cut.isCut, "after \(length)")
      // Also where the newest is the last.
      for old in [cut, try parse(whole)] {
        let news = state.update(with: old, now: 2, keeping: 200)
        #expect(news.withdrawn.isEmpty && state.entry.items.count == 3, "after \(length)")
      }
    }
    #expect(try !parse(whole).isCut)
  }

  @Test("What a whole feed lacks is withdrawn, also after a cut one that lacked more")
  func whole() throws {
    let text = Self.feeds[0].text
    let state = FeedState(try FeedSpec(url: "/news"))
    state.load(nil, now: 0, time: 0)
    _ = state.update(with: try parse(text), now: 1, keeping: 200)
    _ = state.update(with: try parse(text.prefix(text.count - 60)), now: 2, keeping: 200)
    let without = text.replacing("<item><guid>b</guid><title>B</title></item>", with: "")
    #expect(state.update(with: try parse(without), now: 3, keeping: 200).withdrawn == ["b"])
  }

  @Test("A source of alerts that is cut anywhere cannot be read", arguments: [1, 2])
  func alerts(_ count: Int) throws {
    let facts = CAPText.facts("Immediate", "Extreme", "Observed")
    let all = (1...count).map { CAPText.message("\($0)", "\(facts)<headline>Flood \($0)</headline>") }
    let whole = count == 1 ? all[0] : CAPText.feed(all)
    for length in 0..<whole.count {
      #expect(throws: Failure.self, "after \(length)") { try parse(whole.prefix(length), readsAlerts: true) }
    }
    #expect(try parse(whole, readsAlerts: true).alerts?.alerts.count == count)
  }

  @Test("An update has the item of the alert that it updates, also where each document has the last one only")
  func chain() throws {
    var spec = try FeedSpec(url: "/alerts")
    spec.alerts = AlertSettings()
    let state = FeedState(spec)
    state.load(nil, now: 0, time: 0)
    var seen: [String] = []
    for number in 1...4 {
      let facts = CAPText.facts("Immediate", "Extreme", "Observed")
      let text = CAPText.message(
        "\(number)", as: number == 1 ? "Alert" : "Update", ending: number == 1 ? [] : ["\(number - 1)"],
        "\(facts)<headline>Flood \(number)</headline>")
      let news = state.update(with: try parse(text, readsAlerts: true), now: 1, keeping: 200)
      #expect(news.items.map(\.id.guid) == ["a@example.org,1"] && news.withdrawn.isEmpty)
      // Read once more, it is no news.
      let again = state.update(with: try parse(text, readsAlerts: true), now: 1, keeping: 200)
      #expect(again.items.isEmpty && again.withdrawn.isEmpty)
      seen += news.items.map(\.senderID)
    }
    #expect(seen == (1...4).map { "a@example.org,\($0)" })
    #expect(state.entry.items.first.flatMap { NewsItem(json: $0.json) }?.senderID == "a@example.org,4")
  }
}

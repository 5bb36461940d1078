import TestKit
import Testing

@testable import App
@testable import Newswire
@testable import Scene
@testable import Windows

/// The file that is shown without any source.
@Suite("Bundled headlines") struct BundledHeadlinesTests {
  private func items() throws -> [[Substring]] {
    try Project.text(of: "Resources/headlines.tsv").split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
  }

  @Test("Every line is a topic and a headline") func everyLineIsATopicAndAHeadline() throws {
    let items = try items()
    #expect(items.count >= 128)
    for item in items {
      #expect(item.count == 2, "\(item)")
      for part in item {
        #expect(!part.isEmpty && part.first?.isWhitespace == false && part.last?.isWhitespace == false)
        #expect(part.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      }
    }
    #expect(Set(items.map { $0[1] }).count == items.count)
  }

  /// Also from the last to the first, as the train begins again.
  @Test("Neighbours are of different topics") func neighboursAreOfDifferentTopics() throws {
    let topics = try items().map { $0[0] }
    for (a, b) in zip(topics, topics.dropFirst() + topics.prefix(1)) { #expect(a != b) }
    #expect(topics.prefix(4) == ["World", "Science", "Economy", "Sport"])
  }

  @Test("There are five topics, each with headlines enough, and words for them in the table") func topics() throws {
    let counts = Dictionary(grouping: try items(), by: { $0[0] }).mapValues(\.count)
    #expect(Set(counts.keys) == ["World", "Science", "Economy", "Sport", "Arts"])
    #expect(counts.values.allSatisfy { $0 >= 8 } && counts.keys.allSatisfy { NewsWord(rawValue: String($0)) != nil })
  }

  @Test("What there is to be done is said first, and neighbours are of different topics there, too") func tips() {
    let items = BundledHeadlines.load(SpokenWordsTests.bracketed)
    let tips = items.filter { $0.topic == "⟦Tips⟧" }.map(\.title)
    #expect(tips.count == 5 && tips.allSatisfy { $0.hasPrefix("⟦") })
    #expect(tips[0].contains("Right-click") && tips[0].contains("label") && tips[1].contains("Drop a link"))
    #expect(items.prefix(5).map(\.topic) == ["⟦Tips⟧", "⟦World⟧", "⟦Tips⟧", "⟦Science⟧", "⟦Tips⟧"])
    for (a, b) in zip(items, items.dropFirst() + items.prefix(1)) { #expect(a.topic != b.topic) }
    #expect(Set(items.map(\.topic)).count == 6)
  }

  @Test(
    "Every script is there",
    arguments: [
      ("Cyrillic", 0x0410...0x044f), ("Greek", 0x0391...0x03c9), ("Arabic", 0x0621...0x064a),
      ("Hebrew", 0x05d0...0x05ea),
      ("Devanagari", 0x0904...0x0939), ("Thai", 0x0e01...0x0e2e), ("Kana", 0x3041...0x30ff), ("Han", 0x4e00...0x9fff),
      ("Hangul", 0xac00...0xd7a3), ("Latin with accents", 0x00c0...0x024f), ("Vietnamese", 0x1ea0...0x1ef9),
      ("emoji", 0x1f300...0x1faff),
    ])
  func everyScriptIsThere(_ script: String, _ range: ClosedRange<Int>) throws {
    let holding = try items().filter { $0[1].unicodeScalars.contains { range.contains(Int($0.value)) } }
    #expect(holding.count >= (script == "Vietnamese" ? 1 : 5), "\(script)")
  }
}

import TestKit
import Testing

@testable import Base
@testable import Newswire

@Suite("Colours of topics") struct TopicColorTests {
  /// The numbers of these topics, as they come.
  private func numbers(_ topics: [String], _ colors: inout TopicColors) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for topic in topics { numbers[topic] = colors.number(of: topic, besides: Set(numbers.values)) }
    return numbers
  }

  @Test("A topic has the same colour at each start, in whatever order topics come, and those that are there differ")
  func restart() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/state/topic-colors"
    let topics = (1...12).map { "https://feed\($0).example/" }
    var first = TopicColors(path: path)
    let before = numbers(topics, &first)
    #expect(Set(before.values) == Set(0..<12))
    try first.save(to: path)
    for order in [topics.reversed(), Array(topics.dropFirst(5)), ["new"] + topics] {
      var again = TopicColors(path: path)
      #expect(numbers(order, &again).filter { $0.key != "new" } == before.filter { order.contains($0.key) })
    }
  }

  @Test("Without a file a topic's colour follows from its name; the topics that ship have the first six") func derived()
  {
    let topics = ["World", "Science", "اقتصاد", "Sport", "Arts", "文化"]
    for order in [topics, topics.reversed()] {
      var colors = TopicColors()
      let numbers = numbers(order, &colors)
      #expect(topics.map { numbers[$0] } == [0, 1, 2, 3, 4, 5])
    }
    var colors = TopicColors()
    let many = numbers((0..<100).map { "\($0)" }, &colors)
    #expect(many.count == 100 && many.values.allSatisfy((0..<TopicColors.count).contains))
  }

  @Test("Six topics have the six colours that differ most, whatever they are called", arguments: 0..<20)
  func few(_ round: Int) {
    var colors = TopicColors()
    #expect(Set(numbers((0..<6).map { "Topic \(round) \($0)" }, &colors).values) == Set(0..<6))
  }

  @Test("Of more topics than are kept the colours of the newest are") func newest() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/topic-colors"
    var colors = TopicColors(path: path)
    for number in 0..<4100 { _ = colors.number(of: "topic \(number)", besides: [number % TopicColors.count]) }
    try colors.save(to: path)
    _ = colors.number(of: "the last", besides: [])
    try colors.save(to: path)
    let bytes = try #require(try AtomicFile.read(path, limit: 1 << 20))
    let keys = bytes.split(separator: 0x0A).map { String(decoding: $0.prefix { $0 != 0x20 }, as: UTF8.self) }
    func key(_ topic: String) -> String { String(stableHash("1800099\n" + topic), radix: 16) }
    #expect(keys == (5..<4100).map { key("topic \($0)") } + [key("the last")])
  }

  @Test("A damaged file is no error, and what other programs have written stays") func file() throws {
    let folder = try TemporaryDirectory()
    let path = folder.write("topic-colors", "rubbish\n1 2 3\nff 99\nff -1\nzz 1\n\n12 \u{ff} 3\n")
    var (one, two) = (TopicColors(path: path), TopicColors(path: path))
    let a = one.number(of: "a", besides: [])
    let b = two.number(of: "b", besides: [a])
    try one.save(to: path)
    try two.save(to: path)
    try two.save(to: path)
    let text = try #require(try AtomicFile.read(path, limit: 1000))
    #expect(text.split(separator: 0x0A).count == 2)
    var both = TopicColors(path: path)
    #expect(both.number(of: "b", besides: [b]) == b && both.number(of: "a", besides: [a]) == a)
  }
}

import ScrollCore
import Testing

@testable import Newsreel
@testable import Scene

/// What a strip of the library keeps of topics that are off.
@Suite("Items of topics that are off") struct OffItemsTests {
  private static let most = TextStore.Limits.stream.chunks

  private func headlines(_ numbers: Range<Int>, topic: Int) -> [Headline] {
    numbers.map { Headline("\($0)", topic: topic) }
  }

  @Test("The newest are kept, as many as a stream has, and come back once") func most() {
    var items = OffItems()
    items.hide(topic: 0, headlines(0..<Self.most, topic: 0))
    items.hide(topic: 1, headlines(0..<10, topic: 1))
    #expect(items.count == Self.most)
    let latest = items.show(topic: 1)
    #expect(latest.map(\.text) == (0..<10).map { "\($0)" })
    let rest = items.show(topic: 0)
    #expect(rest.count == Self.most - 10 && rest.first?.text == "10" && rest.last?.text == "\(Self.most - 1)")
    let again = items.show(topic: 0)
    #expect(again.isEmpty && items.count == 0)
  }
}

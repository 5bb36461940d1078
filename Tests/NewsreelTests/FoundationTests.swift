import Foundation
import Newsreel
import Testing

/// Programs import Foundation, too: what the C libraries bring must not stand in its way.
@Suite("Beside Foundation") struct FoundationTests {
  @Test("The library is used with Foundation in the same file") func both() throws {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.numberStyle = .decimal
    let counter = CounterView()
    counter.grouping = .threes
    counter.setNumber(41_250)
    #expect(formatter.string(from: 41_250) == counter.text)
  }
}

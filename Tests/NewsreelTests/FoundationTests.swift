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

  @Test("Foundation's description of an error has what is wrong, whatever the error's type is known to be")
  func errors() throws {
    func described(_ body: () throws -> Void) -> String {
      do { try body() } catch { return error.localizedDescription }
      return ""
    }
    let place = WindowError.noPlace("no such window")
    let value = ValueError(name: "scrollTime", reason: "is below 0")
    #expect(place.localizedDescription == "The window has no place: no such window")
    #expect(value.localizedDescription == "scroll-time: is below 0")
    for error in [place, value, WindowError.noDisplay("none"), WindowError.lost("gone")] as [any Error] {
      #expect(described { throw error }.contains("\(error)"), "\(described { throw error })")
    }
    #expect(described { try CrawlView().set("scrollSped", to: "1") }.contains("did you mean 'scrollSpeed'?"))
  }
}

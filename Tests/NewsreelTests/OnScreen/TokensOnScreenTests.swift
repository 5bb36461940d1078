import TestKit
import Testing

extension OnScreen {
  @Suite("Tokens") struct TokensTests {
    private static let place = ["--geometry", "420x46+100+50"]

    @Test("A click on beta removes it, says so, and leaves alpha and gamma") func clickOnBeta() async throws {
      let shown = try await Shown(["tokens", "alpha", "beta", "gamma"] + Self.place)
      let before = try await shown.stillPicture()
      let chips = before.chips
      try #require(chips.count == 3)
      try await shown.click(chips[1])
      #expect(try await shown.child.line() == #"{"event":"removed","token":"beta","index":1}"#)
      try await shown.server.move(toX: 5, y: 5)
      let two = try await Shown(["tokens", "alpha", "gamma"] + Self.place)
      let expected = try await two.stillPicture()
      let after = try await shown.picture("alpha and gamma in place") { $0 == expected }
      #expect(after.columns(chips[0]) == before.columns(chips[0]))
      #expect(shown.child.output == #"{"event":"removed","token":"beta","index":1}"# + "\n")
    }

    @Test("Clicks go on, in any order, to the last chip; indices are those before each removal") func all() async throws
    {
      let shown = try await Shown(["tokens", "a \"b\"", "β\\γ", "日本"] + Self.place)
      let chips = try await shown.stillPicture().chips
      try #require(chips.count == 3)
      try await shown.click(chips[2])
      #expect(try await shown.child.line() == #"{"event":"removed","token":"日本","index":2}"#)
      try await shown.click(chips[0])
      #expect(try await shown.child.line() == #"{"event":"removed","token":"a \"b\"","index":0}"#)
      try await shown.server.move(toX: 5, y: 5)
      _ = try await shown.picture("one chip in the first place") {
        $0.chips.count == 1 && $0.chips[0].lowerBound == chips[0].lowerBound
      }
      // What glides there over the one that goes looks like it, too.
      let last = try await shown.stillPicture()
      try await shown.click(last.chips[0])
      #expect(try await shown.child.line() == #"{"event":"removed","token":"β\\γ","index":0}"#)
      try await shown.server.move(toX: 5, y: 5)
      // An empty field says how to fill it.
      let empty = try await Shown(["tokens", "-"] + Self.place, input: .pipe)
      let expected = try await empty.stillPicture()
      _ = try await shown.picture("no chip") { $0 == expected }
      #expect(shown.child.isRunning)
    }

    @Test("A click beside the chips, and another button, remove nothing") func misses() async throws {
      let shown = try await Shown(["tokens", "alpha", "beta"] + Self.place)
      let chips = try await shown.stillPicture().chips
      try #require(chips.count == 2)
      try await shown.server.click(x: 100 + chips[1].upperBound + 20, y: 73)
      try await shown.server.click(x: 100 + chips[0].lowerBound + 20, y: 73, button: 8)
      try await shown.click(chips[1])
      #expect(try await shown.child.line() == #"{"event":"removed","token":"beta","index":1}"#)
    }

    @Test("Lines of standard input become chips") func input() async throws {
      let shown = try await Shown(["tokens", "-"] + Self.place, input: .pipe)
      try shown.child.send("alpha\nbeta\n")
      let two = try await Shown(["tokens", "alpha", "beta"] + Self.place)
      let expected = try await two.stillPicture()
      _ = try await shown.picture("two chips") { $0 == expected }
    }
  }
}

extension Shown {
  func click(_ chip: Range<Int>) async throws {
    let place = try await server.place(of: window)
    try await server.click(x: place.x + chip.lowerBound + 20, y: place.y + place.height / 2)
  }
}

extension Screenshot {
  /// Without the caret.
  var chips: [Range<Int>] { inkColumns(on: ground, gap: 2).filter { $0.count > 10 } }
}

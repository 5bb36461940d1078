import Testing

@testable import Bars

@Suite("Cells of a bar") struct CellWidthTests {
  @Test(
    "Characters are as wide as terminals draw them",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("ｶ", 1), ("Ａ", 2), ("한", 2), ("각", 2), ("👍", 2), ("👍🏽", 2),
      ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("☎", 1), ("☎\u{FE0F}", 2), ("…", 1), ("ש", 1), ("ก็", 1), ("\u{2068}", 0), ("「", 2),
    ])
  func widths(_ text: String, _ cells: Int) { #expect(CellWidth.of(text) == cells, "\(text)") }

  @Test("A text is cut between characters, with an ellipsis, to no more than the room") func cuts() {
    #expect(CellWidth.cut("headline", to: 8) == "headline")
    #expect(CellWidth.cut("headline", to: 5) == "head…")
    #expect(CellWidth.cut("漢字漢字", to: 4) == "漢 …" && CellWidth.of(CellWidth.cut("漢字漢字", to: 4)) == 4)
    #expect(CellWidth.cut("ab", to: 1) == "…" && CellWidth.cut("ab", to: 0) == "")
    #expect(CellWidth.cut("👨‍👩‍👧👨‍👩‍👧", to: 3) == "👨‍👩‍👧…")
  }

  @Test("A window is always full, and half a wide character is a blank", arguments: 0...6) func windows(_ start: Int) {
    let part = CellWidth.window(of: "a漢b字cd", from: start, cells: 2)
    #expect(CellWidth.of(part) == 2, "\(part)")
    #expect(["a ", "漢", " b", "b ", "字", " c", "cd"][start] == part)
  }

  @Test("An isolate does not reach beyond the window") func isolates() {
    let text = "ab \u{2067}שלום\u{2069} cd"
    #expect(CellWidth.window(of: text, from: 4, cells: 6) == "לום cd")
    #expect(CellWidth.cut(text, to: 5) == "ab ש…")
    #expect(CellWidth.cut(text, to: 10) == text)
  }
}

import Glibc
import Newsreel
import NewsreelTesting
import ScrollCore
import TestKit
import TestTags
import Testing

/// The items of a token field, and who owns them; the lines of a text that scrolls by itself.
@Suite("Items of a token field", .serialized, .tags(.x11)) struct LibraryItemsTests {
  /// An owner as BMTokenView has it: the field changes nothing by itself.
  private final class Owner: TokenFieldDataSource {
    var items = ["one", "two", "three"]
    var asked: [String] = []

    func own(_ field: TokenFieldView) {
      field.delegate.shouldReturn = { [unowned self] _, text in
        asked.append("return \(text)")
        if text == "no" { return false }
        items.append(text)
        return true
      }
      field.delegate.willDelete = { [unowned self] _, index, label in
        asked.append("delete \(index) \(label)")
        items.remove(at: index)
      }
      field.dataSource = self
      field.dataSourceOwnsItems = true
    }

    func numberOfTokens(in field: TokenFieldView) -> Int { items.count }
    func tokenField(_ field: TokenFieldView, tokenAt index: Int) -> String { items[index] }
  }

  private func onServer(_ body: () throws -> Void) async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    try body()
  }

  @Test("A token field says whether there is a change to take back, or to make again") func undoing() {
    let field = TokenFieldView(["a"])
    #expect(!field.canUndo && !field.canRedo)
    field.append("b")
    #expect(field.canUndo && !field.canRedo)
    field.undo()
    #expect(field.items == ["a"] && !field.canUndo && field.canRedo)
    field.redo()
    #expect(field.items == ["a", "b"] && field.canUndo && !field.canRedo)
    field.items = ["c"]
    #expect(!field.canUndo && !field.canRedo)
  }

  @Test("Items are appended and inserted, taken back and made again") func items() {
    let field = TokenFieldView(["b"])
    #expect(field.append("c") && !field.append("C") && !field.append("  ") && field.insert("a", at: 0))
    #expect(field.append(contentsOf: ["d", "b", "e"]) == 2 && field.insert(contentsOf: ["f"], at: -9) == 1)
    #expect(field.items == ["f", "a", "b", "c", "d", "e"])
    field.remove(at: 0)
    field.remove(at: [0, 9, -1])
    #expect(field.items == ["b", "c", "d", "e"])
    for expected in [["a", "b", "c", "d", "e"], ["f", "a", "b", "c", "d", "e"], ["a", "b", "c", "d", "e"]] {
      field.undo()
      #expect(field.items == expected)
    }
    field.redo()
    field.redo()
    #expect(field.items == ["a", "b", "c", "d", "e"])
    field.items.append("z")
    field.undo()
    #expect(field.items == ["a", "b", "c", "d", "e", "z"])
  }

  @Test("A data source that owns the items changes them, and the field shows that; so a second time") func owned()
    async throws
  {
    try await onServer {
      let (field, owner) = (TokenFieldView(), Owner())
      owner.own(field)
      var errors: [String] = []
      field.onInvalidValue = { errors.append("\($0)") }
      let harness = try ViewHarness(field, size: Size(width: 400, height: 100))
      for (number, text) in ["four", "five"].enumerated() {
        harness.type(text)
        harness.press(.enter)
        #expect(field.items == owner.items && field.items.count == 4 + number && field.text.isEmpty)
      }
      harness.type("no")
      harness.press(.enter)
      #expect(field.items.count == 5 && field.text == "no")
      field.text = ""
      // The last one is selected, then removed; then two at once.
      harness.press(.backspace)
      harness.press(.backspace)
      #expect(field.items == ["one", "two", "three", "four"] && owner.asked.last == "delete 4 five")
      harness.press(.left)
      harness.press(.left)
      harness.press(.left, .shift)
      harness.press(.delete)
      #expect(field.items == owner.items && field.items.count == 2, "\(owner.asked)")
      // Nothing else changes them.
      field.items = []
      field.append("x")
      field.remove(at: 0)
      harness.drag(from: Point(x: 20, y: 15), to: Point(x: 300, y: 15))
      #expect(field.items == owner.items && errors.count == 3 && errors[0].contains("belong to the data source"))
      owner.items = ["new"]
      #expect(field.items.count == 2)
      field.reloadData()
      #expect(field.items == ["new"])
      field.dataSourceOwnsItems = false
      #expect(field.append("x") && field.items == ["new", "x"] && owner.items == ["new"])
    }
  }

  @Test("What the user has done is told once, with the items that are left") func changes() async throws {
    try await onServer {
      let field = TokenFieldView(["a"])
      var lists: [[String]] = []
      field.delegate.didChangeItems = { lists.append($1) }
      let harness = try ViewHarness(field, size: Size(width: 400, height: 100))
      harness.advance(by: 0.1)
      harness.type("b, c")
      harness.press(.enter)
      harness.advance(by: 0.1)
      #expect(lists == [["a", "b", "c"]])
      harness.press(.backspace)
      harness.press(.backspace)
      harness.advance(by: 0.1)
      #expect(lists == [["a", "b", "c"], ["a", "b"]])
    }
  }

  @Test("The six settings of the original that differ are there at once, and as a value") func original() {
    let differing = TokenFieldProperties.properties.filter { property in
      property.value(of: .original) != property.value(of: TokenFieldProperties())
    }
    #expect(
      differing.map(\.name) == [
        "font", "tintColor", "textColor", "textColorSelected", "tokenBackground", "tokenBackgroundSelected",
      ])
    let field = TokenFieldView()
    field.style = .original
    #expect(field.tintColor == .black && field.textColor == .white && field.textColorSelected == "#222")
    #expect(field.tokenBackground == "#222" && field.tokenBackgroundSelected == .white && field.font == "Sans 12px")
    var settings = TokenFieldProperties.original
    settings.tokenHeight = 40
    field.style = settings
    #expect(field.tokenHeight == 40 && field.margins == 0 && field.textMargin == 16 && field.isRound)
  }

  @Test("Lines with markup have fonts and an alignment, by themselves and as text") func markup() throws {
    let (crawl, strip) = (CrawlView(), StripView())
    (crawl.markupFont, crawl.markupAlign) = ("Sans Bold", .center)
    (strip.markupFont, strip.markupAlign) = ("Sans Bold", .center)
    #expect(crawl.value(of: "markup-font") == "Sans Bold" && strip.value(of: "markup-align") == "center")
    try crawl.set("markup-align", to: "right")
    #expect(crawl.markupAlign == .right && crawl.markupFont == strip.markupFont)
  }

  @Test("Lines are appended to a text that scrolls; a new text starts at the top, and start() repeats the pace")
  func lines() async throws {
    try await onServer {
      let lyrics = AutoScrollView((1...30).map { "\($0)" }.joined(separator: "\n"))
      let harness = try ViewHarness(lyrics, size: Size(width: 200, height: 100))
      harness.advance(by: 0.1)
      let height = lyrics.contentSize.height
      lyrics.start(speed: 50)
      harness.advance(by: 2)
      #expect(abs(lyrics.offset - 100) < 1)
      lyrics.append("31\n32")
      harness.advance(by: 0.1)
      #expect(lyrics.text.hasSuffix("\n30\n31\n32") && lyrics.contentSize.height > height && lyrics.isScrolling)
      for _ in 0..<2 {
        lyrics.text = (1...40).map { "\($0)" }.joined(separator: "\n")
        #expect(lyrics.offset == 0)
        lyrics.start()
        harness.advance(by: 1)
        #expect(abs(lyrics.offset - 50) < 1)
      }
      lyrics.stop()
      let offset = lyrics.offset
      lyrics.start()
      harness.advance(by: 1)
      #expect(abs(lyrics.offset - offset - 50) < 1)
    }
  }
}

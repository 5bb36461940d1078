import Glibc
import Newsreel
import NewsreelTesting
import TestKit
import TestTags
import Testing

/// Calls between views and their program.
@Suite("Views and their program", .serialized, .tags(.x11)) struct LibraryViewTests {
  @Test("A line of text is typed: a click, a word, Return; and its placeholder comes back") func textField()
    async throws
  {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let field = TextFieldView("abc", placeholder: "Search")
    var told: [String] = []
    field.onReturn = { told.append($0) }
    let editable: EditableView<CrawlStyle> = field
    editable.onBeginEditing = { told.append("began \($0)") }
    let window = try Window(field, width: 300, height: 30, at: .inTopLeft)
    _ = window.run(for: 0.2)
    #expect(!field.isScrolling || field.text == "abc")
    field.beginEditing()
    #expect(told == ["began abc"])
    try await server.move(toX: 100, y: 15)
    try await server.key("ctrl+a")
    try await server.type("new")
    try await server.key("Return")
    try window.run("what is told") { told.count >= 2 }
    #expect(told == ["began abc", "new"] && field.text == "new")
    try window.rest(on: server)
    let typed = try server.screenshot()
    field.text = ""
    try window.run("the placeholder") { try server.screenshot() != typed }
    #expect(field.text.isEmpty)
  }

  @Test("A token field gets its chips, and returns the selection") func tokens() throws {
    final class Owner: TokenFieldDataSource {
      var labels = ["a", "b"]
      func numberOfTokens(in field: TokenFieldView) -> Int { labels.count }
      func tokenField(_ field: TokenFieldView, tokenAt index: Int) -> String { labels[index] }
    }
    let (field, owner) = (TokenFieldView(), Owner())
    field.dataSource = owner
    #expect(field.items == ["a", "b"] && field.selectedIndices.isEmpty && field.contentHeight == 0)
    owner.labels.append("c")
    field.reloadData()
    #expect(field.items == ["a", "b", "c"])
    var removed: [String] = []
    field.onRemove = { label, index in removed.append("\(label) \(index)") }
    #expect(field.insert(contentsOf: ["d", "B", " "], at: 0) == 1 && field.items == ["d", "a", "b", "c"])
    field.remove(at: [1, 9])
    #expect(field.items == ["d", "b", "c"] && field.text.isEmpty)
    field.suggestions = ["delta"]
    #expect(field.suggestions == ["delta"])
  }

  @Test("A number is shown at rest, as if nothing had been before; live ones roll in a text") func numbers() {
    let counter = CounterView()
    counter.setNumber(99)
    counter.setNumber(1000)
    counter.reload()
    #expect(!counter.isAnimating && counter.text == "1000")
    let crawl = CrawlView("AAPL {aapl}")
    let items: [CrawlView.Item] = [crawl.append("SAP {sap}")].compactMap { $0.flatMap(crawl.item) }
    #expect(items.map(\.text) == ["SAP {sap}"])
    #expect(crawl.setLiveNumber("aapl", to: "189.12") && !crawl.setLiveNumber("aapl", to: "much"))
    #expect(!crawl.setLiveNumber("a b", to: 1))
  }

  @Test("What is left after items were taken away comes in; started again, it is there at once") func filter()
    async throws
  {
    let server = try await XServer(width: 800, height: 300)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let crawl = CrawlView()
    (crawl.scrollTime, crawl.scrollSpeed) = (0, 60)
    for number in 0..<12 { crawl.append("Headline number \(number) of a dozen", topic: number % 4 == 0 ? "A" : "B") }
    let harness = try ViewHarness(crawl, size: Size(width: 600, height: 40))
    func ink(_ columns: Range<Int>) throws -> Int {
      let picture = try harness.picture()
      return columns.reduce(0) { sum, x in sum + (0..<40).count { picture[x, $0] != picture[0, 0] } }
    }
    harness.advance(by: 14)
    crawl.removeAll(about: "B")
    harness.advance(by: 1)
    #expect(try ink(0..<300) == 0 && ink(400..<600) > 50)
    crawl.stop()
    crawl.start()
    harness.advance(by: 0.1)
    #expect(try ink(0..<300) > 500)
  }

  @Test("Every view has its properties, by type and by name") func styles() throws {
    func widen<Style>(_ view: StyledView<Style>) throws { try view.set("border-width", to: "3") }
    let (badge, strip) = (BadgeView("x"), StripView())
    try widen(badge)
    try widen(strip)
    #expect(badge.border.width == 3 && strip.value(of: "borderWidth") == "3")
    #expect(throws: ValueError.self) { try badge.set("image", to: "nowhere.png") }
    #expect(throws: ValueError.self) { try badge.set("no-such", to: "1") }
    #expect(badge.image.isEmpty)
    func isRow(_ axis: StackView.Axis) -> Bool { axis == .horizontal }
    #expect(isRow(.horizontal) && !isRow(.vertical))
  }

  @Test("A window that cannot be there says why, by what the program can do about it") func errors() async throws {
    setenv("DISPLAY", ":9999", 1)
    let noDisplay = #expect(throws: WindowError.self) { _ = try Window(CounterView()) }
    guard case .noDisplay(let reason)? = noDisplay else {
      Issue.record("\(String(describing: noDisplay))")
      return
    }
    #expect(reason.contains("9999"))
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let noPlace = #expect(throws: WindowError.self) { _ = try Window(CounterView(), of: 0x1234567) }
    guard case .noPlace? = noPlace else {
      Issue.record("\(String(describing: noPlace))")
      return
    }
  }
}

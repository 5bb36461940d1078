import ScrollCore
import Testing
import ViewKit

@testable import Scene

extension ViewHarness where Content == CrawlScene {
  /// A crawl of rows, 400 px wide; a character is 10 px wide, an em 20.
  fileprivate static func rows(
    _ rows: [Row], text: String = "text", _ change: (inout CrawlScene.Style) -> Void = { _ in }
  ) -> ViewHarness<CrawlScene> {
    var style = CrawlScene.Style()
    style.crawl.fontSize = 20
    (style.crawl.scrollTime, style.crawl.scrollSpeed, style.crawl.delayAtStart) = (0, 20, 1)
    (style.crawl.repeatWhenOutOfBounds, style.separatorSize, style.crawl.inset) = (false, 0, 0)
    style.crawl.repeatSpacing = 1000
    change(&style)
    let view = CrawlScene(style)
    view.setPictures { $0 == "gone" ? nil : SizedImage(path: $0, size: Size(width: 60, height: 30)) }
    view.append(contentsOf: rows.map { Headline(text, row: $0) }, at: 0)
    let harness = ViewHarness(view, size: Size(width: 400, height: 40))
    harness.layOut()
    view.start(at: 0)
    return harness
  }

  /// What is seen, from left to right: pieces of text, digits by themselves, pictures, and boxes with their right ends.
  fileprivate func seen(at t: Seconds) -> [(x: Double, what: String)] {
    var seen = sights(at: t).compactMap { sight -> (x: Double, what: String)? in
      switch sight.element {
      case .box: (sight.bounds.minX, "[\(Int(sight.bounds.maxX))]")
      case .diamond: nil
      default: (sight.bounds.minX, sight.element.name)
      }
    }
    for layer in frame.layers {
      guard case .sprites(let batch) = layer.kind else { continue }
      for sprite in frame.sprites[batch.sprites] {
        let cell = sprite.fraction < 0.5 ? sprite.cell : sprite.next
        let start = Double(cell) * batch.grid.pitch
        for primitive in layer.content.primitives where start..<start + batch.grid.pitch ~= primitive.anchor.x {
          seen.append((sprite.origin.x, primitive.element.name))
        }
      }
    }
    return seen.sorted { ($0.x, $0.what) < ($1.x, $1.what) }
  }

  fileprivate func line(at t: Seconds) -> String {
    seen(at: t).map { "\(Int($0.x.rounded())) \($0.what)" }.joined(separator: ", ")
  }

  fileprivate func x(of what: String, at t: Seconds) -> Double? { seen(at: t).first { $0.what == what }?.x }
}

extension Headline {
  fileprivate init(_ text: String, row: Row) {
    self.init(text)
    self.row = row
  }
}

@Suite("Rows in a crawl") struct RowTests {
  private static let score = Row("score", ["home": ["Ajax"], "away": ["PSV"], "score": ["2", "1"]])

  @Test("A score has its numbers in a box between two names") func scoreLayout() {
    // The box has 8 px beside its numbers; half an em is between the parts.
    let harness = ViewHarness.rows([Self.score])
    #expect(harness.line(at: 0) == "0 Ajax, 50 [96], 58 2, 68 –, 78 1, 106 PSV")
    #expect(harness.view.texts == ["Ajax 2–1 PSV"])
    let fill = StripTheme().labelBackground
    let boxes = harness.sights(at: 0).filter { if case .box(_, fill) = $0.element { true } else { false } }
    #expect(boxes.count == 1)
    // As high as the line, so that rolling digits stay in it.
    #expect(boxes.first.map { ($0.bounds.minY, $0.bounds.height) }! == (11, 20))
  }

  @Test("A price has a trend by the sign of its change") func priceLayout() {
    let rows = ["-1.24", "1.24%", "0"].map { Row("price", ["name": ["AAPL"], "value": ["211.40"], "change": [$0]]) }
    let lines = rows.map { ViewHarness.rows([$0]).line(at: 0) }
    // The place of the mark is kept where there is none.
    #expect(lines[0] == "0 AAPL, 50 2, 60 1, 70 1, 80 ., 90 4, 100 0, 120 down, 132 −, 142 1, 152 ., 162 2, 172 4")
    #expect(lines[1] == "0 AAPL, 50 2, 60 1, 70 1, 80 ., 90 4, 100 0, 120 up, 132 +, 142 1, 152 ., 162 2, 172 4, 182 %")
    #expect(lines[2] == "0 AAPL, 50 2, 60 1, 70 1, 80 ., 90 4, 100 0, 132 0")
  }

  @Test("A picture keeps its proportions within the view; one that cannot be had leaves no gap") func pictureLayout() {
    let row = Row("picture", ["picture": ["a.png"], "text": ["A caption"]])
    let harness = ViewHarness.rows([row])
    #expect(harness.line(at: 0) == "0 a.png, 70 A caption")
    #expect(harness.sights(at: 0).first.map { $0.bounds.size }! == Size(width: 60, height: 30))
    for picture in ["gone", ""] {
      let row = Row("picture", ["picture": [picture], "text": ["A caption"]])
      #expect(ViewHarness.rows([row]).line(at: 0) == "0 A caption")
    }
  }

  @Test("A score rolls in its place, and its neighbours stay") func rolling() throws {
    let harness = ViewHarness.rows([Self.score, Self.score]) { $0.crawl.repeatSpacing = 40 }
    let before = harness.line(at: 0.1)
    let id = try #require(harness.view.itemIDs.first)
    var next = Self.score
    next.fields["score"] = ["3", "1"]
    #expect(harness.view.rolls(from: Self.score, to: next))
    harness.view.roll(id, to: next)
    var moves = Set<String>()
    for frame in 0...60 {
      let t = 0.15 + Double(frame) / 60
      if t > 1 { break }
      // Between two digits nothing else moves.
      let parts = harness.seen(at: t).filter { !($0.x == 58 && $0.what.count == 1) }
      moves.insert(parts.map { "\($0.x) \($0.what)" }.joined(separator: ", "))
    }
    #expect(moves.count == 1)
    #expect(harness.line(at: 1) == before.replacing("58 2", with: "58 3"))
    #expect(harness.view.texts == ["Ajax 3–1 PSV", "Ajax 2–1 PSV"])
  }

  @Test("A score that gets wider moves what follows, never in a jump, and its box grows with it") func widening() throws
  {
    let harness = ViewHarness.rows([Self.score])
    _ = harness.line(at: 0.01)
    // A roll takes at most half of the time that the number before it stood.
    let start = 0.4
    _ = harness.line(at: start)
    var next = Self.score
    next.fields["score"] = ["12", "1"]
    harness.view.roll(try #require(harness.view.itemIDs.first), to: next)
    var last = try #require(harness.x(of: "PSV", at: start))
    for frame in 1...34 {
      let t = start + Double(frame) / 60
      let x = try #require(harness.x(of: "PSV", at: t))
      #expect(x >= last && x - last <= 3)
      last = x
      #expect(harness.x(of: "Ajax", at: t) == 0)
      // The number stands on its colour at any width.
      harness.draw(at: t)
      let grounds = harness.frame.layers.filter { $0.content.background == StripTheme().labelBackground }
      #expect(grounds.count == 2 && grounds[0].clip.minX == 58 && grounds[0].clip.maxX == x - 38)
    }
    #expect(last == 116)
    #expect(harness.line(at: 0.99).hasPrefix("0 Ajax, 50 ["))
  }

  @Test("Rows that differ in more than digits do not roll") func otherRows() {
    let view = CrawlScene()
    for (field, texts) in [("home", ["PSV"]), ("score", ["2"]), ("score", ["2%", "1"]), ("logo", ["a.png"])] {
      var other = Self.score
      other.fields[field] = texts
      #expect(!view.rolls(from: Self.score, to: other), "\(field) \(texts)")
    }
    var other = Self.score
    other.kind = "price"
    #expect(!view.rolls(from: Self.score, to: other) && view.rolls(from: Self.score, to: Self.score))
  }

  @Test(
    "What is wrong with a row names the field",
    arguments: [
      (Row("scor", [:]), "the theme has no row “scor”; did you mean “score”?"),
      (Row("weather", [:]), "the theme has no row “weather”; it has picture, price, score"),
      (Row("score", ["home": ["A"], "score": ["1"]]), "the row “score” has no “away”"),
      (Row("score", ["home": [""], "away": ["B"], "score": ["1"]]), "the row “score” has no “home”"),
      (
        Row("score", ["home": ["A"], "away": ["B"], "score": ["2", "x"]]),
        "the row “score” has a “score” that is not a number: “x”"
      ),
      (
        Row("score", ["home": ["A"], "away": ["B"], "score": ["1e308", "1"]]),
        "the row “score” has a “score” that is not a number of at most 24 digits: “1e308”"
      ),
      (Row("price", ["name": ["A"], "value": ["-"]]), "the row “price” has a “value” that is not a number: “-”"),
      (Row("picture", ["text": ["A"]]), "the row “picture” has no “picture”"),
    ])
  func problems(_ row: Row, _ message: String) {
    #expect(CrawlScene().problem(with: row) == message)
    // It is shown as text.
    #expect(ViewHarness.rows([row], text: "instead").line(at: 0) == "0 instead")
  }

  @Test("A row of many long texts stays one piece") func longTexts() {
    let part = { (field: String) -> RowPart in
      var part = RowPart()
      part.text = field
      return part
    }
    let kind = RowKind((0..<24).map { part("f\($0)") })
    var row = Row("long")
    for i in 0..<24 { row.fields["f\(i)"] = [String(repeating: "ä", count: 1000)] }
    let harness = ViewHarness.rows([row], text: String(repeating: "e\u{301}", count: 5000)) { $0.rows["long"] = kind }
    #expect(harness.view.count == 1 && harness.view.train.segments.count <= 1)
    let letters = harness.sights(at: 0).compactMap(\.element.run).map(\.text.utf8.count).reduce(0, +)
    #expect(letters == TextStore.longestChunk)
  }

  @Test("Right-to-left rows run from right to left, the scores beside their names") func mirrored() {
    let row = Row("score", ["home": ["אבגד"], "away": ["הוז"], "score": ["2", "1"]])
    #expect(ViewHarness.rows([row]).line(at: 0) == "0 הוז, 40 [86], 48 1, 58 –, 68 2, 96 אבגד")
  }

  @Test("With less motion a row stands as it is") func steps() {
    let harness = ViewHarness.rows([Self.score])
    harness.view.setStepping(true, at: 0)
    harness.draw(at: 0)
    #expect(harness.line(at: 1) == "0 Ajax, 50 [96], 58 2, 68 –, 78 1, 106 PSV")
  }

  @Test("Another theme's rows are laid out at once, and back") func otherTheme() throws {
    let harness = ViewHarness.rows([Self.score])
    let before = harness.line(at: 0.1)
    var style = harness.view.style
    style.rows["score"]?.parts.removeLast(2)
    try harness.view.apply(style, at: 0.1)
    #expect(harness.line(at: 0.1) == "0 Ajax, 50 [96], 58 2, 68 –, 78 1")
    let whole = style.rows
    style.rows = [:]
    try harness.view.apply(style, at: 0.1)
    #expect(harness.line(at: 0.1) == "0 text")
    style.rows = whole
    style.rows["score"] = StripTheme().resolvedRows["score"]
    try harness.view.apply(style, at: 0.1)
    #expect(harness.line(at: 0.1) == before)
  }

  @Test("Numbers have the look of the rows as they are now, and as a new crawl shows them") func otherLooks() throws {
    let price = Row("price", ["name": ["AAPL"], "value": ["211.40"], "change": ["-1.24"]])
    let rows = [Self.score, price]
    let changes: [(String, (inout RowPart) -> Void)] = [
      ("suffix", { $0.suffix = " kr" }), ("weight", { $0.isBold.toggle() }), ("trend", { $0.trend = .none }),
      ("colour", { $0.color = .color(Color(rgb: 0x00FF00)) }), ("box", { $0.badge = .color(Color(rgb: 0x0000FF)) }),
    ]
    let harness = ViewHarness.rows(rows) { $0.crawl.repeatSpacing = 20 }
    var last = Picture(harness.frame(at: 0.1))
    for (name, change) in changes {
      var style = harness.view.style
      for kind in ["score", "price"] {
        for index in style.rows[kind]?.parts.indices ?? 0..<0 where style.rows[kind]?.parts[index].number != nil {
          change(&style.rows[kind, default: RowKind([])].parts[index])
        }
      }
      try harness.view.apply(style, at: 0.1)
      let fresh = ViewHarness.rows(rows) { $0 = style }
      let shown = Picture(harness.frame(at: 0.1))
      #expect(shown == Picture(fresh.frame(at: 0.1)), "another \(name)")
      #expect(shown != last, "another \(name)")
      last = shown
    }
  }

  @Test("Rows that come and go for years do not use up the names of numbers") func years() throws {
    let harness = ViewHarness.rows([Self.score])
    let headlines = harness.view.headlines
    for count in 1...6000 {
      if count % 20 == 0 { harness.draw(at: 0) }
      let id = try #require(harness.view.append(Headline("text", row: Self.score), at: 0))
      harness.view.remove([id - 1], at: 0)
      // The numbers get places of their own, instead of the one for those beyond the limit.
      let numbers = try #require(headlines.layout(ofHeadline: id)).numbers
      #expect(numbers.count == 2 && numbers.allSatisfy { $0.number > 0 })
    }
    #expect(headlines.rows.count < 200)
  }
}

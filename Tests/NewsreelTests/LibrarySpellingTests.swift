import Newsreel
import TestKit
import Testing

/// How a program writes values: as Swift writes them.
@Suite("Swift's spelling") struct LibrarySpellingTests {
  @Test("A number is a literal, with each digit that is written") func numbers() {
    let counter = CounterView()
    counter.number = 1234
    #expect(counter.text == "1234")
    counter.number = "16.40"
    #expect(counter.text == "16.40")
    counter.number = nil
    #expect(counter.number == nil)
  }

  @Test("A colour is a literal or a name") func colors() {
    let badge = BadgeView("Go")
    badge.background = "#e5484d"
    badge.textColor = .cornflowerBlue
    #expect(badge.background == Color(rgb: 0xe5484d) && badge.textColor == Color(rgb: 0x6495ed))
  }

  @Test("Each colour of CSS is there, as its comment says") func palette() throws {
    let lines = try Project.text(of: "Sources/ScrollCore/style/Color+Names.swift").split(separator: "\n")
    var count = 0
    for (comment, line) in zip(lines, lines.dropFirst()) where line.contains("static let") {
      let name = try #require(line.split(separator: " ").dropFirst(3).first)
      #expect(comment == "  /// " + (try Color(parsing: String(name))).text)
      #expect(line.hasSuffix("css(\"\(name)\")"))
      count += 1
    }
    #expect(count == 139)
    #expect([Color.tomato, .rebeccaPurple, .gray].map(\.text) == ["#ff6347", "#663399", "#808080"])
  }

  @Test("A border has defaults") func borders() {
    let border = Border(color: .gold, radius: 6)
    #expect(border.width == 1 && border.color == .gold && border.radius == 6 && border.style == .solid)
    #expect(Border().width == 0)
  }

  @Test("A font has a family, a size and a weight, or Pango's text") func fonts() {
    let crawl = CrawlView()
    crawl.font = Font("DejaVu Sans", size: 18, weight: .bold)
    #expect(crawl.style.font == "DejaVu Sans, bold 18.0px")
    crawl.font = "Sans Bold 12"
    #expect(crawl.style.font == "Sans Bold 12" && crawl.font.description == "Sans Bold 12")
    #expect(Font("Mono", isItalic: true) == "Mono, italic")
    #expect(Font("Sans", size: -1) == "Sans" && Font("Sans", size: .nan) == "Sans")
    let (lyrics, badge, counter) = (AutoScrollView(), BadgeView(), CounterView())
    let (strip, tags) = (StripView(), TokenFieldView())
    (lyrics.font, badge.font, counter.font, strip.font, tags.font) = ("A 1", "B 2", "C 3", "D 4", "E 5")
    let fonts = [lyrics.style.font, badge.style.font, counter.style.font, strip.style.theme.font, tags.style.font]
    #expect(fonts == ["A 1", "B 2", "C 3", "D 4", "E 5"])
    #expect([lyrics.font, badge.font, counter.font, strip.font, tags.font].map(\.description) == fonts)
    let weights: [Font.Weight] = [.thin, .ultraLight, .light, .regular, .medium, .semibold, .bold, .heavy, .black]
    #expect(weights == Font.Weight.allCases && Set(weights.map { Font("Sans", weight: $0) }).count == 9)
  }

  @Test("An unknown property is answered with the one that is meant") func meant() throws {
    let error = #expect(throws: ValueError.self) { try CrawlView().set("scrolSpeed", to: "3") }
    #expect(error?.reason == "there is no such property; did you mean 'scrollSpeed'?")
    let border = #expect(throws: ValueError.self) { try View().set("border-colour", to: "red") }
    #expect(border?.reason.contains("did you mean 'border.color'") == true)
    let badge = BadgeView("Go")
    var told: [String] = []
    badge.onInvalidValue = { told.append($0.name) }
    badge.border.width = -3
    badge.border.topColor = "nocolour"
    #expect(told.first == "border.width")
    try badge.set("border.radius", to: "4")
    try badge.set("corner-radius", to: "5")
    #expect(badge.border.radius == 5 && badge.value(of: "border.radius") == "5")
    let none = #expect(throws: ValueError.self) { try View().set("elephant", to: "3") }
    #expect(none?.reason == "there is no such property")
  }
}

/// What a token field asks its owner.
@Suite("The delegate of a token field") struct TokenFieldDelegateTests {
  @Test("It says whether the field, and single chips, can be edited") func editable() {
    final class Owner: TokenFieldDataSource {
      func numberOfTokens(in field: TokenFieldView) -> Int { 2 }
      func tokenField(_ field: TokenFieldView, tokenAt index: Int) -> String { ["a", "b"][index] }
    }
    let (field, owner) = (TokenFieldView(), Owner())
    var isOpen = false
    field.delegate = TokenFieldDelegate()
    field.delegate.canEdit = { asked in asked === field && isOpen }
    #expect(!field.canEdit)
    isOpen = true
    field.delegate.canEditToken = { $1 == 1 }
    field.dataSource = owner
    #expect(field.canEdit && field.items == ["a", "b"])
    isOpen = false
    field.reloadData()
    #expect(!field.canEdit)
  }

  @Test("It hears of each change, with the field") func changes() {
    let field = TokenFieldView(["a"])
    var heard: [String] = []
    field.delegate.willDelete = { heard.append("will \($0.items) \($1) \($2)") }
    field.delegate.didDelete = { heard.append("did \($0.items) \($1) \($2)") }
    field.delegate.didAdd = { heard.append("added \($0.items) \($1) \($2)") }
    field.delegate.didRefuse = { heard.append("refused \($1) \($2)") }
    field.delegate.didSelect = { heard.append("selected \($1)") }
    field.append(contentsOf: ["b", "a"])
    field.remove(at: [0])
    #expect(heard.contains("added [\"a\", \"b\"] 1 b"))
    #expect(heard.contains("did [\"b\"] 0 a"))
    #expect(heard.contains { $0.hasPrefix("refused a") })
    #expect(heard.contains { $0.hasPrefix("will") })
  }
}

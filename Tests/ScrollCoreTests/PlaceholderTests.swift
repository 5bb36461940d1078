import ScrollCore
import Testing

@Suite("Placeholders") struct PlaceholderTests {
  @Test(
    "Text is cut into parts",
    arguments: [
      ("AAPL {aapl}", [.text("AAPL "), .value("aapl")]), ("{a}{b}", [.value("a"), .value("b")]),
      ("{a} and {b.c-d} é", [.value("a"), .text(" and "), .value("b.c-d"), .text(" é")]),
      ("no {such thing}", [.text("no {such thing}")]), ("{}", [.text("{}")]), ("{a=b}", [.text("{a=b}")]),
      ("open {a", [.text("open {a")]), ("{{a}}", [.text("{"), .value("a"), .text("}")]), ("", []),
      ("{{é}", [.text("{"), .value("é")]),
    ] as [(String, [TextPart])])
  func cutting(_ text: String, _ parts: [TextPart]) { #expect(TextPart.parts(of: text) == parts) }

  @Test("Long names are text") func longNamesAreText() {
    let name = String(repeating: "n", count: TextPart.longestName)
    #expect(TextPart.parts(of: "{\(name)}") == [.value(name)])
    #expect(TextPart.parts(of: "{\(name)n}") == [.text("{\(name)n}")])
  }

  @Test("Parts make up the text") func partsMakeUpTheText() {
    let alphabet = Array("{}ab =é")
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let text = String((0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement() ?? "a" })
      let whole = TextPart.parts(of: text).map { part in
        switch part {
        case .text(let text): text
        case .value(let name): "{\(name)}"
        }
      }
      #expect(whole.joined() == text)
    }
  }

  @Test(
    "Bytes read as text",
    arguments: [
      "0", "-0.5", "00012.3400", "12.", ".5", "-", "", "1.2.3", "--1", "1e3", " 7", "nan", "99999999999999999999.9",
      "+4",
      "1,234",
    ])
  func bytesReadAsText(_ text: String) {
    let (bytes, whole) = (DecimalNumber(bytes: Array(text.utf8).span), DecimalNumber(text))
    #expect(bytes?.description == whole?.description)
  }
}

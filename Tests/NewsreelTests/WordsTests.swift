import Testing

@testable import App
@testable import Scene

@Suite("Words") struct WordsTests {
  private static let arabic = Words(
    word: { $0 == Word.direction.rawValue ? "default:RTL" : $0 == Word.isOff.rawValue ? "{topic} متوقف" : $0 },
    counted: { one, _, count in "\(one) (\(count % 3))" })

  @Test("What is filled in stays as it is, and counts choose their form") func filling() {
    let words = Words.english
    #expect(words[.switchTopicOff, ["topic": "{name}"]] == "Switch {name} off")
    #expect(
      words[.switchTopicOff] == "Switch {topic} off" && words[.switchTopicOff, ["other": "x"]] == "Switch {topic} off")
    #expect(words[.headlines, 1] == "1 headline" && words[.headlines, 0] == "0 headlines")
    #expect(words[.caption, 1] == "HEADLINE" && words[.caption, 2] == "HEADLINES" && words[.failing, 2] == "2 failing")
    #expect(words[.cannotReadFeeds, 2, ["names": "A, B"]] == "Cannot read 2 feeds: A, B")
    #expect(!words.isRightToLeft && Self.arabic.isRightToLeft && Self.arabic[.hours, 5] == "5 h (2)")
  }

  @Test("A name in another script does not turn a sentence around") func isolation() {
    #expect(Words.english[.isOff, ["topic": "اقتصاد"]].hasPrefix("\u{200e}\u{2068}اقتصاد\u{2069} is off"))
    #expect(Words.english[.isOff, ["topic": "World"]].hasPrefix("World is off"))
    #expect(Self.arabic[.isOff, ["topic": "World"]] == "\u{200f}\u{2068}World\u{2069} متوقف")
    #expect(Self.arabic[.isOff, ["topic": "اقتصاد"]] == "اقتصاد متوقف")
    let keys = Words(
      word: { $0 == Word.direction.rawValue ? "default:RTL" : "F2 للتسمية" }, counted: { one, _, _ in one })
    #expect(keys[.feedsHint] == "\u{200f}F2 للتسمية" && Self.arabic[.quit] == "Quit")
    #expect(Self.arabic.joined(["12", "example.org"]) == "12 · \u{2068}example.org\u{2069}")
  }

  @Test("A word with a context is said without it") func context() {
    #expect(Words.english[.undoChip] == "Undo" && Word.undoChip.english == "Undo")
    let german = Words(word: { $0 == "chip\u{4}Undo" ? "Zurück" : $0 }, counted: { one, _, _ in one })
    #expect(german[.undoChip] == "Zurück" && german[.topicGroup] == "Topics")
  }
}

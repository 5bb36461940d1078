import Testing

@testable import ScrollCore

@Suite("Cleaning text")
struct TextCleanerTests {
  static let lines: [(String, String)] = [
    ("plain", "plain"), ("  a \t\n b  ", "a b"), ("a\u{A0}\u{3000}b", "a b"),
    ("\u{1B}[31mred\u{1B}[0m", "red"), ("a\u{1B}]0;title\u{07}b", "ab"), ("a\u{1B}]0;title\u{1B}\\b", "ab"),
    ("a\u{9B}1mb", "ab"), ("a\u{9D}0;title\u{9C}b", "ab"), ("\u{1B}Pq#0\u{1B}\\x", "x"), ("a\u{1B}(Bb", "ab"),
    ("a\u{1B}]0;never closed\nb", "ab"), ("a\u{1B}]0;nor here\u{1B}\nb", "ab"), ("a\u{1B}[3é", "aé"),
    ("a\u{0}b\u{7F}c\u{85}d", "abc d"),
    ("a\u{E01B}[1mb\u{E009}c", "ab c"),
    ("a\u{FEFF}b\u{FFFC}c\u{E000}d", "abcd"), ("soft\u{AD}hyphen", "softhyphen"), ("a\u{FFFE}b\u{1FFFF}c", "abc"),
    ("क\u{200D}ष 👩‍👩‍👧", "क\u{200D}ष 👩‍👩‍👧"), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
    ("\u{1B}", ""), ("", ""), (" \t", ""), ("line\u{2028}two", "line two"), ("<b>&amp;</b>", "<b>&amp;</b>"),
  ]

  @Test("A line holds nothing that controls, and no runs of space", arguments: lines)
  func cleansLines(given: String, expected: String) {
    #expect(TextCleaner.line(given) == expected)
    #expect(TextCleaner.line(Array(given.utf8).span) == expected)
    #expect(TextCleaner.line(expected) == expected, "clean text stays as it is")
  }

  static let directions: [(String, String)] = [
    ("\u{202E}abc\u{202C}", "abc"),
    ("\u{2066}x\u{2069}", "\u{2066}x\u{2069}"),
    ("a\u{2067}b", "a\u{2067}b\u{2069}"),
    ("a\u{2069}b", "ab"),
    ("\u{2068}\u{2069}", ""), ("a\u{2068}", "a"),
    ("a\u{2068} \u{2069}b", "a b"), ("a\u{2067} b ", "a \u{2067}b\u{2069}"),
    (
      String(repeating: "\u{2066}", count: 9) + "x" + String(repeating: "\u{2069}", count: 9) + "y",
      String(repeating: "\u{2066}", count: 8) + "x" + String(repeating: "\u{2069}", count: 8) + "y"
    ),
  ]

  @Test("Isolates are kept in balance, overrides are dropped", arguments: directions)
  func balances(given: String, expected: String) {
    #expect(TextCleaner.line(given) == expected)
    #expect(TextCleaner.line(expected) == expected, "clean text stays as it is")
  }

  @Test("A line is cut between characters, and what is open is closed")
  func cutsLines() {
    #expect(TextCleaner.line("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", limit: 2) == "👩‍👩‍👧👩‍👩‍👧…")
    #expect(TextCleaner.line("abc", limit: 3) == "abc")
    #expect(TextCleaner.line("abcd", limit: 3) == "abc…")
    #expect(TextCleaner.line("\u{2067}abcd\u{2069}", limit: 3) == "\u{2067}ab…\u{2069}")
    #expect(TextCleaner.line("\u{2067}a\u{2069}bcd", limit: 3) == "\u{2067}a\u{2069}…")
    let marks = String(repeating: "\u{301}", count: 100)
    #expect(TextCleaner.line("a" + marks + "b").unicodeScalars.count == 17)
  }

  @Test("A paragraph keeps its spaces, icons and hints for line breaks")
  func cleansParagraphs() {
    var cleaner = TextCleaner(.paragraph)
    for byte in "  a\t\r\nb\u{AD}\u{200B}\u{E0B0}\u{F0001} ".utf8 { cleaner.append(byte) }
    #expect(!cleaner.isIdle)
    cleaner.finish()
    #expect(String(decoding: cleaner.output, as: UTF8.self) == "  a   b\u{AD}\u{200B}\u{E0B0}\u{F0001} ")
    cleaner.output = []
    #expect(cleaner.isIdle)
  }

  @Test("Any bytes become the line that their text becomes")
  func agreesWithText() {
    var random = TrainLiveTests.Generator(state: 5)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let clean = TextCleaner.line(bytes.span)
      #expect(clean == TextCleaner.line(String(decoding: bytes, as: UTF8.self)))
      #expect(!clean.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
      #expect(!clean.hasPrefix(" ") && !clean.hasSuffix(" "))
    }
  }

  @Test("Any text keeps its isolates in balance and stays as it is when cleaned again")
  func holdsForAnyText() {
    var random = TrainLiveTests.Generator(state: 11)
    let frequent: [UInt32] = [0x20, 0x61, 0x5D0, 0x301, 0x2066, 0x2067, 0x2068, 0x2069, 0x202E, 0x1B, 0x5B]
    for _ in 0..<3000 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<40, using: &random) {
        let any = UInt32.random(in: 0..<0x11_0000, using: &random)
        let value = Bool.random(using: &random) ? any : frequent.randomElement(using: &random) ?? any
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      let clean = TextCleaner.line(text, limit: 20)
      var depth = 0
      for scalar in clean.unicodeScalars {
        if (0x2066...0x2068).contains(scalar.value) { depth += 1 }
        if scalar.value == 0x2069 { depth -= 1 }
        #expect(depth >= 0 && !(0x202A...0x202E).contains(scalar.value))
      }
      #expect(depth == 0)
      #expect(TextCleaner.line(clean, limit: 1000) == clean)
    }
  }
}

import Formats
import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newswire

@Suite("Text of feeds") struct TextTests {
  @Test("Anything becomes clean text") func anythingBecomesCleanText() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<2000 {
      let count = Int.random(in: 0..<40, using: &random)
      let scalars = (0..<count).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0..<(Bool.random(using: &random) ? 0x100 : 0x11_0000), using: &random))
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      for clean in [TextCleaner.line(text), titleText(text), titleText("<b>" + text + "&#27;[1m")] {
        #expect(!clean.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
        #expect(!clean.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
        #expect(isBalanced(clean))
        #expect(!clean.hasPrefix(" ") && !clean.hasSuffix(" "))
      }
    }
  }

  /// Whether each isolate is closed, and nothing else is.
  private func isBalanced(_ text: String) -> Bool {
    var open = 0
    for scalar in text.unicodeScalars {
      if (0x2066...0x2068).contains(scalar.value) { open += 1 }
      if scalar == "\u{2069}" { open -= 1 }
      if open < 0 { return false }
    }
    return open == 0
  }

  @Test(
    "Titles become the text that a reader would see",
    arguments: [
      ("a <b>b</b> c", "a b c"), ("1 < 2 && 3 > 2", "1 < 2 && 3 > 2"), ("x<br>y<p>z</p>", "x y z"),
      ("a<script>if (a < b) alert('</b>')</script>b", "ab"), ("a<!-- <b> -->b", "ab"), ("<a href=\"x>y\">t</a>", "t"),
      ("Array<Int> & Set<T>", "Array<Int> & Set<T>"), ("&lt;b&gt;x&lt;/b&gt;", "x"), ("&amp;lt;3", "<3"),
      ("&eacute;&#233;&#xE9;&#150;&apos;", "ééé–'"), ("&nosuch; &; &#; &#xZZ;", "&nosuch; &; &#; &#xZZ;"),
      ("&#1114112;&#55296;", "\u{FFFD}\u{FFFD}"), ("<b", "<b"), ("<", "<"), ("&", "&"),
      ("<ada@example.org>", "<ada@example.org>"),
      ("<style>p{}</style>x", "x"), ("<script>never closed", "<script>never closed"), ("&#27;[31mx", "x"),
    ])
  func titles(html: String, expected: String) { #expect(titleText(html) == expected) }
}

@Suite("Web addresses") struct WebAddressTests {
  /// RFC 3986, section 5.4, as far as it is http.
  @Test(
    "References resolve as RFC 3986 says",
    arguments: [
      ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"), ("g?y", "/b/c/g?y"),
      ("#s", "/b/c/d;p?q#s"), ("g#s", "/b/c/g#s"), (";x", "/b/c/;x"), ("", "/b/c/d;p?q"), (".", "/b/c/"),
      ("./", "/b/c/"),
      ("..", "/b/"), ("../g", "/b/g"), ("../..", "/"), ("../../g", "/g"), ("../../../g", "/g"), ("/./g", "/g"),
      ("g.", "/b/c/g."), ("..g", "/b/c/..g"), ("./../g", "/b/g"), ("g;x=1/../y", "/b/c/y"),
      ("g?y/../x", "/b/c/g?y/../x"),
    ])
  func resolves(reference: String, expected: String) {
    #expect(WebAddress("http://a/b/c/d;p?q")?.resolving(reference)?.description == "http://a" + expected)
  }

  @Test(
    "What is not http or https is no address",
    arguments: [
      "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "mailto:a@b", "ftp://x/", "http:", "http://",
      "//x",
      "/x", "", "http:///x", "http://a b/", "http://<x>/", "vbscript:x", " java\nscript:alert(1)", "http://x\u{0}y/",
      "http://a:%1b]0;x%07/x", "http://a:99999/", "http://a:b/",
      "http://a:+80/", "http://a%2Fb/", "http://a%40b/", "http://a%23b/", "http://[::1%5D%2Fx]/", "http://[::1]x/",
      "http://a%C2%9Bb/", "http://a%E2%80%AEb/", "http://a%E2%80%A8b/",
    ])
  func onlyTheWeb(text: String) { #expect(WebAddress(text) == nil) }

  @Test("Strange characters are encoded") func strangeCharactersAreEncoded() {
    #expect(WebAddress(" HTTP://Example.ORG/ä b\"<\n ")?.description == "http://example.org/%C3%A4%20b%22%3C")
    #expect(WebAddress("https://Bücher.example/ü")?.description == "https://bücher.example/%C3%BC")
    #expect(WebAddress("https://user@Host.example:8080?q")?.host == "host.example")
    #expect(WebAddress("https://[::1]:80/")?.host == "[::1]")
    #expect(WebAddress("https://x/" + String(repeating: "a", count: 9000)) == nil)
  }
}

@Suite("JSON") struct JSONTests {
  @Test("A number that is too large to count is none") func tooLarge() throws {
    #expect(try JSON(parsing: "1e400").number == nil)
    #expect(try JSON(parsing: "1e308").number == 1e308)
    let line = Array(#"{"text":"x","published":1e400}"#.utf8)
    #expect(try line.withUnsafeBytes { try NewsItem(jsonLine: $0, source: "") }.published == nil)
  }

  @Test(
    "What is valid is read and written",
    arguments: [
      "null", "true", "[]", "{}", "[1,-0,0.5,1e5,-1.25E-3]", "{\"a\":[{\"b\":null}]}", "\"\\u00e9\\ud83d\\ude00\\n\"",
      " [ 1 , 2 ] ",
      "12345678901234567890.123456789",
    ])
  func valid(text: String) throws {
    let value = try JSON(parsing: text)
    #expect(try JSON(parsing: value.line) == value)
  }

  @Test(
    "What is invalid is refused",
    arguments: [
      "", " ", "nul", "tru e", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "[1 2]", "01", "1.", ".5",
      "+1", "1e",
      "-", "0x1", "NaN", "\"a", "\"\\x\"", "\"\\u12\"", "\"\t\"", "[", "]", "{]", "[}", "1 2", "{}{}", "'a'", "// c\n1",
      "\u{FEFF}1",
    ])
  func invalid(text: String) { #expect(throws: Failure.self) { try JSON(parsing: text) } }

  @Test("Depth is bounded, and what is not UTF-8 is refused") func depthIsBoundedAndInvalidUTF8IsRefused() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: Failure.self) { try JSON(parsing: deep) }
    let bad: [UInt8] = [0x22, 0xFF, 0x22]
    #expect(throws: Failure.self) { try bad.withUnsafeBytes { try JSON(parsing: $0) } }
  }

  @Test("Lonely surrogates become replacements") func lonelySurrogatesBecomeReplacements() throws {
    #expect(try JSON(parsing: "\"\\ud83dx\\ude00\"").string == "\u{FFFD}x\u{FFFD}")
    #expect(try JSON(parsing: "\"\\ud83d\\ud83d\\ude00\"").string == "\u{FFFD}😀")
  }

  @Test("Any text survives") func anyTextSurvives() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<500 {
      var text = ""
      for _ in 0..<20 {
        if let scalar = Unicode.Scalar(UInt32.random(in: 0..<0x3000, using: &random)) {
          text.unicodeScalars.append(scalar)
        }
      }
      #expect(try JSON(parsing: JSON.string(text).line).string == text)
    }
  }

  @Test("Numbers keep their digits, and nothing in a text breaks a line or a terminal") func written() throws {
    #expect(try JSON(parsing: "[18446744073709551616, 1.50]").line == "[18446744073709551616,1.50]")
    #expect(JSON.number(3).line == "3" && JSON.number(0.5).line == "0.5" && JSON.number(.nan) == .null)
    #expect(JSON.string("a\u{85}\u{2028}\u{7F}\n\u{202E}").line == #""a\u0085\u2028\u007f\n\u202e""#)
  }

  private func item(_ line: String) throws -> NewsItem {
    let bytes = Array(line.utf8)
    return try bytes.withUnsafeBytes { try NewsItem(jsonLine: $0, source: "standard input") }
  }

  @Test("A line of JSON is an item") func aLineOfJSONIsAnItem() throws {
    let line =
      #"{"text":"Now \u001b[1m!","link":"https://example.org/x","urgent":true,"ttl":60,"topic":"T","more":[1]}"#
    let item = try item(line)
    #expect(item.title == "Now !" && item.link == "https://example.org/x" && item.topic == "T")
    #expect(item.airing == .urgent && item.timeToLive == 60)
  }

  @Test(
    "A wrong line says why",
    arguments: [
      ("text", "the line is not JSON: “text” is not a value at byte 4"), ("[1]", "the line is not a JSON object"),
      ("{}", "the object has no “text”"),
      (#"{"text":"x","link":"javascript:y"}"#, "“link” is not http or https: “javascript:y”"),
      (#"{"text":"x","ttl":0}"#, "“ttl” is not a number of seconds above 0"),
      (#"{"text":"x","ttl":"60"}"#, "“ttl” is not a number of seconds above 0"),
      (#"{"text":"x","urgent":1}"#, "“urgent” is neither true nor false"),
    ])
  func aWrongLineSaysWhy(line: String, reason: String) throws {
    let failure = try #require(throws: Failure.self) { try item(line) }
    #expect(failure.description == "standard input: \(reason)")
  }
}

@Suite("Dates") struct DateTests {
  @Test("Days agree with the calendar") func daysAgreeWithTheCalendar() {
    #expect(feedDate("1970-01-01") == .epoch)
    #expect(feedDate("2000-03-01") == 951_868_800.0)
    // Day by day through 300 years.
    var expected = UnixTime(seconds: -25_567 * 86_400)
    for year in 1900..<2200 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (month, days) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
        #expect(feedDate("\(year)-\(month + 1)-1") == expected)
        expected += Double(days) * 86_400
      }
    }
  }

  @Test(
    "Nonsense is no date",
    arguments: [
      "", "x", "99999999999999999999", "2026-13-01", "2026-00-10", ":::", "+", "Jan", "0000-00-00T00:00:00Z",
    ])
  func nonsenseIsNoDate(text: String) { #expect(feedDate(text) == nil) }

  @Test("No text breaks the reader") func noTextBreaksTheReader() {
    var random = SeededRandom(seed: 9)
    let parts = [
      "2026", "-", ":", "Jan", "21", " ", "T", "Z", "+0200", ",", "Mon", "99999999999999999999", "PM", "(", "é", ".",
    ]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      if let date = feedDate(text) { #expect(date.seconds.isFinite) }
    }
  }
}

@Suite("Hostile input") struct HostileInputTests {
  /// Bytes flipped, cut and doubled: nothing breaks, and what comes out is clean.
  @Test("Mangled feeds do no harm") func mangledFeedsDoNoHarm() throws {
    var random = SeededRandom(seed: 21)
    for trap in CorpusTests.traps where !trap.name.contains("long") {
      let original = try contents(of: trap.path)
      guard !original.isEmpty, original.count < 20_000 else { continue }
      for _ in 0..<12 {
        var bytes = original
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.removeSubrange(place..<min(place + 40, bytes.count))
          case 2: bytes.insert(contentsOf: bytes[place..<min(place + 40, bytes.count)], at: place)
          default: bytes.insert(UInt8(ascii: "<"), at: place)
          }
          if bytes.isEmpty { bytes = [0] }
        }
        let parser = FeedParser(address: WebAddress("https://example.org/"))
        bytes.withUnsafeBytes { parser.push($0) }
        let feed = try? parser.finish()
        for item in feed?.items ?? [] {
          #expect(!item.title.isEmpty && item.title == TextCleaner.line(item.title))
          if let link = item.link { #expect(WebAddress(link) != nil) }
        }
      }
    }
  }
}

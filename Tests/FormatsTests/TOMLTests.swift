import TestKit
import TestTags
import Testing

@testable import Base
@testable import Formats

@Suite("TOML") struct TOMLTests {
  /// What a text holds, as JSON with dates as texts, so that it can be compared.
  private func json(_ text: String) throws -> String { Self.json(.table(try TOML.read(Array(text.utf8)))).line }

  private static func json(_ value: TOML.Value) -> JSON {
    switch value {
    case .string(let text), .moment(let text): .string(text)
    case .integer(let number): .integer(number)
    case .float(let number): .string("\(number)")
    case .boolean(let flag): .bool(flag)
    case .array(let items): .array(items.map { json($0.value) })
    case .table(let table): .object(table.entries.map { ($0.key, json($0.item.value)) })
    }
  }

  @Test(
    "Values of every kind are read",
    arguments: [
      ("", "{}"), ("\u{FEFF}a = 1 # one\r\n\r\n# two\n", #"{"a":1}"#),
      ("a = 'x\\y'\nb = \"q\\\"\\t\\u00e9\\U0001F600\"", #"{"a":"x\\y","b":"q\"\té😀"}"#),
      ("a = \"\"\"\nx \\\n   y\"\"\"\"\nb = '''\n'a''\n'''", #"{"a":"x y\"","b":"'a''\n"}"#),
      ("a = +1_000\nb = 0xDEAD_beef\nc = 0o17\nd = 0b101\ne = -0", #"{"a":1000,"b":3735928559,"c":15,"d":5,"e":0}"#),
      (
        "a = 1.5\nb = -1e3\nc = 6.02e-2_3\nd = inf\ne = nan",
        #"{"a":"1.5","b":"-1000.0","c":"6.02e-23","d":"inf","e":"nan"}"#
      ),
      ("a = true\nb = false", #"{"a":true,"b":false}"#),
      (
        "a = 1979-05-27T07:32:00.5-07:00\nb = 1979-05-27 07:32:00Z\nc = 2024-02-29\nd = 23:59:60",
        #"{"a":"1979-05-27T07:32:00.5-07:00","b":"1979-05-27 07:32:00Z","c":"2024-02-29","d":"23:59:60"}"#
      ),
      ("a = [1, # one\n 'two', [ ], ]", #"{"a":[1,"two",[]]}"#),
      ("a = { x = 1, y.z = [ { } ] }", #"{"a":{"x":1,"y":{"z":[{}]}}}"#),
      ("a . 'b c'.\"d\" = 1\na.e = 2", #"{"a":{"b c":{"d":1},"e":2}}"#),
      ("[a.b]\nx = 1\n[a]\ny = 2\n[ c . d ]", #"{"a":{"b":{"x":1},"y":2},"c":{"d":{}}}"#),
      ("[[a]]\nx = 1\n[[a.b]]\n[[a.b]]\n[a.c]\n[[a]]", #"{"a":[{"x":1,"b":[{},{}],"c":{}},{}]}"#),
    ])
  func reads(_ text: String, _ expected: String) throws { #expect(try json(text) == expected) }

  private static let wrong = [
    ("[[[", "1:3: a key is expected here, not '['"), ("[.a]", "1:2: a key is expected here, not '.'"),
    ("a..b = 1", "1:3: a key is expected here, not '.'"), ("= 1", "1:1: a key is expected here, not '='"),
    ("a", "1:2: = is expected here"), ("a = ", "1:5: a value is missing"),
    ("é = 1", "1:1: a key is expected here, not 'é'"),
    ("a = 1 b = 2", "1:7: the end of the line is expected here, not 'b'"),
    ("a = red", "1:5: 'red' is not a value; put a text in quotes"),
    ("\na = 'é' x", "2:9: the end of the line is expected here, not 'x'"),
    ("a = 'x\nb = 1", "1:5: this text has no end"), ("a = '''x", "1:5: this text has no end"),
    ("a = \"\\q\"", "1:6: there is no such escape"), ("a = \"\\ud800\"", "1:6: there is no such character"),
    ("a = [1, 2", "1:5: this list has no end"), ("a = [1 2]", "1:8: , or ] is expected here, not '2'"),
    ("a = {x = 1,}", "1:12: a key is expected after the comma"),
    ("a = {x = 1", "1:11: , or } is expected here"), ("a = {", "1:6: a key is expected here"),
    ("a = 1\na = 2", "2:1: 'a' is there already, in line 1"), ("[a]\n[a]", "2:2: 'a' is there already, in line 1"),
    ("a = {}\na.b = 1", "2:1: 'a' is there already, in line 1, and cannot be added to"),
    ("a = [1]\n[[a]]", "2:3: 'a' exists already, and is not a list of tables"),
    ("[[a]]\n[a]", "2:2: 'a' is there already"), ("a.b = 1\n[a]", "2:2: 'a' is there already"),
    ("a = 1\n[a.b]", "2:2: 'a' is there already, in line 1, and cannot be added to"),
    ("a = 012", "1:5: '012' is not a number"), ("a = 1__0", "1:5: '1__0' is not a number"),
    ("a = 1.", "1:5: '1.' is not a number"), ("a = 9223372036854775808", "1:5: '9223372036854775808' is not a number"),
    ("a = 2023-02-29", "1:5: '2023-02-29' is not a number"), ("a = 24:00:00", "1:5: '24:00:00' is not a number"),
    ("a = 1\rb = 2", "1:6: a carriage return stands alone"), ("# \u{1}", "1:3: a control character in a comment"),
    ("a = \"\u{0}\"", "1:6: a control character in a text"),
    ("a = \u{0}", "1:5: a value is expected here, not a control character"),
  ]

  @Test("What is wrong is told with line and column", arguments: wrong)
  func refuses(_ text: String, _ message: String) {
    let error = #expect(throws: Failure.self) { try TOML.read(Array(text.utf8)) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "none")")
  }

  @Test("Bytes that are no text are refused at the first of them") func encoding() {
    let error = #expect(throws: Failure.self) { try TOML.read(Array("a = 'é'\nb = '".utf8) + [0xFF, 0x27]) }
    #expect(error?.description == "2:6: this is not UTF-8")
  }

  @Test(
    "Nothing is nested without an end",
    arguments: [("a = ", "[", ""), ("a = ", "{a = ", ""), ("", "a.", "a = 1"), ("[", "a.", "a]")])
  func depth(_ start: String, _ part: String, _ end: String) {
    let text = start + String(repeating: part, count: 100_000) + end
    let error = #expect(throws: Failure.self) { try TOML.read(Array(text.utf8)) }
    #expect(error?.reason.contains("64") == true, "\(error?.description ?? "none")")
  }

  @Test("Many keys and tables are read in one go, and each knows its place") func many() throws {
    let count = 20_000
    let keys = (0..<count).map { "k\($0) = \($0)\n" }.joined()
    let table = try TOML.read(Array((keys + String(repeating: "[[t]]\n", count: count)).utf8))
    #expect(table.entries.count == count + 1)
    #expect(table.entries[count - 1].place == TextPlace(line: count, column: 1))
    #expect(table["k19999"]?.place == TextPlace(line: count, column: 10))
    guard case .array(let tables)? = table["t"]?.value else { throw HarnessError("no list of tables") }
    #expect(tables.count == count && tables.last?.place == TextPlace(line: 2 * count, column: 1))
  }

  @Test("Whatever is done to a text, it is read or refused") func mangled() {
    let text = Array(
      "[a.b]\nx = 1.5 # c\ny = \"\\u00e9\\n\"\nz = [1, 'two', {q = '''w'''}]\n[[t]]\nd = 1979-05-27T07:32:00Z\n".utf8)
    var random = SeededRandom(seed: 20)
    for _ in 0..<5000 {
      var bytes = text
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(text[Int.random(in: 0..<text.count, using: &random)], at: place)
        }
      }
      do throws(Failure) { _ = try TOML.read(bytes) } catch {
        #expect(error.place.map { $0.line >= 1 && $0.column >= 1 } == true)
      }
    }
  }
}

import Glibc
import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newswire

/// The files in Cases: small feeds, and what is expected of them.
@Suite("Cases of feeds") struct CaseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name = ""
    /// How the lines become a document: `rss`, `atom`, `json`, `raw`, `bytes` or `wide`.
    var envelope = ""
    var lines: [String] = []
    /// An item a line: title, then link, date and author where there are any: `Title <link> @date ~author`.
    var expected: [String] = []

    var testDescription: String { name }
  }

  static func lines(_ name: String) -> [String] {
    let text = (try? Project.text(of: "Tests/NewswireTests/Cases/\(name).txt")) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  static let cases: [Case] = ["identity", "text", "fields", "encodings"].flatMap { file in
    var (cases, envelope, isExpected): ([Case], String, Bool) = ([], "raw", false)
    for line in lines(file) {
      if line.hasPrefix("%") {
        envelope = String(line.dropFirst())
      } else if line.hasPrefix("=== ") {
        cases.append(Case(name: String(line.dropFirst(4)), envelope: envelope))
        isExpected = false
      } else if line == "---" {
        isExpected = true
      } else if let last = cases.indices.last {
        if isExpected { if !line.isEmpty { cases[last].expected.append(line) } } else { cases[last].lines.append(line) }
      }
    }
    return cases
  }

  static let dates: [(String, String)] = lines("dates").compactMap { line in
    guard !line.hasPrefix("#"), let sign = line.firstRange(of: " = ") else { return nil }
    return (String(line[..<sign.lowerBound]), String(line[sign.upperBound...]))
  }

  @Test("The cases are there") func areThere() { #expect(Self.cases.count + Self.dates.count >= 150) }

  @Test("Each shows what is expected", arguments: cases) func showsWhatIsExpected(_ given: Case) throws {
    let bytes = try document(given)
    for step in [16 << 10, 5, 1] {
      let parser = FeedParser(address: WebAddress("https://example.org/feed"))
      bytes.withUnsafeBytes { buffer in
        for start in stride(from: 0, to: buffer.count, by: step) {
          parser.push(UnsafeRawBufferPointer(rebasing: buffer[start..<min(start + step, buffer.count)]))
        }
      }
      #expect(try parser.finish().items.map(line) == given.expected, "in steps of \(step)")
    }
  }

  @Test("Dates are read or rejected", arguments: dates) func date(text: String, expected: String) {
    #expect(feedDate(text).map(Self.date) ?? "none" == expected)
  }

  // MARK: - Documents

  private func document(_ given: Case) throws -> [UInt8] {
    let text = given.lines.joined(separator: "\n")
    switch given.envelope {
    case "rss":
      let spaces = [
        "dc": "http://purl.org/dc/elements/1.1/", "dcterms": "http://purl.org/dc/terms/",
        "media": "http://search.yahoo.com/mrss/", "itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
        "content": "http://purl.org/rss/1.0/modules/content/", "atom": "http://www.w3.org/2005/Atom",
        "feedburner": "http://rssnamespace.org/feedburner/ext/1.0",
      ].map { " xmlns:\($0)=\"\($1)\"" }.joined()
      let head = "<rss version=\"2.0\"\(spaces)><channel><title>Wire</title><link>https://example.org/</link>"
      return Array("\(head)\n\(text)\n</channel></rss>".utf8)
    case "atom":
      return Array("<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Wire</title>\n\(text)\n</feed>".utf8)
    case "bytes":
      let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
      return item(encoding: parts[0]) { Self.unescaped(parts[1]) }
    case "wide": return wide(text)
    default: return Array(text.utf8)
    }
  }

  private func item(encoding: String, _ title: () -> [UInt8]) -> [UInt8] {
    let head = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><rss><channel><item><title>"
    return Array(head.utf8) + title() + Array("</title></item></channel></rss>".utf8)
  }

  /// With `\\x41` for bytes.
  private static func unescaped(_ text: String) -> [UInt8] {
    let parts = text.split(separator: "\\x", omittingEmptySubsequences: false)
    return Array(parts[0].utf8)
      + parts.dropFirst().flatMap { [UInt8($0.prefix(2), radix: 16) ?? 0] + Array($0.dropFirst(2).utf8) }
  }

  /// "utf-16le,ff fe: text", with the bytes of a mark.
  private func wide(_ text: String) -> [UInt8] {
    let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
    let (name, mark) = (parts[0].prefix { $0 != "," }, parts[0].drop { $0 != "," }.dropFirst())
    let document = String(decoding: item(encoding: String(name)) { Array(parts[1].utf8) }, as: UTF8.self)
    let bytes: [UInt8] =
      switch name {
      case "utf-16le": document.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      case "utf-16be": document.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      case "utf-32le":
        document.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(scalar.value >> (8 * $0) & 255) } }
      case "utf-32be":
        document.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(scalar.value >> (24 - 8 * $0) & 255) } }
      default: Array(document.utf8)
      }
    return mark.split(separator: " ").compactMap { UInt8($0, radix: 16) } + bytes
  }

  // MARK: - Items

  private func line(_ item: NewsItem) -> String {
    let parts = [item.link.map { "<\($0)>" }, item.published.map { "@" + Self.date($0) }, item.author.map { "~\($0)" }]
    return ([item.title] + parts.compactMap { $0 }).joined(separator: " ")
  }

  static func date(_ time: UnixTime) -> String {
    let seconds = time.seconds
    var (time, parts) = (time_t(seconds.rounded(.down)), tm())
    gmtime_r(&time, &parts)
    let fields =
      [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
      + [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Int.init)
    let texts = fields.map { $0 < 10 ? "0\($0)" : "\($0)" }
    let fraction = "\(seconds - seconds.rounded(.down))".dropFirst()
    return "\(texts[0])-\(texts[1])-\(texts[2])T\(texts[3]):\(texts[4]):\(texts[5])"
      + (fraction == ".0" ? "" : fraction)
  }
}

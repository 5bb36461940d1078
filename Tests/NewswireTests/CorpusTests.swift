import Formats
import Glibc
import ScrollCore
import Testing

@testable import Base
@testable import Newswire

/// Every feed in Corpus, each a trap that real feeds set, against what is expected of it.
@Suite("Corpus of feeds") struct CorpusTests {
  struct Trap: Sendable, CustomTestStringConvertible {
    let name: String
    let path: String
    let expected: JSON

    var testDescription: String { name }
  }

  static let folder = #filePath.prefix(#filePath.count - "CorpusTests.swift".count) + "Corpus/"

  static let traps: [Trap] = {
    guard let directory = opendir(String(folder)) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.sorted().filter { !$0.hasSuffix(".expected.json") && !$0.hasPrefix(".") }.compactMap { name in
      let stem = name.prefix { $0 != "." || name.hasPrefix(".") }
      let base = String(stem) == name ? name : String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
      guard let bytes = try? contents(of: folder + base + ".expected.json"),
        let expected = try? JSON(parsing: String(decoding: bytes, as: UTF8.self))
      else { return nil }
      return Trap(name: base, path: folder + name, expected: expected)
    }
  }()

  @Test("The corpus is there") func theCorpusIsThere() { #expect(Self.traps.count >= 60) }

  @Test("Each feed shows what is expected", arguments: traps) func showsWhatIsExpected(trap: Trap) throws {
    let bytes = try contents(of: trap.path)
    for step in [16 << 10, 7, 1] where step > 10 || bytes.count < 20_000 {
      let parser = FeedParser(
        address: WebAddress("https://feeds.example.org/news/feed.xml"),
        contentType: trap.expected["contentType"]?.string ?? "")
      bytes.withUnsafeBytes { buffer in
        for start in stride(from: 0, to: buffer.count, by: step) {
          parser.push(UnsafeRawBufferPointer(rebasing: buffer[start..<min(start + step, buffer.count)]))
        }
      }
      do {
        check(try parser.finish(), trap.expected, step)
      } catch {
        let expected = trap.expected["error"]?.string
        #expect(expected.map { "\(error)".contains($0) } == true, "\(error)")
      }
    }
  }

  private func check(_ feed: ParsedFeed, _ expected: JSON, _ step: Int) {
    #expect(expected["error"] == nil)
    if let format = expected["format"]?.string { #expect(feed.format.rawValue == format) }
    if let title = expected["title"]?.string { #expect(feed.title == title) }
    if let icon = expected["icon"]?.string { #expect(feed.icon == icon) }
    if let link = expected["feedLink"]?.string { #expect(feed.link == link) }
    if let ttl = expected["ttl"]?.number { #expect(feed.timeToLive == ttl) }
    if let found = expected["discovered"]?.array {
      #expect(feed.discovered.map(\.address) == found.compactMap(\.string))
    }
    for (dropped, reason) in zip(feed.dropped, expected["dropped"]?.array ?? []) {
      #expect(dropped.reason.contains(reason.string ?? "?"))
    }
    #expect(feed.dropped.count == expected["dropped"]?.array?.count ?? 0, "\(feed.dropped)")
    for warning in expected["warnings"]?.array ?? [] {
      #expect(feed.warnings.contains { $0.contains(warning.string ?? "?") }, "\(feed.warnings)")
    }
    if expected["lenient"]?.bool == true {
      let titles = (expected["items"]?.array ?? []).compactMap { $0["title"]?.string }
      return #expect(titles.allSatisfy { title in feed.items.contains { $0.title == title } })
    }
    let items = expected["items"]?.array ?? []
    #expect(feed.items.map(\.title) == items.map { $0["title"]?.string ?? "" }, "in steps of \(step)")
    for (item, expected) in zip(feed.items, items) { check(item, expected) }
  }

  private func check(_ item: NewsItem, _ expected: JSON) {
    #expect(item.link == expected["link"]?.string)
    if let id = expected["id"]?.string { #expect(item.id.guid == id) }
    if let author = expected["author"]?.string { #expect(item.author == author) }
    switch expected["published"] {
    case .null?: #expect(item.published == nil)
    case let date?: #expect(abs((item.published?.seconds ?? -1) - (date.number ?? -2)) < 0.01, "\(item.title)")
    case nil: break
    }
  }

  @Test("A hundred thousand items stay bounded") func aHundredThousandItemsStayBounded() throws {
    var limits = FeedLimits()
    limits.items = 100
    let parser = FeedParser(address: nil, limits: limits)
    func push(_ text: String) { Array(text.utf8).withUnsafeBytes { parser.push($0) } }
    push("<rss><channel>")
    for index in 0..<100_000 {
      // The newest stand last.
      let date = "2026-01-\(10 + index / 5000)T00:\(10 + index / 100 % 50):00Z"
      push("<item><title>Item \(index)</title><dc:date>\(date)</dc:date></item>")
    }
    push("</channel></rss>")
    let feed = try parser.finish()
    #expect(feed.items.count == 100)
    #expect(feed.items.last?.title == "Item 99999")
    #expect(feed.dropped.count == 1000)
    #expect(feed.warnings == ["has 100000 items; the newest 100 are kept"])
  }

  @Test("A megabyte title is cut") func aMegabyteTitleIsCut() throws {
    let parser = FeedParser(address: nil)
    let text = "<rss><channel><item><title>\(String(repeating: "wörd ", count: 200_000))</title></item></channel></rss>"
    Array(text.utf8).withUnsafeBytes { parser.push($0) }
    let title = try #require(try parser.finish().items.first?.title)
    #expect(title.count == 501 && title.hasSuffix("…"))
  }

  @Test("One that is too large and has no item is a failure") func aLargeDocumentWithoutItemsFails() {
    var limits = FeedLimits()
    limits.bytes = 1 << 20
    let parser = FeedParser(address: nil, limits: limits)
    Array("<rss><channel>".utf8).withUnsafeBytes { parser.push($0) }
    let blanks = [UInt8](repeating: 0x20, count: 16 << 10)
    while !parser.isSatisfied { blanks.withUnsafeBytes { parser.push($0) } }
    let error = #expect(throws: Failure.self) { try parser.finish() }
    #expect(error?.description == "the file: is larger than 1 MB and has nothing to show up to there")
  }

  @Test("A document that is too large is cut") func aDocumentThatIsTooLargeIsCut() throws {
    var limits = FeedLimits()
    limits.bytes = 1 << 20
    let parser = FeedParser(address: nil, limits: limits)
    let item = Array("<item><title>Same words again</title><link>https://example.org/</link></item>".utf8)
    Array("<rss><channel>".utf8).withUnsafeBytes { parser.push($0) }
    for _ in 0..<100_000 where !parser.isSatisfied { item.withUnsafeBytes { parser.push($0) } }
    let feed = try parser.finish()
    #expect(feed.items.count == 1)
    #expect(feed.warnings.contains("is larger than 1 MB; the rest was not read"))
  }
}

/// The whole of a file.
func contents(of path: some StringProtocol) throws -> [UInt8] {
  let stream = try #require(fopen(String(path), "r"))
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 64 << 10)
  while case let count = fread(&piece, 1, piece.count, stream), count > 0 { bytes += piece[..<count] }
  return bytes
}

import Base
import Formats
import ScrollCore
import TestKit
import Testing

@testable import Newswire

/// What goes over pipes and brokers and into files, by its tables.
@Suite("The wire") struct WireTests {
  private static let now = UnixTime(seconds: 3_000_000_000)

  /// Reads a line as what it is, and writes it again; nil for one that is none.
  static func again(_ kind: String, _ line: String) -> String? {
    func read(_ body: (UnsafeRawBufferPointer) -> String?) -> String? { Array(line.utf8).withUnsafeBytes(body) }
    switch kind {
    case "event": return read { FeedEvent(jsonLine: $0)?.jsonLine }
    case "order": return read { FeedOrder(jsonLine: $0)?.jsonLine }
    case "broker": return read { BrokerEvent(jsonLine: $0, now: now)?.jsonLine }
    case "settings": return read { BrokerSettings(jsonLine: $0)?.jsonLine }
    case "publish": return read { WallPublication(jsonLine: $0)?.jsonLine }
    case "mark": return read { UnsentMarks.Mark(jsonLine: $0)?.jsonLine }
    case "item": return read { NewsItem(jsonLine: $0)?.jsonLine }
    case "head": return read { FeedCache.Entry(jsonLine: $0)?.jsonLine }
    case "index": return (try? ChannelIndex(message: line, source: ""))?.message
    case "plan", "operation":
      return JSON(ifValid: line).flatMap { json in
        let topic =
          kind == "plan" ? WallTopic.plan : .operation(json["number"]?.number.flatMap { Int(exactly: $0) } ?? 0)
        return (try? WallMessage(json, at: topic))?.json.line
      }
    case "message":
      let id = JSON(ifValid: line)?["id"]?.string
      let item = try? NewsItem(message: line, id: nil, of: "mqtt://h/c", at: 0, source: "")
      // The sender gives every item a place.
      return item?.message(id: id)
    default: return nil
    }
  }

  static let recorded: [(kind: String, line: String)] =
    ((try? Project.text(of: "Tests/NewswireTests/wire/recorded.tsv")) ?? "").split(separator: "\n").map {
      let parts = $0.split(separator: "\t", maxSplits: 1)
      return (String(parts[0]), String(parts[1]))
    }

  @Test("What was written before there were tables is read, and written to the byte") func recordings() {
    for (kind, line) in Self.recorded where kind != "cache" {
      // An item without a place gets one from its receiver.
      if kind == "message", JSON(ifValid: line)?["seq"] == nil { continue }
      #expect(Self.again(kind, line) == line, "\(kind)")
    }
    #expect(Set(Self.recorded.map(\.kind)).count == 12 && Self.recorded.count > 400)
  }

  @Test("A cache that was written before there were tables is read, and written to the byte") func caches() throws {
    let lines = Self.recorded.filter { $0.kind == "cache" }.map(\.line)
    var (file, count) = ("", 0)
    for line in lines {
      file += line + "\n"
      guard line.hasPrefix(#"{"end""#) else { continue }
      let entry = try #require(FeedCache.parse(Array(file.utf8)))
      #expect(FeedCache.text(of: entry) == file)
      (file, count) = ("", count + 1)
    }
    #expect(count == 12 && file.isEmpty)
  }

  private func check<Value: Recorded & Equatable>(_ value: Value, sourceLocation: SourceLocation = #_sourceLocation) {
    let line = value.jsonLine
    let again = Array(line.utf8).withUnsafeBytes { Value(jsonLine: $0) }
    #expect(again == value, "\(line)", sourceLocation: sourceLocation)
  }

  @Test("Whatever is written is read as the same", arguments: 1...200 as ClosedRange<UInt64>)
  func roundTrips(_ seed: UInt64) throws {
    var samples = WireSamples(seed: seed)
    check(samples.item())
    check(samples.marks())
    check(samples.alert())
    check(samples.row())
    check(samples.feed())
    check(samples.alertSource())
    check(samples.description())
    check(samples.channelIndex())
    check(try samples.brokerSettings())
    check(samples.wallItem())
    check(samples.operation())
    check(samples.plan())
    let account = "https://rss.example"
    check(AccountNews.subscriptions(samples.some(3) { $0.subscription() }, of: account))
    check(AccountNews.someSubscriptions(samples.some(3) { $0.subscription() }, of: account))
    let entry = samples.cacheEntry()
    #expect(FeedCache.parse(Array(FeedCache.text(of: entry).utf8)) == entry)
  }

  /// A new case has to be here, and in its table.
  private func samples(of event: FeedEvent?) -> [FeedEvent] {
    switch event {
    case nil, .items, .withdrawn, .marked, .described, .status, .picture, .error, .account: break
    // It stays in its process.
    case .stopped: return []
    }
    var samples = WireSamples(seed: 7)
    var item = samples.item()
    item.id.feed = "f"
    return [
      .items([item], feed: "f"), .withdrawn(["a"], feed: "f"), .marked(read: ["a"], unread: [], feed: "f"),
      .marked(read: [], unread: ["b"], feed: "f"), .described(samples.description()),
      .status(FeedStatus(url: "u", outcome: .gone)), .picture(path: "/p", address: "a"),
      .error(Failure(of: "s", reason: "r")), .account(.sent([samples.marks()])),
    ]
  }

  @Test("Each case of an event has its table") func cases() {
    for event in samples(of: nil) {
      let lines = event.jsonLines
      #expect(lines.count == 1 && Self.again("event", lines[0]) == lines[0], "\(lines)")
    }
    #expect(FeedEvent.stopped(because: "x").jsonLines.isEmpty)
  }

  private static let hostile: [JSON] = [
    .null, .bool(true), .numeral("-1"), .numeral("1e308"), .numeral("9007199254740993"), .numeral("0.5"), .string(""),
    .string("a\u{1b}[31mb\u{202e}\n"), .string(String(repeating: "x", count: 70_000)), .array([]), .object([]),
    .array([.null, .numeral("1e99"), .object([("id", .string("../../x"))])]),
    .array(Array(repeating: .string("x"), count: 40_000)),
  ]

  /// The same value with another one in a place, or without it.
  private static func variants(of json: JSON) -> [JSON] {
    switch json {
    case .object(let members):
      return members.indices.flatMap { place -> [JSON] in
        let values = hostile.map(Optional.some) + variants(of: members[place].1).map(Optional.some) + [nil]
        return values.map { value in
          var changed = members
          if let value { changed[place].1 = value } else { changed.remove(at: place) }
          return .object(changed)
        }
      }
    case .array(let elements):
      return elements.prefix(1).flatMap { variants(of: $0).map { .array([$0] + elements.dropFirst()) } }
    default: return []
    }
  }

  @Test(
    "A member of anybody is within its bounds, or there is no record",
    arguments: [
      "event", "order", "broker", "settings", "publish", "mark", "item", "index", "plan", "operation", "message",
    ])
  func hostileMembers(_ kind: String) throws {
    var (read, refused) = (0, 0)
    let lines = Self.recorded.filter { $0.kind == kind }.map(\.line)
    for line in lines.prefix(kind == "event" || kind == "broker" || kind == "order" ? 12 : 2) {
      for variant in Self.variants(of: try JSON(parsing: line)) {
        guard let once = Self.again(kind, variant.line) else {
          refused += 1
          continue
        }
        read += 1
        #expect(!once.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202e })
        // A field of a row may have the name of another member, which it then is, too.
        let twice = kind == "message" ? Self.again(kind, once) ?? "" : once
        #expect(Self.again(kind, twice) == twice, "\(twice.prefix(300))")
      }
    }
    #expect(read > 0 && refused > 0)
  }
}

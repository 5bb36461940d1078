import Formats
import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newsroom
@testable import Newswire

/// Rows of lines, of feeds' titles, and on their way through a channel.
@Suite("Rows of items") struct RowTests {
  private func item(_ line: String) throws -> NewsItem {
    let bytes = Array(line.utf8)
    let result = bytes.withUnsafeBytes { bytes -> Result<NewsItem, Failure> in
      do throws(Failure) { return .success(try NewsItem(jsonLine: bytes, source: "s")) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  @Test("Numbers keep their digits, lists their order, and what is no value is left out") func fields() throws {
    let item = try item(
      #"{"row":"score","home":" Ajax  ","away":"PSV","score":[2,1.50],"logo":null,"x":{"y":1},"live":true,"id":"7"}"#)
    #expect(item.id.guid == "7" && item.title.isEmpty && item.row?.kind == "score")
    #expect(
      item.row?.fields == ["home": ["Ajax"], "away": ["PSV"], "score": ["2", "1.50"], "id": ["7"]])
  }

  @Test("A row without an ID is known by its texts, whatever its numbers") func identity() throws {
    let lines = [
      #"{"row":"score","home":"A","away":"B","score":[2,1]}"#,
      #"{"row":"score","away":"B","home":"A","score":["3","1"]}"#,
      #"{"row":"score","home":"A","away":"C","score":[2,1]}"#, #"{"row":"price","home":"A","away":"B"}"#,
    ]
    let ids = try lines.map { try item($0).id.guid }
    #expect(ids[0] == ids[1] && Set(ids).count == 3)
  }

  @Test(
    "What is beyond bounds is named",
    arguments: [
      (
        #"{"row":5,"text":"a"}"#,
        "“row” is not a name of a row: it has letters, digits, '-' and '_', and at most 64 of them"
      ),
      (#"{"row":"a b"}"#, "“row” is not a name of a row: it has letters, digits, '-' and '_', and at most 64 of them"),
      (#"{"row":"score","score":[1,2,3,4,5,6,7,8,9]}"#, "“score” is a list of 9 values; a row shows 8 at most"),
      (
        #"{"row":"score",\#((0..<64).map { "\"f\($0)\":1" }.joined(separator: ","))}"#, "a row has more than 64 fields"
      ),
      (#"{"text":""}"#, "the object has no “text”"),
    ])
  func bounds(_ line: String, _ reason: String) {
    #expect { try item(line) } throws: { ($0 as? Failure)?.reason == reason }
  }

  @Test("A number of any size and a text of any length stay within bounds") func sizes() throws {
    let long = String(repeating: "9", count: 100_000)
    let row = try #require(try item(#"{"row":"score","score":[1e308,\#(long)],"home":"\#(long)"}"#).row)
    #expect(row.texts(of: "score")[0] == "1e308" && row.fields.values.joined().allSatisfy { $0.utf8.count <= 2048 })
    #expect(throws: Failure.self) { try item(#"{"row":"x","a":[\#(String(repeating: "1,", count: 1_000_000))1]}"#) }
    #expect(RowNumber("1e308") == nil && RowNumber(long) == nil)
    #expect(RowNumber("-1.20%").map { [$0.digits, $0.suffix] } == ["-1.20", "%"])
  }

  @Test("A row survives its way to another process, and that over a broker") func ways() throws {
    let item = try item(
      #"{"row":"price","name":"A \"q\"","value":211.40,"change":"-1.2%","text":"A","link":"https://e.org/"}"#)
    let line = Array(FeedEvent.items([item], feed: "f").jsonLines[0].utf8)
    guard case .items(let read, _)? = line.withUnsafeBytes({ FeedEvent(jsonLine: $0) }) else {
      Issue.record("no items")
      return
    }
    #expect(read.first?.row == item.row && read.first?.title == "A")
    let message = try NewsItem(message: item.message, id: "x", of: "c", at: 1, source: "s")
    var fields = try #require(item.row?.fields)
    fields["seq"] = nil
    #expect(message.row?.kind == "price" && message.link == item.link)
    for (field, texts) in fields { #expect(message.row?.fields[field] == texts, "\(field)") }
    // A row by itself has no text, and needs none.
    let bare = try self.item(#"{"row":"price","name":"A","value":1}"#)
    #expect(!bare.message.contains("text"))
    #expect(try NewsItem(message: bare.message, id: "x", of: "c", at: 1, source: "s").row?.texts(of: "value") == ["1"])
  }

  // MARK: - By a rule

  @Test("The named groups of a feed's rule are fields; those of one name are a list") func rule() throws {
    let rule = try RowRule(
      #"score /^(?<home>.+) (?<score>\d+)\s*[-–]\s*(?<score>\d+) (?<away>.+?)( \((?<note>.+)\))?$/"#)
    #expect(
      rule.row(of: "Ajax 2 – 1 PSV (67′)")
        == Row("score", ["home": ["Ajax"], "away": ["PSV"], "score": ["2", "1"], "note": ["67′"]]))
    #expect(rule.row(of: "Ajax 2-1 PSV")?.fields["note"] == nil)
    #expect(rule.row(of: "Transfers close at midnight") == nil)
    #expect(
      try RowRule("price  /(?<name>[a-z]+) (?<value>[0-9.]+)/i").row(of: "AAPL 211.40")?.texts(of: "name") == ["AAPL"])
  }

  @Test(
    "A rule that is none is refused",
    arguments: [
      ("score", "is not a row; write its kind and an expression"), ("/(?<a>b)/", "is not a row; write its kind"),
      ("score (?<a>b)", "is not a row"), ("score /ab/", "names no field; name the groups"),
      ("score /(?<a_b>c", "is not a row"), ("score /(?<a>b/", "missing closing parenthesis"), ("", "is not a row"),
    ])
  func wrongRules(_ text: String, _ reason: String) {
    #expect { try RowRule(text) } throws: { ($0 as? Failure)?.reason.hasPrefix(reason) == true }
  }

  @Test("A feed's rule makes rows of its titles, and another rule others; a channel's rows are its own") func queue()
    throws
  {
    var queue = ItemQueue()
    var feed = try FeedSpec(url: "https://example.org/")
    feed.row = #"score /(?<home>.+) (?<score>\d)-(?<score>\d) (?<away>.+)/"#
    queue.settings.ownFilters = [feed.url: try FeedFilter(feed)]
    var (item, sent) = (NewsItem(title: "A 2-1 B"), NewsItem(title: "C"))
    (item.id.feed, sent.id.feed, sent.place, sent.row) = (feed.url, "mqtt://h/c", 1, Row("price"))
    queue.add([item, sent], now: 0)
    #expect(Set(queue.ordered.compactMap { $0.row?.kind }) == ["score", "price"])
    queue.settings.ownFilters = [:]
    #expect(queue.ordered.compactMap { $0.row?.kind } == ["price"])
  }

  @Test("A feed's rule is kept in the list") func list() throws {
    let directory = try TemporaryDirectory()
    var feed = try FeedSpec(url: "https://example.org/")
    feed.row = #"score /(?<home>.+) & "(?<away>.+)"/"#
    var list = FeedList()
    #expect(list.add(feed) == true)
    try list.save(to: directory.file("feeds.opml"))
    #expect(try FeedList(path: directory.file("feeds.opml")).feeds.first?.row == feed.row)
  }
}

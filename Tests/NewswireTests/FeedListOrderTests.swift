import Testing

@testable import Newswire

@Suite("The order of a list of feeds") struct FeedListOrderTests {
  private static let opml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <opml version="2.0">
      <head><title>Mine</title></head>
      <body>
        <outline type="rss" text="A" title="A" xmlUrl="https://example.org/a"/>
        <!-- a note -->
        <outline text="Folder">
          <outline type="rss" text="B" title="B" xmlUrl="https://example.org/b" custom="kept"/>
          <outline type="rss" text="C" title="C" xmlUrl="https://example.org/c"/>
        </outline>
        <outline type="rss" text="D" title="D" xmlUrl="https://example.org/d"/>
      </body>
    </opml>

    """

  private static func list() throws -> FeedList { try FeedList(opml: Array(opml.utf8), name: "list") }
  private static func names(_ list: FeedList) -> String { list.feeds.map { String($0.url.suffix(1)) }.joined() }

  @Test("An address names its feed, though another one has it as its label") func labelOfAddress() throws {
    var list = FeedList()
    list.add(try FeedSpec(url: "https://a.example/", label: "https://b.example/"))
    list.add(try FeedSpec(url: "https://b.example/"))
    #expect(list.remove("https://b.example/")?.url == "https://b.example/" && list.feeds.count == 1)
  }

  @Test(
    "A feed that is moved stands there in the file, too, and everything else stays",
    arguments: [("d", 0, "dabc"), ("a", 3, "bcda"), ("c", 1, "acbd"), ("b", 3, "acdb"), ("a", 0, "abcd")])
  func move(_ name: String, _ place: Int, _ order: String) throws {
    var list = try Self.list()
    #expect(list.move("https://example.org/" + name, to: place) && Self.names(list) == order)
    let text = list.opml
    let again = try FeedList(opml: Array(text.utf8), name: "again")
    #expect(Self.names(again) == order && again.leftOut.isEmpty)
    #expect(text.contains("<!-- a note -->") && text.contains("custom=\"kept\"") && text.contains("text=\"Folder\""))
    // A line each, as before.
    #expect(text.split(separator: "\n").count == Self.opml.split(separator: "\n").count)
    if name == "a", place == 0 { #expect(text == Self.opml) }
  }

  @Test("Any order is written, and read again") func orders() throws {
    var list = try Self.list()
    for step in 0..<60 {
      let feed = list.feeds[step * 7 % 4]
      list.move(feed.url, to: step * 5 % 4)
      let again = try FeedList(opml: Array(list.opml.utf8), name: "again")
      #expect(Self.names(again) == Self.names(list), "step \(step)")
      if step % 3 == 0 { list = again }
    }
  }

  @Test("What was done to a list is taken back, and what came since stays") func revert() throws {
    let before = try Self.list()
    var after = before
    after.remove("https://example.org/b")
    after.move("https://example.org/d", to: 0)
    var changed = try #require(after.feed(named: "https://example.org/c"))
    changed.label = "New"
    after.update(changed)
    after.add(try FeedSpec(url: "https://example.org/e"))
    var list = after
    list.add(try FeedSpec(url: "https://example.org/f"))
    list.revert(after, to: before)
    #expect(Self.names(list) == "abcdf" && list.feeds[2].label == "C")
  }

  @Test("Whichever feeds were removed, they come back to their places", arguments: 1..<16)
  func restored(_ set: Int) throws {
    let before = try Self.list()
    var after = before
    for (place, feed) in before.feeds.enumerated() where set & 1 << place != 0 { after.remove(feed.url) }
    var list = after
    list.revert(after, to: before)
    #expect(list.feeds == before.feeds)
    list = after
    list.add(try FeedSpec(url: "https://example.org/e"))
    list.revert(after, to: before)
    #expect(Self.names(list) == "abcde")
    let again = try FeedList(opml: Array(list.opml.utf8), name: "again")
    #expect(Self.names(again) == "abcde")
  }

  @Test("A feed that there is not is not moved") func missing() throws {
    var list = try Self.list()
    #expect(!list.move("https://example.org/x", to: 0) && list.opml == Self.opml)
    list.move("https://example.org/a", to: 99)
    list.move("https://example.org/d", to: -5)
    #expect(Self.names(list) == "dbca")
  }
}

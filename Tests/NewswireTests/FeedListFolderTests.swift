import Testing

@testable import Newswire

@Suite("The folders of a list of feeds") struct FeedListFolderTests {
  private static func list(_ body: String) throws -> FeedList {
    try FeedList(opml: Array("<opml version=\"2.0\"><body>\(body)</body></opml>".utf8), name: "list")
  }
  private static func feed(_ name: String, _ inner: String = "") -> String {
    "<outline type=\"rss\" text=\"\(name)\" xmlUrl=\"https://example.org/\(name)\">\(inner)</outline>"
  }
  private static func folder(_ name: String, _ inner: String) -> String {
    "<outline text=\"\(name)\">\(inner)</outline>"
  }
  /// Its feeds with their folders.
  private static func text(_ list: FeedList) -> String {
    list.feeds.map { ($0.group.map { "\($0)/" } ?? "") + ($0.label ?? $0.url) }.joined(separator: " ")
  }
  private static func again(_ list: FeedList) throws -> FeedList {
    try FeedList(opml: Array(list.opml.utf8), name: "again")
  }

  /// Bodies of lists, what is read of them, and that with one more feed of the folder F.
  private static let cases = [
    // A feed without an end tag has the others in it.
    (feed("F", feed("a")), "F a", "F a F/new"),
    (folder("F", "") + feed("F", feed("a")) + feed("b"), "F a b", "F a b F/new"),
    (folder("F", feed("a", feed("b"))) + feed("c"), "F/a F/b c", "F/a F/b F/new c"),
    (folder("F", feed("a")) + feed("F", feed("b")), "F/a F b", "F/a F/new F b"),
    // A folder in a feed is one around it.
    (folder("F", "") + feed("A", folder("F", "")) + folder("G", feed("b")), "A G/b", "A G/b F/new"),
    // Folders without feeds, and several of one name.
    (folder("F", "") + feed("a"), "a", "a F/new"),
    (folder("F", folder("G", "")) + feed("a") + folder("H", feed("b")), "a H/b", "a H/b F/new"),
    (folder("F", feed("a")) + feed("b") + folder("F", ""), "F/a b", "F/a F/new b"),
    (folder("F", feed("a")) + feed("b") + folder("F", feed("c")) + feed("d"), "F/a b F/c d", "F/a b F/c F/new d"),
    (folder("", folder("F", feed("a"))) + feed("b"), "F/a b", "F/a F/new b"),
    (folder("E", folder("F", feed("a"))) + feed("b"), "E/F/a b", "E/F/a b F/new"),
    // Another program's folders, with a type or another title.
    ("<outline type=\"rss\" text=\"F\">\(feed("a"))</outline>" + feed("b"), "F/a b", "F/a F/new b"),
    ("<outline text=\"E\" title=\"F\">\(feed("a"))</outline>" + feed("b"), "E/a b", "E/a b F/new"),
    ("<outline type=\"rss\" text=\"F\" url=\"https://example.org/F\"/>" + feed("b"), "F b", "F b F/new"),
  ]

  @Test("A feed goes to its folder, and the others stay in theirs, in their order", arguments: cases)
  func add(_ body: String, _ before: String, _ after: String) throws {
    var list = try Self.list(body)
    #expect(Self.text(list) == before)
    #expect(Self.text(try Self.again(list)) == before)
    var new = try FeedSpec(url: "https://example.org/new", label: "new")
    new.group = "F"
    list.add(new)
    #expect(Self.text(list) == after)
    var added = try Self.again(list)
    #expect(Self.text(added) == after, "\(list.opml)")
    added.remove(new.url)
    #expect(Self.text(try Self.again(added)) == before)
  }

  @Test("A feed whose folder is called with a slash goes to it") func slash() throws {
    var list = try Self.list(Self.folder("F/G", Self.feed("a")) + Self.feed("b"))
    var new = try FeedSpec(url: "https://example.org/new", label: "new")
    new.group = "F/G"
    list.add(new)
    #expect(Self.text(try Self.again(list)) == "F/G/a F/G/new b")
    #expect(list.opml.count { $0 == "<" } == 3 + 5 + 1 + 1)
  }

  @Test("A feed that has others in it is moved and removed without them", arguments: 0..<5)
  func nested(_ place: Int) throws {
    var list = try Self.list(
      Self.folder("F", Self.feed("a", Self.feed("b") + Self.feed("c"))) + Self.feed("d") + Self.feed("e"))
    list.move("https://example.org/a", to: place)
    let names = list.feeds.compactMap(\.label)
    var again = try Self.again(list)
    #expect(again.feeds.compactMap(\.label) == names)
    #expect(again.feeds.filter { $0.group == "F" }.compactMap(\.label).contains("b"))
    again.remove("a")
    #expect(Self.text(try Self.again(again)) == "F/b F/c d e")
  }

  @Test("A feed that is alone in its folder moves with it, unless it goes between those of another one")
  func alone() throws {
    let body = Self.folder("F", Self.feed("a")) + Self.folder("G", Self.feed("b") + Self.feed("c")) + Self.feed("d")
    for (place, text) in ["F/a G/b G/c d", "G/b G/a G/c d", "G/b G/c F/a d", "G/b G/c d F/a"].enumerated() {
      var list = try Self.list(body)
      list.move("https://example.org/a", to: place)
      #expect(Self.text(try Self.again(list)) == text)
    }
  }
}

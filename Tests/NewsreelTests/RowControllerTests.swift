import Formats
import Glibc
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// Rows from lines, feeds and channels on their way to a crawl.
@Suite("Rows of the feed controller") struct RowControllerTests {
  private final class Harness {
    let folder: TemporaryFolder
    let crawl = CrawlScene()
    let feeds: NewsDesk
    let loop = RunLoop()
    var time = 0.0

    init(feed: String? = nil, row: String? = nil) throws {
      folder = try TemporaryFolder()
      var specs: [FeedSpec] = []
      if let feed {
        specs = [try FeedSpec(url: feed)]
        specs[0].row = row
      }
      feeds = NewsDesk(
        feeds: specs, options: NewsFeeds(), takesJSONLines: true, crawl: crawl, color: { _ in .white },
        readState: folder.path + "/state/items")
    }

    func receive(_ lines: String...) {
      for line in lines { Array(line.utf8).withUnsafeBytes { feeds.receive(line: $0) } }
      feeds.bring(at: time)
    }

    var rows: [Row] { crawl.itemIDs.compactMap { crawl.headline(of: $0)?.row } }
  }

  @Test("A line makes a row, and the next one rolls it in its place") func lines() throws {
    let harness = try Harness()
    harness.receive(#"{"row":"score","home":"Ajax","away":"PSV","score":[2,1]}"#, #"{"text":"a text"}"#)
    let before = harness.crawl.itemIDs
    #expect(Set(harness.crawl.texts) == ["Ajax 2–1 PSV", "a text"])
    harness.receive(#"{"row":"score","home":"Ajax","away":"PSV","score":[3,1]}"#)
    #expect(harness.crawl.itemIDs == before && Set(harness.crawl.texts) == ["Ajax 3–1 PSV", "a text"])
    // Another text is another headline, under the same ID, too.
    harness.receive(
      #"{"id":"1","row":"price","name":"A","value":1}"#, #"{"id":"1","row":"price","name":"B","value":2}"#)
    #expect(harness.crawl.count == 3 && harness.crawl.texts.contains("B 2"))
    #expect(harness.feeds.newsroom.recent.contains { $0.title == "Ajax 3–1 PSV" })
  }

  @Test("A row that cannot be shown is its text, and without one it is left out") func fallback() throws {
    let harness = try Harness()
    harness.receive(
      #"{"row":"weather","text":"Rain"}"#, #"{"row":"weather","place":"Turku"}"#, #"{"row":"score","home":"A"}"#,
      #"{"row":"score","home":"A","away":"B","score":["1e308",1]}"#,
      #"{"row":"score","home":"A","away":"B","score":"x"}"#,
      #"{"row":"score","home":"A","away":"B","score":[1e308,2],"text":"A beats B"}"#)
    #expect(Set(harness.crawl.texts) == ["Rain", "A beats B"] && harness.rows.isEmpty)
    // A theme that has it shows it.
    var style = harness.crawl.style
    style.rows["weather"] = RowKind([])
    try harness.crawl.apply(style, at: 0)
    harness.receive(#"{"text":"x"}"#)
    #expect(harness.rows.map(\.kind) == ["weather"])
  }

  @Test("A local picture is for one's own lines; what cannot be read is left out of its row") func pictures() throws {
    let feed = "https://example.org/feed"
    let harness = try Harness(feed: feed, row: "picture /(?<picture>.+): (?<text>.+)/")
    let disc = Project.folder + "/Tests/RenderTests/Pictures/disc.png"
    for (i, path) in [
      disc, "file://" + disc, "/nonexistent.png", "/dev/zero", disc.replacing("disc.png", with: "disc.svg"),
    ]
    .enumerated() {
      harness.receive(#"{"row":"picture","picture":"\#(path)","text":"\#(i)"}"#)
    }
    let found = Dictionary(harness.rows.map { ($0.texts(of: "text")[0], $0.texts(of: "picture")) }) { $1 }
    #expect(found == ["0": [disc], "1": [disc], "2": [], "3": [], "4": []])
    #expect(harness.crawl.count == 5)
    var item = NewsItem(title: "\(disc): local")
    item.id.feed = feed
    harness.feeds.receive(.items([item], feed: feed))
    harness.feeds.bring(at: 0)
    #expect(harness.rows.first { $0.texts(of: "text") == ["local"] }?.texts(of: "picture") == [])
  }

  @Test("A fetched picture joins its row; a private one is for own lines and its own host")
  func fetching() throws {
    let feed = "https://news.example.org/feed"
    let harness = try Harness(feed: feed, row: "picture /(?<picture>.+) (?<text>.+)/")
    var asked: [String: Bool] = [:]
    harness.feeds.rows.pictures.fetch = { asked[$0] = $1 }
    harness.receive(#"{"row":"picture","picture":"http://127.0.0.1/a.png","text":"own"}"#)
    for (i, host) in ["news.example.org", "192.168.0.1"].enumerated() {
      var item = NewsItem(title: "http://\(host)/b.png \(i)")
      item.id.feed = feed
      harness.feeds.receive(.items([item], feed: feed))
    }
    harness.feeds.bring(at: 0)
    #expect(
      asked == [
        "http://127.0.0.1/a.png": true, "http://news.example.org/b.png": true, "http://192.168.0.1/b.png": false,
      ])
    #expect(harness.rows.allSatisfy { $0.texts(of: "picture").isEmpty } && harness.rows.count == 3)
    harness.feeds.receive(.picture(path: "/cache/a.png", address: "http://127.0.0.1/a.png"))
    harness.feeds.bring(at: 0)
    #expect(harness.rows.contains { $0.texts(of: "picture") == ["/cache/a.png"] } && harness.rows.count == 3)
  }

  @Test("A feed's titles become rows by its rule, and a changed title rolls") func feed() throws {
    let feed = "https://example.org/feed"
    let harness = try Harness(feed: feed, row: #"score /^(?<home>.+) (?<score>\d+)-(?<score>\d+) (?<away>.+)$/"#)
    func receive(_ title: String) {
      var item = NewsItem(guid: "1", title: title)
      item.id.feed = feed
      harness.feeds.receive(.items([item], feed: feed))
      harness.feeds.bring(at: 0)
    }
    receive("Ajax 2-1 PSV")
    let before = harness.crawl.itemIDs
    #expect(harness.crawl.texts == ["Ajax 2–1 PSV"])
    receive("Ajax 3-1 PSV")
    #expect(harness.crawl.texts == ["Ajax 3–1 PSV"] && harness.crawl.itemIDs == before)
    receive("The match is over")
    #expect(harness.crawl.texts == ["The match is over"] && harness.rows.isEmpty)
  }

  @Test("A channel's row comes and rolls like a line's") func channel() throws {
    let address = try BrokerAddress("mqtt://127.0.0.1/lobby")
    let harness = try Harness()
    harness.feeds.join(address)
    var contents = ChannelContents(of: "lobby", at: address.description)
    let topic = try #require(ChannelTopic("newsreel/channel/lobby/item/a", in: "lobby"))
    func take(_ message: String) throws {
      let bytes = Array(message.utf8)
      try bytes.withUnsafeBytes { try contents.receive(topic, $0, isRetained: true, now: 100) }
      for event in contents.takeChanges() {
        guard case .feed(let event) = event else { continue }
        for line in event.jsonLines.map({ Array($0.utf8) }) {
          if let event = line.withUnsafeBytes({ FeedEvent(jsonLine: $0) }) { harness.feeds.receive(event) }
        }
      }
      harness.feeds.bring(at: 0)
    }
    try take(#"{"row":"price","name":"AAPL","value":211.40,"change":-1.24,"seq":1}"#)
    let before = harness.crawl.itemIDs
    #expect(harness.crawl.texts == ["AAPL 211.40 -1.24"])
    try take(#"{"row":"price","name":"AAPL","value":"212.00","change":"0.60","seq":1}"#)
    #expect(harness.crawl.texts == ["AAPL 212.00 0.60"] && harness.crawl.itemIDs == before)
  }
}

@Suite("Rows of themes") struct RowThemeTests {
  @Test("The themes that ship declare the kinds that every theme has", arguments: Theme.shipped.map(\.name))
  func shipped(_ name: String) throws {
    let bytes = try #require(Theme.shipped.first { $0.name == name }?.bytes)
    let rows = try #require(try TOML.read(bytes, file: name).entries.first { $0.key == "rows" })
    #expect(try RowReader(file: name).kinds(in: rows.item) == RowKind.standard)
    // Legible where they have colours of their own.
    let theme = try Theme.load(name).strip
    for part in theme.resolvedRows.values.flatMap(\.parts) {
      guard case .color(let color) = part.color else { continue }
      var ground = theme.background
      if case .color(let badge) = part.badge { ground = badge }
      #expect(color.contrast(on: ground) >= 4.5, "\(name): \(part.field)")
    }
  }

  @Test("A theme adds kinds, changes one, and keeps the others; its own colours count") func own() throws {
    let theme = try load(
      """
      caption-color = "#123456"
      [rows.weather]
      parts = [{ text = "place" }, { number = "degrees", suffix = "°", badge = "caption-color", space = 0.3 }]
      [rows.score]
      parts = [{ number = "score", trend = "change" }]
      """)
    #expect(Set(theme.strip.rows.keys) == ["score", "price", "picture", "weather"])
    let weather = try #require(theme.strip.resolvedRows["weather"]?.parts)
    #expect(weather.map(\.field) == ["place", "degrees"] && weather[1].badge == .color(Color(rgb: 0x123456)))
    #expect((weather[1].suffix, weather[1].space) == ("°", 0.3))
    #expect(theme.strip.rows["score"]?.parts.map(\.trend) == [.change])
    #expect(CrawlScene().text(of: Row("price", ["name": ["A"], "value": ["1"]])) == "A 1")
  }

  @Test(
    "What is wrong is told with line, column and the remedy",
    arguments: [
      ("rows = 5", "1:8: rows are tables, as in [rows.weather]; not a number"),
      ("[rows]\nscore = 'x'", "2:9: a row is a table with parts, not a text"),
      ("[rows.'a b']\nparts = []", "1:7: 'a b' is not a name of a row"),
      ("[rows.a]", "1:7: the row 'a' has no parts"),
      ("[rows.a]\npart = []", "2:1: a row has no 'part'; did you mean 'parts'?"),
      ("[rows.a]\nparts = 1", "2:9: parts are a list of tables"),
      ("[rows.a]\nparts = []", "2:9: a row has 1 to 24 parts, not 0"),
      ("[rows.a]\nparts = ['x']", "2:10: a part is a table"),
      ("[rows.a]\nparts = [{ txt = 'x' }]", "2:12: a part has no 'txt'; did you mean 'text'?"),
      ("[rows.a]\nparts = [{ color = 'red' }]", "2:10: a part shows a field; give it text, number or picture"),
      ("[rows.a]\nparts = [{ text = 'a', number = 'b' }]", "2:10: a part shows one field"),
      ("[rows.a]\nparts = [{ text = 'a b' }]", "2:19: text: 'a b' is not a name of a field"),
      ("[rows.a]\nparts = [{ text = 'a', color = 'rde' }]", "2:32: color: 'rde' is not a colour"),
      (
        "[rows.a]\nparts = [{ text = 'a', badge = 'labl-background' }]",
        "2:32: badge: 'labl-background' is neither a colour nor one of the theme's; did you mean 'label-background'?"
      ),
      ("[rows.a]\nparts = [{ text = 'a', space = 11 }]", "2:32: space: "),
      ("[rows.a]\nparts = [{ number = 'a', trend = 'sing' }]", "2:34: trend: "),
      ("[row.a]\nparts = []", "1:2: a theme has no property 'row'; did you mean 'rows'?"),
    ])
  func wrong(_ text: String, _ message: String) {
    let error = #expect(throws: ValueError.self) { try load(text) }
    #expect(error?.description.hasPrefix("theme: my.toml:\(message)") == true, "\(error?.description ?? "none")")
  }

  @Test("The page on looks shows a row that a theme can have") func page() throws {
    let page = try Project.text(of: "doc/looks.md")
    let block = try #require(page.firstMatch(of: #/```toml\n(\[rows(?s:.)*?)```/#)?.output.1)
    let rows = try load(String(block)).strip.rows
    let line = try #require(page.split(separator: "\n").first { $0.contains(#"{"row":"weather""#) })
    let item = try NewsItem(object: try JSON(parsing: String(line)), source: "")
    let row = try #require(item.row)
    var style = CrawlStyle()
    style.rows = rows
    #expect(CrawlScene(style).problem(with: row) == nil && CrawlScene(style).text(of: row) == "Turku -4° 12")
  }

  private func load(_ text: String) throws(ValueError) -> Theme {
    try Theme(Theme.File(path: "my.toml", bytes: Array(text.utf8)))
  }
}

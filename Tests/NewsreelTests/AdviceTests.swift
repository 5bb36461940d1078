import Base
import Formats
import Newsroom
import Newswire
import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Windows

/// What is said of a wrong word leads to a right one.
@Suite("Advice") struct AdviceTests {
  @Test(
    "Words of other programs, misspelt ones, and what has no --no-… lead to an option",
    arguments: [
      ("--sped", "--scroll-speed"), ("--speed", "--scroll-speed"), ("--no-label", "--label ''"),
      ("--no-labl", "--label ''"), ("--no-edge-fade", "--edge-fade 0"), ("--colr", "--foreground"),
    ]) func flags(word: String, option: String) async throws
  {
    let view = option.contains("fade") ? ["crawl"] : []
    let result = try await Program.run(view + [word, "3"])
    let meant = word.hasPrefix("--no-") ? option : "'\(option)'"
    #expect(result.ending == .exited(2) && result.errors.contains("Did you mean \(meant)?"), "\(result.errors)")
  }

  @Test("A share may be written in percent, wherever a number from 0 to 1 is taken") func percent() throws {
    var window = Settings<WindowOptions>()
    for (text, share) in [("60%", 0.6), ("100%", 1), ("0.5%", 0.005), ("0.25", 0.25)] {
      try window.set("opacity", to: text)
      #expect(window.value.opacity == share)
    }
    for wrong in ["101%", "%", "-1%", "60 %%", "60%%"] {
      #expect(throws: ValueError.self) { try window.set("opacity", to: wrong) }
    }
    #expect(window.value.opacity == 0.25)
    #expect(throws: ValueError.self) { try window.set("text-gamma", to: "60%") }
  }

  @Test(
    "What a theme or a configuration does not have is said with its place",
    arguments: [
      ("height = 40", "geometry = \"100%x40\" belongs in newsreel.toml, --geometry on the command line"),
      ("place = \"in-top\"", "it is not a theme's: place belongs in newsreel.toml, --place on the command line"),
      ("backgroun = \"red\"", "did you mean 'background'?"),
    ]) func theme(text: String, remedy: String) throws
  {
    #expect {
      _ = try ThemeReader(file: "t.toml", bytes: Array(text.utf8)).theme()
    } throws: {
      "\($0)".hasSuffix(remedy)
    }
  }

  @Test(
    "A configuration's words lead to the right ones",
    arguments: [
      ("auto-hide = yes", "1:13: 'yes' is not a value; write true"),
      ("auto-hide = Off", "'Off' is not a value; write false"),
      ("theme = dark", "'dark' is not a value; put a text in quotes"),
      ("foreground = #fff", "# begins a comment; put a text in quotes"),
      ("height = 40", "unknown key 'height'; write geometry = \"100%x40\""),
    ]) func configuration(text: String, remedy: String) throws
  {
    #expect {
      _ = try ConfigurationReader(file: "f.toml", bytes: Array(text.utf8)).read()
    } throws: {
      "\($0)".hasSuffix(remedy)
    }
  }

  @Test("A filter counts: what it keeps from the strip is neither counted nor listed") func filters() throws {
    var feed = try FeedSpec(url: "http://x/")
    (feed.without, feed.maximumCount) = ("golf", 2)
    let filter = try FeedFilter(feed)
    let items = ["Golf ends", "One", "Two", "Three"].enumerated().map { number, title in
      var item = NewsItem(guid: "\(number)", title: title, link: nil)
      item.arrived = 100 + Double(number)
      return item
    }
    for _ in 0..<2 { #expect(filter.shown(of: items, now: 200).map(\.title) == ["Three", "Two"]) }
    feed.maximumAge = 97.5
    #expect(try FeedFilter(feed).shown(of: items, now: 200).map(\.title) == ["Three"])
    #expect(FeedFilter().shown(of: items, now: 200).count == 4)
  }

  @Test(
    "What replaces all headlines keeps its row and its time to live, whatever came before", arguments: [false, true])
  func replacement(hasAdded: Bool) throws {
    let home = try VirtualHome()
    try home.system.run {
      let controller = try StripController(ViewRequest<StripKind>())
      func ask(_ command: ControlCommand, _ object: JSON) throws {
        var id: JSON?
        let line = Array(ControlRequest.line(command, [object]).utf8)
        let request = try line.withUnsafeBytes { try ControlRequest(parsing: $0, id: &id) }
        _ = try controller.perform(request, in: ViewContext())
        controller.headlines.desk?.bring(at: 0)
      }
      if hasAdded { try ask(.add, "Three") }
      let object = #"{"text":"Closed","row":"score","home":"Ajax","away":"PSV","score":[2,1],"ttl":1}"#
      for _ in 0..<2 {
        try ask(.replace, JSON(parsing: object))
        let desk = try #require(controller.headlines.desk)
        #expect(
          desk.newsroom.onAir.items.map(\.title) == ["Closed"] && desk.newsroom.onAir.items[0].row?.kind == "score")
        home.system.now += 2
        desk.bring(at: 2)
        #expect(desk.newsroom.onAir.items.isEmpty && controller.crawl.count == 0)
      }
    }
  }

  @Test("Why something is not added is a sentence") func sentences() {
    let words = FeedTakenWords(.english)
    for (reason, sentence) in [
      (Reason.of(.pageWithoutFeed), "x.org is a web page that names no feed; it is not added"),
      (Reason.of(.hostUnknown, "x.org"), "x.org is not added: the host x.org cannot be found"),
    ] {
      #expect(words.sentence(.refused(url: "https://x.org", reason: reason), now: 0) == sentence)
    }
  }
}

extension OnScreen {
  @Suite("Advice of a running window") struct AdviceOnScreenTests {
    private let folder = try! TemporaryFolder()
    private var environment: [String: String?] {
      [
        "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path,
        "XDG_CACHE_HOME": folder.path,
      ]
    }

    @Test("Live numbers: what a window without them advises makes it take them") func values() async throws {
      let plain = try await Shown(["--name", "plain", "AAPL {aapl}"], environment: environment)
      let line = try await ControlLine(to: "plain", in: folder.path)
      let refusal = try await line.ask("value", "aapl=211.4")
      let advice = try #require(refusal["error"]?.string?.firstMatch(of: /as (--value [^,]+),/))
      let words = advice.1.split(separator: " ").map(String.init)
      let arguments = ["--name", "live"] + words + ["AAPL {aapl}"]
      let live = try await Shown(arguments, on: plain.server, environment: environment)
      let other = try await ControlLine(to: "live", in: folder.path)
      #expect(try await other.ask("value", "aapl=212")["ok"]?.bool == true)
      for (name, near) in [("sped", "scroll-speed"), ("colour", "foreground"), ("scroll-sped", "scroll-speed")] {
        #expect(try await other.ask("set", .string(name), "3")["error"]?.string?.contains("'\(near)'") == true)
      }
      #expect(live.child.isRunning)
    }

    @Test("On a terminal the properties of a window are a table, elsewhere JSON") func table() async throws {
      let shown = try await Shown(["--name", "desk", "--scroll-speed", "77", "One"], environment: environment)
      _ = try await ControlLine(to: "desk", in: folder.path)
      let pane = try await TerminalPane("sh", rows: 150, columns: 120, environment: environment)
      try await pane.type("clear; \(Program.path) msg properties")
      try await pane.press("Enter")
      try await pane.screen("the table") { $0.contains(" *  scroll-speed") && $0.contains("77") }
      let json = try await Program.run(["msg", "properties"], on: shown.server, environment: environment)
      #expect(try JSON(parsing: json.output).array?.isEmpty == false)
    }

    @Test("What replaces all headlines is the same whatever came before") func replacement() async throws {
      let server = try await XServer(width: 1000, height: 100)
      let object = try JSON(parsing: #"{"text":"Closed","topic":"House","ttl":600,"link":"http://example.org/1"}"#)
      var states: [JSON?] = []
      for (name, hasAdded) in [("first", false), ("second", true)] {
        let shown = try await Shown(["--name", name, "One", "Two"], on: server, environment: environment)
        let line = try await ControlLine(to: name, in: folder.path)
        if hasAdded { try await line.ask("add", "Three") }
        for _ in 0..<2 {
          #expect(try await line.ask("replace", object)["ok"]?.bool == true)
          try await waitUntil("the replacement") { try await line.ask("state")["data"]?["items"]?.array == ["Closed"] }
        }
        states.append(try await line.ask("state")["data"]?["topics"])
        #expect(shown.child.isRunning)
      }
      #expect(states[0]?.array?.first?["name"]?.string == "House" && states[0] == states[1])
    }

    @Test("A second newsreel without arguments shows the one that runs") func second() async throws {
      let first = try await Shown(["--auto-hide", "--auto-hide-time", "2"], environment: environment)
      let line = try await ControlLine(to: "strip", in: folder.path)
      func isHidden() async throws -> Bool? { try await line.ask("state")["data"]?["hidden"]?.bool }
      for _ in 0..<2 {
        try await waitUntil("the strip has hidden itself") { try await isHidden() == true }
        let second = try await Program.run([], on: first.server, environment: environment)
        #expect(second.ending == .exited(0) && second.errors == "newsreel runs already, and is shown\n")
        try await waitUntil("the strip is there") { try await isHidden() == false }
      }
      // One with other sources, or on another display, is another one.
      let other = try await Shown(["--name", "other", "A headline"], on: first.server, environment: environment)
      #expect(first.child.isRunning && other.child.isRunning)
    }
  }
}

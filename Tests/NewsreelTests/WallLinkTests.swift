import Formats
import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// What a screen of a wall does at a request, without a broker.
@Suite("Screens of a wall") struct WallLinkTests {
  private func controller(_ options: [PropertyChange] = []) throws -> CrawlController {
    var request = ViewRequest<CrawlKind>()
    let wall = ["wall": "w", "screen": "1/2", "mqtt": "mqtt://127.0.0.1"].map { PropertyChange($0, to: .text($1)) }
    request.sources = try Settings(wall + options, arguments: [])
    return try CrawlController(request)
  }

  private func conductor() throws -> CrawlController { try controller([PropertyChange("conduct", to: .flag(true))]) }

  private func refusal(_ controller: CrawlController, _ words: String) -> String? {
    let line = "{\"command\":[\(words)]}"
    do {
      var id: JSON?
      let request = try Array(line.utf8).withUnsafeBytes { try ControlRequest(parsing: $0, id: &id) }
      _ = try controller.perform(request, in: ViewContext())
    } catch { return "\(error)" }
    return nil
  }

  private static let conducted = [
    #""add","a""#, #""urgent","a""#, #""replace","a""#, #""remove","a""#, #""acknowledge""#, #""pause""#,
    #""resume""#, #""start""#, #""stop""#, #""read","https://h/""#, #""unread","https://h/""#, #""rundown""#,
  ]

  @Test("One that does not conduct refuses what it cannot show, and says who can", arguments: conducted)
  func refusals(_ words: String) throws {
    let follower = try controller()
    let reason = refusal(follower, words) ?? "nothing"
    #expect(reason.contains("as its conductor says; ask the window with --conduct"), "\(reason)")
    #expect(follower.headlines.desk?.newsroom.coming.isEmpty != false && follower.crawl.count == 0)
    #expect(refusal(try conductor(), words) == nil)
  }

  @Test("What broker and socket may ask for is either refused or has nothing to do with the wall's text")
  func allCommands() throws {
    let known = Set(Self.conducted.compactMap { $0.split(separator: "\"").first.map(String.init) })
    // Those of the window; and those that no wall does, which say so.
    let others: Set = [
      "get", "set", "reset", "properties", "state", "subscribe", "quit", "show", "value", "counter", "token",
      "scroll-to", "next", "previous", "open",
    ]
    #expect(known.isDisjoint(with: others))
    #expect(Set(ControlCommand.allCases.map(\.rawValue)) == known.union(others))
    for words in [
      #""value","a=1""#, #""counter","1""#, #""token","on","a""#, #""scroll-to",1"#, #""next""#, #""open""#,
    ] {
      #expect(refusal(try controller(), words) != nil)
    }
  }

  @Test("Properties that the conductor rules are refused, a screen's own are not") func properties() throws {
    let (follower, conductor) = (try controller(), try conductor())
    func check(_ controller: CrawlController, _ name: String) -> String? {
      do { try controller.headlines.wall?.check([PropertyChange(name, to: .text("1"))]) } catch { return "\(error)" }
      return nil
    }
    let conducted = ["scroll-speed", "scrollSpeed", "scroll-time", "scroll-left", "repeat-spacing", "text", "inset"]
    for name in conducted {
      #expect(check(follower, name)?.contains("ask the window with --conduct") == true, "\(name)")
      #expect(check(conductor, name) == nil)
    }
    for name in ["font", "font-size", "max-font-size", "font-size-as-view", "foreground", "background", "edge-fade"] {
      #expect(check(follower, name) == nil, "\(name)")
    }
  }

  @Test("One that another conductor has replaced refuses them, too") func demotion() throws {
    let controller = try conductor()
    let wall = try #require(controller.headlines.wall)
    let context = ViewContext()
    wall.open(SourceConnection(loop: RunLoop(), context: context))
    controller.view.layout(in: Rect(x: 0, y: 0, width: 400, height: 36), with: FixedTypesetter(), at: 0)
    // Long after its start it has a plan, and then another one comes.
    wall.receive(.welcome)
    context.time = monotonicNow() + 100
    _ = wall.service(now: .infinity)
    context.time += 100
    #expect(wall.baton?.hasBegun == true && refusal(controller, #""add","a""#) == nil)
    let plan = WallPlan("other", items: [], length: 800, gap: 10, speed: 60, at: 0)
    wall.receive(.wall(.plan(plan)))
    #expect(wall.baton == nil)
    for words in Self.conducted { #expect(refusal(controller, words) != nil, "\(words)") }
    #expect(throws: ValueError.self) { try wall.check([PropertyChange("scroll-speed", to: .text("200"))]) }
  }

  @Test(
    "Topics keep their colours under another conductor, and a new one has a colour that is not taken",
    arguments: [
      ["Sport": 0, "World": 1], ["Sport": 1, "World": 0], ["Sport": 1, "World": 2], ["World": 1], ["Sport": 7],
    ])
  func colors(_ left: [String: Int]) throws {
    let controller = try conductor()
    let (wall, context) = (try #require(controller.headlines.wall), ViewContext())
    wall.open(SourceConnection(loop: RunLoop(), context: context))
    controller.view.layout(in: Rect(x: 0, y: 0, width: 400, height: 36), with: FixedTypesetter(), at: 0)
    var lines: [String] = []
    wall.conduct { lines.append($0) }
    let items = left.map { name, tone in
      var item = WallItem(id: name, text: "Of \(name)", width: 100)
      item.topic = WallItem.Topic(name, tone: tone)
      return item
    }
    context.time = monotonicNow()
    wall.receive(.welcome)
    wall.receive(.wall(.plan(WallPlan("left", items: items, length: 800, gap: 10, speed: 60, at: wallClockNow()))))
    let topics = ["New", "World", "Sport", "Newer"]
    controller.crawl.setTopics(topics.map { Topic($0, color: .white) }, at: context.time)
    // Until it has taken over, while sources take their time, and later.
    for (number, wait) in [3.0, 1, 20].enumerated() {
      context.time += wait
      _ = wall.service(now: .infinity)
      for topic in topics.indices {
        controller.crawl.append(Headline("\(number) \(topic)", topic: topic), at: context.time)
      }
      _ = wall.service(now: .infinity)
    }
    var tones: [String: Set<Int>] = [:]
    for line in lines {
      for item in try JSON(parsing: line)["message"]?["items"]?.array ?? [] {
        guard let topic = item["topic"]?.string, let tone = item["tone"]?.number else { continue }
        tones[topic, default: []].insert(Int(tone))
      }
    }
    #expect(Set(tones.keys) == Set(topics) && tones.values.allSatisfy { $0.count == 1 }, "\(tones)")
    for (name, tone) in left { #expect(tones[name] == [tone], "\(tones)") }
    #expect(Set(tones.values).count == topics.count, "\(tones)")
  }
}

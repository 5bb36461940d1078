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

/// A strip that is off the screen, and comes back for a headline.
@Suite("A strip that comes for a headline") struct AbsenceTests {
  private final class Desk {
    let controller: StripController
    private let context = ViewContext()

    init(_ arguments: [String], changes: [PropertyChange] = []) throws {
      var request = ViewRequest<StripKind>()
      request.sources = try Settings(changes, arguments: arguments)
      controller = try StripController(request)
      controller.crawl.start(at: 0)
      controller.strip.layout(in: Rect(x: 0, y: 0, width: 1280, height: 36), with: FixedTypesetter(), at: 0)
    }

    func send(_ line: String, at t: Seconds) {
      context.time = t
      Array(line.utf8).withUnsafeBytes { bytes in
        controller.headlines.receive(controller.headlines.delivery == .parts ? .part(bytes) : .line(bytes), at: t)
      }
      controller.headlines.desk.map { _ = $0.service(now: .infinity) }
    }

    func setAway(_ isAway: Bool, at t: Seconds) { controller.headlines.setAway(isAway, at: t) }

    /// The texts in view, from left to right.
    func texts(at t: Seconds) -> [(text: String, left: Double, width: Double)] {
      controller.update(at: t)
      var frame = Frame(size: Size(width: 1280, height: 36), background: .black)
      controller.strip.draw(into: &frame, at: t)
      return controller.crawl.textsInView(at: t).sorted { $0.left < $1.left }
    }
  }

  private static let old = (0..<12).map { "An old headline that takes some room, number \($0)" }

  @Test(
    "What came first is the first thing in it, a line or an item, and what follows comes behind it",
    arguments: [false, true])
  func first(isJSON: Bool) throws {
    let changes = isJSON ? [PropertyChange("json-lines", to: .flag(true))] : []
    let desk = try Desk(isJSON ? ["-"] : Self.old, changes: changes)
    if isJSON { for text in Self.old { desk.send(#"{"text":"\#(text)"}"#, at: 0) } }
    _ = desk.texts(at: 30)
    let arrivals = desk.controller.headlines.arrivals
    desk.setAway(true, at: 31)
    for text in ["Stop press", "More of it"] { desk.send(isJSON ? #"{"text":"\#(text)"}"# : text + "\n", at: 300) }
    #expect(desk.controller.headlines.arrivals == arrivals + 2)
    desk.setAway(false, at: 301)
    let left = desk.controller.crawl.bounds.minX
    let shown = desk.texts(at: 301)
    #expect(shown.first?.text == "Stop press" && abs((shown.first?.left ?? 0) - left - 24) < 1)
    #expect(shown.dropFirst().first?.text == "More of it")
    // It rests as long as at a start.
    #expect(desk.texts(at: 301.9).first?.left == shown.first?.left)
    #expect(desk.texts(at: 303).first?.left ?? 1000 < (shown.first?.left ?? 0) - 50)
    // The second time, too.
    desk.setAway(true, at: 400)
    desk.send(isJSON ? #"{"text":"And again"}"# : "And again\n", at: 410)
    desk.setAway(false, at: 410)
    #expect(desk.texts(at: 410).first?.text == "And again")
  }

  @Test("Without anything new it is where it would be, and what has gone meanwhile is not looked for")
  func nothingNew() throws {
    let (desk, other) = (try Desk(["-"], changes: [PropertyChange("json-lines", to: .flag(true))]), try Desk(Self.old))
    for text in Self.old { desk.send(#"{"text":"\#(text)"}"#, at: 0) }
    other.setAway(true, at: 31)
    other.setAway(false, at: 60)
    #expect(other.texts(at: 61).map(\.text) == (try Desk(Self.old)).texts(at: 61).map(\.text))
    desk.setAway(true, at: 31)
    for text in ["Gone", "Here"] { desk.send(#"{"text":"\#(text)"}"#, at: 40) }
    _ = desk.controller.headlines.desk?.perform(.remove(named: ["Gone"]))
    _ = desk.controller.headlines.desk?.service(now: .infinity)
    desk.setAway(false, at: 50)
    #expect(desk.texts(at: 50).first?.text == "Here")
  }

  @Test("The number flashes for a new headline of a feed, and for nothing else") func flash() throws {
    let desk = try Desk(["-"], changes: [PropertyChange("json-lines", to: .flag(true))])
    for text in Self.old { desk.send(#"{"text":"\#(text)"}"#, at: 0) }
    let counter = desk.controller.strip.counter
    _ = desk.texts(at: 30)
    desk.send(#"{"text":"A line"}"#, at: 31)
    _ = desk.texts(at: 31)
    #expect(counter.odometer.flash(at: 31) == nil && counter.number == 13)
    let feeds = try #require(desk.controller.headlines.desk)
    feeds.add(try FeedSpec(url: "https://example.org/feed"))
    for (guid, isNew) in [("1", false), ("2", true)] {
      var item = NewsItem(guid: guid, title: "Of a feed \(guid)")
      (item.id.feed, item.isNew) = ("https://example.org/feed", isNew)
      feeds.receive(.items([item], feed: "https://example.org/feed"))
      _ = feeds.service(now: .infinity)
      _ = desk.texts(at: 40)
      #expect((counter.odometer.flash(at: 40) != nil) == isNew)
    }
    // At rest again, and in the theme's colour.
    #expect(counter.odometer.flash(at: 40.7) == nil && counter.properties.showsTrendColor)
  }

  @Test("Do not disturb is seen on the strip, with what waits") func quiet() throws {
    let desk = try Desk(["-"], changes: [PropertyChange("json-lines", to: .flag(true))])
    for text in Self.old { desk.send(#"{"text":"\#(text)"}"#, at: 0) }
    _ = desk.texts(at: 1)
    let strip = desk.controller.strip
    // The number has come to its width.
    _ = desk.texts(at: 1.9)
    let room = strip.parts.crawl
    #expect(strip.quietText == nil)
    desk.controller.headlines.setQuiet(true, at: 2)
    _ = desk.texts(at: 2)
    #expect(strip.quietText?.text == "Do not disturb" && strip.parts.crawl.width < room.width)
    desk.send(#"{"text":"Later"}"#, at: 3)
    _ = desk.texts(at: 3)
    #expect(strip.quietText?.text == "Do not disturb, 1 waiting" && strip.quietText?.place.width ?? 0 > 50)
    desk.controller.headlines.setQuiet(false, at: 4)
    desk.controller.headlines.desk.map { _ = $0.service(now: .infinity) }
    _ = desk.texts(at: 4)
    #expect(strip.quietText == nil && desk.controller.crawl.count == 13)
    #expect(strip.parts.crawl == room)
  }
}

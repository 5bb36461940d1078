import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// What is set before there is anything that it is for: the controller of headlines with topics comes with the first of
/// them.
@Suite("Headlines that come late") struct LateFeedsTests {
  private let loop = RunLoop()
  private let context = ViewContext()
  private static let channel = "mqtt://broker.example.org/lobby"

  private func color(ofTopic name: String, in feeds: NewsDesk) -> Color? {
    feeds.topics.entries.firstIndex { $0.name == name }.map { feeds.chips.color(of: $0) }
  }

  private func receive(_ line: String, _ feeds: NewsDesk) {
    Array(line.utf8).withUnsafeBytes { feeds.receive(line: $0) }
    feeds.bring(at: 0)
  }

  @Test(
    "What was set on a strip before a channel joined holds for it as for one that was there", arguments: [false, true])
  func strip(isLate: Bool) throws {
    var request = ViewRequest<StripKind>()
    request.sources = try Settings([], arguments: ["A notice"])
    let controller = try StripController(request)
    let channel = try BrokerAddress(Self.channel)
    if !isLate { controller.headlines.join(channel) }
    try controller.open(SourceConnection(loop: loop, context: context))
    controller.headlines.setQuiet(true, at: 0)
    var style = controller.style
    (style.read, style.allowsTakeover) = (.drop, true)
    style.theme.topicColors = [Color(rgb: 0x123456)]
    controller.apply(style, at: 0)
    #expect((controller.headlines.desk == nil) == isLate)
    controller.headlines.join(channel)
    let feeds = try #require(controller.headlines.desk)
    #expect(
      feeds.newsroom.isQuiet && feeds.queue.settings.dropsRead && feeds.newsroom.settings.allowsTakeover
        && feeds.queue.settings.hasBreakIns)
    receive(#"{"text":"one","topic":"Late"}"#, feeds)
    #expect(color(ofTopic: channel.name, in: feeds) == Color(rgb: 0x123456))
    // Then each follows on.
    style.theme.topicColors = [Color(rgb: 0x654321)]
    style.read = .dim
    controller.apply(style, at: 1)
    controller.headlines.setQuiet(false, at: 1)
    receive(#"{"text":"two","topic":"Later"}"#, feeds)
    #expect(!feeds.newsroom.isQuiet && !feeds.queue.settings.dropsRead)
    for name in [channel.name, "Late", "Later"] { #expect(color(ofTopic: name, in: feeds) == Color(rgb: 0x654321)) }
    loop.removeAll()
  }

  @Test(
    "New headlines come in where that was asked for, with feeds as in a channel that joins later",
    arguments: [nil, "next", "order"], [nil, "/none/feed.xml"])
  func new(_ place: String?, _ feed: String?) throws {
    var request = ViewRequest<StripKind>()
    let changes = place.map { [PropertyChange("new", to: .text($0))] } ?? []
    let feeds = feed.map { [PropertyChange("feed", to: .text($0))] } ?? []
    request.sources = try Settings(changes + feeds, arguments: feed == nil ? ["A notice"] : [])
    let controller = try StripController(request)
    #expect((controller.headlines.desk == nil) == (feed == nil))
    for _ in 0..<2 {
      controller.headlines.join(try BrokerAddress(Self.channel))
      #expect(controller.headlines.desk?.queue.settings.newComeNext == (place != "order"))
    }
  }

  @Test("On a crawl, too", arguments: [false, true]) func crawl(isLate: Bool) throws {
    var request = ViewRequest<CrawlKind>()
    request.sources = try Settings([], arguments: ["A notice"])
    let controller = try CrawlController(request)
    if !isLate { _ = controller.headlines.news() }
    var style = controller.style
    (style.read, style.background) = (.drop, .white)
    controller.apply(style, at: 0)
    let feeds = controller.headlines.news()
    receive(#"{"text":"one","topic":"Late"}"#, feeds)
    let late = color(ofTopic: "Late", in: feeds)
    #expect(feeds.queue.settings.dropsRead && late.map { $0.contrast(on: .white) >= 4.4 } == true)
    (style.read, style.background) = (.keep, .black)
    controller.apply(style, at: 1)
    #expect(!feeds.queue.settings.dropsRead && color(ofTopic: "Late", in: feeds) != late)
  }
}

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

/// What breaks in over a crawl without a strip, in virtual time.
@Suite("Break-ins on a crawl") struct CrawlBreakInTests {
  private final class Desk {
    let controller: CrawlController
    let context = ViewContext()
    private(set) var layers: [Layer] = []
    private let loop = RunLoop()
    private let typesetter = FixedTypesetter()
    private let bounds = Rect(x: 0, y: 0, width: 900, height: 36)

    init(_ options: [PropertyChange] = []) throws {
      var request = ViewRequest<CrawlKind>()
      request.sources = try Settings([PropertyChange("json-lines", to: .flag(true))] + options, arguments: ["-"])
      controller = try CrawlController(request)
      feeds?.wallClock = { [unowned self] in 1_790_000_000 + context.time }
      feeds?.utcOffset = { _ in 0 }
      feeds?.open(in: loop, time: { [context] in context.time }, onChange: { _ in })
      controller.crawl.start(at: 0)
      for number in 0..<8 { send(#"{"text":"Headline number \#(number) of some"}"#) }
      controller.view.layout(in: bounds, with: typesetter, at: 0)
    }

    var feeds: NewsDesk? { controller.headlines.desk }

    func send(_ line: String) {
      Array(line.utf8).withUnsafeBytes { controller.headlines.receive(.line($0), at: context.time) }
      feeds?.bring(at: context.time)
    }

    /// A message of a channel.
    func send(_ message: String, at topic: String, to contents: inout ChannelContents) throws {
      let topic = try #require(ChannelTopic("newsreel/channel/c/" + topic, in: "c"))
      try Array(message.utf8).withUnsafeBytes {
        try contents.receive(topic, $0, isRetained: false, now: 1_790_000_000 + context.time)
      }
      for event in contents.takeChanges() { controller.headlines.receive(event) }
      feeds?.bring(at: context.time)
    }

    func draw(at t: Seconds) {
      context.time = t
      feeds?.bring(at: t)
      controller.update(at: t)
      var frame = Frame(size: bounds.size, background: .black)
      controller.view.draw(into: &frame, at: t)
      layers = frame.layers
      context.didDraw()
    }

    func click(_ point: Point) {
      _ = controller.view.handle(.released(point, button: 1, modifiers: []), in: context)
      for action in context.takeActions() { _ = controller.perform(action, in: context) }
    }

    func clip(of text: String) -> Rect? {
      layers.last { layer in layer.content.primitives.contains { $0.element.run?.text.contains(text) == true } }?.clip
    }
  }

  @Test("A channel's urgent headline ends once it has been read, or when its sender takes it away")
  func channel() throws {
    let address = try BrokerAddress("mqtt://127.0.0.1/c")
    let desk = try Desk()
    desk.feeds?.join(address)
    var contents = ChannelContents(of: "c", at: address.description)
    let isKnown = { (text: String) in desk.feeds?.queue.ordered.contains { $0.title == text } }
    desk.draw(at: 10)
    try desk.send("Evacuate", at: "urgent", to: &contents)
    for t in [10, 10.5] { desk.draw(at: t) }
    #expect(desk.clip(of: "Evacuate") != nil && isKnown("Evacuate") == true)
    for t in [40, 41.0] { desk.draw(at: t) }
    #expect(desk.clip(of: "Evacuate") == nil && isKnown("Evacuate") == false)
    #expect(!desk.controller.crawl.texts.contains("Evacuate"))
    // A held one, by its ID.
    try desk.send(#"{"text":"Fire drill","id":"d","hold":"acknowledged"}"#, at: "urgent", to: &contents)
    for t in [42, 2000.0] { desk.draw(at: t) }
    #expect(desk.clip(of: "Fire drill") != nil)
    try desk.send("", at: "item/d", to: &contents)
    for t in [2000, 2000.5] { desk.draw(at: t) }
    #expect(desk.clip(of: "Fire drill") == nil && isKnown("Fire drill") == false)
  }

  @Test("It covers the headlines at once, is held, and they go on from where they were") func breaksIn() throws {
    let desk = try Desk()
    desk.draw(at: 10)
    let place = desk.controller.crawl.position(at: 10)
    desk.send(#"{"text":"Doors close","placing":"break-in","hold":20,"priority":5}"#)
    desk.draw(at: 10)
    #expect(desk.clip(of: "Doors close") != nil)
    desk.draw(at: 11)
    #expect(desk.clip(of: "Doors close") == Rect(x: 0, y: 0, width: 900, height: 36))
    #expect(abs(desk.controller.crawl.position(at: 11) - place) <= 0.5)
    desk.draw(at: 30)
    #expect(desk.clip(of: "Doors close") != nil)
    // It goes with the wipe, and they run on from there.
    desk.draw(at: 30.5)
    #expect(desk.clip(of: "Doors close") == nil)
    let gone = desk.controller.crawl.position(at: 30.5) - place
    #expect((0...40).contains(gone), "\(gone)")
    desk.draw(at: 31)
    #expect(desk.feeds?.queue.ordered.contains { $0.title == "Doors close" } == false)
  }

  @Test("A click acknowledges it; assistive technology has it behind the headlines") func acknowledged() throws {
    let desk = try Desk()
    desk.draw(at: 1)
    desk.send(#"{"text":"Fire drill","placing":"break-in","hold":"acknowledged"}"#)
    desk.draw(at: 2)
    desk.draw(at: 500)
    let view = desk.controller.view
    let node = try #require(view.accessibleNode(at: 500)?.children.last)
    #expect(node.role == .notification && node.name == "Fire drill")
    desk.click(Point(x: 400, y: 18))
    desk.draw(at: 501)
    desk.draw(at: 502)
    #expect(desk.clip(of: "Fire drill") == nil)
    desk.send(#"{"text":"Second drill","placing":"break-in","hold":"acknowledged"}"#)
    desk.draw(at: 503)
    desk.draw(at: 504)
    let second = try #require(view.accessibleNode(at: 504)?.children.last)
    #expect(view.perform(.press, on: [second.key], in: desk.context))
    for action in desk.context.takeActions() { _ = desk.controller.perform(action, in: desk.context) }
    desk.draw(at: 505)
    desk.draw(at: 506)
    #expect(desk.clip(of: "Second drill") == nil)
  }

  @Test("With reduced motion it stands there at once") func reduced() throws {
    let desk = try Desk()
    desk.controller.setMotion(isReduced: true, steps: false, at: 0)
    desk.draw(at: 1)
    desk.send(#"{"text":"Doors close","placing":"break-in","hold":20}"#)
    desk.draw(at: 1)
    #expect(desk.clip(of: "Doors close")?.width == 900)
  }

  @Test(
    "In a crawl that is edited, and on a wall, it comes next among the headlines",
    arguments: [
      [PropertyChange("editable", to: .flag(true))],
      [
        PropertyChange("wall", to: .text("hall")), PropertyChange("mqtt", to: .text("mqtt://localhost/w")),
        PropertyChange("screen", to: .text("1/3")), PropertyChange("conduct", to: .flag(true)),
      ],
    ])
  func next(_ options: [PropertyChange]) throws {
    let desk = try Desk(options)
    desk.draw(at: 1)
    desk.send(#"{"text":"Doors close","placing":"break-in"}"#)
    desk.draw(at: 1)
    #expect(desk.controller.headlines.breakIns == nil)
    #expect(desk.controller.crawl.texts.contains("Doors close"))
  }
}

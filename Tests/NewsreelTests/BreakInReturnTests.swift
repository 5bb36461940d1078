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

/// What comes over the headlines of a strip, and how they go on afterwards, in virtual time.
@Suite("Break-ins on the strip") struct BreakInReturnTests {
  final class Desk {
    let controller: StripController
    let context = ViewContext()
    private let typesetter = FixedTypesetter()
    private let loop = RunLoop()
    private(set) var layers: [Layer] = []
    /// The clock on the wall at time 0.
    var wall: UnixTime = 1_790_000_000

    init(count: Int, _ options: [PropertyChange] = []) throws {
      var request = ViewRequest<StripKind>()
      request.sources = try Settings([PropertyChange("json-lines", to: .flag(true))], arguments: ["-"])
      for option in options { try request.own.set(option.name, to: try #require(option.value)) }
      controller = try StripController(request)
      feeds?.wallClock = { [unowned self] in wall + context.time }
      feeds?.utcOffset = { _ in 0 }
      feeds?.open(
        in: loop, time: { [context] in context.time }, onChange: { [context] _ in context.setNeedsDisplay() })
      controller.strip.crawl.start(at: 0)
      for number in 0..<count { send(#"{"text":"Headline number \#(number) of some","topic":"T\#(number % 3)"}"#) }
      layOut(at: 0)
    }

    var strip: StripScene { controller.strip }
    var crawl: CrawlScene { strip.crawl }
    var feeds: NewsDesk? { controller.headlines.desk }

    func layOut(at t: Seconds) {
      strip.layout(in: Rect(x: 0, y: 0, width: 1280, height: 36), with: typesetter, at: t)
      context.didLayOut()
    }

    func send(_ line: String) {
      Array(line.utf8).withUnsafeBytes { controller.headlines.receive(.line($0), at: context.time) }
      bring()
    }

    func bring() { feeds?.bring(at: context.time) }

    func draw(at t: Seconds) {
      context.time = t
      controller.update(at: t)
      if context.needsLayout { layOut(at: t) }
      var frame = Frame(size: Size(width: 1280, height: 36), background: .black)
      strip.draw(into: &frame, at: t)
      layers = frame.layers
      for event in frame.events { _ = controller.perform(.happened(event), in: context) }
      context.didDraw()
    }

    func perform(_ event: InputEvent) {
      _ = controller.view.handle(event, in: context)
      for action in context.takeActions() { _ = controller.perform(action, in: context) }
    }

    /// Where headlines are, by their segments.
    var places: [Int: Double] {
      Dictionary(
        crawl.train.visible(at: context.time).map { ($0.segment.id * 1000 + $0.segment.lap, $0.x) },
        uniquingKeysWith: { a, _ in a })
    }

    /// What is seen, with its left end.
    var seen: [(String, Double)] {
      crawl.presentation(at: context.time).pieces(at: context.time).map { ($0.layout.text.text, $0.left) }
    }

    func shows(_ text: String) -> Bool {
      layers.contains { layer in
        !layer.clip.isEmpty && layer.content.primitives.contains { $0.element.run?.text.contains(text) == true }
      }
    }

    var texts: [String] { crawl.textsInView(at: context.time).map(\.text) }
  }

  @Test("The headlines go on from where they were, whatever breaks in, 100 times over") func returns() throws {
    for seed in 0..<100 {
      var random = SeededRandom(seed: UInt64(seed))
      let desk = try Desk(count: .random(in: 1...30, using: &random))
      var (t, left): (Seconds, [Int: Double]?) = (0, nil)
      var worst = 0.0
      for step in 0..<120 {
        t += Bool.random(using: &random) ? 1.0 / 60 : .random(in: 0.02...1.5, using: &random)
        desk.draw(at: t)
        let isShown = desk.strip.breakIns.headline(at: t) != nil
        if isShown, left == nil { left = desk.places }
        if !isShown, let before = left {
          for (id, x) in desk.places { if let old = before[id] { worst = max(worst, abs(x - old)) } }
          #expect(before.isEmpty || !Set(before.keys).isDisjoint(with: desk.places.keys), "\(seed) at \(t)")
          left = nil
        }
        switch Int.random(in: 0..<40, using: &random) {
        case 0:
          desk.send(
            #"{"text":"Urgent \#(step)","urgent":true,"priority":\#(Int.random(in: -5...5, using: &random))}"#)
        case 1:
          desk.send(#"{"text":"Held \#(step)","placing":"break-in","hold":\#(Int.random(in: 1...9, using: &random))}"#)
        case 2: desk.send(#"{"text":"Kept \#(step)","placing":"takeover","hold":"acknowledged"}"#)
        case 3: _ = desk.feeds?.perform(.acknowledge(named: []))
        case 4: desk.send(#"{"text":"News \#(step) of some length","topic":"T\#(step % 3)"}"#)
        case 5: desk.send(#"{"text":"Next \#(step)","placing":"next"}"#)
        default: break
        }
        desk.bring()
      }
      #expect(worst <= 0.5, "\(seed): \(worst) px")
    }
  }

  @Test("What breaks in is reported once, also where a higher one stops it and it comes back") func reported() throws {
    let desk = try Desk(count: 3)
    let feeds = try #require(desk.feeds)
    var told: [String] = []
    func run(to end: Seconds) {
      for t in stride(from: desk.context.time, to: end, by: 0.1) {
        desk.controller.headlines.breakIns?.update(feeds, at: t) { told.append($0.title) }
        desk.draw(at: t)
      }
    }
    run(to: 1)
    desk.send(#"{"text":"Low","urgent":true,"priority":1}"#)
    run(to: 3)
    desk.send(#"{"text":"High","urgent":true,"priority":5}"#)
    run(to: 5)
    #expect(desk.shows("High"))
    run(to: 10.5)
    #expect(desk.shows("Low"))
    run(to: 30)
    #expect(told == ["Low", "High"])
  }

  @Test("What breaks in and goes while nobody looks is reported with the next look") func unwatched() throws {
    let desk = try Desk(count: 3)
    let feeds = try #require(desk.feeds)
    var told: [String] = []
    func look(at t: Seconds) {
      desk.controller.headlines.breakIns?.update(feeds, at: t) { told.append($0.title) }
      desk.draw(at: t)
    }
    look(at: 1)
    for text in ["One", "Two", "Three"] { desk.send(#"{"text":"\#(text)","urgent":true}"#) }
    look(at: 2)
    #expect(told == ["One"])
    look(at: 500)
    #expect(told == ["One", "Two", "Three"])
  }

  @Test("What is held until it is acknowledged goes with a click, or by its key") func acknowledged() throws {
    let desk = try Desk(count: 10)
    desk.draw(at: 1)
    desk.send(#"{"text":"Alarm","placing":"break-in","hold":"acknowledged","key":"alarm"}"#)
    desk.draw(at: 2)
    desk.draw(at: 500)
    #expect(desk.shows("Alarm"))
    let crawl = desk.strip.parts.crawl
    desk.perform(.released(Point(x: crawl.midX, y: crawl.midY), button: 1, modifiers: []))
    desk.draw(at: 500.1)
    desk.draw(at: 500.5)
    #expect(!desk.shows("Alarm") && desk.feeds?.queue.ordered.contains { $0.title == "Alarm" } == false)
    desk.send(#"{"text":"Alarm 2","placing":"break-in","hold":"acknowledged","key":"alarm"}"#)
    desk.draw(at: 501)
    desk.draw(at: 502)
    #expect(desk.shows("Alarm 2"))
    #expect(desk.feeds?.perform(.acknowledge(named: ["alarm"])) == 1)
    desk.draw(at: 502.1)
    desk.draw(at: 502.5)
    #expect(!desk.shows("Alarm 2"))
  }

  @Test("The keyboard and assistive technology acknowledge it, and others are left to their time")
  func acknowledgedByKey() throws {
    let desk = try Desk(count: 10)
    desk.draw(at: 1)
    for (number, command) in [UserCommand.open, .pause, .leave, nil].enumerated() {
      let start = Double(number * 100 + 10)
      desk.send(#"{"text":"Held","id":"h","placing":"break-in","hold":"acknowledged"}"#)
      desk.draw(at: start)
      desk.draw(at: start + 50)
      #expect(desk.shows("Held"))
      if let command {
        desk.perform(.command(command, at: Point(x: 600, y: 18)))
        if command == .pause { desk.perform(.command(command, at: Point(x: 600, y: 18))) }
        desk.draw(at: start + 51)
        #expect(desk.shows("Held"), "a menu's command is about the headlines")
        desk.perform(.command(command, at: nil))
      } else {
        let node = try #require(desk.strip.accessibleNode(at: start + 50)?.children.first { $0.role == .notification })
        #expect(node.actions == [.press] && node.states.contains(.focusable))
        #expect(desk.strip.perform(.focus, on: [node.key], in: desk.context))
        #expect(desk.strip.perform(.press, on: [node.key], in: desk.context))
        for action in desk.context.takeActions() { _ = desk.controller.perform(action, in: desk.context) }
      }
      desk.draw(at: start + 51.1)
      desk.draw(at: start + 52)
      #expect(!desk.shows("Held") && !desk.crawl.isPausedByKey)
    }
    desk.send(#"{"text":"Timed","placing":"break-in","hold":20}"#)
    desk.draw(at: 500)
    desk.perform(.command(.open, at: nil))
    desk.draw(at: 505)
    #expect(desk.shows("Timed"))
  }

  @Test("A later one of the same key changes in place; one withdrawn is gone within a second")
  func keyed() throws {
    let desk = try Desk(count: 10)
    desk.draw(at: 1)
    desk.send(#"{"text":"Flood: stage one","id":"1","placing":"break-in","hold":60,"key":"flood"}"#)
    desk.draw(at: 2)
    desk.draw(at: 10)
    #expect(desk.shows("stage one"))
    // Also where nothing moves it asks for a frame.
    #expect(!desk.context.needsDisplay)
    desk.send(#"{"text":"Flood: stage two","id":"2","placing":"break-in","hold":60,"key":"flood"}"#)
    #expect(desk.context.needsDisplay)
    desk.draw(at: 10.02)
    #expect(desk.shows("stage two") && !desk.shows("stage one"))
    desk.draw(at: 65)
    #expect(desk.shows("stage two"))
    _ = desk.feeds?.perform(.remove(named: ["2"]))
    desk.draw(at: 65.02)
    desk.draw(at: 65.5)
    #expect(!desk.shows("stage two"))
  }

  @Test(
    "A takeover covers the whole strip where that is allowed, and otherwise the headlines", arguments: [true, false])
  func takeover(_ isAllowed: Bool) throws {
    let desk = try Desk(count: 10, [PropertyChange("takeover", to: .flag(isAllowed))])
    desk.draw(at: 1)
    desk.send(#"{"text":"Leave now","placing":"takeover","hold":30}"#)
    desk.draw(at: 2)
    desk.draw(at: 3)
    let layer = try #require(
      desk.layers.last { $0.content.primitives.contains { $0.element.run?.text == "Leave now" } })
    #expect(layer.clip == (isAllowed ? Rect(x: 0, y: 0, width: 1280, height: 36) : desk.strip.parts.crawl))
  }

  @Test("One with a time breaks in at that time, and goes when it is over") func timed() throws {
    let desk = try Desk(count: 10)
    desk.draw(at: 1)
    desk.send(
      #"{"text":"At noon","placing":"break-in","hold":"acknowledged","not-before":1790000100,"not-after":1790000200}"#)
    for (t, isShown) in [(99.0, false), (100.0, false), (101, true), (199, true), (200, true), (201, false)] {
      desk.context.time = t
      desk.bring()
      desk.draw(at: t)
      #expect(desk.strip.breakIns.headline(at: t - 0.01).map { $0.text == "At noon" } ?? false == isShown, "at \(t)")
    }
  }

  @Test("An item off the air leaves the crawl, and one on the air joins it; by hours, by topic") func hours() throws {
    let desk = try Desk(count: 4)
    // 2026-09-21 is a Monday; its first line comes at 14:13.
    desk.send(#"{"text":"Office","on":"mon-fri 14:00-15:00"}"#)
    desk.send(#"{"text":"Weekend","on":"sat-sun"}"#)
    func titles(at t: Seconds) -> Set<String> {
      desk.context.time = t
      desk.bring()
      for frame in 1...400 {
        desk.draw(at: t + Double(frame) / 10)
        desk.bring()
      }
      return Set(desk.crawl.texts.filter { !$0.hasPrefix("Headline") })
    }
    #expect(titles(at: 10) == ["Office"])
    #expect(titles(at: 3600) == [])
    #expect(titles(at: 5 * 86_400) == ["Weekend"])
    #expect(titles(at: 7 * 86_400) == ["Office"])
  }

  @Test("A later headline of a key stands in the place of the former, and nothing else jumps") func replaced() throws {
    for seed in 0..<15 {
      var random = SeededRandom(seed: UInt64(seed))
      let desk = try Desk(count: 5)
      for number in 0..<3 { desk.send(#"{"text":"Score \#(number): 0-0","id":"s\#(number)","key":"s\#(number)"}"#) }
      var t = 0.0
      var versions = [0, 0, 0]
      for _ in 0..<60 {
        for _ in 0..<Int.random(in: 1...60, using: &random) {
          t += 1.0 / 60
          desk.draw(at: t)
        }
        let number = Int.random(in: 0..<3, using: &random)
        versions[number] += 1
        let before = desk.seen
        let text = "Score \(number): " + String(repeating: "goal ", count: versions[number] % 4) + "\(versions[number])"
        desk.send(#"{"text":"\#(text)","id":"s\#(number)v\#(versions[number])","key":"s\#(number)"}"#)
        desk.draw(at: t)
        let after = desk.seen
        for (old, left) in before where !old.hasPrefix("Score \(number)") {
          #expect(
            after.contains { $0.0 == old && abs($0.1 - left) <= 0.5 }, "\(seed) at \(t): \(old), \(before) \(after)")
        }
      }
      // A lap later each of them is there once, with its last text.
      for _ in 0..<1500 {
        t += 1.0 / 20
        desk.draw(at: t)
      }
      #expect(desk.crawl.texts.filter { $0.hasPrefix("Score") }.count == 3)
      for number in 0..<3 where versions[number] > 0 {
        #expect(desk.crawl.texts.contains { $0.hasPrefix("Score \(number)") && $0.hasSuffix(" \(versions[number])") })
      }
    }
  }

  @Test("Every third cycle shows what asks for it, and a hold in cycles ends after them") func cycles() throws {
    let desk = try Desk(count: 3)
    desk.send(#"{"text":"Rare","every":3}"#)
    desk.send(#"{"text":"Twice","hold":"2 cycles"}"#)
    var (seen, last): ([String], Set<String>) = ([], [])
    for frame in 0..<14_000 {
      desk.draw(at: Double(frame) / 20)
      if frame % 10 == 0 { desk.bring() }
      let now = Set(desk.texts)
      seen += now.subtracting(last).sorted()
      last = now
    }
    let laps = desk.feeds?.newsroom.cycle ?? 0
    let rare = seen.count { $0 == "Rare" }
    #expect(laps > 8 && abs(rare * 3 - laps) <= 3, "\(rare) of \(laps)")
    #expect(seen.count { $0 == "Twice" } == 2)
  }

  @Test("The crawl does what its rundown has said") func rundown() throws {
    for seed in 0..<8 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let desk = try Desk(count: .random(in: 4...12, using: &random))
      desk.send(#"{"text":"First of all","priority":5}"#)
      desk.send(#"{"text":"Never now","on":"sat-sun"}"#)
      var t = 0.0
      func run(to end: Seconds, each: () -> Void = {}) {
        while t < end {
          t += 1.0 / 20
          desk.draw(at: t)
          desk.bring()
          each()
        }
      }
      run(to: .random(in: 20...60, using: &random))
      let time = (desk.wall + t).wholeSeconds + Int.random(in: 10...40, using: &random)
      desk.send(#"{"text":"Break","placing":"break-in","hold":7,"not-before":\#(time)}"#)
      let said = desk.controller.rundown(for: 120, at: t).entries
      let start = t
      var done: [(text: String, start: UnixTime)] = []
      var last = Set(desk.texts)
      run(to: start + 100) {
        let now = Set(desk.texts)
        done += now.subtracting(last).sorted().map { ($0, desk.wall + t) }
        last = now
      }
      let coming = said.filter { $0.start > desk.wall + start + 0.2 && $0.item.title != "Break" }
      #expect(done.count > 3 && coming.count >= done.count, "\(seed)")
      for (a, b) in zip(done, coming) {
        #expect(
          a.text == b.item.title && abs(a.start - b.start) < 0.5,
          "\(seed): \(a) was to be \(b.item.title) at \(b.start)")
      }
      let onset = UnixTime(seconds: time)
      #expect(said.contains { $0.item.title == "Break" && $0.start == onset && $0.end == onset + 7.5 })
    }
  }
}

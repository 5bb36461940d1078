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

/// What the as-run log says about headlines that break in, in virtual time.
@Suite("Passages of break-ins") struct BreakInPassageTests {
  private let desk: BreakInReturnTests.Desk
  private var passages: [AsRunLog.Passage] = []

  init() throws {
    desk = try BreakInReturnTests.Desk(count: 10)
    desk.draw(at: 1)
    desk.controller.headlines.breakIns?.beginLog(at: 1)
  }

  /// Draws the next frame, and then now and then: what is logged does not depend on when it is looked at.
  private mutating func run(to end: Seconds, every pause: Seconds = 0.25) {
    var next = desk.context.time + Self.refresh
    while desk.context.time < end {
      let t = min(end, next)
      next = t + pause
      desk.context.time = t
      desk.bring()
      desk.draw(at: t)
      passages += desk.controller.headlines.breakIns?.takePassages(at: t).ended ?? []
    }
  }

  private static let refresh = 1.0 / 60

  private func expect(
    _ passage: AsRunLog.Passage?, _ id: String, _ times: ClosedRange<Seconds>, whole: Seconds, _ ending: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let passage = try #require(passage, sourceLocation: sourceLocation)
    #expect(passage.item.id == id && passage.ending == ending, sourceLocation: sourceLocation)
    #expect(
      abs(passage.showing.first - times.lowerBound) < 1.01 * Self.refresh, "\(passage)", sourceLocation: sourceLocation)
    #expect(
      abs(passage.showing.last - times.upperBound) < 1.01 * Self.refresh, "\(passage)", sourceLocation: sourceLocation)
    #expect(abs(passage.showing.whole - whole) < 1.01 * Self.refresh, "\(passage)", sourceLocation: sourceLocation)
  }

  @Test("One that has been held is logged with its wipes, and is whole between them")
  mutating func held() throws {
    run(to: 2)
    desk.send(#"{"text":"Doors close","id":"doors","placing":"break-in","hold":20}"#)
    run(to: 30)
    #expect(passages.count == 1 && passages.first?.placing == .breakIn)
    try expect(passages.first, "doors", 2...22.5, whole: 20, "left")
  }

  @Test("A higher one stops it; it comes back, and has a line for each time") mutating func stopped() throws {
    run(to: 2)
    desk.send(#"{"text":"Low","id":"low","placing":"break-in","hold":20,"priority":1}"#)
    run(to: 7.25)
    desk.send(#"{"text":"High","id":"high","placing":"break-in","hold":10,"priority":2}"#)
    run(to: 60)
    #expect(passages.map(\.item.id) == ["low", "high", "low"])
    // The other one wipes across it.
    try expect(passages.first, "low", 2...7.5, whole: 5, "stopped")
    try expect(passages[1], "high", 7.25...17.75, whole: 10, "left")
    try expect(passages.last, "low", 17.75...33.25, whole: 15, "left")
  }

  @Test("A key replaces it, a click acknowledges it, a command takes it off, its time runs out: each is said")
  mutating func endings() throws {
    run(to: 2)
    desk.send(#"{"text":"Stage one","id":"1","placing":"break-in","hold":60,"key":"flood"}"#)
    run(to: 10)
    desk.send(#"{"text":"Stage two","id":"2","placing":"break-in","hold":"acknowledged","key":"flood"}"#)
    run(to: 20)
    #expect(desk.feeds?.perform(.acknowledge(named: [])) == 1)
    run(to: 25)
    try expect(passages.first, "1", 2...10, whole: 7.75, "replaced")
    try expect(passages.last, "2", 10...20.25, whole: 10, "acknowledged")
    desk.send(#"{"text":"Off","id":"3","placing":"break-in","hold":60}"#)
    run(to: 30)
    _ = desk.feeds?.perform(.remove(named: ["3"]))
    run(to: 35)
    try expect(passages.last, "3", 25...30.25, whole: 4.75, "withdrawn")
    let end = desk.wall.wholeSeconds + 40
    desk.send(#"{"text":"Until then","id":"4","placing":"break-in","hold":"acknowledged","not-after":\#(end)}"#)
    run(to: 45)
    try expect(passages.last, "4", 35...40.25, whole: 4.75, "expired")
    #expect(passages.count == 4)
  }

  @Test("While the window cannot be seen nothing counts") mutating func hidden() throws {
    run(to: 2)
    desk.send(#"{"text":"Doors close","id":"doors","placing":"break-in","hold":20}"#)
    run(to: 7.25)
    desk.controller.headlines.setSeen(false, at: 7.25)
    run(to: 12.25)
    desk.controller.headlines.setSeen(true, at: 12.25)
    run(to: 30)
    #expect(passages.count == 1)
    try expect(passages.first, "doors", 2...22.5, whole: 15, "left")
  }

  @Test("A text that is too wide is never whole") mutating func wide() throws {
    run(to: 2)
    let text = String(repeating: "word ", count: 100)
    desk.send(#"{"text":"\#(text)","id":"wide","placing":"break-in"}"#)
    run(to: 120)
    #expect(passages.count == 1 && passages.first?.showing.whole == 0)
  }

  @Test("Histories at random: what is logged is what the frames show, to a refresh", arguments: 0..<4)
  mutating func histories(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var frames: [String: Int] = [:]
    func shown() -> String? {
      let number = desk.strip.breakIns.headline(at: desk.context.time)?.number
      return number.flatMap { desk.feeds?.newsroom.breakIns.item($0) }?.id.guid
    }
    for step in 0..<40 {
      let (hold, priority) = (Int.random(in: 1...6, using: &random), Int.random(in: -3...3, using: &random))
      if step < 10, step.isMultiple(of: 2) {
        desk.send(
          #"{"text":"News \#(step)","id":"\#(step)","placing":"break-in","hold":\#(hold),"priority":\#(priority)}"#)
      }
      for _ in 0..<Int.random(in: 20...60, using: &random) {
        run(to: desk.context.time + Self.refresh)
        if let id = shown() { frames[id, default: 0] += 1 }
      }
    }
    #expect(!frames.isEmpty)
    for (id, count) in frames {
      let own = passages.filter { $0.item.id == id }
      // The wipe of the one that stops it is not in the count of frames.
      let logged = own.reduce(0) { $0 + $1.showing.last - $1.showing.first - ($1.ending == "stopped" ? 0.25 : 0) }
      #expect(abs(logged - Double(count) / 60) <= Double(own.count) * Self.refresh * 1.01, "\(id): \(own)")
    }
  }
}

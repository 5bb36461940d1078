import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import App
@testable import Scene
@testable import Windows

/// The defaults of views on the command line.
@Suite("A first start") struct FirstStartTests {
  private func crawl(
    _ headlines: [String], height: Double, _ change: (inout ViewRequest<CrawlKind>) throws -> Void = { _ in }
  ) throws -> ViewHarness<CrawlScene> {
    var request = ViewRequest<CrawlKind>()
    request.sources = try Settings([], arguments: headlines)
    try change(&request)
    let controller = try CrawlController(request)
    controller.crawl.start(at: 0)
    return ViewHarness(controller.crawl, size: Size(width: 600, height: height))
  }

  /// In pixels per second, once it runs.
  private func speed(_ harness: ViewHarness<CrawlScene>) -> Double {
    (harness.layer(at: 10)?.origin.x ?? 0) - (harness.layer(at: 11)?.origin.x ?? 0)
  }

  private static func headlines(_ count: Int) -> [String] { (0..<count).map { "A headline, number \($0) of many" } }

  @Test("A crawl runs at a reading speed that grows with its height, however much there is", arguments: [4, 40, 4000])
  func readingSpeed(_ count: Int) throws {
    for (height, expected) in [(36.0, 60.0), (72, 120), (24, 40)] {
      #expect(abs(speed(try crawl(Self.headlines(count), height: height)) - expected) < 1e-6)
    }
    let asked = try crawl(Self.headlines(count), height: 36) { try $0.own.set("scroll-speed", to: "200") }
    #expect(abs(speed(asked) - 200) < 1e-6)
  }

  @Test(
    "A speed that nobody has set is even at the screen's rate; a set one stays",
    arguments: [(nil, 60.006), ("66.7", 66.7), ("60", 60)] as [(String?, Double)])
  func evenSpeed(_ set: String?, _ expected: Double) throws {
    let harness = try crawl(Self.headlines(4), height: 40) { if let set { try $0.own.set("scroll-speed", to: set) } }
    #expect(harness.view.hasFreeSpeed == (set == nil))
    harness.view.follow(refreshRate: 60.006, at: 0)
    #expect(abs(speed(harness) - expected) < 1e-6)
    // The second screen has another rate, and a pace is the user's.
    harness.view.follow(refreshRate: 50, at: 12)
    harness.view.setPace(1.25, at: 12)
    let paced = (harness.layer(at: 20)?.origin.x ?? 0) - (harness.layer(at: 21)?.origin.x ?? 0)
    #expect(abs(paced - 1.25 * (set.flatMap(Double.init) ?? 60 * 40 / 36)) < 1e-6)
    #expect(!harness.view.hasFreeSpeed)
  }

  @Test("The strip's speed is nobody's until it is set, and again once that is taken back")
  func stripSpeed() throws {
    var request = ViewRequest<StripKind>()
    #expect(StripKind.base(for: request).hasFreeSpeed)
    for name in ["scroll-speed", "scroll-time"] {
      try request.own.set(name, to: "60")
      #expect(!StripKind.base(for: request).hasFreeSpeed)
      try request.own.reset(name)
      #expect(StripKind.base(for: request).hasFreeSpeed)
    }
  }

  @Test("A scroll time holds where it is given") func scrollTime() throws {
    let harness = try crawl(Self.headlines(8), height: 36) { try $0.own.set("scroll-time", to: "20") }
    #expect(abs(speed(harness) - 60) > 10)
  }

  @Test("What fits and is replaced, as the time of day, stands still") func clock() throws {
    for takesTurns in [true, false] {
      let harness = try crawl(["12:34"], height: 36) { request in
        if takesTurns {
          request.sources = try Settings([PropertyChange("replace", to: .flag(true))], arguments: ["-"])
        }
      }
      if takesTurns { harness.view.replaceAll(with: [Headline("12:34")], at: 0) }
      let places = [1.0, 20, 60].map { harness.layer(at: $0)?.origin.x ?? -1 }
      #expect((Set(places).count == 1) == takesTurns, "\(places)")
    }
  }

  @Test("A single headline stands nowhere beside itself: as it leaves, it may come again", arguments: [600.0, 4000])
  func once(_ width: Double) throws {
    let strip = StripScene()
    strip.crawl.append(Headline("One"), at: 0)
    strip.crawl.start(at: 0)
    let harness = ViewHarness(strip, size: Size(width: width, height: 36))
    for t in stride(from: 0.0, to: 120, by: 1.7) {
      let shown = harness.sights(at: t).filter { $0.element.run?.text == "One" }
      let whole = shown.filter { $0.clip.intersection($0.bounds) == $0.bounds }
      #expect(shown.count <= 2 && whole.count <= 1)
    }
  }

  @Test("Counter and chips of a strip can be left out, and a clock put in") func parts() throws {
    var request = ViewRequest<StripKind>()
    for (name, value) in [("counter", "false"), ("chips", "false"), ("clock-format", "%H:%M")] {
      try request.own.set(name, to: value)
    }
    let strip = try StripController(request).strip
    strip.clock = { _ in ("12:34", .infinity) }
    let harness = ViewHarness(strip, size: Size(width: 1280, height: 36))
    #expect(harness.sights(at: 1).contains { $0.element.run?.text == "12:34" })
    #expect(strip.parts.counter == nil && strip.parts.chips == nil && strip.parts.caption == nil)
  }

  @Test("A clock that is set, or a machine that has slept, shows the new time at once") func clockIsSet() throws {
    var request = ViewRequest<StripKind>()
    try request.own.set("clock-format", to: "%s")
    let controller = try StripController(request)
    controller.setClock(origin: 1000)
    let harness = ViewHarness(controller.strip, size: Size(width: 1280, height: 36))
    func isShown(_ text: String, at t: Double) -> Bool {
      harness.sights(at: t).contains { $0.element.run?.text == text }
    }
    #expect(isShown("1001", at: 1))
    for origin in [90_000, 500] {
      controller.setClock(origin: UnixTime(seconds: origin))
      #expect(isShown("\(origin + 1)", at: 1.25))
    }
  }
}

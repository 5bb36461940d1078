import Formats
import Glibc
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

/// What a crawl of a followed file shows, what its rundown says, and what its log says, in virtual time.
@Suite("A crawl on the air", .serialized) struct CrawlOnAirTests {
  private final class Desk {
    let controller: CrawlController
    let context = ViewContext()
    let loop = RunLoop()
    private(set) var t: Seconds = 0
    /// The texts that have come into view, in order, with their times.
    private(set) var starts: [(text: String, t: Seconds)] = []
    private var shown: Set<Int> = []
    private let system: VirtualSystem
    private var frame = Frame(size: Size(width: 300, height: 36), background: .black)

    init(_ system: VirtualSystem, _ options: [(String, String)] = [], sources: [PropertyChange], texts: [String] = [])
      throws
    {
      self.system = system
      t = system.now
      var request = ViewRequest<CrawlKind>()
      request.sources = try Settings(sources, arguments: texts)
      for (name, value) in [("scroll-time", "0"), ("scroll-speed", "60")] + options {
        try request.own.set(name, to: value)
      }
      controller = try CrawlController(request)
      context.time = t
      try controller.open(SourceConnection(loop: loop, context: context))
      controller.view.layout(
        in: Rect(x: 0, y: 0, width: 300, height: 36), with: FixedTypesetter(), at: t)
    }

    var crawl: CrawlScene { controller.crawl }

    /// - Parameter refresh: Seconds from frame to frame.
    func run(for seconds: Seconds, refresh: Seconds = 1.0 / 20) {
      let end = t + seconds
      while t < end {
        t = min(end, t + refresh)
        (system.now, context.time) = (t, t)
        loop.serveWhatIsDue()
        controller.update(at: t)
        frame.clear()
        controller.view.draw(into: &frame, at: t)
        context.didDraw()
        let now = crawl.shownItems(at: t)
        for id in now.subtracting(shown).sorted() { starts.append((crawl.text(of: id) ?? "", t)) }
        shown = now
      }
    }

    /// The texts in the order of the crawl.
    var order: [String] { crawl.outlook(at: t).order.compactMap { crawl.text(of: $0) } }

    deinit { loop.removeAll() }
  }

  private static func inVirtualTime(_ body: (VirtualSystem, TemporaryFolder) throws -> Void) throws {
    let (system, folder) = (VirtualSystem(wallTime: 1_790_000_000), try TemporaryFolder())
    for (variable, name) in [("XDG_CONFIG_HOME", "c"), ("XDG_CACHE_HOME", "h"), ("XDG_STATE_HOME", "s")] {
      system.folders[variable] = "\(folder.path)/\(name)"
    }
    try system.run { try body(system, folder) }
  }

  // MARK: - Rundown

  @Test(
    "A rundown says to a tenth of a second when each headline comes, at the start and later",
    arguments: [
      [], [("repeat-when-out-of-bounds", "false")], [("delay-at-end", "3")], [("delay-at-start", "5")],
      [("start-out-of-bounds", "true")], [("scroll-left", "false")],
      [("repeat-when-out-of-bounds", "false"), ("scroll-left", "false"), ("repeat-spacing", "200")],
    ])
  func rundown(_ options: [(String, String)]) throws {
    try Self.inVirtualTime { system, _ in
      let texts = ["Parliament votes on the budget today", "Rain", "A third headline of some length for this"]
      let desk = try Desk(system, options, sources: [], texts: texts)
      var said: [[(text: String, t: Seconds)]] = []
      for _ in 0..<4 {
        let entries = desk.controller.rundown(for: 80, at: desk.t).entries
        said.append(entries.map { ($0.item.title, $0.start - wallClockNow() + desk.t) })
        desk.run(for: 7.3)
      }
      desk.run(for: 90)
      for (number, entries) in said.enumerated() {
        let asked = 7.3 * Double(number)
        let coming = entries.filter { $0.t > asked + 0.1 }
        let real = desk.starts.filter { $0.t > asked + 0.1 }.prefix(coming.count)
        #expect(coming.count > 3 && coming.map(\.text) == real.map(\.text), "\(options) at \(asked)")
        for (one, other) in zip(coming, real) { #expect(abs(one.t - other.t) < 0.11, "\(options) at \(asked)") }
      }
    }
  }

  // MARK: - Order

  private static func line(_ number: Int, _ text: String, isKeyed: Bool) -> String {
    let key = isKeyed ? #""key":"k\#(number)","# : ""
    return #"{"id":"i\#(number)",\#(key)"text":"\#(text)"}"#
  }

  @Test(
    "The order of a followed file is that on the air: a line is corrected, inserted, moved, and moved back",
    arguments: ["lines", "json", "keys"])
  func order(_ kind: String) throws {
    try Self.inVirtualTime { system, folder in
      func write(_ numbers: [(Int, String)]) throws {
        let lines = numbers.map { kind == "lines" ? $0.1 : Self.line($0.0, $0.1, isKeyed: kind == "keys") }
        try folder.replace("f", with: lines.joined(separator: "\n") + "\n")
      }
      var numbers = (1...8).map { ($0, "Headline number \($0)") }
      try write(numbers)
      let sources = [
        PropertyChange("file", to: .text(folder.path + "/f")), PropertyChange("watch", to: .flag(true)),
        PropertyChange("json-lines", to: .flag(kind != "lines")),
      ]
      let desk = try Desk(system, [("repeat-when-out-of-bounds", "false")], sources: sources)
      desk.run(for: 11)
      #expect(desk.order == numbers.map(\.1))
      let changes: [(inout [(Int, String)]) -> Void] = [
        { $0[1].1 += " corrected" }, { $0[5].1 += " corrected" }, { $0.insert((0, "Inserted at the top"), at: 0) },
        { $0.insert($0.remove(at: 6), at: 2) }, { $0.insert($0.remove(at: 2), at: 6) }, { $0[1].1 = "Once more" },
        { $0.reverse() }, { $0.remove(at: 3) }, { $0.append((9, "At the end")) },
      ]
      for change in changes {
        let seen = desk.crawl.textsInView(at: desk.t).map(\.text)
        change(&numbers)
        try write(numbers)
        desk.run(for: 1)
        // What is in the view and stays in the file stays there.
        let after = desk.crawl.textsInView(at: desk.t).map(\.text)
        let staying = seen.dropFirst().filter { text in numbers.contains { $0.1 == text } }
        #expect(staying.allSatisfy(after.contains), "\(staying) \(after)")
        desk.run(for: 40)
        #expect(desk.order == numbers.map(\.1))
      }
      // The second start.
      let again = try Desk(system, [("repeat-when-out-of-bounds", "false")], sources: sources)
      again.run(for: 11)
      #expect(again.order == desk.order)
    }
  }

  // MARK: - The as-run log

  private static func lines(_ path: String) throws -> [AsRunLine] {
    try Project.text(of: path).split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }.compactMap {
      AsRunLine(json: $0)
    }
  }

  @Test("A crawl that goes on logs no passage that nobody has seen, and its first picture is the last one")
  func resumed() throws {
    try Self.inVirtualTime { system, folder in
      let texts = (0..<6).map { #"{"id":"i\#($0)","text":"Headline number \#($0), which has some length"}"# }
      let file = try folder.write(texts.joined(separator: "\n") + "\n", to: "in")
      let log = folder.path + "/log"
      let sources = [
        PropertyChange("file", to: .text(file)), PropertyChange("json-lines", to: .flag(true)),
        PropertyChange("as-run", to: .text(log)), PropertyChange("resume", to: .flag(true)),
      ]
      var last: [String] = []
      for run in 0..<3 {
        let known = run == 0 ? 0 : try Self.lines(log).count
        let desk = try Desk(system, sources: sources)
        var first: [String] = []
        for _ in 0..<40 where first.isEmpty {
          desk.run(for: 0.05)
          first = desk.crawl.textsInView(at: desk.t).map(\.text)
        }
        if run > 0 { #expect(first == last) }
        desk.run(for: run == 0 ? 31 : 17.7)
        last = desk.crawl.textsInView(at: desk.t).map(\.text)
        let new = try Self.lines(log).dropFirst(known)
        #expect(new.count > 1 && new.allSatisfy { ($0.last ?? 0) - ($0.first ?? 0) > 0.8 || $0.ended == nil }, "\(new)")
        // As after kill -9.
        let left = try Project.text(of: log)
        desk.loop.removeAll()
        try folder.write(left, to: "log")
      }
    }
  }

  @Test("A headline of every second cycle has left, and one whose key another has taken is replaced") func endings()
    throws
  {
    try Self.inVirtualTime { system, folder in
      let log = folder.path + "/log"
      func write(_ score: String) throws {
        let lines = [
          #"{"id":"a","text":"Always here and long"}"#, #"{"id":"e","text":"Every second","every":2}"#,
          #"{"id":"k\#(score)","text":"Ajax \#(score) PSV","key":"k"}"#, #"{"id":"b","text":"Another one"}"#,
        ]
        try folder.replace("in", with: lines.joined(separator: "\n") + "\n")
      }
      try write("0-0")
      let desk = try Desk(
        system, [("repeat-when-out-of-bounds", "false")],
        sources: [
          PropertyChange("file", to: .text(folder.path + "/in")), PropertyChange("watch", to: .flag(true)),
          PropertyChange("json-lines", to: .flag(true)), PropertyChange("as-run", to: .text(log)),
        ])
      for score in ["1-0", "1-1", "2-1"] {
        desk.run(for: 31)
        try write(score)
      }
      desk.run(for: 60)
      let ended = try Self.lines(log).filter { $0.ended != nil }
      #expect(ended.count { $0.item.id == "e" } > 1)
      #expect(ended.allSatisfy { $0.item.id != "e" || $0.ended == "left" }, "\(ended.filter { $0.item.id == "e" })")
      #expect(ended.allSatisfy { $0.ended == "left" || $0.item.id.hasPrefix("k") && $0.ended == "replaced" })
      #expect(ended.contains { $0.ended == "replaced" })
    }
  }
}

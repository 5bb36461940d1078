import Formats
import Glibc
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Windows

extension OnScreen {
  /// The as-run log of the real program, and what a new run makes of it.
  @Suite("As-run logs") struct AsRunLogTests {
    private static let font = ["--font", "DejaVu Sans Mono 20px", "--separator-size", "0", "--delay-at-start", "0"]
    private static let speed = 400.0

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.path + "/as-run.jsonl"
    }

    private func lines() -> [AsRunLine] {
      let text = (try? Files.bytes(of: path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      return text.split(separator: "\n").compactMap { try? AsRunLine(json: JSON(parsing: String($0))) }
    }

    private func run(_ more: [String], speed: Double = speed) async throws -> Shown {
      try await Shown(
        ["crawl", block(3), block(5), block(7), "--scroll-time", "0", "--scroll-speed", "\(speed)", "--as-run", path]
          + Self.font + more)
    }

    @Test("Each passage is written with the times that follow from its width and the speed") func times() async throws {
      let shown = try await run([])
      let width = Double(try await shown.picture().width)
      try await waitUntil("some passages") { lines().count { $0.ended == "left" } >= 9 }
      // The first lap began in the view.
      let passages = lines().filter { $0.ended == "left" && $0.cycles > 1 }
      #expect(passages.count >= 3)
      for line in passages {
        // DejaVu Sans Mono advances 0.602 em.
        let ink = Double(line.item.id.count) * 12.04
        let (first, last) = try (#require(line.first), #require(line.last))
        #expect(abs(last - first - (width + ink) / Self.speed) < 1.0 / 60, "\(line)")
        #expect(abs(line.whole - (width - ink) / Self.speed) < 1.0 / 60, "\(line)")
      }
      let counts = Dictionary(grouping: lines().filter { $0.ended == "left" }, by: \.item.id)
      for lines in counts.values { #expect(lines.map(\.cycles) == Array(1...lines.count)) }
    }

    @Test("Each time that there is no room for it is told once, and nothing is lost") func noRoom() async throws {
      let shown = try await run([], speed: 10 * Self.speed)
      func limit(_ size: String) async throws {
        let result = try await shown.server.run("prlimit", ["--pid", "\(shown.child.id)", "--fsize=\(size):"])
        #expect(result.ending == .exited(0), "\(result.errors)")
      }
      func ended() -> Int { lines().count { $0.ended == "left" } }
      func reports() -> Int {
        shown.child.errors.split(separator: "\n").count { $0.contains("as-run log is not complete") }
      }
      for time in 1...2 {
        let count = ended()
        try await waitUntil("another passage") { ended() > count }
        try await limit("1")
        try await waitUntil("message \(time)") { reports() >= time }
        try await limit("unlimited")
        let known = ended()
        try await waitUntil("what has been missing") { ended() > known }
        #expect(reports() == time, "\(shown.child.errors)")
      }
      let counts = Dictionary(grouping: lines().filter { $0.ended == "left" }, by: \.item.id)
      for lines in counts.values { #expect(lines.map(\.cycles) == Array(1...lines.count)) }
    }

    @Test("At the end, what is in the view is written as such") func quit() async throws {
      let shown = try await run([])
      try await waitUntil("a passage") { lines().contains { $0.ended == "left" } }
      shown.child.signal(SIGTERM)
      _ = try await shown.child.ending()
      #expect(lines().allSatisfy { $0.ended != nil })
      #expect(lines().contains { $0.ended == "quit" && $0.behind != nil })
    }

    @Test("After kill -9 what was in the view is in the log, and the next run ends it") func killed() async throws {
      let shown = try await run([])
      try await waitUntil("something in the view that has been seen whole") {
        lines().contains { $0.ended == nil && $0.whole > 0.5 }
      }
      shown.child.signal(SIGKILL)
      _ = try await shown.child.ending()
      let open = lines().filter { $0.ended == nil && $0.first != nil }
      #expect(!open.isEmpty)
      let count = lines().count { $0.first != nil }
      let next = try await run(["--resume"])
      try await waitUntil("the end of what was cut off") { lines().contains { $0.ended == "cut off" } }
      #expect(lines().prefix(count).filter { $0.ended == "cut off" }.map(\.item.id) == open.map(\.item.id))
      _ = next
    }

    @Test("With --resume the crawl goes on with that headline at that place", arguments: [SIGKILL, SIGTERM])
    func resume(_ signal: Int32) async throws {
      let shown = try await run([])
      let line = try await shown.control()
      try await waitUntil("the second block") { lines().contains { $0.ended == "left" } }
      try await line.ask("pause")
      let place = try await waitFor("a place that stays") { () -> (String, Double)? in
        let found = lines().last { $0.behind != nil }.map { ($0.item.id, $0.behind ?? 0) }
        try await Task.sleep(for: .seconds(2))
        let again = lines().last { $0.behind != nil }.map { ($0.item.id, $0.behind ?? 0) }
        return found?.0 == again?.0 && found?.1 == again?.1 ? found : nil
      }
      shown.child.signal(signal)
      _ = try await shown.child.ending()
      let next = try await run(["--resume"], speed: 0)
      let other = try await next.control()
      try await waitUntil("the place") {
        let state = try await other.ask("state")
        return (state["data"]?["shown"]?.array ?? []).contains { block in
          block["text"]?.string == place.0 && abs((block["x"]?.number ?? -1e9) - place.1) < 0.5
        }
      }
    }

    @Test("What breaks in has a line of its own, and the headlines are not seen meanwhile") func breakIn() async throws
    {
      let shown = try await run([])
      let line = try await shown.control()
      try await waitUntil("a passage") { lines().contains { $0.ended == "left" } }
      let text = JSON.object([
        ("text", .string("Doors close")), ("id", .string("doors")), ("placing", .string("break-in")),
        ("hold", .string("acknowledged")),
      ])
      try await line.ask("add", text)
      try await waitUntil("its line") { lines().contains { $0.item.id == "doors" && $0.ended == nil && $0.whole > 0 } }
      try await line.ask("acknowledge", "doors")
      try await waitUntil("its end") { lines().contains { $0.item.id == "doors" && $0.ended != nil } }
      let own = try #require(lines().last { $0.item.id == "doors" })
      #expect(own.placing == .breakIn && own.ended == "acknowledged" && own.item.text == "Doors close")
      let (first, last) = try (#require(own.first), #require(own.last))
      // It wipes in and out for a quarter of a second each.
      #expect(abs(last - first - 0.5 - own.whole) < 0.005, "\(own)")
      try await waitUntil("headlines again") { lines().contains { $0.placing == nil && ($0.first ?? 0) > last } }
      #expect(!lines().contains { $0.placing == nil && ($0.first ?? 0) > first + 0.01 && ($0.first ?? 0) < last - 0.3 })
    }

    @Test("What cannot be is said before a window is opened") func refused() async throws {
      let without = try await Program.run(["crawl", "a", "--resume"])
      #expect(without.ending == .exited(2) && without.errors.contains("--resume: there is no log"))
      let server = try await XServer(width: 400, height: 100)
      let folder = try await Program.run(["crawl", "a", "--as-run", folder.path], on: server)
      #expect(folder.ending == .exited(1) && folder.errors.contains("cannot be written"), "\(folder)")
    }
  }
}

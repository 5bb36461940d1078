import Formats
import Glibc
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newswire
@testable import Windows

/// What is written and followed while the strip runs, through random histories and restarts.
@Suite("Laws of logs, lists and hours") struct RecordLawTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func pick<Value>(_ values: [Value], _ random: inout SeededRandom) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  // MARK: - As-run logs

  @Test("An as-run log has all that has ended, in its order, then what goes on, over files and runs", arguments: 1...4)
  func asRun(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let path = folder.path + "/as-run.jsonl"
    var file: AsRunFile? = try AsRunFile(path: path, limit: 3000)
    var (closed, open, number): ([AsRunLine], [AsRunLine], Int) = ([], [], 0)
    func lines() throws -> [AsRunLine] {
      try ["4", "3", "2", "1", ""].flatMap { end -> [AsRunLine] in
        let name = end.isEmpty ? path : "\(path).\(end)"
        guard AtomicFile.exists(name) else { return [] }
        return try String(decoding: Files.bytes(of: name), as: UTF8.self).split(separator: "\n").map { text in
          try #require(AsRunLine(json: try JSON(parsing: String(text))), "\(text)")
        }
      }
    }
    for step in 0..<60 {
      // Some of the open ones end, and further ones begin.
      let ended = open.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.map { line in
        var line = line
        (line.ended, line.behind) = (Self.pick(["left", "withdrawn"], &random), nil)
        return line
      }
      open.removeAll { line in ended.contains { $0.item == line.item } }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        number += 1
        let id = String(repeating: "n", count: Int.random(in: 1...40, using: &random)) + "\(number)"
        open.append(AsRunLine(AsRunItem(id: id, text: id), first: 1_800_000_000, last: 1_800_000_001, cycles: number))
      }
      for place in open.indices { open[place].behind = place == 0 ? Double(step) : nil }
      try file?.write(ended: ended, open: open)
      closed += ended
      if Int.random(in: 0..<8, using: &random) == 0 {
        // The program is killed, and started again.
        file = nil
        let next = try AsRunFile(path: path, limit: 3000)
        file = next
        #expect(
          next.former.last { $0.behind != nil }?.item == open.first?.item || open.isEmpty, "seed \(seed), step \(step)")
        closed += open.map { line in
          var line = line
          line.ended = "cut off"
          return line
        }
        open = []
      }
      // The oldest files are given up.
      let found = try lines()
      let all = closed + open
      let kept = Array(all.suffix(found.count))
      try #require(found.map(\.item.id) == kept.map(\.item.id), "seed \(seed), step \(step)")
      try #require(found.map(\.ended) == kept.map(\.ended) && found.map(\.cycles) == kept.map(\.cycles), "seed \(seed)")
      try #require(found.count == all.count || AtomicFile.exists(path + ".4"), "seed \(seed), step \(step)")
    }
  }

  // MARK: - The list that is followed

  @Test("The list that is followed is that of the files; changes and faults are told once", arguments: 1...5)
  func list(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (path, state, cache) = (folder.path + "/feeds.opml", folder.path + "/off", folder.path + "/cache")
    let followed = FollowedFeedList(path: path, state: state, cache: cache)
    let loop = RunLoop()
    var (changes, problems) = (0, 0)
    followed.follow(in: loop, onProblem: { _ in problems += 1 }, onChange: { changes += 1 })
    defer { loop.removeAll() }
    var isBroken = false
    for step in 0..<50 {
      let before = (changes, problems, followed.feeds, followed.accounts)
      let areOn = ["a", "b"].map { followed.isOn("https://\($0).example/") }
      switch Int.random(in: 0..<7, using: &random) {
      case 0...2 where !isBroken:
        try FeedList.change(path) { (list) throws(Failure) in
          var feed = try FeedSpec(url: "https://\(Self.pick(["a", "b", "c"], &random)).example/")
          feed.only = Self.pick([nil, "goal"], &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: list.add(feed)
          case 1: list.remove(feed.url)
          default: list.update(feed)
          }
        }
      case 3 where !isBroken:
        var off = try OffFeeds(path: state)
        try off.set("https://\(Self.pick(["a", "b"], &random)).example/", on: Self.pick([true, false], &random))
      case 4:
        try AtomicFile.write(Array("no OPML \(Self.pick([1, 2], &random))".utf8), to: path)
        isBroken = true
      case 5 where isBroken:
        unlink(path)
        isBroken = false
      default: break
      }
      followed.look()
      let place = "seed \(seed), step \(step)"
      if isBroken {
        try #require(followed.problem != nil && changes == before.0, "\(place)")
        try #require(followed.feeds == before.2 && followed.accounts == before.3, "\(place)")
      } else {
        let new = FollowedFeedList(path: path, state: state, cache: cache)
        try #require(
          followed.problem == nil && followed.feeds == new.feeds && followed.filters == new.filters, "\(place)")
        let urls = ["a", "b"].map { "https://\($0).example/" }
        try #require(urls.map(followed.isOn) == urls.map(new.isOn), "\(place)")
        let hasChanged = followed.feeds != before.2 || urls.map(followed.isOn) != areOn
        try #require(!hasChanged || changes == before.0 + 1, "\(place)")
      }
      // Nothing is told twice.
      let told = (changes, problems)
      followed.look()
      try #require(changes == told.0 && problems == told.1 && problems <= before.1 + 1, "\(place)")
    }
  }

  // MARK: - Quiet hours

  @Test(
    "Quiet hours are those of the clock on the wall, however it is set; nothing changes between their times",
    arguments: 1...12)
  func quiet(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let system = VirtualSystem(wallTime: UnixTime(seconds: 20_000 * 86_400 + 0.25))
    try system.run {
      let hours = try WeekHours(
        parsing: Self.pick(["22:00-07:00", "mon-fri 08:00-18:00", "sat-sun", "12:00-13:00, 23:30-00:30"], &random))
      let timer = QuietTimer(hours)
      defer { timer.close() }
      var (told, isQuiet) = (0, timer.isQuiet)
      timer.onChange = { [unowned timer] in
        told += 1
        #expect(timer.isQuiet != isQuiet)
        isQuiet = timer.isQuiet
      }
      for step in 0..<300 {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: system.setWallClock(ahead: Self.pick([-90_000, -3600, 1800, 40_000], &random))
        case 1...3 where timer.deadline < .infinity: system.now = max(system.now, timer.deadline)
        default: system.now += Self.pick([0, 0.5, 60, 4000], &random)
        }
        if timer.deadline <= system.now { _ = timer.service(now: system.now) }
        let new = QuietTimer(hours)
        defer { new.close() }
        try #require(timer.isQuiet == new.isQuiet && isQuiet == new.isQuiet, "seed \(seed), step \(step)")
        // It neither sleeps over a change nor is busy before it.
        try #require(
          abs(timer.deadline - new.deadline) < 1e-3 && timer.deadline > system.now, "seed \(seed), step \(step)")
      }
      #expect(told > 3)
    }
  }

  // MARK: - Lines that wait

  @Test("Lines that wait are those that came and are still there, in their order", arguments: 1...15)
  func waiting(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var lines = WaitingLines()
    var (text, followed) = ("", [String]())
    for step in 0..<100 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0...1:
        let new = Self.pick(["a", "b\n", "c\nd\n", "\n", "e"], &random)
        text += new
        Array(new.utf8).withUnsafeBytes { lines.append($0) }
      case 2:
        lines.endLine()
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
      default:
        let gone = (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.pick(["a", "b", "c"], &random) }
        let new = (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.pick(["a", "b", "c"], &random) }
        let others = lines.apply(LineDiff.Change(gone: gone, new: new))
        var expected: [String] = []
        for line in gone {
          if let place = followed.firstIndex(of: line) { followed.remove(at: place) } else { expected.append(line) }
        }
        followed += new
        #expect(others == expected)
      }
      #expect(String(decoding: lines.bytes, as: UTF8.self) == text && lines.followed == followed, "step \(step)")
      #expect(lines.count == followed.count + text.count { $0 == "\n" })
    }
  }
}

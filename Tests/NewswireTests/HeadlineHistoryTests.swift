import Base
import Glibc
import ScrollCore
import TestKit
import Testing

@testable import Newswire

@Suite("The history of headlines") struct HeadlineHistoryTests {
  private let folder = try! TemporaryFolder()
  private var path: String { folder.path + "/state/headlines" }

  private func item(_ number: Int, feed: String? = "http://example.org/feed", arrived: UnixTime? = nil) -> NewsItem {
    var item = NewsItem(
      guid: "id \(number)", title: "Headline \(number)", link: "http://example.org/\(number)", topic: "World")
    item.id.feed = feed
    item.arrived = arrived ?? UnixTime(seconds: 1_700_000_000 + number)
    return item
  }

  private func titles() -> [String] {
    var problem: Failure?
    let items = HeadlineHistory.items(path, problem: &problem)
    #expect(problem == nil)
    return items.map(\.title)
  }

  @Test("What has come is there after a restart, once, the newest first, with all that is known") func kept() throws {
    for run in 0..<3 {
      var history = HeadlineHistory(path: path)
      history.note([item(1), item(2), item(1)])
      if run == 2 { history.note([item(3)]) }
      try history.save()
      #expect(!history.hasPending)
      history.note([item(2)])
      #expect(!history.hasPending)
    }
    #expect(titles() == ["Headline 3", "Headline 2", "Headline 1"])
    var problem: Failure?
    #expect(HeadlineHistory.items(path, problem: &problem)[2] == item(1))
    // The same item of another feed is another one.
    var history = HeadlineHistory(path: path)
    history.note([item(1, feed: "http://example.net/feed")])
    try history.save()
    #expect(titles().count == 4)
  }

  @Test("Of thousands the newest 500 are left, and the file stays small") func bounded() throws {
    var history = HeadlineHistory(path: path)
    for start in stride(from: 0, to: 5000, by: 130) {
      history.note((start..<start + 130).map { item($0) })
      try history.save()
    }
    let titles = titles()
    #expect(titles.count == 500 && titles[0] == "Headline 5069" && titles[499] == "Headline 4570")
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_size < 400_000)
  }

  @Test("A headline that newer ones have pushed out is kept again when it comes again") func pushedOut() throws {
    var history = HeadlineHistory(path: path)
    for start in stride(from: 0, to: 1200, by: 100) {
      history.note((start..<start + 100).map { item($0) })
      try history.save()
    }
    #expect(!titles().contains("Headline 7"))
    history.note([item(7), item(1199)])
    try history.save()
    #expect(titles().contains("Headline 7") && titles().count { $0 == "Headline 1199" } == 1)
  }

  @Test("Of more headlines than it keeps that come between two writes, the newest are written") func flood() throws {
    var history = HeadlineHistory(path: path)
    for start in [0, 400, 401, 1100] { history.note((start..<start + 300).map { item($0) }) }
    try history.save()
    // Of those that came twice the first of the newest 500 counts.
    let titles = titles()
    #expect(titles.prefix(300) == (1100..<1400).reversed().map { "Headline \($0)" }[...])
    #expect(titles.dropFirst(300) == (501..<701).reversed().map { "Headline \($0)" }[...])
  }

  @Test("What a full disk has refused is added with the next headline, once", arguments: [0, 1])
  func full(after count: Int) throws {
    var history = HeadlineHistory(path: path)
    if count > 0 {
      history.note([item(0)])
      try history.save()
    }
    let system = VirtualSystem(wallTime: 1_700_000_000)
    system.disk.fail(.full, after: 1 - count)
    system.run {
      history.note([item(1)])
      #expect(throws: Failure.self) { try history.save() }
    }
    history.note([item(2)])
    try history.save()
    var problem: Failure?
    let items = HeadlineHistory.items(path, problem: &problem).map(\.title)
    #expect(items == ["Headline 2", "Headline 1"] + (count > 0 ? ["Headline 0"] : []))
  }

  @Test("A headline whose line was cut off is added when it comes again") func cut() throws {
    var history = HeadlineHistory(path: path)
    history.note([item(1), item(2)])
    try history.save()
    let bytes = try Files.bytes(of: path)
    for count in [1, 20, 60] {
      try Files.write(Array(bytes.dropLast(count)), to: path)
      var history = HeadlineHistory(path: path)
      history.note([item(1), item(2)])
      try history.save()
      var problem: Failure?
      #expect(HeadlineHistory.items(path, problem: &problem).map(\.title) == ["Headline 2", "Headline 1"])
    }
  }

  @Test("Two programs that write it lose nothing") func two() throws {
    var (first, second) = (HeadlineHistory(path: path), HeadlineHistory(path: path))
    for number in 0..<100 {
      first.note([item(2 * number)])
      second.note([item(2 * number + 1)])
      try first.save()
      try second.save()
    }
    #expect(titles().count == 200)
  }

  @Test("A file that is no history is set aside with a word, and it goes on") func damaged() throws {
    try folder.write("something else\n", to: "other")
    let path = folder.path + "/other"
    var problem: Failure?
    #expect(HeadlineHistory.items(path, problem: &problem).isEmpty && problem?.reason.contains("damaged") == true)
    var history = HeadlineHistory(path: path)
    history.note([item(1)])
    #expect { try history.save() } throws: { ($0 as? Failure)?.reason.contains("set aside") ?? false }
    history.note([item(2)])
    try history.save()
    problem = nil
    #expect(HeadlineHistory.items(path, problem: &problem).count == 2 && problem == nil)
    #expect(AtomicFile.exists(path + ".damaged"))
  }

  @Test("What cannot be set aside on a full disk is not overwritten either") func damagedOnFullDisk() throws {
    let text = "something else\n"
    let paths = ["history", "state"].map { "\(folder.path)/\($0)" }
    for name in ["history", "state"] { try folder.write(text, to: name) }
    let system = VirtualSystem(wallTime: 1_700_000_000)
    try system.run {
      var history = HeadlineHistory(path: paths[0])
      history.note([item(1)])
      system.disk.fail(.full, after: 0)
      #expect { try history.save() } throws: { ($0 as? Failure)?.reason.contains("cannot be set aside") ?? false }
      var problem: Failure?
      system.disk.fail(.full, after: 0)
      var state = ReadState(path: paths[1], problem: &problem)
      #expect(problem?.reason.contains("cannot be set aside") == true)
      state.set(item(1).id, .read)
      // The disk has room again.
      _ = try? history.save()
      try state.save()
      problem = nil
      #expect(HeadlineHistory.items(paths[0], problem: &problem).count == 1)
      #expect(ReadState(path: paths[1], problem: &problem)[item(1).id] == .read && problem == nil)
    }
    for path in paths {
      #expect(String(decoding: try AtomicFile.read(path + ".damaged", limit: 100) ?? [], as: UTF8.self) == text)
    }
  }

  @Test("Lines that are cut off or forged are left out with a word; those around them stay") func lines() throws {
    var history = HeadlineHistory(path: path)
    history.note([item(1), item(2)])
    try history.save()
    guard let file = Descriptor.open(path, O_WRONLY | O_APPEND) else { throw HarnessError("no history") }
    let junk = [UInt8(0xFF)] + Array("zz {}\n12 {\"id\":\"x\",\"title\":\"forged\"}\n\n1f {\"id\":".utf8)
    #expect(junk.withUnsafeBytes { writeAll($0, to: file.raw) })
    var later = HeadlineHistory(path: path)
    later.note([item(3)])
    try later.save()
    var problem: Failure?
    #expect(HeadlineHistory.items(path, problem: &problem).map(\.title) == ["Headline 3", "Headline 2", "Headline 1"])
    #expect(problem?.reason == "3 damaged lines are left out")
  }

  @Test("Times from beyond all calendars are none") func times() throws {
    var item = item(1, arrived: 0)
    for time in [Double.infinity, -.infinity, .nan, 1e300, -1e300] {
      item.published = UnixTime(seconds: time)
      #expect((0...1e11).contains(item.shownTime))
    }
  }

  @Test("What two programs note as read is read in both") func read() throws {
    var problem: Failure?
    let path = folder.path + "/items"
    var states = [ReadState(path: path, problem: &problem), ReadState(path: path, problem: &problem)]
    states[0].set(item(1).id, .read)
    states[1].set(item(2).id, .read)
    try states[0].save()
    try states[1].save()
    states[0].set(item(3).id, .read)
    states[0].set(item(1).id, nil)
    try states[0].save()
    let now = ReadState(path: path, problem: &problem)
    #expect((1...4).map { now[item($0).id] == .read } == [false, true, true, false] && problem == nil)
  }
}

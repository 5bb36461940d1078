import TestKit
import Testing

@testable import Base
@testable import Newswire

/// The process that reads a reader's account, at every start but the first.
extension AccountTests {
  /// What happens after the user has marked items.
  enum Later: String, CaseIterable, Sendable {
    case isSent, isToldTwice, startsThen, startsTwice, isAwayThen, isAwayAndStarts
  }

  @Test("What is marked is sent once, and what a later round says changes nothing", arguments: Later.allCases)
  func sentOnce(_ later: Later) throws {
    let server = try ReaderServer(.freshRSS)
    defer { server.stop() }
    let feeds = try subscribe(server)
    var (crawler, loop, log) = crawl(feeds)
    defer { loop.removeAll() }
    #expect(run(loop) { log.rounds == 2 })
    func id(_ number: UInt64) throws -> String {
      try #require(log.links.first { $0.value == ReaderServer.link(number) }?.key)
    }
    let account = try #require(feeds[0].account?.account)
    for (number, isRead) in [(300, true), (299, false), (0x6_11d2_3c4f_5a6b, true), (0x6_11d2_3c4f_5a6b, false)] {
      try marks.add([UnsentMarks.Mark(account: account, item: try id(UInt64(number)), isRead: isRead)])
    }
    let (known, told) = (log.links, try marks.all())
    server.change { $0.log = [] }
    func start() throws {
      loop.removeAll()
      (crawler, loop, log) = crawl(feeds)
      log.links = known
    }
    if [.isAwayThen, .isAwayAndStarts].contains(later) { server.change { $0.fault = { _ in [.reset] } } }
    switch later {
    case .isSent, .isToldTwice: crawler.mark(told)
    case .startsThen: try start()
    case .startsTwice: for _ in 0..<2 { try start() }
    case .isAwayThen, .isAwayAndStarts:
      crawler.mark(told)
      #expect(run(loop) { log.statuses.last?.isFailing == true })
      server.change { ($0.fault, $0.log) = (nil, []) }
      if later == .isAwayAndStarts { try start() }
      crawler.look(at: feeds[0].url)
    }
    #expect(run(loop) { (try? marks.all().isEmpty) ?? false })
    // As if the file was read before they were taken out of it.
    if later == .isToldTwice { crawler.mark(told) }
    for _ in 0..<2 {
      let rounds = log.rounds
      crawler.look(at: feeds[0].url)
      #expect(run(loop) { log.rounds >= rounds + 2 })
      #expect(server.current.items.map(\.isRead) == [false, true, false])
      #expect(log.isRead(300) == true && log.isRead(299) == false && log.isRead(0x6_11d2_3c4f_5a6b) == false)
      #expect(server.log.filter { $0.contains("edit-tag") }.sorted() == ["POST edit-tag a 1", "POST edit-tag r 2"])
      try start()
      #expect(run(loop) { log.rounds >= 2 })
    }
  }
}

import Glibc
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

@Suite("The reader of feeds") struct FeedReaderTests {
  /// A source that never answers.
  private final class SilentSource: LoopSource {
    var deadline: Double { .infinity }
    func appendDescriptors(to descriptors: inout [pollfd]) {}
    func service(now: Double) -> ServiceResult { .idle }
    func close() {}
  }

  @Test("An account of the list is followed as it comes, feeds or none, and is not as it goes", arguments: [0, 1])
  func accounts(_ feedCount: Int) throws {
    let (folder, loop) = (try TemporaryFolder(), RunLoop())
    let (path, account) = (folder.path + "/feeds.opml", "https://reader.example/api/greader.php")
    let feeds = NewsDesk(
      feeds: [], options: NewsFeeds(), crawl: CrawlScene(), color: { _ in .white }, readState: folder.path + "/items")
    var requests: [() -> FeedProcess.Requests] = []
    feeds.reader.begin = { ask, _ in
      requests.append(ask)
      return FeedProcess(source: SilentSource()) { _ in }
    }
    feeds.open(in: loop, time: { 0 }, onChange: { _ in })
    defer { loop.removeAll() }
    func apply(_ change: (inout FeedList) -> Void) throws {
      try FeedList.change(path) { (list) throws(Failure) in change(&list) }
      feeds.apply(FollowedFeedList(path: path, state: folder.path + "/off", cache: folder.path), at: 0)
    }
    let own = try (0..<feedCount).map { try FeedSpec(url: "https://\($0).example/") }
    try apply { list in for feed in own { list.add(feed) } }
    #expect(requests.count == feedCount)
    // Also the second time.
    for _ in 0..<2 {
      try apply { _ = $0.addAccount(account, name: "Reader") }
      let ask = try #require(requests.last)
      #expect(ask().accounts == [account] && ask().feeds.map(\.url) == own.map(\.url))
      try apply { _ = $0.removeAccount(account) }
      #expect(ask().accounts.isEmpty)
    }
  }

  @Test("Of pictures that never come the last are remembered, and a process that begins anew is asked for them")
  func pictures() throws {
    let (reader, loop) = (FeedReader(readsList: false), RunLoop())
    var requests: (() -> FeedProcess.Requests)?
    reader.begin = { ask, _ in
      requests = ask
      return FeedProcess(source: SilentSource()) { _ in }
    }
    reader.open(in: loop, isForPicture: false)
    for number in 0..<5000 { reader.fetch(picture: "http://example.org/\(number).png", mayBePrivate: false) }
    let ask = try #require(requests)
    let pictures = ask().pictures
    #expect(pictures["http://example.org/4999.png"] == false)
    #expect(pictures.count <= RowPictures.most)
    withExtendedLifetime(reader) { loop.removeAll() }
  }
}

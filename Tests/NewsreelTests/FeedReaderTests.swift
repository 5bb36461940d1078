import Glibc
import Testing

@testable import App
@testable import Base
@testable import Newswire
@testable import Windows

@Suite("The reader of feeds") struct FeedReaderTests {
  /// A source that never answers.
  private final class SilentSource: LoopSource {
    var deadline: Double { .infinity }
    func appendDescriptors(to descriptors: inout [pollfd]) {}
    func service(now: Double) -> ServiceResult { .idle }
    func close() {}
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

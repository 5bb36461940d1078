package import Base
package import Glibc

/// What a feed would show, for `newsreel feeds test`.
package struct FeedReport: Sendable {
  /// As it was asked for.
  package let url: String
  /// Where it was found, after redirections and discovery; nil for a file.
  package let address: String?
  package let feed: ParsedFeed

  /// An object for each item: id, title as shown, link, published, author; then one for each that was dropped:
  /// `dropped` with title and reason.
  package var jsonLines: [String] {
    feed.items.map(\.jsonLine)
      + feed.dropped.map { item in
        JSON.object([
          .init(name: "dropped", value: .text(item.reason)), .init(name: "title", value: .text(item.title)),
        ]).serialized
      }
  }
}

/// Reads one feed once. It ends with the report, or with why there is none.
package final class FeedTest: LoopSource {
  private let spec: FeedSpec
  private let client: HTTPClient
  private let fetch: FeedFetch
  private var file: FollowedFile?
  private var isClosed = false
  private let box: Box

  private final class Box { var isDone = false }

  /// Throws for a file that cannot be read. `completion` is called once, from within `service`.
  package init(
    _ spec: FeedSpec, http: HTTPSettings = HTTPSettings(), limits: FeedLimits = FeedLimits(),
    completion: @escaping (Result<FeedReport, Failure>) -> Void
  ) throws(Failure) {
    self.spec = spec
    client = HTTPClient(settings: http)
    let box = Box()
    self.box = box
    fetch = FeedFetch(limits: limits) { outcome in
      box.isDone = true
      switch outcome {
      case .read(let feed, _, let address):
        completion(.success(FeedReport(url: spec.url, address: address?.description, feed: feed)))
      case .notModified:
        completion(.failure(Failure(of: spec.url, reason: "answered that nothing has changed")))
      case .failed(let reason, _): completion(.failure(Failure(of: spec.url, reason: reason)))
      }
    }
    if let address = spec.address {
      fetch.start(address, entityTag: nil, lastModified: nil, client: client)
    } else {
      file = try FollowedFile(path: spec.url)
    }
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    if !isClosed { client.appendDescriptors(to: &descriptors) }
  }

  package var deadline: Double { file == nil ? client.deadline : 0 }

  package func service(now: Double) -> ServiceResult {
    if isClosed || box.isDone { return .finished }
    guard let file else {
      let result = client.service(now: now)
      return box.isDone ? .finished : result
    }
    let budget = Budget()
    while !budget.isSpent, !box.isDone { readPiece(of: file) }
    return box.isDone ? .finished : .more
  }

  package func close() {
    isClosed = true
    client.close()
  }

  private func readPiece(of file: FollowedFile) {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { room in
      if case .bytes(let count) = file.read(into: room),
        fetch.take(UnsafeRawBufferPointer(rebasing: room[..<count]), address: nil, contentType: "")
      {
        return
      }
      fetch.finishDocument(HTTPResponse(), nil, client: client)
    }
  }
}

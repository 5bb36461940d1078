package import Base
package import Glibc

/// One look at a feed, from its address or its file to what was read from it. A web page that names
/// a feed leads there, once.
final class FeedFetch {
  enum Outcome {
    case read(ParsedFeed, HTTPResponse, WebAddress?)
    case notModified(HTTPResponse)
    case failed(String, HTTPResponse?)
  }

  private let limits: FeedLimits
  private let completion: (Outcome) -> Void
  private var parser: FeedParser?
  private var mayFollow = true

  init(limits: FeedLimits, completion: @escaping (Outcome) -> Void) {
    self.limits = limits
    self.completion = completion
  }

  /// Asks for it over HTTP; with tag and date only for what is newer.
  func start(_ address: WebAddress, entityTag: String?, lastModified: String?, client: HTTPClient) {
    var request = HTTPRequest(address: address)
    request.entityTag = entityTag
    request.lastModified = lastModified
    request.sizeLimit = limits.bytes
    parser = nil
    client.send(request) { [self] bytes, response in
      take(bytes, address: response.address ?? address, contentType: response.contentType)
    } completion: { [self] outcome in
      finish(outcome, client: client)
    }
  }

  /// Takes a piece of the document; false when no more of it is wanted.
  func take(_ bytes: UnsafeRawBufferPointer, address: WebAddress?, contentType: String) -> Bool {
    let parser = parser ?? FeedParser(address: address, contentType: contentType, limits: limits)
    self.parser = parser
    parser.push(bytes)
    return !parser.isSatisfied
  }

  /// Takes the next part of a feed's file; false where it has ended, or no more of it is wanted.
  func readPart(of file: FollowedFile) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { room in
      guard case .bytes(let count) = file.read(into: room) else { return false }
      return take(UnsafeRawBufferPointer(rebasing: room[..<count]), address: nil, contentType: "")
    }
  }

  private func finish(_ outcome: HTTPOutcome, client: HTTPClient) {
    switch outcome {
    case .notModified(let response): completion(.notModified(own(response)))
    case .failed(let reason, let response): completion(.failed(reason, response))
    case .done(let response, let address): finishDocument(own(response), address, client: client)
    }
  }

  /// Where a feed that a page names has moved to is not where the page has.
  private func own(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    if !mayFollow { response.movedTo = nil }
    return response
  }

  /// The document is complete.
  func finishDocument(_ response: HTTPResponse, _ address: WebAddress?, client: HTTPClient?) {
    let parser = parser ?? FeedParser(address: address)
    self.parser = nil
    do throws(Failure) {
      let feed = try parser.finish()
      guard feed.format == .html else { return completion(.read(feed, response, address)) }
      guard let found = feed.discovered.first.flatMap({ WebAddress($0) }) else {
        return completion(.failed("is a web page that names no feed", response))
      }
      guard mayFollow, let client else { return completion(.failed("is a web page; its feed is \(found)", response)) }
      mayFollow = false
      start(found, entityTag: nil, lastModified: nil, client: client)
    } catch {
      completion(.failed(error.reason, response))
    }
  }
}

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
    feed.items.map(\.json.line)
      + feed.dropped.map { JSON.object([("dropped", .string($0.reason)), ("title", .string($0.title))]).line }
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
    while !budget.isSpent, !box.isDone {
      if !fetch.readPart(of: file) { fetch.finishDocument(HTTPResponse(), nil, client: client) }
    }
    return box.isDone ? .finished : .more
  }

  package func close() {
    isClosed = true
    client.close()
  }
}

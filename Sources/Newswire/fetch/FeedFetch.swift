package import Base

/// One look at a feed, from its address or its file to what was read from it. A web page that names
/// a feed leads there, once.
final class FeedFetch {
  enum Outcome {
    case read(ParsedFeed, HTTPResponse)
    case notModified(HTTPResponse)
    case failed(String, HTTPResponse?)
  }

  private let limits: FeedLimits
  private let completion: (Outcome) -> Void
  private var parser: FeedParser?
  /// What is read where there is no address.
  private var file: FollowedFile?
  /// The feeds that a page names, the first of which it has led to.
  private var named: [String] = []

  init(limits: FeedLimits, completion: @escaping (Outcome) -> Void) {
    self.limits = limits
    self.completion = completion
  }

  /// Asks for it over HTTP; with tag and date only for what is newer.
  func start(
    _ address: WebAddress, entityTag: String?, lastModified: String?, mayBePrivate: Bool = true, client: HTTPClient
  ) {
    var request = HTTPRequest(address: address)
    request.mayBePrivate = mayBePrivate
    request.entityTag = entityTag
    request.lastModified = lastModified
    // The parser takes as much as it may, and what stands there is shown.
    request.sizeLimit = 1 << 30
    parser = nil
    client.send(request) { [self] bytes, response in
      take(bytes, of: response)
    } completion: { [self] outcome in
      finish(outcome, client: client)
    }
  }

  /// Takes a piece of the document; false when no more of it is wanted.
  private func take(_ bytes: UnsafeRawBufferPointer, of response: HTTPResponse) -> Bool {
    let parser = parser ?? FeedParser(address: response.address, contentType: response.contentType, limits: limits)
    self.parser = parser
    parser.push(bytes)
    return !parser.isSatisfied
  }

  /// Begins to read a file, for `readPart`.
  func open(_ path: String) throws(Failure) { file = try FollowedFile(path: path) }

  /// Takes the next part of the file; false where it has ended, or no more of it is wanted.
  func readPart() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { room in
      guard let file, case .bytes(let count) = file.read(into: room) else { return false }
      return take(UnsafeRawBufferPointer(rebasing: room[..<count]), of: HTTPResponse())
    }
  }

  private func finish(_ outcome: HTTPOutcome, client: HTTPClient) {
    switch outcome {
    case .notModified(let response): completion(.notModified(own(response)))
    case .failed(let reason, let response): completion(.failed(reason, response))
    case .done(let response): finishDocument(own(response), client: client)
    }
  }

  /// Where a feed that a page names has moved to is not where the page has.
  private func own(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    if !named.isEmpty { response.movedTo = nil }
    return response
  }

  /// The document is complete.
  func finishDocument(_ response: HTTPResponse, client: HTTPClient?) {
    let parser = parser ?? FeedParser(address: response.address)
    self.parser = nil
    do throws(Failure) {
      var feed = try parser.finish()
      guard feed.format == .html else {
        feed.discovered = named
        return completion(.read(feed, response))
      }
      guard let found = feed.discovered.first.flatMap({ WebAddress($0) }) else {
        return completion(.failed("is a web page that names no feed", response))
      }
      guard named.isEmpty, let client else {
        return completion(.failed("is a web page; its feed is \(found)", response))
      }
      named = [found.description] + feed.discovered.dropFirst()
      start(found, entityTag: nil, lastModified: nil, mayBePrivate: response.isPrivate, client: client)
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
      + feed.dropped.map { JSON.object(texts: [("dropped", $0.reason), ("title", $0.title)]).line }
  }

  /// Reads a feed once, in a loop of its own, and returns when that is done.
  ///
  /// - Throws: `Failure` that says why there is no report.
  package static func read(_ spec: FeedSpec, http: HTTPSettings = HTTPSettings()) throws(Failure) -> FeedReport {
    let (loop, client) = (RunLoop(), HTTPClient(settings: http))
    if spec.address != nil, let problem = client.passwordProblem { throw problem }
    var outcome: FeedFetch.Outcome?
    let fetch = FeedFetch(limits: FeedLimits()) {
      outcome = $0
      loop.end()
    }
    if let address = spec.address {
      fetch.start(address, entityTag: nil, lastModified: nil, client: client)
    } else {
      try fetch.open(spec.url)
      while fetch.readPart() {}
      fetch.finishDocument(HTTPResponse(), client: client)
    }
    loop.add(client)
    loop.run()
    loop.removeAll()
    switch outcome {
    case .read(let feed, let response)?:
      return FeedReport(url: spec.url, address: response.address?.description, feed: feed)
    case .failed(let reason, _)?: throw Failure(of: spec.url, reason: reason)
    case .notModified?: throw Failure(of: spec.url, reason: "answered that nothing has changed")
    case nil: throw Failure(of: spec.url, reason: "cannot be waited for")
    }
  }
}

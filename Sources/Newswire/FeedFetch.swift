/// One look at a feed, from its address or its file to what was read from it. A page that is no feed but names
/// one leads there, once.
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
    do throws(FeedProblem) {
      let feed = try parser.finish()
      guard feed.format == .html else { return completion(.read(feed, response, address)) }
      guard let found = feed.discovered.first.flatMap({ WebAddress($0) }) else {
        return completion(.failed("is a web page that names no feed", response))
      }
      guard mayFollow, let client else { return completion(.failed("is a web page; its feed is \(found)", response)) }
      mayFollow = false
      start(found, entityTag: nil, lastModified: nil, client: client)
    } catch {
      completion(.failed(error.description, response))
    }
  }
}

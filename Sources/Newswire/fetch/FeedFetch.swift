package import Base
internal import Formats

/// Fetches a feed once, from its address or file to the parsed result. Follows a web page's link to its feed, once.
final class FeedFetch {
  enum Outcome {
    case read(ParsedFeed, HTTPResponse)
    case notModified(HTTPResponse)
    case failed(Reason, HTTPResponse?)
  }

  private let limits: FeedLimits
  private let readsAlerts: Bool
  private let completion: (Outcome) -> Void
  private var parser: FeedParser?
  /// The file of a feed without an address.
  private var file: FollowedFile?
  /// The feeds that a page links to; the first is being fetched.
  private var named: [LinkedFeed] = []

  /// - Parameter readsAlerts: Whether it is a source of alerts instead of a feed.
  init(limits: FeedLimits, readsAlerts: Bool = false, completion: @escaping (Outcome) -> Void) {
    (self.limits, self.readsAlerts) = (limits, readsAlerts)
    self.completion = completion
  }

  /// Sends the request; tag and date make it conditional.
  func start(
    _ address: WebAddress, entityTag: String?, lastModified: String?, mayBePrivate: Bool = true, cookies: [String] = [],
    client: HTTPClient
  ) {
    var request = HTTPRequest(address: address)
    request.cookies = cookies
    request.mayBePrivate = mayBePrivate
    request.entityTag = entityTag
    request.lastModified = lastModified
    if readsAlerts { request.accept = "application/cap+xml, " + request.accept }
    // The parser has its own limit, and shows what it has read by then.
    request.sizeLimit = 1 << 30
    parser = nil
    client.send(request) { [self] bytes, response in
      parse(bytes, of: response)
    } completion: { [self] outcome in
      finish(outcome, client: client)
    }
  }

  /// Parses a chunk of the document. Returns false if no more is needed.
  private func parse(_ bytes: UnsafeRawBufferPointer, of response: HTTPResponse) -> Bool {
    let parser = parser ?? newParser(response)
    self.parser = parser
    parser.push(bytes)
    return !parser.isSatisfied
  }

  private func newParser(_ response: HTTPResponse) -> FeedParser {
    FeedParser(
      address: response.address, contentType: response.contentType, limits: limits, readsAlerts: readsAlerts)
  }

  /// Opens a file for `readPart`.
  func open(_ path: String) throws(Failure) {
    if let problem = PlainFile.problem(of: path) { throw Failure(of: path, problem) }
    file = try FollowedFile(path: path)
  }

  /// Parses the next chunk of the file. Returns false at the end, or if no more is needed.
  func readPart() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { room in
      guard let file, case .bytes(let count) = file.read(into: room) else { return false }
      return parse(UnsafeRawBufferPointer(rebasing: room[..<count]), of: HTTPResponse())
    }
  }

  private func finish(_ outcome: HTTPOutcome, client: HTTPClient) {
    switch outcome {
    case .notModified(let response): completion(.notModified(own(response)))
    case .failed(let reason, let response): completion(.failed(reason, response))
    case .done(let response): finishDocument(own(response), client: client)
    }
  }

  /// A redirect of a discovered feed is not one of its page.
  private func own(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    if !named.isEmpty { response.movedTo = nil }
    return response
  }

  /// Parses the complete document.
  func finishDocument(_ response: HTTPResponse, client: HTTPClient?) {
    let parser = parser ?? newParser(response)
    self.parser = nil
    do throws(Failure) {
      var feed = try parser.finish()
      guard feed.format == .html else {
        feed.discovered = named
        return completion(.read(feed, response))
      }
      guard let found = feed.discovered.first.flatMap({ WebAddress($0.address) }) else {
        return completion(.failed(.of(.pageWithoutFeed), response))
      }
      guard named.isEmpty, let client else {
        return completion(.failed(.of(.pageWithFeed, "\(found)"), response))
      }
      named = feed.discovered
      named[0].address = found.description
      start(
        found, entityTag: nil, lastModified: nil, mayBePrivate: response.isPrivate, cookies: response.cookies,
        client: client)
    } catch {
      completion(.failed(error.why, response))
    }
  }
}

/// The content of a feed, for `newsreel feeds test`.
package struct FeedReport: Sendable {
  /// As requested.
  package let url: String
  /// The final address after redirects and discovery; nil for a file.
  package let address: String?
  package let feed: ParsedFeed

  /// An object for each item: id, title as shown, link, published, author; then one for each excluded item: `dropped`
  /// with title and reason.
  package var jsonLines: [String] {
    feed.items.map(\.json.line)
      + feed.dropped.map { JSON.object(texts: [("dropped", $0.reason), ("title", $0.title)]).line }
  }

  /// Reads a feed or a source of alerts once, in a loop of its own.
  ///
  /// - Throws: `Failure` with the reason why there is no report.
  package static func read(_ spec: FeedSpec, http: HTTPSettings = HTTPSettings()) throws(Failure) -> FeedReport {
    let (loop, client) = (RunLoop(), HTTPClient(settings: http))
    if spec.address != nil, let problem = client.passwordProblem { throw problem }
    var outcome: FeedFetch.Outcome?
    let links = AlertLinks()
    let fetch = FeedFetch(limits: FeedLimits(), readsAlerts: spec.alerts != nil) {
      guard case .read(let feed, let response) = $0, let alerts = spec.alerts else {
        outcome = $0
        return loop.end()
      }
      links.follow(feed, mayBePrivate: spec.address == nil || response.isPrivate, client: client) {
        outcome = .read($0.selecting(alerts, now: wallClockNow()), response)
        loop.end()
      }
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
    case .failed(let reason, _)?: throw Failure(of: spec.url, reason)
    case .notModified?: throw Failure(of: spec.url, reason: "reported no change")
    case nil: throw Failure(of: spec.url, reason: "cannot be waited for")
    }
  }
}

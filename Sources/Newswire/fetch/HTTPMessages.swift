internal import Base
internal import CCurl
internal import Glibc
internal import ScrollCore

/// What is asked of a server.
struct HTTPRequest {
  var address: WebAddress
  /// Of the copy that is at hand, for a conditional request.
  var entityTag: String?
  var lastModified: String?
  var accept =
    "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9,"
    + " text/xml;q=0.9, application/json;q=0.8, text/html;q=0.5, */*;q=0.1"
  /// Whether it may lead to a machine of this network. What the user names may; what the internet names may not.
  var mayBePrivate = true
  /// Most bytes of the unpacked body.
  var sizeLimit = 16 << 20
}

/// The head of an answer.
struct HTTPResponse: Equatable {
  /// Who answered.
  var address: WebAddress?
  /// Where permanent redirections, and no others before them, have led to; nil where there were none.
  var movedTo: WebAddress?
  /// It came from a machine of this network, not from the internet.
  var isPrivate = false
  var status = 0
  var contentType = ""
  /// All codings, where there are several.
  var contentEncoding = ""
  var entityTag: String?
  var lastModified: String?
  var location: String?
  /// Seconds, by `Cache-Control: max-age`; 0 for `no-cache` and `no-store`.
  var maxAge: Double?
  /// Seconds that the whole answer took.
  var duration = 0.0
  /// Seconds, by `Retry-After`, whether it was given so or as a date.
  var retryAfter: Double?

  /// Takes one line of the head. A status line begins a new one (after "100 Continue").
  mutating func take(line: String) {
    if line.hasPrefix("HTTP/") {
      self = HTTPResponse(address: address, movedTo: movedTo, isPrivate: isPrivate)
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return
    }
    guard let colon = line.firstIndex(of: ":") else { return }
    let value = TextCleaner.line(String(line[line.index(after: colon)...]), limit: 8192)
    switch line[..<colon].lowercased() {
    case "content-type": contentType = value
    case "content-encoding": contentEncoding += (contentEncoding.isEmpty ? "" : ", ") + value
    case "etag": entityTag = value.utf8.count <= 1024 ? value : nil
    case "last-modified": lastModified = value.utf8.count <= 128 ? value : nil
    case "location": location = value
    // It may come in several lines.
    case "cache-control": maxAge = Self.maxAge(value).map { $0 == 0 ? 0 : min($0, maxAge ?? $0) } ?? maxAge
    case "retry-after": retryAfter = Self.retryAfter(value)
    default: break
    }
  }

  private static func maxAge(_ value: String) -> Double? {
    let directives = value.lowercased().split(separator: ",").map { part in part.filter { $0 != " " && $0 != "\"" } }
    if directives.contains(where: { $0 == "no-cache" || $0 == "no-store" }) { return 0 }
    let age = directives.first { $0.hasPrefix("max-age=") }.flatMap { Double($0.dropFirst("max-age=".count)) }
    return age.flatMap { $0.isNaN ? nil : max($0, 0) }
  }

  private static func retryAfter(_ value: String) -> Double? {
    if let seconds = Double(value) { return seconds.isFinite ? max(seconds, 0) : nil }
    return feedDate(value).map { max($0 - wallClockNow(), 0) }
  }
}

/// How a request came out. A body has gone to the request's receiver by then.
enum HTTPOutcome: Equatable {
  case done(HTTPResponse)
  case notModified(HTTPResponse)
  /// `response` where one had come, as with 429 and its `Retry-After`.
  case failed(String, response: HTTPResponse?)
}

/// A request on its way: what is asked, who takes what comes of it, and the redirections so far.
struct HTTPJob {
  /// Takes a piece of the body, at most 16 KB; false when no more is wanted.
  typealias Receiver = (_ bytes: UnsafeRawBufferPointer, _ response: HTTPResponse) -> Bool
  typealias Completion = (HTTPOutcome) -> Void

  private(set) var request: HTTPRequest
  let receiver: Receiver
  let completion: Completion
  private(set) var redirects = 0
  /// Where permanent redirections, and no others before them, have led to; nil where there were none.
  private(set) var movedTo: WebAddress?
  private var hasDetour = false

  init(_ request: HTTPRequest, receiver: @escaping Receiver, completion: @escaping Completion) {
    self.request = request
    self.receiver = receiver
    self.completion = completion
  }

  /// The job after one more redirection, which the server has answered with.
  func redirected(to address: WebAddress, by response: HTTPResponse) -> HTTPJob {
    var next = self
    let status = response.status
    next.request.address = address
    next.request.mayBePrivate = response.isPrivate
    next.redirects += 1
    next.hasDetour = hasDetour || (status != 301 && status != 308)
    if !next.hasDetour { next.movedTo = address }
    return next
  }
}

/// Bounds on what a server may do.
package struct HTTPSettings: Sendable {
  /// Seconds to a connection, TLS included.
  package var connectTimeout = 15.0
  /// Seconds for the whole of one answer.
  package var timeout = 60.0
  /// Less than `lowSpeed` bytes a second for `lowSpeedTime` seconds is given up.
  package var lowSpeed = 50
  package var lowSpeedTime = 15
  /// Transfers at a time, and one to each host.
  package var connections = 8
  package var redirects = 5
  package var userAgent = "newsreel/\(Release.version) (desktop news ticker; polls politely)"
  /// A file of passwords and headers (`CredentialFile`); nil for none.
  package var passwords: String?
  /// A file of certificates to trust instead of the system's; for tests.
  package var certificates: String?

  package init() {}
}

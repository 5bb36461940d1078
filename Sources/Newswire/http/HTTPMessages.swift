internal import Base
internal import CCurl
internal import Glibc
internal import ScrollCore

/// A request to a server.
struct HTTPRequest {
  var address: WebAddress
  /// From the cached copy, for a conditional request.
  var entityTag: String?
  var lastModified: String?
  var accept =
    "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9,"
    + " text/xml;q=0.9, application/json;q=0.8, text/html;q=0.5, */*;q=0.1"
  /// Whether it may access private addresses. An address from the user may, an address from the internet may not.
  var mayBePrivate = true
  /// The fields of a form to send with POST; nil for GET.
  var form: [(name: String, value: String)]?
  /// Further lines of the head, "Name: value".
  var headers: [String] = []
  /// Whether it carries secrets of its own: it is not redirected to another server, and the user's password for that
  /// address is not offered.
  var isConfidential = false
  /// The cookies of the reading so far, in the form of `CURLOPT_COOKIELIST`, which says for which servers each is.
  var cookies: [String] = []
  /// The limit for the unpacked body, in bytes.
  var sizeLimit = 16 << 20
}

/// The head of a response.
struct HTTPResponse: Equatable {
  /// The address that responded.
  var address: WebAddress?
  /// The target of permanent redirects without others before them; nil without any.
  var movedTo: WebAddress?
  /// Whether a private address has answered.
  var isPrivate = false
  var status = 0
  var contentType = ""
  /// All codings, if there are several.
  var contentEncoding = ""
  var entityTag: String?
  var lastModified: String?
  var location: String?
  /// From `Cache-Control: max-age`, in seconds; 0 for `no-cache` and `no-store`.
  var maxAge: Double?
  /// The duration of the whole transfer, in seconds.
  var duration = 0.0
  /// From `Retry-After`, in seconds, also if it is a date.
  var retryAfter: Double?
  /// The cookies of the reading so far (`HTTPRequest.cookies`), once the transfer has ended.
  var cookies: [String] = []

  /// Parses a line of the head. A status line starts over (after "100 Continue").
  mutating func parse(line: String) {
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
    // The header may be repeated.
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

/// The outcome of a request. Its receiver has got the body by then.
enum HTTPOutcome: Equatable {
  case done(HTTPResponse)
  case notModified(HTTPResponse)
  /// Has a `response` if there was one, as with 429 and its `Retry-After`.
  case failed(Reason, response: HTTPResponse?)
}

/// A request in progress, with its callbacks and its redirects so far.
struct HTTPJob {
  /// Receives a chunk of the body, at most 16 KB. Returns false if no more is needed.
  typealias Receiver = (_ bytes: UnsafeRawBufferPointer, _ response: HTTPResponse) -> Bool
  typealias Completion = (HTTPOutcome) -> Void

  private(set) var request: HTTPRequest
  let receiver: Receiver
  let completion: Completion
  private(set) var redirects = 0
  /// The target of permanent redirects without others before them; nil without any.
  private(set) var movedTo: WebAddress?
  private var hasDetour = false

  init(_ request: HTTPRequest, receiver: @escaping Receiver, completion: @escaping Completion) {
    self.request = request
    self.receiver = receiver
    self.completion = completion
  }

  /// The job for a redirect in the server's response.
  func redirected(to address: WebAddress, by response: HTTPResponse) -> HTTPJob {
    var next = self
    let status = response.status
    next.request.address = address
    next.request.mayBePrivate = response.isPrivate
    next.request.cookies = response.cookies
    next.redirects += 1
    next.hasDetour = hasDetour || (status != 301 && status != 308)
    if !next.hasDetour { next.movedTo = address }
    return next
  }
}

/// Limits for servers.
package struct HTTPSettings: Sendable {
  /// The timeout for a connection, including TLS, in seconds.
  package var connectTimeout = 15.0
  /// The timeout for a transfer, in seconds.
  package var timeout = 60.0
  /// A transfer below `lowSpeed` bytes a second for `lowSpeedTime` seconds is aborted.
  package var lowSpeed = 50
  package var lowSpeedTime = 15
  /// The limit for transfers at a time; a host has one at most.
  package var connections = 8
  package var redirects = 5
  package var userAgent = "newsreel/\(Release.version) (desktop news ticker; polls politely)"
  /// A file of passwords and headers (`CredentialFile`); nil for none.
  package var passwords: String?
  /// A file of certificates to trust instead of the system's; for tests.
  package var certificates: String?

  package init() {}
}

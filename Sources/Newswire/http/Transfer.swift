internal import Base
internal import CCurl
internal import Glibc
internal import ScrollCore

/// A transfer: an easy handle of libcurl, the head of the response, and the unprocessed part of the body.
final class Transfer {
  enum Ending {
    case outcome(HTTPOutcome)
    case redirect(HTTPJob)
  }

  let handle: UnsafeMutableRawPointer
  let job: HTTPJob
  private let settings: HTTPSettings
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var response = HTTPResponse()
  private var headerBytes = 0
  /// The received body; the part from `position` is unprocessed.
  private var pending: [UInt8] = []
  private var position = 0
  private var received = 0
  private var isPaused = false
  private var isSatisfied = false
  private var code: CURLcode?
  private var refusal: Reason?

  private static let piece = 16 << 10
  /// The size at which curl is paused until some is processed.
  private static let longestPending = 2 << 20
  /// Beyond this size, the unpacked body is compared with the packed one. Pausing does not help, as curl unpacks and
  /// keeps everything that it has read.
  private static let harmless = 1 << 20
  private static let bestRatio = 100
  private static let mostCookies = 50

  /// - Parameter credentials: Sent to this server only, not to a redirect's target.
  init(_ job: HTTPJob, credentials: HTTPCredentials?, settings: HTTPSettings) throws(Failure) {
    guard let handle = newsreel_easy_init() else {
      throw Failure(of: job.request.address.description, reason: "libcurl gives no handle")
    }
    self.handle = handle
    self.job = job
    self.settings = settings
    response.address = job.request.address
    response.movedTo = job.movedTo
    setOptions()
    setHeaders(credentials?.headers ?? [])
    if let credentials, !job.request.isConfidential { setPassword(credentials) }
    if let form = job.request.form { setForm(form) }
    setCalls()
    // The address of a proxy proves nothing.
    if !Proxies.variables.contains(where: { getenv($0) != nil }) { setGuard() }
  }

  deinit {
    newsreel_easy_cleanup(handle)
    newsreel_slist_free_all(headers)
  }

  var host: String { request.address.host }
  private var request: HTTPRequest { job.request }

  /// Whether a chunk of the body is unprocessed.
  var hasWork: Bool { position < pending.count || (isPaused && code == nil && !isSatisfied) }

  /// Whether the transfer has ended, or needs no more, and everything is processed.
  var isComplete: Bool { (code != nil || isSatisfied) && position >= pending.count }

  func finish(_ code: CURLcode) {
    self.code = code
    if code == CURLE_COULDNT_RESOLVE_HOST { Fence.renewIfNamesMoved() }
  }

  /// Delivers a chunk of the body. Returns its size.
  func deliverPiece() -> Int {
    let end = min(position + Self.piece, pending.count)
    let count = end - position
    if count > 0, !isSatisfied {
      let range = position..<end
      let isWanted = pending.withUnsafeBytes { job.receiver(UnsafeRawBufferPointer(rebasing: $0[range]), response) }
      if !isWanted { isSatisfied = true }
    }
    position = isSatisfied ? pending.count : end
    if position >= pending.count {
      pending.removeAll(keepingCapacity: true)
      position = 0
      if isPaused, code == nil, !isSatisfied {
        isPaused = false
        newsreel_easy_pause(handle, CURLPAUSE_CONT)
      }
    }
    return count
  }

  // MARK: Outcome

  func outcome() -> Ending {
    var microseconds: curl_off_t = 0
    _ = newsreel_easy_get_size(handle, CURLINFO_TOTAL_TIME_T, &microseconds)
    response.duration = Double(microseconds) / 1e6
    response.cookies = cookies()
    if (300..<400).contains(response.status), response.status != 304, let location = response.location {
      return redirection(to: location)
    }
    if let refusal { return .outcome(.failed(refusal, response: response)) }
    switch response.status {
    case 304: return .outcome(.notModified(response))
    case 200..<300 where code == CURLE_OK || isSatisfied: return .outcome(.done(response))
    case 400...: return .outcome(.failed(Self.reason(response.status), response: response))
    default: break
    }
    if code == CURLE_OK { return .outcome(.failed(.of(.answeredWith, "\(response.status)"), response: response)) }
    return .outcome(.failed(reason(), response: response.status == 0 ? nil : response))
  }

  private func redirection(to location: String) -> Ending {
    func refused(_ problem: ValuedProblem, _ value: String) -> Ending {
      .outcome(.failed(.of(problem, value), response: response))
    }
    guard job.redirects < settings.redirects else { return refused(.manyRedirects, "\(settings.redirects)") }
    guard let address = request.address.resolving(location) else {
      return refused(.redirectsElsewhere, TextCleaner.line(location, limit: 100))
    }
    if request.address.scheme == "https", address.scheme == "http" {
      return refused(.redirectsToPlain, address.host)
    }
    // Only these two statuses repeat a form.
    let keepsForm = request.form == nil || response.status == 307 || response.status == 308
    guard !request.isConfidential || keepsForm && address.hasSameOrigin(as: request.address) else {
      return refused(.givesNoPassword, address.host)
    }
    return .redirect(job.redirected(to: address, by: response))
  }

  private static func reason(_ status: Int) -> Reason {
    let problem: ValuedProblem =
      switch status {
      case 401: .asksForPassword
      case 403: .refusesAccess
      case 404: .isNotThere
      case 410: .isGoneForGood
      case 429: .asksForLess
      default: status >= 500 ? .serverError : .serverRefuses
      }
    return .of(problem, "\(status)")
  }

  private func reason() -> Reason {
    guard let code else { return .of(.wasInterrupted) }
    switch code {
    case CURLE_OPERATION_TIMEDOUT: return .of(.tookTooLong)
    case CURLE_PARTIAL_FILE: return .of(.endedEarly)
    case CURLE_COULDNT_RESOLVE_HOST: return .of(.hostUnknown, host)
    case CURLE_COULDNT_CONNECT: return .of(.noConnection, host)
    case CURLE_PEER_FAILED_VERIFICATION: return .of(.badCertificate, host)
    case CURLE_FILESIZE_EXCEEDED: return .of(.tooLarge, sizeText(request.sizeLimit))
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: return .of(.brokeOff, host)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: return .of(.noHTTP, host)
    case CURLE_GOT_NOTHING: return .of(.answeredNothing, host)
    default:
      return newsreel_easy_strerror(code).map { Reason(String(cString: $0)) } ?? .of(.failedWith, "\(code.rawValue)")
    }
  }
}

// MARK: - Request

extension Transfer {
  private func setOptions() {
    set(CURLOPT_URL, request.address.withoutFragment)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_USERAGENT, settings.userAgent)
    set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")  // A kilobyte of brotli can be gigabytes.
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_QUICK_EXIT, 1)  // Otherwise aborting waits for the resolver.
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(settings.connectTimeout * 1000))
    set(CURLOPT_TIMEOUT_MS, Int(settings.timeout * 1000))
    set(CURLOPT_LOW_SPEED_LIMIT, settings.lowSpeed)
    set(CURLOPT_LOW_SPEED_TIME, settings.lowSpeedTime)
    set(CURLOPT_BUFFERSIZE, 8 << 10)  // Unpacks little at a time.
    _ = newsreel_easy_set_size(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.sizeLimit))
    if let file = settings.certificates { set(CURLOPT_CAINFO, file) }
    set(CURLOPT_COOKIEFILE, "")  // Takes cookies, and keeps them in no file.
    for cookie in request.cookies { set(CURLOPT_COOKIELIST, cookie) }
  }

  /// The cookies that curl has now. They are forgotten with the reading.
  private func cookies() -> [String] {
    var list: UnsafeMutablePointer<curl_slist>?
    guard newsreel_easy_get_list(handle, CURLINFO_COOKIELIST, &list) == CURLE_OK else { return [] }
    defer { newsreel_slist_free_all(list) }
    let all = sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }
    return all.prefix(Self.mostCookies).compactMap { $0?.pointee.data.map { String(cString: $0) } }
  }

  /// Sets a password that is sent only when the server requests it, hashed if possible.
  private func setPassword(_ credentials: HTTPCredentials) {
    guard let user = credentials.user else { return }
    set(CURLOPT_USERNAME, user)
    set(CURLOPT_PASSWORD, credentials.password)
    // CURLAUTH_BASIC and CURLAUTH_DIGEST, which are macros.
    set(CURLOPT_HTTPAUTH, 1 << 0 | 1 << 1)
  }

  private func setHeaders(_ own: [String]) {
    var lines = ["Accept: \(request.accept)"] + own + request.headers
    if request.form != nil { lines.append("Expect:") }  // Otherwise a long form waits for a go-ahead.
    if let tag = request.entityTag { lines.append("If-None-Match: \(tag)") }
    if let date = request.lastModified { lines.append("If-Modified-Since: \(date)") }
    for line in lines { headers = newsreel_slist_append(headers, line) }
    _ = newsreel_easy_set_list(handle, CURLOPT_HTTPHEADER, headers)
  }

  private func setForm(_ form: [(name: String, value: String)]) {
    let bytes = Array(WebAddress.form(form).utf8)
    set(CURLOPT_POST, 1)
    _ = newsreel_easy_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
    bytes.withUnsafeBytes {
      _ = newsreel_easy_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
    }
  }

  private func setCalls() {
    let data = Unmanaged.passUnretained(self).toOpaque()
    _ = newsreel_easy_set_pointer(handle, CURLOPT_HEADERDATA, data)
    _ = newsreel_easy_set_writer(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, data in
      Unmanaged<Transfer>.object(data)?.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    _ = newsreel_easy_set_pointer(handle, CURLOPT_WRITEDATA, data)
    _ = newsreel_easy_set_writer(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, data in
      Unmanaged<Transfer>.object(data)?.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
  }

  private func setGuard() {
    _ = newsreel_easy_set_pointer(handle, CURLOPT_PREREQDATA, Unmanaged.passUnretained(self).toOpaque())
    _ = newsreel_easy_set_prereq(handle, CURLOPT_PREREQFUNCTION) { data, address, _, _, _ in
      Unmanaged<Transfer>.object(data)?.mayAsk(address.map { String(cString: $0) } ?? "") == false ? 1 : 0
    }
  }

  private func set(_ option: CURLoption, _ text: String) { _ = newsreel_easy_set_text(handle, option, text) }
  private func set(_ option: CURLoption, _ number: Int) { _ = newsreel_easy_set_long(handle, option, number) }

  // MARK: Receiving

  /// Whether the server may be accessed, by its IP address (curl's prerequest callback).
  fileprivate func mayAsk(_ address: String) -> Bool {
    response.isPrivate = isPrivateAddress(address)
    guard response.isPrivate, !request.mayBePrivate else { return true }
    refusal = .of(.leadsInside, host)
    return false
  }

  fileprivate func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    headerBytes += bytes.count
    guard headerBytes <= 128 << 10 else {
      refusal = .of(.headTooLong)
      return 0
    }
    response.parse(line: String(decoding: bytes.prefix(16 << 10), as: UTF8.self))
    let codings = ["gzip", "x-gzip", "deflate", "identity", ""]
    guard codings.contains(response.contentEncoding.lowercased()) else {
      refusal = .of(.packedOtherwise, String(response.contentEncoding.prefix(40)))
      return 0
    }
    return bytes.count
  }

  /// curl's write callback: returns the number of accepted bytes, 0 to abort, or `CURL_WRITEFUNC_PAUSE`.
  fileprivate func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    // The body of an error or redirect is of no use.
    guard (200..<300).contains(response.status), !isSatisfied else { return 0 }
    if received + bytes.count > request.sizeLimit {
      refusal = .of(.tooLarge, sizeText(request.sizeLimit))
      return 0
    }
    if received > Self.harmless, received > Self.bestRatio * packedSize() {
      refusal = .of(.unpacksTooFar)
      return 0
    }
    if pending.count - position > Self.longestPending {
      isPaused = true
      return Int(CURL_WRITEFUNC_PAUSE)
    }
    received += bytes.count
    pending.append(contentsOf: bytes)
    return bytes.count
  }

  /// The size of the body as transferred, in bytes.
  private func packedSize() -> Int {
    var size: curl_off_t = 0
    _ = newsreel_easy_get_size(handle, CURLINFO_SIZE_DOWNLOAD_T, &size)
    return max(Int(size), 1)
  }
}

extension WebAddress {
  /// The form that is sent to a server.
  var withoutFragment: String { "\(scheme)://\(authority)\(path)\(query)" }
}

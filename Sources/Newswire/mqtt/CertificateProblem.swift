internal import Base
internal import CCurl
internal import ScrollCore

/// Finds out what is wrong with a broker's certificate. libmosquitto says only that it is not accepted, so libcurl looks at it
/// once more.
struct CertificateProblem {
  private let settings: BrokerSettings
  private static let patience = 5

  init(_ settings: BrokerSettings) { self.settings = settings }

  /// The reason; nil if it cannot be found.
  func reason(now: UnixTime) -> String? {
    guard newsreel_curl_library() != nil, newsreel_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else { return nil }
    defer { newsreel_global_cleanup() }
    var facts: [String: String] = [:]
    let code = shakeHands(isVerified: false) { facts = Self.facts(of: $0) }
    guard code == CURLE_OK else {
      return code == CURLE_SSL_CONNECT_ERROR ? "there is no TLS at port \(settings.address.port)" : nil
    }
    guard !facts.isEmpty else { return nil }
    let issuer = facts["issuer"].map { " (issued by \($0))" } ?? ""
    if let end = facts["expire date"], let time = Self.time(end), time < now {
      return "its certificate has expired on \(Self.day(end))\(issuer)"
    }
    if let start = facts["start date"], let time = Self.time(start), time > now {
      return "its certificate is valid from \(Self.day(start)) on\(issuer)"
    }
    if shakeHands(isVerified: true, { _ in }) == CURLE_OK {
      let subject = facts["subject"].map { ", \($0)" } ?? ""
      return "its certificate is for another name than \(settings.address.host)\(subject)"
    }
    return "the authority of its certificate is not trusted\(issuer); --mqtt-ca has the file of one to trust"
  }

  /// Connects by TLS and no further. The name is not verified.
  private func shakeHands(isVerified: Bool, _ look: (UnsafeMutableRawPointer) -> Void) -> CURLcode {
    guard let handle = newsreel_easy_init() else { return CURLE_FAILED_INIT }
    defer { newsreel_easy_cleanup(handle) }
    let address = settings.address
    let host = address.host.contains(":") ? "[\(address.host)]" : address.host
    let options = settings.options
    for (option, text) in [
      (CURLOPT_URL, "https://\(host):\(address.port)/"), (CURLOPT_CAINFO, options.authorities),
      (CURLOPT_SSLCERT, options.certificate), (CURLOPT_SSLKEY, options.key), (CURLOPT_PROXY, ""),
    ] {
      if let text { _ = newsreel_easy_set_text(handle, option, text) }
    }
    for (option, number) in [
      (CURLOPT_CONNECT_ONLY, 1), (CURLOPT_CERTINFO, 1), (CURLOPT_NOSIGNAL, 1), (CURLOPT_TIMEOUT, Self.patience),
      (CURLOPT_SSL_VERIFYPEER, isVerified ? 1 : 0), (CURLOPT_SSL_VERIFYHOST, 0),
    ] { _ = newsreel_easy_set_long(handle, option, number) }
    let code = newsreel_easy_perform(handle)
    if code == CURLE_OK { look(handle) }
    return code
  }

  /// The lines about the broker's own certificate, as in "Issuer:CN = Our CA", by their names in small letters: of two names for a thing, each
  /// of curl's libraries has its own.
  private static func facts(of handle: UnsafeMutableRawPointer) -> [String: String] {
    var pointer: UnsafeMutableRawPointer?
    guard newsreel_easy_get_pointer(handle, CURLINFO_CERTINFO, &pointer) == CURLE_OK,
      let info = pointer?.assumingMemoryBound(to: curl_certinfo.self).pointee, info.num_of_certs > 0
    else { return [:] }
    var facts: [String: String] = [:]
    var next = info.certinfo[0]
    while let line = next?.pointee {
      let text = TextCleaner.line(line.data.map { String(cString: $0) } ?? "", limit: 300)
      if let colon = text.firstIndex(of: ":") {
        facts[text[..<colon].lowercased()] = text[text.index(after: colon)...].trimmed
      }
      next = line.next
    }
    return facts
  }

  /// Reads "2026-11-27 00:00:00 GMT" of GnuTLS, and "Nov 27 00:00:00 2026 GMT" of OpenSSL.
  private static func time(_ date: String) -> UnixTime? {
    let words = date.split(separator: " ")
    if words.count == 3 { return feedDate("\(words[0])T\(words[1])Z") }
    return words.count == 5 ? feedDate("\(words[1]) \(words[0]) \(words[3]) \(words[2]) GMT") : nil
  }

  /// A date without its time, if it begins with it: "2026-11-27 00:00:00 GMT".
  private static func day(_ date: String) -> String {
    date.dropFirst(4).first == "-" ? String(date.prefix { $0 != " " }) : date
  }
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

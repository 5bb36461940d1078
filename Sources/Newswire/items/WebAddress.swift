internal import Base

/// An absolute http or https address, and the resolution of relative references (RFC 3986, section 5).
///
/// libxml2's `xmlBuildURI` is stricter and less complete: it rejects international hosts (IDNA), and "[", "|" and a
/// lone "%" in paths and queries, all of which occur in feeds, and it keeps "/./".
package struct WebAddress: Equatable, Sendable, CustomStringConvertible {
  /// "http" or "https".
  package let scheme: String
  /// The host in lower case, with user and port as given.
  package let authority: String
  /// Including the leading slash.
  let path: String
  /// Including the "?"; empty if there is none.
  let query: String
  /// Including the "#"; empty if there is none.
  let fragment: String

  /// Returns nil unless the text is an http or https address with a host, of at most 8192 bytes. Trims blanks, and
  /// percent-encodes invalid characters as browsers do. "feed:https://example.org/x" is that address; "feed://example.org/x"
  /// has the scheme of its document, or else https.
  package init?(_ text: String) {
    self.init(Parts(text))
  }

  /// Parses an address without a scheme, as users write it: "example.org/feed", "localhost:8765", "nas:5000/feed",
  /// "[::1]:80/x". The scheme is https. Returns nil for other texts, and for texts that may be files, such as
  /// "feed.xml" and "news/today".
  static func written(_ text: String) -> WebAddress? {
    let place = text.prefix { $0 != "/" }
    let (host, port) = Self.parts(of: place.unicodeScalars)
    let (name, hasPath) = (String(host), place.endIndex < text.endIndex)
    let isInBrackets = name.hasPrefix("[") && name.contains(":")
    let isHost =
      if isInBrackets || name == "localhost" || name.contains(".") && !name.hasPrefix(".") {
        hasPath || !port.isEmpty
      } else {
        // Neither a time of day nor "tel:5551".
        hasPath && !port.isEmpty && name.contains(where: \.isLetter)
      }
    guard isHost, isInBrackets || name.allSatisfy({ $0.isLetter || $0.isNumber || "-.".contains($0) }) else {
      return nil
    }
    return WebAddress("https://" + text)
  }

  /// Whether a reference leads to a web page from any base. Checks only the start of the usual forms.
  static func isReference(_ text: String) -> Bool {
    for start in ["https://", "http://"] where text.hasPrefix(start) {
      if let next = text.utf8.dropFirst(start.utf8.count).first, next.isLetter || next.isDigit { return true }
    }
    return anywhere?.resolving(text) != nil
  }

  /// The text without "feed:", with which some pages and programs mark the addresses of feeds.
  static func withoutFeed(_ text: String) -> String {
    var rest = text[...]
    while rest.prefix(5).lowercased() == "feed:" { rest = rest.dropFirst(5) }
    return String(rest)
  }

  private static let anywhere = WebAddress("https://localhost/")

  /// Whether it is a site's front page.
  var isFrontPage: Bool { path == "/" && query.isEmpty && fragment.isEmpty }

  /// Resolves a reference in a document; `base` is the document's address, if it has one.
  init?(_ reference: String, relativeTo base: WebAddress?) {
    guard let address = base.map({ $0.resolving(reference) }) ?? WebAddress(reference) else { return nil }
    self = address
  }

  /// Resolves a reference in a document at this address.
  package func resolving(_ reference: String) -> WebAddress? {
    var parts = Parts(reference)
    if parts.scheme != nil { return WebAddress(parts) }
    parts.scheme = scheme
    if parts.authority == nil {
      parts.authority = authority
      if parts.path.isEmpty {
        if parts.query.isEmpty { parts.query = query }
        parts.path = path
      } else if !parts.path.hasPrefix("/") {
        let directory = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        parts.path = directory + parts.path
      }
    }
    return WebAddress(parts)
  }

  package var description: String { "\(scheme)://\(authority)\(path)\(query)\(fragment)" }

  /// The host without user and port.
  package var host: String {
    let scalars = authority.unicodeScalars
    let start = scalars.lastIndex(of: "@").map { scalars.index(after: $0) } ?? scalars.startIndex
    return String(Self.parts(of: scalars[start...]).host)
  }

  /// The port, by the scheme if none is given.
  package var port: UInt16 {
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return UInt16(String(Self.parts(of: place.unicodeScalars).port.dropFirst())) ?? (scheme == "https" ? 443 : 80)
  }

  /// Splits off the port with its colon. An IPv6 address is in brackets, since it contains colons.
  private static func parts(
    of place: Substring.UnicodeScalarView
  ) -> (host: Substring.UnicodeScalarView, port: Substring.UnicodeScalarView) {
    let start = place.first == "[" ? place.firstIndex(of: "]") ?? place.startIndex : place.startIndex
    let end = place[start...].firstIndex(of: ":") ?? place.endIndex
    return (place[..<end], place[end...])
  }

  private init?(_ parts: Parts) {
    guard let scheme = parts.scheme ?? (parts.isOfFeed ? "https" : nil), scheme == "http" || scheme == "https",
      let given = parts.authority
    else { return nil }
    let at = given.lastIndex(of: "@").map { given.index(after: $0) } ?? given.startIndex
    let place = Self.percentDecoded(given[at...]).lowercased()
    authority = given[..<at] + place
    self.scheme = scheme
    path = parts.path.isEmpty ? "/" : Self.withoutDots(parts.path)
    query = parts.query
    fragment = parts.fragment
    let (host, port) = Self.parts(of: place[...].unicodeScalars)
    guard Self.isHost(host), port.isEmpty || Self.isPort(port.dropFirst()) else { return nil }
  }

  private static func isPort(_ digits: Substring.UnicodeScalarView) -> Bool {
    digits.allSatisfy { "0"..."9" ~= $0 } && (digits.isEmpty || UInt16(String(digits)) != nil)
  }

  private static func isHost(_ host: Substring.UnicodeScalarView) -> Bool {
    guard let first = host.first else { return false }
    // A combining mark would attach to the text before it.
    guard first == "[" else { return !first.properties.isGraphemeExtend && host.allSatisfy(isOfHost) }
    return host.last == "]"
      && host.dropFirst().dropLast().allSatisfy { $0.properties.isASCIIHexDigit || $0 == ":" || $0 == "." }
  }

  /// Whether a host may contain it: not a delimiter of addresses, a control character or a bidirectional control.
  private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.value > 0x20 && scalar.value != 0x7F && !"<>\"\\^`{|}%#/?@[]".unicodeScalars.contains(scalar)
    }
    switch scalar.properties.generalCategory {
    case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      return false
    // Zero-width joiners and non-joiners may be part of a name.
    case .format: return scalar == "\u{200C}" || scalar == "\u{200D}"
    default: return true
    }
  }

  /// Decodes a host, so that libcurl can convert it to ASCII (IDNA).
  static func percentDecoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The fields of a form as `application/x-www-form-urlencoded`, also for a query.
  static func form(_ fields: [(name: String, value: String)]) -> String {
    func encoded(_ text: String) -> String {
      let digits = Array("0123456789ABCDEF".utf8)
      let bytes = text.utf8.flatMap { byte -> [UInt8] in
        if byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte) { return [byte] }
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    return fields.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
  }

  /// Implements `remove_dot_segments` of RFC 3986. An encoded dot is equivalent to a plain one.
  private static func withoutDots(_ path: String) -> String {
    guard path.contains("/.") || path.contains("/%2") else { return path }
    var kept: [Substring] = []
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      let dots = segment.utf8.count <= 6 ? percentDecoded(segment) : ""
      if dots == ".." {
        _ = kept.popLast()
      } else if dots != "." {
        kept.append(segment)
        continue
      }
      if isLast { kept.append("") }
    }
    return "/" + kept.joined(separator: "/")
  }
}

/// The five components of a reference; nil for an absent one.
private struct Parts {
  var scheme: String?
  /// Whether "feed:" precedes it.
  private(set) var isOfFeed = false
  var authority: String?
  var path = ""
  var query = ""
  var fragment = ""

  init(_ text: String) {
    var rest = Substring(Self.encoded(text))
    while let colon = rest.firstIndex(of: ":"), let first = rest.utf8.first, first.isLetter, scheme == nil,
      rest[..<colon].utf8.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
    {
      let name = rest[..<colon].lowercased()
      if name == "feed" { isOfFeed = true } else { scheme = name }
      rest = rest[rest.index(after: colon)...]
    }
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[hash...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[mark...])
      rest = rest[..<mark]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case ...0x20, 0x7F..., 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D: false
    default: true
    }
  }

  /// Trims blanks, removes line breaks, and percent-encodes other invalid characters.
  private static func encoded(_ text: String) -> String {
    guard text.utf8.count <= 8192 else { return "" }
    if text.utf8.allSatisfy(isAllowed) { return text }
    var bytes: [UInt8] = []
    let trimmed = Array(text.utf8).drop { $0 <= 0x20 }
    let end = trimmed.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? trimmed.startIndex
    for byte in trimmed[..<end] where byte != 0x0A && byte != 0x0D && byte != 0x09 {
      if !isAllowed(byte) {
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

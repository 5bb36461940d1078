package import Base
internal import ScrollCore

/// The address of an MQTT broker and of a channel on it: `mqtts://ada@broker.example.org:8883/lobby`.
package struct BrokerAddress: Equatable, Sendable {
  package let isSecure: Bool
  /// The user's name; nil for the one that passwords.toml names, or for none.
  package let user: String?
  /// A name, or an address without brackets.
  package let host: String
  package let port: UInt16
  /// The channel's name; nil for a broker whose topics are named one by one.
  package let channel: String?

  package static let longestChannel = 64

  /// No broker's.
  init() { (isSecure, user, host, port, channel) = (false, nil, "", 1883, nil) }

  /// - Throws: `Failure` for any other text, and for one with a password, which others could read.
  package init(_ text: String) throws(Failure) {
    func wrong(_ reason: String) -> Failure {
      .usage("'\(withoutPasswords(TextCleaner.line(text, limit: 200)))' \(reason)")
    }
    let form = "is not a broker's address; write mqtt://host/channel, or mqtts:// for one with TLS"
    let lower = text.lowercased()
    guard lower.hasPrefix("mqtt://") || lower.hasPrefix("mqtts://"), text.utf8.count <= 1024 else { throw wrong(form) }
    isSecure = lower.hasPrefix("mqtts")
    let name = text.dropFirst(isSecure ? 8 : 7)
    // Checks host and port as those of a page.
    guard let page = WebAddress("https://" + name), page.query.isEmpty, page.fragment.isEmpty else { throw wrong(form) }
    let authority = page.authority
    let at = authority.lastIndex(of: "@")
    let user = at.map { String(authority[..<$0]) }
    if user?.contains(":") == true {
      throw wrong(
        "has a password, which other users could read; it belongs into passwords.toml or NEWSREEL_MQTT_PASSWORD")
    }
    self.user = user.flatMap { $0.isEmpty ? nil : WebAddress.percentDecoded($0[...]) }
    let place = authority[(at.map { authority.index(after: $0) } ?? authority.startIndex)...]
    let bare = page.host
    let digits = place.dropFirst(bare.count + 1)
    guard let port = digits.isEmpty ? (isSecure ? 8883 : 1883) : UInt16(digits), port > 0 else { throw wrong(form) }
    (host, self.port) = (bare.hasPrefix("[") ? String(bare.dropFirst().dropLast()) : bare, port)
    var path = page.path.dropFirst()
    if path.hasSuffix("/") { path.removeLast() }
    channel = path.isEmpty ? nil : String(path)
    guard channel.map(Self.isName) ?? true else {
      throw wrong(
        "names no channel: one has letters, digits, '-', '_' and '.', and at most \(Self.longestChannel) of them")
    }
  }

  /// Whether a text names a channel, an item or a display: what fits between two slashes of a topic.
  package static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.count <= longestChannel
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }
  }

  /// Without the user. Identifies the channel among sources.
  package var description: String {
    let place = host.contains(":") ? "[\(host)]" : host
    return "mqtt\(isSecure ? "s" : "")://\(place):\(port)\(channel.map { "/" + $0 } ?? "")"
  }

  /// With the user, in the form that is parsed.
  package var written: String {
    guard let user else { return description }
    let encoded = WebAddress.form([(user, "")]).dropLast()
    return description.replacing("://", with: "://\(encoded)@", maxReplacements: 1)
  }

  /// Its name on a strip.
  package var name: String { channel ?? host }

  /// Whether it is on the same broker, over the same transport.
  func isServed(like other: BrokerAddress) -> Bool {
    isSecure == other.isSecure && host == other.host && port == other.port
  }
}

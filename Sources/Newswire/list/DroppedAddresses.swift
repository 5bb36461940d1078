internal import Glibc
internal import ScrollCore

/// The addresses and files in dropped or copied content.
package struct DroppedAddresses: Equatable, Sendable {
  /// Addresses and paths, as for `FeedSpec`, in order, without duplicates.
  package private(set) var all: [String] = []
  /// Whether there were more than the limit.
  package private(set) var isCut = false

  /// The limit.
  package static let most = 32

  /// - Parameter type: The type of the content: `text/uri-list` (RFC 2483), `text/x-moz-url`, which has an address and
  ///   a title on two lines, or text.
  package init(_ bytes: [UInt8], type: String) {
    let text = Self.text(of: bytes)
    var lines = text.split(whereSeparator: \.isNewline).map { TextCleaner.line(String($0), limit: 8192) }
    switch type {
    case "text/uri-list": lines.removeAll { $0.hasPrefix("#") }
    case "text/x-moz-url": lines = Array(lines.prefix(1))
    default: break
    }
    for line in lines {
      guard let address = Self.address(in: line), !all.contains(address) else { continue }
      guard all.count < Self.most else {
        isCut = true
        break
      }
      all.append(address)
    }
  }

  /// Parses typed or pasted text: an address or a path a line.
  package init(typed text: String) { self.init(Array(text.utf8), type: "text/plain") }

  /// Decodes UTF-8, or UTF-16 as browsers write `text/x-moz-url`.
  private static func text(of bytes: [UInt8]) -> String {
    let bytes = bytes.last == 0 && !bytes.dropLast().contains(0) ? bytes.dropLast() : bytes[...]
    guard bytes.contains(0) else { return String(decoding: bytes, as: UTF8.self) }
    var units: [UInt16] = []
    var rest = bytes
    while let low = rest.popFirst(), let high = rest.popFirst() { units.append(UInt16(high) << 8 | UInt16(low)) }
    let isSwapped = units.first == 0xfffe
    if isSwapped { units = units.map(\.byteSwapped) }
    if units.first == 0xfeff { units.removeFirst() }
    return String(decoding: units.filter { $0 != 0 }, as: UTF16.self)
  }

  /// The address in a line; nil for other text.
  private static func address(in line: String) -> String? {
    let given = String(line.drop { $0 == " " })
    let text = given.lowercased().hasPrefix("feed://") ? given : WebAddress.withoutFeed(given)
    let scheme = text.prefix { $0 != ":" }.lowercased()
    if ["http", "https", "feed"].contains(scheme), text.contains("://") { return text }
    if scheme == "file" { return path(ofFile: text) }
    guard !text.contains("://"), !text.contains(" ") || text.hasPrefix("/") else { return nil }
    if text.hasPrefix("~/"), let home = getenv("HOME") { return String(cString: home) + text.dropFirst() }
    if text.hasPrefix("/") || text.hasPrefix("./") { return text }
    // "example.org" alone is not a file here.
    let written = text.contains("/") || text.contains(":") || text.hasSuffix(".") ? text : text + "/"
    return WebAddress.written(written).map { _ in written }
  }

  /// The path in a file's address, such as `file:///home/me/My%20feeds.opml` (RFC 8089); nil for another host's.
  private static func path(ofFile address: String) -> String? {
    var rest = address.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
      rest = rest.dropFirst(host.count)
    }
    guard rest.hasPrefix("/") else { return nil }
    var bytes: [UInt8] = []
    var source = Array(rest.utf8)[...]
    while let byte = source.popFirst() {
      let digits = source.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy({ $0 != UInt8(ascii: "+") }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value != 0
      {
        bytes.append(value)
        source.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return TextCleaner.line(String(decoding: bytes, as: UTF8.self), limit: 8192)
  }
}

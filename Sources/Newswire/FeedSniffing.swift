/// The encoding of a document, by its first bytes and its header.
enum FeedEncoding {
  /// `markLength`: the bytes of the byte order mark, to be dropped.
  static func find(in head: [UInt8], contentType: String) -> (encoding: TextDecoder.Encoding, markLength: Int) {
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if head.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if head.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    if head.starts(with: [0x3C, 0x00]) { return (.utf16LittleEndian, 0) }
    if head.starts(with: [0x00, 0x3C]) { return (.utf16BigEndian, 0) }
    let header = value(of: "charset", in: Array(contentType.utf8)).flatMap(TextDecoder.Encoding.init(name:))
    let declaration = declared(in: head)
    // Where one of them says UTF-8, it is: a server's default is often wrong, and what is not UTF-8 falls back.
    if header == .utf8 || declaration == .utf8 { return (declaration ?? .utf8 == .utf8 ? .utf8 : header ?? .utf8, 0) }
    return (header ?? declaration ?? .utf8, 0)
  }

  private static func declared(in head: [UInt8]) -> TextDecoder.Encoding? {
    let start = head.prefix(256).drop { $0.isBlank }
    guard start.starts(with: "<?xml".utf8), let end = start.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    return value(of: "encoding", in: Array(start[..<end])).flatMap(TextDecoder.Encoding.init(name:))
  }

  /// What stands after "name=", with or without quotes.
  private static func value(of name: StaticString, in bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    guard let range = text.firstRange(of: "\(name)") else { return nil }
    var rest = text[range.upperBound...].drop { $0.isWhitespace }
    guard rest.first == "=" else { return nil }
    rest = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
    let value = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
    return value.isEmpty ? nil : String(value)
  }
}

/// What a document is, and where in its head it begins.
struct DocumentKind {
  enum Kind { case xml, json, html }

  let kind: Kind
  /// Bytes before it that are not its own: blanks, notices of the program that made it.
  let start: Int

  static func find(in head: [UInt8], contentType: String) -> DocumentKind? {
    let first = head.firstIndex { !$0.isBlank && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF && $0 >= 0x20 }
    guard let first else { return nil }
    if head[first] == UInt8(ascii: "{") { return DocumentKind(kind: .json, start: first) }
    // Whichever root comes first; a declaration or a notice may stand before it.
    let feed = roots.compactMap { find($0, in: head) }.min()
    let page = pages.compactMap { find($0, in: head) }.min()
    if let feed, feed < page ?? .max { return DocumentKind(kind: .xml, start: feed) }
    if let page { return DocumentKind(kind: .html, start: page) }
    if contentType.lowercased().hasPrefix("text/html") { return DocumentKind(kind: .html, start: first) }
    return head[first] == UInt8(ascii: "<") ? DocumentKind(kind: .xml, start: first) : nil
  }

  private static let roots: [[UInt8]] = ["<rss", "<feed", "<rdf:rdf", "<rdf", "<channel", "<atom:feed", "<opml"].map {
    Array($0.utf8)
  }
  private static let pages: [[UInt8]] = ["<!doctype html", "<html"].map { Array($0.utf8) }

  /// The position of a tag, whatever its case; a longer name is not it.
  private static func find(_ tag: [UInt8], in head: [UInt8]) -> Int? {
    guard head.count > tag.count else { return nil }
    return (0..<(head.count - tag.count)).first { start in
      guard head[start] == UInt8(ascii: "<") else { return false }
      let next = head[start + tag.count]
      return next.isBlank || next == UInt8(ascii: ">")
        ? head[start..<(start + tag.count)].map(\.lowercasedASCII) == tag : false
    }
  }
}

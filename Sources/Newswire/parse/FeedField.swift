internal import Base

/// The vocabularies of feeds.
enum FeedSpace {
  case rss, atom, rdf, dublinCore, content, media, itunes, feedburner, other

  init(_ uri: String) {
    switch uri.hasSuffix("/") ? String(uri.dropLast()) : uri {
    case "", "http://purl.org/rss/1.0", "http://my.netscape.com/rdf/simple/0.9", "http://purl.org/net/rss1.1#",
      "http://channel.netscape.com/rdf/simple/0.9", "http://backend.userland.com/rss2", "rss",
      "http://backend.userland.com/RSS2", "http://my.netscape.com/publish/formats/rss-0.91.dtd":
      self = .rss
    case "http://www.w3.org/2005/Atom", "https://www.w3.org/2005/Atom", "http://purl.org/atom/ns#", "atom", "a10":
      self = .atom
    case "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf": self = .rdf
    case "http://purl.org/dc/elements/1.1", "http://purl.org/dc/terms", "http://purl.org/dc/elements/1.0", "dc",
      "dcterms":
      self = .dublinCore
    case "http://purl.org/rss/1.0/modules/content", "content": self = .content
    case "http://search.yahoo.com/mrss", "media": self = .media
    case "http://rssnamespace.org/feedburner/ext/1.0", "feedburner": self = .feedburner
    case "itunes": self = .itunes
    default: self = uri.lowercased().hasPrefix("http://www.itunes.com/dtds/podcast-1.0.dtd") ? .itunes : .other
    }
  }
}

/// The role of an element in an item or feed. Of several for the same role, the highest rank wins.
enum FeedField {
  enum Role { case title, summary }

  /// If the form is nil, the element's attributes specify it.
  case text(Role, TextForm?, rank: Int)
  case link(rank: Int)
  case id(isLink: Bool)
  case date(rank: Int)
  /// The time of the last change.
  case change
  case author(rank: Int)
  case icon, timeToLive

  /// The rank of an original link that a service has wrapped.
  static let originalLink = 6

  /// Returns the field of an element; nil if it is not used.
  static func find(_ space: FeedSpace, _ name: String) -> FeedField? {
    switch space {
    case .rss: rss[name]
    case .atom: atom[name]
    case .dublinCore: dublinCore[name]
    case .content: name == "encoded" ? .text(.summary, .html, rank: 5) : nil
    case .media: media[name]
    case .itunes: itunes[name]
    case .feedburner: name == "origlink" ? .link(rank: originalLink) : nil
    case .rdf, .other: nil
    }
  }

  private static let rss: [String: FeedField] = [
    "title": .text(.title, .html, rank: 4), "link": .link(rank: 5), "guid": .id(isLink: true),
    "pubdate": .date(rank: 4),
    "date": .date(rank: 1), "author": .author(rank: 2), "managingeditor": .author(rank: 2),
    "description": .text(.summary, .html, rank: 6), "abstract": .text(.summary, .html, rank: 6),
    "enclosure": .link(rank: 2), "image": .icon, "url": .icon, "ttl": .timeToLive,
  ]
  private static let atom: [String: FeedField] = [
    "title": .text(.title, nil, rank: 4), "link": .link(rank: 5), "id": .id(isLink: false), "published": .date(rank: 4),
    "issued": .date(rank: 4), "updated": .change, "modified": .change, "created": .date(rank: 3),
    "author": .author(rank: 3), "summary": .text(.summary, nil, rank: 6),
    "content": .text(.summary, nil, rank: 5), "icon": .icon, "logo": .icon,
  ]
  private static let dublinCore: [String: FeedField] = [
    "title": .text(.title, .html, rank: 3), "creator": .author(rank: 3), "date": .date(rank: 3),
    "created": .date(rank: 2),
    "issued": .date(rank: 3), "modified": .change, "description": .text(.summary, .html, rank: 4),
  ]
  private static let itunes: [String: FeedField] = [
    "title": .text(.title, .html, rank: 2), "author": .author(rank: 1), "summary": .text(.summary, .html, rank: 3),
    "subtitle": .text(.summary, .html, rank: 2), "image": .icon,
  ]
  private static let media: [String: FeedField] = [
    "title": .text(.title, .html, rank: 1), "description": .text(.summary, .html, rank: 1), "content": .link(rank: 1),
  ]
}

/// The ranks of the values found so far.
struct FeedRanks {
  var title = 0
  var link = 0
  var date = 0
  var author = 0
  var summary = 0
}

/// The format of a text. Atom specifies it: "html" is parsed as HTML; "text" and "xhtml", whose tags are elements, are
/// not.
enum TextForm {
  case plain, html, base64

  var kind: RawItem.TextKind { self == .plain ? .plain : .html }

  /// - Parameters:
  ///   - type: The type attribute.
  ///   - mode: The mode attribute of Atom 0.3.
  ///   - isContent: Whether the element is `content`, which may have any media type; other than text, it is in base64
  /// (RFC 4287, 4.1.3.3).
  init(type: String?, mode: String?, isContent: Bool) {
    guard type != nil || mode != nil else {
      self = .plain
      return
    }
    let type = type?.lowercased() ?? "text"
    let mode = mode?.lowercased()
    let isText = !type.contains("/") || type.hasPrefix("text/") || type.hasSuffix("xml")
    if mode == "base64" || (isContent && !isText && mode == nil) {
      self = .base64
    } else {
      self = type.contains("html") && (type == "html" || type.contains("/")) || mode == "escaped" ? .html : .plain
    }
  }

  /// Decodes base64 (RFC 4648) if that yields text. Returns anything else unchanged.
  static func unpacked(_ text: [UInt8]) -> [UInt8] {
    var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for byte in text where !byte.isBlank && byte != UInt8(ascii: "=") {
      guard let value = digits.firstIndex(of: byte) else { return text }
      (bits, count) = (bits << 6 | UInt32(value), count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    // It may be cut within a character.
    let isText = (0...3).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
    return isText ? bytes : []
  }
}

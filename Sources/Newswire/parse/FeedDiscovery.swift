internal import CXML2
package import Formats
internal import ScrollCore

/// A feed that a page links to.
package struct LinkedFeed: Equatable, Sendable {
  package var address: String
  /// Its title on the page; empty for none.
  package var title: String

  package init(_ address: String, title: String = "") { (self.address, self.title) = (address, title) }
}

extension LinkedFeed: Recorded {
  package static let record = Record(
    LinkedFeed(""), [.required("url", \.address, .text), .usual("title", \.title, .text)])
}

/// Finds the feeds that an HTML page links to in its head (libxml2's HTML push parser, without network access).
final class FeedDiscovery {
  private var context: htmlParserCtxtPtr?
  private var base: WebAddress?
  private var found: [(feed: LinkedFeed, rank: Int)] = []
  private(set) var icon: String?
  private(set) var isInBody = false

  init(address: WebAddress?) {
    base = address
    var calls = xmlSAXHandler()
    calls.startElement = { data, name, attributes in
      guard let name else { return }
      let page = Unmanaged<FeedDiscovery>.object(data)
      page?.start(String(cString: name).lowercased(), FeedDiscovery.dictionary(attributes))
    }
    let data = Unmanaged.passUnretained(self).toOpaque()
    context = htmlCreatePushParserCtxt(&calls, data, nil, 0, nil, XML_CHAR_ENCODING_UTF8)
    let options = [HTML_PARSE_RECOVER, HTML_PARSE_NONET, HTML_PARSE_NOERROR, HTML_PARSE_NOWARNING]
    htmlCtxtUseOptions(context, Int32(options.reduce(0) { $0 | $1.rawValue }))
  }

  deinit {
    if let tree = context?.pointee.myDoc { xmlFreeDoc(tree) }
    htmlFreeParserCtxt(context)
  }

  func push(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !isInBody else { return }
    bytes.withUnsafeBytes { buffer in
      _ = htmlParseChunk(context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 0)
    }
  }

  func finish() { _ = htmlParseChunk(context, nil, 0, 1) }

  /// Best first: news before comments, otherwise in the page's order.
  var feeds: [LinkedFeed] {
    found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element.feed)
  }

  private func start(_ name: String, _ attributes: [String: String]) {
    switch name {
    case "body": isInBody = true
    case "base":
      if let href = attributes["href"] { base = WebAddress(href, relativeTo: base) }
    case "link": startLink(attributes)
    default: break
    }
  }

  private func startLink(_ attributes: [String: String]) {
    guard !isInBody, let href = attributes["href"], !href.isEmpty else { return }
    let relations = (attributes["rel"] ?? "").lowercased().split(separator: " ")
    guard let address = WebAddress(href, relativeTo: base)?.description else { return }
    if relations.contains("icon"), icon == nil { icon = address }
    guard relations.contains("alternate") || relations.contains("feed"), found.count < 50 else { return }
    let type = (attributes["type"] ?? "").lowercased().prefix { $0 != ";" }
    let types = ["application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"]
    guard types.contains(String(type)) || relations.contains("feed") else { return }
    guard !found.contains(where: { $0.feed.address == address }) else { return }
    let title = TextCleaner.line(attributes["title"] ?? "", limit: 200)
    let isComments = title.lowercased().contains("comment") || href.contains("comments")
    found.append((LinkedFeed(address, title: title), isComments ? 1 : 0))
  }

  private static func dictionary(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> [String: String] {
    var found: [String: String] = [:]
    var index = 0
    while let attributes, let name = attributes[index], index < 200 {
      let value = attributes[index + 1].map { String(cString: $0) } ?? ""
      found[String(cString: name).lowercased()] = value
      index += 2
    }
    return found
  }
}

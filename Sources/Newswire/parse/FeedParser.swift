package import Base

/// Parses a feed of any format incrementally. Keeps only what may be shown.
///
/// Unpacks gzip. The encoding is that of the byte order mark, else of the HTTP header, else of the XML declaration,
/// else UTF-8.
package final class FeedParser {
  private enum Stage {
    case sniffing
    case xml
    case json(JSONFeed)
    case html(FeedDiscovery)
    case failed(Reason)
  }

  private let address: WebAddress?
  private let limits: FeedLimits
  private let contentType: String
  private var stage = Stage.sniffing
  /// Outside of `stage`, so that it can be changed in place.
  private var xml: XMLTokenizer<XMLFeed>
  /// For a source of alerts; nil for a feed.
  private var alerts: XMLTokenizer<CAPReader>?
  private var head: [UInt8] = []
  /// For a file served as gzip.
  private var unpacker: Unpacker?
  private var decoder: TextDecoder?
  private var decoded: [UInt8] = []
  private var size = 0
  private static let headSize = 4096

  /// - Parameters:
  ///   - address: The document's address, for relative links; nil for a file.
  ///   - contentType: HTTP's header.
  ///   - readsAlerts: Whether it is a source of alerts (`ParsedFeed.alerts`).
  package init(
    address: WebAddress?, contentType: String = "", limits: FeedLimits = FeedLimits(), readsAlerts: Bool = false
  ) {
    self.address = address
    self.contentType = contentType
    self.limits = limits
    xml = XMLTokenizer(handler: XMLFeed(collector: FeedCollector(address: address, limits: limits)))
    alerts = readsAlerts ? XMLTokenizer(handler: CAPReader(address: address)) : nil
  }

  /// Whether more bytes would change nothing.
  package var isSatisfied: Bool {
    switch stage {
    case .html(let page): page.isInBody
    case .failed: true
    default: size >= limits.bytes
    }
  }

  /// Parses more of the document, in linear time. Pass at most 16 KB at a time.
  package func push(_ bytes: UnsafeRawBufferPointer) {
    guard let unpacker else { return parse(bytes) }
    if unpacker.push(bytes, receiver: parse) != nil { stage = .failed(.of(.unpacksTooFar)) }
  }

  private func parse(_ bytes: UnsafeRawBufferPointer) {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(max(0, limits.bytes - size)))
    size += bytes.count
    guard case .sniffing = stage else { return decodeAndPush(bytes) }
    head.append(contentsOf: bytes)
    if unpacker == nil, Unpacker.isPacked(head) { return unpack() }
    if head.count >= Self.headSize { decide() }
  }

  /// Switches to unpacking.
  private func unpack() {
    unpacker = Unpacker()
    let packed = head
    (head, size) = ([], 0)
    packed.withUnsafeBytes { push($0) }
  }

  /// Ends the document.
  ///
  /// - Throws: if it is not a feed.
  package func finish() throws(Failure) -> ParsedFeed {
    if case .sniffing = stage { decide() }
    decoded.removeAll(keepingCapacity: true)
    decoder?.finish(into: &decoded)
    pushDecoded()
    var feed = try finishStage()
    if size >= limits.bytes, feed.items.isEmpty, feed.alerts?.alerts.isEmpty ?? true, feed.format != .html {
      throw problem(.of(.tooLargeForAny, "\(limits.bytes >> 20) MB"))
    }
    if size >= limits.bytes {
      feed.isCut = true
      feed.warn("is larger than \(limits.bytes >> 20) MB; the rest was not read")
    }
    return feed
  }

  private func finishStage() throws(Failure) -> ParsedFeed {
    switch stage {
    case .xml where alerts != nil: return try finishAlerts()
    case .xml:
      // Drops an incomplete item at the end.
      let result = xml.handler.finish(isTruncated: xml.isTruncated)
      if result.format == .unknown, result.items.isEmpty {
        throw problem(result.warnings.contains(XMLFeed.alertHint) ? Reason(XMLFeed.alertHint) : .of(.isOtherXML))
      }
      return result
    case .json(let json):
      do throws(Failure) { return try json.finish() } catch { throw problem(.of(.isNoJSON, error.reason)) }
    case .html(let page):
      page.finish()
      var result = ParsedFeed()
      result.format = .html
      result.discovered = page.feeds
      result.icon = page.icon
      return result
    case .failed(let reason): throw problem(reason)
    case .sniffing: throw problem(.of(.isEmpty))
    }
  }

  /// A source lists all alerts in force: half of a document would end the others.
  private func finishAlerts() throws(Failure) -> ParsedFeed {
    guard var alerts else { return ParsedFeed() }
    if alerts.isTruncated, size < limits.bytes { throw problem(.of(.endsInTheMiddle)) }
    let result = alerts.handler.finish()
    if result.format == .unknown, result.alerts == AlertDocument() {
      throw problem(.of(.noAlerts))
    }
    return result
  }

  // MARK: Detecting the format

  private func decide() {
    let bytes = head
    head = []
    decoded.removeAll(keepingCapacity: true)
    decoder = TextDecoder(head: bytes, contentType: contentType, into: &decoded)
    guard let kind = DocumentKind.find(in: decoded, contentType: contentType) else {
      let isBlank = decoded.allSatisfy { $0.isBlank }
      stage = .failed(.of(isBlank ? .isEmpty : .noFeed))
      return
    }
    decoded.removeFirst(kind.start)
    switch kind.kind {
    case .xml: stage = .xml
    case .json where alerts != nil, .html where alerts != nil:
      stage = .failed(.of(.noAlerts))
    case .json: stage = .json(JSONFeed(collector: FeedCollector(address: address, limits: limits)))
    case .html: stage = .html(FeedDiscovery(address: address))
    }
    pushDecoded()
  }

  private func decodeAndPush(_ bytes: UnsafeRawBufferPointer) {
    decoded.removeAll(keepingCapacity: true)
    decoder?.decode(bytes, into: &decoded)
    pushDecoded()
  }

  private func pushDecoded() {
    switch stage {
    case .xml: if alerts == nil { xml.push(decoded) } else { alerts?.push(decoded) }
    case .json(let feed): feed.push(decoded)
    case .html(let page): page.push(decoded)
    case .sniffing, .failed: break
    }
  }

  private func problem(_ reason: Reason) -> Failure { Failure(of: address?.description ?? "the file", reason) }
}

/// The format of a document.
enum DocumentKind {
  case xml, json, html

  /// Detects the format, and the offset of the document in its head: blanks and messages of the server's program may
  /// precede it. Returns nil for an unknown format.
  static func find(in head: [UInt8], contentType: String) -> (kind: DocumentKind, start: Int)? {
    let first = head.firstIndex { !$0.isBlank && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF && $0 >= 0x20 }
    guard let first else { return nil }
    if head[first] == UInt8(ascii: "{") { return (.json, first) }
    // The first root counts; a declaration or message may precede it.
    let feed = roots.compactMap { find($0, in: head) }.min()
    let page = pages.compactMap { find($0, in: head) }.min()
    if let feed, feed < page ?? .max { return (.xml, feed) }
    // A document type proves nothing: some feeds have HTML's.
    if let page = page ?? find(pageType, in: head) { return (.html, page) }
    if contentType.lowercased().hasPrefix("text/html") { return (.html, first) }
    return head[first] == UInt8(ascii: "<") ? (.xml, first) : nil
  }

  private static let roots: [[UInt8]] = [
    "<rss", "<feed", "<rdf:rdf", "<rdf", "<channel", "<atom:feed", "<opml", "<alert", "<cap:alert",
  ].map {
    Array($0.utf8)
  }
  private static let pages = [Array("<html".utf8)]
  private static let pageType = Array("<!doctype html".utf8)

  /// The position of a tag, ignoring case; a longer name does not match.
  private static func find(_ tag: [UInt8], in head: [UInt8]) -> Int? {
    guard head.count > tag.count else { return nil }
    return (0..<(head.count - tag.count)).first { start in
      let next = head[start + tag.count]
      guard head[start] == UInt8(ascii: "<"), next.isBlank || next == UInt8(ascii: ">") else { return false }
      return head[start..<(start + tag.count)].map(\.lowercasedASCII) == tag
    }
  }
}

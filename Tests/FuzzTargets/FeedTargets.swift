import Formats
import ScrollCore
import TestKit

@testable import Base
@testable import Newswire

extension FuzzTarget {
  /// What servers send.
  static let feeds = [
    FuzzTarget("feeds", longest: 4096, checkFeed),
    FuzzTarget("html", checkHTML),
    FuzzTarget("dates", longest: 110, checkDate),
    FuzzTarget("encodings", checkEncoding),
    FuzzTarget("addresses", longest: 512, checkAddress),
    FuzzTarget("heads", checkHead),
    FuzzTarget("dropped", longest: 1024, checkDropped),
    FuzzTarget("cache", longest: 4096, checkCache),
    FuzzTarget("reader", longest: 4096, checkReader),
  ]

  // MARK: - What is dropped

  private static func checkDropped(_ bytes: [UInt8]) throws {
    for type in ["text/uri-list", "text/x-moz-url", "text/plain"] {
      let addresses = DroppedAddresses(bytes, type: type)
      try hold(addresses.all.count <= DroppedAddresses.most, "there are too many")
      try hold(Set(addresses.all).count == addresses.all.count, "one comes twice")
      for address in addresses.all {
        try holdClean(address, "an address")
        try hold(!address.isEmpty, "an address is empty")
      }
    }
  }

  // MARK: - Feeds

  private static func parse(_ bytes: [UInt8], step: Int) -> Result<ParsedFeed, Failure> {
    let parser = FeedParser(address: WebAddress("https://example.org/news/feed.xml"))
    inPieces(bytes, step) { parser.push($0) }
    return Result { () throws(Failure) in try parser.finish() }
  }

  /// The earliest and the latest that any spelling of a date can mean: 1900 and 2286.
  private static let moments = -2_300_000_000.0...10_000_000_000

  private static func checkFeed(_ bytes: [UInt8]) throws {
    let result = parse(bytes, step: 16 << 10)
    // How bytes that are not UTF-8 are read may depend on which of them come together.
    if String(validating: bytes, as: UTF8.self) != nil {
      let other = parse(bytes, step: 1 + checksum(bytes) % 60)
      try hold(isSame(result, other), "in pieces it is another feed: \(result) and \(other)")
    }
    guard case .success(let feed) = result else {
      if case .failure(let failure) = result { try holdClean(failure.description, "a failure") }
      return
    }
    try holdClean(feed.title, "the title")
    for warning in feed.warnings { try holdClean(warning, "a warning") }
    for dropped in feed.dropped { try holdClean(dropped.title + dropped.reason, "what is dropped") }
    try hold(feed.items.count <= 200, "there are \(feed.items.count) items")
    try hold(feed.timeToLive.map(\.isFinite) ?? true, "ttl is \(feed.timeToLive ?? 0)")
    for link in [feed.link, feed.icon] + feed.discovered.map(\.address) { try link.map(holdAddress) }
    for item in feed.items { try check(item) }
  }

  private static func isSame(_ a: Result<ParsedFeed, Failure>, _ b: Result<ParsedFeed, Failure>) -> Bool {
    switch (a, b) {
    case (.success(let a), .success(let b)): a == b
    case (.failure(let a), .failure(let b)): a == b
    default: false
    }
  }

  static func check(_ item: NewsItem) throws {
    try hold(!item.title.isEmpty && item.title.count <= 1009, "a title has \(item.title.count) characters")
    for text in [item.title, item.author, item.summary, item.topic] { try holdClean(text, "an item") }
    try item.link.map(holdAddress)
    try hold(item.published.map(\.seconds.isFinite) ?? true, "published at \(item.published?.seconds ?? 0)")
    try hold(item.timeToLive.map { $0.isFinite && $0 > 0 } ?? true, "ttl is \(item.timeToLive ?? 0)")
    let line = item.json.line
    try holdClean(line, "an item's line")
    let again = (try? JSON(parsing: line)).flatMap { NewsItem(json: $0) }
    try hold(again?.json.line == line, "\(line) is read as \(again?.json.line ?? "nothing")")
  }

  // MARK: - Accounts

  /// The same bytes as any answer of a reader's account.
  private static func checkReader(_ bytes: [UInt8]) throws {
    for secret in [ReaderAPI.authorization(in: bytes), ReaderAPI.token(in: bytes)] {
      try hold(secret?.utf8.allSatisfy { (0x21...0x7E).contains($0) } ?? true, "a secret may not be in a head")
    }
    let base = WebAddress("https://reader.example/api/greader.php")
    for subscription in (try? ReaderAPI.subscriptions(in: bytes, of: "https://reader.example", base: base)) ?? [] {
      let feed = subscription.feed
      for text in [subscription.title, feed.group, feed.account?.stream] { try holdClean(text, "a subscription") }
      try holdAddress(feed.url)
      for address in [feed.site, subscription.icon] { try address.map(holdAddress) }
    }
    if let (ids, next) = try? ReaderAPI.ids(in: bytes) {
      for id in ids { try hold(ReaderItemID(long: id.long) == id, "\(id.long) is another ID") }
      try holdClean(next, "a continuation")
    }
    var items: [NewsItem] = []
    try? ReaderAPI.items(in: bytes, limits: FeedLimits()) { stream, _, item in
      if let item { items.append(item) }
    }
    for item in items { try check(item) }
  }

  // MARK: - Cleaning

  private static func checkHTML(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let limit = 1 + checksum(bytes) % 300
    let title = titleText(text, limit: limit)
    try holdClean(title, "a title")
    try hold(title.count <= limit + 9, "a title of at most \(limit) characters has \(title.count)")
    try hold(htmlText(text).utf8.count <= 8 * bytes.count + 8, "the text has grown")
    try hold(htmlText(text, hasTags: false).utf8.count <= 8 * bytes.count + 8, "the text without tags has grown")
  }

  private static func checkDate(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let date = feedDate(text)?.seconds
    try hold(date.map { moments.contains($0) } ?? true, "\(text.debugDescription) is \(date ?? 0)")
    guard String(validating: bytes, as: UTF8.self) != nil else { return }
    let other = FeedDate(Array(text.utf8))?.seconds
    try hold(date == other, "\(text.debugDescription) is \(date ?? .nan) or \(other ?? .nan)")
  }

  private static let types = [
    "", "text/xml; charset=utf-8", "text/xml; charset=iso-8859-1", "text/xml; charset=shift_jis", "x; charset=utf-16le",
    "x; charset=gb18030", "x; charset=iso-2022-jp", "x; charset=big5", "x; charset=utf-7", "x; charset=koi8-r",
    "x; charset=euc-kr", "x; charset=ucs-4", "x; charset=ibm037",
  ]

  private static func checkEncoding(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    let type = input.element(of: types)
    let document = input.remainder()
    func decode(_ step: Int) -> [UInt8] {
      var output: [UInt8] = []
      let head = Array(document.prefix(step))
      let decoder = TextDecoder(head: head, contentType: type, into: &output)
      inPieces(Array(document.dropFirst(step)), step) { decoder.decode($0, into: &output) }
      decoder.finish(into: &output)
      return output
    }
    for step in [16 << 10, 7, 1] {
      let text = decode(step)
      try hold(String(validating: text, as: UTF8.self) != nil, "in pieces of \(step) it becomes no UTF-8")
      try hold(text.count <= 8 * document.count + 64, "\(document.count) bytes become \(text.count)")
    }
    _ = Encoding(label: String(decoding: document, as: UTF8.self))
  }

  // MARK: - Addresses and heads

  /// Nothing in it could end a line, a quote or a terminal's patience.
  static func holdAddress(_ text: String) throws {
    try holdClean(text, "an address")
    try hold(text.utf8.allSatisfy { $0 > 0x20 && !"<>\"\\^`{|}".utf8.contains($0) }, "unsafe: \(text)")
    try hold(WebAddress(text)?.description == text, "\(text) is read as \(WebAddress(text)?.description ?? "nothing")")
  }

  private static func checkAddress(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let address = WebAddress(parts[0]) else {
      if let spec = try? FeedSpec(url: parts[0]) { try holdClean(spec.url, "a feed's address") }
      return
    }
    try holdAddress(address.description)
    try hold(!address.host.isEmpty, "there is no host")
    guard parts.count > 1, let target = address.resolving(parts[1]) else { return }
    try holdAddress(target.description)
  }

  private static func checkHead(_ bytes: [UInt8]) throws {
    var head = HTTPResponse()
    let text = String(decoding: bytes, as: UTF8.self)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { head.parse(line: String(line)) }
    for text in [head.contentType, head.contentEncoding, head.entityTag, head.lastModified, head.location] {
      try holdClean(text, "a head's value")
    }
    try hold(head.retryAfter.map { $0.isFinite && $0 >= 0 } ?? true, "Retry-After is \(head.retryAfter ?? 0)")
    let policy = RefreshPolicy()
    for failures in [1, 5, 5000] {
      let wait = policy.wait(failures: failures, retryAfter: head.retryAfter)
      try hold((60...policy.longest * 7).contains(wait), "after a failure it waits \(wait)")
    }
    let wait = policy.wait(interval: nil, maxAge: head.maxAge, timeToLive: head.maxAge.map { $0 - 50 })
    try hold((60...policy.longest * 1.2).contains(wait), "it waits \(wait)")
    if let location = head.location {
      try WebAddress("http://a/b?c#d")?.resolving(location).map { try holdAddress($0.description) }
    }
  }

  private static func checkCache(_ bytes: [UInt8]) throws {
    guard let entry = FeedCache.parse(bytes) else { return }
    for time in [entry.looked, entry.due] {
      try hold(time.map(\.seconds.isFinite) ?? true, "a time is \(time?.seconds ?? 0)")
    }
    for item in entry.items {
      try hold(item.published.map(\.seconds.isFinite) ?? true, "published at \(item.published?.seconds ?? 0)")
    }
    let text = FeedCache.text(of: entry)
    let again = FeedCache.parse(Array(text.utf8))
    try hold(again.map { FeedCache.text(of: $0) } == text, "it is not read as it was written")
    let state = FeedState(try FeedSpec(url: "https://example.org/"))
    state.load(entry, now: 0, time: wallClockNow(), policy: RefreshPolicy())
    try hold((0...86_400 * 7).contains(state.deadline), "it is due at \(state.deadline)")
  }
}

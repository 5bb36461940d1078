internal import Base
internal import Formats
internal import ScrollCore

/// A request to a reader's account, below the address of its API.
struct ReaderRequest {
  var path: String
  var query: [(name: String, value: String)] = []
  /// The fields of a POST request; nil for GET.
  var form: [(name: String, value: String)]?
  /// The limit for the answer, in bytes.
  var sizeLimit = 64 << 10

  func address(below base: WebAddress) -> WebAddress? {
    var text = base.withoutFragment
    while text.hasSuffix("/") { text.removeLast() }
    return WebAddress(text + "/" + path + (query.isEmpty ? "" : "?" + WebAddress.form(query)))
  }
}

/// A feed of a reader's account.
package struct Subscription: Equatable, Sendable {
  /// With its address, its place in the account, its website, and its folder there as the group.
  package var feed: FeedSpec
  /// Its name there.
  package var title: String?
  var icon: String?
}

/// The Google Reader API as FreshRSS and Miniflux serve it: its requests and answers.
///
/// Both know `stream/items/ids` and `stream/items/contents`; Miniflux has no `stream/contents`. Miniflux identifies the
/// user of a POST request by its token `T` alone, FreshRSS by the header.
enum ReaderAPI {
  private static let state = "user/-/state/com.google/"
  static let tokenPath = "reader/api/0/token"

  static func login(user: String, password: String) -> ReaderRequest {
    ReaderRequest(path: "accounts/ClientLogin", form: [("Email", user), ("Passwd", password)])
  }

  static let token = ReaderRequest(path: tokenPath)

  static let subscriptions = ReaderRequest(
    path: "reader/api/0/subscription/list", query: [("output", "json")], sizeLimit: 8 << 20)

  /// The IDs of the newest items of all feeds.
  static func items(onlyUnread: Bool, count: Int, from continuation: String?) -> ReaderRequest {
    var query = [(name: "output", value: "json"), ("s", state + "reading-list"), ("n", "\(count)")]
    if onlyUnread { query.append(("xt", state + "read")) }
    if let continuation { query.append(("c", continuation)) }
    return ReaderRequest(path: "reader/api/0/stream/items/ids", query: query, sizeLimit: 4 << 20)
  }

  static func contents(of items: [ReaderItemID]) -> ReaderRequest {
    ReaderRequest(
      path: "reader/api/0/stream/items/contents", query: [("output", "json")],
      form: [("output", "json")] + items.map { ("i", $0.long) }, sizeLimit: 32 << 20)
  }

  static func mark(_ items: [ReaderItemID], isRead: Bool) -> ReaderRequest {
    ReaderRequest(
      path: "reader/api/0/edit-tag", form: [(isRead ? "a" : "r", state + "read")] + items.map { ("i", $0.long) })
  }
}

// MARK: - Answers

extension ReaderAPI {
  /// The value of the `Authorization` header that a login grants, or nil.
  static func authorization(in answer: [UInt8]) -> String? {
    let lines = answer.split { $0 == 0x0A || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self) }
    return lines.first { $0.hasPrefix("Auth=") }.flatMap { secret($0.dropFirst("Auth=".count)) }
  }

  /// The token for changes, or nil.
  static func token(in answer: [UInt8]) -> String? {
    secret(String(decoding: answer, as: UTF8.self).split { $0.isWhitespace }.first ?? "")
  }

  /// A text that may become part of a header.
  private static func secret(_ text: Substring) -> String? {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    return isPlain && (1...2048).contains(text.utf8.count) ? String(text) : nil
  }

  /// Parses a list of subscriptions.
  ///
  /// - Parameters:
  ///   - account: The address of the account.
  ///   - base: The address that has answered.
  package static func subscriptions(in answer: [UInt8], of account: String, base: WebAddress?) throws(Failure)
    -> [Subscription]
  {
    var subscriptions: [Subscription] = []
    var isList = false
    try members(of: answer) { name, value in
      guard name == "subscriptions", case .object = value else { return }
      isList = true
      guard subscriptions.count < FeedList.mostSubscriptions else { return }
      if let subscription = subscription(value, of: account, base: base) { subscriptions.append(subscription) }
    }
    // An empty list has no elements to pass on. A malformed one must not end all subscriptions.
    let isEmpty =
      !isList && JSON(ifValid: String(decoding: answer, as: UTF8.self))?["subscriptions"]?.array != nil
    guard isList || isEmpty else {
      throw Failure(of: account, .of(.noSubscriptions))
    }
    return subscriptions
  }

  private static func subscription(_ value: JSON, of account: String, base: WebAddress?) -> Subscription? {
    let stream = TextCleaner.line(value["id"]?.string ?? "", limit: 2000)
    let named = stream.hasPrefix("feed/") ? String(stream.dropFirst("feed/".count)) : ""
    // A subscription whose address cannot be one is left out.
    guard !stream.isEmpty, let address = (value["url"]?.string ?? named).nonBlank.flatMap(WebAddress.init),
      var feed = try? FeedSpec(url: address.description)
    else { return nil }
    feed.account = AccountFeed(account: account, stream: stream)
    feed.site = value["htmlUrl"]?.string.flatMap { WebAddress($0)?.description }
    let folder = value["categories"]?.array?.first?["label"]?.string ?? ""
    feed.group =
      folder.split(separator: "/").prefix(8).map { TextCleaner.line(String($0), limit: 200) }
      .filter { !$0.isEmpty }.joined(separator: "/").nonBlank
    var subscription = Subscription(feed: feed)
    subscription.title = value["title"]?.string.map { titleText($0, limit: 200) }?.nonBlank
    subscription.icon = value["iconUrl"]?.string?.nonBlank.flatMap { WebAddress($0, relativeTo: base)?.description }
    return subscription
  }

  /// Parses a list of IDs, with the continuation for the next part.
  static func ids(in answer: [UInt8]) throws(Failure) -> (ids: [ReaderItemID], next: String?) {
    var ids: [ReaderItemID] = []
    var next: String?
    try members(of: answer) { name, value in
      switch name {
      case "itemRefs": if ids.count < 20_000, let id = id(value["id"]) { ids.append(id) }
      case "continuation": next = text(value).map { TextCleaner.line($0, limit: 1000) }?.nonBlank
      default: break
      }
    }
    return (ids, next)
  }

  /// Parses items. Each is passed on with its feed's place in the account and its ID (`NewsItem.ID.guid`).
  static func items(
    in answer: [UInt8], limits: FeedLimits, _ body: (_ stream: String, _ id: ReaderItemID, _ item: NewsItem?) -> Void
  ) throws(Failure) {
    try members(of: answer) { name, value in
      guard name == "items", let id = id(value["id"]) else { return }
      body(
        TextCleaner.line(value["origin"]?["streamId"]?.string ?? "", limit: 2000), id, item(value, id, limits: limits))
    }
  }

  /// Nil for an item with nothing to show.
  private static func item(_ value: JSON, _ id: ReaderItemID, limits: FeedLimits) -> NewsItem? {
    var raw = RawItem()
    raw.id = id.long
    raw.title = value["title"]?.string ?? ""
    raw.summary = (value["summary"] ?? value["content"])?["content"]?.string ?? ""
    for link in [value["canonical"], value["alternate"]] where raw.link.isEmpty {
      _ = raw.accept(link: link?.array?.first?["href"]?.string ?? "", base: nil)
    }
    raw.published = time(value["published"]) ?? time(value["timestampUsec"], unit: 1e-6)
    if let author = value["author"]?.string { raw.authors = [author] }
    // For itself, as feeds may share a link.
    var collector = FeedCollector(address: nil, limits: limits)
    collector.add(raw)
    return collector.finish().items.first
  }

  private static func id(_ value: JSON?) -> ReaderItemID? { text(value).flatMap { ReaderItemID($0) } }

  /// A text, or the text of a number.
  private static func text(_ value: JSON?) -> String? {
    if case .numeral(let text)? = value { return text }
    return value?.string
  }

  private static func time(_ value: JSON?, unit: Double = 1) -> UnixTime? {
    guard let number = text(value).flatMap(Double.init), number.isFinite else { return nil }
    let time = number * unit
    return time > 0 && time < 1e11 ? UnixTime(seconds: time) : nil
  }

  private static func members(of answer: [UInt8], _ body: (_ name: String, _ value: JSON) -> Void) throws(Failure) {
    do throws(Failure) {
      try answer.withUnsafeBufferPointer { (bytes) throws(Failure) in
        var reader = JSONReader(UnsafeRawBufferPointer(bytes), isLenient: true)
        try reader.readMembers(body)
      }
    } catch {
      throw Failure(of: "", .of(.isNoJSON, error.reason))
    }
  }
}

extension String {
  fileprivate var nonBlank: String? { utf8.contains { !$0.isBlank } ? self : nil }
}

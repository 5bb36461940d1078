package import Base
internal import Formats
internal import Glibc
internal import ScrollCore

/// The events of feeds.
package enum FeedEvent {
  /// New items of a feed, in its order; first those from the cache.
  case items([NewsItem], feed: String)
  /// The IDs of items that the feed has withdrawn, or dropped long ago.
  case withdrawn([String], feed: String)
  /// New states of items in a reader's account: the IDs of read ones, and of unread ones.
  case marked(read: [String], unread: [String], feed: String)
  /// A feed's description: its name for the chip, its icon.
  case described(FeedDescription)
  /// The result of a fetch.
  case status(FeedStatus)
  /// The picture of a row has come, and is in this file.
  case picture(path: String, address: String)
  /// A feed could not be read. Reported once until it changes. Its last good items stay.
  case error(Failure)
  /// A reader's account's change to the user's files.
  case account(AccountNews)
  /// The process that reads feeds has ended by itself; it is started again.
  case stopped(Failure)
}

/// A feed's description of itself.
package struct FeedDescription: Equatable, Sendable {
  package let url: String
  package let title: String?
  package let link: String?
  /// The address of its icon.
  package let icon: String?
  /// The path of the icon's file, once it exists.
  package var picture: String?
}

/// Feed events as lines of JSON, to read the feeds in another process.
///
/// OpenSSL loads all of the system's certificates for each connection, which takes some 30 ms in one call of libcurl,
/// longer than a frame. `FeedProcess` keeps that out of the drawing process.
extension FeedEvent: RelayedEvent {
  /// Splits many items over several lines, so that each is quick to parse.
  package var jsonLines: [String] {
    switch self {
    case .items(let items, let feed):
      stride(from: 0, to: items.count, by: 10).map { start in
        let some = items[start..<min(start + 10, items.count)].map(\.json)
        return JSON.object([("feed", .string(feed)), ("items", .array(some))]).line
      }
    case .withdrawn(let ids, let feed):
      stride(from: 0, to: ids.count, by: 10).map { start in
        let some = ids[start..<min(start + 10, ids.count)].map(JSON.string)
        return JSON.object([("feed", .string(feed)), ("withdrawn", .array(some))]).line
      }
    case .marked(let read, let unread, let feed):
      Self.marks(read, "read", feed) + Self.marks(unread, "unread", feed)
    case .described(let feed):
      [
        JSON.object(texts: [
          ("described", feed.url), ("title", feed.title), ("link", feed.link), ("icon", feed.icon),
          ("picture", feed.picture),
        ]).line
      ]
    case .picture(let path, let address): [JSON.object(texts: [("picture", address), ("path", path)]).line]
    case .status(let status): [status.jsonLine]
    case .error(let error): [JSON.object(texts: [("error", error.reason), ("source", error.subject)]).line]
    case .account(let news): news.jsonLines
    case .stopped: []
    }
  }

  private static func marks(_ ids: [String], _ name: String, _ feed: String) -> [String] {
    stride(from: 0, to: ids.count, by: 50).map { start in
      let some = ids[start..<min(start + 50, ids.count)].map(JSON.string)
      return JSON.object([("feed", .string(feed)), (name, .array(some))]).line
    }
  }

  package static func stopped(because reason: String) -> FeedEvent { .stopped(Failure(of: "feeds", reason: reason)) }

  package init?(jsonLine: UnsafeRawBufferPointer) {
    guard let value = JSON(ifValid: jsonLine) else { return nil }
    if let feed = value["feed"]?.string, let items = value["items"]?.array {
      self = .items(items.compactMap { Self.item($0, of: feed) }, feed: feed)
    } else if let feed = value["feed"]?.string, let ids = value["withdrawn"]?.array {
      self = .withdrawn(ids.compactMap(\.string), feed: feed)
    } else if let feed = value["feed"]?.string, let read = value["read"]?.array ?? value["unread"]?.array {
      let ids = read.compactMap(\.string)
      self =
        value["read"] == nil ? .marked(read: [], unread: ids, feed: feed) : .marked(read: ids, unread: [], feed: feed)
    } else if let url = value["described"]?.string {
      let title = value["title"]?.string.map { TextCleaner.line($0, limit: 1000) }
      let link = value["link"]?.string.flatMap { WebAddress($0)?.description }
      let icon = value["icon"]?.string.flatMap { WebAddress($0)?.description }
      self = .described(
        FeedDescription(url: url, title: title, link: link, icon: icon, picture: value["picture"]?.string))
    } else if let address = value["picture"]?.string, let path = value["path"]?.string {
      self = .picture(path: path, address: address)
    } else if let status = FeedStatus(json: value) {
      self = .status(status)
    } else if let reason = value["error"]?.string, let source = value["source"]?.string {
      self = .error(Failure(of: source, reason: reason))
    } else if let news = AccountNews(json: value) {
      self = .account(news)
    } else {
      return nil
    }
  }

  /// An item of that feed, and of no other: the user's own have more rights.
  private static func item(_ json: JSON, of feed: String) -> NewsItem? {
    var item = NewsItem(json: json)
    item?.id.feed = feed
    return item
  }
}

package import Base
internal import Glibc

/// What the feeds deliver.
package enum FeedEvent {
  /// The items of a feed that were not delivered before, in the feed's order; from the cache at first.
  case items([NewsItem], feed: String)
  /// The feed has taken these items back, by their ids in it, or has forgotten them long ago.
  case withdrawn([String], feed: String)
  /// What is known of a feed: its name for the chip, its icon.
  case described(FeedDescription)
  /// How a look at a feed went.
  case status(FeedStatus)
  /// A feed could not be read; said once until that changes. Its last good items stay.
  case error(Failure)
}

/// A feed as it describes itself.
package struct FeedDescription: Equatable, Sendable {
  package let url: String
  package let title: String?
  package let link: String?
  /// Where its icon is.
  package let icon: String?
  /// The icon's file, once there is one.
  package var picture: String?
}

/// Feed events as lines of JSON, so that a process of its own can read the feeds.
///
/// Why a process: TLS loads all of the system's certificates for each connection, some 30 ms in one call of libcurl,
/// longer than a frame. With `FeedProcess` that happens beside the picture, not in it.
extension FeedEvent {
  /// Several for many items, so that none takes long to read.
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
    case .described(let feed):
      [
        JSON.object(texts: [
          ("described", feed.url), ("title", feed.title), ("link", feed.link), ("icon", feed.icon),
          ("picture", feed.picture),
        ]).line
      ]
    case .status(let status): [status.jsonLine]
    case .error(let error): [JSON.object(texts: [("error", error.reason), ("source", error.subject)]).line]
    }
  }

  /// Reads one of `jsonLines`; nil for anything else.
  package init?(jsonLine: UnsafeRawBufferPointer) {
    guard let value = try? JSON(parsing: jsonLine) else { return nil }
    if let feed = value["feed"]?.string, let items = value["items"]?.array {
      self = .items(items.compactMap { NewsItem(json: $0, isTrusted: true) }, feed: feed)
    } else if let feed = value["feed"]?.string, let ids = value["withdrawn"]?.array {
      self = .withdrawn(ids.compactMap(\.string), feed: feed)
    } else if let url = value["described"]?.string {
      let (title, link, icon) = (value["title"]?.string, value["link"]?.string, value["icon"]?.string)
      self = .described(
        FeedDescription(url: url, title: title, link: link, icon: icon, picture: value["picture"]?.string))
    } else if let status = FeedStatus(json: value) {
      self = .status(status)
    } else if let reason = value["error"]?.string, let source = value["source"]?.string {
      self = .error(Failure(of: source, reason: reason))
    } else {
      return nil
    }
  }
}

package import Base
package import Formats

/// The events of feeds.
package enum FeedEvent: Sendable {
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
  package var url: String
  package var title: String?
  package var link: String?
  /// The address of its icon.
  package var icon: String?
  /// The path of the icon's file, once it exists.
  package var picture: String?
}

/// Feed events as lines of JSON, to read the feeds in another process.
///
/// OpenSSL loads all of the system's certificates for each connection, which takes some 30 ms in one call of libcurl,
/// longer than a frame. `FeedProcess` keeps that out of the drawing process.
extension FeedEvent: RelayedEvent {
  package static let record = Record<FeedEvent>.cases([
    list("items", .object, { items, feed in .items(items.map { $0.of(feed) }, feed: feed) }) {
      if case .items(let items, let feed) = $0 { (items, feed) } else { nil }
    },
    list("withdrawn", .text, FeedEvent.withdrawn) {
      if case .withdrawn(let ids, let feed) = $0 { (ids, feed) } else { nil }
    },
    list("read", .text, { .marked(read: $0, unread: [], feed: $1) }) {
      if case .marked(let ids, _, let feed) = $0, !ids.isEmpty { (ids, feed) } else { nil }
    },
    list("unread", .text, { .marked(read: [], unread: $0, feed: $1) }) {
      if case .marked(_, let ids, let feed) = $0 { (ids, feed) } else { nil }
    },
    .of(FeedDescription.record, FeedEvent.described) { if case .described(let feed) = $0 { feed } else { nil } },
    .of(
      Record(("", ""), [.required("picture", \.1, .text), .required("path", \.0, .text)]),
      { .picture(path: $0.0, address: $0.1) }
    ) { if case .picture(let path, let address) = $0 { (path, address) } else { nil } },
    .of(FeedStatus.record, FeedEvent.status) { if case .status(let status) = $0 { status } else { nil } },
    .of(
      Record(("", Reason("")), [.required("error", \.1, .reason), .required("source", \.0, .text)]),
      { .error(Failure(of: $0.0, $0.1)) }
    ) { if case .error(let error) = $0 { (error.subject, error.why) } else { nil } },
    .of(AccountNews.record, FeedEvent.account) { if case .account(let news) = $0 { news } else { nil } },
  ])

  private static func list<Element: Sendable>(
    _ name: String, _ element: Coding<Element>,
    _ make: @escaping @Sendable ([Element], _ feed: String) -> FeedEvent,
    _ parts: @escaping @Sendable (FeedEvent) -> ([Element], String)?
  ) -> Record<FeedEvent> {
    .of(
      Record(([], ""), [.required("feed", \.1, .text), .required(name, \.0, .list(of: element))]),
      { make($0.0, $0.1) }, parts)
  }

  /// Splits many items over several lines, so that each is quick to parse.
  package var parts: [FeedEvent] {
    switch self {
    case .items(let items, let feed): items.split(by: 10).map { .items($0, feed: feed) }
    case .withdrawn(let ids, let feed): ids.split(by: 10).map { .withdrawn($0, feed: feed) }
    case .marked(let read, let unread, let feed):
      read.split(by: 50).map { .marked(read: $0, unread: [], feed: feed) }
        + unread.split(by: 50).map { .marked(read: [], unread: $0, feed: feed) }
    case .account(let news): news.parts.map(FeedEvent.account)
    case .described, .picture, .status, .error: [self]
    case .stopped: []
    }
  }

  package static func stopped(because reason: String) -> FeedEvent { .stopped(Failure(of: "feeds", reason: reason)) }
}

extension NewsItem {
  /// The item of that feed, and of no other: the user's own have more rights.
  fileprivate func of(_ feed: String) -> NewsItem {
    var item = self
    item.id.feed = feed
    return item
  }
}

extension FeedDescription: Recorded {
  package static let record = Record(
    FeedDescription(url: "", title: nil, link: nil, icon: nil),
    [
      .required("described", \.url, .text), .optional("title", \.title, .line()), .optional("link", \.link, .address),
      .optional("icon", \.icon, .address), .optional("picture", \.picture, .text),
    ])
}

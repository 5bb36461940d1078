internal import Base
internal import ScrollCore

/// A reader's account's changes to the user's files. The process that reads the account may not write them: it reports
/// them to the process that shows the feeds.
package enum AccountNews: Equatable, Sendable {
  /// All feeds to which an account subscribes.
  case subscriptions([Subscription], of: String)
  /// A part of them, with others before and after it, as they cross from process to process.
  case someSubscriptions([Subscription], of: String)
  /// Marks that the account knows now.
  case sent([UnsentMarks.Mark])

  private static let part = 50

  var jsonLines: [String] {
    switch self {
    case .subscriptions(let all, let account):
      parts(of: all).enumerated().map { number, part in
        Self.line(part, of: account, isLast: (number + 1) * Self.part >= all.count)
      }
    case .someSubscriptions(let some, let account): [Self.line(some, of: account, isLast: false)]
    case .sent(let marks):
      parts(of: marks).map { JSON.object([("sent", .array($0.map(\.json)))]).line }
    }
  }

  /// At least one, which may be empty.
  private func parts<Element>(of all: [Element]) -> [[Element]] {
    stride(from: 0, to: max(all.count, 1), by: Self.part).map { Array(all[$0..<min($0 + Self.part, all.count)]) }
  }

  private static func line(_ some: [Subscription], of account: String, isLast: Bool) -> String {
    JSON.object([
      ("subscriptions", .array(some.map(\.json))), ("account", .string(account)), ("last", .bool(isLast)),
    ]).line
  }

  /// Reads the format of `jsonLines`; nil for anything else.
  init?(json: JSON) {
    if let marks = json["sent"]?.array {
      self = .sent(marks.compactMap { UnsentMarks.Mark(json: $0) })
    } else if let feeds = json["subscriptions"]?.array, let account = json["account"]?.string {
      let some = feeds.compactMap { Subscription(json: $0, account: account) }
      self = json["last"]?.bool == true ? .subscriptions(some, of: account) : .someSubscriptions(some, of: account)
    } else {
      return nil
    }
  }
}

extension Subscription {
  fileprivate var json: JSON {
    .object(
      JSON.members([
        ("url", feed.url), ("stream", feed.account?.stream), ("site", feed.site), ("group", feed.group),
        ("title", title), ("icon", icon),
      ]))
  }

  /// - Returns: Nil for one that an account could not have.
  fileprivate init?(json: JSON, account: String) {
    func text(_ name: String, limit: Int) -> String? { json[name]?.string.map { TextCleaner.line($0, limit: limit) } }
    // What the reader's process sends has been checked there.
    guard let address = json["url"]?.string.flatMap({ WebAddress($0) }), let stream = text("stream", limit: 2000),
      var feed = try? FeedSpec(url: address.description)
    else { return nil }
    feed.account = AccountFeed(account: account, stream: stream)
    feed.site = json["site"]?.string.flatMap { WebAddress($0)?.description }
    feed.group = text("group", limit: 2000)
    self.init(feed: feed)
    title = text("title", limit: 200)
    icon = json["icon"]?.string.flatMap { WebAddress($0)?.description }
  }
}

internal import Base
package import Formats

/// A request to the process or thread that reads feeds, sent as a line of JSON.
package enum FeedOrder: Sendable {
  /// Reads a feed, as known before.
  case read(FeedSpec)
  /// Adds a feed and fetches it at once.
  case add(FeedSpec)
  /// Fetches a feed that it has already.
  case look(String)
  case remove(String)
  /// Follows a reader's account, also while it has no feeds.
  case follow(String)
  case drop(String)
  /// Fetches a picture of a row from the internet, or, for the user's own rows, from anywhere.
  case picture(String)
  case ownPicture(String)
  /// The user's marks that accounts may not know yet.
  case marks([UnsentMarks.Mark])
  /// Raise the fence around the requested feeds, and start reading.
  case begin

  /// The orders for these marks, each short enough for a line.
  package static func mark(_ marks: [UnsentMarks.Mark]) -> [FeedOrder] { marks.split(by: 50).map { .marks($0) } }
}

extension FeedOrder: Recorded {
  package static let record = Record<FeedOrder>.cases([
    .of("read", .object, FeedOrder.read) { if case .read(let feed) = $0 { feed } else { nil } },
    .of("add", .object, FeedOrder.add) { if case .add(let feed) = $0 { feed } else { nil } },
    .of("look", .text, FeedOrder.look) { if case .look(let url) = $0 { url } else { nil } },
    .of("remove", .text, FeedOrder.remove) { if case .remove(let url) = $0 { url } else { nil } },
    .of("follow", .text, FeedOrder.follow) { if case .follow(let account) = $0 { account } else { nil } },
    .of("drop", .text, FeedOrder.drop) { if case .drop(let account) = $0 { account } else { nil } },
    .of("picture", .text, FeedOrder.picture) { if case .picture(let url) = $0 { url } else { nil } },
    .of("ownPicture", .text, FeedOrder.ownPicture) { if case .ownPicture(let url) = $0 { url } else { nil } },
    .of("marks", .list(of: .object), FeedOrder.marks) { if case .marks(let marks) = $0 { marks } else { nil } },
    .of("begin", .flag, { _ in .begin }) { if case .begin = $0 { true } else { nil } },
  ])
}

/// The settings for reading a feed. Its filters and colour are the strip's. The window that asks has checked them.
extension FeedSpec: Recorded {
  package static let record = Record(
    FeedSpec(),
    [
      .required("url", \.url, Coding.text.checked({ $0 }) { (url) throws(Failure) in try FeedSpec(url: url).url }),
      .optional("label", \.label, .text), .optional("interval", \.interval, .number),
      .optional("account", \.account, .object), .optional("alerts", \.alerts, .object),
    ])
}

extension AccountFeed: Recorded {
  package static let record = Record(
    AccountFeed(account: "", stream: ""),
    [.required("account", \.account, .text), .required("stream", \.stream, .text)])
}

extension AlertSettings: Recorded {
  package static let record = Record(
    AlertSettings(),
    [
      .usual("scope", \.scope, .word), .usual("languages", \.languages, .list(of: .text)),
      .usual("places", \.places, .list(of: Coding.text.checked(\.text, AlertPlace.init))),
      .flag("tests", \.showsTests),
    ])
}

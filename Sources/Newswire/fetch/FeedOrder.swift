internal import Base
internal import Formats

/// A request to the process or thread that reads feeds, sent as a line of JSON.
package enum FeedOrder {
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
  package static func mark(_ marks: [UnsentMarks.Mark]) -> [FeedOrder] {
    stride(from: 0, to: marks.count, by: 50).map { .marks(Array(marks[$0..<min($0 + 50, marks.count)])) }
  }

  var line: String {
    let member: (String, JSON) =
      switch self {
      case .read(let feed): ("read", feed.json)
      case .add(let feed): ("add", feed.json)
      case .look(let url): ("look", .string(url))
      case .remove(let url): ("remove", .string(url))
      case .follow(let account): ("follow", .string(account))
      case .drop(let account): ("drop", .string(account))
      case .picture(let url): ("picture", .string(url))
      case .ownPicture(let url): ("ownPicture", .string(url))
      case .marks(let marks): ("marks", .array(marks.map(\.json)))
      case .begin: ("begin", .bool(true))
      }
    return JSON.object([member]).line
  }

  /// Reads the format of `line`; nil for anything else.
  init?(line: UnsafeRawBufferPointer) {
    guard case .object(let members)? = JSON(ifValid: line), let (name, value) = members.first else { return nil }
    switch (name, value) {
    case ("read", _): if let feed = FeedSpec(json: value) { self = .read(feed) } else { return nil }
    case ("add", _): if let feed = FeedSpec(json: value) { self = .add(feed) } else { return nil }
    case ("look", .string(let url)): self = .look(url)
    case ("remove", .string(let url)): self = .remove(url)
    case ("follow", .string(let account)): self = .follow(account)
    case ("drop", .string(let account)): self = .drop(account)
    case ("picture", .string(let url)): self = .picture(url)
    case ("ownPicture", .string(let url)): self = .ownPicture(url)
    case ("marks", .array(let marks)): self = .marks(marks.compactMap { UnsentMarks.Mark(json: $0) })
    case ("begin", _): self = .begin
    default: return nil
    }
  }
}

extension FeedSpec {
  /// The settings for reading the feed. Its filters and colour are the strip's.
  fileprivate var json: JSON {
    var all = JSON.members([
      ("url", url), ("label", label), ("account", account?.account), ("stream", account?.stream),
      ("request", alertRequest),
    ])
    if let interval { all.append(("interval", .number(interval))) }
    return .object(all)
  }

  fileprivate init?(json: JSON) {
    if let alerts = json["request"]?.string.flatMap({ FeedSpec(alertRequest: $0) }) {
      self = alerts
      return
    }
    // The window that asks has checked it.
    guard let url = json["url"]?.string, let feed = try? FeedSpec(url: url, label: json["label"]?.string) else {
      return nil
    }
    self = feed
    interval = json["interval"]?.number
    if let address = json["account"]?.string, let stream = json["stream"]?.string {
      account = AccountFeed(account: address, stream: stream)
    }
  }
}

internal import Base
package import ScrollCore

/// The result of a feed's last fetch.
package struct FeedStatus: Equatable, Sendable {
  package enum Outcome: String, Sendable {
    case read
    /// There was no answer.
    case unreachable
    /// The answer is an error, or not a feed.
    case failed
    /// Its server reports that it is gone; it is not fetched again.
    case gone
  }

  /// The feed's address.
  package let url: String
  package let outcome: Outcome
  /// Why it could not be read.
  package var reason: String?
  /// The time of the next fetch; nil for never.
  package var nextLook: UnixTime?
  /// The number of its items.
  package var count = 0

  package var isFailing: Bool { outcome != .read }
}

extension FeedStatus {
  var jsonLine: String {
    var members = JSON.members([("status", url), ("outcome", outcome.rawValue), ("reason", reason)])
    if let nextLook { members.append(("nextLook", .number(nextLook.seconds))) }
    members.append(("count", .integer(count)))
    return JSON.object(members).line
  }

  /// Parses the format of `jsonLine`; nil for anything else.
  init?(json: JSON) {
    guard let url = json["status"]?.string, let outcome = json["outcome"]?.string.flatMap(Outcome.init(rawValue:))
    else {
      return nil
    }
    let reason = json["reason"]?.string.map { TextCleaner.line($0) }
    self.init(url: url, outcome: outcome, reason: reason, nextLook: json["nextLook"]?.number.map(UnixTime.init))
    if let number = json["count"]?.number, let count = Int(exactly: number) { self.count = count }
  }
}

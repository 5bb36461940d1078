internal import Base

/// How the last look at a feed went.
package struct FeedStatus: Equatable, Sendable {
  package enum Outcome: String, Sendable {
    case read
    /// Nobody has answered.
    case unreachable
    /// What was answered is no feed, or an error.
    case failed
    /// Its server says that it is no more; it is not asked again.
    case gone
  }

  /// The feed's address.
  package let url: String
  package let outcome: Outcome
  /// Why it could not be read.
  package var reason: String?
  /// When it is looked at next, in seconds since 1970; nil for never.
  package var nextLook: Double?
  /// How many items it has.
  package var count = 0

  package var isFailing: Bool { outcome != .read }
}

extension FeedStatus {
  var jsonLine: String {
    var members = JSON.members([("status", url), ("outcome", outcome.rawValue), ("reason", reason)])
    if let nextLook { members.append(("nextLook", .number(nextLook))) }
    members.append(("count", .integer(count)))
    return JSON.object(members).line
  }

  /// Reads what `jsonLine` wrote; nil for anything else.
  init?(json: JSON) {
    guard let url = json["status"]?.string, let outcome = json["outcome"]?.string.flatMap(Outcome.init(rawValue:))
    else {
      return nil
    }
    self.init(url: url, outcome: outcome, reason: json["reason"]?.string, nextLook: json["nextLook"]?.number)
    if let number = json["count"]?.number, let count = Int(exactly: number) { self.count = count }
  }
}

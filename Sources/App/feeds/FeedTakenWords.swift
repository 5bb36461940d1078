internal import Base
internal import Newswire

/// What is said of addresses that a hand has brought.
enum FeedTakenWords {
  static let nothing = "Nothing that was dropped is an address or a file"

  static func looking(at address: String, others: Int) -> String {
    let name = short(address)
    return others == 0 ? "Looking at \(name) …" : "Looking at \(name) and \(others) more …"
  }

  /// What has come of them, in a sentence or two.
  static func summary(of results: [FeedTaken], isCut: Bool, now: Double) -> String {
    var words: String
    if results.count == 1 {
      words = sentence(results[0], now: now)
    } else {
      let added = results.count { if case .added = $0 { true } else { false } }
      words = added == 1 ? "1 feed is added" : "\(added) feeds are added"
      if let other = results.first(where: { if case .added = $0 { false } else { true } }) {
        words += " · " + sentence(other, now: now)
      }
    }
    return isCut ? words + " · only the first \(DroppedAddresses.most) are taken" : words
  }

  static func sentence(_ result: FeedTaken, now: Double) -> String {
    switch result {
    case .added(_, let name, let shown, let others):
      let headlines = shown.map { ": " + describe($0, now: now) } ?? ""
      let more = others > 0 ? " · the page names \(others) more" : ""
      return "\(name) is added\(headlines)\(more)"
    case .known(let url, let wasHidden):
      return "\(short(url)) \(wasHidden ? "is shown again" : "is in the list already")"
    case .choice(let url, let feeds): return "\(short(url)) names \(feeds.count) feeds"
    case .imported(let path, let new, let all):
      return "\(new) of \(all) feeds in \(path.split(separator: "/").last ?? "") are new"
    case .refused(let url, let reason): return "\(short(url)) is not added: \(withoutPasswords(reason))"
    }
  }

  private static func describe(_ shown: FeedTaken.Shown, now: Double) -> String {
    let newest = shown.newest.map { ", newest \(FeedWords.duration(max(0, now - $0))) ago" } ?? ""
    return FeedWords.headlines(shown.count) + newest
  }

  /// An address as people read it, without scheme and password.
  private static func short(_ address: String) -> String {
    var text = withoutPasswords(address)
    for scheme in ["https://", "http://"] where text.hasPrefix(scheme) { text.removeFirst(scheme.count) }
    if let file = text.hasPrefix("/") ? text.split(separator: "/").last : nil { text = String(file) }
    return text.count > 60 ? text.prefix(59) + "…" : text
  }
}

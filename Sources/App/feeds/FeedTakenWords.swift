internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

extension LinkedFeed {
  /// Its label in a menu.
  var offered: OfferedText { OfferedText(address, title: title) }
}

/// Texts about addresses that the user has dropped or typed.
struct FeedTakenWords {
  private let words: Words

  init(_ words: Words) { self.words = words }

  var nothing: String { words[.nothingDropped] }

  func looking(at address: String, others: Int) -> String {
    let name = Self.short(address)
    return others == 0 ? words[.lookingAt, ["name": name]] : words[.lookingAtMore, others, ["name": name]]
  }

  /// The result, in a sentence or two.
  func summary(of results: [FeedTaken], isCut: Bool, now: UnixTime) -> String {
    var parts: [String] = []
    if results.count == 1 {
      parts = [sentence(results[0], now: now)]
    } else {
      parts = [words[.feedsAdded, results.count { if case .added = $0 { true } else { false } }]]
      if let other = results.first(where: { if case .added = $0 { false } else { true } }) {
        parts.append(sentence(other, now: now))
      }
    }
    if isCut { parts.append(words[.onlyFirst, ["count": String(DroppedAddresses.most)]]) }
    return parts.joined(separator: " · ")
  }

  func sentence(_ result: FeedTaken, now: UnixTime) -> String {
    switch result {
    case .added(_, let name, let shown, let others):
      let added =
        shown.map { words[.isAddedWith, ["name": name, "headlines": describe($0, now: now)]] }
        ?? words[.isAdded, ["name": name]]
      return added + (others > 0 ? " · " + words[.pageNamesMore, others] : "")
    case .known(let url, let wasOff):
      return words[wasOff ? .isOnAgain : .isKnown, ["name": Self.short(url)]]
    case .choice(let url, let feeds): return words[.namesFeeds, feeds.count, ["name": Self.short(url)]]
    case .imported(let path, let new, let all):
      let file = String(path.split(separator: "/").last ?? "")
      return words[.areNew, ["count": String(new), "all": String(all), "file": file]]
    case .refused(let url, let reason):
      let form: NewsWord = FeedTaken.isPredicate(reason) ? .isAndIsNotAdded : .isNotAdded
      return words[form, ["name": Self.short(url), "reason": words.reason(reason)]]
    }
  }

  private func describe(_ shown: FeedTaken.Shown, now: UnixTime) -> String {
    let feedWords = FeedWords(words)
    let headlines = feedWords.headlines(shown.count)
    return shown.newest.map { words[.newest, ["headlines": headlines, "age": feedWords.age(max(0, now - $0))]] }
      ?? headlines
  }

  /// The displayed form of an address, without scheme and password.
  private static func short(_ address: String) -> String {
    var text = withoutPasswords(address)
    for scheme in ["https://", "http://"] where text.hasPrefix(scheme) { text.removeFirst(scheme.count) }
    if let file = text.hasPrefix("/") ? text.split(separator: "/").last : nil { text = String(file) }
    return text.count > 60 ? text.prefix(59) + "…" : text
  }
}

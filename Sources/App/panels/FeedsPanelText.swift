internal import Base
internal import Scene

/// The texts of the Feeds… window about the state of feeds, and about edits.
struct FeedsPanelText {
  let words: Words
  private let feedWords: FeedWords

  init(_ words: Words) { (self.words, feedWords) = (words, FeedWords(words)) }

  // MARK: - States

  func gone(_ age: Double) -> String { words[.goneSince, ["since": feedWords.since(age)]] }

  func problem(_ reason: Reason, _ age: Double?) -> String {
    let problem = words.reason(reason)
    return age.map { words[.problemSince, ["problem": problem, "since": feedWords.since($0)]] } ?? problem
  }

  func headlines(_ count: Int, _ age: Double?) -> String {
    let headlines = feedWords.headlines(count)
    return age.map { words[.headlinesAge, ["headlines": headlines, "age": feedWords.age($0)]] } ?? headlines
  }

  func interval(_ seconds: Double?) -> String { feedWords.duration(seconds ?? Self.usualInterval) }
  /// Seconds.
  static let usualInterval = 900.0
  var usualInterval: String { words[.asUsual, ["interval": interval(nil)]] }

  // MARK: - Edits

  func done(_ word: NewsWord, to name: String) -> String { words[word, ["name": name]] }

  /// To delete a feed of an account switches it off.
  func off(_ name: String, _ account: String) -> String {
    words[.feedStays, ["name": name, "account": account]]
  }

  /// - Parameter new: nil: its own name again.
  func renamed(_ name: String, _ new: String?) -> String {
    new.map { words[.feedRenamed, ["name": name, "new": $0]] } ?? words[.feedUnnamed, ["name": name]]
  }

  func undone(_ action: String) -> String { words[.undone, ["action": action]] }
  func exported(_ count: Int, _ path: String) -> String { words[.exported, count, ["path": path]] }
}

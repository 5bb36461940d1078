internal import Base
internal import Newsroom
internal import Newswire
internal import Scene
internal import ScrollCore

/// Texts about feeds: the notice without headlines, and the tooltips.
struct FeedWords {
  private let words: Words

  init(_ words: Words) { self.words = words }

  // MARK: - Time

  /// A duration in words: "1 min", "2 h", "3 days".
  func duration(_ seconds: Double) -> String { stretch(seconds, .minutes, .hours, .days) }

  /// "2 h ago".
  func age(_ seconds: Double) -> String { stretch(seconds, .minutesAgo, .hoursAgo, .daysAgo) }

  /// "since 2 h".
  func since(_ seconds: Double) -> String { stretch(seconds, .sinceMinutes, .sinceHours, .sinceDays) }

  private func stretch(
    _ seconds: Double, _ minutes: CountedNewsWord, _ hours: CountedNewsWord, _ days: CountedNewsWord
  ) -> String {
    // Beyond the age of any feed.
    let seconds = min(max(0, seconds), 99_999 * 86_400)
    let count = max(1, (seconds / 60).rounded())
    if count < 90 { return words[minutes, Int(count)] }
    let inHours = (seconds / 3600).rounded()
    return inHours < 36 ? words[hours, Int(inHours)] : words[days, Int((seconds / 86_400).rounded())]
  }

  /// The time until something is due: "in 5 min".
  private func when(_ due: UnixTime, now: UnixTime) -> String {
    stretch(due - now, .inMinutes, .inHours, .inDays)
  }

  // MARK: - Feeds

  /// "3 headlines", "1 headline", "no headlines".
  func headlines(_ count: Int) -> String { count == 0 ? words[.noHeadlines] : words[.headlines, count] }

  /// The problem of a feed, and when it is retried; nil without a problem.
  func problem(_ status: FeedStatus, of name: String, now: UnixTime) -> String? {
    var what: String
    switch status.outcome {
    case .read: return nil
    case .unreachable: what = words[.cannotReach, ["name": name]]
    case .failed: what = words[.cannotRead, ["name": name]]
    case .gone: return words[.isGone, ["name": name]]
    }
    if let reason = status.reason { what = words[.because, ["problem": what, "reason": words.reason(reason)]] }
    return what + nextTry(status.nextLook, now: now)
  }

  /// The problem of several feeds.
  func problem(of failing: [Topics.Entry], now: UnixTime) -> String {
    let names = failing.map { words.isolated($0.name) }.joined(separator: ", ")
    return words[.cannotReadFeeds, failing.count, ["names": names]]
      + nextTry(failing.compactMap { $0.status?.nextLook }.min(), now: now)
  }

  private func nextTry(_ due: UnixTime?, now: UnixTime) -> String {
    due.map { " · " + words[.nextTry, ["when": when($0, now: now)]] } ?? ""
  }

  /// The problem of a feed, as lines for a menu titled with its name.
  func lines(on status: FeedStatus, now: UnixTime) -> [String] {
    let what: String
    switch status.outcome {
    case .read: return []
    case .unreachable: what = words[.cannotBeReached]
    case .failed: what = words[.cannotBeRead]
    case .gone: return [words[.goneForGood]]
    }
    let next = status.nextLook.map { words[.nextTryLine, ["when": when($0, now: now)]] }
    return [what, status.reason.map(words.reason), next].compactMap(\.self)
  }

  /// The notice of a strip without headlines. Considers topics that still exist.
  func notice(_ topics: [Topics.Entry], now: UnixTime) -> StripNotice? {
    if topics.isEmpty { return StripNotice(words[.waiting]) }
    let shown = topics.filter(\.isOn)
    guard !shown.isEmpty else { return StripNotice(words[.allOff], button: words[.showAll]) }
    let feeds = shown.filter { $0.feed != nil }
    let waiting = feeds.filter { $0.shownStatus == nil }
    if waiting.count == 1 { return StripNotice(words[.loading, ["name": waiting[0].name]]) }
    if !waiting.isEmpty { return StripNotice(words[.loadingFeeds, waiting.count]) }
    let failing = feeds.filter { $0.status?.isFailing == true }
    if failing.count == 1, let status = failing[0].status {
      return problem(status, of: failing[0].name, now: now).map { StripNotice($0) }
    }
    if failing.count > 1 { return StripNotice(problem(of: failing, now: now)) }
    if feeds.count == 1 { return StripNotice(words[.noneInFeed, ["name": feeds[0].name]]) }
    return StripNotice(words[.none])
  }

  /// The tooltip of a topic.
  func description(of topic: Topics.Entry, count: Int, now: UnixTime) -> String {
    if !topic.isOn { return words[.isOff, ["topic": topic.name]] }
    let summary = words.joined([topic.name, headlines(count)])
    guard topic.feed != nil else { return summary }
    guard let status = topic.shownStatus else {
      if count > 0, topic.status != nil { return words[.showsLast, ["name": topic.name]] }
      return words[.loading, ["name": topic.name]]
    }
    return problem(status, of: topic.name, now: now) ?? summary
  }

  /// The card of a headline: the full text, its source, its age, and the target of a click.
  func card(of item: NewsItem, now: UnixTime) -> HeadlineCard {
    let details = words.joined(
      [origin(of: item, now: now), item.link.flatMap { FeedSpec.host(of: $0) } ?? ""].filter { !$0.isEmpty })
    return HeadlineCard(title: item.title, summary: item.summary ?? "", details: details)
  }

  /// The author of a headline and its age; empty if neither is known.
  func origin(of item: NewsItem, now: UnixTime) -> String {
    let age = item.published.flatMap { now - $0 >= 0 ? self.age(now - $0) : nil }
    return words.joined([item.author, age].compactMap(\.self))
  }
}

extension FeedSpec {
  /// The host that an address names.
  static func host(of address: String) -> String? { (try? FeedSpec(url: address))?.address?.host }
}

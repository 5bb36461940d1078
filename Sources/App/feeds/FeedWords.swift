internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// Texts about feeds: the notice without headlines, and the tooltips.
enum FeedWords {
  /// A duration in words: "1 min", "2 h", "3 days".
  static func duration(_ seconds: Double) -> String {
    let minutes = max(1, (seconds / 60).rounded())
    if minutes < 90 { return "\(shortest(minutes)) min" }
    let hours = (seconds / 3600).rounded()
    if hours < 36 { return "\(shortest(hours)) h" }
    let days = min((seconds / 86_400).rounded(), 99_999)
    return "\(shortest(days)) days"
  }

  /// "3 headlines", "1 headline", "no headlines".
  static func headlines(_ count: Int) -> String {
    count == 0 ? "no headlines" : count == 1 ? "1 headline" : "\(count) headlines"
  }

  /// The problem of a feed, and when it is retried; nil without a problem.
  static func problem(_ status: FeedStatus, of name: String, now: Double) -> String? {
    let reason = status.reason.map { " (\($0))" } ?? ""
    let what: String
    switch status.outcome {
    case .read: return nil
    case .unreachable: what = "Cannot reach \(name)\(reason)"
    case .failed: what = "Cannot read \(name)\(reason)"
    case .gone: return "\(name) is gone: its server says so, and it is not asked again"
    }
    return what + (status.nextLook.map { " · next try in \(duration(max(0, $0 - now)))" } ?? "")
  }

  /// The problem of several feeds.
  static func problem(of failing: [TopicList.Entry], now: Double) -> String {
    let next = failing.compactMap { $0.status?.nextLook }.min()
    let words = next.map { " · next try in \(duration(max(0, $0 - now)))" } ?? ""
    return "Cannot read \(failing.count) feeds: \(failing.map(\.name).joined(separator: ", "))\(words)"
  }

  /// The problem of a feed, as lines for a menu titled with its name.
  static func lines(on status: FeedStatus, now: Double) -> [String] {
    let what: String
    switch status.outcome {
    case .read: return []
    case .unreachable: what = "Cannot be reached"
    case .failed: what = "Cannot be read"
    case .gone: return ["Is gone, and is not asked again"]
    }
    let next = status.nextLook.map { "Next try in \(duration(max(0, $0 - now)))" }
    return [what, status.reason, next].compactMap(\.self)
  }

  /// The notice of a strip without headlines. Considers topics that still exist.
  static func notice(_ topics: [TopicList.Entry], now: Double) -> StripNotice? {
    if topics.isEmpty { return StripNotice("Waiting for headlines") }
    let shown = topics.filter { $0.state == .on }
    guard !shown.isEmpty else {
      let isOff = topics.contains { $0.state == .off }
      return StripNotice(isOff ? "All topics are off" : "All topics are removed", button: "Show all")
    }
    let feeds = shown.filter { $0.feed != nil }
    let waiting = feeds.filter { $0.status == nil }
    if waiting.count == 1 { return StripNotice("Loading \(waiting[0].name) …") }
    if !waiting.isEmpty { return StripNotice("Loading \(waiting.count) feeds …") }
    let failing = feeds.filter { $0.status?.isFailing == true }
    if failing.count == 1, let status = failing[0].status {
      return problem(status, of: failing[0].name, now: now).map { StripNotice($0) }
    }
    if failing.count > 1 { return StripNotice(problem(of: failing, now: now)) }
    if feeds.count == 1 { return StripNotice("No headlines in \(feeds[0].name) at the moment") }
    return StripNotice("No headlines at the moment")
  }

  /// The tooltip of a topic.
  static func description(of topic: TopicList.Entry, count: Int, now: Double) -> String {
    switch topic.state {
    case .removed: return "\(topic.name) is removed; a click brings it back"
    case .off: return "\(topic.name) is off; a click shows its headlines"
    case .on: break
    }
    guard topic.feed != nil else { return "\(topic.name) · \(headlines(count))" }
    guard let status = topic.status else { return "Loading \(topic.name) …" }
    if let problem = problem(status, of: topic.name, now: now) { return problem }
    return "\(topic.name) · \(headlines(count))"
  }

  /// The card of a headline: the full text, its source, its age, and the target of a click.
  static func card(of item: NewsItem, now: Double) -> HeadlineCard {
    let host = item.link.flatMap { FeedSpec.host(of: $0) }
    let age = item.published.flatMap { now - $0 >= 0 ? duration(now - $0) + " ago" : nil }
    let words = [item.author, age, host].compactMap(\.self)
    return HeadlineCard(title: item.title, summary: item.summary ?? "", details: words.joined(separator: " · "))
  }
}

extension FeedSpec {
  /// The host of an address.
  static func host(of address: String) -> String? { (try? FeedSpec(url: address))?.address?.host }
}

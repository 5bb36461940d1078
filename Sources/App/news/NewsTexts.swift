internal import Newsroom
internal import Newswire
internal import Scene
internal import ScrollCore

/// What is said about the news: the notice without headlines, tooltips and cards.
struct NewsTexts {
  let newsroom: Newsroom
  let crawl: CrawlScene
  let words: Words
  let now: UnixTime

  private var topics: Topics { newsroom.topics }

  /// The notice for a crawl without headlines, or nil.
  var notice: StripNotice? {
    crawl.count == 0 ? FeedWords(words).notice(topics.entries.filter { !$0.isGone }, now: now) : nil
  }

  /// Why there are no headlines, if feeds fail; nil while there are some.
  var failure: String? { topics.failing.isEmpty ? nil : notice?.text }

  /// The item with a label before its title if it is a test or an exercise among alerts.
  func marked(_ item: NewsItem) -> NewsItem {
    var item = item
    switch item.alert?.status {
    case .test: item.title = words[.testAlert, ["text": item.title]]
    case .exercise: item.title = words[.exerciseAlert, ["text": item.title]]
    default: break
    }
    return item
  }

  /// The tooltip of a topic.
  func description(ofTopic id: TopicID) -> String? {
    if id == Token.failingTag {
      return FeedWords(words).problem(of: topics.failing.map { topics.entries[$0] }, now: now)
    }
    guard topics.entries.indices.contains(id) else { return nil }
    let count = items.count { $0.topicID == id }
    return FeedWords(words).description(of: topics.entries[id], count: count, now: now)
  }

  /// The items whose headlines are on the crawl.
  private var items: [NewsItem] { newsroom.onAir.items(crawl.toldHeadlines) }

  /// The author and age of headlines that can be opened, by the numbers of their texts.
  var details: [Int: String] {
    let details = items.compactMap { item -> (Int, String)? in
      guard item.link != nil, let text = item.headline.flatMap(crawl.text(ofHeadline:)) else { return nil }
      let origin = FeedWords(words).origin(of: item, now: now)
      return origin.isEmpty ? nil : (text, origin)
    }
    return Dictionary(details, uniquingKeysWith: { first, _ in first })
  }

  /// The card of a headline.
  func card(of headline: ShownHeadline) -> HeadlineCard? {
    let item = crawl.headlineID(ofText: headline.id).flatMap(newsroom.onAir.item)
    return item.map { FeedWords(words).card(of: $0, now: now) }
  }
}

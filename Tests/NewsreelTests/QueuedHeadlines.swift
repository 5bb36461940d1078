import ScrollCore

@testable import App
@testable import Newsroom
@testable import Newswire
@testable import Scene

/// Items on a crawl, as a desk shows them.
struct QueuedHeadlines {
  let crawl: CrawlScene
  private(set) var onAir = OnAir()
  private var numbers = HeadlineNumbers()
  /// Their last versions.
  private var versions: [NewsItem.ID: NewsItem] = [:]

  init(on crawl: CrawlScene) { self.crawl = crawl }

  /// Shows items, of a queue or not. Returns whether anything has changed.
  mutating func show(_ wanted: [NewsItem], of queue: ItemQueue = ItemQueue(), at t: Seconds) -> Bool {
    let items = wanted.map { item in
      var item = item
      if item.headline == nil { numbers.identify(&item, replacing: versions[item.id]) { _ in false } }
      versions[item.id] = item
      return item
    }
    onAir.show(items, of: queue) { _ in "withdrawn" }
    return crawl.show(items.map { Headline($0, of: queue, hasValues: crawl.hasValues) }, at: t)
  }

  /// Puts the headlines of items into this order.
  func arrange(_ items: [NewsItem.ID], at t: Seconds) -> Bool {
    crawl.arrange(items.compactMap { versions[$0]?.headline }, at: t)
  }

  /// The text of an item.
  func id(of item: NewsItem.ID) -> Int? { versions[item]?.headline.flatMap(crawl.text(ofHeadline:)) }
  func item(ofHeadline text: Int) -> NewsItem? { crawl.headlineID(ofText: text).flatMap(onAir.item) }
  var ids: Set<Int> { crawl.toldTexts }
  var leaving: Set<Int> { crawl.programme.leaving }
  var marked: Set<Int> { crawl.programme.marked }

  /// Why texts have ended, or will end once they are out of sight.
  var endings: [Int: String] {
    let endings = (0..<crawl.arrivals).compactMap { text in
      crawl.headlineID(ofText: text).flatMap(onAir.ending).map { (text, $0) }
    }
    return Dictionary(uniqueKeysWithValues: endings)
  }
}

internal import Base
internal import Newsroom
internal import Newswire
internal import Scene
internal import ScrollCore

/// The rows of items on a crawl: their texts, their pictures, and reports of those that the theme cannot show.
struct NewsRows {
  let crawl: CrawlScene
  let pictures = RowPictures()
  private var errors = OnceReported()

  init(on crawl: CrawlScene) { self.crawl = crawl }

  /// Reports one of several messages that differ only in place.
  mutating func report(_ message: String, once key: String) { errors.report(message, once: key) }

  /// Reads the text of rows that come without one. Rows that the theme cannot show are reported and dropped.
  ///
  /// - Parameter source: The name of their source in messages.
  mutating func admit(_ items: [NewsItem], from source: String) -> [NewsItem] {
    items.compactMap { item in
      guard let row = item.row, item.title.isEmpty else { return item }
      if let problem = crawl.problem(with: row) {
        errors.report("\(source): \(problem)", once: problem)
        return nil
      }
      var item = item
      item.title = TextCleaner.line(crawl.text(of: row) ?? "")
      return item.title.isEmpty ? nil : item
    }
  }

  /// The headlines of items, as the crawl shows them.
  mutating func headlines(of items: [NewsItem], in queue: ItemQueue) -> [Headline] {
    items.map { Headline(shown($0), of: queue, hasValues: crawl.hasValues) }
  }

  /// An item whose pictures are files. A row that cannot be shown is a text; that is reported once.
  private mutating func shown(_ item: NewsItem) -> NewsItem {
    guard let row = item.row else { return item }
    var item = item
    if let problem = crawl.problem(with: row) {
      errors.report("\(item.id.feed ?? "--json-lines"): \(problem); it is shown as text", once: problem)
      item.row = nil
      return item
    }
    for field in crawl.pictureFields(of: row) {
      guard let text = row.texts(of: field).first else { continue }
      let file = pictures.file(of: text, for: item) ?? ""
      item.row?.fields[field] = [file]
    }
    return item
  }
}

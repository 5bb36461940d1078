import ScrollCore

/// A crawl over several screens.
extension CrawlScene {
  /// Shows a part of a wall's crawl from now on.
  package func join(_ wall: CrawlWall) { self.wall = wall }

  /// The state that differs if its own headlines do.
  package struct ContentsMark: Equatable {
    fileprivate var counts: [Int]
    fileprivate var font: FontSpec
    fileprivate var topics: [Topic]
    fileprivate var only: String?
  }

  package var contentsMark: ContentsMark {
    ContentsMark(
      counts: [arrivals, count, headlines.order.count], font: headlines.font, topics: topics,
      only: count == 1 ? texts.first : nil)
  }

  /// The speed for a wall whose headlines have that length.
  package func wallSpeed(textWidth: Double, length: Double) -> Double {
    evenSpeed(nearest: crawl.speed(textWidth: textWidth, viewWidth: length), step: train.speedStep)
  }

  /// Pixels between headlines.
  package var spacing: Double { crawl.repeatSpacing }

  /// Adds a headline that comes next on the wall; see `interrupt`.
  func insert(_ headline: Headline, nextOn wall: CrawlWall) -> Int? {
    let neighbour = wall.nextSource
    guard let id = headlines.append(headline) else { return nil }
    if let neighbour { headlines.insert(id, behind: neighbour, near: [neighbour]) }
    return id
  }

  /// The pieces of all headlines in order.
  private var wallPieces: [Int] {
    let leftwards = style.crawl.scrollLeft
    var pieces: [Int] = []
    var next = headlines.firstSegment(afterItemOf: nil, leftwards: leftwards)
    while let piece = next, pieces.count < WallPlan.mostItems {
      pieces.append(piece)
      next =
        headlines.segment(coupledBehind: piece, leftwards: leftwards)
        ?? headlines.firstSegment(afterItemOf: piece, leftwards: leftwards)
    }
    return pieces
  }

  /// The pieces of all headlines in order as items, unmeasured and without names.
  func wallSources(tone: (String) -> Int) -> [(item: WallItem, piece: Int)] {
    var last: Int?
    return wallPieces.compactMap { piece in
      guard let number = headlines.store.find(piece) else { return nil }
      let headline = headlines.headline(ofChunk: number).headline
      var item = WallItem(id: "", text: headlines.store.text(ofChunk: number), width: 0)
      item.isContinued = last == headline.id
      if !item.isContinued, let topic = headline.topic, topics.indices.contains(topic), !topics[topic].name.isEmpty {
        item.topic = WallItem.Topic(topics[topic].name, tone: tone(topics[topic].name))
      }
      (item.link, item.isMarkup) = (headline.link, headlines.store.kind(ofChunk: number) == .markup)
      last = headline.id
      return (item, piece)
    }
  }
}

internal import Newsroom
internal import Newswire
internal import Scene
internal import ScrollCore

extension Headline {
  /// A headline of the news, as a crawl is told it.
  ///
  /// - Parameters:
  ///   - queue: Says where the item comes in.
  ///   - hasValues: Whether the crawl has live numbers.
  init(_ item: NewsItem, of queue: ItemQueue, hasValues: Bool) {
    // A feed's text is untrusted.
    self.init(
      item.line, topic: item.topicID, link: item.link, isNew: item.isNew,
      isPlain: item.isPlain || item.row != nil || item.place != nil && !hasValues)
    (row, headlineID, isRead) = (item.row, item.headline, item.isRead)
    handling = Handling()
    handling.comesNext = queue.comesNext(item)
    // A line of a feed, or of a channel, that has changed comes anew.
    handling.changesInPlace = item.airing.key != nil || item.id.feed == nil
    (handling.endsAtOnce, handling.isElsewhere) = (item.alert != nil, queue.holdsElsewhere(item))
    if !queue.settings.hasBreakIns, item.breaksIn { handling.urgency = item.airing.priority ?? Airing.defaultPriority }
    if item.alert != nil || item.airing.key != nil { handling.version = item.senderID }
  }
}

/// A view that takes content from sources, beside what the program gives it.
///
/// - A line of a ``CrawlView`` is an item. So is a headline of a feed, with the feed as its topic.
/// - A ``CounterView`` rolls to the number in the last line.
/// - Lines join the text of an ``AutoScrollView`` at its end; a file or an output that is written again takes the place of its
///   earlier lines. A headline is a line.
/// - A line of a ``TokenFieldView``, or a headline, is a chip.
///
/// What a source takes back goes, as does everything of a source that is removed.
public protocol SourcedView: View {}

extension CrawlView: SourcedView {}
extension CounterView: SourcedView {}
extension AutoScrollView: SourcedView {}
extension TokenFieldView: SourcedView {}

extension SourcedView {
  /// Where its content comes from, beside what the program gives it.
  public var sources: [Source] {
    get { reader.sources }
    set { reader.sources = newValue }
  }

  /// Called with what happens to its sources.
  public var onSourceEvent: ((SourceEvent) -> Void)? {
    get { reader.handler }
    set { reader.handler = newValue }
  }

  /// What happens to its sources, from now on.
  public var events: AsyncStream<SourceEvent> { reader.events.stream() }
}

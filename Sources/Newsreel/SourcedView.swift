/// A view with content from sources besides the program's own.
///
/// - A line of a ``CrawlView`` is an item. So is a headline of a feed, with the feed as its topic.
/// - A ``CounterView`` rolls to the number in the last line.
/// - Lines join the text of an ``AutoScrollView`` at its end; a rewritten file or output replaces its earlier lines. A
///   headline is a line.
/// - A line of a ``TokenFieldView``, or a headline, is a chip.
///
/// Content that a source withdraws disappears, and so does all content of a removed source.
public protocol SourcedView: View {}

extension CrawlView: SourcedView {}
extension CounterView: SourcedView {}
extension AutoScrollView: SourcedView {}
extension TokenFieldView: SourcedView {}

extension SourcedView {
  /// The sources of its content, besides the program.
  public var sources: [Source] {
    get { reader.sources }
    set { reader.sources = newValue }
  }

  /// Called with the events of its sources.
  public var onSourceEvent: ((SourceEvent) -> Void)? {
    get { reader.handler }
    set { reader.handler = newValue }
  }

  /// The events of its sources, from now on.
  public var events: AsyncStream<SourceEvent> { reader.events.stream() }
}

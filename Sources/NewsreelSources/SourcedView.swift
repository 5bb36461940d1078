internal import Base
public import Newsreel

/// A view with content from sources besides the program's own.
///
/// - A line of a `CrawlView` is an item. So is a headline of a feed, with the feed as its topic.
/// - A `CounterView` rolls to the number in the last line.
/// - Lines join the text of an `AutoScrollView` at its end; a rewritten file or output replaces its earlier lines. A
///   headline is a line.
/// - A line of a `TokenFieldView`, or a headline, is a chip.
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
    get { (viewSources as? SourceReader)?.sources ?? [] }
    set { reader.read(newValue) }
  }

  /// Called with the events of its sources.
  public var onSourceEvent: ((SourceEvent) -> Void)? {
    get { reader.handler }
    set { reader.handler = newValue }
  }

  /// The events of its sources, from now on.
  public var events: AsyncStream<SourceEvent> { reader.events.stream() }

  /// Made by the first use.
  private var reader: SourceReader {
    if let reader = viewSources as? SourceReader { return reader }
    let reader = SourceReader(of: self)
    viewSources = reader
    reader.attach(to: loop)
    return reader
  }
}

extension StripView {
  /// The addresses of the feeds whose headlines it shows, with a chip for each; those of `crawl.sources`.
  public var feeds: [String] {
    get {
      crawl.sources.compactMap { source in
        guard case .feed(let address, _) = source.kind else { return nil }
        return address
      }
    }
    set {
      let known = feeds
      crawl.sources.removeAll { source in
        guard case .feed(let address, _) = source.kind else { return false }
        return !newValue.contains(address)
      }
      crawl.sources += newValue.filter { !known.contains($0) }.map { .feed($0) }
    }
  }
}

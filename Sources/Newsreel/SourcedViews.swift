internal import App
internal import Scene
internal import ScrollCore

// What views make of their sources.

extension CrawlView {
  /// Where its items come from, beside those that are appended. A line is an item, as is a headline of a feed, with the
  /// feed as its topic. Lines and headlines that go, and those of a source that is removed, are removed.
  public final var sources: [Source] {
    get { reader.sources }
    set { reader.sources = newValue }
  }

  /// Called with what happens to its sources.
  public final var onSourceEvent: ((SourceEvent) -> Void)? {
    get { reader.handler }
    set { reader.handler = newValue }
  }

  /// What happens to its sources, from now on.
  public final var events: AsyncStream<SourceEvent> { reader.events.stream() }
}

extension CounterView {
  /// Where its numbers come from: it rolls to the last line.
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

  func show(_ news: ProgramNews, from source: Source) {
    guard case .lines(let new, _) = news else {
      return reader.tell(.failed("a counter needs lines with numbers, and a feed has headlines"), of: source)
    }
    guard let line = new.last(where: { $0.contains { !$0.isWhitespace } }) else { return }
    guard let number = DecimalNumber(line.split(whereSeparator: \.isWhitespace).joined(separator: " ")) else {
      return reader.tell(.failed("'\(TextCleaner.line(line, limit: 80))' is not a number"), of: source)
    }
    if number.description != self.number?.description { set(number) }
  }
}

extension AutoScrollView {
  /// Where its text comes from: lines join it at the end, and a file or an output that is written again takes the place
  /// of its earlier lines. A feed has a line for each headline.
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

extension TokenFieldView {
  /// Where its chips come from: a line is a chip, as is a headline of a feed.
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

extension StripView {
  /// The addresses of the feeds whose headlines it shows, with a chip for each; those of `crawl.sources`.
  public var feeds: [String] {
    get {
      crawl.sources.compactMap { source in
        guard case .feed(let address, _) = source.program else { return nil }
        return address
      }
    }
    set {
      let known = feeds
      crawl.sources.removeAll { source in
        guard case .feed(let address, _) = source.program else { return false }
        return !newValue.contains(address)
      }
      crawl.sources += newValue.filter { !known.contains($0) }.map { .feed($0) }
    }
  }
}

/// The items of a crawl that its sources have brought.
struct SourcedItems {
  private struct Entry {
    let key: String
    let id: CrawlView.Item.ID
  }

  private var entries: [Source: [Entry]] = [:]
  /// The limit for the items of a source; the oldest are dropped.
  private static let most = 1000

  /// The item with that key of a source.
  func item(_ key: String, of source: Source) -> CrawlView.Item.ID? {
    entries[source]?.first { $0.key == key }?.id
  }

  /// Adds an item, and returns one that has to go.
  mutating func add(_ key: String, _ id: CrawlView.Item.ID, of source: Source) -> CrawlView.Item.ID? {
    entries[source, default: []].append(Entry(key: key, id: id))
    guard let list = entries[source], list.count > Self.most else { return nil }
    return entries[source]?.removeFirst().id
  }

  /// Takes the first item with that key out.
  mutating func remove(_ key: String, of source: Source) -> CrawlView.Item.ID? {
    guard let index = entries[source]?.firstIndex(where: { $0.key == key }) else { return nil }
    return entries[source]?.remove(at: index).id
  }

  /// Takes all items of a source out.
  mutating func removeAll(of source: Source) -> [CrawlView.Item.ID] {
    (entries.removeValue(forKey: source) ?? []).map(\.id)
  }
}

internal import Scene
internal import ScrollCore

/// The items of topics that are off, removed from the crawl until their topic is on again.
struct OffItems {
  private var items: [Headline] = []
  private var topics: Set<Int> = []
  /// Items that come while their topic is off have ids below 0, which a crawl gives to none.
  private var lastID = 0

  var count: Int { items.count }

  func contains(topic: Int?) -> Bool { topic.map(topics.contains) ?? false }

  /// Adds the items of a topic. Later items of that topic belong here, too.
  mutating func hide(topic: Int, _ items: [Headline]) {
    topics.insert(topic)
    self.items += items
    self.items.removeFirst(max(0, self.items.count - TextStore.Limits.stream.chunks))
  }

  /// Gives the items of a topic back.
  mutating func show(topic: Int) -> [Headline] {
    topics.remove(topic)
    defer { items.removeAll { $0.topic == topic } }
    return items.filter { $0.topic == topic }
  }

  /// Adds an item of a topic that is off, and returns its id; nil if it is not kept.
  mutating func add(_ headline: Headline, topic: Int) -> Int? {
    guard !Token(headline.text).label.isEmpty else { return nil }
    lastID -= 1
    var headline = headline
    headline.id = lastID
    hide(topic: topic, [headline])
    return lastID
  }

  func headline(_ id: Int) -> Headline? { items.first { $0.id == id } }

  mutating func replace(_ id: Int, with text: String) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    if Token(text).label.isEmpty { items.remove(at: index) } else { items[index].text = text }
  }

  mutating func removeAll(where isRemoved: (Headline) -> Bool) { items.removeAll(where: isRemoved) }
}

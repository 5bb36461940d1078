internal import Scene
internal import ScrollCore

/// The items of topics that are off, removed from the crawl until their topic is on again.
struct HiddenItems {
  private var items: [(number: Int, headline: Headline)] = []
  private var topics: Set<Int> = []
  /// Topics whose items are dropped.
  private var gone: Set<Int> = []
  /// Items that come while their topic is off have numbers below 0, which a crawl gives to none.
  private var lastNumber = 0

  var count: Int { items.count }

  func contains(topic: Int?) -> Bool { topic.map(topics.contains) ?? false }

  /// Takes the items of a topic in; those that come later are to come here, too.
  mutating func hide(topic: Int, _ items: [(number: Int, headline: Headline)]) {
    topics.insert(topic)
    self.items += items
    self.items.removeFirst(max(0, self.items.count - TextStore.Limits.stream.chunks))
  }

  /// Gives the items of a topic back.
  mutating func show(topic: Int) -> [(number: Int, headline: Headline)] {
    topics.remove(topic)
    defer { items.removeAll { $0.headline.topic == topic } }
    return items.filter { $0.headline.topic == topic }
  }

  /// Drops all present and future items of a topic.
  mutating func forget(topic: Int) {
    gone.insert(topic)
    removeAll { $1.topic == topic }
  }

  /// Takes an item of a topic that is off, and says what number it has; nil where it is not kept.
  mutating func add(_ headline: Headline, topic: Int) -> Int? {
    guard !gone.contains(topic), !Token(headline.text).label.isEmpty else { return nil }
    lastNumber -= 1
    hide(topic: topic, [(lastNumber, headline)])
    return lastNumber
  }

  func headline(_ number: Int) -> Headline? { items.first { $0.number == number }?.headline }

  mutating func replace(_ number: Int, with text: String) {
    guard let index = items.firstIndex(where: { $0.number == number }) else { return }
    if Token(text).label.isEmpty { items.remove(at: index) } else { items[index].headline.text = text }
  }

  mutating func removeAll(where isRemoved: (_ number: Int, _ headline: Headline) -> Bool) {
    items.removeAll { isRemoved($0.number, $0.headline) }
  }
}

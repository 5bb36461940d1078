internal import Scene
internal import ScrollCore

/// Switching topics by a strip's chips.
extension CrawlView {
  /// Switches a topic: its items are removed, or come back at the end.
  func setShown(_ isShown: Bool, topic: Int) {
    guard isShown == hidden.contains(topic: topic) else { return }
    if isShown {
      for item in hidden.show(topic: topic) {
        if let id = crawl.append(item.headline, at: now) { crawl.setName(ofItem: id, to: item.number) }
      }
    } else {
      hidden.hide(topic: topic, crawl.takeNamedItems(about: topic, at: now))
    }
    itemsChanged()
  }

  /// Drops all present and future items of a topic that is off.
  func forget(topic: Int) { hidden.forget(topic: topic) }
}

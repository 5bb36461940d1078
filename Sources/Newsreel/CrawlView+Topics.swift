internal import Scene
internal import ScrollCore

/// What a strip's chips do to the items of its crawl.
extension CrawlView {
  /// Switches a topic: its items go, or come back behind all others.
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

  /// Drops what a topic that is off had, and what is still to come of it.
  func forget(topic: Int) { hidden.forget(topic: topic) }
}

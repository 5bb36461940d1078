internal import Scene
internal import ScrollCore

/// What a strip's chips do to the items of its crawl.
extension CrawlView {
  /// Switches a topic: its items go, or come back behind all others.
  func setShown(_ isShown: Bool, topic: Int) {
    guard isShown == hidden.contains(topic: topic) else { return }
    if isShown {
      crawl.append(contentsOf: hidden.show(topic: topic), at: now)
    } else {
      hidden.hide(topic: topic, crawl.remove(topic: topic, at: now))
    }
    itemsChanged()
  }

  /// Drops what a topic that is off had, and what is still to come of it.
  func forget(topic: Int) { hidden.forget(topic: topic) }
}

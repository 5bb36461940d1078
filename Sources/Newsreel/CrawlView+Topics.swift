internal import Scene
internal import ScrollCore

/// Switching topics by a strip's chips.
extension CrawlView {
  /// Switches a topic: its items are removed, or come back at the end.
  func setShown(_ isShown: Bool, topic: Int) {
    guard isShown == hidden.contains(topic: topic) else { return }
    if isShown {
      scene.append(contentsOf: hidden.show(topic: topic), at: now)
    } else {
      hidden.hide(topic: topic, scene.remove(topic: topic, at: now))
    }
    itemsChanged()
  }

  /// Drops all present and future items of a topic that is off.
  func forget(topic: Int) { hidden.forget(topic: topic) }
}

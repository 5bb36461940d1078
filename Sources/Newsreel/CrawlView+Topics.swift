internal import Scene
internal import ScrollCore

/// Switching topics by a strip's chips.
extension CrawlView {
  /// Switches a topic: its items are removed, or come back at the end.
  func setShown(_ isShown: Bool, topic: Int) {
    guard isShown == off.contains(topic: topic) else { return }
    if isShown {
      scene.append(contentsOf: off.show(topic: topic), at: now)
    } else {
      off.hide(topic: topic, scene.remove(topic: topic, at: now))
    }
    itemsChanged()
  }
}

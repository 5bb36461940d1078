internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

// How what is on the wire comes onto the crawl, and goes.

extension NewsDesk {
  func takePending() {
    guard !pending.isEmpty else { return }
    var items: [WireItem] = []
    items.reserveCapacity(pending.count)
    for item in pending where marks[item] == nil {
      let count = topics.entries.count
      let index = topics.index(of: item)
      if topics.entries.count > count { hasNewTopics = true }
      if index.map({ topics.entries[$0].isRemoved }) != true { items.append(item) }
    }
    pending = []
    _ = wire.add(items, now: wallClockNow())
  }

  /// Makes the crawl show what is on the wire. True where something has changed.
  func bring(at t: Seconds) -> Bool {
    let now = wallClockNow()
    _ = wire.expire(now: now)
    newUntil = newUntil.filter { $0.value > now }
    if hasNewTopics { crawl.setTopics(topics.labels, at: t) }
    let wanted = wire.ordered
    let gone = takeOff(wanted, at: t)
    let isAdded = putOn(wanted, at: t)
    let next = min(wire.nextExpiry, newUntil.values.min() ?? .infinity)
    if next < .infinity { wake(at: monotonicNow() + max(Self.pause, next - now)) }
    return isAdded || gone
  }

  /// Takes off what is not wanted any more or looks different now, but nothing that is on screen.
  private func takeOff(_ wanted: [WireItem], at t: Seconds) -> Bool {
    let looks = Dictionary(wanted.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let seen = crawl.isResting(at: t) ? [] : crawl.shownItems(at: t)
    var gone: Set<Int> = []
    for (key, entry) in shown {
      let item = looks[key]
      if let item, item.title == entry.item.title, item.link == entry.item.link, isNew(key) == entry.isNew {
        continue
      }
      if seen.contains(entry.id) {
        wake(at: monotonicNow() + 1)
      } else {
        gone.insert(entry.id)
        shown[key] = nil
      }
    }
    urgent.subtract(gone)
    crawl.remove(gone, at: t)
    return !gone.isEmpty
  }

  private func putOn(_ wanted: [WireItem], at t: Seconds) -> Bool {
    guard wanted.contains(where: { shown[$0.key] == nil }) else { return false }
    takeBackUpcoming(at: t)
    var waiting: [(key: String, item: WireItem, topic: Int?)] = []
    for item in wanted {
      let key = item.key
      guard shown[key] == nil else { continue }
      let topic = topics.index(of: item)
      if item.isUrgent {
        let id = crawl.interrupt(with: headline(item, key, topic), at: t)
        guard let id else { continue }
        shown[key] = Shown(id: id, item: item, topic: topic, isNew: isNew(key))
        urgent.insert(id)
      } else {
        waiting.append((key, item, topic))
      }
    }
    let ids = crawl.append(contentsOf: waiting.map { headline($0.item, $0.key, $0.topic) }, at: t)
    for (entry, id) in zip(waiting, ids) {
      guard let id else { continue }
      shown[entry.key] = Shown(id: id, item: entry.item, topic: entry.topic, isNew: isNew(entry.key))
    }
    return true
  }

  /// What has not come near the view yet takes its places anew, together with what has arrived.
  private func takeBackUpcoming(at t: Seconds) {
    let last = crawl.lastLaidOut
    let upcoming = shown.filter { $0.value.id > last && !urgent.contains($0.value.id) }
    crawl.remove(Set(upcoming.values.map(\.id)), at: t)
    for key in upcoming.keys { shown[key] = nil }
  }

  private func headline(_ item: WireItem, _ key: String, _ topic: Int?) -> Headline {
    Headline(item.title, topic: topic.map { NewsTopics.label($0, isNew: isNew(key)) }, link: item.link)
  }

  func isNew(_ key: String) -> Bool { newUntil[key] != nil }
}

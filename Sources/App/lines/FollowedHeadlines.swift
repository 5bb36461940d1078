internal import Newswire
internal import Scene
internal import ScrollCore

/// Headlines that follow the lines of watched sources, in their order. A visible one is removed once it has left the view, so that
/// nothing jumps.
struct FollowedHeadlines {
  private var held: [(line: String, id: Int)] = []
  /// Headlines to remove once they are out of sight, and their lines.
  private var leaving: [Int: String] = [:]

  mutating func change(_ change: LineDiff.Change, on crawl: CrawlScene, at t: Seconds) {
    leaving = leaving.filter { crawl.dismissed.contains($0.key) }
    remove(change.gone)
    let new = keep(change.new, on: crawl)
    let ids = join(new.map { Headline($0) }, to: crawl, at: t)
    for (line, id) in zip(new, ids) { if let id { held.append((line, id)) } }
    arrange(change.order, on: crawl, at: t)
    if held.count >= LineDiff.most + LineDiff.most / 10 { held.removeFirst(held.count - LineDiff.most) }
  }

  /// Puts the headlines of a source into the order of its lines; of equal ones the first comes first.
  private func arrange(_ lines: [String], on crawl: CrawlScene, at t: Seconds) {
    if lines.isEmpty { return }
    var ids = Dictionary(grouping: held.reversed(), by: \.line)
    crawl.arrange(lines.compactMap { ids[$0]?.popLast()?.id }, at: t)
  }

  /// Without motion, new headlines take the place of removed ones.
  private mutating func join(_ headlines: [Headline], to crawl: CrawlScene, at t: Seconds) -> [Int?] {
    guard crawl.isResting(at: t), leaving.count == crawl.count, !headlines.isEmpty else {
      crawl.dismiss(Set(leaving.keys), at: t)
      return crawl.append(contentsOf: headlines, at: t)
    }
    crawl.keep(Set(leaving.keys))
    leaving = [:]
    return crawl.replaceAll(with: headlines, at: t)
  }

  /// Keeps headlines whose lines come again before they are removed. Returns the other lines.
  private mutating func keep(_ lines: [String], on crawl: CrawlScene) -> [String] {
    if lines.isEmpty || leaving.isEmpty { return lines }
    var known = Dictionary(grouping: leaving.sorted { $0.key > $1.key }, by: \.value)
    return lines.filter { line in
      guard let id = known[line]?.popLast()?.key else { return true }
      leaving[id] = nil
      crawl.keep([id])
      held.append((line, id))
      return false
    }
  }

  private mutating func remove(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    var counts = LineCounts(lines)
    held.removeAll { entry in
      guard counts.remove(entry.line) else { return false }
      leaving[entry.id] = entry.line
      return true
    }
  }
}

internal import Scene
internal import ScrollCore

/// Headlines that follow the lines of watched sources. New ones join at the end; a visible one is removed once it has
/// left the view, so that nothing jumps.
struct FollowedHeadlines {
  private var held: [(line: String, id: Int)] = []
  /// Headlines to remove once they are out of sight, and their lines.
  private var leaving: [Int: String] = [:]
  /// Headlines that are removed and still run through the view, since all were in it.
  private var runningOut: [Int: String] = [:]
  private var looksAgainAt: Seconds = 0

  mutating func change(_ change: LineDiff.Change, on crawl: CrawlView, at t: Seconds) {
    remove(change.gone)
    let new = bringBack(change.new, on: crawl, at: t)
    let ids = join(new.map { Headline($0) }, to: crawl, at: t)
    for (line, id) in zip(new, ids) { if let id { held.append((line, id)) } }
    if held.count >= LineDiff.most + LineDiff.most / 10 { held.removeFirst(held.count - LineDiff.most) }
  }

  /// Without motion, new headlines take the place of removed ones.
  private mutating func join(_ headlines: [Headline], to crawl: CrawlView, at t: Seconds) -> [Int?] {
    looksAgainAt = t
    guard crawl.isResting(at: t), leaving.count == crawl.count, !headlines.isEmpty else {
      settle(on: crawl, at: t)
      return crawl.append(contentsOf: headlines, at: t)
    }
    leaving = [:]
    return crawl.replaceAll(with: headlines, at: t)
  }

  /// Removes headlines that are now out of sight. Called for each frame.
  mutating func settle(on crawl: CrawlView, at t: Seconds) {
    guard !leaving.isEmpty, t >= looksAgainAt else { return }
    looksAgainAt = t + 0.5
    let rest = crawl.removeOffscreen(Set(leaving.keys), at: t)
    runningOut.merge(leaving.filter { !rest.contains($0.key) }) { $1 }
    runningOut = seen(runningOut, on: crawl, at: t)
    leaving = leaving.filter { rest.contains($0.key) }
  }

  private func seen(_ lines: [Int: String], on crawl: CrawlView, at t: Seconds) -> [Int: String] {
    let seen = crawl.runningOut(Set(lines.keys), at: t)
    return lines.filter { seen.contains($0.key) }
  }

  /// Keeps headlines whose lines come again before they have left the view: beside them others of the same text would be
  /// seen. Returns the other lines.
  private mutating func bringBack(_ lines: [String], on crawl: CrawlView, at t: Seconds) -> [String] {
    if lines.isEmpty || leaving.isEmpty && runningOut.isEmpty { return lines }
    runningOut = seen(runningOut, on: crawl, at: t)
    var known = Dictionary(grouping: leaving.merging(runningOut) { $1 }.sorted { $0.key > $1.key }, by: \.value)
    return lines.filter { line in
      guard let old = known[line]?.popLast()?.key else { return true }
      let isLeaving = leaving.removeValue(forKey: old) != nil
      runningOut[old] = nil
      guard let id = isLeaving ? old : crawl.bringBack(old, as: Headline(line), at: t) else { return true }
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

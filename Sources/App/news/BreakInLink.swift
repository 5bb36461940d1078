internal import Newsroom
internal import Newswire
internal import Scene
internal import ScrollCore

/// Passes break-ins to a view, and their ends to the feeds.
final class BreakInLink {
  let view: BreakInView
  /// What the view has.
  private var items: [Int: NewsItem] = [:]
  /// The as-run log's data on each number's editions.
  private var records: [Int: [Int: Record]] = [:]
  private var isLogged = false

  private struct Record {
    let item: AsRunItem
    let placing: Airing.Placing
    var ending: String?
  }

  init(_ view: BreakInView) { self.view = view }

  /// Called before each frame.
  ///
  /// - Parameter tell: Reports a headline that has come.
  func update(_ desk: NewsDesk, at t: Seconds, tell: (NewsItem) -> Void) {
    for change in desk.takeBreakIns() {
      switch change {
      case .show(let headline, let item):
        note(headline, item)
        items[headline.number] = item
        view.show(headline, at: t)
      case .end(let number, let why):
        if let last = records[number]?.keys.max() { records[number]?[last]?.ending = why }
        view.end(number, at: t)
      }
    }
    for number in view.takeBegun(at: t) {
      if let item = desk.newsroom.breakIns.item(number) ?? items[number] { tell(item) }
    }
    for number in view.takeOver(at: t) {
      items[number] = nil
      desk.perform(.breakInEnded(number))
    }
  }

  // MARK: - For the as-run log

  func beginLog(at t: Seconds) {
    isLogged = true
    view.recordShowings(since: t)
  }

  /// The passages that have ended since the last call, and the open ones.
  func takePassages(at t: Seconds) -> AsRunLog.Passages {
    let (ended, open) = view.takeShowings(at: t)
    defer { forget(open, at: t) }
    return AsRunLog.Passages(
      ended: ended.compactMap { passage($0, at: t) }, open: open.compactMap { passage($0, at: t) })
  }

  private func note(_ headline: BreakIn, _ item: NewsItem) {
    guard isLogged else { return }
    let record = Record(
      item: AsRunItem(id: item.senderID, feed: item.id.feed, text: item.title),
      placing: headline.takesOver ? .takeover : .breakIn)
    records[headline.number, default: [:]][headline.edition] = record
  }

  private func passage(_ showing: Showing, at t: Seconds) -> AsRunLog.Passage? {
    guard let editions = records[showing.item], let record = editions[showing.lap] else { return nil }
    let isReplaced = editions.keys.contains { $0 > showing.lap }
    // One that was stopped comes back.
    let ending = record.ending ?? (isReplaced ? "replaced" : view.waits(showing.item, at: t) ? "stopped" : "left")
    return AsRunLog.Passage(showing, of: record.item, placing: record.placing, ending: ending)
  }

  private func forget(_ open: [Showing], at t: Seconds) {
    let shown = Set(open.map(\.item))
    records = records.filter { shown.contains($0.key) || view.waits($0.key, at: t) }
  }
}

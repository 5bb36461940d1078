package import ScrollCore

/// Headlines that go without anybody seeing them jump.
extension CrawlView {
  /// Takes headlines off as soon as nobody sees it: what rests goes at once, what has left the view too. What is in the
  /// view stays until it has left; where all of the train fits the view, and so nothing ever leaves it altogether, it runs
  /// on and does not come again.
  ///
  /// - Returns: those that are still to go.
  package func takeOff(_ ids: Set<Int>, at t: Seconds) -> Set<Int> {
    guard !ids.isEmpty else { return [] }
    if isResting(at: t) {
      remove(ids, at: t)
      return []
    }
    let shown = shownItems(at: t)
    remove(ids.subtracting(shown), at: t)
    let rest = ids.intersection(shown)
    guard !rest.isEmpty, shown.count >= count, !isStepping else { return rest }
    // Of a headline of several pieces some may still be to come.
    let whole = rest.filter { id in
      items.store.find(id).map { $0 + 1 >= items.store.chunkCount || !items.store.isContinued(chunk: $0 + 1) } ?? true
    }
    advance(to: t)
    items.store.removeItems { id, _ in whole.contains(id) }
    items.forgetItem()
    train.retired(at: t, from: items)
    return rest.subtracting(whole)
  }
}

package import ScrollCore

// Headlines that interrupt, and those that have not been laid out yet.

extension CrawlView {
  /// Adds a headline that comes in next, at the edge of the view, before those that wait there. In later laps it
  /// keeps that place.
  ///
  /// - Returns: its id, nil where there is nothing in it to show.
  @discardableResult
  package func interrupt(with headline: Headline, at t: Seconds) -> Int? {
    guard isPlaced, let last = train.visible(at: t).last?.segment.id ?? train.segments.first?.id else {
      return append(headline, at: t)
    }
    let id = cargo.append(headline, isMarkup: style.markup)
    guard let id else { return nil }
    if cargo.detours.count >= Self.mostDetours { forgetDetours() }
    cargo.detours.add(id, behind: cargo.firstID(ofItemOf: last))
    train.interrupted(at: t, from: cargo)
    return id
  }

  /// Whether any of these headlines is in the view at `t`.
  package func isShowing(_ ids: Set<Int>, at t: Seconds) -> Bool {
    !ids.isEmpty && !ids.isDisjoint(with: shownItems(at: t))
  }

  /// The ids of the headlines that are in the view at `t`.
  package func shownItems(at t: Seconds) -> Set<Int> {
    Set(train.visible(at: t).map { cargo.looks[$0.segment.id]?.item.id ?? $0.segment.id })
  }

  /// Whether the headlines stand still, and not by a hand.
  package func isResting(at t: Seconds) -> Bool { !isPaused && train.nextChange(at: t) == .infinity }

  /// Headlines with greater ids have not come near the view in this lap.
  package var lastLaidOut: Int {
    train.segments.lazy.map(\.id).filter { !self.cargo.detours.contains(self.cargo.firstID(ofItemOf: $0)) }.max() ?? -1
  }

  /// Removes headlines by their ids, as `remove(id:at:)` does.
  package func remove(_ ids: Set<Int>, at t: Seconds) {
    guard !ids.isEmpty else { return }
    let shown = Set(train.segments.map(\.id)).filter { ids.contains(cargo.looks[$0]?.item.id ?? $0) }
    cargo.store.removeItems { id, _ in ids.contains(id) }
    removed(shown, at: t)
  }

  /// Those that are gone for good.
  private func forgetDetours() {
    let near = Set(train.segments.map { cargo.firstID(ofItemOf: $0.id) })
    cargo.detours.keep { near.contains($0) || cargo.store.find($0) != nil }
  }

  private static let mostDetours = 64
}

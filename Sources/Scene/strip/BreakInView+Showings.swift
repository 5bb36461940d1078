package import ScrollCore

/// Records when break-ins are visible: their band, from its first pixel to its last.
extension BreakInView {
  /// Starts recording at `t`.
  package func recordShowings(since t: Seconds) { showings = showings ?? ShowingRecord(since: t) }

  /// Returns the passages that have ended since the last call, and those still open at `t`. Their items are headlines'
  /// numbers, their laps the editions.
  package func takeShowings(at t: Seconds) -> (ended: [Showing], open: [Showing]) {
    followShowings(to: t)
    return (showings?.takeEnded() ?? [], showings?.open ?? [])
  }

  /// Notes whether the window is entirely invisible.
  package func setHidden(_ isHidden: Bool, at t: Seconds) {
    guard let record = showings, isHidden != record.isSuspended else { return }
    followShowings(to: t)
    if !isHidden { showings?.skip(to: t) }
    showings?.isSuspended = isHidden
  }

  /// Records up to `t`. Called before everything that happens to them, as until then they are shown as they were.
  func followShowings(to t: Seconds) {
    guard let record = showings, t > record.until, !record.isSuspended else { return }
    for sight in turns.seen(from: record.until, to: t) {
      guard let edition = edition(of: sight.id) else { continue }
      showings?.add(
        sight.id, lap: edition.number, visible: [sight.visible],
        whole: edition.fits ? [sight.whole].compactMap(\.self) : [])
    }
    showings?.settle(at: t)
  }
}

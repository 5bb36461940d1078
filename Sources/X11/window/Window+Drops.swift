package import ScrollCore

extension Window {
  /// Takes what other programs drag over the window and drop there, from now on: see `Event.drag`.
  package func acceptDrops() { input.drops.announce() }

  /// When a drop is given up at the latest, on the monotonic clock: `expireDrop` is to be called then.
  package var dropDeadline: Seconds { input.drops.deadline }

  /// What becomes of a drop whose source has had time enough; nil where there is none.
  package func expireDrop(now: Seconds) -> Event? { input.drops.expire(now: now) }
}

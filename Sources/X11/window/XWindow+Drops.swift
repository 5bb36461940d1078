package import ScrollCore

extension XWindow {
  /// Starts to accept drops: see `Event.drag`.
  package func acceptDrops() { input.drops.announce() }

  /// When a drop times out, on the monotonic clock: call `expireDrop` then.
  package var dropDeadline: Seconds { input.drops.deadline }

  /// Gives up a drop after its timeout, and returns the event, or nil.
  package func expireDrop(now: Seconds) -> Event? { input.drops.expire(now: now) }
}

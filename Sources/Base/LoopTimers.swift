package import Glibc

/// Timers of a thread, as a source of the loops that serve them.
package final class LoopTimers: LoopSource {
  /// A closure that is called at a time, or at intervals.
  package final class Entry {
    fileprivate var due: Double
    fileprivate let interval: Double?
    fileprivate let action: () -> Void

    /// - Parameters:
    ///   - due: In seconds of the monotonic clock.
    ///   - interval: In seconds; nil for once.
    package init(at due: Double, interval: Double?, _ action: @escaping () -> Void) {
      (self.due, self.interval, self.action) = (due, interval, action)
    }
  }

  private var entries: [Entry] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }
  package func add(_ entry: Entry) { entries.append(entry) }
  package func remove(_ entry: Entry) { entries.removeAll { $0 === entry } }

  package func appendDescriptors(to descriptors: inout [pollfd]) {}

  package var deadline: Double { entries.reduce(.infinity) { min($0, $1.due) } }

  /// Makes due calls. Missed calls are skipped; the others keep to the interval.
  package func service(now: Double) -> ServiceResult {
    for entry in entries where entry.due <= now {
      // One that was called before may have removed it.
      guard entries.contains(where: { $0 === entry }) else { continue }
      if let interval = entry.interval {
        entry.due += interval * (((now - entry.due) / interval).rounded(.down) + 1)
      } else {
        remove(entry)
      }
      entry.action()
    }
    return .idle
  }

  /// No-op: other loops of the thread still serve these timers.
  package func close() {}
}

public import Glibc

/// The sources of one loop: collects what they wait for and calls those that have something to do.
public final class SourceSet {
  fileprivate struct Entry {
    let source: any Source
    /// Where its descriptors stand in the array of the last `appendDescriptors`.
    var range = 0..<0
    var hasMore = true
  }

  private var entries: [Entry] = []

  public init() {}

  public var isEmpty: Bool { entries.isEmpty }

  public func add(_ source: any Source) {
    entries.append(Entry(source: source))
  }

  /// Closes the source and drops it.
  public func remove(_ source: any Source) {
    source.close()
    entries.removeAll { $0.source === source }
  }

  public func removeAll() {
    for entry in entries { entry.source.close() }
    entries.removeAll()
  }

  /// Appends every source's descriptors; keep the array as it is, results included, for `service`.
  public func appendDescriptors(to descriptors: inout [pollfd]) {
    for index in entries.indices {
      let start = descriptors.count
      entries[index].source.appendDescriptors(to: &descriptors)
      entries[index].range = start..<descriptors.count
    }
  }

  /// The earliest deadline; 0 when a source has more waiting, `.infinity` when nothing is due ever.
  public var deadline: Double {
    var earliest = Double.infinity
    for entry in entries {
      if entry.hasMore { return 0 }
      earliest = min(earliest, entry.source.deadline)
    }
    return earliest
  }

  /// Services the sources that are ready, due or have more, once each and in turn, for about 4 ms in all; the rest
  /// come first in the next round. `descriptors` is the array that `appendDescriptors` filled and `poll` answered.
  /// Sources that have finished are dropped.
  public func service(now: Double, descriptors: [pollfd]) {
    let end = monotonicNow() + Self.seconds
    for _ in 0..<entries.count {
      guard !entries.isEmpty else { return }
      turn = turn < entries.count ? turn : 0
      let index = turn
      turn += 1
      guard entries[index].isDue(now: now, descriptors: descriptors) else { continue }
      let source = entries[index].source
      note(source.service(now: now), of: source)
      if monotonicNow() >= end { return }
    }
  }

  /// Whose turn it is.
  private var turn = 0
  private static let seconds = 0.004

  private func note(_ result: ServiceResult, of source: any Source) {
    // The handler may have added or removed sources: find this one again.
    guard let index = entries.firstIndex(where: { $0.source === source }) else { return }
    if result == .finished {
      entries.remove(at: index)
      if index < turn { turn -= 1 }
    } else {
      entries[index].hasMore = result == .more
      entries[index].range = 0..<0
    }
  }
}

extension SourceSet.Entry {
  fileprivate func isDue(now: Double, descriptors: [pollfd]) -> Bool {
    if hasMore || source.deadline <= now { return true }
    return range.contains { $0 < descriptors.count && descriptors[$0].revents != 0 }
  }
}

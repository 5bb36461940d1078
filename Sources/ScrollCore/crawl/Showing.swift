/// A passage of an item through the view.
package struct Showing: Equatable, Sendable {
  /// The item's ID in its source.
  package let item: Int
  /// How many times the train has begun again before it.
  package let lap: Int
  /// When its first pixel was seen.
  package let first: Seconds
  /// When its last pixel was seen, so far.
  package internal(set) var last: Seconds
  /// For how many seconds all of it was seen.
  package internal(set) var whole: Seconds = 0
  /// Up to when it has been followed. It is behind `last` while nothing can be seen.
  var reach: Seconds
}

/// Records when a train's items were visible: each passage with its times, computed from the motion instead of sampled.
package struct ShowingRecord: Sendable {
  /// An item that stands or runs on the track.
  struct Place {
    let item: Int
    let lap: Int
    /// The places of its first and last pixel, in the direction of travel; infinite if unknown.
    var start: Double
    var end: Double
  }

  /// The passages in the view, in order of arrival.
  package private(set) var open: [Showing] = []
  private var ended: [Showing] = []
  /// Whether the train is not on screen: nothing is, or a presentation shows the items in places of its own and adds samples.
  package var isSuspended = false
  /// Up to when all is recorded.
  package private(set) var until: Seconds
  /// Changes when an item comes in.
  package private(set) var arrivals = 0

  package init(since t: Seconds) { until = t }

  /// Returns and clears the finished passages.
  package mutating func takeEnded() -> [Showing] {
    defer { ended = [] }
    return ended
  }

  /// Goes on at `t`: until then, nothing could be seen.
  package mutating func skip(to t: Seconds) {
    guard t > until else { return }
    until = t
    for i in open.indices { open[i].reach = t }
  }

  /// Adds the visible times of an item from `until` on.
  ///
  /// - Parameters:
  ///   - visible: When any of it is visible, in order.
  ///   - whole: When all of it is visible.
  package mutating func add(_ item: Int, lap: Int, visible: [ClosedRange<Seconds>], whole: [ClosedRange<Seconds>]) {
    for span in visible {
      var showing =
        takeOpen(item, lap: lap, at: span.lowerBound)
        ?? Showing(item: item, lap: lap, first: span.lowerBound, last: span.lowerBound, reach: span.lowerBound)
      for part in whole {
        let (from, to) = (max(part.lowerBound, span.lowerBound), min(part.upperBound, span.upperBound))
        if to > from { showing.whole += to - from }
      }
      (showing.last, showing.reach) = (span.upperBound, span.upperBound)
      open.append(showing)
    }
  }

  /// Removes the passage that continues at `t`, or ends one that has been interrupted.
  private mutating func takeOpen(_ item: Int, lap: Int, at t: Seconds) -> Showing? {
    guard let place = open.firstIndex(where: { $0.item == item && $0.lap == lap }) else {
      arrivals += 1
      return nil
    }
    let showing = open.remove(at: place)
    if t - showing.reach < 1e-6 { return showing }
    ended.append(showing)
    arrivals += 1
    return nil
  }

  /// Ends passages that are no longer visible at `t`. Everything up to then has been added.
  package mutating func settle(at t: Seconds) {
    until = max(until, t)
    for showing in open where t - showing.reach > 1e-6 { ended.append(showing) }
    open.removeAll { t - $0.reach > 1e-6 }
    open.sort { ($0.first, $0.lap) < ($1.first, $1.lap) }
  }

  /// Ends the passages of items that were removed from the view, and fade until `t`.
  package mutating func fade(_ items: Set<Int>, until t: Seconds) {
    for i in open.indices where items.contains(open[i].item) { open[i].last = max(open[i].last, t) }
    ended += open.filter { items.contains($0.item) }
    open.removeAll { items.contains($0.item) }
  }

  /// Items in the view stay visible until `t`, and then not for some time.
  package mutating func extend(to t: Seconds) { for i in open.indices { open[i].last = max(open[i].last, t) } }

  /// Ends all passages, as the view goes.
  package mutating func endAll() {
    ended += open
    open = []
  }
}

extension ShowingRecord {
  /// An item in the view that a presentation shows away from its place on the track.
  package struct Sample: Sendable {
    package var item: Int
    package var lap: Int
    package var isWhole: Bool

    package init(item: Int, lap: Int, isWhole: Bool) { (self.item, self.lap, self.isWhole) = (item, lap, isWhole) }
  }

  /// Records the items that a presentation has shown from `until` to `t`, in its frames since the last one.
  package mutating func add(_ samples: [Sample], to t: Seconds) {
    guard t > until else { return }
    for sample in samples {
      add(
        sample.item, lap: sample.lap, visible: [until...t], whole: sample.isWhole ? [until...t] : [])
    }
    settle(at: t)
  }
}

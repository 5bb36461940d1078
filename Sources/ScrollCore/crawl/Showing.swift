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

/// What has been seen of a train's items: each passage with its times, computed from the motion instead of sampled.
package struct ShowingRecord: Sendable {
  /// An item that stands or runs on the track.
  struct Place {
    let item: Int
    let lap: Int
    /// Where its first and its last pixel stand, in the direction of travel; infinite if they are not known.
    var start: Double
    var end: Double
  }

  /// Those that are in the view, in the order of their coming.
  package private(set) var open: [Showing] = []
  private var ended: [Showing] = []
  /// Whether the train is not what is seen: nothing is, or a presentation has places of its own, which are added as samples.
  package var isSuspended = false
  /// Up to when all is recorded.
  package private(set) var until: Seconds
  /// Changes when an item comes in.
  package private(set) var arrivals = 0

  package init(since t: Seconds) { until = t }

  /// Returns and clears the passages that are over.
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

  /// Adds what is seen of an item in the time from `until` on.
  ///
  /// - Parameters:
  ///   - visible: When something of it is seen, in order.
  ///   - whole: When all of it is.
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

  /// Takes out the passage that goes on at `t`, or ends one that has been interrupted.
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

  /// Ends what is not seen at `t` any more. All has been added up to then.
  package mutating func settle(at t: Seconds) {
    until = max(until, t)
    for showing in open where t - showing.reach > 1e-6 { ended.append(showing) }
    open.removeAll { t - $0.reach > 1e-6 }
    open.sort { ($0.first, $0.lap) < ($1.first, $1.lap) }
  }

  /// Ends the passages of items that are taken out of the view, and fade until `t`.
  package mutating func fade(_ items: Set<Int>, until t: Seconds) {
    for i in open.indices where items.contains(open[i].item) { open[i].last = max(open[i].last, t) }
    ended += open.filter { items.contains($0.item) }
    open.removeAll { items.contains($0.item) }
  }

  /// What is in the view is still seen until `t`, and then not any more for some time.
  package mutating func extend(to t: Seconds) { for i in open.indices { open[i].last = max(open[i].last, t) } }

  /// Ends all passages, as the view goes.
  package mutating func endAll() {
    ended += open
    open = []
  }
}

extension ShowingRecord {
  /// An item that is in the view, where a presentation places it otherwise than on the track.
  package struct Sample: Sendable {
    package var item: Int
    package var lap: Int
    package var isWhole: Bool

    package init(item: Int, lap: Int, isWhole: Bool) { (self.item, self.lap, self.isWhole) = (item, lap, isWhole) }
  }

  /// Records what a presentation has shown from `until` to `t`: the items that are in its frames from the last one on.
  package mutating func add(_ samples: [Sample], to t: Seconds) {
    guard t > until else { return }
    for sample in samples {
      add(
        sample.item, lap: sample.lap, visible: [until...t], whole: sample.isWhole ? [until...t] : [])
    }
    settle(at: t)
  }
}

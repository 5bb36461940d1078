// Records when a train's items are visible.

extension Train {
  /// Starts recording, at `t`, when items are visible; see `showings`.
  package mutating func recordShowings(since t: Seconds) { showings = showings ?? ShowingRecord(since: t) }

  /// Records passages up to `t`. Called before every event, while the train's motion up to `t` is still known.
  mutating func recordShowings(to t: Seconds, from source: some TrainSource) {
    guard let showings, t > showings.until, !showings.isSuspended else { return }
    let start = showings.until
    guard phase == .running || !track.segments.isEmpty else {
      self.showings?.settle(at: t)
      return
    }
    var from = start
    for _ in 0..<Self.mostSteps where from < t {
      // Segments that have left are known for some way behind the view.
      let speed = ride.motion.highestSpeed(from: from, to: t)
      let to = speed > 0 ? min(t, from + Self.step / speed) : t
      follow(to: to, from: source)
      addShowings(from: from, to: max(to, from.nextUp), source)
      from = max(to, from.nextUp)
    }
    self.showings?.skip(to: t)
  }

  /// In pixels.
  private static let step = Track.keptBehind / 2
  private static let mostSteps = 4096

  private mutating func addShowings(from start: Seconds, to end: Seconds, _ source: some TrainSource) {
    let stop = self.stop?.distance ?? .infinity
    for place in places(from: source) {
      let visible = times(
        above: place.start - viewWidth + Self.least, below: place.end - Self.least, before: stop, from: start, to: end)
      guard !visible.isEmpty else { continue }
      // An item exactly as wide as the view is whole for an instant.
      let whole = times(
        above: place.end - viewWidth - Self.touch, below: place.start + Self.touch, before: stop, from: start, to: end)
      showings?.add(place.item, lap: place.lap, visible: visible, whole: whole)
    }
    showings?.settle(at: end)
  }

  /// How far its ink has to be in the view to be visible for certain, in pixels: motion is drawn to an eighth.
  private static let least = 1.0 / 16
  /// In pixels.
  private static let touch = 1e-6

  /// When the distance is between two bounds; it does not go beyond the stop.
  private func times(
    above low: Double, below high: Double, before stop: Double, from start: Seconds, to end: Seconds
  ) -> [ClosedRange<Seconds>] {
    guard stop > low else { return [] }
    return ride.motion.times(above: low, below: stop < high ? .infinity : high, from: start, to: end)
  }

  /// The items on the known part of the track; the segments of an item count together.
  private func places(from source: some TrainSource) -> [ShowingRecord.Place] {
    var places: [ShowingRecord.Place] = []
    let leftwards = crawl.scrollLeft
    for (i, segment) in track.segments.enumerated() where segment.width > 0 {
      let ink = source.ink(ofSegment: segment.id)
      let (lead, trail) = leftwards ? (ink.left, ink.right) : (ink.right, ink.left)
      var place = ShowingRecord.Place(
        item: source.item(ofSegment: segment.id), lap: segment.lap, start: segment.place + lead,
        end: segment.end - trail)
      if i == track.segments.count - 1, source.segment(coupledBehind: segment.id, leftwards: leftwards) != nil {
        place.end = .infinity
      }
      if i == 0, source.segment(coupledBefore: segment.id, leftwards: leftwards) != nil { place.start = -.infinity }
      if let last = places.last, segment.gap == .coupled, last.item == place.item, last.lap == place.lap {
        places[places.count - 1].end = place.end
      } else if place.end > place.start {
        places.append(place)
      }
    }
    return places
  }

  // MARK: - What comes next

  /// The last segment that has come into the view, and the next one of another item, with the way until it comes in, in pixels.
  package func border(at t: Seconds) -> (last: Segment?, next: (segment: Segment, way: Double)?) {
    let edge = distance(at: t) + viewWidth
    let last = track.segments.last { $0.place < edge && $0.width > 0 }
    let next = track.segments.first { $0.place >= edge && $0.width > 0 && $0.gap != .coupled }
    return (last, next.map { ($0, $0.place - edge) })
  }

  /// The way from the end of a lap to the beginning of the next, in pixels.
  package func lapGap(from source: some TrainSource) -> Double { track.length(of: .lap, from: source) }

  /// How long it waits at `t` before it begins to run.
  package func delay(at t: Seconds) -> Seconds { state == .running && !isPaused ? max(0, ride.motion.start - t) : 0 }

  // MARK: - Going on

  /// The item that runs first in the view at `t`, or comes in next, and how far its leading edge is from the view's far edge,
  /// in pixels.
  package func leading(at t: Seconds, from source: some TrainSource) -> (item: Int, behind: Double)? {
    let distance = distance(at: t)
    guard let segment = track.segments.first(where: { $0.end > distance && $0.width > 0 }) else { return nil }
    let item = source.item(ofSegment: segment.id)
    var start = segment.place
    for other in track.segments where other.lap == segment.lap && source.item(ofSegment: other.id) == item {
      start = min(start, other.place)
    }
    return (item, start - distance)
  }
}

// An item that takes the place of another one while that is in the view.

extension Train {
  /// Whether a segment can be exchanged in place: wherever it is in the view, its beginning is.
  package func canExchange(_ id: Int, at t: Seconds) -> Bool {
    let distance = distance(at: t)
    return state == .running && !track.isResting && track.canExchange(id, at: distance)
  }

  /// An item of one segment has replaced another one. The new one stands in its place, and the segments behind it close up.
  package mutating func exchange(_ id: Int, for new: Int, at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    track.exchange(id, for: new, at: distance(at: t), from: source)
    track.closeUp(at: distance(at: t), from: source)
    changeSpeed(at: t, from: source)
  }
}

extension Track {
  func canExchange(_ id: Int, at distance: Double) -> Bool {
    segments.allSatisfy {
      $0.id != id || $0.standsFor == nil && (!touchesView($0, at: distance) || $0.place >= distance)
    }
  }

  /// Segments that have left the view stay as they were.
  mutating func exchange(_ id: Int, for new: Int, at distance: Double, from source: some TrainSource) {
    for i in segments.indices where segments[i].id == id && segments[i].end > distance {
      segments[i].id = new
      segments[i].width = source.width(ofSegment: new)
    }
  }
}

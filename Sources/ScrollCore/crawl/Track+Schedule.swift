// Derived from the segments and the crawl's properties: the train's length, its speed, and its stops.

extension Track {
  /// Pixels per second once the velocity has settled: a multiple of `step` but not 0, or unrounded if `step` is 0.
  mutating func steadySpeed(step: Double, from source: some TrainSource) -> Double {
    let width = crawl.scrollTime > 0 ? length(of: source) : 0
    let speed = crawl.speed(textWidth: width, viewWidth: viewWidth)
    return evenSpeed(nearest: speed, step: step)
  }

  /// Whether the text fits and is to rest at home.
  func rests(_ source: some TrainSource) -> Bool {
    guard crawl.scrollOnlyWhenTooLong else { return false }
    let limit = max(viewWidth, crawl.room(in: viewWidth))
    return crawl.rests(length(of: source, upTo: limit), in: viewWidth)
  }

  /// The laid-out width of all segments and the gaps between them: see `TrackMeasures`.
  private mutating func length(of source: some TrainSource) -> Double {
    measures.length(of: source, spacing: crawl.repeatSpacing, leftwards: crawl.scrollLeft)
  }

  /// The length of the whole train, as far as `limit`.
  func length(of source: some TrainSource, upTo limit: Double) -> Double {
    let leftwards = crawl.scrollLeft
    var next = source.firstSegment(afterItemOf: nil, leftwards: leftwards)
    var length = 0.0
    while let id = next, length <= limit {
      length += source.width(ofSegment: id)
      next = source.segment(coupledBehind: id, leftwards: leftwards)
      if next == nil {
        next = source.firstSegment(afterItemOf: id, leftwards: leftwards)
        if next != nil { length += crawl.repeatSpacing }
      }
    }
    return length
  }
}

// MARK: - Stops

/// A place on the track at which something happens.
struct TrackStop {
  enum Kind {
    case rest, finish
  }

  var kind: Kind
  var distance: Double
}

extension Track {
  /// The first stop among the known segments, after which nothing moves.
  ///
  /// - Parameters:
  ///   - home: where the very first segment stood.
  ///   - least: the distance at the last event. Laps that had come home or left before no longer count.
  ///   - restSought: if the text fits, the distance from which on it may come to rest at home.
  func nextStop(
    home: Double, from least: Double, restSought: Double?, _ source: some TrainSource
  ) -> TrackStop? {
    if hasNothingToShow { return TrackStop(kind: .finish, distance: -.infinity) }
    guard restSought != nil || crawl.scrollRepeat >= 0 else { return nil }
    // A replaced segment keeps running; it never rests in its successor's place.
    let head = restSought == nil ? nil : source.firstSegment(afterItemOf: nil, leftwards: crawl.scrollLeft)
    let isOnly = head.map { source.firstSegment(afterItemOf: $0, leftwards: crawl.scrollLeft) == nil } ?? false
    // The item behind a turned head is not the one that follows it.
    let turned = isOnly ? nil : segments.lastIndex { $0.standsFor != nil }
    for (i, segment) in segments.enumerated() {
      if let restSought, segment.id == head, segment.place - crawl.homeInset >= restSought, i > turned ?? -1 {
        return TrackStop(kind: .rest, distance: segment.place - crawl.homeInset)
      }
      if segment.gap == .lap, let stop = stopAtHome(of: segment, home: home, from: least) { return stop }
      let next = i + 1 < segments.count ? segments[i + 1] : nil
      let endsLap = next.map { $0.lap > segment.lap && segment.end >= least } ?? isComplete
      if endsLap, crawl.isLast(lap: segment.lap) { return TrackStop(kind: .finish, distance: segment.end) }
    }
    return nil
  }

  private func stopAtHome(of segment: TrainSegment, home: Double, from least: Double) -> TrackStop? {
    guard crawl.scrollRepeat >= 0, !crawl.leavesAtEnd, segment.lap > crawl.scrollRepeat, segment.place - home >= least
    else { return nil }
    return TrackStop(kind: .finish, distance: segment.place - home)
  }
}

extension Crawl {
  /// The last copy runs out of the view, instead of coming to rest in it.
  var leavesAtEnd: Bool { repeatWhenOutOfBounds || startOutOfBounds }

  /// Whether no lap follows that one. A train that starts in the view comes to rest with a further lap at home.
  func isLast(lap: Int) -> Bool { scrollRepeat >= 0 && lap >= scrollRepeat && leavesAtEnd }
}

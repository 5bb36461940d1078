// What follows from the segments and the crawl's properties: how long the train is, how fast it runs, where it stops.

extension Track {
  /// Pixels per second once the velocity has settled: a multiple of `step` but not 0, or as it is asked where `step` is 0.
  func steadySpeed(step: Double, from source: some TrainSource) -> Double {
    let width = crawl.scrollTime > 0 ? length(of: source) : 0
    let speed = crawl.speed(textWidth: width, viewWidth: viewWidth)
    guard step > 0, speed > 0 else { return speed }
    return max(1, (speed / step).rounded()) * step
  }

  /// Whether the text fits and is to rest at home.
  func rests(_ source: some TrainSource) -> Bool {
    guard crawl.scrollOnlyWhenTooLong else { return false }
    let limit = max(viewWidth, crawl.room(in: viewWidth))
    return crawl.rests(lengthOfFirst(.max, of: source, upTo: limit).length, in: viewWidth)
  }

  /// The laid-out width of all segments and the gaps between them: exact for few segments, else by their mean so far.
  private func length(of source: some TrainSource) -> Double {
    let count = Double(source.segmentCount)
    if count > Double(Self.smallTrain), measured.count > 0 {
      return measured.length / Double(measured.count) * count
    }
    let (length, segments) = lengthOfFirst(Self.smallTrain, of: source, upTo: .infinity)
    return count > Double(Self.smallTrain) ? length / Double(segments) * count : length
  }

  private func lengthOfFirst(
    _ most: Int, of source: some TrainSource, upTo limit: Double
  ) -> (length: Double, segments: Int) {
    let leftwards = crawl.scrollLeft
    var next = source.firstSegment(afterItemOf: nil, leftwards: leftwards)
    var (length, segments) = (0.0, 0)
    while let id = next, segments < most, length <= limit {
      length += source.width(ofSegment: id)
      segments += 1
      next = source.segment(coupledBehind: id, leftwards: leftwards)
      if next == nil {
        next = source.firstSegment(afterItemOf: id, leftwards: leftwards)
        if next != nil { length += crawl.repeatSpacing }
      }
    }
    return (length, segments)
  }
}

// MARK: - Stops

/// A place on the track at which something happens.
struct TrackStop {
  enum Kind {
    case delay(afterLap: Int)
    case rest
    case finish
  }

  var kind: Kind
  var distance: Double
}

extension Track {
  /// The first stop among the known segments.
  ///
  /// - Parameters:
  ///   - home: where the very first segment stood.
  ///   - delayedLap: the last lap after which the delay between passes has been taken.
  ///   - restSought: where the text fits, the distance from which on it may come to rest at home.
  func nextStop(home: Double, delayedLap: Int, restSought: Double?) -> TrackStop? {
    let delays = crawl.repeatWhenOutOfBounds && crawl.delayAtEnd > 0
    guard delays || restSought != nil || crawl.scrollRepeat >= 0 else { return nil }
    for (i, segment) in segments.enumerated() {
      if segment.gap == .lap, let stop = stopAtHome(of: segment, home: home, restSought: restSought) { return stop }
      let endsLap = i + 1 < segments.count ? segments[i + 1].gap == .lap : isComplete
      guard endsLap else { continue }
      if crawl.isLast(lap: segment.lap) { return TrackStop(kind: .finish, distance: segment.end) }
      if delays, segment.lap > delayedLap {
        return TrackStop(kind: .delay(afterLap: segment.lap), distance: segment.end)
      }
    }
    return nil
  }

  private func stopAtHome(of segment: TrainSegment, home: Double, restSought: Double?) -> TrackStop? {
    if let restSought, segment.place - crawl.homeInset >= restSought {
      return TrackStop(kind: .rest, distance: segment.place - crawl.homeInset)
    }
    guard crawl.scrollRepeat >= 0, !crawl.leavesAtEnd, segment.lap > crawl.scrollRepeat else { return nil }
    return TrackStop(kind: .finish, distance: segment.place - home)
  }
}

extension Crawl {
  /// The last copy runs out of the view, instead of coming to rest in it.
  var leavesAtEnd: Bool { repeatWhenOutOfBounds || startOutOfBounds }

  /// Whether no lap follows that one. A train that starts in the view comes to rest with a further lap at home.
  func isLast(lap: Int) -> Bool { scrollRepeat >= 0 && lap >= scrollRepeat && leavesAtEnd }
}

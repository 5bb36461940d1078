// Events from outside. Each first advances the train to its time.

extension Train {
  /// Applies new properties live: visible segments stay in place, and the velocity eases.
  package mutating func set(_ new: Crawl, at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    let (old, isAtHome) = (crawl, isAtHome(at: t, from: source))
    let distance = distance(at: t)
    if old.scrollLeft != new.scrollLeft {
      track.turn(at: distance)
      ride.reverse(at: t)
      // A text at rest runs to its new home.
      (restSought, track.isResting) = (nil, false)
    }
    track.crawl = new.bounded()
    guard state == .running else {
      if state != .idle, !track.segments.isEmpty {
        track.layOutBeyondView(at: self.distance(at: t), fromEdge: true, from: source)
      }
      return
    }
    let isFreed = track.isResting && !track.rests(source)
    if isFreed || (old.scrollLeft == new.scrollLeft && isAtHome) {
      restart(delay: old.delayAtStart, at: t, from: source)
    } else if old.repeatSpacing != new.repeatSpacing {
      track.closeUp(at: self.distance(at: t), from: source)
    } else {
      track.layOutBeyondView(at: self.distance(at: t), fromEdge: true, from: source)
    }
    let isSpeedSet = old.scrollSpeed != crawl.scrollSpeed || old.scrollTime != crawl.scrollTime
    changeSpeed(endsGlide: isSpeedSet, at: t, from: source)
  }

  /// Applies a new width of the view; visible segments keep their distance from the left.
  ///
  /// - Parameters:
  ///   - shift: How far the view's left edge has moved to the right on the screen, where the segments stay.
  ///   - surround: See `Crawl.surround`.
  package mutating func resize(
    to width: Double, shift: Double = 0, surround: Insets = Insets(), at t: Seconds, from source: some TrainSource
  ) {
    guard width != viewWidth || shift != 0 || surround != crawl.surround else { return }
    beginEvent(at: t, from: source)
    let isAtHome = isAtHome(at: t, from: source)
    let growth = width - viewWidth
    track.viewWidth = width
    track.crawl.surround = surround
    placeHome()
    guard state != .idle else { return }
    if state == .running, isAtHome { return restart(at: t, from: source) }
    shiftDistances(by: crawl.scrollLeft ? shift : -growth - shift)
    // A growing view uncovers the next segments; in a shrinking one nothing appears.
    track.layOutBeyondView(at: distance(at: t), fromEdge: growth < 0, from: source)
    changeSpeed(at: t, from: source)
  }

  /// Items have joined the end of the source. They come in from beyond the view, or behind its last segment.
  package mutating func appended(at t: Seconds, from source: some TrainSource) {
    come(at: t, from: source) { $0.isComplete || $0.beyondView(at: $1).contains { $0.gap == .lap } }
  }

  /// An item comes next in the source's order, behind the visible ones. It comes in at the edge of the view, or behind
  /// the last segment there; those beyond the view are laid out again.
  package mutating func interrupted(at t: Seconds, from source: some TrainSource) {
    come(at: t, from: source) { _, _ in true }
  }

  /// Lets items come in; segments beyond the view are laid out again if `changesBeyond` says so.
  private mutating func come(
    at t: Seconds, from source: some TrainSource, changesBeyond: (_ track: Track, _ distance: Double) -> Bool
  ) {
    beginEvent(at: t, from: source)
    // After the source was empty, dragging back must not cross that gap.
    let hasRunOut = phase == .running && track.segments.last.map { $0.end < distance(at: t) } ?? false
    resumeIfFinished(at: t)
    guard state == .running else { return }
    if track.segments.isEmpty || track.isResting || hasRunOut {
      enter(at: t, from: source)
    } else if changesBeyond(track, distance(at: t)) {
      // A train at rest shows the new item in its place; a moving one lets it come in.
      track.layOutBeyondView(at: distance(at: t), fromEdge: entersAtEdge(at: t), from: source)
    }
    changeSpeed(at: t, from: source)
  }

  /// Items have gone from the source. The first segment on screen that is left stays; those behind it close up.
  package mutating func removed(at t: Seconds, from source: some TrainSource, where isRemoved: (_ id: Int) -> Bool) {
    beginEvent(at: t, from: source)
    guard state != .idle else { return }
    let distance = distance(at: t)
    let shown = track.segments.filter { track.touchesView($0, at: distance) }
    if state == .running, track.isResting || (!entersAtEdge(at: t) && shown.allSatisfy { isRemoved($0.id) }) {
      if track.segments.contains(where: { isRemoved($0.id) }) { restart(at: t, from: source) }
    } else if shown.contains(where: { isRemoved($0.id) }) || track.isOnlyAhead(of: distance, where: isRemoved) {
      track.closeUp(at: distance, from: source, without: isRemoved)
    } else if track.segments.contains(where: { isRemoved($0.id) }) {
      track.dropPassed(at: distance, where: isRemoved)
      track.layOutBeyondView(at: distance, fromEdge: !crawl.standsStill, from: source)
      if source.segmentCount == 0, shown.isEmpty { track.clear() }
    }
    changeSpeed(at: t, from: source)
  }

  /// Items have left the source and must not come again. Their visible segments run on; those behind the view are laid out
  /// again without them.
  package mutating func retired(at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard state != .idle else { return }
    track.keepShown(at: distance(at: t), from: source)
    changeSpeed(at: t, from: source)
  }

  /// All items have been replaced. Text whose beginning is in the view changes in place; if the reader is in the middle
  /// of it, it runs on and the new one follows.
  package mutating func replaced(at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    resumeIfFinished(at: t)
    guard state != .idle else { return }
    if state == .running, track.segments.isEmpty || !entersAtEdge(at: t) {
      enter(at: t, from: source)
    } else {
      let distance = distance(at: t)
      let first = track.segments.first { track.touchesView($0, at: distance) }
      if let first, first.place < distance, state == .running {
        track.dropBeyondView(at: distance)
      } else if let id = source.firstSegment(afterItemOf: nil, leftwards: crawl.scrollLeft) {
        let place = first?.place ?? max(distance + viewWidth, track.segments.first?.place ?? 0)
        track.placeFirst(id, at: place, lap: (first ?? track.segments.first)?.lap ?? 0, from: source)
      } else {
        track.clear()
      }
    }
    track.forgetMeasures()
    changeSpeed(at: t, from: source)
  }

  /// Widths have changed (another font). The leading segment on screen keeps its place.
  package mutating func remeasured(at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard state != .idle else { return }
    track.forgetMeasures()
    if state == .running, isAtHome(at: t, from: source) {
      restart(at: t, from: source)
    } else {
      track.closeUp(at: distance(at: t), from: source, remeasuring: true)
    }
    changeSpeed(at: t, from: source)
  }

  // MARK: - Live numbers in the text

  /// A part of an id's segments changes its width, and with it theirs. Visible segments ahead of that part stay in
  /// place; if the part has left the view, all visible ones do.
  ///
  /// - Parameters:
  ///   - end: the part's trailing end, in pixels from the segments' leading edge, at its old width.
  ///   - lag: how much narrower than its width the segment is shown while the width is animated. A segment that has
  ///     left the view loses it, and segments behind it move up to their visible places.
  package mutating func widen(
    segmentsOf id: Int, by growth: Double, partEnd end: Double, lag: Double = 0, at t: Seconds
  ) {
    track.widen(segmentsOf: id, by: growth, partEnd: end, lag: lag, at: distance(at: t))
  }

  /// Call once after widths have changed: the speed follows, and text that no longer fits moves.
  package mutating func widened(at t: Seconds, from source: some TrainSource) {
    guard state == .running, !track.segments.isEmpty else { return }
    if track.isResting, !track.rests(source) {
      remeasured(at: t, from: source)
    } else {
      beginEvent(at: t, keepsSegments: true, from: source)
      changeSpeed(at: t, from: source)
    }
  }

  /// Resets content coordinates to the segments' places, as after a redraw of all segments.
  package mutating func layOutContent(from source: some TrainSource) { track.layOutContent(from: source) }
}

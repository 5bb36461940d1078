// Updates the segments after an event without moving visible ones.

extension Track {
  func beyondView(at distance: Double) -> ArraySlice<TrainSegment> {
    segments.drop { !($0.place >= distance + viewWidth) }
  }

  /// Whether the view is empty until the next pass of one copy begins.
  func isWaiting(at distance: Double) -> Bool {
    guard let next = segments.first(where: { $0.end > distance }) else { return false }
    return crawl.repeatWhenOutOfBounds && next.gap == .lap && next.place >= distance + viewWidth
  }

  /// From which distance on a text that fits may come to rest at home: when the last copy in the view gets there, so that no
  /// other stands beside it, or a later one.
  func restSought(from distance: Double) -> Double {
    let heads = segments.filter { $0.gap == .lap && touchesView($0, at: distance) }
    guard !crawl.repeatWhenOutOfBounds, let last = heads.last else { return distance }
    let isFirst = heads.count == 1 && segments.first == last
    return max(distance, last.place - crawl.homeInset + (isFirst || crawl.repeatSpacing >= crawl.homeInset ? 0 : 1))
  }

  /// Forgets the segments beyond the view, whose places have not been seen yet.
  mutating func dropBeyondView(at distance: Double) {
    forgetPast()
    isComplete = false
    let beyond = beyondView(at: distance).startIndex
    if beyond < segments.count, segments.count > 1 { segments.removeSubrange(max(1, beyond)...) }
  }

  /// Moves the segments beyond the view so that the first of them stands at `place`.
  mutating func moveBeyondView(at distance: Double, to place: Double) {
    let beyond = beyondView(at: distance)
    guard let first = beyond.first else { return }
    for k in beyond.indices { segments[k].move(by: place - first.place) }
    forgetPast()
  }

  /// Lays out the segments beyond the view again; with `fromEdge` none of them appears inside it.
  mutating func layOutBeyondView(at distance: Double, fromEdge: Bool, from source: some TrainSource) {
    dropBeyondView(at: distance)
    couple(from: source, floor: fromEdge ? distance + viewWidth : -.infinity)
    layOutAhead(of: distance, from: source)
  }

  /// Lays out the visible segments again from the leading one, which keeps its place, and then everything behind it.
  mutating func closeUp(
    at distance: Double, from source: some TrainSource, remeasuring: Bool = false,
    without isRemoved: (_ id: Int) -> Bool = { _ in false }
  ) {
    forgetPast()
    var kept: [TrainSegment] = []
    for i in segments.indices where touchesView(segments[i], at: distance) && !isRemoved(segments[i].id) {
      var segment = segments[i]
      if kept.isEmpty { segment.ahead = itemAhead(of: i, from: source) }
      if remeasuring { remeasure(&segment, at: distance, isLeading: kept.isEmpty, from: source) }
      if let last = kept.last {
        if segment.lap != last.lap { segment.gap = .lap }
        segment.place = last.end + length(of: segment.gap, from: source)
        if segment.place >= distance + viewWidth { break }
      }
      kept.append(segment)
    }
    if kept.isEmpty {
      enterFromEdge(at: distance, from: source, remeasuring: remeasuring, without: isRemoved)
    } else {
      isComplete = false
      segments = kept
    }
    if !kept.isEmpty || remeasuring { layOutContent(from: source) }
    layOutAhead(of: distance, from: source)
  }

  /// Keeps visible segments in place, even those that the source has dropped, and lays out everything behind them again.
  mutating func keepShown(at distance: Double, from source: some TrainSource) {
    guard let first = segments.firstIndex(where: { touchesView($0, at: distance) }) else {
      return closeUp(at: distance, from: source)
    }
    var shown = segments.filter { touchesView($0, at: distance) }
    shown[0].ahead = itemAhead(of: first, from: source)
    forgetPast()
    (segments, isComplete) = (shown, false)
    couple(from: source, floor: distance + viewWidth)
    layOutAhead(of: distance, from: source)
  }

  private func itemAhead(of index: Int, from source: some TrainSource) -> Int? {
    index > 0 ? source.item(ofSegment: segments[index - 1].id) : segments[index].ahead
  }

  /// Measures a segment again. If it would leave the view by shrinking, the part at the view's edge keeps its place.
  private func remeasure(
    _ segment: inout TrainSegment, at distance: Double, isLeading: Bool, from source: some TrainSource
  ) {
    let before = segment.width
    segment.width = source.width(ofSegment: segment.id)
    guard isLeading, segment.end <= distance, before > 0 else { return }
    segment.place = distance - (distance - segment.place) / before * segment.width
  }

  /// Nothing visible is left: the next in order comes in at the edge.
  private mutating func enterFromEdge(
    at distance: Double, from source: some TrainSource, remeasuring: Bool, without isRemoved: (_ id: Int) -> Bool
  ) {
    let edge = distance + viewWidth
    if var passed = segments.last(where: { $0.place < edge }) {
      if remeasuring {
        // A segment that has left keeps its trailing edge.
        let end = passed.end
        passed.width = source.width(ofSegment: passed.id)
        passed.place = end - passed.width
      }
      let isGone = isRemoved(passed.id)
      let isHead = passed.gap == .lap && isGone
      if isGone { passed.collapse(at: min(passed.end, distance)) }
      if isHead { passed.gap = .spacing }
      segments = [passed]
      isComplete = false
      couple(from: source, floor: edge)
      if isHead, segments.count > 1 { segments[1].gap = .lap }
    } else if let first = segments.first {
      let leftwards = crawl.scrollLeft
      let number = source.number(ofSegment: first.id)
      guard source.segmentCount > 0 else { return segments.removeAll() }
      let head =
        source.firstSegment(afterItemOf: number > 0 ? source.segment(number: number - 1) : nil, leftwards: leftwards)
        ?? source.firstSegment(afterItemOf: nil, leftwards: leftwards)
      let isFirst = head == source.firstSegment(afterItemOf: nil, leftwards: leftwards)
      if let head {
        placeFirst(head, at: first.place, lap: first.lap, gap: isFirst ? .lap : .spacing, from: source)
      }
    }
    if source.segmentCount == 0 { segments.removeAll() }
  }

  /// Reverses the train in place: visible segments stay, and will run back.
  mutating func turn(at distance: Double) {
    forgetPast()
    forgetOrigin()
    let near = segments.filter {
      $0.end > distance - Self.keptBehind && $0.place < distance + viewWidth + Self.keptBehind
    }
    let shown = near.first { touchesView($0, at: distance) } ?? near.last { $0.end <= distance } ?? near.first
    let turning = near.filter {
      !crawl.repeatWhenOutOfBounds || $0.lap == shown?.lap || touchesView($0, at: distance)
    }
    isComplete = false
    var gap = TrainSegment.Gap.spacing
    segments = turning.reversed().map { segment in
      var turned = segment
      turned.place = viewWidth - segment.width - segment.place + 2 * distance
      turned.contentPlace = viewWidth - segment.contentWidth - segment.contentPlace + 2 * distance
      // Segments that stood at rest precede the laps that will come to rest.
      turned.lap = isResting ? -1 : shown?.lap ?? segment.lap
      (turned.gap, turned.standsFor) = (gap, nil)
      gap = segment.gap == .lap ? .spacing : segment.gap
      return turned
    }
    if let last = turning.last { segments[segments.count - 1].standsFor = last.standsFor ?? last.id }
    contentBase += crawl.scrollLeft ? viewWidth + 2 * distance : -viewWidth - 2 * distance
  }

  // MARK: - Widths that change

  /// See `Train.widen(segmentsOf:by:partEnd:lag:at:)`.
  mutating func widen(segmentsOf id: Int, by growth: Double, partEnd end: Double, lag: Double, at distance: Double) {
    forgetPast()
    measures.widths[id]? += growth
    for i in segments.indices where segments[i].id == id {
      segments[i].width += growth
      if segments[i].place + end > distance {
        segments[i].hasPassed = false
        move(segmentsFrom: i + 1, by: growth)
        continue
      }
      let lost = segments[i].hasPassed ? 0 : lag
      segments[i].hasPassed = true
      for k in 0...i { segments[k].place -= growth + lost }
      move(segmentsFrom: i + 1, by: -lost)
    }
  }

  private mutating func move(segmentsFrom first: Int, by pixels: Double) {
    guard pixels != 0 else { return }
    for k in segments.indices.dropFirst(first) { segments[k].place += pixels }
  }

  /// Resets content coordinates to the segments' places, as after a redraw of all segments.
  mutating func layOutContent(from source: some TrainSource) {
    forgetPast()
    for i in segments.indices {
      segments[i].contentWidth = source.contentWidth(ofSegment: segments[i].id) ?? segments[i].width
      segments[i].hasPassed = false
      if i == 0 { segments[i].contentPlace = segments[i].place } else { segments[i].follow(segments[i - 1]) }
    }
  }

  /// Whether all known segments are beyond the view, and the first of them meets a condition.
  func isOnlyAhead(of distance: Double, where condition: (_ id: Int) -> Bool) -> Bool {
    segments.first.map { $0.place >= distance + viewWidth && condition($0.id) } ?? false
  }

  /// Forgets segments that have left and whose items are gone, so that no turn brings them back.
  mutating func dropPassed(at distance: Double, where isRemoved: (_ id: Int) -> Bool) {
    forgetPast()
    let last = segments.count - 1
    var kept: [TrainSegment] = []
    for (i, segment) in segments.enumerated() where i == last || segment.end > distance || !isRemoved(segment.id) {
      kept.append(segment)
    }
    if let i = kept.indices.last, kept[i].end <= distance, isRemoved(kept[i].id) { kept[i].collapse(at: kept[i].end) }
    if kept != segments { segments = kept }
  }
}

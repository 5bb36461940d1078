/// The segments of a train that are near the view, and where they stand.
///
/// The track is measured along the direction of travel: `place` is where a segment's leading edge stands on it, and
/// after a distance d the edge is `place - d` pixels behind the view's far edge, the one that the train runs to. Segments
/// are placed one by one as they come near the view, keep their places there, and are dropped after they have left.
/// The track knows nothing of time.
struct Track: Sendable {
  var crawl: Crawl
  /// W, in pixels.
  var viewWidth: Double
  /// Pixels beyond the view within which segments are known.
  var lookahead: Double
  /// The text fits and rests at home: a further lap would begin beyond the view.
  var isResting = false
  /// The leading one first.
  private(set) var segments: [TrainSegment] = [] {
    didSet { revision += 1 }
  }
  /// Changes when `segments` does.
  private(set) var revision = 0
  /// No segment will ever follow the last one.
  private(set) var isComplete = false
  /// What has been measured so far, gaps included; the mean stands for segments that have not.
  private(set) var measured = (count: 0, length: 0.0)
  /// After a turn, the segment from which the order goes on once the last item is complete.
  private var continuation: Int?
  /// Where 0 of the segments' own coordinates stands; see `contentX(of:)`.
  private var contentBase = 0.0

  init(_ crawl: Crawl, viewWidth: Double, lookahead: Double) {
    (self.crawl, self.viewWidth, self.lookahead) = (crawl, viewWidth, lookahead)
  }

  func touchesView(_ segment: TrainSegment, at distance: Double) -> Bool {
    segment.end > distance && segment.place < distance + viewWidth
  }

  func contentX(of segment: TrainSegment) -> Double {
    crawl.scrollLeft ? contentBase + segment.contentPlace : contentBase - segment.contentPlace - segment.contentWidth
  }

  func contentOrigin(at distance: Double) -> Double {
    crawl.scrollLeft ? -contentBase - distance : viewWidth - contentBase + distance
  }

  /// Trains of at most this many segments are measured as a whole.
  static let smallTrain = 16
  /// Segments placed at a time: so what is drawn changes less often than once per segment.
  private static let batch = 4
  /// Pixels behind the view within which segments are kept, so that it can be drawn back at once.
  private static let keptBehind = 512.0
  /// How many widths of the view nobody must have seen before segments are skipped unmeasured.
  private static let leapViews = 8.0

  // MARK: - Placing

  /// Begins the track with its first segment at `place`.
  mutating func placeFirst(_ id: Int, at place: Double, lap: Int = 0, from source: some TrainSource) {
    segments.removeAll(keepingCapacity: true)
    isComplete = false
    continuation = nil
    add(id, lap: lap, gap: .lap, floor: place, from: source)
  }

  mutating func clear() { segments.removeAll() }

  /// The segments' own coordinates begin at 0 again.
  mutating func resetContent() { contentBase = 0 }

  /// More may follow the last segment after all.
  mutating func reopen() { isComplete = false }

  mutating func forgetMeasures() { measured = (0, 0) }

  /// Places the next few segments where the train has got near their places.
  ///
  /// - Returns: false where enough are known.
  mutating func grow(at distance: Double, from source: some TrainSource) -> Bool {
    guard let last = segments.last, last.end < distance + viewWidth + lookahead, !isComplete else { return false }
    for _ in 0..<Self.batch where !isComplete { couple(from: source) }
    dropPassed(at: distance)
    return true
  }

  mutating func layOutAhead(of distance: Double, from source: some TrainSource) {
    while let last = segments.last, last.end < distance + viewWidth + lookahead, !isComplete {
      couple(from: source)
    }
  }

  /// Puts the next segment behind the last one, at `floor` or beyond.
  private mutating func couple(from source: some TrainSource, floor: Double = -.infinity) {
    guard let last = segments.last else { return }
    let leftwards = crawl.scrollLeft
    if let id = source.segment(coupledBehind: last.id, leftwards: leftwards) {
      add(id, lap: last.lap, gap: .coupled, floor: floor, from: source)
      return
    }
    if let id = source.firstSegment(afterItemOf: continuation ?? last.id, leftwards: leftwards) {
      add(id, lap: last.lap, gap: .spacing, floor: floor, from: source)
    } else if !crawl.isLast(lap: last.lap), let id = source.firstSegment(afterItemOf: nil, leftwards: leftwards) {
      add(id, lap: last.lap + 1, gap: .lap, floor: floor, from: source)
    } else {
      isComplete = true
    }
    continuation = nil
  }

  private mutating func add(_ id: Int, lap: Int, gap: TrainSegment.Gap, floor: Double, from source: some TrainSource) {
    let width = source.width(ofSegment: id)
    let place = segments.last.map { max(floor, $0.end + length(of: gap)) } ?? floor
    var segment = TrainSegment(
      id: id, lap: lap, place: place, width: width, gap: gap, contentWidth: source.contentWidth(ofSegment: id))
    if let last = segments.last { segment.follow(last) }
    segments.append(segment)
    measured.count += 1
    measured.length += width + (gap == .coupled ? 0 : crawl.repeatSpacing)
  }

  private func length(of gap: TrainSegment.Gap) -> Double {
    switch gap {
    case .coupled: 0
    case .spacing: crawl.repeatSpacing
    case .lap:
      crawl.repeatWhenOutOfBounds ? viewWidth : isResting ? max(viewWidth, crawl.repeatSpacing) : crawl.repeatSpacing
    }
  }

  /// Forgets the segments that have left, but for one, so that the order is known.
  private mutating func dropPassed(at distance: Double) {
    guard
      let kept = segments.indices.dropLast().last(where: {
        segments[$0 + 1].place < distance - Self.keptBehind
      })
    else { return }
    segments.removeFirst(kept + 1)
  }

  /// Brings back segments that have left, when the train is drawn back; into the view only with `intoView`.
  mutating func restorePassed(at distance: Double, intoView: Bool, from source: some TrainSource) {
    while let first = segments.first, first.place > distance - Self.keptBehind / 2,
      let (segment, gap) = predecessor(of: first, from: source), segment.end <= distance || intoView
    {
      segments[0].gap = gap
      segments.insert(segment, at: 0)
    }
  }

  /// The segment in front of the leading one, and the gap between them.
  func predecessor(
    of first: TrainSegment, from source: some TrainSource
  ) -> (segment: TrainSegment, gap: TrainSegment.Gap)? {
    let leftwards = crawl.scrollLeft
    var (found, lap, gap) = (
      source.segment(coupledBefore: first.id, leftwards: leftwards), first.lap, TrainSegment.Gap.coupled
    )
    if found == nil {
      (found, gap) = (source.lastSegment(beforeItemOf: first.id, leftwards: leftwards), .spacing)
    }
    if found == nil, lap > 0 {
      (found, lap, gap) = (source.lastSegment(beforeItemOf: nil, leftwards: leftwards), lap - 1, .lap)
    }
    guard let id = found else { return nil }
    let width = source.width(ofSegment: id)
    let place = first.place - length(of: gap) - width
    var segment = TrainSegment(
      id: id, lap: lap, place: place, width: width, gap: .spacing, contentWidth: source.contentWidth(ofSegment: id))
    segment.contentPlace = first.contentPlace - length(of: gap) - segment.contentWidth
    return (segment, gap)
  }

  /// Skips what nobody saw (the window was hidden): where the segments in between have never been measured, their mean
  /// width places the train.
  mutating func leap(to distance: Double, from source: some TrainSource) {
    guard source.segmentCount > Self.smallTrain, let last = segments.last else { return }
    let missed = distance - last.end
    guard missed > Self.leapViews * (viewWidth + lookahead + Self.keptBehind), measured.length > 0 else { return }
    let present = source.number(ofSegment: last.id)
    var number = present + Int(missed * Double(measured.count) / measured.length)
    if crawl.scrollRepeat >= 0 {
      // Not beyond the last segment of the last lap, behind which it ends.
      number = min(number, max(present, (crawl.scrollRepeat + 1 - last.lap) * source.segmentCount - 1))
    }
    let skipped = number - present
    guard skipped > 0 else { return }
    let laps = number / source.segmentCount
    let id = source.segment(number: number % source.segmentCount)
    let place = last.place + Double(skipped) * measured.length / Double(measured.count)
    placeFirst(id, at: place, lap: last.lap + laps, from: source)
  }

  // MARK: - After an event, without a jump of what is on screen

  func beyondView(at distance: Double) -> ArraySlice<TrainSegment> {
    segments.drop { !($0.place >= distance + viewWidth) }
  }

  /// Forgets the segments beyond the view, whose places nobody has seen yet.
  mutating func dropBeyondView(at distance: Double) {
    isComplete = false
    let beyond = beyondView(at: distance).startIndex
    if beyond < segments.count, segments.count > 1 { segments.removeSubrange(max(1, beyond)...) }
  }

  /// Places the segments beyond the view again; with `fromEdge` none of them appears inside it.
  mutating func layOutBeyondView(at distance: Double, fromEdge: Bool, from source: some TrainSource) {
    dropBeyondView(at: distance)
    couple(from: source, floor: fromEdge ? distance + viewWidth : -.infinity)
    layOutAhead(of: distance, from: source)
  }

  /// Places what is on screen again from its leading segment, which stays, and then everything behind it.
  mutating func closeUp(
    at distance: Double, from source: some TrainSource, remeasuring: Bool = false,
    without isRemoved: (_ id: Int) -> Bool = { _ in false }
  ) {
    var kept: [TrainSegment] = []
    for segment in segments where touchesView(segment, at: distance) && !isRemoved(segment.id) {
      var segment = segment
      if remeasuring { remeasure(&segment, at: distance, isLeading: kept.isEmpty, from: source) }
      if let last = kept.last {
        if segment.lap != last.lap { segment.gap = .lap }
        segment.place = last.end + length(of: segment.gap)
        if segment.place >= distance + viewWidth { break }
      }
      kept.append(segment)
    }
    if kept.isEmpty {
      comeFromEdge(at: distance, from: source)
    } else {
      isComplete = false
      segments = kept
      layOutContent(from: source)
    }
    layOutAhead(of: distance, from: source)
  }

  /// Measures a segment again; one that would leave the view because it shrank keeps what stands at the view's edge.
  private func remeasure(
    _ segment: inout TrainSegment, at distance: Double, isLeading: Bool, from source: some TrainSource
  ) {
    let before = segment.width
    segment.width = source.width(ofSegment: segment.id)
    guard isLeading, segment.end <= distance, before > 0 else { return }
    segment.place = distance - (distance - segment.place) / before * segment.width
  }

  /// Nothing of what was on screen is left: the next in order comes in at the edge.
  private mutating func comeFromEdge(at distance: Double, from source: some TrainSource) {
    let edge = distance + viewWidth
    if var passed = segments.last(where: { $0.place < edge }) {
      passed.place = min(passed.place, distance - passed.width)
      segments = [passed]
      isComplete = false
      couple(from: source, floor: edge)
    } else if let first = segments.first {
      let leftwards = crawl.scrollLeft
      let number = source.number(ofSegment: first.id)
      guard source.segmentCount > 0 else { return segments.removeAll() }
      let head =
        source.firstSegment(afterItemOf: number > 0 ? source.segment(number: number - 1) : nil, leftwards: leftwards)
        ?? source.firstSegment(afterItemOf: nil, leftwards: leftwards)
      if let head { placeFirst(head, at: first.place, lap: first.lap, from: source) }
    }
    if source.segmentCount == 0 { segments.removeAll() }
  }

  /// Turns the train round where it stands: what is on screen stays, and will run back.
  mutating func turn(at distance: Double) {
    let near = segments.filter {
      $0.end > distance - Self.keptBehind && $0.place < distance + viewWidth + Self.keptBehind
    }
    let shown = near.first { touchesView($0, at: distance) } ?? near.last { $0.end <= distance } ?? near.first
    let turning = near.filter { !crawl.repeatWhenOutOfBounds || $0.lap == shown?.lap }
    continuation = turning.last?.id
    isComplete = false
    var gap = TrainSegment.Gap.spacing
    segments = turning.reversed().map { segment in
      var turned = segment
      turned.place = viewWidth - segment.width - segment.place + 2 * distance
      turned.contentPlace = viewWidth - segment.contentWidth - segment.contentPlace + 2 * distance
      turned.lap = shown?.lap ?? segment.lap
      turned.gap = gap
      gap = segment.gap == .lap ? .spacing : segment.gap
      return turned
    }
    contentBase += crawl.scrollLeft ? viewWidth + 2 * distance : -viewWidth - 2 * distance
  }

  // MARK: - Widths that change

  /// See `Train.widen(segmentsOf:by:partEnd:lag:at:)`.
  mutating func widen(segmentsOf id: Int, by growth: Double, partEnd end: Double, lag: Double, at distance: Double) {
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

  /// Puts all segments where they are among what is drawn once, as after a change that draws them again.
  mutating func layOutContent(from source: some TrainSource) {
    for i in segments.indices {
      segments[i].contentWidth = source.contentWidth(ofSegment: segments[i].id) ?? segments[i].width
      segments[i].hasPassed = false
      if i == 0 { segments[i].contentPlace = segments[i].place } else { segments[i].follow(segments[i - 1]) }
    }
  }
}

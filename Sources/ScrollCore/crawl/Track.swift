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
  /// The text fits and rests at home, or is on its way there: a further lap would begin beyond the view.
  var isResting = false
  var isSettling = false
  /// How far the train runs in the delay between passes of one copy: so much longer is the gap between them.
  var delayLength = 0.0
  /// The leading one first.
  var segments: [TrainSegment] = [] {
    didSet { revision += 1 }
  }
  /// Changes when `segments` does.
  private(set) var revision = 0
  /// No segment will ever follow the last one.
  var isComplete = false {
    didSet { if !isComplete { hasNothingToShow = false } }
  }
  /// The texts have no width: they would follow each other for ever, and nothing would be seen.
  private(set) var hasNothingToShow = false
  /// The length placed so far, gaps included; skipped segments count with their mean width.
  private(set) var measured = (count: 0, length: 0.0)
  var measures = TrackMeasures()
  private var laps = LapRecord()
  /// The track before the first segments were dropped since the last event.
  private var whole: [Track] = []
  /// The end of the last segment that has been dropped since.
  private var droppedEnd = -Double.infinity
  /// The place of the first segment that has been dropped since because the train was drawn back.
  private var droppedStart = Double.infinity
  /// The place of 0 in content coordinates; see `contentX(of:)`.
  var contentBase = 0.0
  /// The very first segment, before which nothing has been in the view.
  private var origin: (id: Int, lap: Int)?
  /// Where the view began when a hand first moved the train: what comes before the first segment glides in from there. Nil
  /// until then.
  var entrance: Double?

  init(_ crawl: Crawl, viewWidth: Double, lookahead: Double) {
    (self.crawl, self.viewWidth, self.lookahead) = (crawl, viewWidth, lookahead)
  }

  func touchesView(_ segment: TrainSegment, at distance: Double) -> Bool {
    !hasLeft(segment, at: distance) && segment.place < distance + viewWidth
  }

  func hasLeft(_ segment: TrainSegment, at distance: Double) -> Bool { segment.end - distance <= Self.hair }

  /// The error of a year's sums of widths, in pixels: a segment this far past the edge is not in the view.
  private static let hair = 1e-5

  /// The distance at which the last visible segment has left the view, before the next one comes in; nil if that is unknown, or
  /// the view stays full.
  func emptying(after distance: Double) -> Double? {
    guard let first = segments.firstIndex(where: { $0.end > distance }) else { return nil }
    return zip(segments[first...], segments[(first + 1)...])
      .first { start(of: $1) > $0.end + viewWidth }?.0.end
  }

  /// Where a segment begins with the separator that may stand in the gap before it.
  func start(of segment: TrainSegment) -> Double {
    let hasSeparator = segment.gap == .spacing || segment.gap == .lap && !crawl.repeatWhenOutOfBounds
    return hasSeparator ? segment.place - crawl.repeatSpacing : segment.place
  }

  /// The segments near the view at a distance up to which they are placed, however many more are known.
  func near(_ distance: Double) -> ArraySlice<TrainSegment> {
    let passed = passedCount(at: distance)
    let last = segments[passed...].firstIndex { $0.end >= distance + viewWidth + lookahead }
    return segments[passed..<(last.map { $0 + 1 } ?? segments.endIndex)]
  }

  func contentX(of segment: TrainSegment) -> Double {
    crawl.scrollLeft ? contentBase + segment.contentPlace : contentBase - segment.contentPlace - segment.contentWidth
  }

  func contentOrigin(at distance: Double) -> Double {
    crawl.scrollLeft ? -contentBase - distance : viewWidth - contentBase + distance
  }

  /// Segments are placed this many at a time, so that the picture changes less often than once per segment.
  private static let batch = 4
  /// Pixels behind the view within which segments are kept, so that it can be drawn back at once.
  static let keptBehind = 512.0
  /// The most segments of a train that shows each of them once at a time.
  private static let mostOnce = 16
  /// How many unseen segments it takes before they are skipped unmeasured.
  private static let longestWalk = 4096

  // MARK: - Placing

  /// Begins the track with its first segment at `place`: the head of a lap, where `gap` says nothing else.
  mutating func placeFirst(
    _ id: Int, at place: Double, lap: Int = 0, gap: TrainSegment.Gap = .lap, from source: some TrainSource
  ) {
    forgetPast()
    (origin, entrance) = ((id, lap), nil)
    begin(id, at: place, lap: lap, gap: gap, from: source)
  }

  /// Another segment may be the first one.
  mutating func forgetOrigin() { origin = nil }

  private mutating func begin(
    _ id: Int, at place: Double, lap: Int, gap: TrainSegment.Gap, from source: some TrainSource
  ) {
    segments.removeAll(keepingCapacity: true)
    isComplete = false
    add(id, lap: lap, gap: gap, floor: place, from: source)
  }

  mutating func clear() {
    forgetPast()
    segments.removeAll()
  }

  /// The segments' own coordinates begin at 0 again.
  mutating func resetContent() { contentBase = 0 }

  /// More may follow the last segment after all.
  mutating func reopen() { isComplete = false }

  mutating func forgetMeasures() {
    measured = (0, 0)
    measures = TrackMeasures()
  }

  /// An event: from here on segments may follow each other differently. Exactly the segments near the view are known
  /// then, so that the result does not depend on how often the train was asked before.
  mutating func beginEpoch(at distance: Double, intoView: Bool, from source: some TrainSource) {
    dropPassed(at: distance)
    restorePassed(at: distance, within: Self.keptBehind, intoView: intoView, from: source)
    let beyond = segments.count - near(distance).endIndex
    if beyond > 0 {
      segments.removeLast(beyond)
      isComplete = false
    }
    forgetPast()
    layOutAhead(of: distance, from: source)
    forgetPast()
  }

  mutating func forgetPast() {
    laps = LapRecord()
    whole.removeAll()
    (droppedEnd, droppedStart) = (-.infinity, .infinity)
  }

  /// Restores segments dropped since the last event if the view at `distance` shows them, or the train may be dragged back
  /// to them.
  mutating func rewind(to distance: Double) {
    guard let before = whole.last, let first = segments.first,
      distance < droppedEnd || first.place > distance - Self.keptBehind / 2
        || distance + viewWidth + lookahead > droppedStart
    else { return }
    let revision = revision
    self = before
    self.revision = revision + 1
  }

  /// Places the next few segments once the train is near them.
  ///
  /// - Returns: false if enough are known.
  mutating func grow(at distance: Double, from source: some TrainSource) -> Bool {
    guard let last = segments.last, last.end < distance + viewWidth + lookahead, !isComplete else { return false }
    dropPassed(at: distance)
    for _ in 0..<Self.batch where !isComplete { couple(from: source) }
    return true
  }

  /// Places nearby segments, and continues until one has width, or none can have.
  mutating func layOutAhead(of distance: Double, from source: some TrainSource) {
    while let last = segments.last, !isComplete,
      last.end < distance + viewWidth + lookahead || !laps.hasWidth(beyond: last)
    {
      couple(from: source)
    }
  }

  /// Puts the next segment behind the last one, at `floor` or beyond.
  mutating func couple(from source: some TrainSource, floor: Double = -.infinity) {
    guard let last = segments.last else { return }
    let leftwards = crawl.scrollLeft
    if let id = source.segment(coupledBehind: last.id, leftwards: leftwards) {
      add(id, lap: last.lap, gap: .coupled, floor: floor, from: source)
      return
    }
    if let id = source.firstSegment(afterItemOf: last.standsFor ?? last.id, leftwards: leftwards) {
      add(id, lap: last.lap, gap: .spacing, floor: floor, from: source)
    } else if !crawl.isLast(lap: last.lap), laps.hasWidth(beyond: last),
      let id = source.firstSegment(afterItemOf: nil, leftwards: leftwards)
    {
      add(id, lap: last.lap + 1, gap: .lap, floor: floor, from: source)
    } else {
      (isComplete, hasNothingToShow) = (true, !laps.hasWidth(beyond: last))
    }
  }

  private mutating func add(_ id: Int, lap: Int, gap: TrainSegment.Gap, floor: Double, from source: some TrainSource) {
    var segment = TrainSegment(id, lap: lap, gap: gap, from: source)
    let space = segments.isEmpty ? nil : length(of: gap, from: source)
    segment.place = segments.last.map { max(floor, $0.end + (space ?? 0)) } ?? floor
    laps.take(&segment, after: space)
    segment.contentPlace = segment.place
    if let last = segments.last { segment.follow(last) }
    segments.append(segment)
    measured.count += 1
    measured.length += segment.width + (gap == .coupled ? 0 : crawl.repeatSpacing)
  }

  func length(of gap: TrainSegment.Gap, from source: some TrainSource) -> Double {
    switch gap {
    case .coupled: return 0
    case .spacing: return crawl.repeatSpacing
    case .lap:
      if crawl.repeatWhenOutOfBounds { return viewWidth + delayLength }
      if isResting || isSettling { return max(viewWidth, crawl.repeatSpacing) }
      guard crawl.showsItemsOnce, source.segmentCount <= Self.mostOnce else { return crawl.repeatSpacing }
      return max(crawl.repeatSpacing, viewWidth - length(of: source, upTo: viewWidth))
    }
  }

  /// How many segments have left, except one, which keeps the order.
  private func passedCount(at distance: Double) -> Int {
    segments.indices.dropFirst().last { segments[$0].place < distance - Self.keptBehind } ?? 0
  }

  /// Drops the segments that have left, except one.
  private mutating func dropPassed(at distance: Double) {
    let count = passedCount(at: distance)
    guard count > 0 else { return }
    if whole.isEmpty { whole = [self] }
    droppedEnd = segments[count - 1].end
    segments.removeFirst(count)
  }

  /// Brings back segments that have left, when the train is drawn back; into the view only with `intoView`, and then also
  /// laps before the first one, which have never been seen.
  mutating func restorePassed(
    at distance: Double, within reach: Double = keptBehind / 2, intoView: Bool, from source: some TrainSource
  ) {
    if intoView { leapBack(to: distance, from: source) }
    guard var first = segments.first else { return }
    var restored: [TrainSegment] = []
    while first.place > distance - reach,
      let (segment, gap) = predecessor(of: first, beforeStart: intoView, from: source),
      segment.end <= distance || intoView
    {
      if restored.isEmpty { segments[0].gap = gap } else { restored[restored.count - 1].gap = gap }
      restored.append(segment)
      first = segment
    }
    if !restored.isEmpty { segments.insert(contentsOf: restored.reversed(), at: 0) }
  }

  /// The segment in front of the leading one, and the gap between them.
  private func predecessor(
    of first: TrainSegment, beforeStart: Bool, from source: some TrainSource
  ) -> (segment: TrainSegment, gap: TrainSegment.Gap)? {
    let leftwards = crawl.scrollLeft
    var (found, lap, gap) = (
      source.segment(coupledBefore: first.id, leftwards: leftwards), first.lap, TrainSegment.Gap.coupled
    )
    if found == nil {
      (found, gap) = (source.lastSegment(beforeItemOf: first.id, leftwards: leftwards), .spacing)
    }
    if found == nil, lap > 0 || beforeStart && hasWidth(source) {
      (found, lap, gap) = (source.lastSegment(beforeItemOf: nil, leftwards: leftwards), lap - 1, .lap)
    }
    guard let id = found else { return nil }
    var segment = TrainSegment(id, lap: lap, gap: .spacing, from: source)
    let space = length(of: gap, from: source)
    segment.place = first.place - space - segment.width
    segment.contentPlace = first.contentPlace - space - segment.contentWidth
    // After ten thousand years a place is so inexact that narrow segments get nowhere.
    guard segment.place < first.place || space + segment.width == 0 else { return nil }
    if let origin, let entrance, origin == (first.id, first.lap) { segment.move(by: min(0, entrance - segment.end)) }
    return (segment, gap)
  }

  private func hasWidth(_ source: some TrainSource) -> Bool {
    (0..<source.segmentCount).contains {
      source.width(ofSegment: source.segment(number: $0)) >= TrainSegment.leastWidth
    }
  }

  /// Skips unseen segments when the train is dragged far back: whole laps, or batches estimated by their mean width.
  private mutating func leapBack(to distance: Double, from source: some TrainSource) {
    let end = distance + viewWidth + lookahead + Self.keptBehind
    guard let first = segments.first, first.place > end, source.segmentCount > 0 else { return }
    if source.segmentCount <= Self.longestWalk {
      let length = length(of: source, upTo: .infinity) + length(of: .lap, from: source)
      guard length > 0 else { return }
      let laps = ((first.place - end) / length).wholeBelow
      guard laps > 0 else { return }
      leaveBack(to: first.id, at: first.place - Double(laps) * length, lap: first.lap - laps, from: source)
    } else if measured.length > 0 {
      let perSegment = Double(measured.count) / measured.length
      let steps = ((first.place - end) * perSegment / Double(Self.backStep)).wholeBelow
      guard steps > 0 else { return }
      let missed = steps * Self.backStep
      let number = source.number(ofSegment: first.id) - missed
      let rest = (number % source.segmentCount + source.segmentCount) % source.segmentCount
      leaveBack(
        to: source.segment(number: rest), at: first.place - Double(missed) / perSegment,
        lap: first.lap + (number - rest) / source.segmentCount, from: source)
    }
  }

  private mutating func leaveBack(to id: Int, at place: Double, lap: Int, from source: some TrainSource) {
    let start = segments.first?.place
    if whole.isEmpty { whole = [self] }
    begin(id, at: place, lap: lap, gap: .spacing, from: source)
    laps = LapRecord()
    droppedStart = start ?? droppedStart
  }

  /// How many segments are skipped at a time when the train is drawn back over thousands of them.
  private static let backStep = 64

  /// Skips unseen segments: whole laps if their length is known; otherwise, after the window was hidden for long,
  /// thousands of segments that were never measured, by their mean width.
  mutating func leap(to distance: Double, from source: some TrainSource) {
    guard let last = segments.last, source.segmentCount > 0, distance > last.end + viewWidth + lookahead else { return }
    let perSegment = Double(measured.count) / measured.length
    let missed = (distance - last.end) * perSegment
    if source.segmentCount <= Self.longestWalk {
      // Not beyond the last lap, where the train ends.
      let end = crawl.scrollRepeat >= 0 ? crawl.scrollRepeat + 1 : .max
      guard missed > Double(source.segmentCount),
        let next = laps.head(before: distance, end: end, margin: Self.keptBehind + viewWidth), next.lap > last.lap,
        let id = source.firstSegment(afterItemOf: nil, leftwards: crawl.scrollLeft)
      else { return }
      leave { $0.begin(id, at: next.place, lap: next.lap, gap: .lap, from: source) }
    } else if missed > Double(Self.longestWalk), measured.length > 0 {
      let present = source.number(ofSegment: last.id)
      var number = present + Int(min(missed, 1e17))
      if crawl.scrollRepeat >= 0 {
        number = min(number, max(present, (crawl.scrollRepeat + 1 - last.lap) * source.segmentCount - 1))
      }
      guard number > present else { return }
      let (laps, rest) = number.quotientAndRemainder(dividingBy: source.segmentCount)
      let place = last.place + Double(number - present) / perSegment
      leave {
        $0.laps = LapRecord()
        $0.begin(source.segment(number: rest), at: place, lap: last.lap + laps, gap: .spacing, from: source)
      }
    }
  }

  /// Drops all segments for others.
  private mutating func leave(for others: (inout Track) -> Void) {
    if whole.isEmpty { whole = [self] }
    others(&self)
    droppedEnd = segments.first?.place ?? droppedEnd
  }
}

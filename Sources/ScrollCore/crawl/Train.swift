/// A crawl over time: segments on a track, of which only those near the view are known.
///
/// The train runs along its `Track` in closed form: only `distance(at:)` depends on time. Events carry their times, which
/// never run back; updates may ask for any time from the last event on, in any order.
package struct Train: Sendable {
  package typealias Segment = TrainSegment

  package enum State: Equatable, Sendable {
    case idle, running, stopped, finished
  }

  /// At the time of the last update or event.
  package var state: State { phase == .running && hasStopped(at: now) && stop?.kind == .finish ? .finished : phase }
  /// When the last pass was over; nil before, and after a new start.
  package var finishTime: Seconds? {
    state != .finished ? nil : phase == .finished ? finish : stop.map { ride.motion.time(reaching: $0.distance) }
  }
  /// In pixels per second: when it is next chosen, the speed is the nearest even one; see `evenSpeed(nearest:step:)`. With
  /// the refresh rate here, every frame moves by whole pixels, or not at all.
  package var speedStep = 0.0

  var track: Track
  var ride = TrainRide()
  /// The phase after the last event, and the time of the last pass's end if it had finished.
  var phase = State.idle
  private var finish: Seconds?
  /// The distance at which it will come to rest; nil if unknown, or if it never will.
  private(set) var stop: TrackStop?
  /// Time of the last update or event.
  package private(set) var now: Seconds = 0
  /// The distance at the last event: it must not stop before that.
  var leastStop = -Double.infinity
  /// When the first motion begins, once per start.
  private var firstMotion: Seconds = 0
  /// The place of the very first segment: its distance from the far edge at rest.
  private var home = 0.0
  /// The text fits and will rest at home when a lap gets there; the distance from which on that counts.
  var restSought: Double?
  /// A segment has been at home since the last start.
  private var hasBegun = false
  /// The user has scrubbed or dragged the train: departed segments may come in again.
  var isMovedByHand = false
  private var hasReportedFinish = false
  /// The recorded passages of items; nil without recording.
  package var showings: ShowingRecord?

  package init(_ crawl: Crawl, viewWidth: Double, lookahead: Double = 0) {
    track = Track(crawl.bounded(), viewWidth: viewWidth, lookahead: lookahead)
  }

  // MARK: - Asking

  package var crawl: Crawl { track.crawl }
  /// W, in pixels.
  package var viewWidth: Double { track.viewWidth }
  /// Pixels beyond the view within which segments are known.
  package var lookahead: Double {
    get { track.lookahead }
    set { track.lookahead = newValue }
  }
  /// The segments placed so far near the view, the leading one first.
  package var segments: [Segment] { track.segments }

  /// Those in the view at `t`, to which it has been advanced, and near beyond it: the same however often it was asked before.
  package func segmentsAhead(at t: Seconds) -> ArraySlice<Segment> {
    let distance = distance(at: t)
    return track.near(distance).drop { track.hasLeft($0, at: distance) }
  }

  /// The last one that has come into the view at `t`, gone or not, or else the first one.
  package func lastShown(at t: Seconds) -> Segment? {
    let edge = distance(at: t) + viewWidth
    return track.segments.last { $0.place < edge } ?? track.segments.first
  }

  /// Changes when `segments` does.
  package var revision: Int { track.revision }
  package var isPaused: Bool { ride.pausedSince != nil }
  /// Whether the text fits the view, and rests in it.
  package var isResting: Bool { track.isResting }

  /// How far the train has run at `t`, in pixels: at any time from the last event to the latest update.
  package func distance(at t: Seconds) -> Double { min(ride.distance(at: t), stop?.distance ?? .infinity) }

  func hasStopped(at t: Seconds) -> Bool { stop.map { ride.distance(at: t) >= $0.distance } ?? false }

  /// Pixels per second that it runs with, or will run with once nothing holds or eases it.
  package var steadySpeed: Double { abs(ride.steadyVelocity) }

  /// Pixels per second to the right of the screen.
  package func screenVelocity(at t: Seconds) -> Double {
    let velocity = hasStopped(at: t) ? 0 : ride.motion.velocity(at: t)
    return crawl.scrollLeft ? -velocity : velocity
  }

  /// The left end of a segment in the view at `t`, in pixels from the view's left edge. In the delay between passes the next
  /// one runs up to the edge from beyond.
  package func x(of segment: Segment, at t: Seconds) -> Double {
    let behind = segment.place - distance(at: t)
    return track.crawl.scrollLeft ? behind : track.viewWidth - segment.width - behind
  }

  /// The left ends of all segments that touch the view at `t`, the leading one first.
  package func visible(at t: Seconds) -> [(segment: Segment, x: Double)] {
    let distance = distance(at: t)
    return track.segments.filter { track.touchesView($0, at: distance) }.map { ($0, x(of: $0, at: t)) }
  }

  /// The left end of a segment in content coordinates, which stay with the segments whatever the train does.
  package func contentX(of segment: Segment) -> Double { track.contentX(of: segment) }

  /// The position in the view, at `t`, of 0 in content coordinates.
  package func contentOrigin(at t: Seconds) -> Double { track.contentOrigin(at: distance(at: t)) }

  /// The earliest time from `t` on at which something moves by itself: `t` while it does, infinity when nothing
  /// will. In a hand it moves with the hand only.
  package func nextChange(at t: Seconds) -> Seconds {
    guard phase == .running, !track.segments.isEmpty, !ride.isInHand, !hasStopped(at: t) else { return .infinity }
    let motion = ride.motion
    if motion.final == 0, abs(motion.velocity(at: t)) < Self.stillVelocity {
      return t < motion.start && motion.initial != 0 ? motion.start : .infinity
    }
    if t < motion.start { return motion.start }
    if let end = motion.restEnd(at: t, below: Self.stillVelocity) { return end }
    let distance = distance(at: t)
    guard let next = track.segments.first(where: { $0.end > distance }) else {
      // All has run out, and nothing follows.
      return track.isComplete && motion.isSteady(at: t) ? .infinity : t
    }
    let start = track.start(of: next)
    return start > distance + viewWidth ? max(t, motion.time(reaching: start - viewWidth)) : t
  }

  /// While it only runs on with one velocity: that, in pixels per second to the right of the screen, and until when; nil
  /// while something else happens, or nothing.
  package func steadyRun(at t: Seconds) -> SteadyRun? {
    guard nextChange(at: t) <= t, ride.motion.isSteady(at: t) else { return nil }
    let end = min(stop?.distance ?? .infinity, track.emptying(after: distance(at: t)) ?? .infinity)
    return SteadyRun(velocity: screenVelocity(at: t), end: end < .infinity ? ride.motion.time(reaching: end) : nil)
  }

  /// The next time after `t`, to which it has been advanced, at which a segment has come into the view or left it, as it moves
  /// now; infinity if none does. It is an eighth of a pixel late, so that nobody sees otherwise.
  package func nextPassage(after t: Seconds) -> Seconds {
    guard phase == .running, !ride.isInHand else { return .infinity }
    let distance = distance(at: t)
    let edges = track.segments.flatMap { [$0.place - viewWidth, $0.end] }
    let ahead = edges.lazy.map { $0 + Segment.leastWidth }.filter { $0 > distance + Self.leastWay }.min()
    let behind = edges.lazy.map { $0 - Segment.leastWidth }.filter { $0 < distance - Self.leastWay }.max()
    let isInReach = ahead.map { $0 <= stop?.distance ?? .infinity } ?? false
    func time(_ edge: Double?) -> Seconds { edge.map { ride.motion.time(passing: $0, after: t) } ?? .infinity }
    return min(isInReach ? time(ahead) : .infinity, time(behind))
  }

  /// Pixels that a passage is at least away, so that it is not found twice.
  private static let leastWay = 1e-6

  /// Pixels per second below which a train that comes to rest counts as still.
  private static let stillVelocity = 0.1

  // MARK: - Running

  /// Follows the train to `t`, forwards or back. True exactly once per start: in the first call after the last pass was
  /// over.
  @discardableResult
  package mutating func update(to t: Seconds, from source: some TrainSource) -> Bool {
    advance(to: t, from: source)
    guard state == .finished, !hasReportedFinish else { return false }
    hasReportedFinish = true
    return true
  }

  /// Lays out the segments near the view at `t`. Call at the time of an event before the source changes: segments that came
  /// near before then belong to the unchanged source.
  package mutating func advance(to t: Seconds, from source: some TrainSource) {
    if showings != nil { recordShowings(to: t, from: source) }
    follow(to: t, from: source)
  }

  /// Lays out the segments near the view at `t`.
  mutating func follow(to t: Seconds, from source: some TrainSource) {
    now = t
    guard phase == .running, !track.segments.isEmpty else { return }
    track.rewind(to: distance(at: t))
    repeat {
      if stop == nil, let found = track.nextStop(home: home, from: leastStop, restSought: restSought, source) {
        stop = TrackStop(kind: found.kind, distance: max(found.distance, leastStop))
      }
      track.leap(to: distance(at: t), from: source)
    } while track.grow(at: distance(at: t), from: source)
    // By itself nothing comes back, so nothing is brought back that an earlier time would show.
    guard isMovedByHand else { return }
    track.entrance = track.entrance ?? leastStop
    track.restorePassed(at: distance(at: t), intoView: true, from: source)
  }

  /// Advances the train to the time of an event, which may change its motion. With `keepsSegments`, segments are laid out
  /// again only if they must be.
  mutating func beginEvent(at t: Seconds, keepsSegments: Bool = false, from source: some TrainSource) {
    advance(to: t, from: source)
    guard phase == .running else { return }
    if let stop, hasStopped(at: t) {
      switch stop.kind {
      case .rest:
        ride.rest(at: stop.distance, since: t)
        (restSought, track.isSettling, track.isResting) = (nil, false, true)
      case .finish:
        finish = finishTime
        phase = .finished
        ride.finish(at: stop.distance, since: t)
        // The next segment begins from home.
        if track.hasNothingToShow { hasBegun = false }
      }
    }
    stop = nil
    leastStop = distance(at: t)
    if !hasBegun { track.clear() }
    guard !track.segments.isEmpty, !keepsSegments else { return }
    track.beginEpoch(at: leastStop, intoView: isMovedByHand, from: source)
  }

  /// Computes the speed, and the width of the gap that represents the delay between passes.
  mutating func steadySpeed(from source: some TrainSource) -> Double {
    let speed = track.steadySpeed(step: speedStep, from: source)
    track.delayLength = speed * crawl.delayAtEnd
    return speed
  }

  /// Eases to the speed that the properties now ask for, and sees whether the text is to rest.
  ///
  /// - Parameter endsGlide: Whether it does so at once, and not after a glide or a throw.
  mutating func changeSpeed(endsGlide: Bool = false, at t: Seconds, from source: some TrainSource) {
    guard phase == .running, !track.isResting else { return }
    let distance = distance(at: t)
    let (oldSpeed, oldLength, wasSettling) = (ride.steadyVelocity, track.delayLength, track.isSettling)
    let speed = steadySpeed(from: source)
    restSought = track.rests(source) ? restSought ?? track.restSought(from: distance) : nil
    track.isSettling = restSought != nil
    let next = track.isWaiting(at: distance) ? track.beyondView(at: distance).first?.place : nil
    if oldLength != track.delayLength || wasSettling != track.isSettling {
      track.layOutBeyondView(at: distance, fromEdge: true, from: source)
    }
    ride.turn(to: speed, at: t, within: Motion.easing, endsGlide: endsGlide)
    guard let next, oldSpeed > 0 else { return }
    // The rest of a delay between passes keeps its duration.
    let edge = distance + viewWidth
    track.moveBeyondView(at: distance, to: edge + ride.run(within: (next - edge) / oldSpeed, from: t))
  }

  // MARK: - Beginning and ending

  /// Starts the motion from home; does nothing while it runs.
  package mutating func start(at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard phase != .running else { return }
    phase = .running
    track.clear()
    hasBegun = false
    begin(at: t, from: source)
  }

  /// Begins from home again if it runs and nothing is in the view, so that items that have come are seen at once.
  package mutating func startOver(at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard phase == .running, visible(at: t).isEmpty else { return }
    track.clear()
    begin(at: t, from: source)
  }

  /// Freezes the train in place; `start` begins from home.
  package mutating func stop(at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard phase == .running else { return }
    ride.finish(at: distance(at: t), since: t)
    phase = .stopped
  }

  /// Holds the train; it can still be scrubbed and dragged.
  package mutating func pause(at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard phase == .running, !isPaused else { return }
    ride.pause(at: t)
  }

  /// Continues from where it was held.
  package mutating func resume(at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    if let pause = ride.resume(at: t) { firstMotion += pause }
  }

  /// Lays the first segments out at home, to move after the delay.
  private mutating func begin(at t: Seconds, from source: some TrainSource) {
    firstMotion = t + crawl.delayAtStart
    (finish, hasReportedFinish, stop, leastStop) = (nil, false, nil, -.infinity)
    (isMovedByHand, restSought) = (false, nil)
    track.resetContent()
    (track.isResting, track.isSettling) = (track.rests(source), false)
    placeHome()
    let speed = track.isResting ? 0 : steadySpeed(from: source)
    ride.begin(.steady(speed, from: 0, since: firstMotion), at: t)
    guard let id = source.firstSegment(afterItemOf: nil, leftwards: crawl.scrollLeft) else { return track.clear() }
    hasBegun = true
    track.placeFirst(id, at: home, from: source)
    track.layOutAhead(of: 0, from: source)
    guard track.hasNothingToShow else { return }
    (phase, finish, hasBegun) = (.finished, t, false)
    track.clear()
  }

  /// Continues with an item at a place, as recorded when another run ended: see `leading(at:from:)`.
  ///
  /// - Parameters:
  ///   - id: The item's first segment in the direction of travel.
  ///   - pixels: How far its leading edge is from the view's far edge.
  package mutating func goOn(with id: Int, behind pixels: Double, at t: Seconds, from source: some TrainSource) {
    goOn(with: id, behind: pixels, after: 0, at: t, from: source)
  }

  /// Begins again with an item at home, as the train does at its start.
  ///
  /// - Parameter id: The item's first segment in the direction of travel.
  package mutating func begin(with id: Int, at t: Seconds, from source: some TrainSource) {
    placeHome()
    goOn(with: id, behind: home, after: crawl.delayAtStart, at: t, from: source)
  }

  private mutating func goOn(
    with id: Int, behind pixels: Double, after delay: Seconds, at t: Seconds, from source: some TrainSource
  ) {
    beginEvent(at: t, from: source)
    guard phase == .running, !track.isResting, source.width(ofSegment: id) > 0 else { return }
    // It is not at its start, where another beginning would put the first item in the order.
    (firstMotion, stop, leastStop, restSought) = (t, nil, -.infinity, nil)
    (hasBegun, isMovedByHand) = (true, false)
    track.resetContent()
    ride.begin(.steady(steadySpeed(from: source), from: 0, since: t + delay), at: t)
    let isHead = id == source.firstSegment(afterItemOf: nil, leftwards: crawl.scrollLeft)
    track.placeFirst(id, at: min(pixels, viewWidth), gap: isHead ? .lap : .spacing, from: source)
    track.layOutAhead(of: 0, from: source)
  }

  /// Begins again while the train is still at home, counted from its original start.
  ///
  /// - Parameter delay: the delay that the present start was made with.
  mutating func restart(delay: Seconds? = nil, at t: Seconds, from source: some TrainSource) {
    begin(at: track.isResting ? t : firstMotion - (delay ?? crawl.delayAtStart), from: source)
  }

  /// Items have come while the train was empty or at home.
  mutating func enter(at t: Seconds, from source: some TrainSource) {
    if !hasBegun || crawl.standsStill {
      begin(at: t, from: source)
    } else if isAtStart(at: t) {
      restart(at: t, from: source)
    } else if let id = source.firstSegment(afterItemOf: nil, leftwards: crawl.scrollLeft) {
      track.placeFirst(id, at: distance(at: t) + viewWidth, from: source)
    }
  }

  /// Whether the train rests, before its first motion or for good.
  func isAtStart(at t: Seconds) -> Bool {
    track.isResting || (ride.pausedSince.map { $0 <= firstMotion } ?? (t < firstMotion)) && !isMovedByHand
  }

  /// Whether segments behind the view come in at its edge. A stationary train never brings them in, so they are placed in
  /// the view if there is room.
  func entersAtEdge(at t: Seconds) -> Bool { !crawl.standsStill && !isAtStart(at: t) }

  /// Whether it rests there, and nothing has changed that since it began: it may begin again without a jump.
  func isAtHome(at t: Seconds, from source: some TrainSource) -> Bool {
    guard !track.isResting, let first = track.segments.first else { return isAtStart(at: t) }
    return isAtStart(at: t) && first.place == home + distance(at: t)
      && first.id == source.firstSegment(afterItemOf: nil, leftwards: crawl.scrollLeft)
  }

  /// Items that come after the last one has left continue the last pass.
  mutating func resumeIfFinished(at t: Seconds) {
    guard phase == .finished, crawl.leavesAtEnd || !hasBegun else { return }
    phase = .running
    (finish, hasReportedFinish) = (nil, false)
    track.reopen()
    ride.rest(at: distance(at: t), since: t)
  }

  /// Counts distances from elsewhere.
  mutating func shiftDistances(by pixels: Double) {
    ride.shift(by: pixels)
    leastStop += pixels
    if let sought = restSought { restSought = sought + pixels }
  }

  /// Finds where home is in the present view.
  mutating func placeHome() {
    home = crawl.startOutOfBounds && !track.isResting ? viewWidth : crawl.homeInset
  }
}

/// A crawl over time: segments on a track, of which only those near the view are known.
///
/// The train runs along its `Track` in closed form: only `distance(at:)` depends on time. Events and updates carry their
/// times, which never run back.
public struct Train: Sendable {
  public typealias Segment = TrainSegment

  public enum State: Equatable, Sendable {
    case idle, running, stopped, finished
  }

  public private(set) var state = State.idle
  /// When the last pass was over; nil before, and after a new start.
  public private(set) var finishTime: Seconds?
  /// In pixels per second: when it is next chosen, the speed is rounded to a multiple of this, but not to 0. 0: it is as
  /// asked. With the refresh rate here, every frame moves by whole pixels.
  public var speedStep = 0.0

  var track: Track
  var ride = TrainRide()
  /// When the first motion begins, once per start.
  private var firstMotion: Seconds = 0
  /// The place of the very first segment: its distance from the far edge at rest.
  private var home = 0.0
  /// The text fits and will rest at home when a lap gets there; the distance from which on that counts.
  private var restSought: Double?
  /// A segment has been at home since the last start.
  private var hasBegun = false
  /// The last lap after which the delay between passes has been taken.
  private var delayedLap = -1
  /// The user has scrubbed or dragged the train: what had left may come in again.
  private var isMovedByHand = false
  private var hasUnreportedFinish = false

  public init(_ crawl: Crawl, viewWidth: Double, lookahead: Double = 0) {
    track = Track(crawl, viewWidth: viewWidth, lookahead: lookahead)
  }

  // MARK: - Asking

  public var crawl: Crawl { track.crawl }
  /// W, in pixels.
  public var viewWidth: Double { track.viewWidth }
  /// Pixels beyond the view within which segments are known.
  public var lookahead: Double {
    get { track.lookahead }
    set { track.lookahead = newValue }
  }
  /// The segments near the view, the leading one first.
  public var segments: [Segment] { track.segments }
  /// Changes when `segments` does.
  package var revision: Int { track.revision }
  public var isPaused: Bool { ride.pausedSince != nil }

  /// How far the train has run at `t`, in pixels.
  public func distance(at t: Seconds) -> Double { ride.distance(at: t) }

  /// Pixels per second to the right of the screen.
  public func screenVelocity(at t: Seconds) -> Double {
    crawl.scrollLeft ? -ride.motion.velocity(at: t) : ride.motion.velocity(at: t)
  }

  /// The left end of a segment in the view at `t`, in pixels from the view's left edge.
  public func x(of segment: Segment, at t: Seconds) -> Double {
    let behind = segment.place - distance(at: t)
    return track.crawl.scrollLeft ? behind : track.viewWidth - segment.width - behind
  }

  /// The left ends of all segments that touch the view at `t`, the leading one first.
  public func visible(at t: Seconds) -> [(segment: Segment, x: Double)] {
    let distance = distance(at: t)
    return track.segments.filter { track.touchesView($0, at: distance) }.map { ($0, x(of: $0, at: t)) }
  }

  /// The left end of a segment in coordinates that stay with the segments, whatever happens to the train.
  package func contentX(of segment: Segment) -> Double { track.contentX(of: segment) }

  /// Where 0 of the segments' own coordinates stands in the view at `t`.
  package func contentOrigin(at t: Seconds) -> Double { track.contentOrigin(at: distance(at: t)) }

  /// The earliest time from `t` on at which something moves by itself: `t` while it does, infinity when nothing
  /// will. In a hand it moves with the hand only.
  public func nextChange(at t: Seconds) -> Seconds {
    guard state == .running, !track.segments.isEmpty, !ride.isInHand else { return .infinity }
    let motion = ride.motion
    if motion.final == 0, abs(motion.velocity(at: t)) < Self.stillVelocity {
      return t < motion.start && motion.initial != 0 ? motion.start : .infinity
    }
    if t < motion.start { return motion.start }
    let distance = distance(at: t)
    if let next = track.segments.first(where: { $0.end > distance }), next.place > distance + viewWidth {
      return max(t, motion.time(reaching: next.place - viewWidth))
    }
    return t
  }

  /// Pixels per second below which a train that comes to rest counts as still.
  private static let stillVelocity = 0.1

  // MARK: - Running

  /// Follows the train to `t`. True exactly once per start: in the first call after the last pass was over.
  @discardableResult
  public mutating func update(to t: Seconds, from source: some TrainSource) -> Bool {
    advance(to: t, from: source)
    defer { hasUnreportedFinish = false }
    return hasUnreportedFinish
  }

  mutating func advance(to t: Seconds, from source: some TrainSource) {
    guard state == .running, !track.segments.isEmpty else { return }
    track.leap(to: distance(at: t), from: source)
    while true {
      let distance = distance(at: t)
      if let stop = track.nextStop(home: home, delayedLap: delayedLap, restSought: restSought),
        distance >= stop.distance
      {
        arrive(at: stop)
        if state != .running { break }
        continue
      }
      guard track.grow(at: distance, from: source) else { break }
    }
    track.restorePassed(at: distance(at: t), intoView: isMovedByHand, from: source)
    refineSpeed(at: t, from: source)
  }

  /// Lets happen what happens at a stop that has been reached.
  private mutating func arrive(at stop: TrackStop) {
    let time = ride.motion.time(reaching: stop.distance)
    switch stop.kind {
    case .delay(let lap):
      delayedLap = lap
      ride.wait(at: stop.distance, from: time, for: crawl.delayAtEnd)
    case .rest:
      ride.rest(at: stop.distance, since: time)
      (restSought, track.isResting) = (nil, true)
    case .finish:
      ride.finish(at: stop.distance, since: time)
      state = .finished
      finishTime = time
      hasUnreportedFinish = true
    }
  }

  func steadySpeed(from source: some TrainSource) -> Double { track.steadySpeed(step: speedStep, from: source) }

  /// Eases to the speed that the properties now ask for, and sees whether the text is to rest.
  mutating func changeSpeed(at t: Seconds, from source: some TrainSource) {
    guard state == .running, !track.isResting else { return }
    restSought = track.rests(source) ? restSought ?? distance(at: t) : nil
    ride.turn(to: steadySpeed(from: source), at: t)
  }

  /// With `scrollTime`, speed follows from the width of the whole train, which becomes known as it runs.
  private mutating func refineSpeed(at t: Seconds, from source: some TrainSource) {
    guard state == .running, !track.isResting, crawl.scrollTime > 0, source.segmentCount > Track.smallTrain
    else { return }
    let speed = steadySpeed(from: source)
    if abs(speed - ride.steadyVelocity) > 0.02 * speed { ride.turn(to: speed, at: t) }
  }

  // MARK: - Beginning and ending

  /// Starts the motion from home; does nothing while it runs.
  public mutating func start(at t: Seconds, from source: some TrainSource) {
    guard state != .running else { return }
    state = .running
    track.clear()
    (hasBegun, hasUnreportedFinish) = (false, false)
    begin(at: t, from: source)
  }

  /// Freezes the train where it is; `start` begins from home.
  public mutating func stop(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    guard state == .running else { return }
    ride.stop(at: t)
    state = .stopped
  }

  /// Holds the train; it can still be scrubbed and dragged.
  public mutating func pause(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    guard state == .running, !isPaused else { return }
    ride.pause(at: t)
  }

  /// Goes on where it was held.
  public mutating func resume(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    if let pause = ride.resume(at: t) { firstMotion += pause }
  }

  /// Lays the first segments out at home, to move after the delay.
  private mutating func begin(at t: Seconds, from source: some TrainSource) {
    firstMotion = t + crawl.delayAtStart
    finishTime = nil
    (isMovedByHand, delayedLap, restSought) = (false, -1, nil)
    track.resetContent()
    track.isResting = track.rests(source)
    placeHome()
    let speed = track.isResting ? 0 : steadySpeed(from: source)
    ride.begin(.steady(speed, from: 0, since: firstMotion))
    guard let id = source.firstSegment(afterItemOf: nil, leftwards: crawl.scrollLeft) else { return track.clear() }
    hasBegun = true
    track.placeFirst(id, at: home, from: source)
    track.layOutAhead(of: 0, from: source)
  }

  /// Begins again while the train is still at home, as if that had been there from its start on.
  ///
  /// - Parameter delay: the delay that the present start was made with.
  mutating func beginAgain(delay: Seconds? = nil, at t: Seconds, from source: some TrainSource) {
    begin(at: track.isResting ? t : firstMotion - (delay ?? crawl.delayAtStart), from: source)
  }

  /// Items have come while the train was empty or at home.
  mutating func enter(at t: Seconds, from source: some TrainSource) {
    if !hasBegun {
      begin(at: t, from: source)
    } else if isAtStart(at: t) {
      beginAgain(at: t, from: source)
    } else if let id = source.firstSegment(afterItemOf: nil, leftwards: crawl.scrollLeft) {
      delayedLap = -1
      track.placeFirst(id, at: distance(at: t) + viewWidth, from: source)
    }
  }

  /// Whether the train rests at home, before its first motion or for good.
  func isAtStart(at t: Seconds) -> Bool {
    track.isResting || ((ride.pausedSince ?? t) < firstMotion && !isMovedByHand)
  }

  /// Items that come after the last one has left go on with the last pass.
  mutating func goOnIfFinished(at t: Seconds) {
    guard state == .finished, crawl.leavesAtEnd else { return }
    state = .running
    (finishTime, hasUnreportedFinish) = (nil, false)
    track.reopen()
    ride.rest(at: distance(at: t), since: t)
  }

  /// Finds where home is in the present view.
  mutating func placeHome() {
    home = crawl.startOutOfBounds && !track.isResting ? viewWidth : crawl.homeInset
  }

  // MARK: - By hand

  /// Moves the train by `pixels` to the right of the screen, gliding there within a moment; a pause or the train's own
  /// motion goes on. Steps that come fast add up.
  public mutating func scrub(by pixels: Double, at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    guard state == .running, !ride.isInHand, !track.segments.isEmpty else { return }
    isMovedByHand = true
    let way = crawl.scrollLeft ? -pixels : pixels
    let allowed = max(way, leastDistance(from: source) - distance(at: t))
    ride.scrub(by: allowed, to: ownVelocity(from: source), at: t)
    advance(to: t, from: source)
  }

  /// Takes the train in hand: it stands until it is dragged.
  public mutating func beginDrag(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    guard state == .running, !track.segments.isEmpty else { return }
    isMovedByHand = true
    ride.grab(at: t)
  }

  /// Moves the train 1:1, by `pixels` to the right of the screen.
  public mutating func drag(by pixels: Double, at t: Seconds, from source: some TrainSource) {
    guard ride.isInHand else { return }
    let way = crawl.scrollLeft ? -pixels : pixels
    ride.drag(to: max(distance(at: t) + way, leastDistance(from: source)), at: t)
    advance(to: t, from: source)
  }

  /// Lets go: the train keeps the hand's velocity and loses it to its own.
  public mutating func endDrag(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    guard ride.isInHand else { return }
    ride.letGo(to: ownVelocity(from: source), notBelow: leastDistance(from: source), at: t)
  }

  private func ownVelocity(from source: some TrainSource) -> Double {
    !isPaused && !track.isResting ? steadySpeed(from: source) : 0
  }

  /// The train cannot be drawn back farther than until its first segment is out of the view.
  private func leastDistance(from source: some TrainSource) -> Double {
    guard let first = track.segments.first, track.predecessor(of: first, from: source) == nil else { return -.infinity }
    return min(first.place - viewWidth, distance(at: ride.motion.start))
  }
}

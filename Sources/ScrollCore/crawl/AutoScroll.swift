/// Multi-line text that scrolls upwards (credits, lyrics): which part of the content is in view at a time.
///
/// The offset is the content's y at the view's top edge, in pixels.
public struct AutoScroll: Sendable {
  public struct Options: Equatable, Sendable, HasProperties {
    public var delayAtStart = 0.0
    public var delayAtEnd = 0.0
    public var scrollRepeat = 0
    public var leadIn = false
    public var leadOut = false

    public init() {}

    public static let properties: [Property<Options>] = [
      .number("delayAtStart", \.delayAtStart, range: 0...1_000_000, unit: "s", "Rest before the first motion"),
      .number("delayAtEnd", \.delayAtEnd, range: 0...1_000_000, unit: "s", "Rest at the end before it begins again"),
      .integer(
        "scrollRepeat", \.scrollRepeat, range: -1...1_000_000_000,
        "How many more times it scrolls after the first; -1 is forever"),
      .flag("leadIn", \.leadIn, "The text enters from below"),
      .flag("leadOut", \.leadOut, "The text leaves at the top"),
    ]
  }

  /// What sets the speed.
  public enum Pace: Equatable, Sendable {
    /// Pixels per second.
    case speed(Double)
    /// Seconds from the present offset to the end.
    case duration(Seconds)
  }

  public enum State: Equatable, Sendable {
    case idle, running, stopped, finished
  }

  public private(set) var options: Options
  /// C and H, in pixels.
  public private(set) var contentHeight: Double
  public private(set) var viewHeight: Double
  public private(set) var state = State.idle
  public private(set) var finishTime: Seconds?
  /// More content is to come: at the end it waits, and goes on when there is more.
  public var awaitsMore = false

  private var motion: Motion
  private var pace = Pace.speed(0)
  /// When the present pass is to be over; nil where the pace is a speed.
  private var deadline: Seconds?
  private var passesDone = 0
  private var pausedSince: Seconds?
  private var hasUnreportedFinish = false

  public init(_ options: Options = Options(), contentHeight: Double, viewHeight: Double) {
    self.options = options
    self.contentHeight = contentHeight
    self.viewHeight = viewHeight
    motion = .rest(at: options.leadIn ? -viewHeight : 0, since: 0)
  }

  // MARK: - Asking

  /// The offset at which a pass begins.
  public var top: Double { options.leadIn ? -viewHeight : 0 }

  /// The largest offset, M.
  public var end: Double { options.leadOut ? contentHeight : max(0, contentHeight - viewHeight) }

  /// Between `top` and `end`. Ask for times that `update` has seen.
  public func offset(at t: Seconds) -> Double {
    let now = pausedSince ?? t
    if passesDone > 0, now < motion.start { return max(end, top) }
    let offset = motion.position(at: now)
    return state == .idle ? top : min(max(offset, top), max(end, top))
  }

  /// Pixels per second.
  public func velocity(at t: Seconds) -> Double { pausedSince == nil ? motion.velocity(at: t) : 0 }

  /// The earliest time from `t` on at which something moves; infinity when nothing will.
  public func nextChange(at t: Seconds) -> Seconds {
    guard state == .running, pausedSince == nil, motion.final > 0 else { return .infinity }
    return awaitsMore && motion.position(at: t) >= end ? .infinity : max(t, motion.start)
  }

  public var isPaused: Bool { pausedSince != nil }

  // MARK: - Running

  /// Starts from the present offset, after the delay; one that is at its end is finished at once.
  ///
  /// - Throws: where the speed is not above 0, or the duration not a number from 0 up.
  public mutating func start(_ pace: Pace, at t: Seconds) throws(ValueError) {
    switch pace {
    case .speed(let speed) where !(speed > 0 && speed.isFinite):
      throw ValueError(name: "speed", reason: "\(shortest(speed)) is out of range; it must be above 0")
    case .duration(let duration) where !(duration >= 0 && duration.isFinite):
      throw ValueError(name: "duration", reason: "\(shortest(duration)) is out of range; it must not be below 0")
    default: break
    }
    guard state != .running else { return }
    let offset = offset(at: t)
    self.pace = pace
    (state, finishTime, hasUnreportedFinish, passesDone, pausedSince) = (.running, nil, false, 0, nil)
    begin(from: offset, at: t + options.delayAtStart)
    if contentHeight <= 0 || end <= top, !awaitsMore { finish(at: t) }
    advance(to: t)
  }

  /// Holds the present offset; `start` goes on from it.
  public mutating func stop(at t: Seconds) {
    advance(to: t)
    guard state == .running else { return }
    motion = .rest(at: offset(at: t), since: t)
    (state, pausedSince) = (.stopped, nil)
  }

  /// Holds the present offset; `resume` goes on as if no time had passed.
  public mutating func pause(at t: Seconds) {
    advance(to: t)
    if state == .running { pausedSince = pausedSince ?? t }
  }

  public mutating func resume(at t: Seconds) {
    guard let since = pausedSince else { return }
    pausedSince = nil
    motion.start += t - since
    deadline = deadline.map { $0 + t - since }
  }

  /// Moves by hand, by `pixels` towards the end.
  public mutating func scroll(by pixels: Double, at t: Seconds) {
    advance(to: t)
    let target = min(max(offset(at: t) + pixels, top), max(end, top))
    motion.position += target - offset(at: t)
    if state == .idle { (state, motion.position) = (.stopped, target) }
    if state == .finished, target < end { state = .stopped }
  }

  /// Takes over other options, live.
  public mutating func set(_ new: Options, at t: Seconds) {
    advance(to: t)
    let offset = motion.position(at: t)
    options = new
    hold(atMost: offset, at: t)
  }

  /// Takes over another pace while it runs; the speed eases.
  public mutating func set(_ pace: Pace, at t: Seconds) {
    advance(to: t)
    guard state == .running, pace != self.pace, case .speed(let speed) = pace, speed > 0 else { return }
    self.pace = pace
    deadline = nil
    motion = motion.turning(to: speed, at: pausedSince ?? t, within: Motion.easing)
  }

  /// Content or view have another height. Growth raises the end, and speed stays; shrinking holds the offset
  /// at the new end.
  public mutating func resize(contentHeight: Double, viewHeight: Double, at t: Seconds) {
    advance(to: t)
    let reached = min(motion.position(at: t), max(end, top))
    self.contentHeight = contentHeight
    self.viewHeight = viewHeight
    hold(atMost: reached, at: t)
  }

  /// The height of content that had been estimated is known better: a pass with a duration still ends in time.
  public mutating func refine(contentHeight: Double, at t: Seconds) {
    guard contentHeight != self.contentHeight else { return }
    resize(contentHeight: contentHeight, viewHeight: viewHeight, at: t)
    guard state == .running, pausedSince == nil, let deadline, deadline > t, t >= motion.start else { return }
    let position = motion.position(at: t)
    let speed = (end - position) / (deadline - t)
    motion = .steady(speed, from: position, since: t)
  }

  /// Follows to `t`. True exactly once per start: in the first call after the end was reached.
  @discardableResult
  public mutating func update(to t: Seconds) -> Bool {
    advance(to: t)
    defer { hasUnreportedFinish = false }
    return hasUnreportedFinish
  }

  private mutating func advance(to t: Seconds) {
    guard state == .running, pausedSince == nil else { return }
    while state == .running {
      let arrival = motion.time(reaching: end)
      guard arrival <= t, motion.position(at: t) >= end else { return }
      if awaitsMore { return }
      passesDone += 1
      if options.scrollRepeat >= 0, passesDone > options.scrollRepeat { return finish(at: arrival) }
      begin(from: top, at: arrival + options.delayAtEnd)
      guard motion.final > 0, motion.final.isFinite, end > top else { return finish(at: arrival) }
      let period = (end - top) / motion.final + options.delayAtEnd
      let whole = ((t - motion.start) / period).rounded(.down)
      if whole > 1, options.scrollRepeat < 0 { motion.start += (whole - 1) * period }
    }
  }

  /// Begins a pass. Until its start the last one's end stays in view.
  private mutating func begin(from offset: Double, at t: Seconds) {
    deadline = nil
    switch pace {
    case .speed(let speed): motion = .steady(speed, from: offset, since: t)
    case .duration(let duration):
      deadline = t + duration
      let speed = duration > 0 ? (end - offset) / duration : .greatestFiniteMagnitude
      motion = .steady(speed, from: offset, since: t)
    }
  }

  private mutating func finish(at t: Seconds) {
    motion = .rest(at: max(end, top), since: t)
    state = .finished
    finishTime = t
    hasUnreportedFinish = true
  }

  /// Keeps the offset within the bounds; what was waiting at an end goes on from there.
  private mutating func hold(atMost offset: Double, at t: Seconds) {
    let bound = min(offset, max(end, top))
    if motion.position(at: t) > bound {
      motion = .steady(motion.final, from: bound, since: max(t, motion.start))
    }
    advance(to: t)
  }
}

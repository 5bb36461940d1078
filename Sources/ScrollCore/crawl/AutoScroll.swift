/// Multi-line text that scrolls upwards (credits, lyrics): which part of the content is in view at a time.
///
/// The offset is the content's y at the view's top edge, in pixels. It may be asked for at any time from the last event (a
/// start, a stop, another height) on, in any order.
///
///     var credits = AutoScroll(contentHeight: 600, viewHeight: 200)
///     try credits.start(.speed(10), at: 0)
///     credits.offset(at: 40)   // 400: the end
///     credits.offset(at: 2.5)  // 25
public struct AutoScroll: Sendable {
  /// How it begins, ends and repeats.
  public struct Options: Equatable, Sendable, HasProperties {
    /// Rest before the first motion, in seconds.
    public var delayAtStart = 0.0
    /// Rest at the end before it begins again, in seconds.
    public var delayAtEnd = 0.0
    /// How many more times it scrolls after the first; -1 is forever.
    public var scrollRepeat = 0
    /// Whether the text enters from below.
    public var leadIn = false
    /// Whether the text leaves at the top.
    public var leadOut = false

    /// All properties have their defaults.
    public init() {}

    /// All of them, in the order in which help lists them.
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

  /// The measure of the speed.
  public enum Pace: Equatable, Sendable {
    /// Pixels per second.
    case speed(Double)
    /// Seconds from the present offset to the end.
    case duration(Seconds)

    /// - Throws: if the speed is not above 0, or the duration is negative or NaN.
    public func validate() throws(ValueError) {
      switch self {
      case .speed(let speed) where !(speed > 0 && speed.isFinite):
        throw ValueError(name: "speed", reason: "\(shortest(speed)) is out of range; it must be above 0")
      case .duration(let duration) where !(duration >= 0 && duration.isFinite):
        throw ValueError(name: "duration", reason: "\(shortest(duration)) is out of range; it must not be below 0")
      default: break
      }
    }
  }

  /// The current activity.
  public enum State: Equatable, Sendable {
    /// It has not been started.
    case idle
    /// It moves, or rests before or between its passes.
    case running
    /// It is held; it can be started again from there.
    case stopped
    /// It has come to its end.
    case finished
  }

  /// How it begins, ends and repeats.
  public private(set) var options: Options
  /// C and H, in pixels.
  public private(set) var contentHeight: Double
  /// The visible part of the content, in pixels.
  public private(set) var viewHeight: Double
  /// At the time of the last update or event.
  public var state: State { phase == .running && pass(at: pausedSince ?? now).finish != nil ? .finished : phase }
  /// When the end was reached for good; nil before.
  public var finishTime: Seconds? { phase == .running ? pass(at: pausedSince ?? now).finish : finish }
  /// More content will come: at the end it waits, and continues when there is more.
  public var awaitsMore = false

  /// The state after the last event.
  private var phase = State.idle
  private var finish: Seconds?
  /// Time of the last update or event.
  private var now: Seconds = 0
  /// The pass that was under way at the last event.
  private var motion: Motion
  private var pace = Pace.speed(0)
  /// The end of the present pass, if the pace is a duration.
  private var passEnd: Seconds = 0
  private var passesDone = 0
  private var pausedSince: Seconds?
  private var hasReportedFinish = false

  /// At rest at its beginning.
  ///
  /// - Parameters:
  ///   - options: How it begins, ends and repeats.
  ///   - contentHeight: In pixels, all of it.
  ///   - viewHeight: In pixels.
  public init(_ options: Options = Options(), contentHeight: Double, viewHeight: Double) {
    self.options = options.bounded()
    (self.contentHeight, self.viewHeight) = (Self.length(contentHeight), Self.length(viewHeight))
    let viewHeight = self.viewHeight
    motion = .rest(at: options.leadIn ? -viewHeight : 0, since: 0)
  }

  // MARK: - Asking

  /// The offset at which a pass begins.
  public var top: Double { options.leadIn ? -viewHeight : 0 }

  /// The largest offset, M.
  public var end: Double { options.leadOut ? contentHeight : max(0, contentHeight - viewHeight) }

  /// Between `top` and `end`.
  public func offset(at t: Seconds) -> Double {
    let t = time(t)
    if phase == .idle { return top }
    let (motion, done, finish) = pass(at: pausedSince ?? t)
    if finish != nil || done > 0 && (pausedSince ?? t) < motion.start { return max(end, top) }
    return min(max(motion.position(at: pausedSince ?? t), top), max(end, top))
  }

  /// Pixels per second that it runs with, or will run with once nothing holds or eases it.
  package var steadySpeed: Double { motion.final }

  /// The earliest time from `t` on at which something moves; infinity when nothing will.
  public func nextChange(at t: Seconds) -> Seconds {
    let t = time(t)
    guard phase == .running, pausedSince == nil else { return .infinity }
    let (motion, _, finish) = pass(at: t)
    if finish != nil { return .infinity }
    if motion.final <= 0 {
      // A pass that begins at the end takes no time; after it the next one may run.
      let arrival = motion.time(reaching: end)
      return arrival > t && !awaitsMore ? arrival : .infinity
    }
    return awaitsMore && motion.position(at: t) >= end ? .infinity : max(t, motion.start)
  }

  /// While it only runs on with one velocity: that, in pixels per second downwards on the screen, and until when; nil while
  /// something else happens, or nothing.
  package func steadyRun(at t: Seconds) -> SteadyRun? {
    guard nextChange(at: t) <= t else { return nil }
    let motion = pass(at: t).motion
    guard motion.isSteady(at: t), motion.position(at: t) >= top else { return nil }
    return SteadyRun(velocity: -motion.final, end: motion.time(reaching: end))
  }

  /// The pass under way at a time after the last event, the number of passes done, and the place and time at which the last
  /// one ended.
  private func pass(at t: Seconds) -> (motion: Motion, done: Int, finish: Seconds?) {
    let arrival = motion.time(reaching: end)
    guard phase == .running, pausedSince == nil, !awaitsMore, arrival <= t else { return (motion, passesDone, nil) }
    let next = passMotion(from: top, at: arrival + options.delayAtEnd)
    let left = options.scrollRepeat < 0 ? Double.infinity : Double(max(0, options.scrollRepeat - passesDone))
    guard left > 0, end > top, next.final > 0 else { return (motion, passesDone, arrival) }
    let period = (end - top) / next.final + options.delayAtEnd
    let whole = ((t - arrival) / period).rounded(.down)
    guard whole < left else { return (motion, passesDone, arrival + left * period) }
    let present = passMotion(from: top, at: next.start + whole * period)
    return (present, Int(min(Double(passesDone) + 1 + whole, 1e15)), nil)
  }

  /// Whether it is held by `pause(at:)`.
  public var isPaused: Bool { pausedSince != nil }

  // MARK: - Running

  /// Starts from the present offset, after the delay; at the end it finishes at once.
  ///
  /// - Throws: if the speed is not above 0, or the duration is negative or NaN.
  public mutating func start(_ pace: Pace, at t: Seconds) throws(ValueError) {
    try pace.validate()
    let t = time(t)
    beginEvent(at: t)
    guard phase != .running else { return }
    let offset = offset(at: t)
    self.pace = pace
    (phase, finish, hasReportedFinish, passesDone, pausedSince) = (.running, nil, false, 0, nil)
    motion = passMotion(from: offset, at: t + options.delayAtStart)
    if case .duration(let duration) = pace { passEnd = motion.start + duration }
    if contentHeight <= 0 || end <= top, !awaitsMore { stopForGood(at: t) }
  }

  /// Holds the present offset; `start` continues from it.
  public mutating func stop(at t: Seconds) {
    let t = time(t)
    beginEvent(at: t)
    guard phase == .running else { return }
    motion = .rest(at: offset(at: t), since: t)
    (phase, pausedSince) = (.stopped, nil)
  }

  /// Holds the present offset; `resume` continues as if no time had passed.
  public mutating func pause(at t: Seconds) {
    let t = time(t)
    beginEvent(at: t)
    if phase == .running { pausedSince = pausedSince ?? t }
  }

  /// Continues as if no time had passed since `pause(at:)`.
  public mutating func resume(at t: Seconds) {
    guard let since = pausedSince else { return }
    let t = time(t)
    (pausedSince, now) = (nil, t)
    motion.start += t - since
    passEnd += t - since
  }

  /// Moves by hand, by `pixels` towards the end.
  public mutating func scroll(by pixels: Double, at t: Seconds) {
    guard !pixels.isNaN else { return }
    let t = time(t)
    beginEvent(at: t)
    let target = min(max(offset(at: t) + pixels, top), max(end, top))
    if phase == .running, passesDone > 0, moment(t) < motion.start {
      // Still at the end of the last pass.
      motion = .steady(motion.final, from: target, since: moment(t))
      passesDone -= 1
    } else {
      motion.position += target - offset(at: t)
    }
    if phase == .idle { (phase, motion.position) = (.stopped, target) }
    if phase == .finished, target < end { phase = .stopped }
  }

  /// Takes over other options, live.
  public mutating func set(_ new: Options, at t: Seconds) {
    let t = time(t)
    beginEvent(at: t)
    let offset = motion.position(at: moment(t))
    options = new.bounded()
    hold(atMost: offset, at: t)
  }

  /// Takes over another pace while it runs; the speed eases.
  public mutating func set(_ pace: Pace, at t: Seconds) {
    let t = time(t)
    beginEvent(at: t)
    guard phase == .running, pace != self.pace, case .speed(let speed) = pace, speed > 0 else { return }
    self.pace = pace
    motion = motion.turning(to: min(Self.fastest, speed), at: moment(t), within: Motion.easing)
  }

  /// Content or view have another height. Growth raises the end, and speed stays; shrinking holds the offset
  /// at the new end.
  public mutating func resize(contentHeight: Double, viewHeight: Double, at t: Seconds) {
    let t = time(t)
    beginEvent(at: t)
    let reached = min(motion.position(at: moment(t)), max(end, top))
    (self.contentHeight, self.viewHeight) = (Self.length(contentHeight), Self.length(viewHeight))
    hold(atMost: reached, at: t)
    // Without content it finishes at once, even while the text is held.
    if phase == .running, contentHeight <= 0, !awaitsMore { stopForGood(at: t) }
  }

  /// A better estimate of the content's height arrives: a pass with a duration still ends in time.
  public mutating func refine(contentHeight: Double, at t: Seconds) {
    guard contentHeight != self.contentHeight else { return }
    let t = time(t)
    resize(contentHeight: contentHeight, viewHeight: viewHeight, at: t)
    guard phase == .running, pausedSince == nil, case .duration = pace, t >= motion.start, passEnd > t else { return }
    let position = motion.position(at: t)
    motion = .steady(min(Self.fastest, (end - position) / (passEnd - t)), from: position, since: t)
  }

  /// Follows to `t`. True exactly once per start: in the first call after the end was reached.
  @discardableResult
  public mutating func update(to t: Seconds) -> Bool {
    now = time(t)
    guard state == .finished, !hasReportedFinish else { return false }
    hasReportedFinish = true
    return true
  }

  /// Bounds times to thirty thousand years and lengths to a trillion pixels. NaN becomes the time of the last event, or
  /// length 0.
  private func time(_ t: Seconds) -> Seconds { t.isNaN ? now : min(max(t, -1e12), 1e12) }
  private static func length(_ pixels: Double) -> Double { pixels > 0 ? min(pixels, 1e12) : 0 }

  /// The time at which motion stands while it is paused.
  private func moment(_ t: Seconds) -> Seconds { pausedSince ?? t }

  /// Lets it run to the time of an event, from which on it may run otherwise.
  private mutating func beginEvent(at t: Seconds) {
    now = t
    guard phase == .running else { return }
    let (motion, done, finish) = pass(at: moment(t))
    if let finish { return stopForGood(at: finish) }
    if done != passesDone, case .duration(let duration) = pace { passEnd = motion.start + duration }
    (self.motion, passesDone) = (motion, done)
  }

  /// In pixels per second: more cannot be counted with.
  private static let fastest = 1e12

  /// A pass from an offset to the end. Until its start the last one's end stays in view.
  private func passMotion(from offset: Double, at t: Seconds) -> Motion {
    switch pace {
    case .speed(let speed): .steady(min(Self.fastest, speed), from: offset, since: t)
    case .duration(let duration) where duration > 0:
      .steady(min(Self.fastest, (end - offset) / duration), from: offset, since: t)
    case .duration: .rest(at: end, since: t)
    }
  }

  private mutating func stopForGood(at t: Seconds) {
    motion = .rest(at: max(end, top), since: t)
    (phase, finish) = (.finished, t)
  }

  /// Keeps the offset within the bounds. A pause at an end continues from there.
  private mutating func hold(atMost offset: Double, at t: Seconds) {
    let bound = min(offset, max(end, top))
    guard motion.position(at: moment(t)) > bound else { return }
    motion = .steady(motion.final, from: bound, since: max(moment(t), motion.start))
  }
}

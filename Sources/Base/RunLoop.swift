internal import Glibc

/// The loop of a thread, with one list of descriptors and deadlines. It sleeps until one is due, and serves its owner;
/// foregrounds draw on time even if sources are busy.
///
/// It can also be driven from outside: wait for `descriptor` until `deadline`, then call `serveWhatIsDue`.
package final class RunLoop {
  /// Marks the sources of a part of a loop.
  fileprivate final class Mark {}

  struct Entry {
    let source: any LoopSource
    /// The entries of the parts of the loop that added it.
    fileprivate let marks: [Mark]
    /// Its descriptors' indices in the array of the last wait.
    var range = 0..<0
    var hasMore = true

    fileprivate func isMarked(_ mark: Mark) -> Bool { marks.contains { $0 === mark } }
  }

  /// The loop that this one is a part of.
  private let whole: RunLoop?
  private let mark = Mark()
  /// Its sources.
  var entries: [Entry] = []
  /// The index of the next source to serve.
  private var next = 0
  /// The handlers of the permanently watched descriptors.
  private var handlers: [() -> Void] = []
  /// The descriptors to poll: the foregrounds', the permanently watched ones, then the sources'.
  private var descriptors: [pollfd] = []
  /// The number of descriptors that do not belong to sources.
  private var fixedCount = 0
  /// Whether the foregrounds have only drawn.
  private var isQuiet = false
  /// The earliest deadline of the sources, while the collected descriptors are valid.
  private var collectedDeadline: Double?
  /// The set behind `descriptor`.
  private var epoll: EpollSet?

  private struct Foreground {
    /// Not weak, since it is accessed several times a frame.
    unowned let source: any LoopForeground
    /// Whether its descriptor is readable.
    var isReadable = true
  }

  private var foregrounds: [Foreground] = []
  private var frameDue = Double.infinity
  /// Whether sources may have delivered something since the foregrounds' last turn.
  private var hasNews = true
  /// Whether sources have been served since the last frame.
  private var hasServedFrame = false
  /// Until when sources leave all time to the first frame; nil before their first round.
  private var startGrace: Double?
  private var hasStarted = false
  /// Whether the process exists for this loop, so that it may release memory of code that only the start needs.
  package var ownsProcess = false
  private var startCode = StartCode()
  /// Whether a frame was drawn in this turn.
  private var hasDrawn = false
  /// The bytes that sources have delivered in this round.
  package var received: Int {
    get { whole?.received ?? receivedBytes }
    set { if let whole { whole.received = newValue } else { receivedBytes = newValue } }
  }
  private var receivedBytes = 0
  package private(set) var isEnded = false

  /// The limit for a round of sources, in seconds.
  private static let roundTime = 0.004
  /// The limit for one source, in seconds. An earlier frame takes precedence.
  private static let sourceTime = 0.0025
  /// How long sources wait for the first frame, as a window may stay invisible, and for the server to draw it, in
  /// seconds.
  private static let longestStart = 0.5
  private static let firstFrame = 0.03
  /// Frames at most this far apart are part of a motion, in seconds.
  private static let frameRun = 0.02
  /// A round that delivers fewer bytes is small.
  private static let drop = 16 << 10

  /// - Parameter whole: The loop that does the work. This one only marks its own sources, to remove them together.
  package init(within whole: RunLoop? = nil) { self.whole = whole }

  // MARK: - Descriptors and deadlines

  package var isEmpty: Bool { entries.isEmpty }

  package func add(_ source: any LoopSource) { add(source, marks: []) }

  private func add(_ source: any LoopSource, marks: [Mark]) {
    let marks = marks + [mark]
    if let whole { return whole.add(source, marks: marks) }
    collectedDeadline = nil
    entries.append(Entry(source: source, marks: marks))
  }

  /// Closes the source and drops it.
  package func remove(_ source: any LoopSource) {
    if let whole { return whole.remove(source) }
    source.close()
    drop { $0.source === source }
  }

  /// Closes and drops all sources that were added here.
  package func removeAll() { removeAll(marked: mark) }

  private func removeAll(marked mark: Mark) {
    if let whole { return whole.removeAll(marked: mark) }
    for entry in entries where entry.isMarked(mark) { entry.source.close() }
    drop { $0.isMarked(mark) }
  }

  private func drop(where isGone: (Entry) -> Bool) {
    collectedDeadline = nil
    entries.removeAll(where: isGone)
  }

  /// Calls a handler whenever a descriptor is ready, before any source is served. Without events only its end counts.
  package func watch(_ descriptor: Int32, events: Int32 = POLLIN, handler: @escaping () -> Void) {
    dropSourceDescriptors()
    handlers.append(handler)
    descriptors.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    fixedCount += 1
  }

  /// Adds a foreground. It is not retained, and has to outlive the loop's turns.
  package func add(_ foreground: any LoopForeground) {
    if let whole { return whole.add(foreground) }
    dropSourceDescriptors()
    descriptors.insert(pollfd(fd: foreground.descriptor, events: Int16(POLLIN), revents: 0), at: foregrounds.count)
    foregrounds.append(Foreground(source: foreground))
    fixedCount += 1
    hasNews = true
  }

  /// Removes a foreground.
  package func remove(_ foreground: any LoopForeground) {
    whole?.remove(foreground)
    guard let index = foregrounds.firstIndex(where: { $0.source === foreground }) else { return }
    dropSourceDescriptors()
    foregrounds.remove(at: index)
    descriptors.remove(at: index)
    fixedCount -= 1
  }

  /// The earliest deadline of the sources; 0 if one has more waiting.
  private var sourceDeadline: Double {
    var earliest = Double.infinity
    for entry in entries {
      if entry.hasMore { return 0 }
      earliest = min(earliest, entry.source.deadline)
    }
    return earliest
  }

  // MARK: - Running

  /// Ends the loop after the current turn.
  package func end() {
    isEnded = true
    whole?.end()
  }

  /// Runs until that time of the monotonic clock, until `end`, or, without a foreground, until no source is left.
  ///
  /// - Parameter goesOn: Asked after each turn; false ends the run, and not the loop.
  package func run(until limit: Double = .infinity, while goesOn: () -> Bool = { true }) {
    // Avoids the default timer slack of 50 µs during motion.
    foregrounds.isEmpty
      ? runTurns(until: limit, while: goesOn) : withTimerSlack(1) { runTurns(until: limit, while: goesOn) }
  }

  private func runTurns(until limit: Double, while goesOn: () -> Bool) {
    hasNews = true
    flush()
    while !isEnded {
      let now = step()
      if isEnded || now >= limit || (foregrounds.isEmpty && entries.isEmpty) || !goesOn() { return }
      wait(from: now, until: limit)
    }
  }

  /// Lets the foregrounds handle events and draw. Returns the time.
  private func step() -> Double {
    let news = hasNews
    hasNews = false
    frameDue = .infinity
    (isQuiet, hasDrawn) = (!foregrounds.isEmpty, false)
    for index in foregrounds.indices where index < foregrounds.count {
      let turn = foregrounds[index].source.step(hasNews: news, isReadable: foregrounds[index].isReadable)
      if index < foregrounds.count { foregrounds[index].isReadable = false }
      frameDue = min(frameDue, turn.due)
      if turn.hasDrawn { (hasServedFrame, hasDrawn) = (false, true) }
      isQuiet = isQuiet && turn.isQuiet
    }
    if !isQuiet { collectedDeadline = nil }
    return monotonicNow()
  }

  /// Flushes all requests to servers.
  private func flush() { for one in foregrounds { one.source.flush() } }

  private var hasQueuedEvents: Bool { foregrounds.contains { $0.source.hasQueuedEvents } }

  /// Sleeps until an event or the limit, and serves the sources with work. `now` is the time of the last step.
  private func wait(from now: Double, until limit: Double) {
    if !isQuiet { flush() }
    let due = min(frameDue, limit)
    let isStarting = isStarting(now)
    if !isStarting, ownsProcess { startCode.giveBack(now, isResting: due == .infinity, hasDrawn: hasDrawn) }
    if !isStarting, !entries.isEmpty, isSourceTime(now, frameDue: frameDue) {
      let deadline = collectSources()
      // During motion, deadlines are served right after a frame.
      let isRunning = frameDue - now < Self.frameRun
      let count = sleep(until: isRunning && deadline > now ? due : min(due, deadline))
      if count < 0 || count == 0 && isRunning && deadline > now { return }
      let end = monotonicNow()
      if count == 0, deadline > end { return }
      // Events shortly before a frame are handled after it.
      if !isRunning || frameDue - end > Self.sourceTime || deadline <= now { return serve() }
    }
    dropSourceDescriptors()
    sleep(until: isStarting ? min(due, startGrace ?? due) : due)
    callHandlers()
  }

  /// Drops the sources' descriptors. The foregrounds' and the permanently watched ones stay.
  private func dropSourceDescriptors() {
    collectedDeadline = nil
    descriptors.removeLast(descriptors.count - fixedCount)
  }

  /// Adds the sources' current descriptors. Returns their earliest deadline.
  @discardableResult
  private func collectSources() -> Double {
    if let collectedDeadline { return collectedDeadline }
    dropSourceDescriptors()
    for index in entries.indices {
      let start = descriptors.count
      entries[index].source.appendDescriptors(to: &descriptors)
      entries[index].range = start..<descriptors.count
    }
    let deadline = sourceDeadline
    collectedDeadline = deadline
    return deadline
  }

  /// Polls the descriptors until that time. Returns the number of ready ones; negative after a signal.
  @discardableResult
  private func sleep(until time: Double) -> Int32 {
    // By the current time: the turn may have slept or worked since it began.
    let count = Base.wait(for: &descriptors, atMost: hasQueuedEvents ? 0 : max(0, time - monotonicNow()))
    for index in foregrounds.indices { foregrounds[index].isReadable = count != 0 && descriptors[index].revents != 0 }
    return count
  }

  private func callHandlers() {
    // A handler may add foregrounds, which come first.
    for index in handlers.indices where descriptors[fixedCount - handlers.count + index].revents != 0 {
      hasNews = true
      handlers[index]()
    }
  }

  private func serve() {
    callHandlers()
    let now = monotonicNow()
    (received, collectedDeadline) = (0, nil)
    serveSources(now: now)
    hasServedFrame = received < Self.drop && sourceDeadline > now
  }

  // MARK: - Sources

  /// Serves the sources that are ready, due or have more, once each in turn, for about 4 ms together. The others come
  /// first in the next round. Drops finished sources.
  private func serveSources(now: Double) {
    let end = monotonicNow() + Self.roundTime
    for _ in 0..<entries.count {
      guard !entries.isEmpty else { return }
      next = next < entries.count ? next : 0
      let index = next
      next += 1
      guard isDue(entries[index], now: now) else { continue }
      let source = entries[index].source
      hasNews = true
      note(source.service(now: now), of: source)
      if monotonicNow() >= end { return }
    }
  }

  private func isDue(_ entry: Entry, now: Double) -> Bool {
    if entry.hasMore || entry.source.deadline <= now { return true }
    return entry.range.contains { $0 < descriptors.count && descriptors[$0].revents != 0 }
  }

  private func note(_ result: ServiceResult, of source: any LoopSource) {
    // The handler may have added or removed sources.
    guard let index = entries.firstIndex(where: { $0.source === source }) else { return }
    if result == .finished {
      entries.remove(at: index)
      if index < next { next -= 1 }
    } else {
      entries[index].hasMore = result == .more
      entries[index].range = 0..<0
    }
  }

  // MARK: - When to serve sources

  /// Whether the first frame is still to come. It needs only the sources' first round, and precedes the rest.
  private func isStarting(_ now: Double) -> Bool {
    if foregrounds.isEmpty { return false }
    guard let grace = startGrace else {
      startGrace = now + Self.longestStart
      return false
    }
    if !hasStarted, foregrounds.allSatisfy({ $0.source.hasDrawn }) {
      hasStarted = true
      startCode.begin(now)
      startGrace = now + Self.firstFrame
      return true
    }
    return now < grace
  }

  /// Sources may take as long as a frame's margin, so they have to wait shortly before a frame. While they deliver
  /// little, one round a frame is enough: more would not be visible, and costs wake-ups.
  private func isSourceTime(_ now: Double, frameDue: Double) -> Bool {
    if foregrounds.isEmpty { return true }
    guard frameDue - now > Self.sourceTime else { return false }
    return !hasServedFrame || frameDue - now >= Self.frameRun
  }
}

// MARK: - Driven from outside

extension RunLoop {
  /// Becomes readable when there is work before `deadline` (`epoll(7)`); -1 without free descriptors. Get it again
  /// before each wait, as the sources' descriptors change.
  package var descriptor: Int32 {
    flush()
    collectedDeadline = nil
    collectSources()
    let set = epoll ?? EpollSet()
    epoll = set
    set?.watch(descriptors)
    return set?.raw ?? -1
  }

  /// When there is work even without an event, in seconds of the monotonic clock.
  package var deadline: Double {
    if hasQueuedEvents || epoll?.hasPlainFiles == true { return 0 }
    let due = min(frameDue, sourceDeadline)
    return foregrounds.isEmpty || hasStarted ? due : min(due, startGrace ?? 0)
  }

  /// Does all due work, without sleeping.
  package func serveWhatIsDue() {
    if isEnded { return }
    let now = step()
    // The caller may have changed sources, too.
    collectedDeadline = nil
    if !isEnded { wait(from: now, until: now) }
    if !isEnded, hasNews || foregrounds.contains(where: \.isReadable) { _ = step() }
  }
}

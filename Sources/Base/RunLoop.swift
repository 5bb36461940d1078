internal import Glibc

/// The one thread's loop: one list of descriptors and deadlines. It sleeps until one of them has come and serves
/// whoever it belongs to; foregrounds, where there are any, draw on time whatever the sources do.
///
/// It can also be driven from outside: wait for `descriptor` until `deadline`, then call `serveWhatIsDue`.
package final class RunLoop {
  private struct Entry {
    let source: any LoopSource
    /// Where its descriptors stand in the array of the last wait.
    var range = 0..<0
    var hasMore = true
  }

  /// The loop that this one is a part of.
  private let whole: RunLoop?
  /// What has been added here, where this is a part of another loop.
  private var own: [any LoopSource] = []
  private var entries: [Entry] = []
  /// The place of the source whose turn it is.
  private var next = 0
  /// What is called when one of the descriptors that are always watched is ready.
  private var handlers: [() -> Void] = []
  /// What is waited for: the foregrounds' descriptors, those that are always watched, and those of the sources.
  private var descriptors: [pollfd] = []
  /// How many of them are not the sources'.
  private var fixedCount = 0
  /// The foregrounds have done nothing but draw.
  private var isQuiet = false
  /// When the earliest of the sources wants to be served, where they are waited for as they were last asked.
  private var collectedDeadline: Double?
  /// What `descriptor` watches.
  private var epoll: EpollSet?

  private struct Stage {
    /// Not weak: that would make every use of it dearer, several times a frame.
    unowned let foreground: any LoopForeground
    /// Its descriptor has something to read.
    var isReadable = true
  }

  private var stages: [Stage] = []
  private var frameDue = Double.infinity
  /// Something may have come from others than the servers since the foregrounds last looked.
  private var hasNews = true
  /// There has been a round of sources since the last frame.
  private var hasServedFrame = false
  /// Until when sources leave all time to the first frame; nil before their first round.
  private var startGrace: Double?
  private var hasStarted = false
  /// Whether the process is there for this loop, which then gives back the memory of code that only the start needs.
  package var ownsProcess = false
  private var startCode = StartCode()
  /// A frame was drawn in this turn.
  private var hasDrawn = false
  /// Bytes that sources have delivered in the present round.
  package var received: Int {
    get { whole?.received ?? receivedBytes }
    set { if let whole { whole.received = newValue } else { receivedBytes = newValue } }
  }
  private var receivedBytes = 0
  package private(set) var isEnded = false

  /// How long a round of sources may take.
  private static let roundTime = 0.004
  /// How long one of them may take; a frame that is due sooner comes first.
  private static let sourceTime = 0.0025
  /// How long sources wait for the first frame of a window that may not come into view, and for the server to draw it.
  private static let longestStart = 0.5
  private static let firstFrame = 0.03
  /// Frames at most so far apart follow each other.
  private static let frameRun = 0.02
  /// Bytes of a round of sources that are little.
  private static let drop = 16 << 10

  /// - Parameter whole: The loop that does the work for this one, which then only knows what was added here, so that it
  ///   can be taken off together.
  package init(within whole: RunLoop? = nil) { self.whole = whole }

  // MARK: - What is waited for

  package var isEmpty: Bool { entries.isEmpty }

  package func add(_ source: any LoopSource) {
    guard let whole else {
      collectedDeadline = nil
      return entries.append(Entry(source: source))
    }
    whole.add(source)
    own = own.filter(whole.holds) + [source]
  }

  private func holds(_ source: any LoopSource) -> Bool { entries.contains { $0.source === source } }

  /// Closes the source and drops it.
  package func remove(_ source: any LoopSource) {
    if let whole {
      own.removeAll { $0 === source }
      return whole.remove(source)
    }
    collectedDeadline = nil
    source.close()
    entries.removeAll { $0.source === source }
  }

  package func removeAll() {
    for source in own { whole?.remove(source) }
    (own, collectedDeadline) = ([], nil)
    for entry in entries { entry.source.close() }
    entries.removeAll()
  }

  /// Calls a handler whenever a descriptor is ready, before any source is served. Without events only its end counts.
  package func watch(_ descriptor: Int32, events: Int32 = POLLIN, handler: @escaping () -> Void) {
    dropSourceDescriptors()
    handlers.append(handler)
    descriptors.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    fixedCount += 1
  }

  /// Lets somebody draw from now on, who is not kept alive and has to outlive the loop's turns.
  package func add(_ foreground: any LoopForeground) {
    if let whole { return whole.add(foreground) }
    dropSourceDescriptors()
    descriptors.insert(pollfd(fd: foreground.descriptor, events: Int16(POLLIN), revents: 0), at: stages.count)
    stages.append(Stage(foreground: foreground))
    fixedCount += 1
    hasNews = true
  }

  /// Lets somebody draw no longer.
  package func remove(_ foreground: any LoopForeground) {
    whole?.remove(foreground)
    guard let index = stages.firstIndex(where: { $0.foreground === foreground }) else { return }
    dropSourceDescriptors()
    stages.remove(at: index)
    descriptors.remove(at: index)
    fixedCount -= 1
  }

  /// The earliest deadline of the sources; 0 when one has more waiting.
  private var sourceDeadline: Double {
    var earliest = Double.infinity
    for entry in entries {
      if entry.hasMore { return 0 }
      earliest = min(earliest, entry.source.deadline)
    }
    return earliest
  }

  // MARK: - Running

  /// Ends the loop after what is under way.
  package func end() {
    isEnded = true
    whole?.end()
  }

  /// Runs until that time of the monotonic clock, until it is ended, or, without a foreground, until no source is left.
  package func run(until limit: Double = .infinity) {
    // What moves is to move on time, and not up to 50 µs later.
    stages.isEmpty ? takeTurns(until: limit) : withTimerSlack(1) { takeTurns(until: limit) }
  }

  private func takeTurns(until limit: Double) {
    hasNews = true
    flush()
    while !isEnded {
      let now = step()
      if isEnded || now >= limit || (stages.isEmpty && entries.isEmpty) { return }
      wait(from: now, until: limit)
    }
  }

  /// Lets the foregrounds draw and take events. Returns the time.
  private func step() -> Double {
    let news = hasNews
    hasNews = false
    frameDue = .infinity
    (isQuiet, hasDrawn) = (!stages.isEmpty, false)
    for index in stages.indices where index < stages.count {
      let turn = stages[index].foreground.step(hasNews: news, isReadable: stages[index].isReadable)
      if index < stages.count { stages[index].isReadable = false }
      frameDue = min(frameDue, turn.due)
      if turn.hasDrawn { (hasServedFrame, hasDrawn) = (false, true) }
      isQuiet = isQuiet && turn.isQuiet
    }
    if !isQuiet { collectedDeadline = nil }
    return monotonicNow()
  }

  /// Whatever anybody has asked of the servers goes out.
  private func flush() { for stage in stages { stage.foreground.flush() } }

  private var hasQueuedEvents: Bool { stages.contains { $0.foreground.hasQueuedEvents } }

  /// Sleeps until something has come or the time is there, and serves sources that have something to do. It was `now`.
  private func wait(from now: Double, until limit: Double) {
    if !isQuiet { flush() }
    let due = min(frameDue, limit)
    let isStarting = isStarting(now)
    if !isStarting, ownsProcess { startCode.giveBack(now, isResting: due == .infinity, hasDrawn: hasDrawn) }
    if !isStarting, !entries.isEmpty, isSourceTime(now, frameDue: frameDue) {
      let deadline = collectSources()
      // While frames follow each other, deadlines are met right after a frame.
      let isRunning = frameDue - now < Self.frameRun
      let count = sleep(until: isRunning && deadline > now ? due : min(due, deadline))
      if count < 0 || count == 0 && isRunning && deadline > now { return }
      let end = monotonicNow()
      if count == 0, deadline > end { return }
      // What comes just before a frame is taken after it.
      if !isRunning || frameDue - end > Self.sourceTime || deadline <= now { return serve() }
    }
    dropSourceDescriptors()
    sleep(until: isStarting ? min(due, startGrace ?? due) : due)
    callHandlers()
  }

  /// Leaves what is waited for in every sleep: the foregrounds' events, and what is watched.
  private func dropSourceDescriptors() {
    collectedDeadline = nil
    descriptors.removeLast(descriptors.count - fixedCount)
  }

  /// Waits for what the sources wait for now, too. Returns when the earliest of them wants to be served.
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

  /// Waits for the descriptors until that time at the latest. Returns how many are ready; negative where a signal has come.
  @discardableResult
  private func sleep(until time: Double) -> Int32 {
    // By the time it is now: since the turn began there may have been another sleep, or work.
    let count = Base.wait(for: &descriptors, atMost: hasQueuedEvents ? 0 : max(0, time - monotonicNow()))
    for index in stages.indices { stages[index].isReadable = count != 0 && descriptors[index].revents != 0 }
    return count
  }

  private func callHandlers() {
    // A handler may add foregrounds, which stand before.
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

  /// Serves the sources that are ready, due or have more, once each and in turn, for about 4 ms in all; the rest come
  /// first in the next round. Sources that have finished are dropped.
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
    // The handler may have added or removed sources: find this one again.
    guard let index = entries.firstIndex(where: { $0.source === source }) else { return }
    if result == .finished {
      entries.remove(at: index)
      if index < next { next -= 1 }
    } else {
      entries[index].hasMore = result == .more
      entries[index].range = 0..<0
    }
  }

  // MARK: - When sources are served

  /// Whether the first frame is still to come: it needs only what sources have read in their first round, and goes
  /// before the rest of it.
  private func isStarting(_ now: Double) -> Bool {
    if stages.isEmpty { return false }
    guard let grace = startGrace else {
      startGrace = now + Self.longestStart
      return false
    }
    if !hasStarted, stages.allSatisfy({ $0.foreground.hasDrawn }) {
      hasStarted = true
      startCode.begin(now)
      startGrace = now + Self.firstFrame
      return true
    }
    return now < grace
  }

  /// Sources may take as long as a frame's margin: so close to a frame they have to wait. Where they deliver little, one
  /// round a frame does: nobody sees more, and every round costs a wake-up.
  private func isSourceTime(_ now: Double, frameDue: Double) -> Bool {
    if stages.isEmpty { return true }
    guard frameDue - now > Self.sourceTime else { return false }
    return !hasServedFrame || frameDue - now >= Self.frameRun
  }
}

// MARK: - Driven from outside

extension RunLoop {
  /// Becomes readable when there is something to do before `deadline` (`epoll(7)`); -1 where the system has none left.
  /// To be asked for anew before each wait, for what the sources wait for changes.
  package var descriptor: Int32 {
    flush()
    collectedDeadline = nil
    collectSources()
    let set = epoll ?? EpollSet()
    epoll = set
    set?.watch(descriptors)
    return set?.raw ?? -1
  }

  /// When there is something to do even if nothing has come, in seconds of the monotonic clock.
  package var deadline: Double {
    if hasQueuedEvents || epoll?.hasPlainFiles == true { return 0 }
    let due = min(frameDue, sourceDeadline)
    return stages.isEmpty || hasStarted ? due : min(due, startGrace ?? 0)
  }

  /// Does what is due, without sleeping.
  package func serveWhatIsDue() {
    if isEnded { return }
    let now = step()
    // Sources may have been changed from outside, too.
    collectedDeadline = nil
    if !isEnded { wait(from: now, until: now) }
    if !isEnded, hasNews || stages.contains(where: \.isReadable) { _ = step() }
  }
}

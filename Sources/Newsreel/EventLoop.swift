internal import Glibc
internal import Newswire
internal import ScrollCore
internal import X11

/// The program's one thread: waits for the X server, the sources, the next frame and signals, and serves
/// whichever has come.
final class EventLoop {
  let sources = SourceSet()
  private let stage: Stage
  private var descriptors: [pollfd] = []
  private var ending: Ending?
  /// Until when sources leave all time to the first frame; nil before their first round.
  private var startGrace: Seconds?
  private var hasStarted = false
  /// The socket to the server has something to read.
  private var isServerReady = true
  /// Something may have come since all was last taken.
  private var hasNews = true
  /// There has been a round of sources since the last frame.
  private var hasServedFrame = false
  /// Bytes that sources have delivered in the present round.
  var received = 0
  /// Called with every event that is not about the window itself.
  var onEvent: (EventLoop, Event, Seconds) -> Void = { _, _, _ in }
  /// Called when everything that had come is taken, and when a frame is drawn.
  var onTurn: (EventLoop, Seconds) -> Void = { _, _ in }

  enum Ending: Equatable {
    case quit
    /// There is nothing to show any more, and why.
    case failed(String)
    case signal(Int32)
    case lostServer
  }

  /// The longest that one round of the sources may take; a frame that is due sooner comes first.
  private static let sourceTime = 0.0025
  /// How long sources wait for the first frame of a window that may not come into view, and for the server to draw it.
  private static let longestStart = 0.5
  private static let firstFrame = 0.03

  /// Frames at most so far apart follow each other.
  private static let frameRun = 0.02
  /// Bytes of a round of sources that are little.
  private static let drop = 16 << 10

  init(_ stage: Stage) { self.stage = stage }

  /// The time for events that come from outside the loop.
  var time: Seconds { stage.time(now: monotonicNow()) }

  /// Draws the next frame even where nothing has come that would change it.
  func invalidate() { stage.invalidate(layout: false) }

  /// Ends the loop after what is under way.
  func quit() { ending = ending ?? .quit }

  /// The same, for a reason.
  func fail(_ reason: String) { ending = ending ?? .failed(reason) }

  func run() -> Ending {
    while true {
      if let ending = run(until: .infinity) { return ending }
    }
  }

  /// Goes on until that time of the monotonic clock. Nil where it has not come to an end.
  func run(until deadline: Seconds) -> Ending? {
    stage.window.display.flush()
    hasNews = true
    while ending == nil {
      if hasNews { drainEvents() }
      let now = monotonicNow()
      if hasNews { onTurn(self, now) }
      hasNews = false
      let shown = stage.shownTime
      let frameDue = stage.step(now: now)
      if stage.shownTime != shown { hasServedFrame = false }
      onTurn(self, now)
      if stage.window.display.isLost { return .lostServer }
      if ending != nil { break }
      if now >= deadline { return nil }
      wait(frameDue: min(frameDue, deadline))
      if descriptors[1].revents != 0, let signal = Signals.take() { return .signal(signal) }
    }
    return ending
  }

  private func drainEvents() {
    while let event = stage.window.nextEvent(reading: isServerReady) {
      if event == .closeRequested { quit() }
      let now = monotonicNow()
      stage.handle(event, now: now)
      onEvent(self, event, now)
    }
  }

  /// Sleeps until something has come or the time is there, and serves sources that have something to do.
  private func wait(frameDue: Seconds) {
    // Whatever anybody has asked of the server goes out before the loop sleeps.
    stage.window.display.flush()
    let now = monotonicNow()
    let isStarting = isStarting(now)
    collectDescriptors()
    if !isStarting, !sources.isEmpty, isSourceTime(now, frameDue: frameDue) {
      // While frames follow each other, sources are only looked at, right after a frame: what has come by then is taken.
      let isRunning = frameDue - now < Self.frameRun
      sources.appendDescriptors(to: &descriptors)
      let count = sleep(from: now, until: isRunning ? now : min(frameDue, sources.deadline))
      if count > 0 || count == 0 && sources.deadline <= monotonicNow() { return serveSources() }
      guard isRunning, count == 0 else { return }
      hasServedFrame = true
      collectDescriptors()
    }
    sleep(from: now, until: isStarting ? min(frameDue, startGrace ?? frameDue) : frameDue)
  }

  /// What the loop itself waits for: the server and signals.
  private func collectDescriptors() {
    descriptors.removeAll(keepingCapacity: true)
    descriptors.append(pollfd(fd: stage.window.display.fileDescriptor, events: Int16(POLLIN), revents: 0))
    descriptors.append(pollfd(fd: Signals.fileDescriptor, events: Int16(POLLIN), revents: 0))
  }

  /// Waits for the descriptors until that time at the latest, it being `now`. Returns how many are ready; negative where
  /// a signal has come.
  @discardableResult
  private func sleep(from now: Seconds, until time: Seconds) -> Int32 {
    // Events can be queued while the socket is silent.
    let isQueued = stage.window.hasQueuedEvent
    let count = X11.wait(for: &descriptors, atMost: isQueued ? 0 : max(0, time - now))
    isServerReady = count != 0 && descriptors[0].revents != 0
    hasNews = hasNews || isQueued || isServerReady
    return count
  }

  private func serveSources() {
    let now = monotonicNow()
    hasNews = true
    received = 0
    sources.service(now: now, descriptors: descriptors)
    hasServedFrame = received < Self.drop && sources.deadline > now
  }

  /// Whether the first frame is still to come: it needs only what sources have read in their first round, and goes
  /// before the rest of it.
  private func isStarting(_ now: Seconds) -> Bool {
    guard let grace = startGrace else {
      startGrace = now + Self.longestStart
      return false
    }
    if stage.hasShown, !hasStarted {
      hasStarted = true
      startGrace = now + Self.firstFrame
      return true
    }
    return now < grace
  }

  /// Sources may take as long as a frame's margin: so close to a frame they have to wait. Where they deliver little, one
  /// round a frame does: nobody sees more, and every round costs a wake-up.
  private func isSourceTime(_ now: Seconds, frameDue: Seconds) -> Bool {
    guard frameDue - now > Self.sourceTime else { return false }
    return !hasServedFrame || frameDue - now >= Self.frameRun
  }
}

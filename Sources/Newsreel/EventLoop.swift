internal import Glibc
internal import Newswire
internal import ScrollCore
internal import X11

/// The program's one thread: waits for the X server, the sources, the next frame and signals, and serves
/// whichever has come.
final class EventLoop {
  let sources = SourceSet()
  private let stage: Stage
  private var timer: FrameTimer
  private var descriptors: [pollfd] = []
  private var ending: Ending?
  /// Until when sources leave all time to the first frame; nil before their first round.
  private var startGrace: Seconds?
  private var hasStarted = false
  /// The socket to the server has something to read.
  private var isServerReady = true
  /// There has been a round of sources since the last frame.
  private var hasServedFrame = false
  /// Bytes that sources have delivered in the present round.
  var received = 0
  /// Called with every event that is not about the window itself.
  var onEvent: (Event, Seconds) -> Void = { _, _ in }
  /// Called when everything that had come is taken, and when a frame is drawn.
  var onTurn: (Seconds) -> Void = { _ in }

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

  /// Nil where the system has no descriptor left.
  init?(_ stage: Stage) {
    guard let timer = FrameTimer() else { return nil }
    self.stage = stage
    self.timer = timer
  }

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
    while ending == nil {
      drainEvents()
      let now = monotonicNow()
      onTurn(now)
      let shown = stage.shownTime
      let frameDue = stage.step(now: now)
      if stage.shownTime != shown { hasServedFrame = false }
      onTurn(now)
      if stage.window.display.isLost { return .lostServer }
      if ending != nil { break }
      if now >= deadline { return nil }
      wait(frameDue: min(frameDue, deadline))
      if descriptors[1].revents != 0, let signal = Signals.take() { return .signal(signal) }
    }
    return ending
  }

  /// Events can be queued while the socket is silent, so this comes before every wait.
  private func drainEvents() {
    while let event = stage.window.nextEvent(reading: isServerReady) {
      if event == .closeRequested { quit() }
      let now = monotonicNow()
      stage.handle(event, now: now)
      onEvent(event, now)
    }
  }

  private func wait(frameDue: Seconds) {
    descriptors.removeAll(keepingCapacity: true)
    descriptors.append(pollfd(fd: stage.window.display.fileDescriptor, events: Int16(POLLIN), revents: 0))
    descriptors.append(pollfd(fd: Signals.fileDescriptor, events: Int16(POLLIN), revents: 0))
    descriptors.append(pollfd(fd: timer.fileDescriptor, events: Int16(POLLIN), revents: 0))
    let now = monotonicNow()
    let isStarting = isStarting(now)
    let servesSources = !isStarting && isSourceTime(now, frameDue: frameDue)
    if servesSources { sources.appendDescriptors(to: &descriptors) }
    let isResting = servesSources && frameDue - now < Self.frameRun
    let due = servesSources ? min(frameDue, sources.deadline) : frameDue
    timer.arm(at: isStarting ? min(due, startGrace ?? due) : due)
    // Whatever anybody has asked of the server goes out before the loop sleeps.
    stage.window.display.flush()
    // While frames follow each other, sources are only looked at: what has come by then is taken, once a frame.
    let mayWait = due > now && !isResting && !stage.window.hasQueuedEvent
    let count = poll(&descriptors, nfds_t(descriptors.count), mayWait ? -1 : 0)
    isServerReady = count != 0 && descriptors[0].revents != 0
    if count > 0, descriptors[2].revents != 0 { timer.acknowledge() }
    guard servesSources, count >= 0 else { return }
    let readyTime = monotonicNow()
    received = 0
    sources.service(now: readyTime, descriptors: descriptors)
    hasServedFrame = received < Self.drop && sources.deadline > readyTime
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
    return !hasServedFrame || frameDue - now >= Self.frameRun || sources.deadline <= now
  }
}

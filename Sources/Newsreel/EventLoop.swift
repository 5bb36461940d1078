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
  /// The socket to the server has something to read.
  private var isServerReady = true
  /// Called with every event that is not about the window itself.
  var onEvent: (Event, Seconds) -> Void = { _, _ in }
  /// Called when everything that had come is taken, and when a frame is drawn.
  var onTurn: (Seconds) -> Void = { _ in }

  enum Ending: Equatable {
    case quit
    case signal(Int32)
    case lostServer
  }

  /// The longest that one round of the sources may take; a frame that is due sooner comes first.
  private static let sourceTime = 0.0025

  /// Nil where the system has no descriptor left.
  init?(_ stage: Stage) {
    guard let timer = FrameTimer() else { return nil }
    self.stage = stage
    self.timer = timer
  }

  /// Ends the loop after what is under way.
  func quit() { ending = ending ?? .quit }

  func run() -> Ending {
    stage.window.display.flush()
    while ending == nil {
      drainEvents()
      let now = monotonicNow()
      onTurn(now)
      let frameDue = stage.step(now: now)
      onTurn(now)
      if stage.window.display.isLost { return .lostServer }
      if ending != nil { break }
      wait(frameDue: frameDue)
      if let signal = Signals.take() { return .signal(signal) }
    }
    return ending ?? .quit
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
    // Sources may take as long as a frame's margin: so close to a frame they have to wait.
    let servesSources = frameDue - now > Self.sourceTime
    if servesSources { sources.appendDescriptors(to: &descriptors) }
    let due = servesSources ? min(frameDue, sources.deadline) : frameDue
    timer.arm(at: due)
    let count = poll(&descriptors, nfds_t(descriptors.count), due <= now ? 0 : -1)
    isServerReady = count != 0 && descriptors[0].revents != 0
    if count > 0, descriptors[2].revents != 0 { timer.acknowledge() }
    if servesSources, count >= 0 { sources.service(now: monotonicNow(), descriptors: descriptors) }
  }
}

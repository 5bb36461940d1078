internal import Base
internal import Glibc
internal import ScrollCore
internal import X11

/// Serves the window for the run loop: takes its events and draws its frames.
final class EventLoop: LoopForeground {
  let sources = RunLoop()
  private let stage: Stage
  private var ending: Ending?
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

  init(_ stage: Stage) {
    self.stage = stage
    sources.setForeground(self)
    sources.watch(Signals.fileDescriptor) { [unowned self] in
      if let signal = Signals.take() { end(.signal(signal)) }
    }
  }

  var descriptor: Int32 { stage.window.display.fileDescriptor }
  var hasQueuedEvents: Bool { stage.window.hasQueuedEvent }
  var hasDrawn: Bool { stage.hasShown }
  var received: Int {
    get { sources.received }
    set { sources.received = newValue }
  }

  func flush() { stage.window.display.flush() }

  func step(hasNews: Bool, isReadable: Bool) -> (due: Double, hasDrawn: Bool) {
    if hasNews { drainEvents(reading: isReadable) }
    let now = monotonicNow()
    if hasNews { onTurn(self, now) }
    let shown = stage.shownTime
    let due = stage.step(now: now)
    onTurn(self, now)
    if stage.window.display.isLost { end(.lostServer) }
    return (due, stage.shownTime != shown)
  }

  /// The time for events that come from outside the loop.
  var time: Seconds { stage.time(now: monotonicNow()) }

  /// Draws the next frame even where nothing has come that would change it.
  func invalidate() { stage.invalidate(layout: false) }

  /// Ends the loop after what is under way.
  func quit() { end(.quit) }

  /// The same, for a reason.
  func fail(_ reason: String) { end(.failed(reason)) }

  private func end(_ new: Ending) {
    ending = ending ?? new
    sources.end()
  }

  func run() -> Ending {
    sources.run()
    return ending ?? .quit
  }

  /// Goes on until that time of the monotonic clock. Nil where it has not come to an end.
  func run(until deadline: Seconds) -> Ending? {
    sources.run(until: deadline)
    return ending
  }

  private func drainEvents(reading: Bool) {
    while let event = stage.window.nextEvent(reading: reading) {
      if event == .closeRequested { quit() }
      let now = monotonicNow()
      stage.handle(event, now: now)
      onEvent(self, event, now)
    }
  }
}

internal import Dispatch
internal import Glibc
@_exported public import Newsreel

extension Window {
  /// Serves the window in Dispatch's main queue until it has gone, and keeps it until then. Returns at once; the program
  /// goes on with `dispatchMain()`, or with its own use of the main queue.
  ///
  /// A property that another block sets shows with the next frame. Call it once.
  @MainActor public func serveOnMainQueue() { _ = MainQueueLoop(self) }

  /// Runs the window until it has gone. Other tasks of the main actor run meanwhile, and a property that they set shows
  /// with the next frame.
  ///
  /// At the top level of main.swift Swift takes `run(for:)` instead, with a warning: write `await window.runUntilClosed()`
  /// there.
  @MainActor public func run() async { await runUntilClosed() }

  /// The same as `run()`, by a name that means only this.
  @MainActor public func runUntilClosed() async {
    guard isOpen else { return }
    await withCheckedContinuation { (end: CheckedContinuation<Void, Never>) in
      MainQueueLoop(self).onEnd = { end.resume() }
    }
  }
}

/// Serves a window in the main queue. Its sources keep it until the window has gone.
@MainActor private final class MainQueueLoop {
  private let window: Window
  private let timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
  private var input: (any DispatchSourceRead)?
  private var descriptor: Int32 = -1
  var onEnd: (() -> Void)?

  init(_ window: Window) {
    self.window = window
    let timer = timer
    timer.setEventHandler { self.serve() }
    let former = window.onDeadlineChange
    window.onDeadlineChange = {
      former?()
      timer.schedule(deadline: .now())
    }
    window.onEnd = { self.end() }
    timer.schedule(deadline: .now())
    timer.activate()
  }

  private func serve() {
    guard window.serve() else { return }
    watch(window.fileDescriptor)
    timer.schedule(deadline: Self.time(of: window.nextDeadline), leeway: .nanoseconds(0))
  }

  /// The descriptor stays the same while there are free ones.
  private func watch(_ descriptor: Int32) {
    guard descriptor != self.descriptor else { return }
    self.descriptor = descriptor
    input?.cancel()
    input = nil
    guard descriptor >= 0 else { return }
    let new = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    new.setEventHandler { self.serve() }
    new.activate()
    input = new
  }

  private func end() {
    window.onEnd = nil
    window.onDeadlineChange = nil
    timer.cancel()
    input?.cancel()
    input = nil
    onEnd?()
    onEnd = nil
  }

  /// Dispatch's time for one of the monotonic clock; an hour at most.
  private static func time(of deadline: Double) -> DispatchTime {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let rest = deadline - Double(now.tv_sec) - Double(now.tv_nsec) / 1e9
    return .now() + min(max(0, rest), 3600)
  }
}

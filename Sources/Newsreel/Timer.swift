internal import Base

/// Calls a closure at intervals, or once, on the thread that made it, while a window of that thread runs or is served.
///
///     Timer.every(1) { counter.number = Int.random(in: 0...999) }
///     window.run()
///
/// Its changes show with the next frame.
public final class Timer {
  private let entry: LoopTimers.Entry

  /// Calls a closure at intervals until the timer is cancelled. Calls that a busy program misses are left out; the others
  /// keep to the interval, without a drift.
  ///
  /// - Parameters:
  ///   - seconds: From 0.001 to 1e9; the nearest of these counts.
  ///   - action: It may cancel the timer.
  @discardableResult
  public static func every(_ seconds: Double, _ action: @escaping () -> Void) -> Timer {
    Timer(after: seconds, repeats: true, action)
  }

  /// Calls a closure once.
  ///
  /// - Parameters:
  ///   - seconds: Clamped to the range from 0.001 to 1e9.
  ///   - action: The closure.
  @discardableResult
  public static func after(_ seconds: Double, _ action: @escaping () -> Void) -> Timer {
    Timer(after: seconds, repeats: false, action)
  }

  /// Ends it: there are no further calls.
  public func cancel() { ThreadWindows.current.value.timers.remove(entry) }

  private init(after seconds: Double, repeats: Bool, _ action: @escaping () -> Void) {
    let interval = seconds.isNaN ? 1e9 : min(max(seconds, 0.001), 1e9)
    entry = LoopTimers.Entry(at: monotonicNow() + interval, interval: repeats ? interval : nil, action)
    ThreadWindows.current.value.add(entry)
  }
}

/// The windows of a thread, whose loops serve its timers.
final class ThreadWindows {
  static let current = PerThread { ThreadWindows() }

  private struct Place {
    weak var window: Window?
    /// A loop without timers has one source less.
    var hasTimers = false
  }

  let timers = LoopTimers()
  private var places: [Place] = []

  func add(_ window: Window) {
    places.removeAll { $0.window?.loop == nil }
    places.append(Place(window: window))
    if !timers.isEmpty { serve() }
  }

  func add(_ entry: LoopTimers.Entry) {
    timers.add(entry)
    serve()
  }

  // MARK: - Running

  /// Whether they are being run here.
  private var isRunning = false

  /// The open ones.
  var open: [Window] { places.compactMap(\.window).filter(\.isOpen) }

  /// Serves all for this many seconds, or until none is left. Returns whether any is.
  func run(for seconds: Double) -> Bool {
    let limit = monotonicNow() + (seconds > 0 ? seconds : 0)
    guard !isRunning, !open.contains(where: \.isServing) else { return !open.isEmpty }
    isRunning = true
    defer { isRunning = false }
    repeat {
      let windows = open
      if windows.isEmpty { return false }
      if windows.count == 1 {
        // Its own loop needs no other one around it.
        windows[0].run(until: limit) { open.count == 1 }
      } else {
        serve(windows, until: limit)
      }
    } while monotonicNow() < limit
    return !open.isEmpty
  }

  /// Waits until one has something to do, and serves those that have.
  private func serve(_ windows: [Window], until limit: Double) {
    let due = windows.reduce(limit) { min($0, $1.nextDeadline) }
    let isReady = wait(for: windows.map(\.fileDescriptor), until: due)
    for (window, isReady) in zip(windows, isReady) where isReady || window.nextDeadline <= monotonicNow() {
      window.serve()
    }
  }

  private func serve() {
    for index in places.indices {
      guard let window = places[index].window else { continue }
      if !places[index].hasTimers { window.loop?.add(timers) }
      places[index].hasTimers = true
      window.wake()
    }
  }
}

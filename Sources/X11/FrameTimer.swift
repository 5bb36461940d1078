internal import CX11
internal import Glibc

/// A timer with the precision that frames need, for the loop's `poll`, which counts in milliseconds
/// (`timerfd_create(2)` on the monotonic clock).
public struct FrameTimer: ~Copyable {
  /// Readable once the time has come.
  public let fileDescriptor: Int32
  private var armed = Double.infinity

  /// Nil where the system has no descriptor left.
  public init?() {
    fileDescriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
    if fileDescriptor < 0 { return nil }
  }

  deinit { close(fileDescriptor) }

  /// Sets the time on the monotonic clock; infinity means never, the past means at once.
  public mutating func arm(at time: Double) {
    guard time != armed else { return }
    armed = time
    var value = itimerspec()
    if time.isFinite {
      // All zeros would disarm it.
      let time = max(time, 1e-9)
      value.it_value.tv_sec = Int(time)
      value.it_value.tv_nsec = Int((time - time.rounded(.down)) * 1e9)
    }
    timerfd_settime(fileDescriptor, Int32(TFD_TIMER_ABSTIME), &value, nil)
  }

  /// The timer has gone off; it stays readable until it is armed again, be it for never.
  public mutating func acknowledge() { armed = .nan }
}

internal import CX11

/// Answers the window manager when a new size has been drawn (`_NET_WM_SYNC_REQUEST`, an XSync counter), so that it does
/// not go on resizing faster than anybody draws.
struct ResizeSync {
  private let display: Display
  /// 0 where the server has no such counters.
  let counter: UInt
  private var state = State.idle

  private enum State {
    case idle
    /// The window manager has announced a new size and the value that says it is there.
    case requested(XSyncValue)
    /// The size has come, and the next frame shows it.
    case configured(XSyncValue)
  }

  init(_ display: Display, isWanted: Bool) {
    self.display = display
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    // Asked without libXext, whose XSyncQueryExtension follows a null pointer where there is none (1.3.4).
    let hasCounters =
      isWanted && XQueryExtension(display.raw, "SYNC", &opcode, &event, &error) != 0
      && XSyncInitialize(display.raw, &event, &error) != 0
    counter = hasCounters ? XSyncCreateCounter(display.raw, XSyncValue()) : 0
  }

  func close() { if counter != 0 { XSyncDestroyCounter(display.raw, counter) } }

  /// The value's halves, as they come in the message.
  mutating func request(low: Int, high: Int) {
    state = .requested(XSyncValue(hi: Int32(truncatingIfNeeded: high), lo: UInt32(truncatingIfNeeded: low)))
  }

  /// The size has come. Where it is the one before, no frame follows.
  mutating func configured(needsFrame: Bool) {
    guard case .requested(let value) = state else { return }
    state = .configured(value)
    if !needsFrame { finish() }
  }

  mutating func finish() {
    guard counter != 0, case .configured(let value) = state else { return }
    XSyncSetCounter(display.raw, counter, value)
    state = .idle
  }
}

internal import CX11

/// Tells the window manager when a new size has been drawn (`_NET_WM_SYNC_REQUEST`, an XSync counter), so that it does
/// not resize faster than frames are drawn.
struct ResizeSync {
  private let display: Display
  /// 0 if the server has no XSync.
  let counter: UInt
  private var state = State.idle

  private enum State {
    case idle
    /// A new size is announced, with the counter's value that acknowledges it.
    case requested(XSyncValue)
    /// The size has arrived, and the next frame shows it.
    case configured(XSyncValue)
  }

  init(_ display: Display, isWanted: Bool) {
    self.display = display
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    // Asked without libXext: its XSyncQueryExtension dereferences a null pointer if the server lacks SYNC (1.3.4).
    let hasCounters =
      isWanted && XQueryExtension(display.raw, "SYNC", &opcode, &event, &error) != 0
      && XSyncInitialize(display.raw, &event, &error) != 0
    counter = hasCounters ? XSyncCreateCounter(display.raw, XSyncValue()) : 0
  }

  func close() { if counter != 0 { XSyncDestroyCounter(display.raw, counter) } }

  /// Takes the halves of the counter's value, from the message.
  mutating func request(low: Int, high: Int) {
    state = .requested(XSyncValue(hi: Int32(truncatingIfNeeded: high), lo: UInt32(truncatingIfNeeded: low)))
  }

  /// The size has arrived. If it has not changed, no frame follows.
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

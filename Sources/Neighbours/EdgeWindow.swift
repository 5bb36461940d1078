internal import CX11
package import ScrollCore
package import X11

/// An invisible line at the edge of the screen that detects the pointer: an unmanaged `InputOnly` window
/// (`XCreateWindow`).
package final class EdgeWindow {
  private let display: Display
  package let id: UInt
  private var raises = RaiseBudget()

  /// Creates it, unmapped.
  ///
  /// - Parameter frame: On the root window, in pixels.
  package init(_ display: Display, frame: Rect) {
    self.display = display
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = 1
    attributes.event_mask = EnterWindowMask
    id = XCreateWindow(
      display.raw, display.root, Int32(frame.minX), Int32(frame.minY), UInt32(max(1, frame.width)),
      UInt32(max(1, frame.height)), 0, 0, UInt32(InputOnly), nil, UInt(CWOverrideRedirect | CWEventMask), &attributes)
    OwnWindows.add(id)
  }

  deinit {
    OwnWindows.remove(id)
    XDestroyWindow(display.raw, id)
    XFlush(display.raw)
  }

  /// Moves and resizes it (`XMoveResizeWindow`).
  package func move(to frame: Rect) {
    XMoveResizeWindow(
      display.raw, id, Int32(frame.minX), Int32(frame.minY), UInt32(max(1, frame.width)), UInt32(max(1, frame.height)))
  }

  /// Maps it above all others (`XMapRaised`).
  package func show() { XMapRaised(display.raw, id) }

  package func hide() { XUnmapWindow(display.raw, id) }

  /// Raises it above a window of another program that covers it. Yields to one that does the same.
  package func stayOnTop(at now: Double) {
    guard let own = display.topWindows.firstIndex(of: id), own < display.topWindows.count - 1, raises.spend(at: now)
    else { return }
    XRaiseWindow(display.raw, id)
  }
}

import CX11
import TestKit
import X11

/// The benchmark's own connection to the virtual server: finds the window that it measures, and hides it.
final class Probe {
  private let display: OpaquePointer
  private let root: UInt

  init(display name: String) throws {
    guard let display = XOpenDisplay(name) else { throw HarnessError("cannot open display \(name)") }
    self.display = display
    root = XDefaultRootWindow(display)
    // A window may go between a question and its answer.
    XSetErrorHandler { _, _ in 0 }
    // A server that has gone is found out elsewhere; Xlib would end the benchmark at once.
    XSetIOErrorHandler { _ in 0 }
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
    XSelectInput(display, root, SubstructureNotifyMask)
    XSync(display, 0)
  }

  deinit { XCloseDisplay(display) }

  var fileDescriptor: Int32 { XConnectionNumber(display) }

  /// The first window of some size that has been mapped since the last call.
  func mappedWindow() -> UInt? {
    while XPending(display) > 0 {
      var event = XEvent()
      XNextEvent(display, &event)
      guard event.type == MapNotify, let box = box(of: event.xmap.window) else { continue }
      if box.width >= 200 && box.height >= 8 { return event.xmap.window }
    }
    return nil
  }

  /// Where a window is on the screen; nil if it has gone.
  func box(of window: UInt) -> WindowPlace? {
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(display, window, &attributes) != 0 else { return nil }
    var (x, y): (Int32, Int32) = (0, 0)
    var child: UInt = 0
    XTranslateCoordinates(display, window, root, 0, 0, &x, &y, &child)
    return WindowPlace(x: Int(x), y: Int(y), width: Int(attributes.width), height: Int(attributes.height))
  }

  func unmap(_ window: UInt) {
    XUnmapWindow(display, window)
    XSync(display, 0)
  }

  /// Puts a window over the whole of a box.
  func cover(_ box: WindowPlace) {
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = 1
    let cover = XCreateWindow(
      display, root, Int32(box.x), Int32(box.y), UInt32(box.width), UInt32(box.height), 0, 0, UInt32(InputOutput),
      nil, UInt(CWOverrideRedirect), &attributes)
    XMapRaised(display, cover)
    XSync(display, 0)
  }

  /// Puts the pointer into the middle of a box.
  func point(at box: WindowPlace) {
    XWarpPointer(display, 0, root, 0, 0, 0, 0, Int32(box.x + box.width / 2), Int32(box.y + box.height / 2))
    XSync(display, 0)
  }

  /// "RenderComposite 2.00, X_CopyArea 1.00": how many requests of each kind (`Traffic.kinds`) there were a frame.
  func summary(of kinds: [Int: Int], frames: Double) -> String {
    let names = RequestNames(display)
    let sorted = kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return sorted.map { kind, count in
      let name = names.name(of: UInt8(truncatingIfNeeded: kind / 256), UInt8(truncatingIfNeeded: kind))
      return "\(name) \(decimal(Double(count) / frames, digits: 2))"
    }.joined(separator: ", ")
  }
}

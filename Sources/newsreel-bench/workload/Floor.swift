import Base
import CX11
import Glibc
import TestKit

/// The floor: the cheapest ticker that Xlib allows. One strip of text, prepared in a pixmap, is copied to the window
/// once per tick of a timer, at whole pixels.
///
/// It takes the options of `newsreel crawl` that the benchmark uses, and no others.
struct Floor {
  private static let size = (width: 1920, height: 40)
  private static let rate = 60.0
  /// X measures pixmaps in 16 bits, with a sign.
  private static let longestStrip = 32_000

  private var speed = 60.0
  private var isStill = false
  /// Seconds before it moves.
  private var delay = 0.0
  private var text = "Night trains run late as the coast clears the storm  +++  "

  static func run(_ words: [String]) throws {
    let floor = try Floor(words)
    guard let display = XOpenDisplay(nil) else { throw HarnessError("cannot open the display") }
    let window = floor.window(on: display)
    try floor.animate(try FloorStrip(floor.text, on: display, for: window, size: size, limit: longestStrip), window)
  }

  private init(_ words: [String]) throws {
    for (name, value) in zip(words, words.dropFirst()) {
      switch name {
      case "--scroll-speed": speed = Double(value) ?? speed
      case "--delay-at-start": delay = min(1e6, max(0, Double(value) ?? 0))
      case "--scroll-repeat": isStill = isStill || value == "0"
      case "--file":
        text = try Project.text(of: value)
      default: break
      }
    }
  }

  private func window(on display: OpaquePointer) -> UInt {
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = 1
    attributes.background_pixel = FloorStrip.background
    attributes.event_mask = ExposureMask
    return XCreateWindow(
      display, XDefaultRootWindow(display), 0, 0, UInt32(Self.size.width), UInt32(Self.size.height), 0, 0,
      UInt32(InputOutput), nil, UInt(CWOverrideRedirect | CWBackPixel | CWEventMask), &attributes)
  }

  private func animate(_ strip: FloorStrip, _ window: UInt) throws {
    let display = strip.display
    let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
    guard timer >= 0 else { throw HarnessError("timerfd_create: \(String(cString: strerror(errno)))") }
    XMapRaised(display, window)
    XSync(display, 0)
    if !isStill { arm(timer) }
    var entries = [
      pollfd(fd: XConnectionNumber(display), events: Int16(POLLIN), revents: 0),
      pollfd(fd: timer, events: Int16(POLLIN), revents: 0),
    ]
    var ticks: UInt64 = 0
    while true {
      var isDue = false
      while XPending(display) > 0 {
        var event = XEvent()
        XNextEvent(display, &event)
        isDue = isDue || event.type == Expose
      }
      var expired: UInt64 = 0
      if read(timer, &expired, 8) == 8 {
        ticks += expired
        isDue = true
      }
      if isDue {
        let position = Int((Double(ticks) * speed / Self.rate).rounded())
        strip.copy(from: position % strip.length, to: window, size: Self.size)
        XFlush(display)
      }
      guard poll(&entries, 2, -1) >= 0 || errno == EINTR, entries[0].revents & Int16(POLLHUP) == 0 else { return }
    }
  }

  private func arm(_ timer: Int32) {
    let start = monotonicNow() + delay + 1 / Self.rate
    var value = itimerspec()
    value.it_interval = timespec(tv_sec: 0, tv_nsec: Int((1e9 / Self.rate).rounded()))
    value.it_value = timespec(tv_sec: Int(start), tv_nsec: Int((start - start.rounded(.down)) * 1e9))
    timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &value, nil)
  }
}

/// The text in a pixmap, and then its beginning again, as far as a window is wide.
private struct FloorStrip {
  static let background: UInt = 0xff10_1820

  let display: OpaquePointer
  /// The width after which it repeats.
  let length: Int
  private let pixmap: UInt
  private let context: GC

  init(
    _ text: String, on display: OpaquePointer, for window: UInt, size: (width: Int, height: Int), limit: Int
  ) throws {
    let screen = XDefaultScreen(display)
    let (visual, colormap) = (XDefaultVisual(display, screen), XDefaultColormap(display, screen))
    guard let font = XftFontOpenName(display, screen, "DejaVu Sans:pixelsize=18") else { throw HarnessError("no font") }
    // A strip shows a line; more than fits into it cannot be seen.
    let bytes = text.utf8.prefix(limit).map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    var (shown, length) = (bytes[...], 0)
    repeat {
      var extents = XGlyphInfo()
      XftTextExtentsUtf8(display, font, Array(shown), Int32(shown.count), &extents)
      length = Int(extents.xOff)
      // Widths are 16 bits, too: believe them only where the text is short.
      if shown.count > 2000 || length > limit - size.width {
        shown = shown.dropLast(shown.count / 8 + 1)
      } else {
        break
      }
    } while !shown.isEmpty
    self.display = display
    self.length = max(1, length)
    let width = UInt32(self.length + size.width)
    pixmap = XCreatePixmap(display, window, width, UInt32(size.height), UInt32(XDefaultDepth(display, screen)))
    var values = XGCValues()
    values.graphics_exposures = 0
    values.foreground = Self.background
    guard let context = XCreateGC(display, window, UInt(GCGraphicsExposures | GCForeground), &values) else {
      throw HarnessError("no graphics context")
    }
    self.context = context
    XFillRectangle(display, pixmap, context, 0, 0, width, UInt32(size.height))
    var white = XRenderColor(red: 60_000, green: 60_000, blue: 60_000, alpha: 65_535)
    var color = XftColor()
    XftColorAllocValue(display, visual, colormap, &white, &color)
    let draw = XftDrawCreate(display, pixmap, visual, colormap)
    let baseline = (Int32(size.height) + font.pointee.ascent - font.pointee.descent) / 2
    for x in stride(from: 0, to: Int(width), by: self.length) {
      XftDrawStringUtf8(draw, &color, font, Int32(x), baseline, Array(shown), Int32(shown.count))
    }
  }

  func copy(from x: Int, to window: UInt, size: (width: Int, height: Int)) {
    XCopyArea(display, pixmap, window, context, Int32(x), 0, UInt32(size.width), UInt32(size.height), 0, 0)
  }
}

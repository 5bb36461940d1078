import Glibc
import X11

// A text in a borderless window, by Xlib and Xft alone. A click, Escape or q ends it.
struct Greeting {
  private let window: XWindow
  private let surface: Surface

  init(_ text: String) throws(Failure) {
    let display = try Display()
    guard let font = XFont(display, named: "Sans-24:bold") else {
      throw Failure(of: "the font", reason: "cannot be found")
    }
    let (width, height) = (font.advance(of: text) + 2 * font.ascent, 2 * (font.ascent + font.descent))
    var style = XWindow.Style()
    style.title = text
    (style.name, style.className, style.takesFocus) = ("greeting", "Greeting", true)
    // In the middle, at the lower edge of the primary monitor.
    let screen = display.monitors()[0].frame
    let frame = Rect(
      x: screen.midX - Double(width) / 2, y: screen.maxY - Double(height), width: Double(width), height: Double(height))
    window = XWindow(display, frame: frame, style: style)

    // Drawn once into a pixmap; showing it is a copy.
    surface = Surface(for: window, width: width, height: height)
    surface.fill(Color(rgb: 0x12161C), Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
    let baseline = (height + font.ascent - font.descent) / 2
    font.draw(text, on: surface, x: font.ascent, baseline: baseline, color: .white)
    window.show()
  }

  /// Serves the window until the user closes it or the server goes away.
  func run() {
    let display = window.display
    while !display.isLost {
      while let event = window.nextEvent() {
        switch event {
        case .exposed: window.show(surface)
        case .released(_, button: 1, _), .keyPressed(.escape, _, _), .keyPressed(.character("q"), _, []): return
        case .closeRequested: return
        default: break
        }
      }
      display.flush()
      // Sending reads too: an event may be queued while the socket is silent.
      if window.hasQueuedEvent { continue }
      var socket = pollfd(fd: display.fileDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&socket, 1, -1)
    }
  }
}

do {
  try Greeting(CommandLine.arguments.dropFirst().first ?? "Hello from Swift").run()
} catch {
  print(error)
  exit(1)
}

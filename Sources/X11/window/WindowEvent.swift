public import ScrollCore

/// An event of a window, for programs that draw by themselves. Points are in window coordinates, in pixels.
public enum WindowEvent: Equatable, Sendable {
  /// A part must be drawn again (`Expose`).
  case exposed
  /// It has been mapped (`MapNotify`).
  case mapped
  /// It has been unmapped (`UnmapNotify`).
  case unmapped
  /// Its new place on the root window, and its new size (`ConfigureNotify`).
  case moved(Rect)
  /// A button of the pointer: 1 left, 2 middle, 3 right; 4 to 7 a notch of the wheel up, down, left, right (`ButtonPress`).
  case pressed(Point, button: Int, Modifiers)
  /// The end of a press, of a notch too (`ButtonRelease`).
  case released(Point, button: Int, Modifiers)
  /// (`MotionNotify`)
  case pointerMoved(Point)
  /// (`LeaveNotify`)
  case pointerLeft
  /// A key and the text that it gives by the user's input method; nil for text without a key of ``Key`` (`KeyPress`,
  /// `Xutf8LookupString`).
  case keyPressed(Key?, text: String, Modifiers)
  /// Whether it has the keyboard (`FocusIn`, `FocusOut`).
  case focused(Bool)
  /// A compositing manager has come or gone: see ``XWindow/isTranslucent``.
  case compositorChanged
  /// The user asks to close it (`WM_DELETE_WINDOW`), or another program has destroyed it (`DestroyNotify`).
  case closeRequested

  /// Nil for what only the views of Newsreel use.
  init?(_ event: Event) {
    switch event {
    case .exposed: self = .exposed
    case .mapped: self = .mapped
    case .unmapped: self = .unmapped
    case .moved(let frame): self = .moved(frame)
    case .closeRequested, .destroyed: self = .closeRequested
    case .compositorChanged: self = .compositorChanged
    case .input(.pressed(let point, let button, let held)): self = .pressed(point, button: button, held.known)
    case .input(.released(let point, let button, let held)): self = .released(point, button: button, held.known)
    case .input(.pointerMoved(let point)): self = .pointerMoved(point)
    case .input(.pointerLeft): self = .pointerLeft
    case .input(.keyPressed(let key, let text, let held)): self = .keyPressed(key, text: text, held.known)
    case .input(.focused(let isFocused)): self = .focused(isFocused)
    default: return nil
    }
  }
}

extension XWindow {
  /// The next event, without waiting, or nil. Sends queued requests and reads the socket (`XEventsQueued`, `XNextEvent`).
  ///
  /// Call it until it returns nil before you wait for ``Display/fileDescriptor``, and do not wait while
  /// ``hasQueuedEvent`` is true: waiting for a reply queues events, too.
  public func nextEvent() -> WindowEvent? {
    // Without it keys give only Latin-1.
    if style.takesFocus { input.beginTextInput() }
    while let event = nextEvent(reading: true) {
      if let known = WindowEvent(event) { return known }
    }
    return nil
  }

  /// Copies a part of a surface into the window (`XCopyArea`). Both have one depth if the surface was made for the window.
  ///
  /// - Parameters:
  ///   - area: In pixels of the surface; nil for all of it.
  ///   - point: Where its upper left corner comes to stand.
  public func show(_ surface: Surface, _ area: Rect? = nil, at point: Point = .zero) {
    let place = Point(x: max(-32768, min(32767, point.x.rounded())), y: max(-32768, min(32767, point.y.rounded())))
    surface.copy(
      PixelRect((area ?? surface.bounds).intersection(surface.bounds)), to: id, x: Int(pixel: place.x),
      y: Int(pixel: place.y))
  }
}

extension Surface {
  /// A pixmap of a window's depth, of 1 to ``longest`` pixels in each direction (`XCreatePixmap`). What it shows at first is
  /// undefined.
  public convenience init(for window: XWindow, width: Int, height: Int) {
    self.init(window.display, width: width, height: height, format: window.format)
  }

  /// Replaces a rectangle by a colour, alpha included, in whole pixels (`XFillRectangle`).
  public func fill(_ color: Color, _ area: Rect) {
    fill(color, PixelRect(area.intersection(bounds)))
  }

  fileprivate var bounds: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }
}

extension Display {
  /// The errors that the server has reported since the last call. They come some time after their requests, and end nothing.
  public func errors() -> [XProtocolError] { takeErrors() }
}
